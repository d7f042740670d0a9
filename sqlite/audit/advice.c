/* The name of each finding, and its advice (advice.h). */
#include "advice.h"

#include <stdarg.h>
#include <string.h>

#include "../values.h"

/* The storage class that the values of a column should have. */
typedef enum storage { STORAGE_BLOB, STORAGE_TEXT } storage_t;

static bool is_declared_for_one(const audited_t *column)
{
    return strcmp(column->affinity, "BLOB") == 0 || strcmp(column->affinity, "TEXT") == 0;
}

/* The declared storage class; if the column accepts any, that of most of its UUIDs. */
static storage_t choose_storage(const audited_t *column)
{
    const order_t *orders = column->findings.orders;

    if (is_declared_for_one(column))
        return strcmp(column->affinity, "TEXT") == 0 ? STORAGE_TEXT : STORAGE_BLOB;
    return orders[STORAGE_TEXT].all > orders[STORAGE_BLOB].all ? STORAGE_TEXT : STORAGE_BLOB;
}

/* Whether the column is declared for 32 digits, as by Django and SQLAlchemy. */
static bool is_declared_for_digits(const audited_t *column)
{
    return sqlite3_strlike("%char(32)", column->type, 0) == 0;
}

/* The format that TEXT of the column should have: the declared one; otherwise that of most of its
 * texts, because the program that writes it looks for no other; otherwise canonical. */
static const char *choose_format(const audited_t *column)
{
    const findings_t *findings = &column->findings;
    const formats_t *formats = findings->formats;

    if (is_declared_for_digits(column))
        return "hex";
    for (int i = 0; i < formats->count; i++)
        if (2 * format_finding(findings, i, FORMAT_AS_WRITTEN)->count >
                findings->orders[STORAGE_TEXT].all &&
            text_format(formats, i)->implied)
            return text_format(formats, i)->name;
    return "canonical";
}

/* The target of a conversion: the name of a format, or BLOB. */
static const char to_blob[] = "BLOB";

static const char *choose_target(const audited_t *column)
{
    return choose_storage(column) == STORAGE_TEXT ? choose_format(column) : to_blob;
}

/* Writes the call that converts an expression, given as to printf, to the target. */
static void convert(sqlite3_str *out, const char *target, const char *expression, ...)
{
    static const char *const functions[][2] = {
        {to_blob, "uuid_blob("}, {"canonical", "uuid_str("}, {"hex", "uuid_hex("}};
    size_t i = 0;
    va_list arguments;

    while (i < ROWS(functions) && strcmp(functions[i][0], target) != 0)
        i++;
    sqlite3_str_appendall(out, i < ROWS(functions) ? functions[i][1] : "uuid_format(");
    va_start(arguments, expression);
    sqlite3_str_vappendf(out, expression, arguments);
    va_end(arguments);
    if (i == ROWS(functions))
        sqlite3_str_appendf(out, ", '%s'", target);
    sqlite3_str_appendall(out, ")");
}

static void convert_column(sqlite3_str *out, const audited_t *column)
{
    convert(out, choose_target(column), "\"%w\"", column->name);
}

static void name_uuid_finding(sqlite3_str *out, int part)
{
    static const char *const storages[] = {[STORAGE_BLOB] = "blob", [STORAGE_TEXT] = "text"};

    if (part < UUID_SAME)
        sqlite3_str_appendall(out, "text malformed");
    else if (part == UUID_SAME)
        sqlite3_str_appendall(out, "same uuid, other value");
    else if (part < UUID_ORDER_MYSQL)
        sqlite3_str_appendf(out, "%s in guid order", storages[part - UUID_ORDER_GUID]);
    else if (part < UUID_SECONDS)
        sqlite3_str_appendf(out, "%s in mysql order", storages[part - UUID_ORDER_MYSQL]);
    else if (part == UUID_SECONDS)
        sqlite3_str_appendall(out, "version 7 of early 1970");
    else if (part < UUID_NIL)
        sqlite3_str_appendf(out, "version %d %s", (part - UUID_FIXED) % 2 == 0 ? 4 : 7,
                            part < UUID_COUNTED ? "with fixed bits" : "that counts up");
    else if (part < UUID_VERSION)
        sqlite3_str_appendall(out, part == UUID_NIL ? "nil" : "max");
    else if (part < UUID_VARIANT)
        sqlite3_str_appendf(out, "version %d", part - UUID_VERSION);
    else
        sqlite3_str_appendf(out, "variant %s",
                            uuid9562_variant_name((uuid9562_variant_t)(part - UUID_VARIANT)));
}

/* Splits a kind that is not a VALUE_...: returns the number of a format, with a FORMAT_... as the
 * part; or the number of formats, with a UUID_... as the part. */
static int split_kind(const findings_t *findings, int kind, int *part)
{
    const int of_formats = kind - VALUE_KIND_COUNT, format = of_formats / FORMAT_KIND_COUNT;

    if (format < findings->formats->count) {
        *part = of_formats % FORMAT_KIND_COUNT;
        return format;
    }
    *part = of_formats - FORMAT_KIND_COUNT * findings->formats->count;
    return findings->formats->count;
}

