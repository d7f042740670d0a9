/*
 * The buffer of random bytes from the inside: this file compiles the core into itself, with a
 * cipher, a source of seeds and a clock of its own in the place of OpenSSL's and the system's, so
 * that it can make them fail, look at what is left in the buffer, and let time pass.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>
#include <link.h>
#include <openssl/evp.h>

static int fake_encrypt(EVP_CIPHER_CTX *context, unsigned char *out, int *out_length,
                        const unsigned char *in, int count);
static int fake_getentropy(void *bytes, size_t count);
static int fake_clock(clockid_t clock, struct timespec *now);

#define EVP_EncryptUpdate         fake_encrypt
#define dl_iterate_phdr(look, at) ((void)(look), ALL_WITHIN) /* as if all were OpenSSL's */
#define getentropy                fake_getentropy
#define clock_gettime             fake_clock
#include "../../core/uuid9562.c"
#undef dl_iterate_phdr
#undef EVP_EncryptUpdate
#undef getentropy
#undef clock_gettime

#include <pthread.h>

#include "../core/run.c"

/* ---- the replaced cipher, seeds and clock ---- */

static unsigned fills, seeds; /* so far */
static unsigned failing_fill; /* the number of the fill that fails, from 1 */
static unsigned failing_seed;
static uint64_t next_bytes; /* a counter: no two groups of eight bytes are the same */
static time_t seconds = 1700000000;

static int fake_encrypt(EVP_CIPHER_CTX *context, unsigned char *out, int *out_length,
                        const unsigned char *in, int count)
{
    (void)context;
    (void)in;
    *out_length = count;
    fills += count > STREAM_CIPHER_SEED;
    for (int i = 0; i < count; i++) { /* a failing one leaves its bytes as well */
        if (i % 8 == 0)
            next_bytes++;
        out[i] = (unsigned char)((next_bytes * UINT64_C(0x9e3779b97f4a7c15)) >> i % 8 * 8) | 1;
    }
    return count <= STREAM_CIPHER_SEED || fills != failing_fill;
}

static int fake_getentropy(void *bytes, size_t count)
{
    memset(bytes, 1, count);
    return ++seeds != failing_seed ? 0 : -1;
}

static int fake_clock(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){.tv_sec = seconds};
    return 0;
}

/* Each test begins without a buffer. */
static void setup(void)
{
    if (thread_buffer != NULL) {
        thread_keep(&buffer_slot, NULL);
        release_buffer(thread_buffer);
    }
    fills = seeds = failing_fill = failing_seed = 0;
    seconds = 1700000000;
}

static bool all_zero(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static uint64_t draw8(void)
{
    uint64_t bytes = 0;
    ck_assert_int_eq(entropy_draw(NULL, &bytes, sizeof bytes), 0);
    return bytes;
}

static int by_value(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;
    return (l > r) - (l < r);
}

static void check_distinct(uint64_t *drawn, size_t count)
{
    qsort(drawn, count, sizeof *drawn, by_value);
    ck_assert_uint_ne(drawn[0], 0);
    for (size_t i = 1; i < count; i++)
        ck_assert_uint_ne(drawn[i - 1], drawn[i]);
}

/* ---- tests ---- */

START_TEST(only_what_is_handed_out_is_wiped)
{
    for (int i = 0; i < 100; i++)
        draw8();
    ck_assert_uint_eq(thread_buffer->ready + thread_buffer->reserve, BUFFER_SIZE - 800);
    ck_assert(all_zero(thread_buffer->output.bytes + BUFFER_SIZE - 800, 800));
    ck_assert(all_zero(thread_buffer->output.seed, STREAM_CIPHER_SEED)); /* it has taken effect */
    for (size_t i = 0; i < BUFFER_SIZE - 800; i++)
        ck_assert_uint_ne(thread_buffer->output.bytes[i], 0);
}
END_TEST

START_TEST(every_byte_is_handed_out_once)
{
    enum { COUNT = 3 * BUFFER_SIZE / 8 };
    static uint64_t drawn[COUNT];

    for (int i = 0; i < COUNT; i++)
        drawn[i] = draw8();
    ck_assert_uint_eq(fills, 3); /* and none is left over */
    check_distinct(drawn, COUNT);
}
END_TEST

START_TEST(draws_of_all_sizes_repeat_nothing)
{
    static uint64_t drawn[16 * BUFFER_SIZE / 8];
    size_t have = 0, size = 8;

    while (have + size / 8 <= sizeof drawn / sizeof *drawn) {
        ck_assert_int_eq(entropy_draw(NULL, &drawn[have], size), 0);
        have += size / 8;
        size = size * 3 / 2 / 8 * 8 + 8;
        if (size > 2 * BYPASS_THRESHOLD)
            size = 8;
    }
    check_distinct(drawn, have);
}
END_TEST

/* Each fill up to the third, and the first seed, fails once: the draw returns an error and hands
 * out nothing, and what is drawn afterwards repeats nothing. */
START_TEST(a_failed_fill_or_seed_hands_out_nothing)
{
    enum { COUNT = 3 * BUFFER_SIZE / 8 };
    static uint64_t drawn[COUNT];

    for (unsigned failing = 1; failing <= 4; failing++) {
        unsigned failed = 0;

        setup();
        failing_fill = failing <= 3 ? failing : 0;
        failing_seed = failing == 4 ? 1 : 0;
        for (int i = 0; i < COUNT;) {
            uint64_t bytes = 0;
            if (entropy_draw(NULL, &bytes, sizeof bytes) == 0) {
                drawn[i++] = bytes;
                continue;
            }
            failed++;
            ck_assert_uint_eq(bytes, 0);
            ck_assert(all_zero(thread_buffer->output.bytes, BUFFER_SIZE));
            ck_assert_uint_eq(thread_buffer->ready + thread_buffer->reserve, 0);
        }
        ck_assert_uint_eq(failed, 1);
        check_distinct(drawn, COUNT);
    }
}
END_TEST

START_TEST(an_error_writes_no_uuid)
{
    uuid9562_t uuid = UUID9562_INIT_MAX;

    failing_fill = 1;
    ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_ERR_ENTROPY);
    ck_assert(!all_zero(uuid.bytes, 16));
    ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_OK);
}
END_TEST

