/*
 * The clock state in a file (state_file.h).
 */
#include "state_file.h"

#ifdef OS_FILES
#include <errno.h>
#include <stdatomic.h>

#include "../system/fork.h"
#include "locked_file.h"

/* A record is AHEAD_NS ahead of the clock when it is written; or LEAST_NS ahead of the times given
 * out, where that is later. So after a crash of the machine UUIDs are up to AHEAD_NS ahead of the
 * clock, and crashes in a row add LEAST_NS each. The next record is due when half of it is left. */
static const uint64_t AHEAD_NS = UINT64_C(10000000000), LEAST_NS = 10000000;

enum { STATE_AT = 2 * BLOCK };

static uint64_t later(uint64_t ns, uint64_t by)
{
    return ns < UINT64_MAX - by ? ns + by : UINT64_MAX;
}

static uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- the mapping ---- */

/* What a process keeps after the mapped file, and its children inherit. */
typedef struct mapping_extra {
    file_id_t id;
    char path[FILE_PATH_MAX];
} mapping_extra_t;

static char *mapping_of(const clock_state_t *state)
{
    return (char *)(uintptr_t)state - STATE_AT;
}

static mapping_extra_t *extra_of(const clock_state_t *state)
{
    return (mapping_extra_t *)(mapping_of(state) + FILE_MAP_SHARED);
}

/* ---- an open state, under the lock ---- */

/* The value of `identity` in memory for this clock sequence, if so many resyncs have begun. */
static uint64_t clock_seq_before(uint64_t identity, uint64_t begun)
{
    return clock_seq_above(identity & UUID9562_NODE_MAX, (identity >> 48) - begun);
}

static uint64_t identity_of(const clock_state_t *state)
{
    const uint64_t identity = atomic_load(&state->identity);
    const uint64_t begun = atomic_load(&state->resyncs_begun);

    return clock_seq_above(identity & UUID9562_NODE_MAX, (identity >> 48) + begun);
}

/* Whether the memory is consistent with the newer record, which is ahead of it until it is
 * published. renew_ns is never 0. */
static bool agrees(const clock_state_t *state, const record_t *newest)
{
    const uint64_t until = atomic_load(&state->until_ns), renew = atomic_load(&state->renew_ns);

    if (renew == 0 || until != newest->until_ns)
        return renew != 0 && until < newest->until_ns;
    return renew <= until && identity_of(state) == newest->identity;
}

/* Reads the newer record. If the memory disagrees with it, the file was overwritten: from then on
 * every call of every process comes here, and is an error. A record without the boot ID, if one is
 * given, says nothing of the memory. */
static uuid9562_status_t read_agreed(int file, clock_state_t *state, record_t *newest,
                                     const uuid9562_t *boot_id)
{
    uuid9562_status_t status = record_read(file, newest);

    if (status != UUID9562_OK || (boot_id != NULL && !record_has_boot_id(newest, boot_id)) ||
        agrees(state, newest))
        return status;
    atomic_store(&state->renew_ns, 0);
    atomic_store(&state->until_ns, 0);
    return UUID9562_ERR_STATE_FORMAT;
}

/* Writes the record that follows the newest, into the place of the other. If the newest one was not
 * published, it may not have reached the disk: then it is first written again, unchanged. (No
 * record has the time of the one that was published before, so the two can be distinguished.) */
static uuid9562_status_t write_next(int file, const clock_state_t *state, record_t *newest,
                                    record_t *next, uint64_t now, uint64_t last)
{
    const uint64_t until = atomic_load(&state->until_ns); /* others may give out times up to it */

    if (newest->until_ns != until) {
        uuid9562_status_t status = record_write(file, newest);

        if (status != UUID9562_OK)
            return status;
    }
    next->until_ns = max_of(later(until, 1), max_of(later(now, AHEAD_NS), later(last, LEAST_NS)));
    next->sequence = newest->sequence + 1;
    return record_write(file, next);
}

/* Shows a record, which is on the disk, to all processes. */
static void publish(clock_state_t *state, const record_t *record, uint64_t now, uint64_t last)
{
    const uint64_t begun = atomic_load(&state->resyncs_begun);
    const uint64_t half = (record->until_ns - max_of(now, last)) / 2;

    atomic_store(&state->identity, clock_seq_before(record->identity, begun));
    atomic_store(&state->until_ns, record->until_ns);
    atomic_store(&state->renew_ns, /* never the later of the two */
                 record->until_ns - (half < AHEAD_NS / 2 ? half : AHEAD_NS / 2));
}

/* Whether a record should be written before these times are given out. */
static bool is_due(const clock_state_t *state, uint64_t now, uint64_t last)
{
    return max_of(now, last) >= atomic_load(&state->renew_ns);
}

