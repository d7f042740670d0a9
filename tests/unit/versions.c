/*
 * What the generators return with a scripted clock and scripted random bytes: every bit of each
 * version; and what they do when a source fails.
 */
#include "suite.h"

static script_t script;

static void begin(const uint64_t *node, const uint64_t *clock_seq)
{
    script_begin_with(&script, node, clock_seq);
    script_set(&script, UINT64_C(1645557742000000000)); /* RFC 9562 section A */
}

static void setup(void)
{
    begin(NULL, NULL);
}

static void teardown(void)
{
    script_end(&script);
}

static const fixture_t fixture = {setup, teardown};

/* The next random number that the script will give, as a big-endian number of 64 bits. */
static uint64_t next_random64(void)
{
    uint64_t value = 0, next = script.next;
    for (int i = 0; i < 8; i++)
        value = value << 8 | (uint8_t)(next++ * 0x9e3779b1u >> 13);
    return value;
}

static uint64_t low_half(const uuid9562_t *uuid)
{
    uint64_t value = 0;
    for (int i = 8; i < 16; i++)
        value = value << 8 | uuid->bytes[i];
    return value;
}

TEST(v4_is_16_random_bytes_less_6_bits)
{
    uuid9562_t out, expected;
    uint8_t random[16];

    for (int i = 0; i < 16; i++)
        random[i] = (uint8_t)((script.next + (unsigned)i) * 0x9e3779b1u >> 13);
    uuid9562_uuid4_make(&expected, random);
    assert_ok(uuid9562_uuid4(script.generator, &out));
    assert_same(out, expected);
}

/* RFC 9562 section 6.2, method 3: 1 Jan 2023 12:34:56.1234567 has a fraction of 0.4567 of a
 * millisecond, and rand_a is 0x74E. */
TEST(v7_of_the_example_of_method_3)
{
    uint64_t random = next_random64();
    int64_t ms;
    uuid9562_t out;

    script_set(&script, UINT64_C(1672576496123456700));
    assert_ok(uuid9562_uuid7(script.generator, &out));
    require(uuid9562_get_timestamp_ms(&ms, &out));
    require_eq(ms, 1672576496123);
    require_eq(out.bytes[6], 0x77);
    require_eq(out.bytes[7], 0x4E);
    /* 456700 x 2^20 / 10^6 = 478884.6: 0x74EA4, of which A4 goes on top of rand_b */
    require_eq(low_half(&out),
               UINT64_C(2) << 62 | UINT64_C(0xA4) << 54 | (random & ((UINT64_C(1) << 54) - 1)));
}

TEST(v1_and_v6_put_the_nanoseconds_into_the_clock_sequence)
{
    uint64_t ns = UINT64_C(1645557742000000042);
    uint64_t random = next_random64();
    uuid9562_t v1, again, v6;

    script_set(&script, ns);
    assert_ok(uuid9562_uuid1(script.generator, &v1, NULL, NULL));
    require_eq(clock_seq_of(&v1), (int)(42 * 128 + (random >> 48 & 127)));
    require_eq(node_of(&v1), (int64_t)((random & UUID9562_NODE_MAX) | UINT64_C(1) << 40));

    /* version 1 keeps both: node and random bits */
    assert_ok(uuid9562_uuid1(script.generator, &again, NULL, NULL));
    require_eq(node_of(&again), node_of(&v1));
    require_eq(clock_seq_of(&again), clock_seq_of(&v1) + 128);
    require_eq(script.draws, 1);

    /* version 6 draws both anew */
    random = next_random64();
    assert_ok(uuid9562_uuid6(script.generator, &v6, NULL, NULL));
    require_eq(clock_seq_of(&v6), (int)(44 * 128 + (random >> 48 & 127)));
    require_eq(node_of(&v6), (int64_t)((random & UUID9562_NODE_MAX) | UINT64_C(1) << 40));
    require_mem(v6.bytes, "\x1e\xc9\x41\x4c\x23\x2a\x6b\x00", 8); /* RFC 9562 section A.5 */
}

