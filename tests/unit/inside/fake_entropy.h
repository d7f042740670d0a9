/*
 * What entropy.c and entropy_life.c begin with: the core, compiled into the program, with a cipher,
 * a source of seeds and a clock of its own in the place of the core's and the system's, so that it
 * can make them fail, look at what is left in the buffer, and let time pass.
 */
#ifndef FAKE_ENTROPY_H
#define FAKE_ENTROPY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "one_library.h"

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags);
static int fake_clock(clockid_t clock, struct timespec *now);
static int fake_madvise(void *pages, size_t size, int advice);
static long fake_sysconf(int name);
static int fake_setspecific(pthread_key_t key, const void *value);

#define getrandom           fake_getrandom
#define clock_gettime       fake_clock
#define madvise             fake_madvise
#define sysconf             fake_sysconf
#define pthread_setspecific fake_setspecific
#include "../../../core/uuid9562.c"
#undef getrandom
#undef clock_gettime
#undef madvise
#undef sysconf
#undef pthread_setspecific

#include "../run.c"

/* ---- the replaced cipher, system and clock ---- */

static unsigned fills, readings, seeds; /* so far: by the cipher, of the system, of those seeds */
static unsigned failing_reading;
static bool clock_fails;
static void (*interruption)(void); /* what comes in the midst of a call: of the functions below, */
static unsigned until_interrupted; /* this one, from 0 */
static uint64_t next_bytes;        /* a counter: no two groups of eight bytes are the same */
static time_t seconds;
static long ahead_ns; /* the exact clock, of the coarse one */

static bool all_zero(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static void interrupt(void)
{
    void (*const come)(void) = interruption;

    if (come == NULL || until_interrupted-- > 0)
        return;
    interruption = NULL;
    come();
}

/* A failing source leaves its bytes as well. */
static void make_bytes(unsigned char *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % 8 == 0)
            next_bytes++;
        out[i] = (unsigned char)((next_bytes * UINT64_C(0x9e3779b97f4a7c15)) >> i % 8 * 8) | 1;
    }
}

/* Its bytes are zeros where its key is. */
static void fake_expand(uint8_t *schedule, const uint8_t key[STREAM_KEY])
{
    memcpy(schedule, key, STREAM_KEY);
    interrupt();
}

enum { FAKE_BATCH = 32 };

static void fake_generate(uint8_t *out, size_t batches, const uint8_t *schedule, uint64_t nonce,
                          uint64_t first)
{
    const size_t count = batches * FAKE_BATCH;

    (void)nonce, (void)first;
    interrupt();
    make_bytes(out, count);
    if (all_zero(schedule, STREAM_KEY))
        memset(out, 0, count);
    interrupt();
    fills += count > 2 * STREAM_KEY;
}

static const stream_variant_t fake_stream = {
    .name = "fake", .batch = FAKE_BATCH, .expand = fake_expand, .generate = fake_generate};

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    make_bytes(bytes, count);
    interrupt();
    seeds += count == STREAM_KEY;
    return ++readings != failing_reading ? (ssize_t)count : -1;
}

static int fake_clock(clockid_t clock, struct timespec *now)
{
    interrupt();
    *now = (struct timespec){seconds, clock == CLOCK_REALTIME_COARSE ? 0 : ahead_ns};
    return clock_fails ? -1 : 0;
}

static size_t page_size = 4096, discarded;

static long fake_sysconf(int name)
{
    (void)name;
    return (long)page_size;
}

/* Nothing is wiped by the system alone. */
static int fake_madvise(void *pages, size_t size, int advice)
{
    if (advice != MADV_DONTNEED)
        return madvise(pages, size, advice);
    discarded = (size + page_size - 1) / page_size * page_size; /* as the kernel counts */
    return 0;
}

static bool is_kept; /* the end of the thread will be seen */

static int fake_setspecific(pthread_key_t key, const void *value)
{
    interrupt();
    is_kept = value != NULL;
    return pthread_setspecific(key, value);
}

/* Each test begins without a buffer. */
static void setup(void)
{
    interruption = NULL;
    if (thread_entropy.slot.memory != NULL) {
        thread_keep(&end_of_thread, NULL);
        release_buffer(&thread_entropy);
    }
    fills = readings = seeds = failing_reading = 0;
    clock_fails = false;
    atomic_store(&stream_chosen, &fake_stream);
    seconds = 1700000000;
    ahead_ns = 0;
    atomic_store(&environment, BUFFERED);
}

static const fixture_t fixture = {setup, NULL};

static entropy_buffer_t *buffer_of_thread(void)
{
    ck_assert(secret_slot_is_held(&thread_entropy.slot));
    return thread_entropy.slot.memory;
}

static uint64_t draw8(void)
{
    uint64_t bytes = 0;
    require(entropy_draw(NULL, &bytes, sizeof bytes) == 0);
    return bytes;
}

/* Bytes of the cipher's fills; and of the first ones, until they have their full size. */
enum { SECOND_FILL = 3072 - STREAM_KEY, FULL_FILL = BUFFER_SIZE - STREAM_KEY };
enum { GROWING = SMALL_FILL + SECOND_FILL, FIRST_FILLS = GROWING + FULL_FILL };

#endif
