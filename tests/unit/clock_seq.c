/*
 * The clock sequence that goes with a given node (RFC 9562 section 5.1): one random number for a
 * generator and a process, and another after each resync.
 */
#include <pthread.h>
#include <sched.h>

#include "scripted.h"

static const uint64_t node = 0x9F6BDECED846;

/* Version 6 has the order of time. */
static uuid9562_t as_v6(const uuid9562_t *uuid)
{
    uuid9562_t v6 = *uuid;

    if (uuid9562_get_version(uuid) == 1)
        assert_ok(uuid9562_v1_to_v6(&v6, uuid));
    return v6;
}

/* By their fields: no two have them all in common, even of different versions. */
static void check_distinct(uuid9562_t *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        all[i] = as_v6(&all[i]);
    assert_distinct(all, count);
}

/* Each has a tick of its own, whichever version it has. */
TEST(it_is_drawn_once_for_both_versions)
{
    uuid9562_t all[10], before = UUID9562_INIT_NIL;
    const uint64_t last_node = 3;

    for (int i = 0; i < 10; i++)
        assert_ok((i % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6)(
            script.generator, &all[i], i == 9 ? &last_node : &node, NULL));
    require_eq(script.draws, 1);
    for (int i = 0; i < 10; i++) {
        const uuid9562_t v6 = as_v6(&all[i]);
        uuid9562_t expected;

        require_eq(node_of(&all[i]), (int64_t)(i == 9 ? last_node : node));
        require_eq(clock_seq_of(&all[i]), clock_seq_of(&all[0]));
        assert_ok(uuid9562_uuid6_make(&expected,
                                      start / 100 + UINT64_C(0x01b21dd213814000) + (uint64_t)i,
                                      (uint64_t)clock_seq_of(&all[0]), i == 9 ? last_node : node));
        assert_same(v6, expected);
        assert_before(before, v6);
        before = v6;
    }
}

TEST(batches_have_the_same)
{
    const uint64_t given_clock_seq = 5;

    for (int given = 0; given < 2; given++) {
        uuid9562_generator_t *generator;
        uuid9562_t all[302], before = UUID9562_INIT_NIL;

        assert_ok(uuid9562_generator_new(&generator, NULL, &node, given ? &given_clock_seq : NULL));
        assert_ok(uuid9562_uuid6(generator, &all[0], NULL, NULL));
        assert_ok(uuid9562_batch(generator, &all[1], 1, 100));
        assert_ok(uuid9562_batch(generator, &all[101], 6, 200));
        assert_ok(uuid9562_uuid1(generator, &all[301], NULL, NULL));
        for (int i = 0; i < 302; i++) {
            const uuid9562_t v6 = as_v6(&all[i]);

            require_eq(uuid9562_get_version(&all[i]), i == 0 || (i > 100 && i < 301) ? 6 : 1);
            require_eq(node_of(&all[i]), (int64_t)node);
            require_eq(clock_seq_of(&all[i]), clock_seq_of(&all[0]));
            require(!given || clock_seq_of(&all[i]) == (int)given_clock_seq);
            require(memcmp(before.bytes, v6.bytes, 8) < 0); /* the time alone */
            before = v6;
        }
        uuid9562_generator_free(generator);
    }
}

/* A reseed has it drawn anew, and every bit takes both values. */
TEST(all_of_its_bits_are_random)
{
    int any = 0, all = UUID9562_CLOCK_SEQ_MAX;

    for (int i = 0; i < 200; i++) {
        uuid9562_t uuid;

        assert_ok(uuid9562_reseed());
        assert_ok(uuid9562_uuid1(NULL, &uuid, &node, NULL));
        any |= clock_seq_of(&uuid);
        all &= clock_seq_of(&uuid);
    }
    require_eq(any, UUID9562_CLOCK_SEQ_MAX);
    require_eq(all, 0);
}

TEST(each_resync_changes_it)
{
    static bool seen[UUID9562_CLOCK_SEQ_MAX + 1];
    uuid9562_t first, out;

    for (int i = 0; i <= UUID9562_CLOCK_SEQ_MAX; i++) {
        assert_ok(
            (i % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6)(script.generator, &out, &node, NULL));
        if (i == 0)
            first = out;
        require_msg(!seen[clock_seq_of(&out)], "it comes again after %d resyncs", i);
        seen[clock_seq_of(&out)] = true;
        assert_ok(uuid9562_resync(script.generator));
    }
    require_eq(script.draws, 1);
    assert_ok(uuid9562_uuid1(script.generator, &out, &node, NULL)); /* once round */
    require_eq(clock_seq_of(&out), clock_seq_of(&first));
}

static int still_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = 1700000000;
    *nanoseconds = 0;
    return 0;
}

/* The same time again and again, one by one and in batches. */
TEST(no_uuid_comes_again_after_resyncs)
{
    enum { COUNT = 4000, RESYNCS = 6 };
    const uuid9562_sources_t sources = {still_clock, NULL, NULL};
    static uuid9562_t all[RESYNCS * COUNT];
    uuid9562_generator_t *generator;
    uuid9562_t *out = all;

    assert_ok(uuid9562_generator_new(&generator, &sources, &node, NULL));
    for (int r = 0; r < RESYNCS; r++) {
        if (r < 2)
            assert_ok(uuid9562_batch(generator, out, r == 0 ? 1 : 6, COUNT));
        else
            for (int i = 0; i < COUNT; i++)
                assert_ok(
                    (i % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6)(generator, &out[i], NULL, NULL));
        out += COUNT;
        assert_ok(uuid9562_resync(generator));
    }
    check_distinct(all, RESYNCS * COUNT);
    uuid9562_generator_free(generator);
}

