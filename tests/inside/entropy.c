/*
 * The buffer of random bytes from the inside: this file compiles the core into itself, with a
 * cipher, a source of seeds and a clock of its own in the place of OpenSSL's and the system's, so
 * that it can make them fail, look at what is left in the buffer, and let time pass.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include <link.h>
#include <openssl/evp.h>

static int fake_encrypt(EVP_CIPHER_CTX *context, unsigned char *out, int *out_length,
                        const unsigned char *in, int count);
static int fake_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                     const unsigned char *iv, const OSSL_PARAM params[]);
static EVP_CIPHER_CTX *fake_new(void);
static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags);
static int fake_clock(clockid_t clock, struct timespec *now);
static int fake_madvise(void *pages, size_t size, int advice);
static long fake_sysconf(int name);

#define EVP_EncryptUpdate         fake_encrypt
#define EVP_EncryptInit_ex2       fake_init
#define EVP_CIPHER_CTX_new        fake_new
#define dl_iterate_phdr(look, at) ((void)(look), ALL_WITHIN) /* as if all were OpenSSL's */
#define getrandom                 fake_getrandom
#define clock_gettime             fake_clock
#define madvise                   fake_madvise
#define sysconf                   fake_sysconf
#include "../../core/uuid9562.c"
#undef dl_iterate_phdr
#undef EVP_EncryptUpdate
#undef EVP_EncryptInit_ex2
#undef EVP_CIPHER_CTX_new
#undef getrandom
#undef clock_gettime
#undef madvise
#undef sysconf

#include <pthread.h>

#include "../core/run.c"

/* ---- the replaced cipher, system and clock ---- */

static unsigned fills, readings, seeds; /* so far: by the cipher, of the system, of those seeds */
static unsigned failing_fill;           /* the number of the fill that fails, from 1 */
static unsigned failing_reading;
static unsigned asked; /* for a cipher */
static bool no_cipher, clock_fails;
static uint64_t next_bytes;        /* a counter: no two groups of eight bytes are the same */
static unsigned char last_key[32]; /* that the cipher has */
static time_t seconds;

/* A failing source leaves its bytes as well. */
static void make_bytes(unsigned char *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % 8 == 0)
            next_bytes++;
        out[i] = (unsigned char)((next_bytes * UINT64_C(0x9e3779b97f4a7c15)) >> i % 8 * 8) | 1;
    }
}

static int fake_encrypt(EVP_CIPHER_CTX *context, unsigned char *out, int *out_length,
                        const unsigned char *in, int count)
{
    (void)context;
    (void)in;
    *out_length = count;
    fills += count > STREAM_CIPHER_SEED;
    for (int i = 0; i < count; i++)
        ck_assert_uint_eq(out[i], 0);
    make_bytes(out, (size_t)count);
    return count <= STREAM_CIPHER_SEED || fills != failing_fill;
}

static int fake_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                     const unsigned char *iv, const OSSL_PARAM params[])
{
    if (key != NULL)
        memcpy(last_key, key, sizeof last_key);
    return EVP_EncryptInit_ex2(context, cipher, key, iv, params);
}

static EVP_CIPHER_CTX *fake_new(void)
{
    asked++;
    return no_cipher ? NULL : EVP_CIPHER_CTX_new();
}

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    make_bytes(bytes, count);
    seeds += count == STREAM_CIPHER_SEED;
    return ++readings != failing_reading ? (ssize_t)count : -1;
}

static int fake_clock(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){.tv_sec = seconds};
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

/* Each test begins without a buffer. */
static void setup(void)
{
    if (mine.slot.memory != NULL) {
        thread_keep(&end_of_thread, NULL);
        release_buffer(&mine);
    }
    fills = readings = seeds = failing_fill = failing_reading = asked = 0;
    no_cipher = clock_fails = false;
    seconds = 1700000000;
    atomic_store(&environment, BUFFERED);
}

