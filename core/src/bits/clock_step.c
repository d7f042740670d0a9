/*
 * The generator's step as a public function, for programs that keep the last time themselves (RFC
 * 9562 section 6.2), and the way back from a UUID to the nanosecond that it took.
 */
#include "clock_step.h"

#include "../../include/uuid9562_generator.h"
#include "build.h"

/* The last nanosecond of a millisecond that build_v7_ns turns into this fraction, or a smaller
 * one. */
static uint64_t last_ns_of_fraction(uint64_t fraction)
{
    return ((fraction + 1) * NS_PER_MS - 1) >> UUID9562_V7_FRACTION_BITS;
}

static uuid9562_status_t count_ns(uint64_t *last_ns, uint64_t units, uint64_t ns_per_unit,
                                  uint64_t rest)
{
    if (units > (UINT64_MAX - rest) / ns_per_unit)
        return UUID9562_ERR_LEAD;
    *last_ns = units * ns_per_unit + rest;
    return UUID9562_OK;
}

INTERNAL uuid9562_status_t step_last_ns(uint64_t *last_ns, const uuid9562_t *uuid)
{
    const halves_t halves = layout_load(uuid);
    uint64_t ticks;

    switch (uuid9562_get_version(uuid)) {
    case 1:
    case 6:
        *last_ns = 0;
        if (!uuid9562_get_timestamp_ticks(&ticks, uuid) || ticks < GREGORIAN_OFFSET)
            return UUID9562_OK;
        return count_ns(last_ns, ticks - GREGORIAN_OFFSET, NS_PER_TICK, NS_PER_TICK - 1);
    case 7:
        return count_ns(last_ns, halves.hi >> 16, NS_PER_MS,
                        last_ns_of_fraction(layout_v7_fraction(halves)));
    default:
        return UUID9562_ERR_ADVANCE;
    }
}

uuid9562_status_t uuid9562_step(uuid9562_t *out, uint64_t *last_ns, int version, uint64_t now_ns,
                                uint64_t random)
{
    uint64_t unix_ns;

    if (version != 1 && version != 6 && version != 7)
        return UUID9562_ERR_STEP_VERSION;
    if (!step_reserve(&unix_ns, last_ns, now_ns, 1, 1))
        return UUID9562_ERR_CLOCK_RANGE;
    if (version == 7)
        build_v7_ns(out, unix_ns, random);
    else
        build_gregorian_ns(out, version, unix_ns, random, NULL, NULL);
    return UUID9562_OK;
}
