/*
 * Inspection, conversion and the pure builders: properties that hold for all values, where the
 * vectors show single ones.
 */
#include "suite.h"

TEST(fields_come_out_as_they_went_in)
{
    unsigned seed = 1;

    for (int round = 0; round < 100000; round++) {
        uint64_t timestamp = random64(&seed) & UUID9562_TIMESTAMP_MAX;
        uint64_t clock_seq = random64(&seed) & UUID9562_CLOCK_SEQ_MAX;
        uint64_t node = random64(&seed) & UUID9562_NODE_MAX;
        int64_t ms1, ms6;
        uuid9562_t v1, v6, other;

        assert_ok(uuid9562_uuid1_make(&v1, timestamp, clock_seq, node));
        assert_ok(uuid9562_uuid6_make(&v6, timestamp, clock_seq, node));
        require_eq(uuid9562_get_version(&v1), 1);
        require_eq(uuid9562_get_version(&v6), 6);
        require_eq(ticks_of(&v1), (int64_t)timestamp);
        require_eq(ticks_of(&v6), (int64_t)timestamp);
        require_eq(node_of(&v1), (int64_t)node);
        require_eq(node_of(&v6), (int64_t)node);
        require_eq(clock_seq_of(&v1), (int)clock_seq);
        require_eq(clock_seq_of(&v6), (int)clock_seq);
        require(uuid9562_get_timestamp_ms(&ms1, &v1) && uuid9562_get_timestamp_ms(&ms6, &v6));
        require_eq(ms1, ms6);
        assert_ok(uuid9562_v1_to_v6(&other, &v1));
        assert_same(other, v6);
        other = v6;
        assert_ok(uuid9562_v6_to_v1(&other, &other)); /* in place */
        assert_same(other, v1);
    }
}

TEST(fields_out_of_range_write_nothing)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched;
    const uint64_t most = UINT64_MAX;

    assert_status(uuid9562_uuid1_make(&out, UUID9562_TIMESTAMP_MAX + 1, 0, 0),
                  UUID9562_ERR_TIMESTAMP);
    assert_status(uuid9562_uuid6_make(&out, most, 0, 0), UUID9562_ERR_TIMESTAMP);
    assert_status(uuid9562_uuid1_make(&out, 0, UUID9562_CLOCK_SEQ_MAX + 1, 0),
                  UUID9562_ERR_CLOCK_SEQ);
    assert_status(uuid9562_uuid6_make(&out, 0, most, 0), UUID9562_ERR_CLOCK_SEQ);
    assert_status(uuid9562_uuid1_make(&out, 0, 0, UUID9562_NODE_MAX + 1), UUID9562_ERR_NODE);
    assert_status(uuid9562_uuid6_make(&out, 0, 0, most), UUID9562_ERR_NODE);
    assert_status(uuid9562_uuid7_make(&out, -1, untouched.bytes, 0), UUID9562_ERR_V7_UNIX_MS);
    assert_status(uuid9562_v1_to_v6(&out, &untouched), UUID9562_ERR_NOT_V1);
    assert_status(uuid9562_parse_namespace(&out, NULL, "@", 1), UUID9562_ERR_NAMESPACE);
    for (int digest = -1; digest <= 16; digest += 17) {
        assert_status(uuid9562_uuid8_name(&out, &untouched, NULL, 0, (uuid9562_digest_t)digest),
                      UUID9562_ERR_DIGEST);
        assert_status(uuid9562_uuid7_name(&out, 0, &untouched, NULL, 0, (uuid9562_digest_t)digest),
                      UUID9562_ERR_DIGEST);
    }
    assert_same(out, untouched);
}

/* uuid7_make adds in 74 bits; compared with arithmetic of 128 bits. */
TEST(uuid7_make_adds)
{
    const wide_t top = wide_left(wide_of(1), 74);
    unsigned seed = 74;

    for (int round = 0; round < 100000; round++) {
        uint8_t random[10];
        wide_t sum = wide_of(0);
        int64_t n = (int64_t)(random64(&seed) >> 1 >> rand_r(&seed) % 63);
        uuid9562_t out;
        uuid9562_status_t status;

        for (int i = 0; i < 10; i++)
            random[i] = rand_r(&seed) % 3 == 0 ? 0xff : (uint8_t)(rand_r(&seed) >> 9);
        for (int i = 0; i < 10; i++)
            sum = wide_times_plus(sum, i == 0 ? 0 : 256, random[i] & (i == 0 ? 3 : 255));
        sum = wide_plus(sum, wide_of((uint64_t)n));
        status = uuid9562_uuid7_make(&out, 0x010203040506, random, n);
        if (!wide_less(sum, top)) {
            assert_status(status, UUID9562_ERR_N);
            continue;
        }
        assert_ok(status);
        require_mem(out.bytes, "\1\2\3\4\5\6", 6);
        require_eq(out.bytes[6], 0x70 | (unsigned)wide_low(wide_right(sum, 70)));
        require_eq(out.bytes[7], (uint8_t)wide_low(wide_right(sum, 62)));
        require_eq(out.bytes[8], 0x80 | (unsigned)(wide_low(sum) >> 56 & 0x3f));
        for (int i = 9; i < 16; i++)
            require_eq(out.bytes[i], (uint8_t)(wide_low(sum) >> 8 * (15 - i)));
    }
}

TEST(order_is_total_and_bytes_decide)
{
    unsigned seed = 3;

    for (int round = 0; round < 100000; round++) {
        uuid9562_t a = random_uuid(&seed), b = a, swapped;

        require_eq(uuid9562_compare(&a, &b), 0);
        b.bytes[rand_r(&seed) % 16] ^= (uint8_t)(1 << rand_r(&seed) % 8);
        require_eq(uuid9562_compare(&a, &b), -uuid9562_compare(&b, &a));
        require_eq(uuid9562_compare(&a, &b) > 0, memcmp(&a, &b, 16) > 0);

        uuid9562_guid_swap(&swapped, &a);
        require_eq(swapped.bytes[0], a.bytes[3]);
        uuid9562_guid_swap(&swapped, &swapped); /* in place */
        assert_same(swapped, a);
    }
}