static entropy_buffer_t *buffer_of_thread(void)
{
    ck_assert(slab_is_held(&mine.slot));
    return mine.slot.memory;
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

static void draw_many(uint64_t *drawn, size_t count)
{
    for (size_t i = 0; i < count; i++)
        drawn[i] = draw8();
}

/* Bytes of the first fills, until they have their full size. */
enum { GROWING = SMALL_FILL + 3072, FIRST_FILLS = GROWING + BUFFER_SIZE };

/* ---- tests ---- */

START_TEST(only_what_is_handed_out_is_wiped)
{
    entropy_buffer_t *buffer;

    for (int i = 0; i < (GROWING + 800) / 8; i++)
        draw8();
    buffer = buffer_of_thread();
    ck_assert_uint_eq(bytes_left(buffer), BUFFER_SIZE - 800);
    ck_assert(all_zero(buffer->bytes + BUFFER_SIZE - 800, 800));
    for (size_t i = 0; i < BUFFER_SIZE - 800; i++)
        require_ne(buffer->bytes[i], 0);
}
END_TEST

/* A kibibyte of the system's; then the cipher's, with one seed of the system's. The first two stay
 * within a page. After a second it begins anew. */
START_TEST(fills_grow)
{
    entropy_buffer_t *buffer;

    draw8();
    buffer = buffer_of_thread();
    ck_assert_uint_eq(bytes_left(buffer), SMALL_FILL - 8);
    ck_assert_uint_eq(readings, 1);
    ck_assert_uint_eq(asked, 0);
    for (int i = 0; i < SMALL_FILL / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), 3072 - 8);
    ck_assert(all_zero((uint8_t *)buffer + 4096, SLAB_SLOT_SIZE - 4096));
    for (int i = 0; i < 3072 / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), BUFFER_SIZE - 8);
    for (int i = 0; i < BUFFER_SIZE / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), BUFFER_SIZE - 8);
    ck_assert_uint_eq(fills, 3);
    ck_assert_uint_eq(readings, 2);
    ck_assert_uint_eq(seeds, 1);
    seconds += 2;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), SMALL_FILL - 8);
    ck_assert_uint_eq(readings, 3);
    ck_assert(all_zero((uint8_t *)buffer + 4096, SLAB_SLOT_SIZE - 4096));
}
END_TEST

/* A key is there from when a fill begins to when it ends; its seed until it has become the key. */
START_TEST(keys_are_forgotten)
{
    unsigned char seed[STREAM_CIPHER_SEED];
    static uint8_t large[2 * BYPASS_THRESHOLD];

    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    ck_assert_uint_eq(fills, 2);
    ck_assert(all_zero(last_key, sizeof last_key));
    memcpy(seed, buffer_of_thread()->seed, sizeof seed);
    ck_assert(!all_zero(seed, sizeof seed));
    memset(large, 0xff, sizeof large); /* which the cipher does not see */
    ck_assert_int_eq(entropy_draw(NULL, large, sizeof large), 0);
    ck_assert_uint_eq(fills, 3);
    ck_assert(all_zero(last_key, sizeof last_key));
    ck_assert_mem_ne(buffer_of_thread()->seed, seed, sizeof seed);
    ck_assert_uint_eq(seeds, 1);
    ck_assert_uint_eq(readings, 2); /* a fill and that seed */
}
END_TEST

START_TEST(every_byte_is_handed_out_once)
{
    enum { COUNT = (FIRST_FILLS + BUFFER_SIZE) / 8 };
    static uint64_t drawn[COUNT];

    draw_many(drawn, COUNT);
    ck_assert_uint_eq(fills, 3); /* and none is left over */
    check_distinct(drawn, COUNT);
}
END_TEST

