/* What uuid_audit says of each finding (advice.h). */
#include "advice.h"

#include <string.h>

/* The storage class that the values of a column should be of. */
typedef enum storage { STORAGE_BLOB, STORAGE_TEXT } storage_t;

static bool is_declared_for_one(const audited_t *column)
{
    return strcmp(column->affinity, "BLOB") == 0 || strcmp(column->affinity, "TEXT") == 0;
}

/* The one that the column is declared for; if it is declared for any, that of most of its UUIDs. */
static storage_t choose_storage(const audited_t *column)
{
    const order_t *orders = column->findings.orders;

    if (is_declared_for_one(column))
        return strcmp(column->affinity, "TEXT") == 0 ? STORAGE_TEXT : STORAGE_BLOB;
    return orders[STORAGE_TEXT].all > orders[STORAGE_BLOB].all ? STORAGE_TEXT : STORAGE_BLOB;
}

/* The function that converts a UUID to it. */
static const char *choose_converter(const audited_t *column)
{
    return choose_storage(column) == STORAGE_TEXT ? "uuid_str" : "uuid_blob";
}

/* The format of all UUIDs of the column, if that is TEXT in a single one; else NULL. */
static const char *find_only_format(const audited_t *column)
{
    const findings_t *findings = &column->findings;
    const formats_t *formats = findings->formats;

    for (int i = 0; !may_repeat(findings) && i < formats->count; i++)
        if (formats->text[i].info->implied &&
            format_finding(findings, i, FORMAT_AS_WRITTEN)->count > 0)
            return formats->text[i].info->name;
    return NULL;
}

static void name_uuid_finding(sqlite3_str *out, int part)
{
    static const char *const storages[] = {[STORAGE_BLOB] = "blob", [STORAGE_TEXT] = "text"};

    if (part == UUID_MALFORMED)
        sqlite3_str_appendall(out, "text malformed");
    else if (part == UUID_SAME)
        sqlite3_str_appendall(out, "same uuid, other value");
    else if (part < UUID_ORDER_MYSQL)
        sqlite3_str_appendf(out, "%s in guid order", storages[part - UUID_ORDER_GUID]);
    else if (part < UUID_SECONDS)
        sqlite3_str_appendf(out, "%s in mysql order", storages[part - UUID_ORDER_MYSQL]);
    else if (part == UUID_SECONDS)
        sqlite3_str_appendall(out, "version 7 of early 1970");
    else if (part < UUID_VERSION)
        sqlite3_str_appendall(out, part == UUID_NIL ? "nil" : "max");
    else if (part < UUID_VARIANT)
        sqlite3_str_appendf(out, "version %d", part - UUID_VERSION);
    else
        sqlite3_str_appendf(out, "variant %s",
                            uuid9562_variant_name((uuid9562_variant_t)(part - UUID_VARIANT)));
}

/* Splits a kind that is not one of VALUE_...: the number of a format and FORMAT_...; or the number
 * past the last, and UUID_... */
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
    else if (part == FORMAT_REST)
        sqlite3_str_appendall(out, "text malformed");
    else
        sqlite3_str_appendf(out, "text %s%s", column->findings.formats->text[format].info->name,
                            part == FORMAT_OTHER_CASE ? " in another case" : "");
}

/* ---- advice ---- */

static void advise_storage(sqlite3_str *out, const audited_t *column)
{
    sqlite3_str_appendf(out, "%s %s: %s(\"%w\")",
                        is_declared_for_one(column) ? "the column is declared for" : "most are",
                        choose_storage(column) == STORAGE_TEXT ? "TEXT" : "BLOB",
                        choose_converter(column), column->name);
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
    case VALUE_INTEGER:
        sqlite3_str_appendf(out, "not a UUID; if it was 32 digits: printf('%%032d', \"%w\")",
                            column->name);
        break;
    case VALUE_REAL:
        sqlite3_str_appendall(out, "not a UUID; if it was 32 digits, they are lost");
        break;
    case VALUE_BLOB:
        if (choose_storage(column) != STORAGE_BLOB)
            advise_storage(out, column);
        break;
    case VALUE_BLOB_TEXT:
        sqlite3_str_appendf(out, "no function reads text in a BLOB: %s(CAST(\"%w\" AS TEXT))",
                            choose_converter(column), column->name);
        break;
    case VALUE_BLOB_OTHER:
        sqlite3_str_appendall(out, "not a UUID, which has 16 bytes");
        break;
    default:
        break;
    }
}

