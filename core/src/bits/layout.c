/*
 * Reads the fields of a UUID and converts between layouts: RFC 9562 section 4 (variant, version),
 * sections 5.1, 5.6 and 5.7 (time, clock sequence, node). layout.h knows where the bits are.
 */
#include "layout.h"

#include "../../include/uuid9562_bindings.h"

/* ---- variant and version ---- */

uuid9562_variant_t uuid9562_get_variant(const uuid9562_t *uuid)
{
    switch (uuid->bytes[8] >> 5) { /* the three most significant bits of byte 8: table 1 */
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
    case UUID9562_VARIANT_NCS:
        return "ncs";
    }
    return "unknown variant";
}

int uuid9562_get_version(const uuid9562_t *uuid)
{
    if (uuid9562_get_variant(uuid) != UUID9562_VARIANT_RFC9562)
        return -1;
    return uuid->bytes[6] >> 4;
}

/* ---- the fields of the time-based versions ---- */

/* Rounds down, where C's division rounds towards zero. */
static int64_t floor_to_ms(int64_t ticks)
{
    return ticks / TICKS_PER_MS - (ticks % TICKS_PER_MS < 0);
}

/* Of version 1 or 6. */
static int64_t get_ticks(int version, uint64_t hi)
{
    return (int64_t)(version == 1 ? layout_v1_timestamp(hi) : layout_v6_timestamp(hi));
}

static bool is_gregorian(int version)
{
    return version == 1 || version == 6;
}

bool uuid9562_get_timestamp_ticks(uint64_t *ticks, const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    if (is_gregorian(version))
        *ticks = (uint64_t)get_ticks(version, layout_load(uuid).hi);
    return is_gregorian(version);
}

bool uuid9562_get_timestamp_ms(int64_t *unix_ms, const uuid9562_t *uuid)
{
    const uint64_t hi = layout_load(uuid).hi;
    const int version = uuid9562_get_version(uuid);

    switch (version) {
    case 1:
    case 6:
        *unix_ms = floor_to_ms(get_ticks(version, hi) - GREGORIAN_OFFSET);
        return true;
    case 7:
        *unix_ms = (int64_t)(hi >> 16);
        return true;
    default:
        return false;
    }
}

/* The first nanosecond of a millisecond at which a fraction of so many bits is reached, or the last
 * one where that would be the next millisecond: of 20 bits, no nanosecond has the largest. */
static int64_t fraction_to_ns(uint64_t fraction, uint64_t bits)
{
    const uint64_t ns = (fraction * NS_PER_MS + (UINT64_C(1) << bits) - 1) >> bits;

    return (int64_t)(ns < NS_PER_MS ? ns : NS_PER_MS - 1);
}

/* False where 64 bits do not hold them. */
static bool ticks_to_ns(int64_t *unix_ns, int64_t ticks)
{
    if (ticks < INT64_MIN / NS_PER_TICK || ticks > INT64_MAX / NS_PER_TICK)
        return false;
    *unix_ns = ticks * NS_PER_TICK;
    return true;
}

static bool v7_to_ns(int64_t *unix_ns, halves_t halves, uint64_t bits)
{
    const int64_t unix_ms = (int64_t)(halves.hi >> 16);
    const int64_t ns =
        fraction_to_ns(layout_v7_fraction(halves) >> (UUID9562_V7_FRACTION_BITS - bits), bits);

    if (unix_ms > INT64_MAX / NS_PER_MS || unix_ms * NS_PER_MS > INT64_MAX - ns)
        return false;
    *unix_ns = unix_ms * NS_PER_MS + ns;
    return true;
}

uuid9562_status_t uuid9562_get_timestamp_ns(bool *present, int64_t *unix_ns, const uuid9562_t *uuid,
                                            uint64_t fraction_bits)
{
    const halves_t halves = layout_load(uuid);
    const int version = uuid9562_get_version(uuid);

    if (fraction_bits > UUID9562_V7_FRACTION_BITS)
        return UUID9562_ERR_FRACTION_BITS;
    switch (version) {
    case 1:
    case 6:
        *present = ticks_to_ns(unix_ns, get_ticks(version, halves.hi) - GREGORIAN_OFFSET);
        break;
    case 7:
        *present = v7_to_ns(unix_ns, halves, fraction_bits);
        break;
    default:
        *present = false;
    }
    return UUID9562_OK;
}

bool uuid9562_get_node(uint64_t *node, const uuid9562_t *uuid)
{
    const bool present = is_gregorian(uuid9562_get_version(uuid));

    if (present)
        *node = layout_load(uuid).lo & UUID9562_NODE_MAX;
    return present;
}

bool uuid9562_get_clock_seq(uint64_t *clock_seq, const uuid9562_t *uuid)
{
    const bool present = is_gregorian(uuid9562_get_version(uuid));

    if (present)
        *clock_seq = layout_load(uuid).lo >> 48 & UUID9562_CLOCK_SEQ_MAX;
    return present;
}

/* ---- order and conversion ---- */

int uuid9562_compare(const uuid9562_t *left, const uuid9562_t *right)
{
    int difference = memcmp(left->bytes, right->bytes, sizeof left->bytes);
    return (difference > 0) - (difference < 0);
}

uuid9562_status_t uuid9562_v1_to_v6(uuid9562_t *out, const uuid9562_t *v1)
{
    halves_t halves = layout_load(v1);

    if (uuid9562_get_version(v1) != 1)
        return UUID9562_ERR_NOT_V1;
    halves.hi = layout_v6_hi(layout_v1_timestamp(halves.hi));
    layout_store(out, layout_set_version_and_variant(halves, 6));
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_v6_to_v1(uuid9562_t *out, const uuid9562_t *v6)
{
    halves_t halves = layout_load(v6);

    if (uuid9562_get_version(v6) != 6)
        return UUID9562_ERR_NOT_V6;
    halves.hi = layout_v1_hi(layout_v6_timestamp(halves.hi));
    layout_store(out, layout_set_version_and_variant(halves, 1));
    return UUID9562_OK;
}