START_TEST(draws_of_all_sizes_repeat_nothing)
{
    static uint64_t drawn[16 * SLAB_SLOT_SIZE / 8];
    size_t have = 0, size = 8;

    atomic_store(&environment, _i == 1 ? UNBUFFERED : BUFFERED);
    no_cipher = _i == 2;
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

/* Lengths for which no fill of the system's is enough: all is written, and nothing behind it. */
START_TEST(draws_of_several_fills)
{
    static uint8_t bytes[BYPASS_THRESHOLD + 1];

    no_cipher = true;
    for (size_t size = SMALL_FILL + 1; size <= BYPASS_THRESHOLD; size += 31) {
        memset(bytes, 0, sizeof bytes);
        ck_assert_int_eq(entropy_draw(NULL, bytes, size), 0);
        for (size_t i = 0; i < size; i++)
            require_ne(bytes[i], 0);
        require_eq(bytes[size], 0);
    }
    failing_reading = readings + 2;
    ck_assert_int_ne(entropy_draw(NULL, bytes, 3 * SMALL_FILL), 0);
    ck_assert_uint_eq(readings, failing_reading);
}
END_TEST

/* Each reading of the system fails once, a fill or a seed: of both seconds the first and the
 * second. What it left is wiped, and what is drawn afterwards repeats nothing. Without a seed the
 * system's own bytes are drawn. */
START_TEST(a_failed_fill_or_seed_hands_out_nothing)
{
    enum { COUNT = FIRST_FILLS / 8 };
    static uint64_t drawn[2 * COUNT];

    for (unsigned failing = 1; failing <= 4; failing++) {
        unsigned failed = 0;

        setup();
        failing_reading = failing;
        for (int i = 0; i < 2 * COUNT;) {
            uint64_t bytes = 0;
            if (i == COUNT)
                seconds += 2;
            if (entropy_draw(NULL, &bytes, sizeof bytes) == 0) {
                drawn[i++] = bytes;
                continue;
            }
            failed++;
            ck_assert_uint_eq(bytes, 0);
            ck_assert(all_zero(buffer_of_thread()->bytes, BUFFER_SIZE));
            ck_assert(all_zero(buffer_of_thread()->seed, STREAM_CIPHER_SEED) || i >= COUNT);
            ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
        }
        ck_assert_uint_eq(failed, failing % 2);
        ck_assert_uint_ge(readings, failing);
        check_distinct(drawn, 2 * COUNT);
    }
}
END_TEST

/* Then the system's bytes are drawn, for a second, and the cipher is not asked for. */
START_TEST(a_failed_cipher_is_replaced)
{
    enum { COUNT = (FIRST_FILLS + 2 * BUFFER_SIZE) / 8 };
    static uint64_t drawn[COUNT];

    for (failing_fill = 1; failing_fill <= 3; failing_fill++) {
        const unsigned failing = failing_fill;

        setup();
        failing_fill = failing;
        draw_many(drawn, COUNT);
        ck_assert_uint_eq(fills, failing);
        ck_assert_ptr_null(mine.stream);
        ck_assert_uint_eq(buffer_of_thread()->state.seeded_ns, 0);
        ck_assert(all_zero(buffer_of_thread()->seed, STREAM_CIPHER_SEED));
        check_distinct(drawn, COUNT);
    }
}
END_TEST

START_TEST(without_a_cipher)
{
    enum { COUNT = 16 * SMALL_FILL / 8 };
    static uint64_t drawn[COUNT], large[4 * BYPASS_THRESHOLD / 8];

    no_cipher = true;
    draw_many(drawn, COUNT);
    check_distinct(drawn, COUNT);
    ck_assert_uint_eq(asked, 1);
    ck_assert_uint_eq(readings, 16);
    ck_assert_int_eq(entropy_draw(NULL, large, sizeof large), 0);
    check_distinct(large, sizeof large / sizeof *large);
    no_cipher = false;
    seconds += 2;
    draw_many(drawn, 2 * SMALL_FILL / 8 + 1);
    ck_assert_uint_eq(asked, 2); /* now it is there */
    ck_assert_uint_eq(fills, 1);
}
END_TEST

/* Of a large request as well: what the system left of a part is wiped. */
START_TEST(a_large_draw_that_fails)
{
    static uint8_t large[2 * REKEY_INTERVAL];

    for (unsigned failing = 1; failing <= 2; failing++) {
        setup();
        no_cipher = true;
        failing_reading = failing;
        ck_assert_int_eq(entropy_draw(NULL, large, sizeof large), -1);
        ck_assert_uint_eq(readings, failing);
        ck_assert(all_zero(large + (failing - 1) * REKEY_INTERVAL, REKEY_INTERVAL));
    }
}
END_TEST

/* A time of 0 is neither a fresh seed nor a fresh fill. */
START_TEST(a_clock_that_fails)
{
    enum { COUNT = 2 * FIRST_FILLS / 8 };
    static uint64_t drawn[COUNT];
    uuid9562_t uuid;

    clock_fails = true;
    seconds = 0;
    draw_many(drawn, COUNT);
    check_distinct(drawn, COUNT);
    ck_assert_uint_eq(seeds, fills);
    ck_assert_int_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_CLOCK);
}
END_TEST

START_TEST(an_error_writes_no_uuid)
{
    uuid9562_t uuid = UUID9562_INIT_MAX;

    failing_reading = 1;
    ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_ERR_ENTROPY);
    ck_assert(!all_zero(uuid.bytes, 16));
    ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_OK);
}
END_TEST

/* The age is checked every ENTROPY_PREPARE_MAX bytes. */
START_TEST(an_expired_buffer_is_dropped_and_seeded_anew)
{
    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    ck_assert_uint_eq(seeds, 1);
    seconds++;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(readings, 2); /* a second is not too old */
    seconds++;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(readings, 3);
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(seeds, 2);
    seconds -= 1000; /* a clock that was set back */
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(readings, 5);
}
END_TEST

