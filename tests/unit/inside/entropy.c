/*
 * The buffer of random bytes from the inside (fake_entropy.h): its fills, what is handed out and
 * wiped, what fails, and the environment.
 */
#include "fake_entropy.h"

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

/* ---- tests ---- */

TEST(only_what_is_handed_out_is_wiped)
{
    entropy_buffer_t *buffer;

    for (int i = 0; i < (GROWING + 800) / 8; i++)
        draw8();
    buffer = buffer_of_thread();
    ck_assert_uint_eq(bytes_left(buffer), FULL_FILL - 800);
    ck_assert(all_zero(buffer->bytes + FULL_FILL - 800, BUFFER_SIZE - FULL_FILL + 800));
    for (size_t i = 0; i < FULL_FILL - 800; i++)
        require_ne(buffer->bytes[i], 0);
}

/* A kibibyte of the system's; then the cipher's, with one seed of the system's. The first two stay
 * within a page. After a second it begins anew, at the next check: where each draw looks at the
 * process (fork.c), it checks the age as well. */
TEST(fills_grow)
{
    entropy_buffer_t *buffer;
    bool is_watched;
    int draws;

    draw8();
    is_watched = atomic_load(&fast_word) == &no_generation;
    buffer = buffer_of_thread();
    ck_assert_uint_eq(bytes_left(buffer), SMALL_FILL - 8);
    ck_assert_uint_eq(readings, 1);
    for (int i = 0; i < SMALL_FILL / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), SECOND_FILL - 8);
    ck_assert(all_zero((uint8_t *)buffer + 4096, SECRET_SLOT_SIZE - 4096));
    for (int i = 0; i < SECOND_FILL / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), FULL_FILL - 8);
    for (int i = 0; i < FULL_FILL / 8; i++)
        draw8();
    ck_assert_uint_eq(bytes_left(buffer), FULL_FILL - 8);
    ck_assert_uint_eq(fills, 3);
    ck_assert_uint_eq(readings, 2);
    ck_assert_uint_eq(seeds, 1);
    seconds += 2;
    for (draws = 0; readings == 2 && draws < ENTROPY_PREPARE_MAX / 8; draws++)
        draw8();
    ck_assert_int_eq(draws, is_watched ? 1 : ENTROPY_PREPARE_MAX / 8);
    ck_assert_uint_eq(bytes_left(buffer), SMALL_FILL - 8);
    ck_assert_uint_eq(readings, 3);
    ck_assert(all_zero((uint8_t *)buffer + 4096, SECRET_SLOT_SIZE - 4096));
}

/* A fill and a large request overwrite the seed that was their key, or the key's, and forget the
 * key. */
TEST(keys_are_forgotten)
{
    static uint8_t large[2 * BYPASS_THRESHOLD];
    const entropy_buffer_t *buffer;
    uint8_t seed[STREAM_KEY] = {0};

    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    buffer = buffer_of_thread();
    ck_assert_uint_eq(fills, 2);
    for (int i = 0; i < 3; i++) {
        ck_assert(all_zero(buffer->key, sizeof buffer->key));
        ck_assert(all_zero((const uint8_t *)&buffer->head.work, sizeof buffer->head.work));
        ck_assert_mem_ne(buffer->seed, seed, sizeof seed);
        memcpy(seed, buffer->seed, sizeof seed);
        ck_assert(!all_zero(seed, sizeof seed));
        ck_assert_int_eq(entropy_draw(NULL, large, sizeof large), 0);
        ck_assert_uint_eq(fills, 3 + (unsigned)i);
    }
    ck_assert_uint_eq(seeds, 1);
    ck_assert_uint_eq(readings, 2); /* a fill and that seed */
}

TEST(every_byte_is_handed_out_once)
{
    enum { COUNT = (FIRST_FILLS + FULL_FILL) / 8 };
    static uint64_t drawn[COUNT];

    draw_many(drawn, COUNT);
    ck_assert_uint_eq(fills, 3); /* and none is left over */
    check_distinct(drawn, COUNT);
}

LOOP_TEST(draws_of_all_sizes_repeat_nothing, 2)
{
    static uint64_t drawn[16 * SECRET_SLOT_SIZE / 8];
    size_t have = 0, size = 8;

    atomic_store(&environment, _i == 1 ? UNBUFFERED : BUFFERED);
    while (have + size / 8 <= sizeof drawn / sizeof *drawn) {
        ck_assert_int_eq(entropy_draw(NULL, &drawn[have], size), 0);
        have += size / 8;
        size = size * 3 / 2 / 8 * 8 + 8;
        if (size > 2 * BYPASS_THRESHOLD)
            size = 8;
    }
    check_distinct(drawn, have);
}