/* What a caller gives is used unchanged; then the UUID takes the whole tick, and with nothing left
 * to draw there is nothing to fail. */
TEST(given_node_and_clock_seq)
{
    const uint64_t node = 0x9F6BDECED846, clock_seq = 0x33C8, zero = 0;
    uuid9562_t out, expected;

    script.random_fails = true;
    assert_ok(uuid9562_uuid1(script.generator, &out, &node, &clock_seq));
    expected = uuid_from_text("C232AB00-9414-11EC-B3C8-9F6BDECED846");
    assert_same(out, expected);
    assert_ok(uuid9562_uuid6(script.generator, &out, &node, &clock_seq)); /* the next tick */
    expected = uuid_from_text("1EC9414C-232A-6B01-B3C8-9F6BDECED846");
    assert_same(out, expected);
    assert_ok(uuid9562_uuid1(script.generator, &out, &zero, &zero));
    expected = uuid_from_text("C232AB02-9414-11EC-8000-000000000000");
    assert_same(out, expected);

    /* the nanoseconds of a tick that was given away whole are gone for the others as well */
    script.random_fails = false;
    assert_ok(uuid9562_uuid1(script.generator, &out, &node, NULL));
    require_eq(out.bytes[3], 0x03);
    require_eq(clock_seq_of(&out) >> 7, 0);
    require_eq(node_of(&out), (int64_t)node);
    assert_ok(uuid9562_uuid1(script.generator, &out, NULL, &clock_seq)); /* and the other way */
    require_eq(out.bytes[3], 0x04);
    require_eq(clock_seq_of(&out), (int)clock_seq);
    require_eq(node_of(&out) >> 40 & 1, 1);
}

/* The process's generator does so too: it takes no whole ticks. */
TEST(nanoseconds_in_the_clock_sequence_of_the_process)
{
    int any[2] = {0, 0};

    for (int i = 0; i < 1000; i++) {
        uuid9562_t out;

        assert_ok(uuid9562_uuid1(NULL, &out, NULL, NULL));
        any[0] |= clock_seq_of(&out) >> 7;
        assert_ok(uuid9562_uuid6(NULL, &out, NULL, NULL));
        any[1] |= clock_seq_of(&out) >> 7;
    }
    require_eq(any[0], 127); /* the bits of 0 to 99 */
    require_eq(any[1], 127);
}

TEST(what_a_call_gives_to_the_process)
{
    const uint64_t node = 0x9F6BDECED846, clock_seq = 0x33C8;

    for (int i = 0; i < 4; i++) {
        const uint64_t *a = i & 1 ? &node : NULL, *b = i & 2 ? &clock_seq : NULL;
        uuid9562_t v1, v6;

        assert_ok(uuid9562_uuid1(NULL, &v1, a, b));
        assert_ok(uuid9562_uuid6(NULL, &v6, a, b));
        require_eq(node_of(&v1) == (int64_t)node, i & 1);
        require_eq(node_of(&v6) == (int64_t)node, i & 1);
        if (b != NULL) {
            require_eq(clock_seq_of(&v1), (int)clock_seq);
            require_eq(clock_seq_of(&v6), (int)clock_seq);
        }
    }
}

/* A clock sequence that is kept for a given node is the top of 8 random bytes; and version 1 keeps
 * as many for its node. */
TEST(what_is_kept_is_drawn_from_8_bytes)
{
    const uint64_t node = 7, random = next_random64();
    uuid9562_t out;

    assert_ok(uuid9562_uuid1(script.generator, &out, &node, NULL));
    require_eq(clock_seq_of(&out), (int)(random >> 50));
    require_eq(script.next, 8);
    assert_ok(uuid9562_uuid6(script.generator, &out, &node, NULL));
    require_eq(clock_seq_of(&out), (int)(random >> 50));
    require_eq(script.next, 8);
    assert_ok(uuid9562_uuid1(script.generator, &out, NULL, NULL));
    require_eq(script.next, 16);
    assert_ok(uuid9562_uuid6(script.generator, &out, NULL, NULL));
    require_eq(script.next, 24);
}

