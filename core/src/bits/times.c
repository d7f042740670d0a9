/*
 * Times as text: milliseconds since 1970 as a date and a time of day in UTC, on the proleptic
 * Gregorian calendar, and such texts (RFC 3339, SQLite's date functions) as a time again.
 *
 * No time zone, no locale, no gmtime.
 */
#include "../../include/uuid9562_bindings.h"
#include "layout.h"

/* ---- a time to text ---- */

/* Both ways count in cycles of 400 years that begin on a 1st of March, so that the leap day ends
 * its year and months follow one rule: 153 days for each five of them. The first cycle begins in
 * the year 0. */
enum { DAYS_PER_CYCLE = 146097, CYCLE_START_TO_1970 = 719468 };

/* Writes the last `width` decimal digits of a number. */
static void write_digits(char *out, int width, int64_t value)
{
    for (int i = width - 1; i >= 0; i--, value /= 10)
        out[i] = (char)('0' + value % 10);
}

/* The earliest time that a UUID can hold is long after the first cycle began. */
static void write_date(char *out, int year_digits, int64_t days)
{
    int64_t day = days + CYCLE_START_TO_1970;
    int64_t cycle = day / DAYS_PER_CYCLE;
    int64_t day_of_cycle = day % DAYS_PER_CYCLE;
    int64_t year =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36524 - day_of_cycle / 146096) / 365;
    int64_t day_of_year = day_of_cycle - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * day_of_year + 2) / 153; /* 0 is March */
    int64_t day_of_month = day_of_year - (153 * month + 2) / 5;

    month = month < 10 ? month + 3 : month - 9;
    year += cycle * 400 + (month <= 2);
    write_digits(out, year_digits, year);
    out[year_digits] = '-';
    write_digits(out + year_digits + 1, 2, month);
    out[year_digits + 3] = '-';
    write_digits(out + year_digits + 4, 2, day_of_month + 1);
}

size_t uuid9562_format_utc(char out[UUID9562_UTC_MAX], int64_t unix_ms)
{
    const int64_t ms_per_day = 86400000;
    const int64_t days_to_10000 = 2932897; /* 10000-01-01, where the year grows a digit */
    int64_t days, ms;
    int year_digits;
    char *time;

    if (unix_ms < UUID9562_V6_UNIX_MS_MIN || unix_ms > UUID9562_V7_UNIX_MS_MAX)
        return 0;
    days = unix_ms / ms_per_day - (unix_ms % ms_per_day < 0);
    ms = unix_ms - days * ms_per_day;
    year_digits = days >= days_to_10000 ? 5 : 4;
    time = out + year_digits + 6;
    write_date(out, year_digits, days);
    time[0] = ' ';
    write_digits(time + 1, 2, ms / 3600000);
    time[3] = ':';
    write_digits(time + 4, 2, ms / 60000 % 60);
    time[6] = ':';
    write_digits(time + 7, 2, ms / 1000 % 60);
    time[9] = '.';
    write_digits(time + 10, 3, ms % 1000);
    return (size_t)(year_digits + 6 + 13);
}

/* How many days a month has, 1 to 12. */
static int days_in(int year, int month)
{
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month == 2 ? 28 + leap : 30 + (month + month / 8) % 2;
}

/* The days from 1970-01-01 to a date; negative before it. A cycle is added and taken off again, for
 * January and February of the year 0. */
static int64_t day_of(int year, int month, int day)
{
    const int from_march = month > 2 ? month - 3 : month + 9;
    const int y = year + 400 - (month <= 2);

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * from_march + 2) / 5 + day - 1 -
           DAYS_PER_CYCLE - CYCLE_START_TO_1970;
}

/* ---- text to a time ----
 *
 * A part of a time is read byte by byte from the left, and each byte is accepted only if some valid
 * time goes on with it. So where the reader stops is the offset of the error, as the contract
 * defines it. */

typedef struct cursor {
    const char *at, *end;
} cursor_t;

/* What a text names. */
typedef struct span {
    int64_t seconds;   /* of its beginning since 1970, rounded down */
    uint32_t ns;       /* beyond them */
    uint32_t width_ms; /* of its last part */
} span_t;

/* ---- bytes: each function returns false, and stays, where the next one is another ---- */

static ALWAYS_INLINE bool at_digit(const cursor_t *cursor)
{
    return cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9';
}

static ALWAYS_INLINE bool at_one_of(const cursor_t *cursor, char a, char b)
{
    return cursor->at < cursor->end && (*cursor->at == a || *cursor->at == b);
}

static ALWAYS_INLINE bool skip(cursor_t *cursor, char wanted)
{
    if (!at_one_of(cursor, wanted, wanted))
        return false;
    cursor->at++;
    return true;
}

