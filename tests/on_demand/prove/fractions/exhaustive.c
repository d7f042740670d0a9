/*
 * The fraction of a millisecond in version 7, for every nanosecond and every fraction of 0 to 20
 * bits: no two nanoseconds share one of 20 bits, and they keep their order; a fraction is read as
 * the first nanosecond that has reached it, or the last of the millisecond; and a UUID as its own.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/clock_step.c"

enum { BITS = UUID9562_V7_FRACTION_BITS };

static void prove_fractions(uint64_t bits)
{
    for (uint64_t fraction = 0; fraction >> bits == 0; fraction++) {
        const uint64_t ns = (uint64_t)fraction_to_ns(fraction, bits);

        prove(ns < NS_PER_MS);
        prove(ns == NS_PER_MS - 1 || ns << bits >= fraction * NS_PER_MS);
        prove(ns == 0 || (ns - 1) << bits < fraction * NS_PER_MS);
    }
}

static void prove_nanoseconds(void)
{
    uint64_t before = 0;

    for (uint64_t ns = 0; ns < NS_PER_MS; ns++) {
        uuid9562_t uuid;
        uint64_t fraction, last = UINT64_MAX;
        int64_t read = -1;
        bool present = false;

        build_v7_ns(&uuid, ns, 0);
        fraction = layout_v7_fraction(layout_load(&uuid));
        prove(ns == 0 || fraction > before);
        prove(uuid9562_get_timestamp_ns(&present, &read, &uuid, BITS) == UUID9562_OK);
        prove(present && read == (int64_t)ns);
        prove(step_last_ns(&last, &uuid) == UUID9562_OK && last == ns);
        before = fraction;
    }
}

int main(void)
{
    for (uint64_t bits = 0; bits <= BITS; bits++)
        prove_fractions(bits);
    prove_nanoseconds();
    ended();
    return 0;
}