/* 16 bytes for any field that is missing: a is the first 48 bits, b the next but 4, c the last 62. */
TEST(v8_fields_of_the_random_bytes)
{
    const uint64_t given[] = {0x010203040506, 0x789, UINT64_C(0x0a0b0c0d0e0f1011)};

    for (int missing = 0; missing < 8; missing++) {
        const uint64_t hi = next_random64(), begin = script.next;
        uint64_t lo;
        uuid9562_t out;

        script.next += 8;
        lo = next_random64();
        script.next = begin;
        assert_ok(uuid9562_uuid8(script.generator, &out, missing & 1 ? NULL : &given[0],
                                 missing & 2 ? NULL : &given[1], missing & 4 ? NULL : &given[2]));
        require_eq(script.next - begin, missing == 0 ? 0 : 16);
        for (int i = 0; i < 6; i++)
            require_eq(out.bytes[i],
                       (uint8_t)(missing & 1 ? hi >> (56 - 8 * i) : given[0] >> (40 - 8 * i)));
        require_eq((out.bytes[6] & 15) << 8 | out.bytes[7],
                   (int)((missing & 2 ? hi : given[1]) & 0xfff));
        require(low_half(&out) ==
                (((missing & 4 ? lo : given[2]) & UUID9562_CUSTOM_C_MAX) | UINT64_C(1) << 63));
    }
}

TEST(v7_at_is_any_millisecond)
{
    int64_t ms;
    uuid9562_t out;

    script.clock_fails = true; /* it does not read the clock */
    assert_ok(uuid9562_uuid7_at(script.generator, &out, UUID9562_V7_UNIX_MS_MAX));
    require(uuid9562_get_timestamp_ms(&ms, &out) && ms == UUID9562_V7_UNIX_MS_MAX);
    assert_status(uuid9562_uuid7_at(script.generator, &out, -1), UUID9562_ERR_V7_UNIX_MS);
    require_eq(script.draws, 1); /* and a refused call draws nothing */
}

TEST(v7_at_is_10_random_bytes_less_6_bits)
{
    uint8_t random[UUID9562_V7_RANDOM_LENGTH];
    uuid9562_t out, expected;

    for (unsigned i = 0; i < sizeof random; i++)
        random[i] = (uint8_t)((script.next + i) * 0x9e3779b1u >> 13);
    assert_ok(uuid9562_uuid7_make(&expected, 1645557742000, random, 0));
    assert_ok(uuid9562_uuid7_at(script.generator, &out, 1645557742000));
    assert_same(out, expected);
}

TEST(v7_at_ns_is_8_random_bytes_less_10_bits)
{
    const uint64_t random = next_random64();
    uint64_t last_ns = 0;
    uuid9562_t out, expected;

    script.clock_fails = true; /* it does not read the clock */
    assert_ok(uuid9562_step(&expected, &last_ns, 7, UINT64_C(1645557742123456789), random));
    assert_ok(uuid9562_uuid7_at_ns(script.generator, &out, 1645557742123456789));
    assert_same(out, expected);
    assert_status(uuid9562_uuid7_at_ns(script.generator, &out, -1), UUID9562_ERR_V7_UNIX_NS);
    require_eq(script.draws, 1); /* and a refused call draws nothing */
    require_eq(script.next, 8);
}

