/*
 * Dates and times of day: counted day by day and second by second, as a calendar on the wall has
 * them, from 1582-10-15, the first that a UUID can hold, to 10889-08-02, the last.
 */
#include <stdio.h>

#include "suite.h"

static const int64_t ms_per_day = 86400000;

static void check(int64_t unix_ms, const char *expected)
{
    char out[UUID9562_UTC_MAX + 1];
    size_t length;

    memset(out, 'x', sizeof out);
    length = uuid9562_format_utc(out, unix_ms);
    require_msg(length == strlen(expected) && memcmp(out, expected, length) == 0,
                "%" PRId64 " is '%.*s', not '%s'", unix_ms, (int)length, out, expected);
    for (size_t i = length; i < sizeof out; i++)
        require_eq(out[i], 'x');
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (leap && month == 2);
}

/* The first and the last millisecond of each day of more than 400 years, of those where the year
 * grows a digit, and of the last. */
TEST(every_day)
{
    int year = 1582, month = 10, day = 15;

    for (int64_t ms = UUID9562_V6_UNIX_MS_MIN; ms <= UUID9562_V7_UNIX_MS_MAX; ms += ms_per_day) {
        if (year <= 2001 || (year >= 9998 && year <= 10001) || year == 10889) {
            char expected[64];

            snprintf(expected, sizeof expected, "%04d-%02d-%02d 00:00:00.000", year, month, day);
            check(ms, expected);
            snprintf(expected, sizeof expected, "%04d-%02d-%02d 23:59:59.999", year, month, day);
            if (ms + ms_per_day - 1 <= UUID9562_V7_UNIX_MS_MAX)
                check(ms + ms_per_day - 1, expected);
        }
        if (++day > days_in(year, month)) {
            day = 1;
            if (++month > 12) {
                month = 1;
                year++;
            }
        }
    }
    require_eq(year * 10000 + month * 100 + day, 108890803); /* the day after */
}

TEST(every_second_of_a_day)
{
    const int64_t days[] = {0, -ms_per_day};

    for (int second = 0; second < 86400; second++) {
        for (int i = 0; i < 2; i++) {
            char expected[64];

            snprintf(expected, sizeof expected, "%s %02d:%02d:%02d.%03d",
                     i == 0 ? "1970-01-01" : "1969-12-31", second / 3600, second % 3600 / 60,
                     second % 60, second % 1000);
            check(days[i] + second * INT64_C(1000) + second % 1000, expected);
            snprintf(expected, sizeof expected, "%s %02d:%02d:%02d.000",
                     i == 0 ? "1970-01-01" : "1969-12-31", second / 3600, second % 3600 / 60,
                     second % 60);
            check(days[i] + second * INT64_C(1000), expected);
        }
    }
}
