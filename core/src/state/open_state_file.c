/*
 * The state file that the process has open: opening and describing it, and what generators ask of
 * it (state.h).
 */
#include "state.h"

#include <errno.h>
#include <stdlib.h>

#include "locked_file.h"
#include "state_file.h"

THREAD_LOCAL int failed_with;

/* Keeps errno for the message of this error, which the caller may ask for later. */
static uuid9562_status_t keep_errno(uuid9562_status_t status)
{
    if (status == UUID9562_ERR_STATE_OPEN || status == UUID9562_ERR_STATE_WRITE)
        failed_with = errno;
    return status;
}

INTERNAL int state_file_errno(void)
{
    return failed_with;
}

/* ---- opening ---- */

static uuid9562_status_t check_same(const char *path)
{
    if (state_file_is_at(shared_clock_state(), path))
        return UUID9562_OK;
    return errno == ENOENT ? UUID9562_ERR_STATE_OTHER : UUID9562_ERR_STATE_OPEN;
}

static uuid9562_status_t open_for_process(const char *path, uint64_t now, const uint64_t *node)
{
    clock_state_t *own = process_clock_state(), *opened;
    const state_opening_t opening = {
        .now = now, .last = atomic_load(&own->last_ns), .max_lead = max_lead(own), .node = node};
    uint64_t open = 0;
    uuid9562_status_t status = state_file_open(&opened, path, &opening);

    if (status != UUID9562_OK ||
        atomic_compare_exchange_strong(&own->shared, &open, (uint64_t)(uintptr_t)opened))
        return status;
    state_file_forget(opened);
    return check_same(path);
}

uuid9562_status_t uuid9562_state_open(const char *path, const uint64_t *node)
{
    const bool is_open = shared_clock_state() != NULL;
    uint64_t now;
    uuid9562_status_t status;

    if (node != NULL && *node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    status = is_open ? check_same(path) : UUID9562_OK;
    if (status != UUID9562_OK || (is_open && node == NULL))
        return keep_errno(status);
    now = os_fine_ns();
    return now != 0 ? keep_errno(open_for_process(path, now, node)) : UUID9562_ERR_CLOCK;
}

uuid9562_status_t uuid9562_state_create(const char *path, const uint64_t *node, unsigned mode,
                                        bool replace)
{
    if (node != NULL && *node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    return keep_errno(state_file_create(path, node, mode, replace));
}

bool uuid9562_state_get(uuid9562_state_t *out)
{
    const clock_state_t *state = shared_clock_state();

    return state != NULL && state_file_describe(state, out);
}

INTERNAL _Atomic bool state_file_is_settled;

/* A program that runs with rights that its caller lacks does not open what the caller names. */
INTERNAL uuid9562_status_t open_state_file_of_environment(void)
{
    const char *path = os_environment("UUID9562_STATE");
    uuid9562_status_t status = UUID9562_OK;

    if (path != NULL && *path != '\0' && shared_clock_state() == NULL)
        status = uuid9562_state_open(path, NULL);
    if (status == UUID9562_OK)
        atomic_store(&state_file_is_settled, true);
    return status;
}

/* ---- for generators ---- */

INTERNAL NEVER_INLINE uuid9562_status_t state_renew(clock_state_t *state, reading_t now,
                                                    uint64_t last, uint64_t next)
{
    static const uint64_t pause_ns = 100000000;
    static _Atomic uint64_t tried_ns; /* a process has one state file */

    if (next <= atomic_load(&state->until_ns)) {
        if (now.ns - atomic_load(&tried_ns) < pause_ns)
            return UUID9562_OK;
        atomic_store(&tried_ns, now.ns);
    }
    return keep_errno(state_file_extend(state, now, last, next));
}

INTERNAL uint64_t state_node(const clock_state_t *state)
{
    return atomic_load(&state->identity) & UUID9562_NODE_MAX;
}

INTERNAL uuid9562_status_t state_clock_seq(clock_state_t *state, uint64_t *clock_seq,
                                           uint64_t begun, uint64_t done)
{
    *clock_seq = ((atomic_load(&state->identity) >> 48) + begun) & UUID9562_CLOCK_SEQ_MAX;
    return begun == done ? UUID9562_OK : keep_errno(state_file_settle(state));
}

INTERNAL uuid9562_status_t state_resync(clock_state_t *state, reading_t now)
{
    return keep_errno(state_file_resync(state, now));
}
