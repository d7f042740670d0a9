/* The level, the advice and the cure of each finding (advice.h). */
#include "advice.h"

#include <stdarg.h>
#include <string.h>

#include "../values.h"

/* ---- how the column should be stored ---- */

static bool has_affinity(const audited_t *column, const char *affinity)
{
    return strcmp(column->affinity, affinity) == 0;
}

static bool is_declared_for_one(const audited_t *column)
{
    return has_affinity(column, "BLOB") || has_affinity(column, "TEXT");
}

INTERNAL bool is_numeric(const audited_t *column)
{
    return !is_declared_for_one(column) && !has_affinity(column, "NONE");
}

/* Whether the column is declared for 32 digits, as by Django and SQLAlchemy. */
static bool is_declared_for_digits(const audited_t *column)
{
    return sqlite3_strlike("%char(32)", column->type, 0) == 0;
}

static int64_t count_stored(const column_t *values)
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
static int64_t count_uuids(const column_t *values)
{
    int64_t count = count_bytes(values, SUBJECT_BLOB) + count_bytes(values, SUBJECT_TEXT);

    for (int slot = SLOT_NIL; slot < SLOT_COMB; slot++)
        if ((slot - SLOT_NIL) % SUBJECT_COUNT != SUBJECT_BASE64)
            count += values->cells[slot].count;
    return count;
}

/* The values of a storage class. */
static int64_t count_storage(const column_t *values, bool is_text)
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

static bool is_for_text(const audited_t *column)
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
static bool is_uniform(const audited_t *column, const finding_t *finding)
{
    const column_t *values = column->values;

    return finding->origin == ORIGIN_FORMAT_OTHER_CASE && values->mixed_case == 0 &&
           is_implied(values->formats[finding->detail]) && is_for_text(column) &&
           !is_declared_for_digits(column) &&
           finding->count == count_uuids(values) - values->cells[SLOT_BLOB].count;
}

/* Whether = finds texts of all formats equal, or those that differ by case. */
static bool is_equal_anyway(const audited_t *column, const finding_t *finding)
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
static bool is_hex_prefix(const column_t *values)
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

/* ---- the cure ---- */

/* Writes the begin or the end of the call that converts an expression to the target. */
static void append_convert(sqlite3_str *out, const char *target, bool is_end)
{
    static const char *const functions[][2] = {
        {to_blob, "uuid_blob("}, {"canonical", "uuid_str("}, {"hex", "uuid_hex("}};

    for (size_t i = 0; i < ROWS(functions); i++)
        if (strcmp(functions[i][0], target) == 0) {
            sqlite3_str_appendall(out, is_end ? ")" : functions[i][1]);
            return;
        }
    if (is_end)
        sqlite3_str_appendf(out, ", '%s')", target);
    else
        sqlite3_str_appendall(out, "uuid_format(");
}

/* Writes the conversion of an expression, given as to printf; if the column has values that are not
 * UUIDs, one that leaves what it cannot read as it is. */
static void convert(sqlite3_str *out, const audited_t *column, const char *expression, ...)
{
    const bool reads_all = count_uuids(column->values) == count_stored(column->values);
    const char *target = choose_target(column);
    va_list arguments;

    sqlite3_str_appendall(out, reads_all ? "" : "coalesce(");
    append_convert(out, target, false);
    va_start(arguments, expression);
    sqlite3_str_vappendf(out, expression, arguments);
    va_end(arguments);
    append_convert(out, target, true);
    if (!reads_all)
        sqlite3_str_appendf(out, ", \"%w\")", column->name);
}

static void cure_half(sqlite3_str *out, const audited_t *column, bool is_first)
{
    const char *name = column->name, *other = column->other_half;

    if (other == NULL || column->is_strict || (column->is_key && has_affinity(column, "INTEGER")))
        return; /* the column takes nothing else */
    sqlite3_str_appendf(out,
                        "iif(typeof(\"%w\") = 'integer' AND typeof(\"%w\") = 'integer',"
                        " uuid_blob(printf('%%016x%%016x', \"%w\", \"%w\")), \"%w\")",
                        name, other, is_first ? name : other, is_first ? other : name, name);
}

/* Not if ordinary text of 16 characters is among them, which SQL cannot tell, or if the encoding of
 * the database has changed them. */
