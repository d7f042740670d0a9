/*
 * Settles on the findings of a column (origins.h): which hypotheses explain the counted values.
 */
#include "origins.h"

#include <string.h>

/* ---- sums of cells ---- */

typedef struct sum {
    int64_t count;
    int slot; /* with the first value */
} sum_t;

static void sum_add(const column_t *column, sum_t *sum, int slot)
{
    const cell_t *cell = &column->cells[slot];

    if (cell->count == 0)
        return;
    if (sum->count == 0 || cell->first < column->cells[sum->slot].first)
        sum->slot = slot;
    sum->count += cell->count;
}

static sum_t sum_slot(const column_t *column, int slot)
{
    sum_t sum = {0, slot};

    sum_add(column, &sum, slot);
    return sum;
}

/* Adds a finding, if there is anything. */
static finding_t *add(column_t *column, origin_t origin, subject_t subject, int detail, sum_t sum)
{
    finding_t *finding = &column->findings[column->finding_count];

    if (sum.count == 0 || column->finding_count == MAX_FINDINGS)
        return NULL;
    column->finding_count++;
    *finding = (finding_t){origin, subject, detail, sum.count, sum.slot, ORIGIN_COUNT, 0};
    return finding;
}

INTERNAL int64_t count_bytes(const column_t *column, subject_t subject)
{
    int64_t count = 0;

    for (int i = 0; i < SUBJECT_CELLS; i++)
        count += column->cells[bytes_slot(subject, 0, 0) + i].count;
    return count;
}

INTERNAL int64_t count_written(const column_t *column, int format)
{
    return column->cells[SLOT_FORMAT + 2 * format].count;
}

/* ---- values that are settled alone ---- */

/* INTEGERs of one version; of a version 7 also of our years and with random bits, of others of both
 * signs, so that a counter or a Snowflake is none. */
static origin_t settle_integers(const column_t *column, int *version)
{
    const integers_t *halves = &column->halves;
    const int64_t all = column->cells[SLOT_INTEGER].count;

    if (all >= hypothesis(ORIGIN_SECOND_HALF)->least && halves->second == all)
        return ORIGIN_SECOND_HALF;
    for (*version = 1; all >= hypothesis(ORIGIN_FIRST_HALF)->least && *version <= 8; ++*version)
        if (halves->versions[*version] == all &&
            (*version == 7 ? halves->timed == all : halves->negative > 0 && halves->negative < all))
            return ORIGIN_FIRST_HALF;
    return ORIGIN_INTEGER;
}

INTERNAL bool origins_suggest(const column_t *column, bool is_key)
{
    int version = 0;

    return 2 * column->alike > column->number || (is_key && column->certain > 0) ||
           settle_integers(column, &version) != ORIGIN_INTEGER;
}

static void settle_values(column_t *column)
{
    static const struct {
        origin_t origin;
        slot_t slot;
    } alone[] = {
        {ORIGIN_NULL, SLOT_NULL},
        {ORIGIN_REAL, SLOT_REAL},
        {ORIGIN_DIGITS_TO_REAL, SLOT_DIGITS_TO_REAL},
        {ORIGIN_BLOB, SLOT_BLOB},
        {ORIGIN_BLOB_TEXT, SLOT_BLOB_TEXT},
        {ORIGIN_BLOB_UTF16, SLOT_BLOB_UTF16},
        {ORIGIN_BLOB_OTHER, SLOT_BLOB_OTHER},
        {ORIGIN_TEXT_BYTES, SLOT_TEXT_BYTES},
    };
    int version = 0;
    const origin_t integers = settle_integers(column, &version);

    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        add(column, alone[i].origin, SUBJECT_BLOB, 0, sum_slot(column, alone[i].slot));
    add(column, integers, SUBJECT_BLOB, version, sum_slot(column, SLOT_INTEGER));
}

/* ---- texts ---- */

/* The texts that are not taken and pass all of these tests. Takes them. */
static sum_t sum_texts(const column_t *column, bool *taken, uint64_t tests, bool take)
{
    sum_t sum = {0, 0};

    for (int i = 0; i < TEXT_CELLS; i++)
        if (!taken[i] && (column->text_passed[i] & tests) == tests) {
            sum_add(column, &sum, SLOT_TEXT + i);
            taken[i] = take;
        }
    return sum;
}

