/*
 * What cycle_counter.c begins with: the core, compiled into the program, with a made-up processor,
 * kernel and clock in the place of the real ones. Time passes only as the tests say.
 */
#ifndef FAKE_COUNTER_H
#define FAKE_COUNTER_H

#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static uint64_t fake_counter(void);
static int fake_clock(clockid_t clock, struct timespec *now);
static void fake_cpuid(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d);
static int fake_prctl(int what, int *answer);
static int fake_open(const char *path, int flags, ...);
static ssize_t fake_read(int file, void *text, size_t size);
static int fake_close(int file);

#define __builtin_ia32_rdtsc fake_counter
#define clock_gettime        fake_clock
#undef __cpuid
#define __cpuid(leaf, a, b, c, d) fake_cpuid(leaf, &(a), &(b), &(c), &(d))
#define prctl                     fake_prctl
#define open                      fake_open
#define read                      fake_read
#define close                     fake_close
#include "../../../core/uuid9562.c"
#undef clock_gettime
#undef prctl
#undef open
#undef read
#undef close

#include "../run.c"

/* ---- a processor and a clock, in nanoseconds ---- */

static const uint64_t epoch_ns = UINT64_C(1700000000123456789);
static double counter = 1e12, counter_rate = 2.1; /* cycles, and how many pass in a nanosecond */
static double clock_ns, clock_rate = 1;           /* since the epoch, and how fast it goes */
static double to_read_clock = 15;                 /* before the moment of its reading, and after */
static double bend;                               /* what each reading adds to the clock */
static bool clock_fails;
static int counter_readings, clock_readings;
static double interruption; /* between a reading that ends a span and the counter after it, once: */
static int until_interrupted; /* so many such readings come before */

static void pass(double ns)
{
    counter += ns * counter_rate;
    clock_ns += ns * clock_rate;
}

static uint64_t fake_counter(void)
{
    counter_readings++;
    pass(8);
    return (uint64_t)counter;
}

static int fake_clock(clockid_t clock, struct timespec *now)
{
    uint64_t ns;

    if (clock != CLOCK_REALTIME) {
        ns = epoch_ns + (uint64_t)(int64_t)clock_ns;
    } else {
        clock_readings++;
        pass(to_read_clock);
        clock_ns += bend;
        ns = epoch_ns + (uint64_t)(int64_t)clock_ns;
        pass(to_read_clock);
        if (ns - anchor.base_ns >= SPAN_NS && anchor_is_wanted(&anchor) && until_interrupted-- == 0)
            pass(interruption);
    }
    *now = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    return clock_fails ? -1 : 0;
}

/* One reading, and how far it is ahead of the clock when it began. */
static double read_ahead(void)
{
    reading_t now;
    double before;

    pass(10);
    before = clock_ns;
    assert_ok(read_time(&process_generator, &now));
    return (double)(int64_t)(now.ns - epoch_ns) - before;
}

/* The clock's reading, or behind it by no more than a bracket. */
static const double bracket = ANCHOR_NS / 64.0;

static void require_right(double ahead)
{
    require_msg(ahead >= -bracket && ahead <= clock_rate * 2 * (to_read_clock + 8) + 1,
                "the time is %f ns ahead of the clock", ahead);
}

static void read_for(double ns)
{
    for (const double end = counter + ns * counter_rate; counter < end;)
        require_right(read_ahead());
}

/* Two spans, from which two rates are measured, and one that may have begun before. */
static const double to_trust = 3.3e6;

/* A thread that reads the time without a pause, with an anchor that was just set. */
static void anchor_thread(void)
{
    read_for(to_trust);
    require(anchor_is_set(&anchor));
    for (const uint64_t old = anchor.cycles; anchor.cycles == old;)
        require_right(read_ahead());
    require(anchor_is_set(&anchor));
}

/* ---- a kernel ---- */

static const char *kernel_s_clock = "tsc\n"; /* or NULL: there is no such file */
static int next_file = 95, interrupted, may_read = PR_TSC_ENABLE, files_open, files_opened;
static unsigned last_leaf = 0x80000007;
static bool is_invariant = true, prctl_fails, read_fails;

static void fake_cpuid(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    require(leaf == 0x80000000 || leaf == 0x80000007 || leaf == 1); /* 1: of batches */
    *b = *c = leaf == 1 ? 0 : ~0U;
    *a = leaf == 0x80000000 ? last_leaf : ~0U;
    *d = is_invariant && leaf == 0x80000007 ? 1U << 8 : ~(1U << 8);
}

static int fake_prctl(int what, int *answer)
{
    require_eq(what, PR_GET_TSC);
    *answer = may_read;
    return prctl_fails ? -1 : 0;
}

static int fake_open(const char *path, int flags, ...)
{
    int state;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    require_eq(state, PTHREAD_CANCEL_DISABLE);
    require_eq(flags, O_RDONLY | O_CLOEXEC);
    require(strcmp(path, "/sys/devices/system/clocksource/clocksource0/current_clocksource") == 0);
    if (interrupted-- > 0 || kernel_s_clock == NULL) {
        errno = interrupted >= 0 ? EINTR : ENOENT;
        return -1;
    }
    interrupted = 2;
    files_opened++;
    files_open++;
    return next_file;
}

static ssize_t fake_read(int file, void *text, size_t size)
{
    size_t length = strlen(kernel_s_clock);

    require_eq(file, next_file);
    if (interrupted-- > 0) {
        errno = EINTR;
        return -1;
    }
    errno = read_fails ? EIO : EINTR; /* which means nothing where it succeeds */
    if (read_fails)
        return -1;
    length = length < size ? length : size;
    memcpy(text, kernel_s_clock, length);
    return (ssize_t)length;
}

static int fake_close(int file)
{
    require_eq(file, next_file);
    files_open--;
    errno = EIO;
    return -1;
}

#endif
