/*
 * Going on after a UUID: what a generator gives later sorts after it, whichever generator it is
 * from; and nothing else changes.
 */
#include <pthread.h>

#include "scripted.h"

static const uint64_t hour = UINT64_C(3600000000000), ns_per_ms = 1000000;
static const uint64_t gregorian_offset = UINT64_C(0x01b21dd213814000);

static uint64_t lead(void)
{
    uint64_t ns = UINT64_MAX;
    assert_ok(uuid9562_lead_ns(script.generator, &ns));
    return ns;
}

/* A new order, with the clock at this time. */
static void begin_at(uint64_t now)
{
    script_set(&script, now);
    assert_ok(uuid9562_resync(script.generator));
}

static uint64_t random_below(unsigned *seed, uint64_t bound)
{
    uint64_t number = 0;

    for (int i = 0; i < 5; i++)
        number = number << 15 ^ (uint64_t)rand_r(seed);
    return number % bound;
}

/* Any bits but those of version and variant, and a time from an hour before `start` to ten after
 * it; of version 7 often as this library writes them. */
static uuid9562_t random_timed(unsigned *seed, int version)
{
    const uint64_t ns = start - hour + random_below(seed, 11 * hour);
    uuid9562_t uuid = random_uuid(seed);

    if (version == 7) {
        uint8_t random[UUID9562_V7_RANDOM_LENGTH];
        uint64_t last = 0;

        memcpy(random, uuid.bytes, sizeof random);
        if (rand_r(seed) % 8 == 0)
            memset(random, rand_r(seed) % 2 * 255, sizeof random);
        if (rand_r(seed) % 2 == 0)
            assert_ok(uuid9562_step(&uuid, &last, 7, ns, 0));
        else
            assert_ok(uuid9562_uuid7_make(&uuid, (int64_t)(ns / ns_per_ms), random, 0));
    } else {
        assert_ok((version == 1 ? uuid9562_uuid1_make : uuid9562_uuid6_make)(
            &uuid, ns / 100 + gregorian_offset, random_below(seed, UUID9562_CLOCK_SEQ_MAX + 1),
            random_below(seed, (uint64_t)UUID9562_NODE_MAX + 1)));
    }
    return uuid;
}

/* The time of X and whether the next of a version is after it: by its bytes where they sort. */
static void check_after(const uuid9562_t *after, int version, const uint64_t *node)
{
    uuid9562_t next;

    assert_ok(version == 1   ? uuid9562_uuid1(script.generator, &next, node, NULL)
              : version == 6 ? uuid9562_uuid6(script.generator, &next, node, NULL)
                             : uuid9562_uuid7(script.generator, &next));
    if (uuid9562_get_version(after) == version && version != 1) {
        assert_before(*after, next);
    } else if (version != 7 && uuid9562_get_version(after) != 7) {
        require_gt(ticks_of(&next), ticks_of(after));
    } else {
        int64_t ms, next_ms;

        require(uuid9562_get_timestamp_ms(&ms, after) && uuid9562_get_timestamp_ms(&next_ms, &next));
        require_le(ms, next_ms);
    }
}

TEST(whatever_follows_is_after_it)
{
    const uint64_t node = 5;
    static const int versions[] = {1, 6, 7};
    unsigned seed = 41;

    for (int i = 0; i < 300000; i++) {
        const uuid9562_t after = random_timed(&seed, versions[i % 3]);
        int64_t ms;

        begin_at(start + random_below(&seed, hour));
        assert_ok(uuid9562_advance(script.generator, &after));
        require(uuid9562_get_timestamp_ms(&ms, &after));
        if ((uint64_t)ms * ns_per_ms > start + hour) /* no further than that millisecond */
            require(lead() + (uint64_t)script.seconds * 1000000000 + script.nanoseconds <
                    ((uint64_t)ms + 1) * ns_per_ms);
        for (int j = 0; j < 3; j++)
            check_after(&after, versions[(i / 3 + j) % 3], i % 2 == 0 ? NULL : &node);
    }
}

