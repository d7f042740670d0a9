/*
 * The table-valued function uuid_audit(table [, only [, schema]]): reports the contents of columns
 * that hold, or seem to hold, UUIDs. -DUUID9562_OMIT_AUDIT leaves it out.
 *
 *   SELECT * FROM uuid_audit('event');
 *   SELECT * FROM uuid_audit('event', 'id');
 *   SELECT * FROM uuid_audit('event') WHERE schema = 'archive';
 *   SELECT l.name, a.* FROM pragma_table_list AS l, uuid_audit(l.name, NULL, l.schema) AS a
 *    WHERE l.type = 'table';
 *
 * A row is a finding in a column (origins/): `column`, its name; `finding`; `level`, a fact, a
 * warning or a fault; `count`; `example`, one such value as a literal of SQL; `advice`, if there is
 * something to say; `cure`, an expression that corrects a fault, if anything does (advice.h).
 * The first row of each column is `declared`, with the number of all values, and the declared type
 * as the example.
 *
 * It reads the column that `only` names; without `only`, each column that is not hidden and
 *   - whose name, declared type or default suggests UUIDs (name_suggests_uuids), or
 *   - of whose first 100 values that are not NULL more than half (in a PRIMARY KEY: one) look like
 *     UUIDs (origins_suggest): 16 bytes, text in any way that origins/ knows, halves in INTEGERs.
 *
 * The table may be a view or a virtual table, which has no declared types. Schemas are searched as
 * by SQLite, temp first. A missing table or column is an error; NULL as the table returns no rows.
 *
 * It reads
 *   1. for each column whose name, type and default do not suggest UUIDs, up to 100 values;
 *   2. all chosen columns, in one pass;
 *   3. each column whose UUIDs are written in several ways once more, sorted, to find equal ones;
 *   4. for a foreign key of one column, up to 100 values of the parent and, if a child has no
 *      parent as stored, all.
 * Only 3 and 4 need memory that grows with the table, unless SQLite sorts on disk. Without a
 * transaction, other connections may write between these passes. sqlite3_interrupt and the progress
 * handler stop it. It is DIRECTONLY, so that no view or trigger of a database can read other tables
 * by it.
 */
#include "columns.h"

