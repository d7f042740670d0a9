/*
 * The step of the generators from the inside, against arithmetic of 128 bits: which nanoseconds a
 * call gets, over both granularities, counts, and the end of the 64 bits. And the nanosecond that a
 * UUID took.
 */
#include "../../../core/uuid9562.c"

#include "../run.c"

static unsigned seed = 9562;

/* A number not far from one of a few, or any. */
static uint64_t some_ns(uint64_t near)
{
    const uint64_t ends[] = {0, near, UINT64_MAX};
    const uint64_t distance = random64(&seed) >> (40 + rand_r(&seed) % 24);
    const int end = rand_r(&seed) % 4;

    if (end == 3)
        return random64(&seed);
    return rand_r(&seed) % 2 == 0 ? ends[end] + distance : ends[end] - distance;
}

static void check(uint64_t now, uint64_t last, uint64_t count, uint64_t granularity)
{
    uint64_t first = 7, reserved = last;
    const bool granted = step_reserve(&first, &reserved, now, count, granularity);
    /* the first unit that begins after the last nanosecond and ends after the clock's reading */
    const wide_t after = wide_plus(wide_of(last / granularity), wide_of(1));
    const wide_t read = wide_of(now / granularity), unit = wide_less(after, read) ? read : after;
    const wide_t begin = wide_times_plus(unit, (uint32_t)granularity, 0);
    const wide_t end = wide_minus_1(wide_plus(begin, wide_product(count, granularity)));

    require_eq(granted, !wide_less(wide_of(UINT64_MAX), end));
    require(first == (granted ? wide_low(begin) : 7));
    require(reserved == (granted ? wide_low(end) : last));
}

TEST(steps)
{
    for (int round = 0; round < 200000; round++) {
        const uint64_t last = some_ns(UINT64_C(1700000000000000000));
        const uint64_t now = some_ns(last);
        const uint64_t count = 1 + (random64(&seed) & UINT64_C(0xffffff) >> rand_r(&seed) % 25);

        check(now, last, rand_r(&seed) % 2 == 0 ? 1 : count, 1);
        check(now, last, rand_r(&seed) % 2 == 0 ? 1 : count, NS_PER_TICK);
    }
}

TEST(steps_around_a_tick_and_at_the_end)
{
    const uint64_t bases[] = {1000, UINT64_MAX - UINT64_MAX % NS_PER_TICK - NS_PER_TICK};

    for (int b = 0; b < 2; b++)
        for (uint64_t last = 0; last <= 115; last++)
            for (uint64_t now = 0; now <= 115; now++)
                for (uint64_t count = 1; count <= 3; count++) {
                    check(bases[b] + now, bases[b] + last, count, 1);
                    check(bases[b] + now, bases[b] + last, count, NS_PER_TICK);
                }
}

/* Those of before 1970 took none that counts. */
TEST(the_last_nanosecond_of_a_tick)
{
    const uint64_t offset = (uint64_t)GREGORIAN_OFFSET;
    const uint64_t ticks[] = {0, offset - 1, offset, offset + 5}, last[] = {0, 0, 99, 599};

    for (int i = 0; i < 4; i++) {
        uint64_t of_1 = 7, of_6 = 7;
        uuid9562_t uuid;

        assert_ok(uuid9562_uuid1_make(&uuid, ticks[i], 0, 0));
        assert_ok(step_last_ns(&of_1, &uuid));
        require_eq(of_1, last[i]);
        assert_ok(uuid9562_uuid6_make(&uuid, ticks[i], 0, 0));
        assert_ok(step_last_ns(&of_6, &uuid));
        require_eq(of_6, last[i]);
    }
}