static uuid9562_status_t write_and_publish(int file, clock_state_t *state, record_t *newest,
                                           record_t *next, uint64_t now, uint64_t last)
{
    uuid9562_status_t status = write_next(file, state, newest, next, now, last);

    if (status == UUID9562_OK)
        publish(state, next, now, last);
    return status;
}

/* As the standards require, a clock that is behind the time of the record changes the clock
 * sequence (RFC 4122 section 4.2.1). */
static uint64_t identity_after_boot(const record_t *record, uint64_t now)
{
    return clock_seq_above(record->identity & UUID9562_NODE_MAX,
                           (record->identity >> 48) + (record->until_ns > now));
}

/* No process has used the file since the machine was started: part of its memory may be from before
 * a crash. The time continues from the record's, so none is given out twice.
 *
 * Or this is a container with a boot ID of its own, and other processes use the memory now. So no
 * word gets a value on the way that would mislead them, and the record counts as not published: it
 * may not be on the disk.
 *
 * All of it is stored before a record has this boot ID, since the process may be killed at any
 * moment. */
static void begin_after_boot(clock_state_t *state, const record_t *record, uint64_t now)
{
    const uint64_t begun = atomic_load(&state->resyncs_begun);

    atomic_store(&state->until_ns, record->until_ns - 1);
    atomic_store(&state->renew_ns, record->until_ns); /* so each call waits for the next record */
    atomic_store(&state->last_ns, record->until_ns);
    atomic_store(&state->identity, clock_seq_before(identity_after_boot(record, now), begun));
    atomic_store(&state->resyncs_done, begun);
}

static void raise_last(clock_state_t *state, uint64_t last)
{
    uint64_t current = atomic_load(&state->last_ns);

    while (current < last && !atomic_compare_exchange_weak(&state->last_ns, &current, last))
        continue;
}

static uuid9562_status_t bring_up(int file, clock_state_t *state, const state_opening_t *opening,
                                  const uuid9562_t *boot_id)
{
    const uint64_t now = opening->now, *node = opening->node;
    record_t record, next;
    bool begins;
    uint64_t saved;
    uuid9562_status_t status = read_agreed(file, state, &record, boot_id);

    if (status != UUID9562_OK)
        return status;
    begins = !record_has_boot_id(&record, boot_id);
    saved = begins ? record.until_ns : atomic_load(&state->last_ns);
    if (saved > now && saved - now > opening->max_lead)
        return UUID9562_ERR_STATE_AHEAD;
    next = record;
    if (begins) {
        begin_after_boot(state, &record, now);
        record_add_boot_id(&next, boot_id);
    }
    next.identity = identity_of(state);
    if (node != NULL && *node != (next.identity & UUID9562_NODE_MAX)) {
        status = draw_identity(&next.identity, node);
        if (status != UUID9562_OK)
            return status;
    }
    saved = max_of(saved, opening->last);
    if (begins || next.identity != record.identity || is_due(state, now, saved))
        status = write_and_publish(file, state, &record, &next, now, saved);
    if (status == UUID9562_OK)
        raise_last(state, opening->last);
    return status;
}

static bool read_boot_id(uuid9562_t *id)
{
    char text[OS_BOOT_ID_LENGTH];
    size_t offset;

    return os_boot_id(text) && uuid9562_parse(id, &offset, text, sizeof text) == UUID9562_OK;
}

static uuid9562_status_t open_delayed(clock_state_t *state, const state_opening_t *opening)
{
    mapping_extra_t *extra = extra_of(state);
    file_facts_t facts;
    uuid9562_t boot_id;
    const bool is_known = read_boot_id(&boot_id); /* first, since only one descriptor may be left */
    int file;
    uuid9562_status_t status =
        locked_file_open_or_create(&file, &facts, extra->path, opening->node);

    if (status != UUID9562_OK)
        return status;
    extra->id = facts.id;
    if (facts.has_holes && !os_fill_holes(file, STATE_FILE_SIZE))
        status = UUID9562_ERR_STATE_WRITE;
    else if (!file_map(mapping_of(state), file, STATE_FILE_SIZE))
        status = errno == ENOMEM ? UUID9562_ERR_MEMORY : UUID9562_ERR_STATE_OPEN;
    else
        status = is_known ? bring_up(file, state, opening, &boot_id) : UUID9562_ERR_STATE_BOOT;
    file_close(file);
    return status;
}

INTERNAL uuid9562_status_t state_file_open(clock_state_t **state, const char *path,
                                           const state_opening_t *opening)
{
    char *mapping = file_room();
    uuid9562_status_t status = UUID9562_ERR_STATE_OPEN;

    if (mapping == NULL)
        return UUID9562_ERR_MEMORY;
    *state = (clock_state_t *)(mapping + STATE_AT);
    if (file_absolute_path(extra_of(*state)->path, path)) {
        fork_hold_off();
        status = open_delayed(*state, opening);
        fork_allow();
    }
    if (status != UUID9562_OK)
        state_file_forget(*state);
    return status;
}