/* A resync in the midst of a call: what the call has found out before is not used after it. */
typedef struct interruption {
    uuid9562_generator_t *generator;
    int at_clock, at_random; /* the number of the call that resyncs, counted down */
} interruption_t;

static int interrupted_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    interruption_t *interruption = context;

    if (--interruption->at_clock == 0)
        assert_ok(uuid9562_resync(interruption->generator));
    return still_clock(NULL, seconds, nanoseconds);
}

static int interrupted_random(void *context, void *bytes, size_t count)
{
    static uint8_t next;
    interruption_t *interruption = context;

    if (--interruption->at_random == 0)
        assert_ok(uuid9562_resync(interruption->generator));
    memset(bytes, next++, count);
    return 0;
}

TEST(a_resync_in_the_midst_of_a_call)
{
    interruption_t interruption = {NULL, 0, 0};
    const uuid9562_sources_t sources = {interrupted_clock, interrupted_random, &interruption};
    uuid9562_t out, next;

    assert_ok(uuid9562_generator_new(&interruption.generator, &sources, NULL, NULL));
    for (int i = 0; i < 2; i++) {
        int before;

        assert_ok(uuid9562_uuid1(interruption.generator, &out, &node, NULL));
        before = clock_seq_of(&out);
        interruption.at_clock = 1;
        assert_ok(
            (i == 0 ? uuid9562_uuid1 : uuid9562_uuid6)(interruption.generator, &out, &node, NULL));
        require_eq(clock_seq_of(&out), (before + 1) & UUID9562_CLOCK_SEQ_MAX);
    }
    interruption.at_random = 1;
    assert_ok(uuid9562_uuid1(interruption.generator, &out, NULL, NULL));
    assert_ok(uuid9562_uuid1(interruption.generator, &next, NULL, NULL));
    require_eq(node_of(&out), node_of(&next));
    uuid9562_generator_free(interruption.generator);
}

TEST(a_failed_draw_is_an_error_and_what_is_kept_needs_none)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched, before;

    script.random_fails = true;
    assert_status(uuid9562_uuid1(script.generator, &out, &node, NULL), UUID9562_ERR_ENTROPY);
    assert_status(uuid9562_uuid6(script.generator, &out, &node, NULL), UUID9562_ERR_ENTROPY);
    assert_same(out, untouched);
    script.random_fails = false;
    assert_ok(uuid9562_uuid6(script.generator, &before, &node, NULL));
    require_eq(before.bytes[7], (int)((start / 100 + UINT64_C(0x01b21dd213814000)) & 0xff));
    script.random_fails = true;
    assert_ok(uuid9562_uuid6(script.generator, &out, &node, NULL));
    assert_before(before, out);
    script.clock_fails = true;
    assert_status(uuid9562_uuid6(script.generator, &out, &node, NULL), UUID9562_ERR_CLOCK);
}

/* ---- threads ---- */

enum { THREADS = 4, EACH = 50000 };

static uuid9562_generator_t *shared;
static _Atomic int generated;

static void *generate(void *into)
{
    uuid9562_t *out = into;

    for (int i = 0; i < EACH; i++, generated++)
        if ((i % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6)(shared, &out[i], NULL, NULL) !=
            UUID9562_OK)
            return out;
    return NULL;
}

static uuid9562_t *in_threads(void)
{
    uuid9562_t *all = malloc(sizeof *all * THREADS * EACH);

    run_threads(THREADS, generate, all, EACH * sizeof *all);
    return all;
}

TEST(threads_agree_on_it)
{
    for (int round = 0; round < 5; round++) {
        uuid9562_t *all;

        assert_ok(uuid9562_generator_new(&shared, NULL, &node, NULL));
        all = in_threads();
        for (int i = 1; i < THREADS * EACH; i++)
            require_eq(clock_seq_of(&all[i]), clock_seq_of(&all[0]));
        check_distinct(all, THREADS * EACH);
        free(all);
        uuid9562_generator_free(shared);
    }
}

/* Beside a thread that resyncs all the while. The clock sequence begins with 0, so it stays below
 * 0x2000; what is drawn while a resync is in flight is above that, and counted. So chance has no
 * part in what is found. */
enum { RESYNCS = 2000, UNTIL_NEXT = THREADS * EACH / RESYNCS };
static _Atomic uint64_t swinging_ns;
static _Atomic uint64_t drawn;

static int swinging_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = 1700000000;
    *nanoseconds = (uint32_t)swinging_ns;
    return 0;
}

static int counting_random(void *context, void *bytes, size_t count)
{
    const uint64_t n = drawn++, half = n == 0 ? 0 : (0x2000 + n % 0x1000) << 50;

    (void)context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(half >> (56 - 8 * (i % 8)));
    return 0;
}

static void *resync_often(void *unused)
{
    for (int i = 0; i < RESYNCS; i++) {
        while (generated < i * UNTIL_NEXT)
            sched_yield();
        swinging_ns = (uint64_t)(i % 2) * 1000;
        if (uuid9562_resync(shared) != UUID9562_OK)
            return &shared;
    }
    return unused;
}

TEST(resyncs_beside_a_given_node)
{
    const uuid9562_sources_t sources = {swinging_clock, counting_random, NULL};
    uuid9562_t first, *all;
    pthread_t resyncing;
    void *failed;

    assert_ok(uuid9562_generator_new(&shared, &sources, &node, NULL));
    assert_ok(uuid9562_uuid1(shared, &first, NULL, NULL));
    require_eq(clock_seq_of(&first), 0);
    generated = 0;
    require_eq(pthread_create(&resyncing, NULL, resync_often, NULL), 0);
    all = in_threads();
    pthread_join(resyncing, &failed);
    ck_assert_ptr_null(failed);
    check_distinct(all, THREADS * EACH);
    free(all);
    uuid9562_generator_free(shared);
}
