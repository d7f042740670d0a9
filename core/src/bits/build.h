/*
 * Builds UUIDs from fields that are already known to be in range: RFC 9562 sections 5.1 and 5.6 to
 * 5.8. The public functions, which check their arguments, are in build.c.
 */
#ifndef UUID9562_BUILD_H
#define UUID9562_BUILD_H

#include <stddef.h>

#include "layout.h"

static ALWAYS_INLINE void build_v1(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq,
                                   uint64_t node)
{
    halves_t halves = {layout_v1_hi(timestamp), clock_seq << 48 | node};
    layout_store(out, layout_set_version_and_variant(halves, 1));
}

static ALWAYS_INLINE void build_v6(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq,
                                   uint64_t node)
{
    halves_t halves = {layout_v6_hi(timestamp), clock_seq << 48 | node};
    layout_store(out, layout_set_version_and_variant(halves, 6));
}

/* rand_a and rand_b are the fields of section 5.7: 12 and 62 bits. */
static ALWAYS_INLINE void build_v7(uuid9562_t *out, uint64_t unix_ms, uint64_t rand_a,
                                   uint64_t rand_b)
{
    halves_t halves = {unix_ms << 16 | rand_a, rand_b};
    layout_store(out, layout_set_version_and_variant(halves, 7));
}

static ALWAYS_INLINE void build_v8(uuid9562_t *out, uint64_t custom_a, uint64_t custom_b,
                                   uint64_t custom_c)
{
    halves_t halves = {custom_a << 16 | custom_b, custom_c};
    layout_store(out, layout_set_version_and_variant(halves, 8));
}

/* ---- from a nanosecond since 1970 and random bits: how the generators fill the fields ---- */

/* Version 7. The fraction of the millisecond is scaled to 20 bits: 12 in rand_a (section 6.2,
 * method 3), and 8 more at the top of rand_b, where section 5.7 has a counter or random bits
 * (docs/contract.md, Departures). The other 54 bits are the low ones of `random`. 2^20 is more than
 * the 10^6 nanoseconds of a millisecond, so no two of them share a value, and they keep their
 * order. */
static ALWAYS_INLINE void build_v7_ns(uuid9562_t *out, uint64_t unix_ns, uint64_t random)
{
    uint64_t fraction = ((unix_ns % NS_PER_MS) << UUID9562_V7_FRACTION_BITS) / NS_PER_MS;

    build_v7(out, unix_ns / NS_PER_MS, fraction >> 8,
             (fraction & 0xff) << 54 | (random & LAYOUT_V7_RANDOM));
}

/* Versions 1 and 6. A clock sequence that is not given has the nanosecond within the tick in its
 * high 7 bits and 7 random ones below: it keeps the order within a tick, and no two nanoseconds of
 * a tick share it. In sections 5.1 and 5.6 all of it is random (docs/contract.md, Departures). A
 * node that is not given is 48 random bits with the multicast bit set, the least significant bit of
 * the first byte (section 6.10). The low 48 bits of `random` are the node, and the 7 bits above
 * them the random ones of the clock sequence. */
static ALWAYS_INLINE void build_gregorian_ns(uuid9562_t *out, int version, uint64_t unix_ns,
                                             uint64_t random, const uint64_t *given_node,
                                             const uint64_t *given_clock_seq)
{
    const uint64_t multicast_bit = UINT64_C(1) << 40;
    const uint64_t timestamp = unix_ns / NS_PER_TICK + (uint64_t)GREGORIAN_OFFSET;
    const uint64_t clock_seq = given_clock_seq != NULL
                                   ? *given_clock_seq
                                   : unix_ns % NS_PER_TICK << 7 | (random >> 48 & 0x7f);
    const uint64_t node =
        given_node != NULL ? *given_node : (random & UUID9562_NODE_MAX) | multicast_bit;

    if (version == 6)
        build_v6(out, timestamp, clock_seq, node);
    else
        build_v1(out, timestamp, clock_seq, node);
}

#endif