/* Two digits of a number within bounds, of which the lowest has one digit. */
static ALWAYS_INLINE bool read_two(cursor_t *cursor, int lowest, int highest, int *value)
{
    int number;

    if (!at_digit(cursor) || (number = (*cursor->at - '0') * 10) > highest)
        return false;
    cursor->at++;
    if (!at_digit(cursor) || (number += *cursor->at - '0') < lowest || number > highest)
        return false;
    cursor->at++;
    *value = number;
    return true;
}

/* ---- parts ---- */

/* Four digits; five after 9999, as uuid9562_format_utc writes them. */
static ALWAYS_INLINE bool read_year(cursor_t *cursor, int *year)
{
    int digits = 0;

    *year = 0;
    for (; at_digit(cursor) && digits < (*year >= 1000 ? 5 : 4); digits++)
        *year = *year * 10 + (*cursor->at++ - '0');
    return digits >= 4;
}

static ALWAYS_INLINE bool read_date(cursor_t *cursor, span_t *span)
{
    int year, month, day;

    if (!read_year(cursor, &year) || !skip(cursor, '-') || !read_two(cursor, 1, 12, &month) ||
        !skip(cursor, '-') || !read_two(cursor, 1, days_in(year, month), &day))
        return false;
    *span = (span_t){day_of(year, month, day) * 86400, 0, 86400000};
    return true;
}

/* One digit or more; digits after the ninth are dropped. Programs omit trailing zeros, so the
 * number of digits does not say how exact the time is. */
static ALWAYS_INLINE bool read_fraction(cursor_t *cursor, span_t *span)
{
    uint32_t weight = 100000000;

    if (!at_digit(cursor))
        return false;
    for (; at_digit(cursor); cursor->at++, weight /= 10)
        span->ns += weight * (uint32_t)(*cursor->at - '0');
    span->width_ms = 1;
    return true;
}

/* A minute, with its seconds and their fraction if they are there. */
static ALWAYS_INLINE bool read_time_of_day(cursor_t *cursor, span_t *span)
{
    int hour, minute, second;

    if (!read_two(cursor, 0, 23, &hour) || !skip(cursor, ':') || !read_two(cursor, 0, 59, &minute))
        return false;
    span->seconds += hour * 3600 + minute * 60;
    span->width_ms = 60000;
    if (!skip(cursor, ':'))
        return true;
    if (!read_two(cursor, 0, 59, &second))
        return false;
    span->seconds += second;
    span->width_ms = 1000;
    return !skip(cursor, '.') || read_fraction(cursor, span);
}

/* Z, or hours and minutes to take off; or nothing. */
static ALWAYS_INLINE bool read_zone(cursor_t *cursor, span_t *span)
{
    int hours, minutes;

    if (at_one_of(cursor, 'Z', 'z')) {
        cursor->at++;
    } else if (at_one_of(cursor, '+', '-')) {
        const int sign = *cursor->at++ == '+' ? 1 : -1;

        if (!read_two(cursor, 0, 23, &hours) || !skip(cursor, ':') ||
            !read_two(cursor, 0, 59, &minutes))
            return false;
        span->seconds -= sign * (hours * 3600 + minutes * 60);
    }
    return true;
}

/* ---- the whole ---- */

static uuid9562_status_t parse_span(span_t *span, size_t *offset, const char *text, size_t length)
{
    cursor_t cursor = {text, length > 0 ? text + length : text}; /* it may be NULL */
    bool valid = read_date(&cursor, span);

    if (valid && (at_one_of(&cursor, 'T', 't') || at_one_of(&cursor, ' ', ' '))) {
        cursor.at++;
        valid = read_time_of_day(&cursor, span) && read_zone(&cursor, span);
    }
    if (valid && cursor.at == cursor.end)
        return UUID9562_OK;
    if (offset != NULL)
        *offset = (size_t)(cursor.at - text);
    return UUID9562_ERR_TIME;
}

uuid9562_status_t uuid9562_parse_time(int64_t *unix_ms, uint32_t *width_ms, size_t *offset,
                                      const char *text, size_t length)
{
    span_t span;
    uuid9562_status_t status = parse_span(&span, offset, text, length);

    if (status != UUID9562_OK)
        return status;
    *unix_ms = span.seconds * 1000 + span.ns / NS_PER_MS;
    if (width_ms != NULL)
        *width_ms = span.width_ms;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_parse_time_ns(int64_t *unix_ns, size_t *offset, const char *text,
                                         size_t length)
{
    const int64_t ns_per_second = 1000 * NS_PER_MS;
    span_t span;
    uuid9562_status_t status = parse_span(&span, offset, text, length);

    if (status != UUID9562_OK)
        return status;
    if (span.seconds < 0 || span.seconds > INT64_MAX / ns_per_second ||
        span.seconds * ns_per_second > INT64_MAX - (int64_t)span.ns)
        return UUID9562_ERR_V7_UNIX_NS;
    *unix_ns = span.seconds * ns_per_second + span.ns;
    return UUID9562_OK;
}