INTERNAL void name_finding(sqlite3_str *out, const audited_t *column, int kind)
{
#define VALUE_NAME(id, name) name,
    static const char *const value_names[] = {VALUE_KINDS(VALUE_NAME)};
#undef VALUE_NAME
    int part, format;

    if (kind < VALUE_KIND_COUNT) {
        sqlite3_str_appendall(out, value_names[kind]);
        return;
    }
    format = split_kind(&column->findings, kind, &part);
    if (format == column->findings.formats->count)
        name_uuid_finding(out, part);
    else if (part >= FORMAT_REST)
        sqlite3_str_appendall(out, "text malformed");
    else
        sqlite3_str_appendf(out, "text %s%s", text_format(column->findings.formats, format)->name,
                            part == FORMAT_OTHER_CASE ? " in another case" : "");
}

/* ---- advice ---- */

/* Writes "all are", "most are" or, for example, "3 of 103 are", which counts values that are not
 * NULL. Any advice about a whole column begins so. */
static void append_share(sqlite3_str *out, const audited_t *column, int64_t count)
{
    const finding_t *found = column->findings.kinds;
    const int64_t all = found[VALUE_DECLARED].count - found[VALUE_NULL].count;

    if (2 * count > all)
        sqlite3_str_appendf(out, "%s are ", count == all ? "all" : "most");
    else
        sqlite3_str_appendf(out, "%lld of %lld are ", count, all);
}

static void advise_storage(sqlite3_str *out, const audited_t *column)
{
    const finding_t *found = column->findings.kinds;
    const bool is_text = choose_storage(column) == STORAGE_TEXT;
    const int64_t blobs =
        found[VALUE_BLOB].count + found[VALUE_BLOB_TEXT].count + found[VALUE_BLOB_OTHER].count;
    const int64_t others =
        found[VALUE_NULL].count + found[VALUE_INTEGER].count + found[VALUE_REAL].count + blobs;

    if (is_declared_for_one(column))
        sqlite3_str_appendall(out, "the column is declared for ");
    else
        append_share(out, column, is_text ? found[VALUE_DECLARED].count - others : blobs);
    sqlite3_str_appendall(out, is_text ? "TEXT: " : "BLOB: ");
    convert_column(out, column);
}

static void advise_value(sqlite3_str *out, const audited_t *column, int kind)
{
    switch (kind) {
    case VALUE_DECLARED:
        if (!is_declared_for_one(column) && strcmp(column->affinity, "NONE") != 0)
            sqlite3_str_appendf(out,
                                "%s affinity turns digits into numbers; declare it BLOB or TEXT",
                                column->affinity);
        break;
    case VALUE_NULL:
        if (column->is_key)
            sqlite3_str_appendall(out, "a PRIMARY KEY accepts NULL unless it is NOT NULL or the"
                                       " table is STRICT or WITHOUT ROWID");
        break;
    case VALUE_INTEGER:
        sqlite3_str_appendall(out, "not a UUID");
        if (!column->findings.has_negative)
            sqlite3_str_appendf(out, "; if it was 32 digits: printf('%%032d', \"%w\")",
                                column->name);
        break;
    case VALUE_REAL:
        sqlite3_str_appendf(out,
                            "not a UUID; a REAL keeps at most 17 of 32 digits: find the text X in a"
                            " backup or a reference, where CAST(X AS REAL) = \"%w\"",
                            column->name);
        break;
    case VALUE_BLOB:
        if (choose_storage(column) != STORAGE_BLOB)
            advise_storage(out, column);
        else
            sqlite3_str_appendall(out, "compare with a _blob function, such as uuid_blob(X): a"
                                       " BLOB is greater than any TEXT");
        break;
    case VALUE_BLOB_TEXT:
        sqlite3_str_appendall(out, "text stored as BLOB; convert ");
        if (column->is_utf16) {
            sqlite3_str_appendall(out, "it in a program: CAST reads it as UTF-16, the encoding of"
                                       " this database");
            break;
        }
        sqlite3_str_appendall(out, "with ");
        convert(out, choose_target(column), "CAST(\"%w\" AS TEXT)", column->name);
        break;
    case VALUE_BLOB_OTHER:
        sqlite3_str_appendall(out, "not a UUID: a UUID has 16 bytes");
        break;
    default:
        break;
    }
}

