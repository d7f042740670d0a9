/*
 * Tables of the core's constants: uuid_formats has the formats of uuid_parse and uuid_format,
 * uuid_ldap_schema the schema descriptions of RFC 4530.
 *
 *   SELECT name FROM uuid_formats WHERE sorted AND length <= 26;
 *   SELECT description FROM uuid_ldap_schema WHERE name = 'entryUUID';
 */
#include "table.h"
#include "values.h"
#include "uuid9562_ldap.h"

typedef struct static_table {
    table_function_t function;
    bool (*has_row)(size_t row);
    void (*result)(sqlite3_context *context, size_t row, int column);
    int rows; /* an estimate */
} static_table_t;

static const static_table_t *static_table_of(sqlite3_vtab *table)
{
    return (const static_table_t *)((table_t *)table)->function;
}

/* ---- uuid_formats ---- */

enum {
    FORMAT_NAME,
    FORMAT_LENGTH,
    FORMAT_FIXED_LENGTH,
    FORMAT_SORTED,
    FORMAT_ANY_CASE,
    FORMAT_BINARY,
    FORMAT_WRITABLE,
    FORMAT_IMPLIED
};

static bool has_format(size_t row)
{
    return uuid9562_format_at(row) != NULL;
}

static void result_format_row(sqlite3_context *context, size_t row, int column)
{
    const uuid9562_format_info_t *format = uuid9562_format_info(uuid9562_format_at(row));
    const int numbers[] = {
        [FORMAT_LENGTH] = format->length,   [FORMAT_FIXED_LENGTH] = format->fixed_length,
        [FORMAT_SORTED] = format->sorted,   [FORMAT_ANY_CASE] = format->any_case,
        [FORMAT_BINARY] = format->binary,   [FORMAT_WRITABLE] = format->writable,
        [FORMAT_IMPLIED] = format->implied,
    };

    if (column == FORMAT_NAME)
        result_constant(context, format->name);
    else if (column != FORMAT_LENGTH || format->length > 0)
        sqlite3_result_int(context, numbers[column]);
}

/* ---- uuid_ldap_schema ---- */

enum { SCHEMA_SECTION, SCHEMA_OID, SCHEMA_NAME, SCHEMA_DESCRIPTION };

static bool has_schema(size_t row)
{
    return uuid9562_ldap_schema(row) != NULL;
}

static void result_schema(sqlite3_context *context, size_t row, int column)
{
    const uuid9562_schema_t *schema = uuid9562_ldap_schema(row);
    const char *const cells[] = {
        [SCHEMA_SECTION] = schema->section,
        [SCHEMA_OID] = schema->oid,
        [SCHEMA_NAME] = schema->name,
        [SCHEMA_DESCRIPTION] = schema->description,
    };

    result_constant(context, cells[column]);
}

/* ---- both ---- */

static int static_table_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    info->estimatedRows = static_table_of(table)->rows;
    info->estimatedCost = static_table_of(table)->rows;
    return SQLITE_OK;
}

static int static_table_filter(sqlite3_vtab_cursor *cursor, int plan, const char *plan_name,
                               int argc, sqlite3_value **argv)
{
    (void)plan;
    (void)plan_name;
    (void)argc;
    (void)argv;
    ((row_cursor_t *)cursor)->row = 0;
    return SQLITE_OK;
}

static int static_table_eof(sqlite3_vtab_cursor *cursor)
{
    return !static_table_of(cursor->pVtab)->has_row(((row_cursor_t *)cursor)->row);
}

static int static_table_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    static_table_of(cursor->pVtab)->result(context, ((row_cursor_t *)cursor)->row, column);
    return SQLITE_OK;
}

INTERNAL int register_static_tables(sqlite3 *db)
{
    static const static_table_t static_tables[] = {
        {
            .function = {.name = "uuid_formats",
                         .columns = "CREATE TABLE x(name TEXT, length INTEGER, fixed_length "
                                    "INTEGER, sorted INTEGER, any_case INTEGER, binary INTEGER, "
                                    "writable INTEGER, implied INTEGER)",
                         .trust = SQLITE_VTAB_INNOCUOUS,
                         .cursor_size = sizeof(row_cursor_t)},
            .has_row = has_format,
            .result = result_format_row,
            .rows = 32,
        },
        {
            .function = {.name = "uuid_ldap_schema",
                         .columns =
                             "CREATE TABLE x(section TEXT, oid TEXT, name TEXT, description TEXT)",
                         .trust = SQLITE_VTAB_INNOCUOUS,
                         .cursor_size = sizeof(row_cursor_t)},
            .has_row = has_schema,
            .result = result_schema,
            .rows = 4,
        },
    };
    static const sqlite3_module module = {
        .xConnect = table_connect,
        .xBestIndex = static_table_best_index,
        .xDisconnect = table_disconnect,
        .xOpen = table_open,
        .xClose = table_close,
        .xFilter = static_table_filter,
        .xNext = row_next,
        .xEof = static_table_eof,
        .xColumn = static_table_column,
        .xRowid = row_rowid,
    };
    int rc = SQLITE_OK;

    for (size_t i = 0; rc == SQLITE_OK && i < ROWS(static_tables); i++)
        rc = sqlite3_create_module_v2(db, static_tables[i].function.name, &module,
                                      (void *)&static_tables[i].function, NULL);
    return rc;
}
