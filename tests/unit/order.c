/*
 * The order: what the clock state promises whatever the clock does, over versions, batches and
 * threads.
 */
#include <pthread.h>

#include "scripted.h"

static const uint64_t hour = UINT64_C(3600000000000);

static int64_t unix_ms_of(const uuid9562_t *uuid)
{
    int64_t ms = -1;
    require(uuid9562_get_timestamp_ms(&ms, uuid));
    return ms;
}

TEST(a_clock_that_stands_still)
{
    uuid9562_t before = UUID9562_INIT_NIL, now;

    for (int i = 0; i < 100000; i++) {
        assert_ok(uuid9562_uuid7(script.generator, &now));
        assert_before(before, now);
        before = now;
    }
    require_eq(unix_ms_of(&now), (int64_t)(start / 1000000)); /* 0.1 of its milliseconds used */
}

TEST(a_clock_that_steps_back_is_not_followed)
{
    uuid9562_t before, now;

    assert_ok(uuid9562_uuid7(script.generator, &before));
    script_set(&script, start - hour);
    for (int i = 0; i < 1000; i++) {
        assert_ok(uuid9562_uuid7(script.generator, &now));
        assert_before(before, now);
        before = now;
    }
    require_eq(unix_ms_of(&now), (int64_t)(start / 1000000)); /* not one for each call */
    script_set(&script, start + hour);
    assert_ok(uuid9562_uuid7(script.generator, &now));
    assert_before(before, now);
    require_eq(unix_ms_of(&now), (int64_t)((start + hour) / 1000000));
}

static uint64_t lead(void)
{
    uint64_t ns = UINT64_MAX;
    assert_ok(uuid9562_lead_ns(script.generator, &ns));
    return ns;
}

TEST(the_lead_is_the_step_back_plus_what_was_generated_since)
{
    uuid9562_t out, batch[5];

    require_eq(lead(), 0);
    assert_ok(uuid9562_uuid7(script.generator, &out));
    require_eq(lead(), 0);
    script_set(&script, start - hour);
    require_eq(lead(), hour);
    for (uint64_t i = 1; i <= 1000; i++) {
        assert_ok(uuid9562_uuid7(script.generator, &out));
        require_eq(lead(), hour + i);
    }
    assert_ok(uuid9562_batch(script.generator, batch, 6, 5));
    require_eq(lead(), hour + 1005);
    script_set(&script, start + 2000);
    require_eq(lead(), 0);
    script.clock_fails = true;
    assert_status(uuid9562_lead_ns(script.generator, &(uint64_t){0}), UUID9562_ERR_CLOCK);
    assert_status(uuid9562_resync(script.generator), UUID9562_ERR_CLOCK);
}

/* An hour back from the second reading on; the third fails. */
static int fail_third(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    int *readings = context;

    *seconds = 1700000000 - (*readings > 0 ? 3600 : 0);
    *nanoseconds = 0;
    return ++*readings < 3 ? 0 : -1;
}

TEST(a_clock_that_fails_as_it_is_read_again)
{
    int readings = 0;
    const uuid9562_sources_t sources = {fail_third, NULL, &readings};
    uuid9562_generator_t *generator;
    uuid9562_t out;

    assert_ok(uuid9562_generator_new(&generator, &sources, NULL, NULL));
    assert_ok(uuid9562_uuid7(generator, &out));
    assert_ok(uuid9562_set_max_lead_ns(generator, 1));
    assert_status(uuid9562_uuid7(generator, &out), UUID9562_ERR_CLOCK);
    require_eq(readings, 3);
    uuid9562_generator_free(generator);
}

