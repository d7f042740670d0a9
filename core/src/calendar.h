/*
 * The proleptic Gregorian calendar, for the years 0 to 99999.
 *
 * Pure.
 */
#ifndef UUID9562_CALENDAR_H
#define UUID9562_CALENDAR_H

#include "../include/uuid9562.h"

#include "compiler.h"

/* How many days a month has, 1 to 12. */
INTERNAL int calendar_days_in(int year, int month);

/* The days from 1970-01-01 to a date; negative before it. */
INTERNAL int64_t calendar_day(int year, int month, int day);

#endif
