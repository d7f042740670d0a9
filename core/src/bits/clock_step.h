/*
 * The pure step of every time-based generator: which nanoseconds a call gets, from the clock's
 * reading and the last nanosecond that was given out. It also maps a UUID back to its nanosecond.
 */
#ifndef UUID9562_CLOCK_STEP_H
#define UUID9562_CLOCK_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

/* Reserves `count` units of `granularity` nanoseconds, each beginning at a multiple of it: from the
 * clock's reading on, or right after *last if that is later. A unit that was partly given out
 * before is skipped. The granularity is a constant wherever it matters, so nothing divides by a
 * variable. count * granularity is below 2^38.
 * Out: first  where the first unit begins
 *      last   in: the last nanosecond that was given out; out: the last one of these units
 * Returns: false, and writes nothing, if 64 bits are exhausted */
static ALWAYS_INLINE bool step_reserve(uint64_t *first, uint64_t *last, uint64_t now,
                                       uint64_t count, uint64_t granularity)
{
    const uint64_t length = count * granularity - 1;
    uint64_t start = now - now % granularity;

    if (start <= *last) {
        if (*last / granularity == UINT64_MAX / granularity)
            return false;
        start = (*last / granularity + 1) * granularity;
    }
    if (start > UINT64_MAX - length)
        return false;
    *first = start;
    *last = start + length;
    return true;
}

/* The same for a generator that may be at most `max_lead` nanoseconds ahead of its clock.
 * Errors: LEAD where the first unit would begin further ahead; CLOCK_RANGE where 64 bits are
 *         exhausted by the clock, and LEAD where they are by an earlier lead */
static ALWAYS_INLINE uuid9562_status_t step_within(uint64_t *first, uint64_t *last, uint64_t now,
                                                   uint64_t count, uint64_t granularity,
                                                   uint64_t max_lead)
{
    const uint64_t before = *last;

    if (!step_reserve(first, last, now, count, granularity))
        return before > now && before - now > max_lead ? UUID9562_ERR_LEAD
                                                       : UUID9562_ERR_CLOCK_RANGE;
    return *first > now && *first - now > max_lead ? UUID9562_ERR_LEAD : UUID9562_OK;
}

/* The last nanosecond that the time of a UUID may represent: a UUID of a later nanosecond sorts
 * after it. It is 0 for a time before 1970, since every nanosecond is after that.
 * Errors: ADVANCE; LEAD if it does not fit into 64 bits */
INTERNAL uuid9562_status_t step_last_ns(uint64_t *last_ns, const uuid9562_t *uuid);

#endif
