/*
 * When a state file is renewed, for every clock state, record, clock and time; one process at a
 * time. Two steps:
 *
 *   - state_keep_ahead lets a time be given out only below renew_ns, or up to until_ns, or after
 *     state_file_extend has succeeded for it.
 *   - extend_locked raises until_ns only to what is on the disk, synchronised, and after it has
 *     succeeded that is no earlier than the time asked for. On an error, as after a resync since
 *     the reading of the clock, or since the last time was loaded, the memory says what it said
 *     before. renew_ns is never beyond until_ns; node and clock sequence stay.
 */
#include "../prove.h"

#include "../../../../core/src/state/state_file.h"

/* What open_state_file.c calls; state_file.c has the real one. */
uuid9562_status_t extend_for_renew(clock_state_t *state, reading_t now, uint64_t last,
                                   uint64_t next);
#define state_file_extend extend_for_renew
#include "../../../../core/src/state/open_state_file.c"
#undef state_file_extend
#include "../../../../core/src/state/state_file.c"

/* ---- what stands for the rest ---- */

static bool has_extended;
static uint64_t extended_next;

uuid9562_status_t extend_for_renew(clock_state_t *state, reading_t now, uint64_t last,
                                   uint64_t next)
{
    (void)state, (void)now, (void)last;
    if (nondet_bool())
        return UUID9562_ERR_STATE_WRITE;
    has_extended = true;
    extended_next = next;
    return UUID9562_OK;
}

uint64_t clock_seq_above(uint64_t node, uint64_t clock_seq)
{
    return (clock_seq & UUID9562_CLOCK_SEQ_MAX) << 48 | node;
}

static uint64_t on_disk; /* no record is older that a crash may leave as the newest */

uuid9562_status_t record_write(int file, record_t *record)
{
    (void)file;
    if (nondet_bool())
        return UUID9562_ERR_STATE_WRITE;
    on_disk = record->until_ns;
    return UUID9562_OK;
}

/* ---- the claims ---- */

static clock_state_t state; /* statics are zero: */
static record_t newest;

static void set_any(void)
{
    state.last_ns = nondet_uint64();
    state.renew_ns = nondet_uint64();
    state.until_ns = nondet_uint64();
    state.identity = nondet_uint64();
    state.resyncs_begun = nondet_uint64();
    newest.until_ns = nondet_uint64();
    newest.identity = nondet_uint64();
    newest.sequence = nondet_uint64();
}

static void prove_keep_ahead(void)
{
    const reading_t now = {nondet_uint64(), nondet_uint64()};
    const uint64_t last = nondet_uint64(), next = nondet_uint64();
    const uuid9562_status_t status = state_keep_ahead(&state, now, last, next);

    if (status == UUID9562_OK)
        prove(next < state.renew_ns || next <= state.until_ns ||
              (has_extended && extended_next == next));
    else
        prove(next >= state.renew_ns && !has_extended);
}

static void prove_extension(void)
{
    const reading_t now = {nondet_uint64(), nondet_uint64()};
    const uint64_t last = nondet_uint64(), next = nondet_uint64();
    const uint64_t until = state.until_ns, renew = state.renew_ns, identity = identity_of(&state);
    const bool due = is_due(&state, now.ns, next);
    uuid9562_status_t status;

    assume(agrees(&state, &newest)); /* else read_agreed is an error */
    on_disk = until;                 /* the record that was published */
    status = extend_locked(3, &state, &newest, (step_t){now, last, next});

    prove(state.until_ns <= on_disk && state.renew_ns != 0);
    prove(renew > until || state.renew_ns <= state.until_ns);
    prove(identity_of(&state) == identity);
    prove(status != UUID9562_OK ||
          (now.resyncs == state.resyncs_begun && last <= state.last_ns));
    if (status != UUID9562_OK) {
        prove(state.until_ns == until && state.renew_ns == renew);
    } else if (due) {
        prove(state.until_ns >= next && state.until_ns >= until);
        prove(state.until_ns > next || next == UINT64_MAX);
        prove(state.until_ns > until || until == UINT64_MAX);
        prove(state.until_ns - next >= 10000000 || state.until_ns == UINT64_MAX);
    } else {
        prove(next < state.renew_ns && state.until_ns == until);
    }
}

int main(void)
{
    set_any();
    if (nondet_bool())
        prove_keep_ahead();
    else
        prove_extension();
    return 0;
}
