/*
 * The step of a generator gives times after the last one and not before the clock's unit, or it
 * refuses and changes nothing. It never wraps. It refuses only where 64 bits are exhausted or, with
 * a maximum, exactly where the first time is further ahead of the clock than that.
 *
 * For every state, clock and count, with units of 1 ns, as in version 7, of 64 ns, and of 100 ns.
 */
#include "../prove.h"

#ifndef CASE
#define CASE 1
#endif

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/clock_step.c"

int main(void)
{
    const uint64_t before = nondet_uint64(), now = nondet_uint64(), count = nondet_uint64();
    const uint64_t max_lead = nondet_uint64();
    uint64_t last = before, first = 0, length;
    uint64_t last_within = before, first_within = 0;
    uuid9562_status_t within;
    bool given;

    /* uuid9562_batch refuses more; count * granularity is below 2^38. */
    assume(count >= 1 && count <= UUID9562_BATCH_MAX);
    length = count * CASE;
    given = step_reserve(&first, &last, now, count, CASE);

    if (given) {
        prove(first > before && last >= first && last - first == length - 1);
        prove(first + (CASE - 1) >= now);
        prove(CASE == 1 ? first == now || first == before + 1
                        : first <= now || first - 1 - before < CASE);
    } else {
        prove(last == before && first == 0);
        prove((before > now ? before : now) > UINT64_MAX - length - CASE);
    }

    within = step_within(&first_within, &last_within, now, count, CASE, max_lead);
    if (within == UUID9562_OK) {
        prove(given && first_within == first && last_within == last);
        prove(first <= now || first - now <= max_lead);
    } else if (given) {
        prove(within == UUID9562_ERR_LEAD && first > now && first - now > max_lead);
    } else {
        prove(within == UUID9562_ERR_LEAD || within == UUID9562_ERR_CLOCK_RANGE);
        prove((within == UUID9562_ERR_LEAD) == (before > now && before - now > max_lead));
    }
    return 0;
}