static void cure_text_bytes(sqlite3_str *out, const audited_t *column)
{
    const char *name = column->name, *target = choose_target(column);

    if (column->is_utf16 || column->values->texts_of_16 > 0)
        return;
    sqlite3_str_appendf(out, "iif(typeof(\"%w\") = 'text' AND length(CAST(\"%w\" AS BLOB)) = 16, ",
                        name, name);
    if (target != to_blob)
        append_convert(out, target, false);
    sqlite3_str_appendf(out, "CAST(\"%w\" AS BLOB)", name);
    if (target != to_blob)
        append_convert(out, target, true);
    sqlite3_str_appendf(out, ", \"%w\")", name);
}

/* Writes the column as a UUID in the order of bytes that it has. */
static void append_subject(sqlite3_str *out, const audited_t *column, subject_t subject)
{
    sqlite3_str_appendf(out, subject == SUBJECT_BASE64 ? "uuid_parse(\"%w\", 'base64')" : "\"%w\"",
                        column->name);
}

/* Writes a UUID in the right order, in the storage class that it has or as TEXT. */
static void append_in_order(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    const bool is_guid = finding->origin == ORIGIN_GUID_ORDER;

    sqlite3_str_appendall(out, is_guid ? "uuid_guid_swap(" : "uuid_parse(uuid_blob(");
    append_subject(out, column, finding->subject);
    sqlite3_str_appendall(out, is_guid                                 ? ")"
                               : finding->origin == ORIGIN_MYSQL_ORDER ? "), 'mysql')"
                                                                       : "), 'halves')");
}

/* Writes ") IN (...)". */
static void append_versions(sqlite3_str *out, unsigned versions)
{
    const char *before = "";

    sqlite3_str_appendall(out, ") IN (");
    for (int version = 1; version <= 8; version++)
        if (has_bit(versions, version)) {
            sqlite3_str_appendf(out, "%s%d", before, version);
            before = ", ";
        }
    sqlite3_str_appendall(out, ")");
}

/* Whether a cure of the order could change a right value: one of another kind, of which some pass
 * by chance, or one with a version as stored if these are too few to be told from the rest. */
static bool is_doubtful(const column_t *values, const finding_t *order)
{
    for (int i = 0; order->count < count_bytes(values, order->subject) && i < values->finding_count;
         i++) {
        const finding_t *other = &values->findings[i];

        if (other->origin >= ORIGIN_EF_CORE && other->origin <= ORIGIN_NO_VERSION &&
            other->origin != order->origin && other->subject == order->subject)
            return true;
        if (values->honest[order->subject] == 0 && other->origin == ORIGIN_VERSION &&
            is_defined_version(other->detail))
            return true;
    }
    return false;
}

/* Of one value the order cannot be told. So other values of the column stay if they are of another
 * storage class, have a version that others have as stored, or none in the other order. */
static void cure_order(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    static const char *const types[] = {"blob", "text", "text"};
    const column_t *values = column->values;
    const subject_t subject = finding->subject;
    const char *target = choose_target(column);
    const bool is_direct =
        finding->origin == ORIGIN_GUID_ORDER &&
        (subject == SUBJECT_BLOB ? target == to_blob
                                 : subject == SUBJECT_TEXT && strcmp(target, "canonical") == 0);
    const bool reads_all = count_uuids(values) == count_stored(values);
    const bool has_class =
        count_bytes(values, subject == SUBJECT_BLOB ? SUBJECT_TEXT : SUBJECT_BLOB) > 0;
    const bool has_others = finding->count < count_bytes(values, subject);

    if (is_doubtful(values, finding))
        return;
    sqlite3_str_appendall(out, reads_all ? "" : "coalesce(");
    sqlite3_str_appendall(out, has_class || has_others ? "iif(" : "");
    if (has_class)
        sqlite3_str_appendf(out, "typeof(\"%w\") = '%s'%s", column->name, types[subject],
                            has_others ? " AND " : "");
    if (has_others && values->honest[subject] != 0) {
        sqlite3_str_appendall(out, "(uuid_version(");
        append_subject(out, column, subject);
        append_versions(out, values->honest[subject]);
        sqlite3_str_appendall(out, ") IS NOT 1 AND ");
    }
    if (has_others) {
        sqlite3_str_appendall(out, "uuid_version(");
        append_in_order(out, column, finding);
        append_versions(out, values->spread[subject][finding->origin - ORIGIN_EF_CORE].versions);
    }
    sqlite3_str_appendall(out, has_class || has_others ? ", " : "");
    if (!is_direct)
        append_convert(out, target, false);
    append_in_order(out, column, finding);
    if (!is_direct)
        append_convert(out, target, true);
    for (int ends = (has_class || has_others) + !reads_all; ends > 0; ends--)
        sqlite3_str_appendf(out, ", \"%w\")", column->name);
}

