/*
 * Times: text compared with a second definition of it (naive_time.h), and read as it was written;
 * ranges between lower bounds, which leave nothing out and have nothing twice; and what is below
 * the millisecond, nanosecond by nanosecond.
 */
#include <stdio.h>

#include "naive_time.h"
#include "suite.h"

static const int64_t ms_per_day = 86400000;

/* ---- text ---- */

/* The core says of this text what the naive definition says, and reads nothing behind it. */
static void compare_with_naive(const char *text, size_t length)
{
    char *exact = malloc(length + (length == 0));
    naive_time_t expected = {0, 0, 0};
    int64_t unix_ms = 12345, unix_ns = 12345;
    uint32_t width_ms = 54321;
    size_t offset = 999, offset_ns = 999;
    const bool valid = naive_is_time(text, length, &expected);
    uuid9562_status_t status;

    memcpy(exact, text, length);
    status = uuid9562_parse_time(&unix_ms, &width_ms, &offset, exact, length);
    require_msg(status == (valid ? UUID9562_OK : UUID9562_ERR_TIME), "'%.*s': %s", (int)length,
                text, uuid9562_strerror(status));
    if (valid) {
        const wide_t whole =
            wide_times_plus(wide_of((uint64_t)expected.unix_ms), 1000000, expected.ns);
        const bool fits = expected.unix_ms >= 0 && !wide_less(wide_of(INT64_MAX), whole);

        require_msg(unix_ms == expected.unix_ms && width_ms == expected.width_ms && offset == 999,
                    "'%.*s': %" PRId64 " ms, %u ms wide", (int)length, text, unix_ms, width_ms);
        status = uuid9562_parse_time_ns(&unix_ns, &offset, exact, length);
        require_eq(status, fits ? UUID9562_OK : UUID9562_ERR_V7_UNIX_NS);
        require_eq(unix_ns, fits ? (int64_t)wide_low(whole) : 12345);
    } else {
        require_msg(offset == naive_time_reach(text, length), "'%.*s': offset %zu", (int)length,
                    text, offset);
        require(unix_ms == 12345 && width_ms == 54321);
        assert_status(uuid9562_parse_time_ns(&unix_ns, &offset_ns, exact, length),
                      UUID9562_ERR_TIME);
        require(offset_ns == offset && unix_ns == 12345);
        assert_status(uuid9562_parse_time(&unix_ms, NULL, NULL, exact, length), UUID9562_ERR_TIME);
    }
    free(exact);
}

enum { LONGEST = 64 };

/* A time of any of the shapes, in any of its years. */
static size_t random_time(char out[LONGEST], unsigned *seed)
{
    static const char *const zones[] = {"", "Z", "z", "+00:00", "-23:59", "+05:45", "-00:00"};
    const int year = rand_r(seed) % 4 == 0 ? rand_r(seed) % 100000 : 1900 + rand_r(seed) % 200;
    size_t length = (size_t)sprintf(out, "%04d-%02d-%02d", year, 1 + rand_r(seed) % 12,
                                    1 + rand_r(seed) % 28 + rand_r(seed) % 2 * 3);

    if (rand_r(seed) % 8 == 0)
        return length;
    length += (size_t)sprintf(out + length, "%c%02d:%02d", "Tt "[rand_r(seed) % 3],
                              rand_r(seed) % 24, rand_r(seed) % 60);
    if (rand_r(seed) % 4 != 0) {
        length += (size_t)sprintf(out + length, ":%02d", rand_r(seed) % 60);
        if (rand_r(seed) % 2 == 0)
            length += (size_t)sprintf(out + length, ".%0*d", 1 + rand_r(seed) % 12,
                                      rand_r(seed) % 1000000);
    }
    return length + (size_t)sprintf(out + length, "%s", zones[rand_r(seed) % 7]);
}

