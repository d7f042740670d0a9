/*
 * A build without state files (state_file.h): only another copy of the library in the process may
 * have opened one.
 */
#include "state_file.h"

#ifndef OS_FILES
#include <errno.h>
#include <stdatomic.h>

#include "locked_file.h"

INTERNAL uuid9562_status_t state_file_open(clock_state_t **state, const char *path,
                                           const state_opening_t *opening)
{
    (void)state, (void)path, (void)opening;
    errno = ENOSYS;
    return UUID9562_ERR_STATE_OPEN;
}

INTERNAL uuid9562_status_t state_file_create(const char *path, const uint64_t *node, unsigned mode,
                                             bool replace)
{
    (void)path, (void)node, (void)mode, (void)replace;
    errno = ENOSYS;
    return UUID9562_ERR_STATE_OPEN;
}

INTERNAL uuid9562_status_t state_file_extend(clock_state_t *state, reading_t now, uint64_t last,
                                             uint64_t next)
{
    (void)now, (void)last;
    errno = ENOSYS;
    return next <= atomic_load(&state->until_ns) ? UUID9562_OK : UUID9562_ERR_STATE_WRITE;
}

INTERNAL uuid9562_status_t state_file_settle(clock_state_t *state)
{
    (void)state;
    errno = ENOSYS;
    return UUID9562_ERR_STATE_WRITE;
}

INTERNAL uuid9562_status_t state_file_resync(clock_state_t *state, reading_t now)
{
    (void)now;
    return state_file_settle(state);
}

INTERNAL bool state_file_describe(const clock_state_t *state, uuid9562_state_t *out)
{
    (void)state, (void)out;
    return false;
}

INTERNAL bool state_file_is_at(const clock_state_t *state, const char *path)
{
    (void)state, (void)path;
    errno = ENOENT;
    return false;
}

INTERNAL void state_file_forget(clock_state_t *state)
{
    (void)state;
}

#endif
