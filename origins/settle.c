/*
 * The findings of a column: of its values alone, of texts, of 16 bytes, and in the right order.
 */
#include "settle.h"

/* ---- sums of cells ---- */

INTERNAL void sum_add(const column_t *column, sum_t *sum, int slot)
{
    const cell_t *cell = &column->cells[slot];

    if (cell->count == 0)
        return;
    if (sum->count == 0 || cell->first < column->cells[sum->slot].first)
        sum->slot = slot;
    sum->count += cell->count;
}

INTERNAL sum_t sum_slot(const column_t *column, int slot)
{
    sum_t sum = {0, slot};

    sum_add(column, &sum, slot);
    return sum;
}

INTERNAL finding_t *add_finding(column_t *column, origin_t origin, subject_t subject, int detail,
                                sum_t sum)
{
    finding_t *finding = &column->findings[column->finding_count];

    if (sum.count == 0 || column->finding_count == MAX_FINDINGS)
        return NULL;
    column->finding_count++;
    *finding = (finding_t){origin, subject, detail, sum.count, sum.slot, ORIGIN_COUNT, 0};
    return finding;
}

INTERNAL bool has_finding(const column_t *column, origin_t origin)
{
    for (int i = 0; i < column->finding_count; i++)
        if (column->findings[i].origin == origin)
            return true;
    return false;
}

INTERNAL bool is_above(int64_t count, double expected)
{
    const double excess = (double)count - 3 - expected;

    return expected == 0 ? count > 0 : excess > 0 && excess * excess > 36 * expected;
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
        add_finding(column, alone[i].origin, SUBJECT_BLOB, 0, sum_slot(column, alone[i].slot));
    add_finding(column, integers, SUBJECT_BLOB, version, sum_slot(column, SLOT_INTEGER));
}

/* ---- versions of all subjects together ---- */

static void add_stored(column_t *column, origin_t origin, int detail, sum_t sum,
                       const settled_t *settled)
{
    finding_t *finding = add_finding(column, origin, settled->maybe_subject, detail, sum);

    if (finding != NULL &&
        (origin == ORIGIN_VARIANT || !is_defined_version(detail) || settled->honest == 0))
        finding->maybe = settled->maybe;
}

static void settle_version_7(column_t *column, settled_t *settled)
{
    const int64_t *micro = column->micro;
    const int64_t ahead = settled->seconds_36.count + settled->future.count;

    add_finding(column, ORIGIN_SECONDS, SUBJECT_BLOB, 7, settled->seconds);
    if (settled->seconds_36.count >= hypothesis(ORIGIN_SECONDS_36)->least &&
        16 * settled->seconds_36.count > ahead)
        add_finding(column, ORIGIN_SECONDS_36, SUBJECT_BLOB, 7, settled->seconds_36);
    else if (settled->seconds_36.count > 0) {
        sum_add(column, &settled->future, settled->seconds_36.slot);
        settled->future.count = ahead;
    }
    add_finding(column, ORIGIN_FUTURE, SUBJECT_BLOB, 7, settled->future);
    if (micro[0] >= hypothesis(ORIGIN_MICROSECONDS)->least && micro[2] == 0 &&
        8 * micro[1] >= micro[0] && column->random[1].distinct >= DISTINCT_MS)
        add_finding(column, ORIGIN_MICROSECONDS, SUBJECT_BLOB, 7, settled->versions[7]);
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
            add_finding(column, ORIGIN_FIXED, SUBJECT_BLOB, version, settled->versions[version]);
        if (counts_up(&column->random[timed], counted.count))
            add_finding(column, ORIGIN_COUNTED, SUBJECT_BLOB, version, counted);
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
    add_finding(column, ORIGIN_NIL, SUBJECT_BLOB, 0, nil);
    add_finding(column, ORIGIN_MAX, SUBJECT_BLOB, 0, max);
    for (int i = 0; i < VERSION_COUNT; i++)
        add_stored(column, ORIGIN_VERSION, i, settled.versions[i], &settled);
    for (int i = 0; i < VARIANT_COUNT; i++)
        add_stored(column, ORIGIN_VARIANT, i, settled.variants[i], &settled);
    sort_findings(column);
}

INTERNAL void origins_add(column_t *column, origin_t origin, int64_t count, int slot)
{
    add_finding(column, origin, SUBJECT_BLOB, 0, (sum_t){count, slot});
    sort_findings(column);
}

INTERNAL origin_t settled_half(const column_t *column)
{
    return has_finding(column, ORIGIN_FIRST_HALF)    ? ORIGIN_FIRST_HALF
           : has_finding(column, ORIGIN_SECOND_HALF) ? ORIGIN_SECOND_HALF
                                                     : ORIGIN_COUNT;
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
