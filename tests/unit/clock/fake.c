/*
 * A clock and a source of random bytes for tests: preloaded into a process (LD_PRELOAD), it
 * replaces the system's time of day, and makes getrandom fail where the environment variable
 * TEST_RANDOM is set, except for calls that may not block: those of a Python that starts.
 *
 * The environment variable TEST_CLOCK says how; from inside the process the variable test_clock
 * does, which counts these names from 0:
 *
 *   true  broken  1969  2600  2019  hour-back  backwards (by a second with each reading)
 *   stepped (by the seconds from 10^9, in 2001, to when the file TEST_CLOCK_FILE was modified; the
 *   nanoseconds of that time, unless 0, are the clock's resolution)
 */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

enum { TRUE_TIME, BROKEN, IN_1969, IN_2600, IN_2019, HOUR_BACK, BACKWARDS, STEPPED, MODES };
static const char *const names[MODES] = {"true", "broken",    "1969",      "2600",
                                         "2019", "hour-back", "backwards", "stepped"};

extern int test_clock;
int test_clock = -1;

static int mode_by_name(void)
{
    const char *name = getenv("TEST_CLOCK");

    for (int mode = 0; name != NULL && mode < MODES; mode++)
        if (strcmp(names[mode], name) == 0)
            return mode;
    return TRUE_TIME;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    static time_t readings;
    struct stat file;
    int result;

    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
        if (test_clock < 0)
            test_clock = mode_by_name();
    }
    result = real(clock, now);
    if (clock != CLOCK_REALTIME)
        return result;
    switch (test_clock) {
    case BROKEN:
        return -1;
    case IN_1969:
        now->tv_sec = -1;
        break;
    case IN_2600:
        now->tv_sec = 19880899200;
        break;
    case IN_2019:
        now->tv_sec = 1577836799;
        break;
    case HOUR_BACK:
        now->tv_sec -= 3600;
        break;
    case BACKWARDS:
        now->tv_sec -= readings++;
        break;
    case STEPPED:
        if (stat(getenv("TEST_CLOCK_FILE"), &file) != 0)
            return -1;
        now->tv_sec += file.st_mtime - 1000000000;
        if (file.st_mtim.tv_nsec > 0)
            now->tv_nsec -= now->tv_nsec % file.st_mtim.tv_nsec;
        break;
    default:
        break;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec time = {0};
    int result = clock_gettime(CLOCK_REALTIME, &time);

    (void)zone;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return result;
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    static ssize_t (*real)(void *, size_t, unsigned);

    if (flags == 0 && getenv("TEST_RANDOM") != NULL) {
        errno = EIO;
        return -1;
    }
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "getrandom");
    return real(bytes, count, flags);
}
