/*
 * Where the bits of a UUID are, and what they say: RFC 9562 section 4 (variant, version), sections
 * 5.1, 5.6 and 5.7 (time, clock sequence, node), and the moves between layouts.
 *
 * Pure. All shifts are on numbers, and only big_endian knows the machine's own byte order.
 */
#include <string.h>

/* The most significant octet first, whichever way the machine has them. */
static ALWAYS_INLINE uint64_t big_endian(uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return value;
#else
    return __builtin_bswap64(value);
#endif
}

static ALWAYS_INLINE uint64_t layout_read64(const uint8_t octets[8])
{
    uint64_t value;
    memcpy(&value, octets, sizeof value);
    return big_endian(value);
}

static ALWAYS_INLINE void layout_write64(uint8_t octets[8], uint64_t value)
{
    value = big_endian(value);
    memcpy(octets, &value, sizeof value);
}

static ALWAYS_INLINE halves_t layout_load(const uuid9562_t *uuid)
{
    return (halves_t){layout_read64(uuid->octets), layout_read64(uuid->octets + 8)};
}

static ALWAYS_INLINE void layout_store(uuid9562_t *uuid, halves_t halves)
{
    layout_write64(uuid->octets, halves.hi);
    layout_write64(uuid->octets + 8, halves.lo);
}

static ALWAYS_INLINE halves_t layout_stamp(halves_t halves, unsigned version)
{
    halves.hi = (halves.hi & ~UINT64_C(0xf000)) | (uint64_t)version << 12;
    halves.lo = (halves.lo & ~UINT64_C(0) >> 2) | UINT64_C(1) << 63;
    return halves;
}

/* The compiler turns the marks around, not the octets. */
static ALWAYS_INLINE void layout_stamp_octets(uuid9562_t *out, const uint8_t octets[16],
                                              unsigned version)
{
    const halves_t set = layout_stamp((halves_t){0, 0}, version);
    const halves_t kept = layout_stamp((halves_t){~UINT64_C(0), ~UINT64_C(0)}, 0);
    uint64_t halves[2];

    memcpy(halves, octets, sizeof halves);
    halves[0] = (halves[0] & big_endian(kept.hi)) | big_endian(set.hi);
    halves[1] = (halves[1] & big_endian(kept.lo)) | big_endian(set.lo);
    memcpy(out->octets, halves, sizeof halves);
}

static halves_t layout_to_bookends(halves_t halves)
{
    const uint64_t version = halves.hi >> 12 & 0xf, variant = halves.lo >> 60;

    return (halves_t){version << 60 | halves.hi >> 16 << 12 | (halves.hi & 0xfff),
                      halves.lo << 4 | variant};
}

static halves_t layout_from_bookends(halves_t bookends)
{
    const uint64_t version = bookends.hi >> 60, variant = bookends.lo & 0xf;

    return (halves_t){(bookends.hi << 4 >> 16) << 16 | version << 12 | (bookends.hi & 0xfff),
                      variant << 60 | bookends.lo >> 4};
}

/* ---- variant and version ---- */

uuid9562_variant_t uuid9562_get_variant(const uuid9562_t *uuid)
{
    switch (uuid->octets[8] >> 5) { /* the three most significant bits of octet 8: table 1 */
    case 4:
    case 5:
        return UUID9562_VARIANT_RFC9562;
    case 6:
        return UUID9562_VARIANT_MICROSOFT;
    case 7:
        return UUID9562_VARIANT_FUTURE;
    default:
        return UUID9562_VARIANT_NCS;
    }
}

const char *uuid9562_variant_name(uuid9562_variant_t variant)
{
    switch (variant) {
    case UUID9562_VARIANT_RFC9562:
        return "rfc9562";
    case UUID9562_VARIANT_MICROSOFT:
        return "microsoft";
    case UUID9562_VARIANT_FUTURE:
        return "future";
    default:
        return "ncs";
    }
}

