/*
 * Tests of 16 bytes: the version as stored, other orders of bytes, and times that other identifiers
 * have. Each takes the bytes and the time, and nothing else.
 */
#include "origins.h"

#include <string.h>

static const int64_t DAY_MS = 86400000;
static const int64_t FROM_2000_MS = INT64_C(946684800000), FROM_2010_MS = INT64_C(1262304000000);

INTERNAL bool is_defined_version(int version)
{
    return version >= 1 && version <= 8;
}

/* `count` bytes, the most significant first. */
static uint64_t number_at(const uint8_t *bytes, int count)
{
    uint64_t number = 0;

    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

INTERNAL bool is_of_our_years(int64_t unix_ms, int64_t now_ms)
{
    return unix_ms >= FROM_2010_MS && unix_ms <= now_ms + DAY_MS;
}

/* ---- as stored ---- */

/* A version 7 was built from seconds if its milliseconds are 10^8 to 2^32 - 1: as seconds these are
 * the years 1973 to 2106, as milliseconds the first weeks of 1970, which few databases record.
 * Smaller numbers, 1970-01-01 or 02, usually mean an unknown time. PyPI's `uuid7` has 36 bits of
 * seconds and 12 of their fraction there, which as milliseconds are of the year 2133 or later. */
INTERNAL times_t wrong_times(origin_t origin, int64_t now_ms)
{
    return origin == ORIGIN_SECONDS
               ? (times_t){100000000, UINT32_MAX}
               : (times_t){FROM_2010_MS / 1000 * 4096, (now_ms + DAY_MS) / 1000 * 4096 + 4095};
}

static bool is_time_of(int64_t unix_ms, times_t times)
{
    return unix_ms >= times.first && unix_ms <= times.last;
}

static int kind_of_version_7(int64_t unix_ms, int64_t now_ms)
{
    if (is_time_of(unix_ms, wrong_times(ORIGIN_SECONDS, now_ms)))
        return STORED_SECONDS;
    if (unix_ms <= now_ms + DAY_MS)
        return 7;
    return is_time_of(unix_ms, wrong_times(ORIGIN_SECONDS_36, now_ms)) ? STORED_SECONDS_36
                                                                       : STORED_FUTURE;
}

INTERNAL int stored_kind(const uuid9562_t *uuid, int64_t now_ms)
{
    const int version = uuid9562_get_version(uuid);

    if (version < 0)
        return STORED_VARIANT + (int)uuid9562_get_variant(uuid);
    return version == 7 ? kind_of_version_7((int64_t)number_at(uuid->bytes, 6), now_ms) : version;
}

/* ---- other orders ---- */

/* Which byte of the value each byte of the UUID is, and which versions are believed: those that
 * programs make, with a time of 2000 to tomorrow if they have one. */
#define MADE (1 << 1 | 1 << 4 | 1 << 5 | 1 << 7)
/* clang-format off */
static const struct order {
    uint8_t from[16];
    unsigned versions;
} orders_known[ORDER_COUNT] = {
    [ORIGIN_MYSQL_ORDER - ORIGIN_EF_CORE] =
        {{4, 5, 6, 7, 2, 3, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15}, 1 << 1},
    [ORIGIN_GUID_ORDER - ORIGIN_EF_CORE] =
        {{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}, MADE},
    [ORIGIN_HALVES_ORDER - ORIGIN_EF_CORE] =
        {{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}, MADE},
};
/* clang-format on */
#undef MADE

INTERNAL bool has_bit(unsigned versions, int version)
{
    return versions >> version & 1;
}

INTERNAL const char *order_format(origin_t origin)
{
    return origin == ORIGIN_GUID_ORDER     ? "guid"
           : origin == ORIGIN_MYSQL_ORDER  ? "mysql"
           : origin == ORIGIN_HALVES_ORDER ? "halves"
                                           : NULL;
}

INTERNAL void note_spread(spread_t *spread, const uuid9562_t *stored, origin_t order)
{
    const uint8_t *from = orders_known[order - ORIGIN_EF_CORE].from;
    const uint8_t version = stored->bytes[from[6]], variant = stored->bytes[from[8]];

    if (spread->versions != 0) {
        spread->versions_differ |= ((version ^ spread->version) & 15) != 0;
        spread->variants_differ |= variant != spread->variant;
    }
    spread->version = version;
    spread->variant = variant;
    spread->versions |= 1U << (version >> 4);
}

INTERNAL order_fit_t fit_order(const uuid9562_t *stored, origin_t origin, int64_t now_ms)
{
    const struct order *order = &orders_known[origin - ORIGIN_EF_CORE];
    const bool has_variant = stored->bytes[order->from[8]] >> 6 == 2;
    uuid9562_t uuid;
    int64_t unix_ms;

    if (order->versions == 0)
        return FITS_NOT;
    if (!has_bit(order->versions, stored->bytes[order->from[6]] >> 4))
        return has_variant ? FITS_VARIANT : FITS_NOT;
    for (int i = 0; i < 16; i++)
        uuid.bytes[i] = stored->bytes[order->from[i]];
    uuid.bytes[8] = 0x80;
    if (uuid9562_get_timestamp_ms(&unix_ms, &uuid) &&
        (unix_ms < FROM_2000_MS || unix_ms > now_ms + DAY_MS))
        return has_variant ? FITS_VARIANT : FITS_NOT;
    return has_variant ? FITS : FITS_VERSION;
}

/* EF Core's SequentialGuidValueGenerator: a version 4, as stored or in GUID order, whose last 8
 * bytes are a time in 100 ns since the year 1, the two lowest bytes first, as SQL Server sorts
 * them. A time of 1999 to tomorrow. */
static bool is_ef_core(const uint8_t *bytes, int64_t now_ms)
{
    static const int64_t unix_epoch_s = INT64_C(62135596800);
    const int64_t ticks = (int64_t)(number_at(bytes + 10, 6) << 16);
    const int64_t unix_s = ticks / 10000000 - unix_epoch_s;

    return (bytes[6] >> 4 == 4 || bytes[7] >> 4 == 4) && bytes[10] < 0x80 && unix_s >= 915148800 &&
           unix_s <= (now_ms + DAY_MS) / 1000;
}

INTERNAL unsigned orders_passed(const uuid9562_t *uuid, int64_t now_ms)
{
    const uint8_t *bytes = uuid->bytes;
    unsigned passed = 0;

    for (int i = 0; i < ORDER_COUNT; i++)
        passed |= (unsigned)(fit_order(uuid, ORIGIN_EF_CORE + i, now_ms) == FITS) << i;
    if (is_ef_core(bytes, now_ms))
        passed |= 1;
    if (is_of_our_years((int64_t)number_at(bytes, 6), now_ms))
        passed |= 1U << (ORIGIN_ULIDS - ORIGIN_EF_CORE);
    return passed;
}

INTERNAL int chance_of(origin_t order)
{
    static const int chances[ORDER_COUNT] = {
        [ORIGIN_EF_CORE - ORIGIN_EF_CORE] = 15000,   [ORIGIN_MYSQL_ORDER - ORIGIN_EF_CORE] = 8000,
        [ORIGIN_GUID_ORDER - ORIGIN_EF_CORE] = 32,   [ORIGIN_ULIDS - ORIGIN_EF_CORE] = 500,
        [ORIGIN_HALVES_ORDER - ORIGIN_EF_CORE] = 32,
    };
    return chances[order - ORIGIN_EF_CORE];
}

/* The COMB of Jimmy Nilsson (NHibernate's guid.comb): the last 6 bytes are days since 1900 and
 * 1/300 s of the day. Random bytes pass once in 1,100. */
INTERNAL bool is_comb(const uuid9562_t *uuid, int64_t now_ms)
{
    const int64_t days = (int64_t)number_at(uuid->bytes + 10, 2);

    return days >= 36524 /* 2000-01-01 */ && days <= 25567 + 1 + now_ms / DAY_MS &&
           number_at(uuid->bytes + 12, 4) < 86400 * 300;
}