TEST(a_resync_drops_the_order_but_repeats_no_version_1)
{
    uuid9562_t before, after, v1[2], again[2];

    assert_ok(uuid9562_batch(script.generator, v1, 1, 2));
    assert_ok(uuid9562_uuid7(script.generator, &before));
    script_set(&script, start - hour);
    assert_ok(uuid9562_resync(script.generator));
    require_eq(lead(), 0);
    assert_ok(uuid9562_uuid7(script.generator, &after));
    assert_before(after, before);
    require_eq(unix_ms_of(&after), (int64_t)((start - hour) / 1000000));

    /* the same nanoseconds once more, under another node */
    script_set(&script, start - 1);
    assert_ok(uuid9562_uuid7(script.generator, &after));
    script_set(&script, start);
    assert_ok(uuid9562_batch(script.generator, again, 1, 2));
    require_mem(v1[0].bytes, again[0].bytes, 8);
    require_ne(node_of(&v1[0]), node_of(&again[0]));
    require_eq(node_of(&again[0]), node_of(&again[1])); /* and that is kept */
    assert_ok(uuid9562_uuid1(script.generator, &after, NULL, NULL));
    require_eq(node_of(&again[0]), node_of(&after));
}

/* Each of a call's first readings is too early: the clock is set back after it, and its generator
 * resynchronised. */
static int read_too_early(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    static bool is_within;
    int *const times = context;

    *seconds = 1700000000 - 3600 + 3600 * *times;
    *nanoseconds = 0;
    if (*times == 0 || is_within)
        return 0;
    --*times;
    is_within = true;
    assert_ok(uuid9562_resync(script.generator));
    is_within = false;
    return 0;
}

static uuid9562_status_t call_by_number(int number)
{
    static const int batches[] = {1, 6, 7};
    const uint64_t node = 1;
    uuid9562_t out[20] = {uuid_from_text("018bcfe5-6800-7000-8000-000000000000")}; /* start */

    if (number < 3)
        return uuid9562_batch(script.generator, out, batches[number], 20);
    if (number < 7)
        return (number % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6)(
            script.generator, out, number < 5 ? NULL : &node, NULL);
    if (number < 9)
        return number == 7 ? uuid9562_uuid7(script.generator, out)
                           : uuid9562_resync(script.generator);
    assert_ok(uuid9562_set_max_lead_ns(script.generator, hour / 2));
    return uuid9562_advance(script.generator, out);
}

LOOP_TEST(a_resync_is_not_undone, 10)
{
    int times = 2;
    const uuid9562_sources_t sources = {read_too_early, NULL, &times};

    teardown();
    assert_ok(uuid9562_generator_new(&script.generator, &sources, NULL, NULL));
    assert_status(call_by_number(_i), _i == 9 ? UUID9562_ERR_LEAD : UUID9562_OK);
    require_eq(times, 0);
    require_le(lead(), 2000);
}

TEST(a_generator_keeps_the_node_and_clock_seq_it_was_created_with)
{
    const uuid9562_sources_t sources = {NULL, NULL, NULL};
    const uint64_t node = 0x9F6BDECED846, clock_seq = 0x33C8, other = 7, big = UINT64_MAX;
    uuid9562_generator_t *generator = NULL;
    uuid9562_t out, batch[3];

    assert_status(uuid9562_generator_new(&generator, NULL, &big, NULL), UUID9562_ERR_NODE);
    assert_status(uuid9562_generator_new(&generator, &sources, NULL, &big), UUID9562_ERR_CLOCK_SEQ);
    ck_assert_ptr_null(generator);
    assert_ok(uuid9562_generator_new(&generator, NULL, &node, &clock_seq));
    assert_ok(uuid9562_uuid1(generator, &out, NULL, NULL));
    require_eq(node_of(&out), (int64_t)node);
    require_eq(clock_seq_of(&out), (int)clock_seq);
    assert_ok(uuid9562_uuid6(generator, &out, &other, NULL)); /* what a call gives has precedence */
    require_eq(node_of(&out), 7);
    require_eq(clock_seq_of(&out), (int)clock_seq);
    assert_ok(uuid9562_batch(generator, batch, 6, 3)); /* a tick each */
    assert_before(out, batch[0]);
    assert_before(batch[0], batch[1]);
    assert_before(batch[1], batch[2]);
    require_eq(node_of(&batch[2]), (int64_t)node);
    require_eq(clock_seq_of(&batch[2]), (int)clock_seq);
    uuid9562_generator_free(generator);
}

