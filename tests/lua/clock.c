/*
 * A clock for tests/lua/errors.lua: preloaded into a process (LD_PRELOAD), it stands in for the
 * system's clock_gettime, as TEST_CLOCK says: broken, 1969, 2600 or backwards.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *now)
{
    static time_t seconds = 2000000000;
    const char *mode = getenv("TEST_CLOCK");

    (void)id;
    now->tv_nsec = 0;
    if (mode == NULL || strcmp(mode, "broken") == 0)
        return -1;
    if (strcmp(mode, "1969") == 0)
        now->tv_sec = -1;
    else if (strcmp(mode, "2600") == 0)
        now->tv_sec = 19880899200;
    else
        now->tv_sec = seconds--;
    return 0;
}
