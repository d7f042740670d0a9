/*
 * Which versions and orders explain 16 bytes, alone or in a mixture (origins.h).
 */
#include "settle.h"

/* Sets of STORED_...: a version and, of version 7, its kinds; the versions that RFC 9562 defines;
 * any. */
static const uint32_t ANY = (UINT32_C(1) << STORED_COUNT) - 1, DEFINED_ALONE = 0x1FE;
static const uint32_t KINDS_OF_7 =
    UINT32_C(1) << STORED_SECONDS | UINT32_C(1) << STORED_SECONDS_36 | UINT32_C(1) << STORED_FUTURE;

static const uint32_t UNDEFINED_ALONE = 0xFE01, VARIANTS = UINT32_C(15) << STORED_VARIANT;

static uint32_t kinds_of(unsigned versions)
{
    return versions | (versions >> 7 & 1 ? KINDS_OF_7 : 0);
}

/* Which finding has a cell of a subject: a version or variant as stored, or another hypothesis. */
typedef struct owners {
    const column_t *column;
    subject_t subject;
    bool taken[SUBJECT_CELLS];
} owners_t;

/* The values that are not taken, of these kinds, and pass all of these orders. */
static sum_t sum_bytes(owners_t *owners, uint32_t stored, unsigned orders, bool take)
{
    sum_t sum = {0, 0};

    for (int i = 0; i < SUBJECT_CELLS; i++)
        if (!owners->taken[i] && stored >> (i >> ORDER_COUNT) & 1 &&
            ((unsigned)i & orders) == orders) {
            sum_add(owners->column, &sum, bytes_slot(owners->subject, 0, 0) + i);
            owners->taken[i] = take;
        }
    return sum;
}

static int64_t count_kind(owners_t *owners, uint32_t stored, unsigned orders)
{
    return sum_bytes(owners, stored, orders, false).count;
}