/* A buffer that never expires has a seed that does. */
START_TEST(a_seed_expires)
{
    for (int i = 0; i < FIRST_FILLS / 8; i++)
        draw8();
    ck_assert_uint_eq(seeds, 1);
    for (int fill = 0; fill < 3; fill++) {
        seconds++;
        for (int i = 0; i < BUFFER_SIZE / 8; i++)
            draw8();
    }
    ck_assert_uint_eq(fills, 5);
    ck_assert_uint_eq(seeds, 2);
    ck_assert_uint_eq(readings, 3);
}
END_TEST

/* Versions that have read the clock look each time. */
START_TEST(no_expired_byte_goes_into_a_time_based_uuid)
{
    uuid9562_t uuid;

    for (int version = 6; version <= 7; version++) {
        unsigned before;

        setup();
        ck_assert_int_eq(uuid9562_uuid7(NULL, &uuid), 0);
        before = readings;
        seconds++;
        ck_assert_int_eq(version == 6 ? uuid9562_uuid6(NULL, &uuid, NULL, NULL)
                                      : uuid9562_uuid7(NULL, &uuid),
                         0);
        ck_assert_uint_eq(readings, before);
        seconds++;
        ck_assert_int_eq(version == 6 ? uuid9562_uuid6(NULL, &uuid, NULL, NULL)
                                      : uuid9562_uuid7(NULL, &uuid),
                         0);
        ck_assert_uint_eq(readings, before + 1);
    }
}
END_TEST

START_TEST(a_new_fork_generation_drops_all_at_once)
{
    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_OK);
    ck_assert_uint_eq(readings, 3);
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), SMALL_FILL - 1);
    ck_assert(all_zero(buffer_of_thread()->seed, STREAM_CIPHER_SEED));
    failing_reading = 4;
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_ERR_ENTROPY);
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
    ck_assert(all_zero(buffer_of_thread()->bytes, BUFFER_SIZE));
    draw8(); /* fills anew without another uuid9562_reseed */
    ck_assert_uint_eq(readings, 5);
}
END_TEST

/* UUID9562_RANDOM=system: nothing is there before or after a request. */
START_TEST(nothing_is_buffered_if_the_environment_says_so)
{
    static uint8_t large[4 * BYPASS_THRESHOLD];
    uuid9562_t uuids[100];

    atomic_store(&environment, NOT_READ);
    setenv("UUID9562_RANDOM", "system", 1);
    for (unsigned i = 1; i <= 100; i++) {
        draw8();
        ck_assert_uint_eq(readings, i);
        ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
        ck_assert(all_zero(buffer_of_thread()->bytes, BUFFER_SIZE));
    }
    for (size_t size = 1; size <= sizeof large; size *= 2)
        ck_assert_int_eq(entropy_draw(NULL, large, size), 0);
    for (int version = 4; version <= 7; version += 3)
        ck_assert_int_eq(uuid9562_batch(NULL, uuids, version, 100), 0);
    ck_assert(all_zero(buffer_of_thread()->bytes, BUFFER_SIZE));
    ck_assert(all_zero(buffer_of_thread()->seed, STREAM_CIPHER_SEED));
    ck_assert_uint_eq(asked, 0);
    unsetenv("UUID9562_RANDOM");
    draw8(); /* read once */
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
    atomic_store(&environment, NOT_READ);
    draw8();
    ck_assert_uint_ne(bytes_left(buffer_of_thread()), 0);
}
END_TEST

START_TEST(a_slip_in_the_environment_is_an_error)
{
    static const char *const slips[] = {"System", "system ", "syste", "1", " "};
    static uint8_t large[2 * BYPASS_THRESHOLD];
    uuid9562_t uuid;

    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        atomic_store(&environment, NOT_READ);
        setenv("UUID9562_RANDOM", slips[i], 1);
        ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_ERR_ENTROPY);
        ck_assert_int_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_ENTROPY);
        ck_assert_int_eq(uuid9562_uuid1(NULL, &uuid, NULL, NULL), UUID9562_ERR_ENTROPY);
        ck_assert_int_eq(uuid9562_batch(NULL, &uuid, 4, 1), UUID9562_ERR_ENTROPY);
        ck_assert_int_eq(uuid9562_reseed(), UUID9562_ERR_ENTROPY);
        for (size_t size = 1; size <= sizeof large; size *= 2)
            ck_assert_int_eq(entropy_draw(NULL, large, size), -1);
        ck_assert_uint_eq(readings, 0);
    }
    atomic_store(&environment, NOT_READ);
    setenv("UUID9562_RANDOM", "", 1);
    draw8();
    ck_assert_uint_ne(bytes_left(buffer_of_thread()), 0);
    unsetenv("UUID9562_RANDOM");
}
END_TEST

