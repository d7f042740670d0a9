/*
 * The pure step: the generators take it, and what it refuses changes nothing. And the two functions
 * that check arguments beforehand.
 */
#include "suite.h"

/* A generator whose random source gives the same 8 bytes at each draw, beside a step with them. */
static int same_random(void *context, void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(*(const uint64_t *)context >> (56 - 8 * (i % 8)));
    return 0;
}

static int given_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const uint64_t now = ((const uint64_t *)context)[1];
    *seconds = (int64_t)(now / 1000000000);
    *nanoseconds = (uint32_t)(now % 1000000000);
    return 0;
}

TEST(generators_take_the_step)
{
    uint64_t given[2] = {UINT64_C(0x0123456789abcdef), UINT64_C(1700000000000000000)};
    const uuid9562_sources_t sources = {given_clock, same_random, given};
    unsigned seed = 7;

    for (int version = 1; version <= 7; version += version == 1 ? 5 : 1) {
        uuid9562_generator_t *generator;
        uint64_t last = 0;

        assert_ok(uuid9562_generator_new(&generator, &sources, NULL, NULL));
        for (int i = 0; i < 20000; i++) {
            uuid9562_t generated, stepped;

            given[1] += (uint64_t)(rand_r(&seed) % 2000) - 700; /* now and then backwards */
            assert_ok(version == 1   ? uuid9562_uuid1(generator, &generated, NULL, NULL)
                      : version == 6 ? uuid9562_uuid6(generator, &generated, NULL, NULL)
                                     : uuid9562_uuid7(generator, &generated));
            assert_ok(uuid9562_step(&stepped, &last, version, given[1], given[0]));
            assert_same(generated, stepped);
        }
        uuid9562_generator_free(generator);
    }
}

TEST(a_step_counts_up_where_the_clock_is_not_ahead)
{
    uuid9562_t before = UUID9562_INIT_NIL, now;
    uint64_t last = 0;

    assert_ok(uuid9562_step(&before, &last, 7, 1000, 0));
    require_eq(last, 1000);
    assert_ok(uuid9562_step(&now, &last, 7, 1000, 0));
    require_eq(last, 1001);
    assert_before(before, now);
    assert_ok(uuid9562_step(&before, &last, 7, 5, ~UINT64_C(0)));
    require_eq(last, 1002);
    assert_before(now, before);
    assert_ok(uuid9562_step(&now, &last, 7, 2000, 0));
    require_eq(last, 2000);
}

TEST(a_step_that_is_refused_changes_nothing)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched;
    uint64_t last = UINT64_MAX;

    for (int version = -1; version <= 16; version++) {
        if (version == 1 || version == 6 || version == 7)
            assert_status(uuid9562_step(&out, &last, version, 0, 0), UUID9562_ERR_CLOCK_RANGE);
        else
            assert_status(uuid9562_step(&out, &last, version, 0, 0), UUID9562_ERR_STEP_VERSION);
    }
    require_eq(last == UINT64_MAX, 1);
    assert_same(out, untouched);
    last = UINT64_MAX - 1;
    assert_ok(uuid9562_step(&out, &last, 7, 0, 0));
    require(last == UINT64_MAX);
}

TEST(check_batch_refuses_what_batch_refuses)
{
    uuid9562_t out;

    for (int version = -2; version <= 17; version++) {
        const uuid9562_status_t expected = uuid9562_batch(NULL, &out, version, 1);
        assert_status(uuid9562_check_batch(version, 1), expected);
        assert_status(uuid9562_check_batch(version, 0), expected);
    }
    assert_status(uuid9562_check_batch(7, UUID9562_BATCH_MAX),
                  SIZE_MAX / sizeof out >= UUID9562_BATCH_MAX ? UUID9562_OK : UUID9562_ERR_MEMORY);
    assert_status(uuid9562_check_batch(7, (uint64_t)UUID9562_BATCH_MAX + 1),
                  UUID9562_ERR_BATCH_COUNT);
    assert_status(uuid9562_check_batch(5, (uint64_t)UUID9562_BATCH_MAX + 1),
                  UUID9562_ERR_BATCH_VERSION);
}