/* What a clock that was wrong by a year has done is not continued silently. */
TEST(a_clock_that_jumps_a_year_ahead_and_back)
{
    const uint64_t year = 8766 * hour, number = 5;
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t before, out = untouched, batch[2];

    script_set(&script, start + year);
    assert_ok(uuid9562_uuid6(script.generator, &before, NULL, NULL));
    script_set(&script, start);
    assert_status(uuid9562_uuid1(script.generator, &out, NULL, NULL), UUID9562_ERR_LEAD);
    assert_status(uuid9562_uuid1(script.generator, &out, &number, NULL), UUID9562_ERR_LEAD);
    assert_status(uuid9562_uuid6(script.generator, &out, NULL, NULL), UUID9562_ERR_LEAD);
    assert_status(uuid9562_uuid6(script.generator, &out, &number, &number), UUID9562_ERR_LEAD);
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_LEAD);
    for (int version = 1; version <= 7; version += version == 1 ? 5 : 1)
        assert_status(uuid9562_batch(script.generator, batch, version, 2), UUID9562_ERR_LEAD);
    assert_same(out, untouched);
    require_eq(lead(), year); /* and none has taken a time */
    assert_ok(uuid9562_uuid4(script.generator, &out));

    assert_ok(uuid9562_set_max_lead_ns(script.generator, UUID9562_MAX_LEAD_NS_MAX));
    assert_ok(uuid9562_uuid6(script.generator, &out, NULL, NULL));
    assert_before(before, out);
    require_eq(unix_ms_of(&out), (int64_t)((start + year) / 1000000));
    assert_ok(uuid9562_set_max_lead_ns(script.generator, 0));
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_LEAD);
    assert_ok(uuid9562_resync(script.generator));
    assert_ok(uuid9562_uuid7(script.generator, &out));
    require_eq(unix_ms_of(&out), (int64_t)(start / 1000000));
}

/* The first unit that a call would take decides, to the nanosecond. */
TEST(the_lead_has_a_maximum)
{
    static const uint64_t maxima[] = {
        0, 1, 7, 1000, UUID9562_MAX_LEAD_NS_DEFAULT, 40 * UUID9562_MAX_LEAD_NS_DEFAULT};
    const uint64_t number = 5;

    for (size_t i = 0; i < sizeof maxima / sizeof *maxima; i++) {
        const uint64_t most = maxima[i] != 0 ? maxima[i] : UUID9562_MAX_LEAD_NS_DEFAULT;
        uuid9562_t out, batch[500];

        script_set(&script, start);
        assert_ok(uuid9562_resync(script.generator));
        assert_ok(uuid9562_set_max_lead_ns(script.generator, maxima[i]));
        script_set(&script, start + 1 - most);
        assert_ok(uuid9562_uuid7(script.generator, &out)); /* start + 1 */
        assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_LEAD);
        require_eq(lead(), most);
        script_set(&script, start + 2 - most);
        assert_ok(uuid9562_batch(script.generator, batch, 7, 500)); /* start + 2 to start + 501 */
        require_eq(lead(), most + 499);
        assert_status(uuid9562_uuid6(script.generator, &out, &number, NULL), UUID9562_ERR_LEAD);
        script_set(&script, start + 599 - most);
        assert_status(uuid9562_uuid6(script.generator, &out, &number, NULL), UUID9562_ERR_LEAD);
        script_set(&script, start + 600 - most);
        assert_ok(uuid9562_uuid6(script.generator, &out, &number, NULL)); /* the next tick */
    }
    assert_status(
        uuid9562_set_max_lead_ns(script.generator, (uint64_t)UUID9562_MAX_LEAD_NS_MAX + 1),
        UUID9562_ERR_MAX_LEAD_NS);
    assert_status(uuid9562_set_max_lead_ns(NULL, UINT64_MAX), UUID9562_ERR_MAX_LEAD_NS);
    assert_ok(uuid9562_set_max_lead_ns(NULL, 1)); /* of the process, and not of this one */
    script_set(&script, start);
    assert_ok(uuid9562_uuid7(script.generator, &(uuid9562_t){{0}}));
    assert_ok(uuid9562_set_max_lead_ns(NULL, 0));
}