/* The source for a generator that wants each byte from the system. */
START_TEST(system_random)
{
    uint8_t bytes[512] = {0};

    ck_assert_int_eq(uuid9562_system_random(NULL, bytes, sizeof bytes), 0);
    ck_assert(!all_zero(bytes, 8));
    ck_assert_uint_eq(readings, 1);
    failing_reading = 2;
    ck_assert_int_ne(uuid9562_system_random(NULL, bytes, sizeof bytes), 0);
    ck_assert(all_zero(bytes, sizeof bytes));
    ck_assert_ptr_null(mine.slot.memory);
}
END_TEST

/* ---- children ---- */

/* What a child of the thread finds: where the kernel wipes, zeros. */
static void be_a_child(bool is_wiped)
{
    if (is_wiped) {
        memset(buffer_of_thread(), 0, SLAB_SLOT_SIZE);
        for (int slab = 0; slab < SLABS && slabs[slab] != NULL; slab++)
            memset((void *)slabs[slab], 0, owners_size(slab));
    }
    atomic_store(atomic_load(&generation_word), 0);
}

START_TEST(a_child_gets_nothing_of_its_parent)
{
    static uint8_t inherited[BUFFER_SIZE];
    uint8_t first[8];

    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    memcpy(inherited, buffer_of_thread()->bytes, sizeof inherited);
    be_a_child(_i != 0);
    ck_assert_int_eq(entropy_draw(NULL, first, sizeof first), 0);
    for (size_t i = 0; i < sizeof inherited; i += sizeof first)
        ck_assert_mem_ne(inherited + i, first, sizeof first);
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), SMALL_FILL - 8);
    ck_assert_uint_eq(readings, 3);
    ck_assert(all_zero(buffer_of_thread()->bytes + SMALL_FILL, BUFFER_SIZE - SMALL_FILL));
    ck_assert(all_zero(buffer_of_thread()->seed, STREAM_CIPHER_SEED));
}
END_TEST

static _Atomic bool others_may_end;

static void *draw_and_wait(void *drawn)
{
    *(uint64_t *)drawn = draw8();
    while (!others_may_end)
        usleep(1000);
    draw8();
    return mine.slot.memory;
}

/* In a child another thread is faster, and takes the slot that the thread had in the parent. */
START_TEST(a_slot_that_another_thread_has_taken)
{
    void *before, *taken;
    pthread_t other;
    uint64_t drawn = 0;

    draw8();
    before = mine.slot.memory;
    be_a_child(true);
    others_may_end = false;
    pthread_create(&other, NULL, draw_and_wait, &drawn);
    while (*(volatile uint64_t *)&drawn == 0)
        usleep(1000);
    ck_assert(!slab_is_held(&mine.slot));
    draw8();
    ck_assert_ptr_ne(mine.slot.memory, before);
    others_may_end = true;
    pthread_join(other, &taken);
    ck_assert_ptr_eq(taken, before);
    ck_assert(all_zero(before, SLAB_SLOT_SIZE));
}
END_TEST

/* A thread of a child that ends before it draws leaves the slot to whom it belongs now. */
START_TEST(a_slot_is_released_by_its_owner_alone)
{
    draw8();
    atomic_store(mine.slot.owner, 1);
    release_buffer(&mine);
    ck_assert_uint_eq(atomic_load(&slabs[0][0]), 1);
    atomic_store(&slabs[0][0], 0);
}
END_TEST

/* Slots are smaller than the pages of some machines: what the kernel wipes is never more. */
START_TEST(no_slot_is_wiped_with_its_neighbour)
{
    for (page_size = 4096; page_size <= 65536; page_size *= 4) {
        draw8();
        discarded = 0;
        release_buffer(&mine);
        ck_assert_uint_eq(discarded, page_size <= SLAB_SLOT_SIZE ? SLAB_SLOT_SIZE : 0);
    }
}
END_TEST

/* ---- threads ---- */