static void advise_malformed(sqlite3_str *out, const finding_t *finding)
{
    char description[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe_error(description, finding->status, finding->offset);
    sqlite3_str_appendall(out, description);
}

/* What stands before and behind a UUID to write it in a format of text; NULL is canonical. */
static void begin_format(sqlite3_str *out, const char *format)
{
    if (format != NULL && strcmp(format, "canonical") != 0)
        sqlite3_str_appendall(out, strcmp(format, "hex") == 0 ? "uuid_hex(" : "uuid_format(");
}

static void end_format(sqlite3_str *out, const char *format)
{
    if (format == NULL || strcmp(format, "canonical") == 0)
        return;
    if (strcmp(format, "hex") != 0)
        sqlite3_str_appendf(out, ", '%s'", format);
    sqlite3_str_appendall(out, ")");
}

/* Of text in another format than canonical. Where all of the column is in it, a program writes it
 * so, and finds nothing that is written otherwise. */
static void advise_other_format(sqlite3_str *out, const audited_t *column)
{
    const char *only = find_only_format(column);

    if (only == NULL)
        sqlite3_str_appendf(
            out, "= and UNIQUE distinguish it from canonical text: uuid_str(\"%w\")", column->name);
    else {
        sqlite3_str_appendall(out, "all are in this format; compare with ");
        begin_format(out, only);
        sqlite3_str_appendall(out, "X");
        end_format(out, only);
    }
}

static void advise_format(sqlite3_str *out, const audited_t *column, int format, int part,
                          const finding_t *finding)
{
    const uuid9562_format_info_t *info = column->findings.formats->text[format].info;

    if (part == FORMAT_REST)
        advise_malformed(out, finding);
    else if (!info->implied)
        sqlite3_str_appendf(out, "only uuid_parse reads it: uuid_parse(\"%w\", '%s')", column->name,
                            info->name);
    else if (choose_storage(column) != STORAGE_TEXT)
        advise_storage(out, column);
    else if (part == FORMAT_OTHER_CASE || strcmp(info->name, "canonical") != 0)
        advise_other_format(out, column);
}

/* Its result has the second that was meant, and the random bits of the old UUID but two. */
static void advise_milliseconds(sqlite3_str *out, const audited_t *column)
{
    const bool text = choose_storage(column) == STORAGE_TEXT;
    const char *format = text ? find_only_format(column) : NULL;

    sqlite3_str_appendall(out, "seconds were taken for milliseconds: ");
    begin_format(out, format);
    sqlite3_str_appendf(
        out, "uuid7_make%s(1000 * uuid_timestamp_ms(\"%w\"), substr(uuid_blob(\"%w\"), 7))",
        text ? "" : "_blob", column->name, column->name);
    end_format(out, format);
}

/* Whether UUIDs of this version begin with bits that, as a time of version 7, are spread evenly
 * over the years 1970 to 10889. */
static bool begins_evenly(int version)
{
    return version == 1 || version == 3 || version == 4 || version == 5;
}

/* A single UUID of version 7 is enough: for its sake somebody asks for times. */
static void advise_version(sqlite3_str *out, const audited_t *column, int version)
{
    if (version < FIRST_VERSION || version > LAST_VERSION)
        sqlite3_str_appendall(out, "RFC 9562 defines no such version");
    else if (begins_evenly(version) &&
             uuid_finding(&column->findings, UUID_VERSION + 7)->count > 0)
        sqlite3_str_appendf(out,
                            "a range of version 7 from a time on has nearly all of them; index a "
                            "column of times, or add: uuid_version(\"%w\") = 7",
                            column->name);
}

static void advise_uuid(sqlite3_str *out, const audited_t *column, int part,
                        const finding_t *finding)
{
    const char *name = column->name;

    if (part == UUID_MALFORMED)
        advise_malformed(out, finding);
    else if (part == UUID_SAME)
        sqlite3_str_appendf(out, "= and UNIQUE see several values: %s(\"%w\")",
                            choose_converter(column), name);
    else if (part < UUID_ORDER_MYSQL)
        sqlite3_str_appendf(out, "valid versions only in GUID byte order: uuid_guid_swap(\"%w\")",
                            name);
    else if (part < UUID_SECONDS)
        sqlite3_str_appendf(out,
                            "version 1 only in the byte order of UUID_TO_BIN(.., 1): "
                            "%s(uuid_parse(uuid_blob(\"%w\"), 'mysql'))",
                            choose_converter(column), name);
    else if (part == UUID_SECONDS)
        advise_milliseconds(out, column);
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
