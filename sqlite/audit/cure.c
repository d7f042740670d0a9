/* The cure of each finding that has one (advice.h). */
#include "advice.h"

#include <stdarg.h>
#include <string.h>

#include "../values.h"

/* Writes the begin or the end of the call that converts an expression to the target. */
INTERNAL void append_convert(sqlite3_str *out, const char *target, bool is_end)
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
    if (is_guid)
        sqlite3_str_appendall(out, ")");
    else
        sqlite3_str_appendf(out, "), '%s')", order_format(finding->origin));
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
INTERNAL bool is_doubtful(const column_t *values, const finding_t *order)
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
static void cure_time(sqlite3_str *out, const audited_t *column, origin_t origin)
{
    const char *target = choose_target(column);
    const bool is_direct = target == to_blob || strcmp(target, "canonical") == 0;
    const subject_t subject = count_uuids(column->values) > 0 ? SUBJECT_BLOB : SUBJECT_BASE64;
    const times_t wrong = wrong_times(origin, column->values->now_ms);
    const bool is_36 = origin == ORIGIN_SECONDS_36;

    sqlite3_str_appendall(out, "iif(uuid_version(");
    append_subject(out, column, subject);
    sqlite3_str_appendall(out, ") = 7 AND ");
    append_time(out, column, subject);
    sqlite3_str_appendf(out, " BETWEEN %lld AND %lld, ", wrong.first, wrong.last);
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
        cure_time(out, column, finding->origin);
        break;
    default:
        if (conversions[finding->origin] != NULL)
            convert(out, column, conversions[finding->origin], column->name);
    }
}
