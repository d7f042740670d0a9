/*
 * Building many UUIDs from the inside: this file compiles the core into itself, so that it sees the
 * variants, and compares each that this processor supports with build.h, one UUID at a time. UUIDs
 * and random bytes are between pages that cannot be touched.
 */
#include "../../../core/uuid9562.c"

#include "../fence.h"
#include "../run.c"

enum { MOST = 12 };

static build_n_t *const variants[] = {
    build_v7_n_portable,
#ifdef __x86_64__
    build_v7_n_avx2,
#endif
};
static fence_t uuids, random_bytes;

static void setup(void)
{
    uuids = fence_around(NS_PER_MS * sizeof(uuid9562_t));
    random_bytes = fence_around(MOST * sizeof(uuid9562_t));
}

static const fixture_t fixture = {setup, NULL};

static size_t variant_count(void)
{
#ifdef __x86_64__
    return processor_has_avx2() ? 2 : 1;
#else
    return 1;
#endif
}

static void fill(uint8_t *bytes, size_t count)
{
    static uint64_t state = 9562;

    for (size_t i = 0; i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        bytes[i] = (uint8_t)(state >> 56);
    }
}

/* Version 6 or 7 of n UUIDs, over their random bytes or apart from them. */
static void check(build_n_t *variant, uint64_t unix_ns, size_t n, bool apart, bool at_end)
{
    uuid9562_t *out = (uuid9562_t *)fence_place(&uuids, at_end, 16 * n), expected;
    uint8_t *random =
        apart ? (uint8_t *)fence_place(&random_bytes, at_end, 8 * n) : (uint8_t *)out + 8 * n;
    static uint8_t given[8 * NS_PER_MS];

    fill(given, 8 * (n < MOST ? n : MOST));
    memcpy(random, given, 8 * n);
    variant(out, unix_ns, random, n);
    for (size_t i = 0; i < n; i++) {
        if (variant == build_v6_n)
            build_gregorian_ns(&expected, 6, unix_ns + i, layout_read64(given + 8 * i), NULL, NULL);
        else
            build_v7_ns(&expected, unix_ns + i, layout_read64(given + 8 * i));
        require_mem(&out[i], &expected, sizeof expected);
    }
}

TEST(every_nanosecond_of_a_millisecond)
{
    for (size_t v = 0; v < variant_count(); v++)
        check(variants[v], UINT64_C(1732579200123) * NS_PER_MS, NS_PER_MS, false, false);
}

TEST(few_at_any_nanosecond)
{
    static const uint64_t begins[] = {0,
                                      1,
                                      499999,
                                      999987,
                                      UINT64_C(1732579200123456789),
                                      UINT64_MAX / NS_PER_MS * NS_PER_MS - MOST};

    for (size_t v = 0; v < variant_count(); v++)
        for (size_t b = 0; b < sizeof begins / sizeof *begins; b++)
            for (size_t n = 0; n <= MOST; n++)
                for (int way = 0; way < 4; way++)
                    check(variants[v], begins[b], n, way % 2 != 0, way / 2 != 0);
}

TEST(every_nanosecond_of_a_tick)
{
    for (uint64_t ns = 0; ns < NS_PER_TICK; ns++)
        for (size_t n = 0; n <= MOST && ns + n <= NS_PER_TICK; n++)
            for (int way = 0; way < 4; way++)
                check(build_v6_n, UINT64_C(1732579200123456700) + ns, n, way % 2 != 0,
                      way / 2 != 0);
}

static void check_v4(size_t n, bool apart, bool at_end)
{
    uuid9562_t *out = (uuid9562_t *)fence_place(&uuids, at_end, 16 * n), expected;
    uint8_t *random = apart ? (uint8_t *)fence_place(&random_bytes, at_end, 16 * n) : out->bytes;
    uint8_t given[16 * MOST];

    fill(given, 16 * n);
    memcpy(random, given, 16 * n);
    build_v4_n(out, random, n);
    for (size_t i = 0; i < n; i++) {
        uuid9562_uuid4_make(&expected, given + 16 * i);
        require_mem(&out[i], &expected, sizeof expected);
    }
}

TEST(version_4)
{
    for (size_t n = 0; n <= MOST; n++)
        for (int way = 0; way < 4; way++)
            check_v4(n, way % 2 != 0, way / 2 != 0);
}

TEST(the_fastest_is_chosen_and_a_batch_crosses_milliseconds)
{
    const size_t n = 2500000; /* at least two ends of a millisecond */
    uuid9562_t *batch = calloc(n, sizeof *batch);
    uint64_t last = 0;

    require(batch != NULL);
    require_eq(uuid9562_batch(NULL, batch, 7, n), UUID9562_OK);
    require(choose_build_v7() == variants[variant_count() - 1]);
    for (size_t i = 0; i < n; i++) {
        int64_t unix_ns;
        bool present;

        require_eq(uuid9562_get_timestamp_ns(&present, &unix_ns, &batch[i], 20), UUID9562_OK);
        require(present && (i == 0 || (uint64_t)unix_ns == last + 1));
        last = (uint64_t)unix_ns;
    }
    free(batch);
}
