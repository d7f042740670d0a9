/*
 * The time of a lower bound of version 6 is the first tick of its millisecond, for every time. The
 * proof of `bounds` needs it: a product is for another solver than the order of bytes.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/build.c"

int main(void)
{
    const int64_t unix_ms = nondet_int64();
    const uint32_t width_ms = nondet_uint32();
    uuid9562_t min;

    if (uuid9562_bound(&min, UUID9562_UUID6_MIN, unix_ms, width_ms) == UUID9562_OK)
        prove(uuid9562_get_timestamp_ticks(&min) == unix_ms * 10000 + GREGORIAN_OFFSET);
    return 0;
}