/* For `count` texts that are UUIDs; `format` is empty if no format writes them like this. */
static void advise_text(sqlite3_str *out, const audited_t *column, const char *format,
                        int64_t count)
{
    static const char declared_for_digits[] = "the column is declared for 32 digits";
    const char *chosen = choose_format(column);

    if (strcmp(format, chosen) == 0) {
        if (strcmp(format, "canonical") == 0)
            return;
        if (is_declared_for_digits(column))
            sqlite3_str_appendall(out, declared_for_digits);
        else {
            append_share(out, column, count);
            sqlite3_str_appendall(out, "in this format");
        }
        sqlite3_str_appendall(out, "; compare with ");
        convert(out, chosen, "X");
        return;
    }
    if (is_declared_for_digits(column))
        sqlite3_str_appendf(out, "%s: ", declared_for_digits);
    else
        sqlite3_str_appendf(out, "= and UNIQUE distinguish it from %s text: ", chosen);
    convert_column(out, column);
}

static void advise_format(sqlite3_str *out, const audited_t *column, int format, int part,
                          const finding_t *finding)
{
    const uuid9562_format_info_t *info = text_format(column->findings.formats, format);

    if (part >= FORMAT_REST)
        sqlite3_str_appendall(out, finding->problem);
    else if (!info->implied)
        sqlite3_str_appendf(out, "only uuid_parse reads it: uuid_parse(\"%w\", '%s')", column->name,
                            info->name);
    else if (choose_storage(column) != STORAGE_TEXT)
        advise_storage(out, column);
    else
        advise_text(out, column, part == FORMAT_OTHER_CASE ? "" : info->name, finding->count);
}

/* The new UUID has the intended second, and the random bits of the old one, except two. */
static void advise_milliseconds(sqlite3_str *out, const audited_t *column)
{
    static const char key[] =
        "uuid7_make%s(1000 * uuid_timestamp_ms(\"%w\"), substr(uuid_blob(\"%w\"), 7))";
    const char *target = choose_target(column), *name = column->name;

    sqlite3_str_appendall(out, "seconds were taken for milliseconds: ");
    if (target == to_blob || strcmp(target, "canonical") == 0)
        sqlite3_str_appendf(out, key, target == to_blob ? "_blob" : "", name, name);
    else
        convert(out, target, key, "", name, name);
}

/* Whether UUIDs of this version, compared as version 7, are spread evenly over the years 1970 to
 * 10889. */
static bool begins_evenly(int version)
{
    return version == 1 || version == 3 || version == 4 || version == 5;
}

/* A single UUID of version 7 is enough: its presence suggests time-range queries. */
static void advise_version(sqlite3_str *out, const audited_t *column, int version)
{
    if (version < FIRST_VERSION || version > LAST_VERSION)
        sqlite3_str_appendall(out, "RFC 9562 defines no such version");
    else if (begins_evenly(version) &&
             uuid_finding(&column->findings, UUID_VERSION + 7)->count > 0)
        sqlite3_str_appendf(out,
                            "an open-ended version 7 range also matches such UUIDs; index a time"
                            " column, or add: uuid_version(\"%w\") = 7",
                            column->name);
}

static void advise_uuid(sqlite3_str *out, const audited_t *column, int part,
                        const finding_t *finding)
{
    const char *name = column->name;
    const int *fixed = column->findings.random[part == UUID_FIXED ? 0 : 1].fixed;

    if (part < UUID_SAME)
        sqlite3_str_appendall(out, finding->problem);
    else if (part == UUID_SAME) {
        sqlite3_str_appendall(out, "= and UNIQUE see several values: ");
        convert_column(out, column);
    } else if (part < UUID_ORDER_MYSQL)
        sqlite3_str_appendf(out, "all have a version in GUID byte order: uuid_guid_swap(\"%w\")",
                            name);
    else if (part < UUID_SECONDS) {
        sqlite3_str_appendall(out,
                              "all are of version 1 in the byte order of UUID_TO_BIN(.., 1): ");
        convert(out, choose_target(column), "uuid_parse(uuid_blob(\"%w\"), 'mysql')", name);
    } else if (part == UUID_SECONDS)
        advise_milliseconds(out, column);
    else if (part < UUID_COUNTED)
        sqlite3_str_appendf(out,
                            "%d random bits, %d in the first half, are the same in all: keys are"
                            " easier to guess and may repeat",
                            fixed[0] + fixed[1], fixed[0]);
    else if (part < UUID_NIL)
        sqlite3_str_appendall(out, "the last 8 bytes are those of the previous key plus a small"
                                   " number, so a key reveals the next");
    else if (part == UUID_NIL)
        sqlite3_str_appendall(out, "means the absence of a UUID; in SQL use NULL");
    else if (part >= UUID_VARIANT)
        sqlite3_str_appendall(out, "not of RFC 9562: an old GUID, or not a UUID");
    else if (part >= UUID_VERSION)
        advise_version(out, column, part - UUID_VERSION);
}

INTERNAL void advise(sqlite3_str *out, const audited_t *column, int kind)
{
    const finding_t *finding = &column->findings.kinds[kind];
    int part, format;

    if (kind < VALUE_KIND_COUNT) {
        advise_value(out, column, kind);
        return;
    }
    format = split_kind(&column->findings, kind, &part);
    if (format < column->findings.formats->count)
        advise_format(out, column, format, part, finding);
    else
        advise_uuid(out, column, part, finding);
}
