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

typedef struct catalog {
    table_function_t function;
    bool (*has_row)(size_t row);
    void (*result)(sqlite3_context *context, size_t row, int column);
    int rows; /* an estimate */
} catalog_t;

static const catalog_t *catalog_of(sqlite3_vtab *table)
{
    return (const catalog_t *)((table_t *)table)->function;
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

static int catalog_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    info->estimatedRows = catalog_of(table)->rows;
    info->estimatedCost = catalog_of(table)->rows;
    return SQLITE_OK;
}

static int catalog_filter(sqlite3_vtab_cursor *cursor, int plan, const char *plan_name, int argc,
                          sqlite3_value **argv)
{
    (void)plan;
    (void)plan_name;
    (void)argc;
    (void)argv;
    ((row_cursor_t *)cursor)->row = 0;
    return SQLITE_OK;
}

static int catalog_eof(sqlite3_vtab_cursor *cursor)
{
    return !catalog_of(cursor->pVtab)->has_row(((row_cursor_t *)cursor)->row);
}

static int catalog_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    catalog_of(cursor->pVtab)->result(context, ((row_cursor_t *)cursor)->row, column);
    return SQLITE_OK;
}

INTERNAL int register_catalogs(sqlite3 *db)
{
    static const catalog_t catalogs[] = {
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
        .xBestIndex = catalog_best_index,
        .xDisconnect = table_disconnect,
        .xOpen = table_open,
        .xClose = table_close,
        .xFilter = catalog_filter,
        .xNext = row_next,
        .xEof = catalog_eof,
        .xColumn = catalog_column,
        .xRowid = row_rowid,
    };
    int rc = SQLITE_OK;

    for (size_t i = 0; rc == SQLITE_OK && i < ROWS(catalogs); i++)
        rc = sqlite3_create_module_v2(db, catalogs[i].function.name, &module,
                                      (void *)&catalogs[i].function, NULL);
    return rc;
}