/* The age is checked every ENTROPY_PREPARE_MAX bytes. */
START_TEST(an_expired_buffer_is_dropped_and_seeded_anew)
{
    draw8();
    ck_assert_uint_eq(seeds, 1);
    seconds++;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(fills, 1); /* a second is not too old */
    seconds++;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(fills, 2);
    ck_assert_uint_eq(seeds, 2);
    seconds -= 1000; /* a clock that was set back */
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(fills, 3);
    ck_assert_uint_eq(seeds, 3);
}
END_TEST

START_TEST(a_new_fork_generation_drops_all_at_once)
{
    draw8();
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_OK);
    ck_assert_uint_eq(fills, 2);
    ck_assert_uint_eq(seeds, 2);
    failing_seed = 3;
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_ERR_ENTROPY);
    ck_assert_uint_eq(thread_buffer->ready + thread_buffer->reserve, 0);
    ck_assert(all_zero(thread_buffer->output.bytes, BUFFER_SIZE));
    draw8(); /* seeds anew without another uuid9562_reseed */
    ck_assert_uint_eq(seeds, 4);
}
END_TEST

static void *own_buffer(void *unused)
{
    draw8();
    ck_assert_ptr_nonnull(thread_buffer);
    return thread_buffer != unused ? thread_buffer : NULL;
}

/* The buffer has not expired, its seed has, and the system gives no new one: then the bytes that
 * are left belong to no generation, and not to the generation 0 that a child finds. */
START_TEST(a_child_gets_nothing_of_a_buffer_that_could_not_be_refreshed)
{
    static uint8_t bytes[BUFFER_SIZE], inherited[BUFFER_SIZE];
    uint8_t first[8];

    ck_assert_int_eq(entropy_draw(NULL, first, sizeof first), 0);
    seconds++;
    for (int i = 0; i < BUFFER_SIZE / ENTROPY_PREPARE_MAX; i++)
        ck_assert_int_eq(entropy_draw(NULL, bytes, ENTROPY_PREPARE_MAX), 0);
    ck_assert_int_eq(entropy_draw(NULL, first, sizeof first), 0);
    ck_assert_uint_eq(fills, 2);
    seconds++;
    failing_seed = seeds + 1;
    ck_assert_int_ne(entropy_draw(NULL, bytes, ENTROPY_PREPARE_MAX + 1), 0);
    ck_assert_uint_gt(thread_buffer->ready, 8);
    memcpy(inherited, thread_buffer->output.bytes, sizeof inherited);
    atomic_store(atomic_load(&generation_word), 0);
    ck_assert_int_eq(entropy_draw(NULL, first, sizeof first), 0);
    for (size_t i = 0; i < sizeof inherited; i += sizeof first)
        ck_assert_mem_ne(inherited + i, first, sizeof first);
}
END_TEST

/* valgrind and AddressSanitizer see whether the thread's buffer is freed. */
START_TEST(each_thread_has_a_buffer_of_its_own)
{
    pthread_t thread;
    void *other;

    draw8();
    pthread_create(&thread, NULL, own_buffer, thread_buffer);
    pthread_join(thread, &other);
    ck_assert_ptr_nonnull(other);
}
END_TEST

static TCase *entropy_case(void)
{
    TCase *tcase = tcase_create("entropy");
    tcase_add_checked_fixture(tcase, setup, NULL);
    add_test(tcase, only_what_is_handed_out_is_wiped);
    add_test(tcase, every_byte_is_handed_out_once);
    add_test(tcase, draws_of_all_sizes_repeat_nothing);
    add_test(tcase, a_failed_fill_or_seed_hands_out_nothing);
    add_test(tcase, an_error_writes_no_uuid);
    add_test(tcase, an_expired_buffer_is_dropped_and_seeded_anew);
    add_test(tcase, a_new_fork_generation_drops_all_at_once);
    add_test(tcase, a_child_gets_nothing_of_a_buffer_that_could_not_be_refreshed);
    add_test(tcase, each_thread_has_a_buffer_of_its_own);
    return tcase;
}

int main(int argc, char **argv)
{
    TCase *(*const cases[])(void) = {entropy_case};
    return run_tests(argc, argv, cases, 1);
}