static void append_time(sqlite3_str *out, const audited_t *column, subject_t subject)
{
    sqlite3_str_appendall(out, "uuid_timestamp_ms(");
    append_subject(out, column, subject);
    sqlite3_str_appendall(out, ")");
}

/* A new version 7 with the intended time, and the random bits of the old one, except two. */
static void cure_time(sqlite3_str *out, const audited_t *column, bool is_36)
{
    const char *target = choose_target(column);
    const bool is_direct = target == to_blob || strcmp(target, "canonical") == 0;
    const subject_t subject = count_uuids(column->values) > 0 ? SUBJECT_BLOB : SUBJECT_BASE64;

    sqlite3_str_appendall(out, "iif(uuid_version(");
    append_subject(out, column, subject);
    sqlite3_str_appendall(out, ") = 7 AND ");
    append_time(out, column, subject);
    if (is_36)
        sqlite3_str_appendf(out, " BETWEEN 5170397184000 AND %lld, ",
                            (column->values->now_ms / 1000 + 86400) * 4096 + 4095);
    else
        sqlite3_str_appendall(out, " BETWEEN 100000000 AND 4294967295, ");
    if (!is_direct)
        append_convert(out, target, false);
    sqlite3_str_appendf(out, "uuid7_make%s(", target == to_blob ? "_blob" : "");
    if (!is_36)
        sqlite3_str_appendall(out, "1000 * ");
    append_time(out, column, subject);
    if (is_36) {
        sqlite3_str_appendall(out, " / 4096 * 1000 + ");
        append_time(out, column, subject);
        sqlite3_str_appendall(out, " % 4096 * 1000 / 4096");
    }
    sqlite3_str_appendall(out, ", substr(uuid_blob(");
    append_subject(out, column, subject);
    sqlite3_str_appendall(out, "), 7))");
    if (!is_direct)
        append_convert(out, target, true);
    sqlite3_str_appendf(out, ", \"%w\")", column->name);
}

/* Of the column's name, to be converted. */
static const char *const conversions[ORIGIN_COUNT] = {
    [ORIGIN_BLOB] = "\"%w\"",
    [ORIGIN_BLOB_TEXT] = "uuid_parse(\"%w\")",
    [ORIGIN_BLOB_UTF16] = "uuid_parse(unhex(replace(hex(\"%w\"), '00', '')))",
    [ORIGIN_NSUNIQUEID] = "replace(\"%w\", '-', '')",
    [ORIGIN_WHITE_SPACE] = "trim(\"%w\", char(9, 10, 11, 12, 13, 32))",
    [ORIGIN_QUOTED] = "trim(\"%w\", '\"''')",
    [ORIGIN_SAME_UUID] = "\"%w\"",
};

static void cure_format(sqlite3_str *out, const audited_t *column, const uuid9562_format_t *format)
{
    if (is_implied(format))
        convert(out, column, "\"%w\"", column->name);
    else
        convert(out, column, "uuid_parse(\"%w\", '%s')", column->name,
                uuid9562_format_info(format)->name);
}

INTERNAL void cure(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    static const int unhex_since = 3041000;
    const column_t *values = column->values;

    if (find_level(column, finding) != LEVEL_FAULT ||
        (finding->origin == ORIGIN_BLOB_UTF16 && sqlite3_libversion_number() < unhex_since))
        return;
    switch (finding->origin) {
    case ORIGIN_FIRST_HALF:
    case ORIGIN_SECOND_HALF:
        cure_half(out, column, finding->origin == ORIGIN_FIRST_HALF);
        break;
    case ORIGIN_TEXT_BYTES:
        cure_text_bytes(out, column);
        break;
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        cure_format(out, column, values->formats[finding->detail]);
        break;
    case ORIGIN_PREFIX:
        convert(out, column, "replace(\"%w\", '%q', '')", column->name, values->prefixes[0]);
        break;
    case ORIGIN_NO_PARENT:
        if (column->is_strict) /* it cannot be stored as its parent is */
            break;
        convert(out, column, "\"%w\"", column->name);
        break;
    case ORIGIN_MYSQL_ORDER:
    case ORIGIN_GUID_ORDER:
    case ORIGIN_HALVES_ORDER:
        cure_order(out, column, finding);
        break;
    case ORIGIN_SECONDS:
    case ORIGIN_SECONDS_36:
        cure_time(out, column, finding->origin == ORIGIN_SECONDS_36);
        break;
    default:
        if (conversions[finding->origin] != NULL)
            convert(out, column, conversions[finding->origin], column->name);
    }
}

