/*
 * What uuid_audit says of a finding: how it is called, and what to do. Advice ends with an
 * expression that makes the right value of a wrong one, where there is one.
 */
#include <string.h>

/* The storage class that the values of a column should be of. */
typedef enum storage { STORAGE_BLOB, STORAGE_TEXT } storage_t;

/* A column under audit. */
typedef struct audited {
    char *name, *type;
    const char *affinity;
    findings_t findings;
} audited_t;

/* A column should hold what it is declared for; one that is declared for anything, what most of its
 * UUIDs are. */
static bool is_declared_for_one(const audited_t *column)
{
    return strcmp(column->affinity, "BLOB") == 0 || strcmp(column->affinity, "TEXT") == 0;
}

static storage_t storage_of(const audited_t *column)
{
    const order_t *orders = column->findings.orders;

    if (is_declared_for_one(column))
        return strcmp(column->affinity, "TEXT") == 0 ? STORAGE_TEXT : STORAGE_BLOB;
    return orders[STORAGE_TEXT].all > orders[STORAGE_BLOB].all ? STORAGE_TEXT : STORAGE_BLOB;
}

/* Where a kind that is not of VALUE_... lies: the form and FORM_..., or -1 and UUID_... */
static int split_kind(const findings_t *findings, int kind, int *part)
{
    int form = (kind - VALUE_KIND_COUNT) / FORM_KIND_COUNT;

    *part = (kind - VALUE_KIND_COUNT) % FORM_KIND_COUNT;
    if (form < findings->form_count)
        return form;
    *part = kind - VALUE_KIND_COUNT - FORM_KIND_COUNT * findings->form_count;
    return -1;
}

static void name_finding(sqlite3_str *out, const audited_t *column, int kind)
{
#define VALUE_NAME(id, name) name,
    static const char *const value_names[] = {VALUE_KINDS(VALUE_NAME)};
#undef VALUE_NAME
    static const char *const storage_names[] = {"blob", "text"};
    const findings_t *findings = &column->findings;
    int part, form;

    if (kind < VALUE_KIND_COUNT) {
        sqlite3_str_appendall(out, value_names[kind]);
        return;
    }
    form = split_kind(findings, kind, &part);
    if (form >= 0 && part != FORM_REST)
        sqlite3_str_appendf(out, "text %s%s", findings->forms[form].name,
                            part == FORM_OTHER_CASE ? " in another case" : "");
    else if (form >= 0 || part == UUID_MALFORMED)
        sqlite3_str_appendall(out, "text malformed");
    else if (part == UUID_SAME)
        sqlite3_str_appendall(out, "same uuid, other value");
    else if (part < UUID_ORDER_MYSQL)
        sqlite3_str_appendf(out, "%s in guid order", storage_names[part - UUID_ORDER_GUID]);
    else if (part < UUID_NIL)
        sqlite3_str_appendf(out, "%s in mysql order", storage_names[part - UUID_ORDER_MYSQL]);
    else if (part < UUID_VERSION)
        sqlite3_str_appendall(out, part == UUID_NIL ? "nil" : "max");
    else if (part < UUID_VARIANT)
        sqlite3_str_appendf(out, "version %d", part - UUID_VERSION);
    else
        sqlite3_str_appendf(out, "variant %s",
                            uuid9562_variant_name((uuid9562_variant_t)(part - UUID_VARIANT)));
}

/* The function that makes a UUID what it should be. */
static const char *converter(const audited_t *column)
{
    return storage_of(column) == STORAGE_TEXT ? "uuid_str" : "uuid_blob";
}

static void advise_class(sqlite3_str *out, const audited_t *column)
{
    sqlite3_str_appendf(out, "%s %s: %s(\"%w\")",
                        is_declared_for_one(column) ? "the column is declared for" : "most are",
                        storage_of(column) == STORAGE_TEXT ? "TEXT" : "BLOB", converter(column),
                        column->name);
}

