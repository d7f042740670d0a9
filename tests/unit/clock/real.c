/*
 * The time by the cycle counter beside the real clock: clock SECONDS. For so long each, two threads
 * for every processor read the clock, the generator's time and the clock again, while
 *
 *   alone    nothing happens but that every other thread moves to another processor all the time;
 *   stopped  a child process stops and continues this one;
 *   set      a thread sets the clock, by a microsecond up to an hour, both ways, and slews it.
 *
 * A time must be as docs/internals/design.md says; after a step, once the anchor's time is over.
 * Children that are forked meanwhile go on in the same way. Prints how far the times were from the
 * clock.
 */
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int set_clock(clockid_t clock, struct timespec *now);

#define clock_gettime set_clock
#include "../../../core/uuid9562.c"
#include "uuid9562_generator.h"
#undef clock_gettime

#include <sched.h>
#include <stdio.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("clock: line %d: %s\n", __LINE__, #condition);                                  \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* A processor may read the counter before the instructions in front of it, and the clocks of two
 * processors may differ a little. */
enum { MARGIN_NS = 200, BRACKET_NS = ANCHOR_NS / 64, SLEW_NS = 46 };

static _Atomic int64_t offset_ns;  /* what the clock was set by */
static _Atomic uint64_t set_at_ns; /* and when, by the monotonic clock */
static _Atomic bool ending;

static int set_clock(clockid_t clock, struct timespec *now)
{
    int64_t ns, sum, seconds;

    do {
        ns = atomic_load(&offset_ns);
        if (clock_gettime(clock, now) != 0)
            return -1;
    } while (atomic_load(&offset_ns) != ns);
    if (clock == CLOCK_REALTIME && ns != 0) {
        sum = now->tv_nsec + ns;
        seconds = sum / 1000000000 - (sum % 1000000000 < 0);
        now->tv_sec += seconds;
        now->tv_nsec = sum - seconds * 1000000000;
    }
    return 0;
}