static void *own_buffer(void *unused)
{
    draw8();
    ck_assert_ptr_nonnull(mine.slot.memory);
    return mine.slot.memory != unused ? mine.slot.memory : NULL;
}

START_TEST(each_thread_has_a_buffer_of_its_own)
{
    pthread_t thread;
    void *other;

    draw8();
    pthread_create(&thread, NULL, own_buffer, mine.slot.memory);
    pthread_join(thread, &other);
    ck_assert_ptr_nonnull(other);
}
END_TEST

/* More threads than the first slab has slots: each has one of its own, and those that end leave
 * theirs, wiped, to others. */
START_TEST(slots_of_many_threads)
{
    enum { THREADS = 5 * FIRST_SLOTS };
    static pthread_t threads[THREADS];
    static uint64_t drawn[THREADS];
    static void *slots[THREADS];

    for (int round = 0; round < 3; round++) {
        others_may_end = false;
        memset(drawn, 0, sizeof drawn);
        for (int i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, draw_and_wait, &drawn[i]);
        for (int i = 0; i < THREADS; i++)
            while (*(volatile uint64_t *)&drawn[i] == 0)
                usleep(1000);
        others_may_end = true;
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], &slots[i]);
        for (int i = 0; i < THREADS; i++) {
            ck_assert(all_zero(slots[i], SLAB_SLOT_SIZE));
            for (int j = 0; j < i; j++)
                require(slots[i] != slots[j]);
        }
        ck_assert_ptr_nonnull(slabs[2]);
        ck_assert_ptr_null(slabs[3]);
        for (int slab = 0; slab < 3; slab++)
            for (size_t i = 0; i < slots_in(slab); i++)
                require_eq(atomic_load(&slabs[slab][i]), 0);
    }
}
END_TEST

/* More threads than the slabs have slots for. */
START_TEST(no_slot_is_left)
{
    const size_t size = slots_in(SLABS - 1) * sizeof(uintptr_t);
    _Atomic uintptr_t *full = malloc(size), *before[SLABS];
    slab_slot_t slot = {NULL, NULL};

    memset((void *)full, 0xff, size);
    for (int slab = 0; slab < SLABS; slab++)
        before[slab] = atomic_exchange(&slabs[slab], full);
    ck_assert_int_eq(slab_claim(&slot), -1);
    ck_assert(!slab_is_held(&slot));
    for (int slab = 0; slab < SLABS; slab++)
        atomic_store(&slabs[slab], before[slab]);
    free((void *)full);
}
END_TEST

static TCase *entropy_case(void)
{
    TCase *tcase = tcase_create("entropy");
    tcase_add_checked_fixture(tcase, setup, NULL);
    add_test(tcase, only_what_is_handed_out_is_wiped);
    add_test(tcase, fills_grow);
    add_test(tcase, keys_are_forgotten);
    add_test(tcase, every_byte_is_handed_out_once);
    add_loop_test(tcase, draws_of_all_sizes_repeat_nothing, 0, 3);
    add_test(tcase, draws_of_several_fills);
    add_test(tcase, a_failed_fill_or_seed_hands_out_nothing);
    add_test(tcase, a_failed_cipher_is_replaced);
    add_test(tcase, without_a_cipher);
    add_test(tcase, a_large_draw_that_fails);
    add_test(tcase, a_clock_that_fails);
    add_test(tcase, an_error_writes_no_uuid);
    add_test(tcase, an_expired_buffer_is_dropped_and_seeded_anew);
    add_test(tcase, a_seed_expires);
    add_test(tcase, no_expired_byte_goes_into_a_time_based_uuid);
    add_test(tcase, a_new_fork_generation_drops_all_at_once);
    add_test(tcase, nothing_is_buffered_if_the_environment_says_so);
    add_test(tcase, a_slip_in_the_environment_is_an_error);
    add_test(tcase, system_random);
    add_loop_test(tcase, a_child_gets_nothing_of_its_parent, 0, 2);
    add_test(tcase, a_slot_that_another_thread_has_taken);
    add_test(tcase, a_slot_is_released_by_its_owner_alone);
    add_test(tcase, no_slot_is_wiped_with_its_neighbour);
    add_test(tcase, each_thread_has_a_buffer_of_its_own);
    add_test(tcase, slots_of_many_threads);
    add_test(tcase, no_slot_is_left);
    return tcase;
}

int main(int argc, char **argv)
{
    TCase *(*const cases[])(void) = {entropy_case};
    return run_tests(argc, argv, cases, 1);
}
