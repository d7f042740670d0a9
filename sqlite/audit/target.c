/* How a column should be stored, and by that the level of each finding (advice.h). */
#include "advice.h"

#include <string.h>

/* ---- how the column should be stored ---- */

INTERNAL bool has_affinity(const audited_t *column, const char *affinity)
{
    return strcmp(column->affinity, affinity) == 0;
}

INTERNAL bool is_declared_for_one(const audited_t *column)
{
    return has_affinity(column, "BLOB") || has_affinity(column, "TEXT");
}

INTERNAL bool is_numeric(const audited_t *column)
{
    return !is_declared_for_one(column) && !has_affinity(column, "NONE");
}

/* Whether the column is declared for 32 digits, as by Django and SQLAlchemy. */
INTERNAL bool is_declared_for_digits(const audited_t *column)
{
    return sqlite3_strlike("%char(32)", column->type, 0) == 0;
}

INTERNAL int64_t count_stored(const column_t *values)
{
    return values->number - values->cells[SLOT_NULL].count;
}

/* The texts in a format, whatever their case. */
static int64_t count_in_format(const column_t *values, int format)
{
    int64_t count = 0;

    for (int i = 0; i < values->finding_count; i++)
        if ((values->findings[i].origin == ORIGIN_FORMAT ||
             values->findings[i].origin == ORIGIN_FORMAT_OTHER_CASE) &&
            values->findings[i].detail == format)
            count += values->findings[i].count;
    return count;
}

/* The format that TEXT of the column should have: the declared one; otherwise that of most of its
 * values or of its UUIDs, because the program that writes it looks for no other; otherwise
 * canonical. */
static const char *choose_format(const audited_t *column)
{
    const column_t *values = column->values;

    if (is_declared_for_digits(column))
        return "hex";
    for (int i = 0; i < values->format_count; i++)
        if (is_implied(values->formats[i])
                ? 2 * count_written(values, i) > count_bytes(values, SUBJECT_TEXT)
                : 2 * count_in_format(values, i) > count_stored(values))
            return uuid9562_format_info(values->formats[i])->name;
    return "canonical";
}

INTERNAL const char to_blob[5] = "BLOB";

/* The values that a conversion would read: UUIDs of both storage classes. */
INTERNAL int64_t count_uuids(const column_t *values)
{
    int64_t count = count_bytes(values, SUBJECT_BLOB) + count_bytes(values, SUBJECT_TEXT);

    for (int slot = SLOT_NIL; slot < SLOT_COMB; slot++)
        if ((slot - SLOT_NIL) % SUBJECT_COUNT != SUBJECT_BASE64)
            count += values->cells[slot].count;
    return count;
}

/* The values of a storage class. */
INTERNAL int64_t count_storage(const column_t *values, bool is_text)
{
    const cell_t *cells = values->cells;
    int64_t blobs = 0, numbers = 0;

    for (int slot = SLOT_BLOB; slot <= SLOT_BLOB_OTHER; slot++)
        blobs += cells[slot].count;
    for (int slot = SLOT_INTEGER; slot <= SLOT_DIGITS_TO_REAL; slot++)
        numbers += cells[slot].count;
    return is_text ? count_stored(values) - blobs - numbers : blobs;
}

/* That of the parent key, if the column takes it; the declared storage class; if the column accepts
 * any, that of most of its UUIDs or, if there are none, of its values. */
INTERNAL const char *choose_target(const audited_t *column)
{
    const column_t *values = column->values;
    bool is_text = has_affinity(column, "TEXT");

    if (column->parent_target != NULL && !column->is_strict)
        return column->parent_target;
    if (!is_declared_for_one(column) && count_uuids(values) > 0)
        is_text = count_bytes(values, SUBJECT_TEXT) > count_bytes(values, SUBJECT_BLOB);
    else if (!is_declared_for_one(column))
        is_text = count_storage(values, true) > count_storage(values, false);
    return is_text ? choose_format(column) : to_blob;
}

INTERNAL bool is_for_text(const audited_t *column)
{
    return choose_target(column) != to_blob;
}

/* ---- the level ---- */

/* Whether a format is the one that the column should have. */
static bool is_right_format(const audited_t *column, const finding_t *finding)
{
    return finding->origin == ORIGIN_FORMAT &&
           strcmp(uuid9562_format_info(column->values->formats[finding->detail])->name,
                  choose_target(column)) == 0;
}

/* Whether all texts are in upper case, as digits are from hex(). */
INTERNAL bool is_uniform(const audited_t *column, const finding_t *finding)
{
    const column_t *values = column->values;

    return finding->origin == ORIGIN_FORMAT_OTHER_CASE && values->mixed_case == 0 &&
           is_implied(values->formats[finding->detail]) && is_for_text(column) &&
           !is_declared_for_digits(column) &&
           finding->count == count_uuids(values) - values->cells[SLOT_BLOB].count;
}

/* Whether = finds texts of all formats equal, or those that differ by case. */
INTERNAL bool is_equal_anyway(const audited_t *column, const finding_t *finding)
{
    const char *target = choose_target(column);
    const char *name = uuid9562_format_info(column->values->formats[finding->detail])->name;
    const bool is_long = strcmp(name, "canonical") == 0 || strcmp(name, "upper") == 0;

    if (target == to_blob || !is_implied(column->values->formats[finding->detail]))
        return false;
    return sqlite3_stricmp(column->collation, "UUID") == 0 ||
           (sqlite3_stricmp(column->collation, "NOCASE") == 0 &&
            (strcmp(name, target) == 0 ||
             (is_long && (strcmp(target, "canonical") == 0 || strcmp(target, "upper") == 0))));
}

/* What is not a UUID is wrong in a column of UUIDs; it may be right in one that has some. */
static level_t level_of_other(const audited_t *column)
{
    const column_t *values = column->values;

    if (2 * values->alike > count_stored(values))
        return LEVEL_FAULT;
    return values->alike > 0 ? LEVEL_WARNING : LEVEL_FACT;
}

/* What a program writes before a UUID in hexadecimal digits is not part of it. */
INTERNAL bool is_hex_prefix(const column_t *values)
{
    return values->prefix_count == 1 &&
           (strcmp(values->prefixes[0], "0x") == 0 || strcmp(values->prefixes[0], "0X") == 0 ||
            strcmp(values->prefixes[0], "\\x") == 0);
}

INTERNAL level_t find_level(const audited_t *column, const finding_t *finding)
{
    switch (finding->origin) {
    case ORIGIN_NULL:
        return column->is_key ? LEVEL_WARNING : LEVEL_FACT;
    case ORIGIN_INTEGER:
    case ORIGIN_REAL:
    case ORIGIN_BLOB_OTHER:
    case ORIGIN_MALFORMED:
        return level_of_other(column);
    case ORIGIN_BLOB:
        return is_for_text(column) ? LEVEL_FAULT : LEVEL_FACT;
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        return is_right_format(column, finding) || is_equal_anyway(column, finding) ||
                       is_uniform(column, finding)
                   ? LEVEL_FACT
                   : LEVEL_FAULT;
    case ORIGIN_PREFIX:
        return is_hex_prefix(column->values) ? LEVEL_FAULT : LEVEL_FACT;
    case ORIGIN_VERSION:
        return is_defined_version(finding->detail) ? LEVEL_FACT : LEVEL_WARNING;
    default:
        return hypothesis(finding->origin)->level;
    }
}
