/*
 * Where the bits of a UUID are: RFC 9562 sections 4.1, 4.2, 5.1 and 5.6. No other file but
 * build_n_x86.c computes with these positions. The public functions are in layout.c, the names of
 * the fields in fields.c.
 *
 * A UUID is handled as two 64-bit numbers, never byte by byte; only big_endian knows the byte order
 * of the machine.
 */
#ifndef UUID9562_LAYOUT_H
#define UUID9562_LAYOUT_H

#include <stdint.h>
#include <string.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

/* hi holds bytes 0 to 7, lo holds bytes 8 to 15. */
typedef struct halves {
    uint64_t hi;
    uint64_t lo;
} halves_t;

/* The most significant byte first, whichever way the machine stores them. */
static ALWAYS_INLINE uint64_t big_endian(uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return value;
#else
    return __builtin_bswap64(value);
#endif
}

static ALWAYS_INLINE uint64_t layout_read64(const uint8_t bytes[8])
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return big_endian(value);
}

static ALWAYS_INLINE void layout_write64(uint8_t bytes[8], uint64_t value)
{
    value = big_endian(value);
    memcpy(bytes, &value, sizeof value);
}

static ALWAYS_INLINE halves_t layout_load(const uuid9562_t *uuid)
{
    return (halves_t){layout_read64(uuid->bytes), layout_read64(uuid->bytes + 8)};
}

static ALWAYS_INLINE void layout_store(uuid9562_t *uuid, halves_t halves)
{
    layout_write64(uuid->bytes, halves.hi);
    layout_write64(uuid->bytes + 8, halves.lo);
}

/* ---- version and variant (sections 4.1 and 4.2) ---- */

/* Overwrites both fields; the variant is that of RFC 9562. */
static ALWAYS_INLINE halves_t layout_set_version_and_variant(halves_t halves, unsigned version)
{
    halves.hi = (halves.hi & ~UINT64_C(0xf000)) | (uint64_t)version << 12;
    halves.lo = (halves.lo & ~UINT64_C(0) >> 2) | UINT64_C(1) << 63;
    return halves;
}

/* The same, while copying bytes. The compiler puts the constants into the machine's order, so no
 * byte is swapped at run time. */
static ALWAYS_INLINE void layout_copy_with_version(uuid9562_t *out, const uint8_t bytes[16],
                                                   unsigned version)
{
    const halves_t set = layout_set_version_and_variant((halves_t){0, 0}, version);
    const halves_t kept = layout_set_version_and_variant((halves_t){~UINT64_C(0), ~UINT64_C(0)}, 0);
    uint64_t halves[2];

    memcpy(halves, bytes, sizeof halves);
    halves[0] = (halves[0] & big_endian(kept.hi)) | big_endian(set.hi);
    halves[1] = (halves[1] & big_endian(kept.lo)) | big_endian(set.lo);
    memcpy(out->bytes, halves, sizeof halves);
}

/* ---- the 60-bit timestamp of versions 1 and 6, in ticks of 100 ns since 1582-10-15 ---- */

/* From 1582-10-15 to 1970-01-01 (RFC 9562 appendix A, figure 15). */
#define GREGORIAN_OFFSET INT64_C(0x01b21dd213814000)
#define TICKS_PER_MS     10000
#define NS_PER_TICK      100
#define NS_PER_MS        1000000

/* Version 1: time_low, time_mid and time_high from the most significant bit on. */
static ALWAYS_INLINE uint64_t layout_v1_hi(uint64_t timestamp)
{
    return timestamp << 32 | (timestamp >> 32 & 0xffff) << 16 | timestamp >> 48;
}

static ALWAYS_INLINE uint64_t layout_v1_timestamp(uint64_t hi)
{
    return (hi & 0x0fff) << 48 | (hi >> 16 & 0xffff) << 32 | hi >> 32;
}

/* Version 6: in one piece, apart from the version before the last 12 bits. */
static ALWAYS_INLINE uint64_t layout_v6_hi(uint64_t timestamp)
{
    return timestamp >> 12 << 16 | (timestamp & 0x0fff);
}

static ALWAYS_INLINE uint64_t layout_v6_timestamp(uint64_t hi)
{
    return hi >> 16 << 12 | (hi & 0x0fff);
}

/* ---- the fraction of a millisecond that this library writes into version 7 (build.h) ---- */

/* 12 bits in rand_a, and 8 at the top of rand_b. */
static ALWAYS_INLINE uint64_t layout_v7_fraction(halves_t halves)
{
    return (halves.hi & 0x0fff) << 8 | (halves.lo >> 54 & 0xff);
}

/* The rest of rand_b. */
#define LAYOUT_V7_RANDOM (~UINT64_C(0) >> 10)

/* What UUIDs of the same millisecond share. */
static ALWAYS_INLINE halves_t layout_v7_fixed(uint64_t unix_ms)
{
    return layout_set_version_and_variant((halves_t){unix_ms << 16, 0}, 7);
}

/* The fraction in both halves as they are in memory, from the top 20 bits of a number, or of each
 * number of a vector. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LAYOUT_V7_FRACTION_HI(fraction) ((fraction) >> 52)
#define LAYOUT_V7_FRACTION_LO(fraction) ((fraction) << 12 >> 56 << 54)
#else
#define LAYOUT_V7_FRACTION_HI(fraction) ((fraction) >> 60 << 48 | (fraction) >> 52 << 56)
#define LAYOUT_V7_FRACTION_LO(fraction) (((fraction) >> 46 & 0x3f) | ((fraction) >> 30 & 0xc000))
#endif

#endif
