/* The table-valued function uuid_ldap_schema (ldap_schema.h). */
#include "ldap_schema.h"

#include <string.h>

#include "table.h"
#include "values.h"

enum { SCHEMA_SECTION, SCHEMA_OID, SCHEMA_NAME, SCHEMA_DESCRIPTION };

typedef struct schema_cursor {
    sqlite3_vtab_cursor base;
    size_t index;
} schema_cursor_t;

static int schema_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor)
{
    schema_cursor_t *schema = sqlite3_malloc(sizeof *schema);

    (void)table;
    if (schema == NULL)
        return SQLITE_NOMEM;
    memset(schema, 0, sizeof *schema);
    *cursor = &schema->base;
    return SQLITE_OK;
}

static int schema_close(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int schema_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    info->estimatedRows = 4;
    info->estimatedCost = 4;
    return SQLITE_OK;
}

static int schema_filter(sqlite3_vtab_cursor *cursor, int plan, const char *plan_name, int argc,
                         sqlite3_value **argv)
{
    (void)plan;
    (void)plan_name;
    (void)argc;
    (void)argv;
    ((schema_cursor_t *)cursor)->index = 0;
    return SQLITE_OK;
}

static int schema_next(sqlite3_vtab_cursor *cursor)
{
    ((schema_cursor_t *)cursor)->index++;
    return SQLITE_OK;
}

static int schema_eof(sqlite3_vtab_cursor *cursor)
{
    return uuid9562_ldap_schema(((schema_cursor_t *)cursor)->index) == NULL;
}

static int schema_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const uuid9562_schema_t *row = uuid9562_ldap_schema(((schema_cursor_t *)cursor)->index);
    const char *const cells[] = {
        [SCHEMA_SECTION] = row->section,
        [SCHEMA_OID] = row->oid,
        [SCHEMA_NAME] = row->name,
        [SCHEMA_DESCRIPTION] = row->description,
    };

    result_constant(context, cells[column]);
    return SQLITE_OK;
}

static int schema_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)((schema_cursor_t *)cursor)->index + 1;
    return SQLITE_OK;
}

INTERNAL int register_ldap_schema(sqlite3 *db)
{
    static const table_function_t function = {
        .name = "uuid_ldap_schema",
        .columns = "CREATE TABLE x(section TEXT, oid TEXT, name TEXT, description TEXT)",
        .trust = SQLITE_VTAB_INNOCUOUS,
    };
    static const sqlite3_module module = {
        .xConnect = table_connect,
        .xBestIndex = schema_best_index,
        .xDisconnect = table_disconnect,
        .xOpen = schema_open,
        .xClose = schema_close,
        .xFilter = schema_filter,
        .xNext = schema_next,
        .xEof = schema_eof,
        .xColumn = schema_column,
        .xRowid = schema_rowid,
    };
    return sqlite3_create_module_v2(db, function.name, &module, (void *)&function, NULL);
}