/* Changes a byte, takes one out, puts one in, or cuts the text off. */
static size_t spoil(char text[LONGEST], size_t length, unsigned *seed)
{
    static const char bytes[] = "0123456789012345678901234567899--::..TtZz +/xW\0\xff";
    const size_t at = (size_t)rand_r(seed) % length;
    const char byte = bytes[(size_t)rand_r(seed) % sizeof bytes];

    switch (rand_r(seed) % 6) {
    case 0:
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    case 1:
        memmove(text + at + 1, text + at, length - at);
        text[at] = byte;
        return length + 1;
    case 2:
        return at;
    case 3:
        text[length] = byte;
        return length + 1;
    default:
        text[at] = byte;
        return length;
    }
}

TEST(text_as_the_naive_definition_has_it)
{
    unsigned seed = 17;
    int valid = 0;

    for (int round = 0; round < 20000; round++) {
        char text[LONGEST];
        size_t length = random_time(text, &seed);
        naive_time_t ignored;

        for (int i = rand_r(&seed) % 3; i > 0 && length > 0; i--)
            length = spoil(text, length, &seed);
        valid += naive_is_time(text, length, &ignored);
        compare_with_naive(text, length);
    }
    require(valid > 5000 && valid < 15000);
}

/* Each beginning of a time with any byte behind it; and each time with another byte in it. */
TEST(every_byte_in_every_place)
{
    static const char bytes[] = "0123456789-:.TtZz +/x";
    static const char *const times[] = {"2000-02-29T23:59:59.25+23:59", "1900-02-28 00:00:00Z",
                                        "10000-12-31t19:30-09:00",
                                        "0400-11-30 05:06:07.1234567890"};

    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        for (size_t at = 0; at <= strlen(times[i]); at++) {
            char text[LONGEST];

            memcpy(text, times[i], strlen(times[i]));
            compare_with_naive(text, at);
            for (int byte = 0; byte < 256; byte++) {
                text[at] = (char)byte;
                compare_with_naive(text, at + 1);
            }
            for (size_t b = 0; b < sizeof bytes && at < strlen(times[i]); b++) { /* and NUL */
                text[at] = bytes[b];
                compare_with_naive(text, strlen(times[i]));
            }
        }
}

static int64_t ms_of(const char *text, size_t length)
{
    int64_t unix_ms = 0;

    assert_ok(uuid9562_parse_time(&unix_ms, NULL, NULL, text, length));
    return unix_ms;
}