/* A thread that was suspended for three days after it has read the clock, while others went on. */
static uuid9562_generator_t *suspended;

static int clock_over_days(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    static const int days[] = {0, 2, 3};
    int *reading = context;

    *seconds = 1700000000 + days[*reading] * 86400;
    *nanoseconds = 0;
    if (++*reading == 1)
        assert_ok(uuid9562_uuid7(suspended, &(uuid9562_t){{0}}));
    return 0;
}

TEST(a_thread_that_was_suspended_has_no_lead)
{
    int reading = 0;
    const uuid9562_sources_t sources = {clock_over_days, NULL, &reading};
    uuid9562_t out;

    assert_ok(uuid9562_generator_new(&suspended, &sources, NULL, NULL));
    assert_ok(uuid9562_uuid7(suspended, &out));
    require_eq(unix_ms_of(&out), INT64_C(1700000000000) + 3 * 86400000);
    require_eq(reading, 3); /* its own reading, the other thread's, and its own again */
    uuid9562_generator_free(suspended);
}

/* Of three readings the second is ten seconds behind, so that the clock is read again, while random
 * bytes have been drawn; in the third it draws `*more` itself. */
static int clock_that_generates(void *more, int64_t *seconds, uint32_t *nanoseconds)
{
    static int reading;
    uuid9562_t out;

    reading = reading % 3 + 1;
    *seconds = 1700000000 - (reading == 2 ? 10 : 0);
    *nanoseconds = (uint32_t)reading;
    for (int i = 0; reading == 3 && i < *(int *)more; i++)
        assert_ok(uuid9562_uuid4(NULL, &out));
    return 0;
}

TEST(a_clock_that_generates_draws_no_bytes_of_its_caller)
{
    for (int more = 0; more <= 2 * 1024 / 16; more++) { /* to any end of what is ready at once */
        const uuid9562_sources_t sources = {clock_that_generates, NULL, &more};
        uuid9562_generator_t *generator;
        uuid9562_t out;

        assert_ok(uuid9562_generator_new(&generator, &sources, NULL, NULL));
        assert_ok(uuid9562_set_max_lead_ns(generator, 1));
        assert_ok(uuid9562_uuid7(generator, &out));
        assert_ok(uuid9562_uuid7(generator, &out));
        for (int i = 0; i < 2 * 32768 / 16; i++) { /* all that a buffer may have */
            assert_ok(uuid9562_uuid4(NULL, &out));
            require(memcmp(out.bytes, (const uint8_t[6]){0}, 6) != 0);
        }
        uuid9562_generator_free(generator);
    }
}