static uint64_t ns_of(clockid_t clock)
{
    struct timespec now;

    REQUIRE(set_clock(clock, &now) == 0);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

typedef struct seen {
    uint64_t times, anchored, before_own_reading;
    int64_t behind, ahead; /* at most, of times in quiet */
} seen_t;

/* One time between two readings. Where the clock was set in between, or less than an anchor before,
 * it says nothing. */
static void look(seen_t *seen)
{
    const uint64_t begin = ns_of(CLOCK_MONOTONIC), before = ns_of(CLOCK_REALTIME);
    const uint64_t set_before = atomic_load(&set_at_ns);
    reading_t now;
    uint64_t after;
    int64_t behind, ahead;

    REQUIRE(read_time(&process_generator, &now) == UUID9562_OK);
    after = ns_of(CLOCK_REALTIME);
    if (atomic_load(&set_at_ns) != set_before ||
        (int64_t)(begin - set_before) < ANCHOR_NS * 11 / 10)
        return;
    behind = (int64_t)(before - now.ns);
    ahead = (int64_t)(now.ns - after);
    seen->times++;
    seen->anchored += anchor_is_set(&anchor);
    seen->before_own_reading += behind > 0;
    if (behind > seen->behind)
        seen->behind = behind;
    if (ahead > seen->ahead)
        seen->ahead = ahead;
    if (behind > BRACKET_NS + SLEW_NS + MARGIN_NS || ahead > SLEW_NS + MARGIN_NS) {
        printf("clock: the time is %jd ns behind, %jd ahead\n", (intmax_t)behind, (intmax_t)ahead);
        exit(1);
    }
}

static void keep_to(size_t cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

enum { THREADS_MAX = 256 };
static size_t cpus;
static seen_t of_thread[THREADS_MAX];

static void *read_times(void *seen_by)
{
    seen_t *seen = seen_by;
    const size_t number = (size_t)(seen - of_thread);

    keep_to(number % cpus);
    for (size_t i = 0; !atomic_load(&ending); i++) {
        if (number % 2 == 1 && i % 50000 == 0)
            keep_to(number + i / 50000 % cpus);
        look(seen);
    }
    return NULL;
}

static void sleep_ns(long ns)
{
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

/* ---- what happens meanwhile ---- */

static void nothing(uint64_t until)
{
    while (ns_of(CLOCK_MONOTONIC) < until) {
        const pid_t child = fork();
        int status;

        if (child == 0) { /* with the anchor of this thread, if it has one */
            for (int i = 0; i < 200000; i++)
                look(&of_thread[THREADS_MAX - 1]);
            _exit(0);
        }
        for (int i = 0; i < 200000; i++)
            look(&of_thread[THREADS_MAX - 1]);
        REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    }
}

static void stops(uint64_t until)
{
    const pid_t parent = getpid(), child = fork();

    if (child == 0) {
        while (ns_of(CLOCK_MONOTONIC) < until) {
            kill(parent, SIGSTOP);
            sleep_ns(rand() % 5000000);
            kill(parent, SIGCONT);
            sleep_ns(rand() % 20000000);
        }
        _exit(0);
    }
    while (waitpid(child, NULL, 0) != child)
        ;
}

static void set_by(int64_t ns)
{
    atomic_store(&set_at_ns, ns_of(CLOCK_MONOTONIC) + 1000000000); /* it is under way */
    atomic_fetch_add(&offset_ns, ns);
    atomic_store(&set_at_ns, ns_of(CLOCK_MONOTONIC));
}

static void steps(uint64_t until)
{
    static const int64_t by[] = {1000, -1000, 1000000, -1000000, 3600000000000, -3600000000000};

    for (size_t i = 0; ns_of(CLOCK_MONOTONIC) < until; i++) {
        set_by(by[i % 6]);
        for (int n = 0; n < 100; n++) { /* 500 ppm in steps that are less than the margin */
            sleep_ns(200000);
            atomic_fetch_add(&offset_ns, i % 2 == 0 ? 100 : -100);
        }
    }
}

static void watch(const char *name, void (*meanwhile)(uint64_t until), uint64_t ns)
{
    pthread_t threads[THREADS_MAX];
    const size_t count = 2 * cpus < THREADS_MAX - 1 ? 2 * cpus : THREADS_MAX - 1;
    seen_t all = {0, 0, 0, INT64_MIN, INT64_MIN};

    for (size_t t = 0; t < THREADS_MAX; t++)
        of_thread[t] = (seen_t){0, 0, 0, INT64_MIN, INT64_MIN};
    atomic_store(&ending, false);
    for (size_t t = 0; t < count; t++)
        REQUIRE(pthread_create(&threads[t], NULL, read_times, &of_thread[t]) == 0);
    meanwhile(ns_of(CLOCK_MONOTONIC) + ns);
    atomic_store(&ending, true);
    for (size_t t = 0; t < count; t++)
        pthread_join(threads[t], NULL);
    for (size_t t = 0; t < THREADS_MAX; t++) {
        all.times += of_thread[t].times;
        all.anchored += of_thread[t].anchored;
        all.before_own_reading += of_thread[t].before_own_reading;
        all.behind = all.behind > of_thread[t].behind ? all.behind : of_thread[t].behind;
        all.ahead = all.ahead > of_thread[t].ahead ? all.ahead : of_thread[t].ahead;
    }
    REQUIRE(all.times > 0);
    printf(
        "%-8s %ju times, %.1f %% by the counter; at most %jd ns behind the reading before, which "
        "%.3f %% are, and %jd ahead of the one after\n",
        name, (uintmax_t)all.times, 100.0 * (double)all.anchored / (double)all.times,
        (intmax_t)all.behind, 100.0 * (double)all.before_own_reading / (double)all.times,
        (intmax_t)all.ahead);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    const uint64_t ns = (uint64_t)((count > 1 ? atof(arguments[1]) : 60) * 1e9);

    cpus = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    printf("the clock's source: %s\n", uuid9562_clock_source());
    fflush(stdout);
    watch("alone", nothing, ns);
    watch("stopped", stops, ns);
    watch("set", steps, ns);
    return 0;
}