TEST(nothing_behind_the_uuid_is_written)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;

    for (int own = 0; own < 2; own++) {
        uuid9562_generator_t *generator = own ? script.generator : NULL;
        uuid9562_t out[2] = {untouched, untouched};

        assert_ok(uuid9562_uuid1(generator, out, NULL, NULL));
        assert_ok(uuid9562_uuid4(generator, out));
        assert_ok(uuid9562_uuid6(generator, out, NULL, NULL));
        assert_ok(uuid9562_uuid7(generator, out));
        assert_ok(uuid9562_uuid7_at(generator, out, 0));
        assert_ok(uuid9562_uuid7_at_ns(generator, out, 0));
        assert_ok(uuid9562_uuid8(generator, out, NULL, NULL, NULL));
        assert_same(out[1], untouched);
    }
}

/* ---- a source fails ---- */

typedef uuid9562_status_t probe_t(uuid9562_t *out);

static uuid9562_status_t probe_uuid1(uuid9562_t *out)
{
    return uuid9562_uuid1(script.generator, out, NULL, NULL);
}

static uuid9562_status_t probe_uuid1_given(uuid9562_t *out)
{
    static const uint64_t zero;
    return uuid9562_uuid1(script.generator, out, &zero, &zero);
}

static uuid9562_status_t probe_uuid4(uuid9562_t *out)
{
    return uuid9562_uuid4(script.generator, out);
}

static uuid9562_status_t probe_uuid6(uuid9562_t *out)
{
    return uuid9562_uuid6(script.generator, out, NULL, NULL);
}

static uuid9562_status_t probe_uuid7(uuid9562_t *out)
{
    return uuid9562_uuid7(script.generator, out);
}

static uuid9562_status_t probe_uuid7_at(uuid9562_t *out)
{
    return uuid9562_uuid7_at(script.generator, out, 0);
}

static uuid9562_status_t probe_uuid7_at_ns(uuid9562_t *out)
{
    return uuid9562_uuid7_at_ns(script.generator, out, 0);
}

static uuid9562_status_t probe_uuid8(uuid9562_t *out)
{
    static const uint64_t zero;
    return uuid9562_uuid8(script.generator, out, &zero, &zero, NULL);
}

static const struct {
    probe_t *call;
    bool needs_clock, needs_random;
} probes[] = {
    {probe_uuid1, true, true},        {probe_uuid1_given, true, false},
    {probe_uuid4, false, true},       {probe_uuid6, true, true},
    {probe_uuid7, true, true},        {probe_uuid7_at, false, true},
    {probe_uuid7_at_ns, false, true}, {probe_uuid8, false, true},
};
enum { PROBES = sizeof probes / sizeof *probes };

TEST(an_error_leaves_state_and_output_unchanged)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out, before, after;
    int64_t ms_before, ms_after;

    assert_ok(uuid9562_uuid7(script.generator, &before));
    for (int i = 0; i < PROBES; i++) {
        out = untouched;
        script.random_fails = true;
        if (probes[i].needs_random) {
            assert_status(probes[i].call(&out), UUID9562_ERR_ENTROPY);
            assert_same(out, untouched);
        }
        script.random_fails = false;
        script.clock_fails = true;
        if (probes[i].needs_clock) {
            assert_status(probes[i].call(&out), UUID9562_ERR_CLOCK);
            assert_same(out, untouched);
        }
        script.clock_fails = false;
        script.nanoseconds = 1000000000; /* more than a second has */
        if (probes[i].needs_clock) {
            assert_status(probes[i].call(&out), UUID9562_ERR_CLOCK);
            assert_same(out, untouched);
        }
        script.nanoseconds = 0;
    }
    /* the clock state is unchanged: the next nanosecond is given out next */
    assert_ok(uuid9562_uuid7(script.generator, &after));
    require(uuid9562_get_timestamp_ms(&ms_before, &before));
    require(uuid9562_get_timestamp_ms(&ms_after, &after));
    require_eq(ms_before, ms_after);
    require_eq((unsigned)(after.bytes[8] & 63) << 2 | after.bytes[9] >> 6, 1);
}