TEST(text_at_the_ends)
{
    static const char *const texts[] = {
        "09990-01-01", "9999-12-31", "10000-01-01", "1970-01-01", "1970-01-01 00:00:00.000999999",
        "1970-01-01T00:00:00.001Z", "1969-12-31T23:59:59.999999999Z",
        "2262-04-11T23:47:16.853999999Z", "2262-04-11T23:47:16.854Z",
        "2262-04-11T23:47:16.854775807Z", "2262-04-11T23:47:16.854775808Z",
        "2262-04-11T23:47:16.855Z"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        compare_with_naive(texts[i], strlen(texts[i]));
}

/* A time of every day that a UUID can hold. */
TEST(what_is_written_is_read)
{
    unsigned seed = 3;
    char text[UUID9562_UTC_MAX];

    for (int64_t day = UUID9562_V6_UNIX_MS_MIN; day <= UUID9562_V7_UNIX_MS_MAX; day += ms_per_day) {
        int64_t ms = day + (int64_t)(random64(&seed) % (uint64_t)ms_per_day);

        if (ms > UUID9562_V7_UNIX_MS_MAX)
            ms = UUID9562_V7_UNIX_MS_MAX;
        require_eq(ms_of(text, uuid9562_format_utc(text, ms)), ms);
        require_eq(ms_of(text, uuid9562_format_utc(text, day) - strlen(" 00:00:00.000")), day);
    }
}

TEST(every_offset_from_utc)
{
    const int64_t noon = ms_of("2024-02-29T12:00", 16);

    for (int minutes = 0; minutes < 24 * 60; minutes++) {
        char text[LONGEST];

        for (int sign = -1; sign <= 1; sign += 2) {
            sprintf(text, "2024-02-29T12:00%c%02d:%02d", sign < 0 ? '-' : '+', minutes / 60,
                    minutes % 60);
            require_eq(ms_of(text, strlen(text)), noon - sign * minutes * 60000);
        }
    }
}

/* ---- ranges ---- */

/* The bits of a UUID but for those of the version and the variant: of one version, all numbers
 * below 2^122. */
static wide_t free_bits(const uuid9562_t *uuid)
{
    wide_t bits = wide_of(0);

    for (int i = 0; i < 16; i++) {
        const uint32_t values = i == 6 ? 16 : i == 8 ? 64 : 256;
        bits = wide_times_plus(bits, values, uuid->bytes[i] % values);
    }
    return bits;
}

/* The range that ends at a bound has the last UUID before it, and the one that begins there has the
 * next, which is the bound itself: between them there is none. */
static void check_bound(int64_t ms, int64_t width)
{
    uuid9562_t first, last;

    assert_ok(uuid9562_uuid7_bound(&first, false, ms, (uint32_t)width));
    assert_ok(uuid9562_uuid7_bound(&last, true, ms - width, (uint32_t)width));
    assert_before(last, first);
    require(wide_equal(wide_plus(free_bits(&last), wide_of(1)), free_bits(&first)));
}

/* At the edges of months and days, of the last of February among them, and at random: a million. */
TEST(ranges_leave_no_gap_and_do_not_overlap)
{
    const int64_t from = UUID9562_V7_UNIX_MS_MIN, to = UUID9562_V7_UNIX_MS_MAX;
    static const int64_t widths[] = {1, 1000, 60000, 86400000};
    static const int64_t near[] = {-86400000, -3600000, -1000, -2, -1, 0, 1, 2, 999, 86399999};
    unsigned seed = 5;
    int64_t checked = 0;

    for (int year = 1970; year <= 10889; year++)
        for (int month = 1; month <= 12; month++) {
            char text[LONGEST];
            int64_t first;

            sprintf(text, "%d-%02d-%s", year, month, month == 3 ? "01" : "16");
            first = ms_of(text, strlen(text)) - (month == 3 ? 0 : 15 * ms_per_day);
            for (size_t i = 0; i < sizeof near / sizeof *near; i++)
                for (int w = 0; w < 4; w++)
                    if (first + near[i] >= from + widths[w] && first + near[i] <= to) {
                        check_bound(first + near[i], widths[w]);
                        checked++;
                    }
        }
    for (; checked < 1000000; checked++)
        check_bound(from + 1 + (int64_t)(random64(&seed) % (uint64_t)(to - from)), 1);
}

/* ---- below the millisecond ---- */

static int64_t ns_of(const uuid9562_t *uuid, uint64_t bits)
{
    int64_t unix_ns = -1;
    bool present = false;

    assert_ok(uuid9562_get_timestamp_ns(&present, &unix_ns, uuid, bits));
    require(present);
    return unix_ns;
}

TEST(every_nanosecond_comes_out_as_it_went_in)
{
    const int64_t ms = 1645557742123;

    for (int64_t ns = ms * 1000000; ns < (ms + 1) * 1000000; ns++) {
        uint64_t last_ns = 0;
        uuid9562_t at, stepped;
        int64_t unix_ms;

        assert_ok(uuid9562_uuid7_at_ns(NULL, &at, ns));
        require_eq(ns_of(&at, UUID9562_V7_FRACTION_BITS), ns);
        require(uuid9562_get_timestamp_ms(&unix_ms, &at) && unix_ms == ms);
        assert_ok(uuid9562_step(&stepped, &last_ns, 7, (uint64_t)ns, 0));
        require_mem(at.bytes, stepped.bytes, 9);
        require_eq(at.bytes[9] >> 6, stepped.bytes[9] >> 6);
    }
}

/* A version 7 with these 20 bits after the millisecond, and ones behind them. */
static uuid9562_t with_fraction(int64_t ms, uint32_t fraction)
{
    const wide_t sum = wide_plus(wide_left(wide_of(fraction), 54), wide_of(0x3fffffffffffff));
    uint8_t random[10];
    uuid9562_t uuid;

    for (int i = 0; i < 10; i++)
        random[i] = (uint8_t)wide_low(wide_right(sum, 72 - 8 * (unsigned)i));
    assert_ok(uuid9562_uuid7_make(&uuid, ms, random, 0));
    return uuid;
}

/* For every number of bits: the first nanosecond of a millisecond with each fraction is found by
 * going through all of them. */
TEST(the_first_nanosecond_of_every_fraction)
{
    const int64_t ms = 1645557742000;

    for (uint64_t bits = 0; bits <= UUID9562_V7_FRACTION_BITS; bits++) {
        int64_t last = -1;

        for (int64_t ns = 0; ns < 1000000; ns++) {
            const int64_t fraction = (int64_t)(((uint64_t)ns << bits) / 1000000);
            uuid9562_t uuid;

            if (fraction == last)
                continue;
            last = fraction;
            uuid = with_fraction(ms, (uint32_t)((uint64_t)fraction << (20 - bits)));
            require_eq(ns_of(&uuid, bits), ms * 1000000 + ns);
            uuid = with_fraction(ms, (uint32_t)(((uint64_t)fraction + 1) << (20 - bits)) - 1);
            require_eq(ns_of(&uuid, bits), ms * 1000000 + ns);
        }
        require_eq(last, bits < 20 ? (1 << bits) - 1 : 1048574);
    }
}

/* A fraction that no nanosecond has counts as the next one that has one, and never as another
 * millisecond. */
TEST(fractions_of_others_keep_their_order_and_their_millisecond)
{
    int64_t last = 5000000;

    for (uint32_t fraction = 0; fraction < 1 << 20; fraction++) {
        const uuid9562_t uuid = with_fraction(5, fraction);
        const int64_t ns = ns_of(&uuid, UUID9562_V7_FRACTION_BITS);

        require(ns >= last && ns < 6000000);
        require(((ns - 5000000) << 20) / 1000000 >= fraction || ns == 5999999);
        require(ns == 5000000 || ((ns - 5000001) << 20) / 1000000 < fraction);
        last = ns;
    }
}

TEST(the_ends_of_the_nanoseconds)
{
    const int64_t most = UUID9562_V7_UNIX_NS_MAX;
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t uuid = untouched;
    int64_t unix_ns = 12345;
    bool present = true;

    assert_status(uuid9562_uuid7_at_ns(NULL, &uuid, -1), UUID9562_ERR_V7_UNIX_NS);
    assert_status(uuid9562_uuid7_at_ns(NULL, &uuid, INT64_MIN), UUID9562_ERR_V7_UNIX_NS);
    assert_same(uuid, untouched);
    assert_status(uuid9562_get_timestamp_ns(&present, &unix_ns, &uuid, 21),
                  UUID9562_ERR_FRACTION_BITS);
    require(present && unix_ns == 12345);
    assert_ok(uuid9562_get_timestamp_ns(&present, &unix_ns, &uuid, 20)); /* Max */
    require(!present && unix_ns == 12345);
    assert_ok(uuid9562_uuid7_at_ns(NULL, &uuid, most));
    require_eq(ns_of(&uuid, 20), most);
    require_eq(ns_of(&uuid, 0), most / 1000000 * 1000000);
    uuid = with_fraction(most / 1000000, (uint32_t)(((most % 1000000 + 1) << 20) / 1000000));
    assert_ok(uuid9562_get_timestamp_ns(&present, &unix_ns, &uuid, 20));
    require(!present && unix_ns == 12345);
    require_eq(ns_of(&uuid, 0), most / 1000000 * 1000000);
}