/* ---- the advice ---- */

/* Writes "all are", "most are" or, for example, "3 of 103 are", which counts values that are not
 * NULL. Any advice about a whole column begins so. */
static void append_share(sqlite3_str *out, const audited_t *column, int64_t count)
{
    const int64_t all = count_stored(column->values);

    if (2 * count > all)
        sqlite3_str_appendf(out, "%s are ", count == all ? "all" : "most");
    else
        sqlite3_str_appendf(out, "%lld of %lld are ", count, all);
}

static void advise_storage(sqlite3_str *out, const audited_t *column)
{
    const bool is_text = is_for_text(column);

    if (column->parent_target != NULL && !column->is_strict)
        sqlite3_str_appendf(out, "\"%w\".\"%w\" is ", column->parent_table, column->parent_key);
    else if (is_declared_for_one(column))
        sqlite3_str_appendall(out, "the column is declared for ");
    else
        append_share(out, column, count_storage(column->values, is_text));
    sqlite3_str_appendall(out, is_text ? "TEXT" : "BLOB");
}

/* For texts that are UUIDs; `format` is empty if no format writes them like this. */
static void advise_text(sqlite3_str *out, const audited_t *column, const char *format,
                        int64_t count)
{
    static const char declared_for_digits[] = "the column is declared for 32 digits";
    const char *chosen = choose_target(column);

    if (strcmp(format, chosen) != 0) {
        if (is_declared_for_digits(column))
            sqlite3_str_appendall(out, declared_for_digits);
        else
            sqlite3_str_appendf(out, "= and UNIQUE distinguish it from %s text", chosen);
        return;
    }
    if (strcmp(format, "canonical") == 0)
        return;
    if (is_declared_for_digits(column))
        sqlite3_str_appendall(out, declared_for_digits);
    else {
        append_share(out, column, count);
        sqlite3_str_appendall(out, "in this format");
    }
    sqlite3_str_appendall(out, "; compare with ");
    append_convert(out, chosen, false);
    sqlite3_str_appendall(out, "X");
    append_convert(out, chosen, true);
}

static void advise_format(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    const uuid9562_format_t *format = column->values->formats[finding->detail];
    const char *name = uuid9562_format_info(format)->name;

    if (!is_implied(format))
        sqlite3_str_appendf(out, "only uuid_parse reads it: uuid_parse(\"%w\", '%s')", column->name,
                            name);
    else if (!is_for_text(column))
        advise_storage(out, column);
    else if (is_uniform(column, finding))
        sqlite3_str_appendf(out, "compare with upper(uuid_format(X, '%s'))", name);
    else if (!is_equal_anyway(column, finding))
        advise_text(out, column, finding->origin == ORIGIN_FORMAT ? name : "", finding->count);
}

/* Whether UUIDs of this version, compared as version 7, are spread evenly over the years 1970 to
 * 10889. A single UUID of version 7 is enough: its presence suggests time-range queries. */
static bool spoils_ranges(const column_t *values, int version)
{
    bool has_version_7 = false;

    for (int i = 0; i < values->finding_count; i++)
        has_version_7 |=
            values->findings[i].origin == ORIGIN_VERSION && values->findings[i].detail == 7;
    return has_version_7 && (version == 1 || version == 3 || version == 4 || version == 5);
}

static void advise_by_table(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    char sentence[MAX_SENTENCE];

    origins_sentence(sentence, column->values, finding);
    sqlite3_str_appendall(out, sentence);
}

/* An INTEGER that may have been 32 digits, or the first 16 of them. */
static void advise_digits(sqlite3_str *out, const audited_t *column)
{
    const integers_t *halves = &column->values->halves;

    if (!is_numeric(column) || column->values->alike == 0 || halves->smallest < 0)
        return;
    if (halves->largest < 10000000000000)
        sqlite3_str_appendf(out, "; if it was 32 digits: printf('%%032d', \"%w\")", column->name);
    else
        sqlite3_str_appendall(out, "; if it was digits, half of them are lost");
}

