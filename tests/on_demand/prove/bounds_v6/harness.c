/*
 * The time of a bound of version 6 is the first tick of its first millisecond, or the last tick of
 * its last one, but no later than the last there is; the rest is all zeros, or all ones: for every
 * time and width. `bounds` needs it, and `fields` proves what build_v6 makes of it.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/build.c"

static uint64_t built_ticks, built_clock_seq, built_node;

void note(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq, uint64_t node)
{
    (void)out;
    built_ticks = timestamp;
    built_clock_seq = clock_seq;
    built_node = node;
}

int main(void)
{
    const int64_t unix_ms = nondet_int64();
    const uint32_t width_ms = nondet_uint32();
    const int64_t last_ms = unix_ms + (width_ms > 0 ? (int64_t)width_ms - 1 : 0);
    const uint64_t most = UUID9562_TIMESTAMP_MAX;
    uuid9562_t uuid;

    assume(unix_ms < INT64_MAX - UINT32_MAX); /* a later time is refused: see `bounds` */
    if (uuid9562_bound(&uuid, UUID9562_UUID6_MIN, unix_ms, width_ms) == UUID9562_OK)
        prove(built_ticks == (uint64_t)(unix_ms * 10000 + GREGORIAN_OFFSET) &&
              built_clock_seq == 0 && built_node == 0);
    if (uuid9562_bound(&uuid, UUID9562_UUID6_MAX, unix_ms, width_ms) == UUID9562_OK) {
        const uint64_t last = (uint64_t)(last_ms * 10000 + 9999 + GREGORIAN_OFFSET);

        prove(built_ticks == (last < most ? last : most));
        prove(built_clock_seq == UUID9562_CLOCK_SEQ_MAX && built_node == UUID9562_NODE_MAX);
    }
    return 0;
}