enum {
    AUDIT_COLUMN,
    AUDIT_FINDING,
    AUDIT_LEVEL,
    AUDIT_COUNT,
    AUDIT_EXAMPLE,
    AUDIT_ADVICE,
    AUDIT_CURE,
    AUDIT_TABLE,
    AUDIT_ONLY,
    AUDIT_SCHEMA
};
static int audit_close(sqlite3_vtab_cursor *cursor)
{
    audit_clear((audit_cursor_t *)cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int audit_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int found[MAX_TABLE_ARGUMENTS];

    info->estimatedRows = 20;
    info->estimatedCost = 1e6; /* it reads a table */
    return table_plan(table, info, found);
}

static int audit_eof(sqlite3_vtab_cursor *cursor)
{
    const audit_cursor_t *audit = (const audit_cursor_t *)cursor;
    return audit->column >= audit->column_count;
}

static int audit_next(sqlite3_vtab_cursor *cursor)
{
    audit_cursor_t *audit = (audit_cursor_t *)cursor;

    if (audit->row++ == audit->columns[audit->column].values->finding_count) {
        audit->row = 0;
        audit->column++;
    }
    return SQLITE_OK;
}

/* Reads a name from an argument; NULL is none. */
static int read_name_argument(audit_cursor_t *audit, int which, sqlite3_value *value)
{
    static const parameter_t parameters[AUDIT_ARGUMENTS] = {
        {"table", KIND_IDENTIFIER}, {"only", KIND_IDENTIFIER}, {"schema", KIND_IDENTIFIER}};
    argument_t name;
    int rc;

    if (value == NULL || sqlite3_value_type(value) == SQLITE_NULL)
        return SQLITE_OK;
    rc = table_read(audit->base.pVtab, &name, value, &parameters[which]);
    if (rc != SQLITE_OK)
        return rc;
    audit->arguments[which] = sqlite3_mprintf("%s", name.bytes);
    return audit->arguments[which] != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int audit_filter(sqlite3_vtab_cursor *cursor, int plan, const char *plan_name, int argc,
                        sqlite3_value **argv)
{
    audit_cursor_t *audit = (audit_cursor_t *)cursor;
    sqlite3_value *arguments[MAX_TABLE_ARGUMENTS];
    int rc = table_arguments(cursor->pVtab, arguments, plan, argv);

    (void)plan_name;
    (void)argc;
    audit_clear(audit);
    if (rc == SQLITE_OK)
        rc = table_refuse_nested(cursor->pVtab);
    for (int i = 0; rc == SQLITE_OK && i < AUDIT_ARGUMENTS; i++)
        rc = read_name_argument(audit, i, arguments[i]);
    if (rc == SQLITE_OK && audit->arguments[0] != NULL)
        rc = audit_table(audit);
    return rc;
}

/* NULL for an empty string. */
static void result_str(sqlite3_context *context, sqlite3_str *out)
{
    const int rc = sqlite3_str_errcode(out), length = sqlite3_str_length(out);
    char *text = sqlite3_str_finish(out);

    if (rc != SQLITE_OK)
        sqlite3_result_error_code(context, rc);
    else if (length > 0)
        sqlite3_result_text(context, text, length, SQLITE_TRANSIENT);
    sqlite3_free(text);
}

static void result_string(sqlite3_context *context, const char *name)
{
    sqlite3_result_text(context, name, -1, SQLITE_TRANSIENT);
}

/* An argument; one that was left out has the value of the row. */
static const char *argument_of_row(const audit_cursor_t *audit, int argument)
{
    const char *const found[AUDIT_ARGUMENTS] = {NULL, audit->columns[audit->column].name,
                                                audit->schema};

    return audit->arguments[argument] != NULL ? audit->arguments[argument] : found[argument];
}

/* The row `declared`. */
static void result_declared(const audited_t *audited, sqlite3_context *context, int column)
{
    const bool is_wrong = is_numeric(audited) && settled_half(audited->values) == ORIGIN_COUNT;

    if (column == AUDIT_FINDING)
        result_string(context, "declared");
    else if (column == AUDIT_LEVEL)
        result_string(context, level_name(is_wrong ? LEVEL_WARNING : LEVEL_FACT));
    else if (column == AUDIT_COUNT)
        sqlite3_result_int64(context, audited->values->number);
    else if (column == AUDIT_EXAMPLE && *audited->type != '\0')
        result_string(context, audited->type);
    else if (column == AUDIT_ADVICE && is_wrong) {
        sqlite3_str *out = sqlite3_str_new(NULL);

        sqlite3_str_appendf(out, "%s affinity turns digits into numbers; declare it BLOB or TEXT",
                            audited->affinity);
        result_str(context, out);
    }
}

static void result_finding(const audited_t *audited, const finding_t *finding,
                           sqlite3_context *context, int column)
{
    char name[MAX_NAME];
    sqlite3_str *out;

    switch (column) {
    case AUDIT_FINDING:
        origins_name(name, audited->values, finding);
        result_string(context, name);
        break;
    case AUDIT_LEVEL:
        result_string(context, level_name(find_level(audited, finding)));
        break;
    case AUDIT_COUNT:
        sqlite3_result_int64(context, finding->count);
        break;
    case AUDIT_EXAMPLE:
        if (finding->origin != ORIGIN_NULL)
            sqlite3_result_text(context, audited->examples[finding->slot].literal, -1,
                                SQLITE_TRANSIENT);
        break;
    default:
        out = sqlite3_str_new(NULL);
        (column == AUDIT_ADVICE ? advise : cure)(out, audited, finding);
        result_str(context, out);
    }
}

static int audit_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const audit_cursor_t *audit = (const audit_cursor_t *)cursor;
    const audited_t *audited = &audit->columns[audit->column];

    if (column == AUDIT_COLUMN)
        result_string(context, audited->name);
    else if (column >= AUDIT_TABLE)
        result_string(context, argument_of_row(audit, column - AUDIT_TABLE));
    else if (audit->row == 0)
        result_declared(audited, context, column);
    else
        result_finding(audited, &audited->values->findings[audit->row - 1], context, column);
    return SQLITE_OK;
}

/* The number of the row, and above it 32 bits of a hash of the arguments (FNV-1a). */
static int audit_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    const audit_cursor_t *audit = (const audit_cursor_t *)cursor;
    uint32_t hash = 2166136261;

    for (int i = 0; i < AUDIT_ARGUMENTS; i++)
        for (const char *c = argument_of_row(audit, i); c != NULL; c = *c != '\0' ? c + 1 : NULL)
            hash = (hash ^ (uint8_t)*c) * 16777619;
    *rowid = (sqlite3_int64)hash * ROW_NUMBERS + audit->row;
    return SQLITE_OK;
}

INTERNAL int register_audit(sqlite3 *db)
{
    static const table_function_t function = {
        .name = "uuid_audit",
        .columns = "CREATE TABLE x(\"column\" TEXT, finding TEXT, level TEXT, count INTEGER,"
                   " example TEXT, advice TEXT, cure TEXT,"
                   " \"table\" HIDDEN, only HIDDEN, schema HIDDEN)",
        .trust = SQLITE_VTAB_DIRECTONLY,
        .arguments = AUDIT_ARGUMENTS,
        .required = 1,
        .first_argument = AUDIT_TABLE,
        .missing = "needs an argument, the name of a table",
        .cursor_size = sizeof(audit_cursor_t),
    };
    static const sqlite3_module module = {
        .xConnect = table_connect,
        .xBestIndex = audit_best_index,
        .xDisconnect = table_disconnect,
        .xOpen = table_open,
        .xClose = audit_close,
        .xFilter = audit_filter,
        .xNext = audit_next,
        .xEof = audit_eof,
        .xColumn = audit_column,
        .xRowid = audit_rowid,
    };
    return sqlite3_create_module_v2(db, function.name, &module, (void *)&function, NULL);
}