/* The alphabets: those of the formats, then two of other libraries. */
static uint64_t alphabet_test(const column_t *column, int i)
{
    return i < column->format_count ? UINT64_C(1) << i
                                    : test_of(ORIGIN_SHORTUUID + i - column->format_count);
}

static int64_t count_decoded(const column_t *column, int i)
{
    return column->decoded[i < column->format_count ? i : MAX_FORMATS + i - column->format_count];
}

/* More than chance gives: by three, and six standard deviations. */
static bool is_above(int64_t count, double expected)
{
    const double excess = (double)count - 3 - expected;

    return expected == 0 ? count > 0 : excess > 0 && excess * excess > 36 * expected;
}

/* Whether texts that pass are in an alphabet: by a shape that other texts do not have; as ULIDs,
 * most of which have a time of our years; or as more than the one in eight that decodes to a
 * version. */
static bool is_alphabet(const column_t *column, int i, int64_t passed)
{
    const int64_t decoded = count_decoded(column, i);

    if (i < column->format_count &&
        (is_base64(column->formats[i]) || is_of_shape(column->formats[i])))
        return passed > 0;
    if (i < column->format_count && is_ulid(column->formats[i]) &&
        column->ulid_times >= LEAST_ULIDS && 2 * column->ulid_times > decoded)
        return passed >= LEAST_ULIDS;
    return passed >= hypothesis(ORIGIN_FORMAT)->least && is_above(passed, (double)decoded / 8);
}

/* The alphabet of most of the remaining texts; of equal ones the first that writes them so. -1 if
 * there is none. */
static int best_alphabet(const column_t *column, bool *taken)
{
    int64_t most = 0;
    int best = -1;

    for (int i = 0; i < column->format_count + 2; i++) {
        const uint64_t test = alphabet_test(column, i);
        const int64_t written =
            sum_texts(column, taken, test << PASSED_WRITTEN | test, false).count;
        const int64_t passed = sum_texts(column, taken, test, false).count;
        const int64_t score = 2 * passed + (i < column->format_count && written > 0);

        if (score > most && is_alphabet(column, i, passed)) {
            most = score;
            best = i;
        }
    }
    return best;
}

/* Splits the texts of a format by case. */
static void take_format(column_t *column, bool *taken, int i)
{
    const uint64_t test = UINT64_C(1) << i;

    if (i >= column->format_count) {
        const origin_t origin = ORIGIN_SHORTUUID + i - column->format_count;
        add(column, origin, SUBJECT_TEXT, 0, sum_texts(column, taken, test_of(origin), true));
        return;
    }
    add(column, ORIGIN_FORMAT, SUBJECT_TEXT, i,
        sum_texts(column, taken, test << PASSED_WRITTEN | test, true));
    add(column, ORIGIN_FORMAT_OTHER_CASE, SUBJECT_TEXT, i, sum_texts(column, taken, test, true));
}

/* What more of the texts that nothing explains would be. */
static void suggest_alphabet(const column_t *column, bool *taken, int64_t count, finding_t *finding)
{
    for (int i = 0; i < column->format_count + 2; i++)
        if (sum_texts(column, taken, alphabet_test(column, i), false).count == count) {
            const bool is_format = i < column->format_count;

            finding->maybe =
                is_format ? ORIGIN_FORMAT : ORIGIN_SHORTUUID + i - column->format_count;
            finding->maybe_detail = is_format ? i : 0;
            return;
        }
}