static unsigned order_bit(origin_t order)
{
    return 1U << (order - ORIGIN_EF_CORE);
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

/* How often chance gives a version: as often as each that RFC 9562 does not define, or to one in 56
 * of the values without a version. In an order that nobody uses, though, the version may be in its
 * place, and the variant be any: then three in four are near. */
static double by_chance(owners_t *owners, int64_t almost)
{
    const double undefined = (double)count_kind(owners, UNDEFINED_ALONE, 0);
    const double none = undefined + (double)count_kind(owners, VARIANTS, 0);

    return greater(greater(undefined / 8, none / 56), (double)almost / 3);
}

static unsigned honest_versions(owners_t *owners)
{
    const int64_t *almost = owners->column->near_version[owners->subject];
    unsigned honest = 0;

    for (int version = 1; version <= 8; version++)
        if (is_above(count_kind(owners, kinds_of(1U << version), 0),
                     by_chance(owners, almost[version])))
            honest |= 1U << version;
    return honest;
}

/* Whether GUIDs or halves pass by more than one chance: with other bits beside the variant and the
 * version, or with a time in place of those beside the version (7) or of both (1). */
static bool is_spread(const owners_t *owners, origin_t order)
{
    const spread_t *spread = &owners->column->spread[owners->subject][order - ORIGIN_EF_CORE];

    return (order != ORIGIN_GUID_ORDER && order != ORIGIN_HALVES_ORDER) ||
           spread->versions == 1U << 1 ||
           (spread->variants_differ && (spread->versions_differ || spread->versions == 1U << 7));
}

/* How many pass an order, and are enough; but none if half of them pass another one too, which has
 * the bits in question in all keys of a time: the node of a version 1 may be like EF Core's time,
 * and version 7 in GUID order may begin like a version 1 in MySQL's, for an afternoon. */
static int64_t count_order(owners_t *owners, origin_t order)
{
    const unsigned other = order == ORIGIN_EF_CORE       ? order_bit(ORIGIN_MYSQL_ORDER)
                           : order == ORIGIN_MYSQL_ORDER ? order_bit(ORIGIN_GUID_ORDER)
                                                         : 0;
    const int64_t count = count_kind(owners, ANY, order_bit(order));

    if (count < hypothesis(order)->least || !is_spread(owners, order) ||
        (other != 0 && 2 * count_kind(owners, ANY, order_bit(order) | other) > count))
        return 0;
    return count;
}

/* Another hypothesis for all values, except one in 50; or ORIGIN_NO_VERSION. Version 7 passes for
 * ULIDs: it has to be as rare as the ULIDs that pass for it, one in 64. */
static origin_t explain_nearly_all(owners_t *owners, int64_t all)
{
    const bool may_be_ulids = 16 * count_kind(owners, 1 << 7 | 1 << 8, 0) <= all + 16;
    origin_t order = ORIGIN_EF_CORE + 1;

    for (; order < ORIGIN_NO_VERSION; order++) {
        const int64_t count = count_order(owners, order);

        if (count > 0 && 50 * count >= 49 * all && (order != ORIGIN_ULIDS || may_be_ulids))
            break;
    }
    return order;
}

/* Whether the versions explain all. In keys of one moment the places of the version and the variant
 * may have the same bits by chance; so of two explanations the other one is right, unless most have
 * a version with a time of its own, or a version 4 that begins with milliseconds, as some COMBs. */
static bool has_versions(owners_t *owners, int64_t all, origin_t nearly)
{
    const unsigned believed = 1 << 1 | 1 << 6 | 1 << 7 | 1 << 8 | (nearly == ORIGIN_ULIDS) << 4;
    bool most = nearly == ORIGIN_NO_VERSION;

    for (int version = 1; version <= 8; version++)
        most |=
            has_bit(believed, version) && 2 * count_kind(owners, kinds_of(1U << version), 0) > all;
    return most && count_kind(owners, kinds_of(DEFINED_ALONE), 0) == all;
}

/* Adds the values that are not taken, and that are of these kinds, as versions and variants; the
 * kinds of version 7 only if that is believed. */
static void settle_stored(settled_t *settled, owners_t *owners, uint32_t stored, bool is_believed)
{
    for (int i = 0; i < SUBJECT_CELLS; i++) {
        const int kind = i >> ORDER_COUNT, slot = bytes_slot(owners->subject, 0, 0) + i;
        const column_t *column = owners->column;

        if (owners->taken[i] || !(stored >> kind & 1))
            continue;
        owners->taken[i] = true;
        if (kind >= STORED_VARIANT && kind < STORED_SECONDS)
            sum_add(column, &settled->variants[kind - STORED_VARIANT], slot);
        else
            sum_add(column, &settled->versions[kind < VERSION_COUNT ? kind : 7], slot);
        if (kind >= STORED_SECONDS && is_believed)
            sum_add(column,
                    kind == STORED_SECONDS      ? &settled->seconds
                    : kind == STORED_SECONDS_36 ? &settled->seconds_36
                                                : &settled->future,
                    slot);
    }
}

/* What more of the values that nothing explains would be. */
static void suggest_order(settled_t *settled, owners_t *owners, int64_t rest)
{
    for (int order = ORIGIN_EF_CORE; order < ORIGIN_NO_VERSION; order++)
        if (rest > 0 && settled->maybe == ORIGIN_COUNT &&
            count_kind(owners, ANY, order_bit(order)) == rest) {
            settled->maybe = order;
            settled->maybe_subject = owners->subject;
        }
}

static void take_order(column_t *column, owners_t *owners, origin_t order)
{
    add_finding(column, order, owners->subject, 0, sum_bytes(owners, ANY, order_bit(order), true));
}

/* Before the versions, since one version 4 in 2,000 ends in such a time. */
static void settle_ef_core(column_t *column, owners_t *owners)
{
    const double all = (double)count_kind(owners, ANY, 0);

    if (is_above(count_order(owners, ORIGIN_EF_CORE), all / 1800))
        take_order(column, owners, ORIGIN_EF_CORE);
}

/* Of the rest: more than chance gives, by those that do not pass and those that nearly do. */
static void settle_orders(column_t *column, owners_t *owners)
{
    for (int order = ORIGIN_EF_CORE + 1; order < ORIGIN_NO_VERSION; order++) {
        const int64_t count = count_order(owners, order);
        const double others = (double)(count_kind(owners, ANY, 0) - count);
        const double almost = (double)column->near_order[owners->subject][order - ORIGIN_EF_CORE];

        if (is_above(count, greater(others / chance_of(order), almost / NEAR_UNITS)))
            take_order(column, owners, order);
    }
}

static void settle_no_version(column_t *column, owners_t *owners)
{
    int64_t almost = 0;

    for (int version = 1; version <= 8; version++)
        almost += column->near_version[owners->subject][version];
    if (count_kind(owners, ANY, 0) >= hypothesis(ORIGIN_NO_VERSION)->least &&
        (double)count_kind(owners, kinds_of(DEFINED_ALONE), 0) <=
            8 + 2 * 8 * by_chance(owners, almost / 8))
        add_finding(column, ORIGIN_NO_VERSION, owners->subject, 0, sum_bytes(owners, ANY, 0, true));
}

INTERNAL void settle_bytes(column_t *column, settled_t *settled, subject_t subject)
{
    owners_t owners = {column, subject, {false}};
    const sum_t combs = sum_slot(column, SLOT_COMB + (int)subject);
    const int64_t all = count_kind(&owners, ANY, 0);
    uint32_t honest = kinds_of(DEFINED_ALONE);
    int64_t rest, version_4;
    origin_t nearly;

    settle_ef_core(column, &owners);
    rest = count_kind(&owners, ANY, 0);
    nearly = explain_nearly_all(&owners, rest);
    if (!has_versions(&owners, rest, nearly)) {
        if (nearly != ORIGIN_NO_VERSION)
            take_order(column, &owners, nearly);
        honest = nearly == ORIGIN_NO_VERSION ? kinds_of(honest_versions(&owners)) : 0;
    }
    column->honest[subject] = honest & DEFINED_ALONE;
    settled->all += all;
    settled->honest += count_kind(&owners, honest, 0);
    version_4 = count_kind(&owners, honest & 1 << 4, 0);
    settle_stored(settled, &owners, honest, true);
    settle_orders(column, &owners);
    rest = count_kind(&owners, ANY, 0);
    settle_no_version(column, &owners);
    if (2 * rest > all)
        suggest_order(settled, &owners, rest);
    settle_stored(settled, &owners, ANY, false);
    if (combs.count >= hypothesis(ORIGIN_COMBS)->least && 256 * combs.count > all &&
        (version_4 >= combs.count || has_finding(column, ORIGIN_GUID_ORDER)))
        add_finding(column, ORIGIN_COMBS, subject, 0, combs);
}
