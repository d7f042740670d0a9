/*
 * The state file of the process: opening and describing it.
 */
#include "open_state_file.h"

#include <errno.h>
#include <stdlib.h>

#include "../system/os.h"
#include "state_file.h"

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
        return status;
    now = os_fine_ns();
    return now != 0 ? open_for_process(path, now, node) : UUID9562_ERR_CLOCK;
}

uuid9562_status_t uuid9562_state_create(const char *path, const uint64_t *node, unsigned mode,
                                        bool replace)
{
    if (node != NULL && *node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    return state_file_create(path, node, mode, replace);
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
