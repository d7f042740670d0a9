/*
 * The naive definition of times; see naive_time.h.
 */
#include "naive_time.h"

#include <stdlib.h>
#include <string.h>

/* In a shape, each of these letters stands for digits (fields says how many), t, z and + for a
 * separator, for Z and for a sign, and every other byte for itself. */
static const char *const shapes[] = {
    "Y-M-D",        "Y-M-Dth:m",       "Y-M-Dth:mz",    "Y-M-Dth:m+H:U",  "Y-M-Dth:m:s",
    "Y-M-Dth:m:sz", "Y-M-Dth:m:s+H:U", "Y-M-Dth:m:s.f", "Y-M-Dth:m:s.fz", "Y-M-Dth:m:s.f+H:U",
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* What a shape's letters stand for; the fraction is in nanoseconds, the sign 1 or -1. */
static const char letters[] = "YMDhmsfHU";
enum { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, FRACTION, ZONE_HOUR, ZONE_MINUTE, SIGN, FIELDS };

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_leap(int64_t year)
{
    return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
}

static int days_in(int64_t year, int64_t month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

/* From 1970-01-01 to the first day of a year. */
static int64_t day_of_year(int64_t year)
{
    int64_t days = 0;

    for (int64_t y = 1970; y < year; y++)
        days += is_leap(y) ? 366 : 365;
    for (int64_t y = year; y < 1970; y++)
        days -= is_leap(y) ? 366 : 365;
    return days;
}

/* How many digits a field has. */
static bool right_count(char field, const char *digits, size_t count)
{
    if (field == 'Y')
        return count == 4 || (count == 5 && digits[0] != '0');
    return field == 'f' ? count >= 1 : count == 2;
}

static bool in_range(const int64_t value[FIELDS])
{
    return value[MONTH] >= 1 && value[MONTH] <= 12 && value[DAY] >= 1 &&
           value[DAY] <= days_in(value[YEAR], value[MONTH]) && value[HOUR] <= 23 &&
           value[MINUTE] <= 59 && value[SECOND] <= 59 && value[ZONE_HOUR] <= 23 &&
           value[ZONE_MINUTE] <= 59;
}

static bool has_shape(const char *shape, const char *text, size_t length, int64_t value[FIELDS])
{
    size_t i = 0;

    for (; *shape != '\0'; shape++) {
        const size_t start = i;
        const char *letter = strchr(letters, *shape);

        if (letter != NULL) {
            int64_t *number = &value[letter - letters];

            while (i < length && is_digit(text[i]))
                i++;
            if (!right_count(*shape, text + start, i - start))
                return false;
            for (size_t j = start; j < i && j < start + 9; j++)
                *number = *number * 10 + (text[j] - '0');
            for (size_t j = i; *shape == 'f' && j < start + 9; j++)
                *number *= 10;
        } else {
            const char *set = *shape == 't'   ? "Tt "
                              : *shape == 'z' ? "Zz"
                              : *shape == '+' ? "+-"
                              : *shape == '-' ? "-"
                              : *shape == ':' ? ":"
                                              : ".";

            if (i == length || text[i] == '\0' || strchr(set, text[i]) == NULL)
                return false;
            if (*shape == '+')
                value[SIGN] = text[i] == '+' ? 1 : -1;
            i++;
        }
    }
    return i == length && in_range(value);
}

static uint32_t width_of(const char *shape)
{
    return strchr(shape, 'f') != NULL   ? 1
           : strchr(shape, 's') != NULL ? 1000
           : strchr(shape, 'm') != NULL ? 60 * 1000
                                        : 24 * 60 * 60 * 1000;
}

static naive_time_t time_of(const char *shape, const int64_t value[FIELDS])
{
    int64_t days = day_of_year(value[YEAR]), seconds;

    for (int64_t month = 1; month < value[MONTH]; month++)
        days += days_in(value[YEAR], month);
    days += value[DAY] - 1;
    seconds = ((days * 24 + value[HOUR]) * 60 + value[MINUTE]) * 60 + value[SECOND];
    seconds -= value[SIGN] * (value[ZONE_HOUR] * 60 + value[ZONE_MINUTE]) * 60;
    return (naive_time_t){seconds * 1000 + value[FRACTION] / 1000000,
                          (uint32_t)(value[FRACTION] % 1000000), width_of(shape)};
}

/* The shape of a time, or NULL. */
static const char *find(const char *text, size_t length, int64_t value[FIELDS])
{
    for (size_t i = 0; i < SHAPES; i++) {
        memset(value, 0, FIELDS * sizeof *value);
        if (has_shape(shapes[i], text, length, value))
            return shapes[i];
    }
    return NULL;
}

bool naive_is_time(const char *text, size_t length, naive_time_t *time)
{
    int64_t value[FIELDS];
    const char *shape = find(text, length, value);

    if (shape == NULL)
        return false;
    *time = time_of(shape, value);
    return true;
}

/* Whether one of the ends of these times, put behind the text, makes it a time. Between them they
 * have every byte that is needed: behind a first digit of a month or a day, 0 or 1 is always one
 * that goes. The end that is likely is tried first. */
static bool begins_time(const char *text, size_t length)
{
    static const char *const times[] = {"10000-01-01T00:00:00.0+00:00",
                                        "10000-10-10T00:00:00.0+00:00"};
    const size_t ends = strlen(times[0]) + 1;
    char *whole = malloc(length + ends);
    int64_t value[FIELDS];
    bool found = false;

    memcpy(whole, text, length);
    for (size_t i = 0; i < ends && !found; i++)
        for (size_t j = 0; j < 2 && !found; j++) {
            const char *end = times[j] + (length + 1 + i) % ends;

            memcpy(whole + length, end, strlen(end));
            found = find(whole, length + strlen(end), value) != NULL;
        }
    free(whole);
    return found;
}

size_t naive_time_reach(const char *text, size_t length)
{
    size_t reach = 0;

    while (reach < length && begins_time(text, reach + 1))
        reach++;
    return reach;
}