/* Of what this library wrote, exactly that nanosecond; of versions 1 and 6, its whole tick. */
TEST(it_takes_no_more_than_it_must)
{
    unsigned seed = 42;

    for (int i = 0; i < 100000; i++) {
        const uint64_t ns = start + 1 + random_below(&seed, hour);
        uint64_t last = 0;
        uuid9562_t after;
        const int version = i % 3 == 0 ? 7 : i % 3 == 1 ? 6 : 1;

        assert_ok(uuid9562_step(&after, &last, version, ns, random_below(&seed, UINT64_MAX)));
        begin_at(start);
        assert_ok(uuid9562_advance(script.generator, &after));
        require_eq(lead(), (version == 7 ? ns : ns / 100 * 100 + 99) - start);
    }
}

TEST(it_never_goes_back)
{
    uuid9562_t later, after;
    unsigned seed = 43;

    begin_at(start);
    assert_ok(uuid9562_uuid7_max(&after, (int64_t)(start / ns_per_ms) + 5000));
    assert_ok(uuid9562_advance(script.generator, &after));
    require_eq(lead(), 5001 * ns_per_ms - 1);
    for (int i = 0; i < 1000; i++) { /* whatever is before */
        assert_ok(uuid9562_uuid7_make(&later, (int64_t)random_below(&seed, start / ns_per_ms),
                                      after.bytes, 0));
        assert_ok(uuid9562_advance(script.generator, &later));
    }
    assert_ok(uuid9562_advance(script.generator, &after));
    assert_ok(uuid9562_uuid6_make(&later, 0, 0, 0)); /* 1582 */
    assert_ok(uuid9562_advance(script.generator, &later));
    assert_ok(uuid9562_uuid1_make(&later, gregorian_offset - 1, 0, 0)); /* before 1970 */
    assert_ok(uuid9562_advance(script.generator, &later));
    require_eq(lead(), 5001 * ns_per_ms - 1);

    begin_at(0); /* the first tick of 1970 is the first that changes anything */
    assert_ok(uuid9562_advance(script.generator, &later));
    require_eq(lead(), 0);
    assert_ok(uuid9562_uuid1_make(&later, gregorian_offset, 0, 0));
    assert_ok(uuid9562_advance(script.generator, &later));
    require_eq(lead(), 99);
}

TEST(other_versions_are_refused)
{
    unsigned seed = 44;

    begin_at(start);
    for (int i = 0; i < 100000; i++) {
        const uuid9562_t uuid = random_uuid(&seed);
        const int version = uuid9562_get_version(&uuid);

        if (version != 1 && version != 6 && version != 7)
            assert_status(uuid9562_advance(script.generator, &uuid), UUID9562_ERR_ADVANCE);
    }
    script.clock_fails = true; /* and before the clock is read */
    assert_status(uuid9562_advance(script.generator, &(uuid9562_t)UUID9562_INIT_NIL),
                  UUID9562_ERR_ADVANCE);
    assert_status(uuid9562_advance(script.generator, &(uuid9562_t)UUID9562_INIT_MAX),
                  UUID9562_ERR_ADVANCE);
    script.clock_fails = false;
    require_eq(lead(), 0);
}

/* To the nanosecond: the next UUID may be max_lead_ns ahead, and no more. */
TEST(it_is_bound_to_the_clock)
{
    static const uint64_t maxima[] = {
        0, 1, 7, 1000, UUID9562_MAX_LEAD_NS_DEFAULT, 40 * UUID9562_MAX_LEAD_NS_DEFAULT};

    for (size_t i = 0; i < sizeof maxima / sizeof *maxima; i++) {
        const uint64_t most = maxima[i] != 0 ? maxima[i] : UUID9562_MAX_LEAD_NS_DEFAULT;
        uuid9562_t after, out;
        uint64_t last = start - 1;

        assert_ok(uuid9562_set_max_lead_ns(script.generator, maxima[i]));
        assert_ok(uuid9562_step(&after, &last, 7, start, 0));
        begin_at(start - most);
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
        require_eq(lead(), 0);
        script_set(&script, start - most + 1);
        assert_ok(uuid9562_advance(script.generator, &after));
        require_eq(lead(), most - 1);
        assert_ok(uuid9562_uuid7(script.generator, &out));
        assert_before(after, out);
        assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_LEAD);
        script_set(&script, start - most); /* set back again: an error, though it is there */
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
    }
}