int uuid9562_get_version(const uuid9562_t *uuid)
{
    if (uuid9562_get_variant(uuid) != UUID9562_VARIANT_RFC9562)
        return -1;
    return uuid->octets[6] >> 4;
}

/* ---- the fields of the time-based versions ---- */

/* The 60-bit timestamp: time_high, time_mid, time_low from the most significant on. */
static uint64_t v1_timestamp(uint64_t hi)
{
    return (hi & 0x0fff) << 48 | (hi >> 16 & 0xffff) << 32 | hi >> 32;
}

static ALWAYS_INLINE uint64_t layout_v1_hi(uint64_t timestamp)
{
    return timestamp << 32 | (timestamp >> 32 & 0xffff) << 16 | timestamp >> 48;
}

/* In version 6 the timestamp lies in one piece, but for the version in front of its last 12 bits.
 */
static uint64_t v6_timestamp(uint64_t hi)
{
    return hi >> 16 << 12 | (hi & 0x0fff);
}

static ALWAYS_INLINE uint64_t layout_v6_hi(uint64_t timestamp)
{
    return timestamp >> 12 << 16 | (timestamp & 0x0fff);
}

/* Rounds down, where C's division rounds towards zero. */
static int64_t floor_to_ms(int64_t ticks)
{
    return ticks / TICKS_PER_MS - (ticks % TICKS_PER_MS < 0);
}

bool uuid9562_get_timestamp_ms(const uuid9562_t *uuid, int64_t *unix_ms)
{
    uint64_t hi = layout_load(uuid).hi;

    switch (uuid9562_get_version(uuid)) {
    case 1:
        *unix_ms = floor_to_ms((int64_t)v1_timestamp(hi) - GREGORIAN_OFFSET);
        return true;
    case 6:
        *unix_ms = floor_to_ms((int64_t)v6_timestamp(hi) - GREGORIAN_OFFSET);
        return true;
    case 7:
        *unix_ms = (int64_t)(hi >> 16);
        return true;
    default:
        return false;
    }
}

static bool has_node(const uuid9562_t *uuid)
{
    int version = uuid9562_get_version(uuid);
    return version == 1 || version == 6;
}

int64_t uuid9562_get_node(const uuid9562_t *uuid)
{
    return has_node(uuid) ? (int64_t)(layout_load(uuid).lo & UUID9562_NODE_MAX) : -1;
}

int uuid9562_get_clock_seq(const uuid9562_t *uuid)
{
    return has_node(uuid) ? (int)(layout_load(uuid).lo >> 48 & UUID9562_CLOCK_SEQ_MAX) : -1;
}

/* ---- order and conversion ---- */

int uuid9562_compare(const uuid9562_t *left, const uuid9562_t *right)
{
    int difference = memcmp(left->octets, right->octets, sizeof left->octets);
    return (difference > 0) - (difference < 0);
}

uuid9562_status_t uuid9562_v1_to_v6(uuid9562_t *out, const uuid9562_t *v1)
{
    halves_t halves = layout_load(v1);

    if (uuid9562_get_version(v1) != 1)
        return UUID9562_ERR_NOT_V1;
    halves.hi = layout_v6_hi(v1_timestamp(halves.hi));
    layout_store(out, layout_stamp(halves, 6));
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_v6_to_v1(uuid9562_t *out, const uuid9562_t *v6)
{
    halves_t halves = layout_load(v6);

    if (uuid9562_get_version(v6) != 6)
        return UUID9562_ERR_NOT_V6;
    halves.hi = layout_v1_hi(v6_timestamp(halves.hi));
    layout_store(out, layout_stamp(halves, 1));
    return UUID9562_OK;
}

void uuid9562_guid_swap(uuid9562_t *out, const uuid9562_t *uuid)
{
    static const uint8_t from[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    uuid9562_t original = *uuid;

    for (int i = 0; i < 16; i++)
        out->octets[i] = original.octets[from[i]];
}