TEST(a_failed_batch_is_all_nil)
{
    static const int versions[] = {1, 4, 6, 7};
    const uint64_t node = 5;
    uuid9562_t batch[5], nil = UUID9562_INIT_NIL, untouched = UUID9562_INIT_MAX;

    for (int v = 0; v < 8; v++) {
        if (v == 4) {
            script_end(&script);
            begin(&node, NULL);
        }
        for (int way = 0; way < 2; way++) {
            uuid9562_status_t status;

            memset(batch, 0x55, sizeof batch);
            script.random_fails = way == 0;
            script.clock_fails = way == 1;
            status = uuid9562_batch(script.generator, batch, versions[v % 4], 5);
            if (way == 1 && versions[v % 4] == 4) {
                assert_ok(status);
                continue;
            }
            assert_status(status, way == 0 ? UUID9562_ERR_ENTROPY : UUID9562_ERR_CLOCK);
            for (int i = 0; i < 5; i++)
                assert_same(batch[i], nil);
        }
    }
    batch[0] = untouched;
    assert_status(uuid9562_batch(script.generator, batch, 5, 1), UUID9562_ERR_BATCH_VERSION);
    assert_status(uuid9562_batch(script.generator, batch, 7, UINT64_MAX), UUID9562_ERR_BATCH_COUNT);
    assert_ok(uuid9562_batch(script.generator, batch, 7, 0));
    assert_same(batch[0], untouched);
}

/* With the same sources, node and clock sequence, batches and single calls return the same UUIDs.
 * Version 7 goes on into the next millisecond. Nothing behind a batch is written. */
TEST(batches_equal_single_calls)
{
    static const int versions[] = {1, 4, 6, 7};
    static probe_t *const singly[] = {probe_uuid1, probe_uuid4, probe_uuid6, probe_uuid7};

    static const uint64_t five = 5;

    for (int i = 0; i < 4 * 4; i++) {
        const uint64_t *node = i & 4 ? &five : NULL, *clock_seq = i & 8 ? &five : NULL;
        uuid9562_t batch[4] = {[3] = UUID9562_INIT_MAX}, one[4] = {[3] = UUID9562_INIT_MAX};

        teardown();
        begin(node, clock_seq);
        script_set(&script, UINT64_C(1645557742000999998));
        assert_ok(uuid9562_batch(script.generator, batch, versions[i % 4], 3));
        teardown();
        begin(node, clock_seq);
        script_set(&script, UINT64_C(1645557742000999998));
        for (int j = 0; j < 3; j++)
            assert_ok(singly[i % 4](&one[j]));
        require_mem(batch, one, sizeof batch);
    }
}

/* However many they are, a batch reads a source of the caller once. */
TEST(a_batch_draws_once)
{
    static const int versions[] = {1, 4, 6, 7};
    enum { MANY = 5000 };
    uuid9562_t *batch = malloc(MANY * sizeof *batch);

    for (int v = 0; v < 4; v++) {
        script.draws = 0;
        assert_ok(uuid9562_batch(script.generator, batch, versions[v], MANY));
        require_eq(script.draws, 1);
    }
    free(batch);
}

/* The process's generator fills a batch of version 4 in pieces: none is left out or comes twice,
 * and nothing behind the last is written. */
TEST(batches_of_every_size)
{
    static const size_t sizes[] = {1, 2, 511, 512, 513, 4095, 4096, 4097, 8192, 8193};
    enum { MOST = 8193 };
    uuid9562_t *batch = malloc((MOST + 1) * sizeof *batch);

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int own = 0; own < 2; own++) {
            memset(batch, 0, (MOST + 1) * sizeof *batch);
            assert_ok(uuid9562_batch(own ? script.generator : NULL, batch, 4, sizes[s]));
            for (size_t i = 0; i < sizes[s]; i++)
                require_eq(uuid9562_get_version(&batch[i]), 4);
            require_eq(uuid9562_get_version(&batch[sizes[s]]), -1);
            if (!own)
                assert_distinct(batch, sizes[s]);
        }
    }
    free(batch);
}