static void settle_texts(column_t *column)
{
    static const origin_t around[] = {ORIGIN_NSUNIQUEID, ORIGIN_WHITE_SPACE, ORIGIN_QUOTED,
                                      ORIGIN_PREFIX};
    bool taken[TEXT_CELLS] = {false};
    int64_t rest;

    for (int i = 0; i < column->format_count; i++)
        if (is_implied(column->formats[i])) {
            add(column, ORIGIN_FORMAT, SUBJECT_TEXT, i, sum_slot(column, SLOT_FORMAT + 2 * i));
            add(column, ORIGIN_FORMAT_OTHER_CASE, SUBJECT_TEXT, i,
                sum_slot(column, SLOT_FORMAT + 2 * i + 1));
        }
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        add(column, around[i], SUBJECT_TEXT, 0, sum_texts(column, taken, test_of(around[i]), true));
    for (int best; (best = best_alphabet(column, taken)) >= 0;)
        take_format(column, taken, best);
    add(column, ORIGIN_INSIDE, SUBJECT_TEXT, 0,
        sum_texts(column, taken, test_of(ORIGIN_INSIDE), true));
    rest = sum_texts(column, taken, 0, false).count;
    for (int fault = 0; fault < MALFORMED_COUNT; fault++) {
        bool others[TEXT_CELLS];
        finding_t *finding;

        for (int i = 0; i < TEXT_CELLS; i++)
            others[i] = taken[i] || (int)(column->text_passed[i] >> PASSED_MALFORMED) != fault;
        finding =
            add(column, ORIGIN_MALFORMED, SUBJECT_TEXT, fault, sum_texts(column, others, 0, false));
        if (finding != NULL)
            suggest_alphabet(column, taken, rest, finding);
    }
}

/* ---- 16 bytes ---- */

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

/* How many pass an order, and are enough; but none if half of them pass another one too, which has
 * the bits in question in all keys of a time: the node of a version 1 may be like EF Core's time,
 * and version 7 in GUID order may begin like a version 1 in MySQL's, for an afternoon. */
static int64_t count_order(owners_t *owners, origin_t order)
{
    const unsigned other = order == ORIGIN_EF_CORE       ? order_bit(ORIGIN_MYSQL_ORDER)
                           : order == ORIGIN_MYSQL_ORDER ? order_bit(ORIGIN_GUID_ORDER)
                                                         : 0;
    const int64_t count = count_kind(owners, ANY, order_bit(order));

    if (count < hypothesis(order)->least ||
        (other != 0 && 2 * count_kind(owners, ANY, order_bit(order) | other) > count))
        return 0;
    return count;
}

/* Another hypothesis for all values, except one in 50; or ORIGIN_NO_VERSION. Version 7 passes for
 * ULIDs: it has to be as rare as the ULIDs that pass for it, one in 64. */
static origin_t explain_nearly_all(owners_t *owners, int64_t all)
{
    const bool may_be_ulids = 16 * count_kind(owners, 1 << 7 | 1 << 8, 0) <= all + 16;
    int order = ORIGIN_EF_CORE + 1;

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

/* What is settled of all subjects together. */
typedef struct settled {
    sum_t versions[VERSION_COUNT], variants[VARIANT_COUNT];
    sum_t seconds, seconds_36, future;
    origin_t maybe;
    subject_t maybe_subject;
    int64_t all, honest;
} settled_t;

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
    add(column, order, owners->subject, 0, sum_bytes(owners, ANY, order_bit(order), true));
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
        add(column, ORIGIN_NO_VERSION, owners->subject, 0, sum_bytes(owners, ANY, 0, true));
}

static bool has_finding(const column_t *column, origin_t origin)
{
    for (int i = 0; i < column->finding_count; i++)
        if (column->findings[i].origin == origin)
            return true;
    return false;
}

static void settle_bytes(column_t *column, settled_t *settled, subject_t subject)
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
        add(column, ORIGIN_COMBS, subject, 0, combs);
}

/* ---- versions of all subjects together ---- */

static void add_stored(column_t *column, origin_t origin, int detail, sum_t sum,
                       const settled_t *settled)
{
    finding_t *finding = add(column, origin, settled->maybe_subject, detail, sum);

    if (finding != NULL &&
        (origin == ORIGIN_VARIANT || !is_defined_version(detail) || settled->honest == 0))
        finding->maybe = settled->maybe;
}