TEST(the_ends_of_time)
{
    const uint64_t end = UINT64_MAX;
    uuid9562_t after, out;
    uint64_t last = 0;

    /* beyond what 64 bits hold, at any time and with any maximum */
    for (int i = 0; i < 2; i++) {
        begin_at(i == 0 ? start : end - 5);
        assert_ok(uuid9562_set_max_lead_ns(script.generator, UUID9562_MAX_LEAD_NS_MAX));
        assert_ok(uuid9562_uuid7_max(&after, UUID9562_V7_UNIX_MS_MAX));
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
        assert_ok(uuid9562_uuid7_min(&after, (int64_t)(end / ns_per_ms) + 1));
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
        assert_ok(uuid9562_uuid7_max(&after, (int64_t)(end / ns_per_ms)));
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
        assert_ok(uuid9562_uuid1_make(&after, UUID9562_TIMESTAMP_MAX, 0, 0));
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
        assert_ok(uuid9562_uuid6_make(&after, end / 100 + gregorian_offset, 0, 0));
        assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_LEAD);
        require_eq(lead(), 0);
    }

    /* the last tick and the last nanosecond that they hold */
    begin_at(end - 1000);
    assert_ok(uuid9562_uuid6_make(&after, end / 100 - 1 + gregorian_offset, 0, 0));
    assert_ok(uuid9562_advance(script.generator, &after));
    require_eq(lead(), 1000 - end % 100 - 1);
    assert_ok(uuid9562_step(&after, &last, 7, end, 0));
    assert_ok(uuid9562_advance(script.generator, &after));
    require_eq(lead(), 1000);
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_CLOCK_RANGE);
    begin_at(end);
    assert_ok(uuid9562_advance(script.generator, &after));
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_CLOCK_RANGE);
}

TEST(a_clock_that_fails)
{
    uuid9562_t after;

    begin_at(start);
    assert_ok(uuid9562_uuid7_max(&after, (int64_t)(start / ns_per_ms) + 1));
    script.clock_fails = true;
    assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_CLOCK);
    script.clock_fails = false;
    script.seconds = -1;
    assert_status(uuid9562_advance(script.generator, &after), UUID9562_ERR_CLOCK_RANGE);
    script_set(&script, start);
    require_eq(lead(), 0);
    require_eq(script.draws, 0);
}

/* ---- threads ---- */

enum { THREADS = 4, EACH = 200000 };

static uuid9562_generator_t *shared; /* NULL: the generator of the process */
static pthread_barrier_t all_are_there;

static int still_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = (int64_t)(start / 1000000000);
    *nanoseconds = 0;
    return 0;
}

/* In turn a UUID, and what follows one that is some ticks later than the last. */
static void *advance_and_generate(void *into)
{
    uuid9562_t *out = into;
    unsigned seed = (unsigned)(uintptr_t)into;

    pthread_barrier_wait(&all_are_there);
    for (int i = 0; i < EACH; i++) {
        uuid9562_t after;
        const uint64_t from =
            i > 0 ? (uint64_t)ticks_of(&out[i - 1]) : start / 100 + gregorian_offset;

        if (uuid9562_uuid6_make(&after, from + random_below(&seed, 9), UUID9562_CLOCK_SEQ_MAX,
                                UUID9562_NODE_MAX) != UUID9562_OK ||
            uuid9562_advance(shared, &after) != UUID9562_OK ||
            uuid9562_uuid6(shared, &out[i], NULL, NULL) != UUID9562_OK ||
            uuid9562_compare(&after, &out[i]) >= 0)
            return out;
    }
    return NULL;
}

/* By their times alone: those of ten bytes. */
static void check_threads(void)
{
    uuid9562_t *all = malloc(sizeof *all * THREADS * EACH);

    require_eq(pthread_barrier_init(&all_are_there, NULL, THREADS), 0);
    run_threads(THREADS, advance_and_generate, all, EACH * sizeof *all);
    for (int i = 0; i < THREADS * EACH; i++) {
        all[i].bytes[9] &= 0x80; /* seven bits of the tick, and seven random ones */
        memset(all[i].bytes + 10, 0, 6);
    }
    assert_distinct(all, (size_t)THREADS * EACH);
    free(all);
}

TEST(threads_that_advance_and_generate)
{
    const uuid9562_sources_t still = {still_clock, NULL, NULL};

    assert_ok(uuid9562_generator_new(&shared, &still, NULL, NULL));
    check_threads();
    uuid9562_generator_free(shared);
    shared = NULL;
    check_threads(); /* of the process */
}
