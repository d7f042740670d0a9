/*
 * What is left in a thread's buffer of random bytes, for how long, and after the thread: this file
 * compiles the core into itself, with a clock of its own and a count of the cipher's keys, and looks
 * into the buffer after every function that draws.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

#include "one_library.h"

static int fake_key_create(pthread_key_t *key, void (*release)(void *));
static int set_clock(clockid_t clock, struct timespec *now);
static int counted_madvise(void *pages, size_t size, int advice);

#define pthread_key_create fake_key_create
#define madvise            counted_madvise
#define clock_gettime      set_clock
#include "../../../core/uuid9562.c"
#undef pthread_key_create
#undef madvise
#undef clock_gettime

#include "../run.c"

static const uint8_t zeros[BUFFER_SIZE];
static int keys; /* so far, and of the last one */
static uint8_t last_key[STREAM_KEY];
static uint64_t last_nonce;

static void counted_expand(uint8_t *schedule, const uint8_t key[STREAM_KEY])
{
    keys++;
    memcpy(last_key, key, sizeof last_key);
    stream_chacha20.expand(schedule, key);
}

static void counted_generate(uint8_t *out, size_t batches, const uint8_t *schedule, uint64_t nonce,
                             uint64_t first)
{
    last_nonce = nonce;
    stream_chacha20.generate(out, batches, schedule, nonce, first);
}

static void setup(void)
{
    static stream_variant_t counted;

    counted = stream_chacha20;
    counted.expand = counted_expand;
    counted.generate = counted_generate;
    atomic_store(&stream_chosen, &counted);
}

static const fixture_t fixture = {setup, NULL};

static uint64_t now_ns = UINT64_C(1700000000000000000);

static int set_clock(clockid_t clock, struct timespec *now)
{
    (void)clock;
    now->tv_sec = (time_t)(now_ns / 1000000000);
    now->tv_nsec = (long)(now_ns % 1000000000);
    return 0;
}

static int discarded; /* slots */

static int counted_madvise(void *pages, size_t size, int advice)
{
    discarded += advice == MADV_DONTNEED && size == SECRET_SLOT_SIZE;
    return madvise(pages, size, advice);
}

static bool no_key;

static int fake_key_create(pthread_key_t *key, void (*release)(void *))
{
    return no_key ? -1 : pthread_key_create(key, release);
}

/* Bytes that were handed out are zeros, and those that are left are not. */
static void check_buffer(const char *after)
{
    const entropy_buffer_t *buffer = thread_entropy.slot.memory;
    const size_t left = bytes_left(buffer);

    require_msg(memcmp(buffer->bytes + left, zeros, BUFFER_SIZE - left) == 0,
                "%s leaves bytes that it has handed out", after);
    for (size_t i = 0; i + 8 <= left; i += 8)
        require_msg(memcmp(buffer->bytes + i, zeros, 8) != 0,
                    "%s wipes bytes that it has not handed out", after);
}

TEST(every_function_wipes_what_it_takes)
{
    static uuid9562_t out[600];
    static uint8_t bytes[20000];
    const size_t counts[] = {1, 7, 1024, 1025, 5000, 8192, 8193};
    uint8_t *behind;

    require_eq(entropy_draw(NULL, bytes, 1), 0);
    /* the next slot, which nobody has */
    behind = (uint8_t *)thread_entropy.slot.memory + SECRET_SLOT_SIZE;
    *behind = 0xaa;

    for (int round = 0; round < 3000; round++) {
        assert_ok(uuid9562_uuid4(NULL, &out[0]));
        check_buffer("uuid4");
        assert_ok(uuid9562_uuid7(NULL, &out[0]));
        check_buffer("uuid7");
        assert_ok(uuid9562_uuid6(NULL, &out[0], NULL, NULL));
        check_buffer("uuid6");
        if (round % 10 != 0)
            continue;
        assert_ok(uuid9562_uuid1(NULL, &out[0], NULL, NULL));
        check_buffer("uuid1");
        assert_ok(uuid9562_uuid8(NULL, &out[0], NULL, NULL, NULL));
        check_buffer("uuid8");
        for (uint64_t n = 1; n <= 600; n = n * 3 + 1) {
            for (int version = 4; version <= 7; version++)
                if (uuid9562_batch(NULL, out, version, n) != UUID9562_ERR_BATCH_VERSION)
                    check_buffer("a batch");
        }
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            require_eq(entropy_draw(NULL, bytes, counts[i]), 0);
            check_buffer("entropy_draw");
        }
    }
    for (int i = 0; i < 50000; i++) { /* fills that version 7 asks for, and with an odd rest */
        assert_ok(uuid9562_uuid7(NULL, &out[0]));
        if (i % 5000 == 0)
            require_eq(entropy_draw(NULL, bytes, 1), 0);
        check_buffer("uuid7");
    }
    now_ns -= 2 * UUID9562_MAX_LEAD_NS_DEFAULT;
    for (int version = 6; version <= 7; version++) {
        assert_status(uuid9562_batch(NULL, out, version, 3), UUID9562_ERR_LEAD);
        check_buffer("a batch that fails");
    }
    require_eq(*behind, 0xaa);
    *behind = 0;
}