INTERNAL void state_file_forget(clock_state_t *state)
{
    file_unmap(mapping_of(state));
}

INTERNAL bool state_file_is_at(const clock_state_t *state, const char *path)
{
    return file_is_at(path, extra_of(state)->id);
}

INTERNAL bool state_file_describe(const clock_state_t *state, uuid9562_state_t *out)
{
    const uint64_t identity = identity_of(state);

    *out = (uuid9562_state_t){
        .path = extra_of(state)->path,
        .node = identity & UUID9562_NODE_MAX,
        .clock_seq = identity >> 48,
        .last_ns = atomic_load(&state->last_ns),
        .until_ns = atomic_load(&state->until_ns),
    };
    return true;
}

/* A call's reading of the clock, the last time that it loaded, and the one that it wants to give
 * out after that. */
typedef struct step {
    reading_t now;
    uint64_t last, next;
} step_t;

/* A change made under the lock, given the newer record. */
typedef uuid9562_status_t locked_change_t(int file, clock_state_t *state, record_t *newest,
                                          step_t step);

static uuid9562_status_t under_lock(locked_change_t *change, clock_state_t *state,
                                    unsigned patience_ms, step_t step)
{
    const mapping_extra_t *extra = extra_of(state);
    record_t newest;
    int file;
    uuid9562_status_t status;

    fork_hold_off();
    status = locked_file_open_again(&file, extra->path, extra->id, patience_ms);
    if (status == UUID9562_OK) {
        status = read_agreed(file, state, &newest, NULL);
        if (status == UUID9562_OK)
            status = change(file, state, &newest, step);
        file_close(file);
    }
    fork_allow();
    return status;
}

/* A resync has come after the reading, while this call waited for the lock. */
static bool is_too_late(const clock_state_t *state, reading_t now)
{
    return atomic_load(&state->resyncs_begun) != now.resyncs;
}

/* The time also goes back between a reading and this call if a resync had begun before the reading,
 * and stored its time after the call had loaded the last one. A record for what follows that one
 * would be ahead of the time for good. */
static uuid9562_status_t extend_locked(int file, clock_state_t *state, record_t *newest,
                                       step_t step)
{
    record_t next = *newest;

    if (is_too_late(state, step.now) || atomic_load(&state->last_ns) < step.last)
        return UUID9562_ERR_LEAD;
    if (!is_due(state, step.now.ns, step.next)) /* another process was faster */
        return UUID9562_OK;
    next.identity = identity_of(state);
    return write_and_publish(file, state, newest, &next, step.now.ns, step.next);
}

INTERNAL uuid9562_status_t state_file_extend(clock_state_t *state, reading_t now, uint64_t last,
                                             uint64_t next)
{
    const bool must = next > atomic_load(&state->until_ns);
    uuid9562_status_t status = under_lock(extend_locked, state, must ? PATIENCE_MS : 0,
                                          (step_t){now, last, next});

    return must ? status : UUID9562_OK;
}

/* ---- resync ---- */

static uuid9562_status_t settle_locked(int file, clock_state_t *state, record_t *newest,
                                       step_t step)
{
    (void)file, (void)newest, (void)step;
    atomic_store(&state->resyncs_done, atomic_load(&state->resyncs_begun));
    return UUID9562_OK;
}

INTERNAL uuid9562_status_t state_file_settle(clock_state_t *state)
{
    return under_lock(settle_locked, state, PATIENCE_MS, (step_t){{0, 0}, 0, 0});
}

/* The next clock sequence is on the disk before the time goes back. From then on no call gets a
 * time until the record on the disk has gone back too; otherwise some times would be beyond it. */
static uuid9562_status_t resync_locked(int file, clock_state_t *state, record_t *newest,
                                       step_t step)
{
    const uint64_t now = step.now.ns;
    const uint64_t identity = identity_of(state);
    record_t next = *newest;
    uuid9562_status_t status;

    if (is_too_late(state, step.now))
        return UUID9562_ERR_LEAD;
    next.identity = clock_seq_above(identity & UUID9562_NODE_MAX, (identity >> 48) + 1);
    status = write_next(file, state, newest, &next, now, atomic_load(&state->last_ns));
    if (status != UUID9562_OK)
        return status;

    atomic_store(&state->renew_ns, 1);
    atomic_store(&state->until_ns, 1);
    atomic_fetch_add(&state->resyncs_begun, 1);
    atomic_store(&state->last_ns, now);
    atomic_fetch_add(&state->resyncs_done, 1);

    next.until_ns = later(now, AHEAD_NS);
    next.sequence++;
    status = record_write(file, &next);
    if (status == UUID9562_OK)
        publish(state, &next, now, now);
    return status;
}

INTERNAL uuid9562_status_t state_file_resync(clock_state_t *state, reading_t now)
{
    return under_lock(resync_locked, state, PATIENCE_MS, (step_t){now, 0, 0});
}

#endif