static void advise_mixture(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    if (is_doubtful(column->values, finding))
        sqlite3_str_appendall(out, "; part other kinds from them first: some pass by chance");
    else if (column->values->honest[finding->subject] != 0)
        sqlite3_str_appendall(out, "; some values have a version in both orders, and stay");
}

/* How to read what stands behind a prefix that belongs to the value. */
static void advise_prefix(sqlite3_str *out, const audited_t *column)
{
    const column_t *values = column->values;

    if (values->prefix_count > 1)
        sqlite3_str_appendf(out, "%d prefixes%s before UUIDs", values->prefix_count,
                            values->prefix_count == MAX_PREFIXES ? " or more" : "");
    else if (is_hex_prefix(values))
        sqlite3_str_appendf(out, "%s before the digits, as in a dump", values->prefixes[0]);
    else
        sqlite3_str_appendf(out, "'%q' before each: uuid_str(substr(\"%w\", %d))",
                            values->prefixes[0], column->name,
                            (int)strlen(values->prefixes[0]) + 1);
}

static void advise_maybe(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    char maybe[MAX_SENTENCE];

    origins_maybe(maybe, column->values, finding);
    if (maybe[0] != '\0')
        sqlite3_str_appendf(out, "%s%s", sqlite3_str_length(out) > 0 ? "; " : "", maybe);
}

INTERNAL void advise(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    switch (finding->origin) {
    case ORIGIN_NULL:
        if (column->is_key)
            sqlite3_str_appendall(out, "a PRIMARY KEY accepts NULL unless it is NOT NULL or the"
                                       " table is STRICT or WITHOUT ROWID");
        break;
    case ORIGIN_INTEGER:
        advise_by_table(out, column, finding);
        advise_digits(out, column);
        break;
    case ORIGIN_FIRST_HALF:
    case ORIGIN_SECOND_HALF:
        advise_by_table(out, column, finding);
        if (column->other_half == NULL)
            sqlite3_str_appendall(out, ", or lost: uuid_blob(printf('%016x%016x', FIRST, SECOND))");
        break;
    case ORIGIN_DIGITS_TO_REAL:
        advise_by_table(out, column, finding);
        sqlite3_str_appendf(out, ", the text X where CAST(X AS REAL) = \"%w\"", column->name);
        break;
    case ORIGIN_BLOB:
        if (is_for_text(column))
            advise_storage(out, column);
        else
            sqlite3_str_appendall(out, "compare with a _blob function, such as uuid_blob(X): a"
                                       " BLOB is greater than any TEXT");
        break;
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        advise_format(out, column, finding);
        break;
    case ORIGIN_MALFORMED:
        sqlite3_str_appendall(out, column->examples[finding->slot].problem);
        break;
    case ORIGIN_NO_PARENT:
        sqlite3_str_appendf(out, "equal as a UUID to a key of \"%w\".\"%w\", but not as stored",
                            column->parent_table, column->parent_key);
        if (column->is_strict)
            sqlite3_str_appendall(out, "; the table is STRICT: declare both alike");
        break;
    case ORIGIN_COLLATION:
        sqlite3_str_appendf(out,
                            "\"%w\".\"%w\" compares otherwise: a join depends on which side"
                            " of = is which",
                            column->parent_table, column->parent_key);
        break;
    case ORIGIN_PREFIX:
        advise_prefix(out, column);
        break;
    case ORIGIN_MYSQL_ORDER:
    case ORIGIN_GUID_ORDER:
    case ORIGIN_HALVES_ORDER:
        advise_by_table(out, column, finding);
        advise_mixture(out, column, finding);
        break;
    case ORIGIN_ULIDS:
        advise_by_table(out, column, finding);
        sqlite3_str_appendall(out, "; a range begins with substr(uuid7_min_blob(TIME), 1, 6)");
        break;
    case ORIGIN_NIL:
        advise_by_table(out, column, finding);
        sqlite3_str_appendall(out, "; in SQL use NULL");
        break;
    case ORIGIN_VERSION:
        if (!is_defined_version(finding->detail))
            sqlite3_str_appendall(out, "RFC 9562 defines no such version");
        else if (spoils_ranges(column->values, finding->detail))
            sqlite3_str_appendf(out,
                                "an open-ended version 7 range also matches such UUIDs; index a"
                                " time column, or add: uuid_version(\"%w\") = 7",
                                column->name);
        break;
    default:
        advise_by_table(out, column, finding);
    }
    advise_maybe(out, column, finding);
}