/* The seed is the key of a fill, and the time its nonce. */
TEST(a_key_is_a_seed)
{
    uint8_t byte;

    assert_ok(uuid9562_reseed());
    for (int i = 0; i < 100000; i++) {
        const entropy_buffer_t *buffer = thread_entropy.slot.memory;
        const int before = keys;
        uint8_t seed[STREAM_KEY] = {0};

        now_ns += i % 3 == 0;
        if (buffer != NULL)
            memcpy(seed, buffer->seed, sizeof seed);
        require_eq(entropy_draw(NULL, &byte, sizeof byte), 0);
        if (keys == before)
            continue;
        require_eq(last_nonce, now_ns);
        if (memcmp(seed, zeros, sizeof seed) != 0)
            require_mem(last_key, seed, sizeof seed);
    }
    require_gt(keys, 2);
}

/* A large request has a key for each 64 KiB, made by one that makes the next seed, too. */
TEST(keys_of_a_large_request)
{
    enum { KIB_64 = 65536 };
    uint8_t *bytes = malloc(3 * KIB_64 + 1);

    for (size_t n = 1; n <= 3; n++) {
        keys = 0;
        require_eq(entropy_draw(NULL, bytes, n * KIB_64), 0);
        require_eq(keys, 2 * n);
        keys = 0;
        require_eq(entropy_draw(NULL, bytes, n * KIB_64 + 1), 0);
        require_eq(keys, 2 * (n + 1));
    }
    free(bytes);
}

/* Where the kernel wipes pages in children, the generation is in one, and no process ID is asked. */
TEST(the_kernel_wipes_the_generation)
{
    bool is_wiped = false;
    void *pages = os_map(1, &is_wiped);

    require(pages != NULL);
    os_unmap(pages, 1);
    require(fork_generation() != 0);
    require_eq(generation_word != &watched_word, is_wiped);
    require_eq(fast_word == generation_word, is_wiped);
}

/* A second after the fill the bytes are used, but not a nanosecond later, nor when the clock was set
 * back behind the fill. */
TEST(how_old_bytes_become)
{
    const int64_t ages[] = {0, 1, 999999999, 1000000000, 1000000001, -1};
    uint8_t byte;

    for (int i = 0; i < 6; i++) {
        const uint64_t begin = now_ns;

        assert_ok(uuid9562_reseed());
        require_eq(entropy_draw(NULL, &byte, 1), 0);
        require_gt(bytes_left(thread_entropy.slot.memory), 0);
        now_ns += (uint64_t)ages[i];
        require(refresh(0) != NULL);
        require_eq(bytes_left(thread_entropy.slot.memory) == 0, i >= 4);
        now_ns = begin;
    }
}

static void *draw_one(void *unused)
{
    uint8_t byte;
    return entropy_draw(NULL, &byte, sizeof byte) == 0 ? unused : &discarded;
}

TEST(threads_leave_no_pages)
{
    const int slots = discarded;

    for (int i = 0; i < 3; i++) {
        run_threads(1, draw_one, NULL, 0);
        require_eq(discarded, slots + i + 1);
    }
}

/* A thread whose end would not be seen has no buffer, which nobody would wipe. */
TEST(no_buffer_without_a_release)
{
    static uint8_t bytes[20000];

    thread_keep(&end_of_thread, NULL);
    release_buffer(&thread_entropy);
    no_key = true;
    atomic_store(&end_of_thread.has_key, false); /* as if no key had been asked for */
    require_eq(entropy_draw(NULL, bytes, 1), -1);
    require_eq(entropy_draw(NULL, bytes, 5000), -1);
    require_eq(entropy_draw(NULL, bytes, sizeof bytes), -1);
    require(thread_entropy.slot.memory == NULL && thread_entropy.generation == NO_FORK_GENERATION);
    no_key = false;
    require_eq(entropy_draw(NULL, bytes, 1), 0);
}

#ifndef __SANITIZE_ADDRESS__ /* which reports a read of a stack after its use, as here */
static uintptr_t spilled; /* where a variant left something */

static NEVER_INLINE void spill(uint8_t *out, size_t batches, const uint8_t *schedule,
                               uint64_t nonce, uint64_t first)
{
    volatile uint8_t stack[512];

    (void)out, (void)batches, (void)schedule, (void)nonce, (void)first;
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = 0x5a;
    spilled = (uintptr_t)stack;
}

TEST(nothing_of_a_stream_is_left_on_the_stack)
{
    stream_variant_t spilling = stream_chacha20;
    static stream_work_t work;
    static uint8_t out[STREAM_BATCH];
    int left = 0;

    spilling.generate = spill;
    atomic_store(&stream_chosen, &spilling);
    crypto_stream(out, sizeof out, zeros, 0, &work);
    for (size_t i = 0; i < 512; i++)
        left += ((const volatile uint8_t *)spilled)[i] != 0;
    require_eq(left, 0);
}

static const volatile uint8_t *given; /* where the bytes of a source went last */

static int noted_random(void *context, void *bytes, size_t count)
{
    (void)context;
    memset(bytes, 0x5a, count);
    given = bytes;
    return 0;
}

/* What the source of a generator gave was on the stack, which nobody has written since. */
TEST(nothing_is_left_on_the_stack)
{
    uuid9562_generator_t *generator;
    uuid9562_status_t status;
    halves_t random;
    int left = 0;

    assert_ok(uuid9562_generator_new(&generator, &(uuid9562_sources_t){NULL, noted_random, NULL},
                                     NULL, NULL));
    for (size_t count = 8; count <= 16; count += 8) {
        status = draw_halves(generator, &random, count);
        for (size_t i = 0; i < count; i++)
            left += given[i] != 0;
        assert_ok(status);
        require(random.hi == UINT64_C(0x5a5a5a5a5a5a5a5a));
        require_eq(left, 0);
    }
    uuid9562_generator_free(generator);
}
#endif