/* Lengths for which the first fill is not enough: all is written, and nothing behind it. */
TEST(draws_of_several_fills)
{
    static uint8_t bytes[BYPASS_THRESHOLD + 1];

    for (size_t size = SMALL_FILL + 1; size <= BYPASS_THRESHOLD; size += 31) {
        seconds += 2;
        memset(bytes, 0, sizeof bytes);
        ck_assert_int_eq(entropy_draw(NULL, bytes, size), 0);
        for (size_t i = 0; i < size; i++)
            require_ne(bytes[i], 0);
        require_eq(bytes[size], 0);
    }
    seconds += 2;
    failing_reading = readings + 2;
    ck_assert_int_ne(entropy_draw(NULL, bytes, 3 * SMALL_FILL), 0);
    ck_assert_uint_eq(readings, failing_reading);
}

/* Each reading of the system fails once, a fill or a seed: of both seconds the first and the
 * second. What it left is wiped, and what is drawn afterwards repeats nothing. */
TEST(a_failed_fill_or_seed_hands_out_nothing)
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
            ck_assert(all_zero(buffer_of_thread()->seed, STREAM_KEY) || i >= COUNT);
            ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
        }
        ck_assert_uint_eq(failed, 1);
        ck_assert_uint_ge(readings, failing);
        check_distinct(drawn, 2 * COUNT);
    }
}

/* Of a large request as well, and of a batch, whichever of its parts. */
TEST(a_large_draw_that_fails)
{
    static uint8_t large[2 * REKEY_INTERVAL];
    static uuid9562_t uuids[2 * REKEY_INTERVAL / 16];

    clock_fails = true; /* so each part has a seed of the system's */
    draw8();
    for (unsigned failing = 1; failing <= 2; failing++) {
        failing_reading = readings + failing;
        ck_assert_int_eq(entropy_draw(NULL, large, sizeof large), -1);
        ck_assert_uint_eq(readings, failing_reading);
        ck_assert(all_zero(large + (failing - 1) * REKEY_INTERVAL, REKEY_INTERVAL));
        ck_assert(all_zero(buffer_of_thread()->seed, STREAM_KEY));
        failing_reading = readings + failing;
        assert_status(uuid9562_batch(NULL, uuids, 4, sizeof uuids / 16), UUID9562_ERR_ENTROPY);
        ck_assert_uint_eq(readings, failing_reading);
        ck_assert(all_zero(uuids->bytes, sizeof uuids));
    }
}

/* A time of 0 is neither a fresh seed nor a fresh fill. */
TEST(a_clock_that_fails)
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

TEST(an_error_writes_no_uuid)
{
    uuid9562_t uuid = UUID9562_INIT_MAX;

    failing_reading = 1;
    ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_ERR_ENTROPY);
    ck_assert(!all_zero(uuid.bytes, 16));
    ck_assert_int_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_OK);
}

/* UUID9562_RANDOM=system: nothing is there before or after a request. */
TEST(nothing_is_buffered_if_the_environment_says_so)
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
    ck_assert_ptr_nonnull(entropy_prepare(8, 0)); /* for a call that fails */
    draw8();
    ck_assert_uint_eq(readings, 102);
    for (size_t size = 1; size <= sizeof large; size *= 2)
        ck_assert_int_eq(entropy_draw(NULL, large, size), 0);
    for (int version = 4; version <= 7; version += 3)
        ck_assert_int_eq(uuid9562_batch(NULL, uuids, version, 100), 0);
    ck_assert(all_zero(buffer_of_thread()->bytes, BUFFER_SIZE));
    ck_assert(all_zero(buffer_of_thread()->seed, STREAM_KEY));
    unsetenv("UUID9562_RANDOM");
    draw8(); /* read once */
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
    atomic_store(&environment, NOT_READ);
    draw8();
    ck_assert_uint_ne(bytes_left(buffer_of_thread()), 0);
}

TEST(a_slip_in_the_environment_is_an_error)
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

/* The source for a generator that wants each byte from the system. */
TEST(system_random)
{
    uint8_t bytes[512] = {0};

    ck_assert_int_eq(uuid9562_system_random(NULL, bytes, 0), 0);
    ck_assert_int_eq(uuid9562_system_random(NULL, bytes, sizeof bytes), 0);
    ck_assert(!all_zero(bytes, 8));
    ck_assert_uint_eq(readings, 1);
    failing_reading = 2;
    ck_assert_int_ne(uuid9562_system_random(NULL, bytes, sizeof bytes), 0);
    ck_assert(all_zero(bytes, sizeof bytes));
    ck_assert_ptr_null(thread_entropy.slot.memory);
}