static void advise_value(sqlite3_str *out, const audited_t *column, int kind)
{
    switch (kind) {
    case VALUE_DECLARED:
        if (!is_declared_for_one(column) && strcmp(column->affinity, "NONE") != 0)
            sqlite3_str_appendf(out, "%s affinity makes numbers of digits; declare it BLOB or TEXT",
                                column->affinity);
        break;
    case VALUE_INTEGER:
        sqlite3_str_appendf(out, "no UUID; if it was 32 digits: printf('%%032d', \"%w\")",
                            column->name);
        break;
    case VALUE_REAL:
        sqlite3_str_appendall(out, "no UUID; if it was 32 digits, they are lost");
        break;
    case VALUE_BLOB:
        if (storage_of(column) != STORAGE_BLOB)
            advise_class(out, column);
        break;
    case VALUE_BLOB_TEXT:
        sqlite3_str_appendf(out, "no function takes bytes as text: %s(CAST(\"%w\" AS TEXT))",
                            converter(column), column->name);
        break;
    case VALUE_BLOB_OTHER:
        sqlite3_str_appendall(out, "no UUID; one has 16 bytes");
        break;
    default:
        break;
    }
}

static void advise_malformed(sqlite3_str *out, const finding_t *finding)
{
    char explained[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe_error(explained, finding->status, finding->offset);
    sqlite3_str_appendall(out, explained);
}

static void advise_form(sqlite3_str *out, const audited_t *column, int form, int part,
                        const finding_t *finding)
{
    const known_form_t *known = &column->findings.forms[form];

    if (part == FORM_REST)
        advise_malformed(out, finding);
    else if (!known->is_accepted)
        sqlite3_str_appendf(out, "only uuid_parse takes it: uuid_parse(\"%w\", '%s')", column->name,
                            known->name);
    else if (storage_of(column) != STORAGE_TEXT)
        advise_class(out, column);
    else if (!known->is_canonical || part == FORM_OTHER_CASE)
        sqlite3_str_appendf(out, "= and UNIQUE tell it from the canonical one: uuid_str(\"%w\")",
                            column->name);
}

static void advise_uuid(sqlite3_str *out, const audited_t *column, int part,
                        const finding_t *finding)
{
    const int version = part - UUID_VERSION;
    const char *name = column->name;

    if (part == UUID_MALFORMED)
        advise_malformed(out, finding);
    else if (part == UUID_SAME)
        sqlite3_str_appendf(out, "= and UNIQUE see several values: %s(\"%w\")", converter(column),
                            name);
    else if (part < UUID_ORDER_MYSQL)
        sqlite3_str_appendf(out, "have a version only as GUIDs: uuid_guid_swap(\"%w\")", name);
    else if (part < UUID_NIL)
        sqlite3_str_appendf(out,
                            "have version 1 only as of UUID_TO_BIN(.., 1): "
                            "%s(substr(hex(uuid_blob(\"%w\")), 9, 8) || "
                            "substr(hex(uuid_blob(\"%w\")), 5, 4) || "
                            "substr(hex(uuid_blob(\"%w\")), 1, 4) || "
                            "substr(hex(uuid_blob(\"%w\")), 17))",
                            converter(column), name, name, name, name);
    else if (part == UUID_NIL)
        sqlite3_str_appendall(out, "stands for no UUID; in SQL that is NULL");
    else if (part >= UUID_VARIANT)
        sqlite3_str_appendall(out, "not of RFC 9562: an old GUID, or bytes that are no UUID");
    else if (part >= UUID_VERSION && (version < FIRST_VERSION || version > LAST_VERSION))
        sqlite3_str_appendall(out, "RFC 9562 defines no such version");
}

/* Nothing where there is nothing to do. */
static void advise(sqlite3_str *out, const audited_t *column, int kind)
{
    const findings_t *findings = &column->findings;
    const finding_t *finding = &findings->kinds[kind];
    int part, form;

    if (kind < VALUE_KIND_COUNT) {
        advise_value(out, column, kind);
        return;
    }
    form = split_kind(findings, kind, &part);
    if (form >= 0)
        advise_form(out, column, form, part, finding);
    else
        advise_uuid(out, column, part, finding);
}
