/*
 * Milliseconds since 1970 as a date and time of day in UTC, on the proleptic Gregorian calendar;
 * and the day of a date. time_text.c reads what is written here.
 *
 * Pure: no time zone, no locale, no gmtime.
 */
#include "calendar.h"

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
    int64_t days = unix_ms / ms_per_day - (unix_ms % ms_per_day < 0);
    int64_t ms = unix_ms - days * ms_per_day;
    int year_digits = days >= days_to_10000 ? 5 : 4;
    char *time = out + year_digits + 6;

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

INTERNAL int calendar_days_in(int year, int month)
{
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month == 2 ? 28 + leap : 30 + (month + month / 8) % 2;
}

/* A cycle is added and taken off again, for January and February of the year 0. */
INTERNAL int64_t calendar_day(int year, int month, int day)
{
    const int from_march = month > 2 ? month - 3 : month + 9;
    const int y = year + 400 - (month <= 2);

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * from_march + 2) / 5 + day - 1 -
           DAYS_PER_CYCLE - CYCLE_START_TO_1970;
}
