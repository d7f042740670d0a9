/*
 * Times as people and databases write them (RFC 3339, SQLite's date functions) to milliseconds
 * since 1970.
 *
 * A part of a time is read byte by byte from the left, and each byte is accepted only if some valid
 * time goes on with it. So where the reader stops is the offset of the error, as the contract
 * defines it.
 *
 * Pure.
 */
#include "calendar.h"
#include "layout.h"

typedef struct cursor {
    const char *at, *end;
} cursor_t;

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

static ALWAYS_INLINE bool read_digit(cursor_t *cursor, int *value)
{
    if (!at_digit(cursor))
        return false;
    *value = *cursor->at++ - '0';
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
    int digit;

    *year = 0;
    for (int i = 0; i < 4; i++) {
        if (!read_digit(cursor, &digit))
            return false;
        *year = *year * 10 + digit;
    }
    if (*year >= 1000 && read_digit(cursor, &digit))
        *year = *year * 10 + digit;
    return true;
}

static ALWAYS_INLINE bool read_date(cursor_t *cursor, int64_t *days)
{
    int year, month, day;

    if (!read_year(cursor, &year) || !skip(cursor, '-') || !read_two(cursor, 1, 12, &month) ||
        !skip(cursor, '-') || !read_two(cursor, 1, calendar_days_in(year, month), &day))
        return false;
    *days = calendar_day(year, month, day);
    return true;
}

/* One digit or more; what comes after the ninth is dropped. */
static ALWAYS_INLINE bool read_fraction(cursor_t *cursor, uint32_t *ns)
{
    uint32_t weight = 100000000;

    if (!at_digit(cursor))
        return false;
    for (; at_digit(cursor); cursor->at++, weight /= 10)
        *ns += weight * (uint32_t)(*cursor->at - '0');
    return true;
}

/* A minute, with its seconds and their fraction if they are there. */
static ALWAYS_INLINE bool read_time_of_day(cursor_t *cursor, int64_t *seconds, uint32_t *ns)
{
    int hour, minute, second = 0;

    if (!read_two(cursor, 0, 23, &hour) || !skip(cursor, ':') || !read_two(cursor, 0, 59, &minute))
        return false;
    if (skip(cursor, ':') &&
        (!read_two(cursor, 0, 59, &second) || (skip(cursor, '.') && !read_fraction(cursor, ns))))
        return false;
    *seconds = hour * 3600 + minute * 60 + second;
    return true;
}

/* Z, or hours and minutes to take off; or nothing. */
static ALWAYS_INLINE bool read_zone(cursor_t *cursor, int64_t *seconds)
{
    int hours, minutes;

    if (at_one_of(cursor, 'Z', 'z')) {
        cursor->at++;
    } else if (at_one_of(cursor, '+', '-')) {
        const int sign = *cursor->at++ == '+' ? 1 : -1;

        if (!read_two(cursor, 0, 23, &hours) || !skip(cursor, ':') ||
            !read_two(cursor, 0, 59, &minutes))
            return false;
        *seconds -= sign * (hours * 3600 + minutes * 60);
    }
    return true;
}

/* ---- the whole ---- */

/* Whole seconds since 1970, rounded down, and the nanoseconds beyond them. */
static bool read_parts(cursor_t *cursor, int64_t *unix_seconds, uint32_t *ns)
{
    int64_t days, seconds = 0;

    *ns = 0;
    if (!read_date(cursor, &days))
        return false;
    if (at_one_of(cursor, 'T', 't') || at_one_of(cursor, ' ', ' ')) {
        cursor->at++;
        if (!read_time_of_day(cursor, &seconds, ns) || !read_zone(cursor, &seconds))
            return false;
    }
    *unix_seconds = days * 86400 + seconds;
    return cursor->at == cursor->end;
}

uuid9562_status_t uuid9562_parse_time(int64_t *unix_ms, uint32_t *ns, size_t *offset,
                                      const char *text, size_t length)
{
    cursor_t cursor = {text, text + length};
    int64_t unix_seconds;
    uint32_t fraction;

    if (!read_parts(&cursor, &unix_seconds, &fraction)) {
        if (offset != NULL)
            *offset = (size_t)(cursor.at - text);
        return UUID9562_ERR_TIME;
    }
    *unix_ms = unix_seconds * 1000 + fraction / NS_PER_MS;
    if (ns != NULL)
        *ns = fraction % NS_PER_MS;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_parse_time_ns(int64_t *unix_ns, size_t *offset, const char *text,
                                         size_t length)
{
    int64_t unix_ms;
    uint32_t ns;
    uuid9562_status_t status = uuid9562_parse_time(&unix_ms, &ns, offset, text, length);

    if (status != UUID9562_OK)
        return status;
    if (unix_ms < 0 || unix_ms > INT64_MAX / NS_PER_MS ||
        unix_ms * NS_PER_MS > INT64_MAX - (int64_t)ns)
        return UUID9562_ERR_V7_UNIX_NS;
    *unix_ns = unix_ms * NS_PER_MS + ns;
    return UUID9562_OK;
}