TEST(the_ends_of_the_clock)
{
    const uint64_t clock_seq = 1;
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched, after, batch[3];

    script.seconds = -1;
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_CLOCK_RANGE);
    script.seconds = INT64_MIN;
    assert_status(uuid9562_uuid1(script.generator, &out, NULL, NULL), UUID9562_ERR_CLOCK_RANGE);
    script.seconds = 18446744073; /* 2554-07-21T23:34:33 */
    script.nanoseconds = 709551616;
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_CLOCK_RANGE);
    script.seconds = INT64_MAX;
    assert_status(uuid9562_uuid6(script.generator, &out, NULL, NULL), UUID9562_ERR_CLOCK_RANGE);
    assert_same(out, untouched);

    script_set(&script, 0);
    assert_ok(uuid9562_uuid7(script.generator, &out));
    require_eq(unix_ms_of(&out), 0);

    /* the last nanosecond is given out once, and no reservation reaches over the end */
    script_set(&script, UINT64_MAX - 1);
    assert_status(uuid9562_batch(script.generator, batch, 7, 3), UUID9562_ERR_CLOCK_RANGE);
    assert_ok(uuid9562_uuid7(script.generator, &out));
    require_eq(unix_ms_of(&out), INT64_C(18446744073709));
    assert_ok(uuid9562_uuid6(script.generator, &after, NULL, NULL));
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_CLOCK_RANGE);
    assert_status(uuid9562_uuid1(script.generator, &out, NULL, &clock_seq),
                  UUID9562_ERR_CLOCK_RANGE);

    /* once the clock is right again, it is not what is out of range */
    script_set(&script, start);
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_LEAD);
    assert_status(uuid9562_uuid6(script.generator, &out, NULL, NULL), UUID9562_ERR_LEAD);
    assert_status(uuid9562_batch(script.generator, batch, 7, 3), UUID9562_ERR_LEAD);
    script_set(&script, UINT64_MAX - UUID9562_MAX_LEAD_NS_MAX);
    assert_ok(uuid9562_set_max_lead_ns(script.generator, UUID9562_MAX_LEAD_NS_MAX));
    assert_status(uuid9562_uuid7(script.generator, &out), UUID9562_ERR_CLOCK_RANGE);
    assert_ok(uuid9562_resync(script.generator));
    assert_ok(uuid9562_uuid7(script.generator, &out));
}

TEST(one_order_for_all_versions)
{
    uuid9562_t v6_before = UUID9562_INIT_NIL, v7_before = UUID9562_INIT_NIL, v6, v7, v1;

    for (int i = 0; i < 1000; i++) {
        assert_ok(uuid9562_uuid6(script.generator, &v6, NULL, NULL));
        assert_ok(uuid9562_uuid7(script.generator, &v7));
        assert_ok(uuid9562_uuid1(script.generator, &v1, NULL, NULL));
        assert_before(v6_before, v6);
        assert_before(v7_before, v7);
        v6_before = v6;
        v7_before = v7;
        assert_ok(uuid9562_v1_to_v6(&v6, &v1));
        /* without the nodes, which are random: */
        memcpy(v6.bytes + 10, v6_before.bytes + 10, 6);
        require_gt(memcmp(v6.bytes, v6_before.bytes, 10), 0); /* one time line */
    }
}

TEST(batches_lie_between_what_is_before_and_after)
{
    static const int versions[] = {6, 7};
    static const size_t counts[] = {1, 2, 3, 1000, 1000000};

    for (int v = 0; v < 2; v++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            const size_t n = counts[c];
            uuid9562_t *batch = malloc(n * sizeof *batch);
            uuid9562_t before, after;

            assert_ok(uuid9562_batch(script.generator, &before, versions[v], 1));
            assert_ok(uuid9562_batch(script.generator, batch, versions[v], n));
            assert_ok(uuid9562_batch(script.generator, &after, versions[v], 1));
            assert_before(before, batch[0]);
            for (uint64_t i = 1; i < n; i++)
                assert_before(batch[i - 1], batch[i]);
            assert_before(batch[n - 1], after);
            free(batch);
        }
    }
}

/* ---- threads ---- */

enum { THREADS = 4, EACH = 100000 };

/* The order goes from thread to thread with the UUID: what one thread hands over is before what the
 * other generates next. */
static struct {
    pthread_mutex_t lock;
    uuid9562_t latest;
    int inversions;
} relay = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *pass_on(void *unused)
{
    for (int i = 0; i < EACH; i++) {
        uuid9562_t mine;

        pthread_mutex_lock(&relay.lock);
        if (uuid9562_uuid7(NULL, &mine) != UUID9562_OK ||
            uuid9562_compare(&relay.latest, &mine) >= 0)
            relay.inversions++;
        relay.latest = mine;
        pthread_mutex_unlock(&relay.lock);
    }
    return unused;
}

TEST(the_order_goes_from_thread_to_thread)
{
    run_threads(THREADS, pass_on, NULL, 0);
    require_eq(relay.inversions, 0);
}
