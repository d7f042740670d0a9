/*
 * The bounds of a time enclose exactly its UUIDs: a UUID of version 7 (or 6) is at least the lower
 * bound if its time is at or after the beginning of the first millisecond, and at most the upper
 * bound if it is before the end of the last one; and not otherwise. For every UUID, every time and
 * every width. A bound is refused exactly where uuid9562.h says so. (At which tick a millisecond of
 * version 6 begins is for tests/core to show.)
 */
#include "../prove.h"

#ifndef CASE
#define CASE 7
#endif

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/build.c"

/* In the unit of the version: the millisecond for 7, the tick for 6. */
static int64_t time_of(const uuid9562_t *uuid)
{
    int64_t unix_ms = 0;
    uint64_t ticks = 0;

    if (CASE == 6)
        return uuid9562_get_timestamp_ticks(&ticks, uuid) ? (int64_t)ticks : -1;
    (void)uuid9562_get_timestamp_ms(&unix_ms, uuid);
    return unix_ms;
}

int main(void)
{
    const bool v6 = CASE == 6;
    const int64_t least = v6 ? UUID9562_V6_UNIX_MS_MIN : UUID9562_V7_UNIX_MS_MIN;
    const int64_t most = v6 ? UUID9562_V6_UNIX_MS_MAX : UUID9562_V7_UNIX_MS_MAX;
    const int64_t first_ms = nondet_int64();
    const uint32_t width_ms = nondet_uint32();
    const int64_t more = width_ms > 0 ? (int64_t)width_ms - 1 : 0;
    const bool is_seconds = width_ms == 0 && first_ms > 0 && first_ms <= UUID9562_SECONDS_MAX;
    const uuid9562_t u = nondet_uuid(), before = nondet_uuid();
    uuid9562_t min = before, max = before;
    const uuid9562_status_t lower =
        uuid9562_bound(&min, v6 ? UUID9562_UUID6_MIN : UUID9562_UUID7_MIN, first_ms, width_ms);
    const uuid9562_status_t upper =
        uuid9562_bound(&max, v6 ? UUID9562_UUID6_MAX : UUID9562_UUID7_MAX, first_ms, width_ms);

    prove((lower == UUID9562_OK) == (first_ms >= least && first_ms <= most && !is_seconds));
    prove((upper == UUID9562_OK) == (first_ms >= least && first_ms <= most - more && !is_seconds));
    prove(lower == UUID9562_OK || same_uuid(min, before));
    prove(upper == UUID9562_OK || same_uuid(max, before));

    assume(uuid9562_get_version(&u) == CASE);
    if (lower == UUID9562_OK) {
        prove(uuid9562_get_version(&min) == CASE && (v6 || time_of(&min) == first_ms));
        prove((uuid9562_compare(&min, &u) <= 0) == (time_of(&u) >= time_of(&min)));
    }
    if (upper == UUID9562_OK) {
        prove(uuid9562_get_version(&max) == CASE && (v6 || time_of(&max) == first_ms + more));
        prove((uuid9562_compare(&u, &max) <= 0) == (time_of(&u) <= time_of(&max)));
    }
    return 0;
}