static void settle_version_7(column_t *column, settled_t *settled)
{
    const int64_t *micro = column->micro;
    const int64_t ahead = settled->seconds_36.count + settled->future.count;

    add(column, ORIGIN_SECONDS, SUBJECT_BLOB, 7, settled->seconds);
    if (settled->seconds_36.count >= hypothesis(ORIGIN_SECONDS_36)->least &&
        16 * settled->seconds_36.count > ahead)
        add(column, ORIGIN_SECONDS_36, SUBJECT_BLOB, 7, settled->seconds_36);
    else if (settled->seconds_36.count > 0) {
        sum_add(column, &settled->future, settled->seconds_36.slot);
        settled->future.count = ahead;
    }
    add(column, ORIGIN_FUTURE, SUBJECT_BLOB, 7, settled->future);
    if (micro[0] >= hypothesis(ORIGIN_MICROSECONDS)->least && micro[2] == 0 &&
        8 * micro[1] >= micro[0] && column->random[1].distinct >= DISTINCT_MS)
        add(column, ORIGIN_MICROSECONDS, SUBJECT_BLOB, 7, settled->versions[7]);
}

static void settle_randomness(column_t *column, const settled_t *settled)
{
    if (4 * settled->honest < 3 * settled->all)
        return;
    for (int timed = 0; timed < 2; timed++) {
        const sum_t counted = sum_slot(column, SLOT_COUNTED + timed);
        const int version = timed ? 7 : 4;

        if (!(version == 4 && has_finding(column, ORIGIN_COMBS)) &&
            has_fixed_bits(&column->random[timed], timed, column->fixed[timed]))
            add(column, ORIGIN_FIXED, SUBJECT_BLOB, version, settled->versions[version]);
        if (counts_up(&column->random[timed], counted.count))
            add(column, ORIGIN_COUNTED, SUBJECT_BLOB, version, counted);
    }
}

/* In the order of the table; a format's other case after the format. */
static int rank(const finding_t *finding)
{
    const bool other_case = finding->origin == ORIGIN_FORMAT_OTHER_CASE;
    const origin_t origin = other_case ? ORIGIN_FORMAT : finding->origin;

    return (((int)origin * 64 + finding->detail) * 2 + other_case) * SUBJECT_COUNT +
           (int)finding->subject;
}

static void sort_findings(column_t *column)
{
    for (int i = 1; i < column->finding_count; i++) {
        const finding_t finding = column->findings[i];
        int j = i;

        for (; j > 0 && rank(&column->findings[j - 1]) > rank(&finding); j--)
            column->findings[j] = column->findings[j - 1];
        column->findings[j] = finding;
    }
}

INTERNAL void origins_settle(column_t *column)
{
    settled_t settled = {.maybe = ORIGIN_COUNT};
    sum_t nil = {0, 0}, max = {0, 0};

    settle_values(column);
    settle_texts(column);
    for (int subject = 0; subject < SUBJECT_COUNT; subject++) {
        settle_bytes(column, &settled, subject);
        sum_add(column, &nil, SLOT_NIL + subject);
        sum_add(column, &max, SLOT_MAX + subject);
    }
    settle_version_7(column, &settled);
    settle_randomness(column, &settled);
    add(column, ORIGIN_NIL, SUBJECT_BLOB, 0, nil);
    add(column, ORIGIN_MAX, SUBJECT_BLOB, 0, max);
    for (int i = 0; i < VERSION_COUNT; i++)
        add_stored(column, ORIGIN_VERSION, i, settled.versions[i], &settled);
    for (int i = 0; i < VARIANT_COUNT; i++)
        add_stored(column, ORIGIN_VARIANT, i, settled.variants[i], &settled);
    sort_findings(column);
}

INTERNAL void origins_add(column_t *column, origin_t origin, int64_t count, int slot)
{
    add(column, origin, SUBJECT_BLOB, 0, (sum_t){count, slot});
    sort_findings(column);
}

INTERNAL origin_t settled_half(const column_t *column)
{
    for (int i = 0; i < column->finding_count; i++)
        if (column->findings[i].origin == ORIGIN_FIRST_HALF ||
            column->findings[i].origin == ORIGIN_SECOND_HALF)
            return column->findings[i].origin;
    return ORIGIN_COUNT;
}

INTERNAL bool may_repeat(const column_t *column)
{
    int ways = column->cells[SLOT_BLOB].count > 0;

    for (int i = 0; i < column->format_count; i++)
        if (is_implied(column->formats[i])) {
            ways += count_written(column, i) > 0;
            ways += column->cells[SLOT_FORMAT + 2 * i + 1].count > 0 ? 2 : 0;
        }
    return ways > 1;
}
