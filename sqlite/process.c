/*
 * What reads and changes the generator of the process, which all connections share: its lead over
 * the clock, its state file, its random bytes.
 *
 * What changes it is never a scalar function, which the schema of a database file could call:
 * SQLite checks SQLITE_DIRECTONLY only in expressions that it reads when it knows the function, and
 * not in every kind of them. These are table-valued functions of one row:
 *
 *   SELECT value FROM uuid_advance((SELECT max(id) FROM t));
 *
 * A CHECK, a DEFAULT, an index and a generated column can hold no subquery, and SQLite refuses
 * SQLITE_VTAB_DIRECTONLY in every view and trigger of a file. What a file can still cause are the
 * statements of other virtual tables, such as the content table of FTS5: those are nested, and
 * refused (table_refuse_nested).
 */
#include "table.h"
#include "values.h"
#include "uuid9562_state.h"

/* ---- readers ---- */

static uuid9562_status_t result_lead(sqlite3_context *context)
{
    uint64_t lead_ns;
    uuid9562_status_t status = uuid9562_lead_ns(NULL, &lead_ns);

    if (status == UUID9562_OK)
        sqlite3_result_int64(context, lead_ns < INT64_MAX ? (int64_t)lead_ns : INT64_MAX);
    return status;
}

static void call_lead_ns(const call_t *in)
{
    uuid9562_status_t status = result_lead(in->context);

    if (status != UUID9562_OK)
        fail(in->context, status);
}

/* SQLite itself escapes the path. */
static void call_state(const call_t *in)
{
    static const char query[] = "SELECT json_object('path', ?1, 'node', ?2, 'clock_seq', ?3,"
                                " 'last_ns', ?4, 'until_ns', ?5)";
    sqlite3 *db = sqlite3_context_db_handle(in->context);
    sqlite3_stmt *statement;
    uuid9562_state_t state;

    if (!uuid9562_state_get(&state))
        return;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, state.path, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 2, (int64_t)state.node) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 3, (int64_t)state.clock_seq) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 4, (int64_t)state.last_ns) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 5, (int64_t)state.until_ns) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        sqlite3_result_value(in->context, sqlite3_column_value(statement, 0));
    else
        fail_with(in->context, sqlite3_mprintf("uuid_state: %s", sqlite3_errmsg(db)));
    sqlite3_finalize(statement);
}

/* ---- changes ---- */

enum { CHANGE_VALUE, CHANGE_ARGUMENT, CHANGE_NODE, MAX_CHANGE_ARGUMENTS = 2 };

typedef struct change {
    table_function_t function;
    const parameter_t *parameters[MAX_CHANGE_ARGUMENTS];
    uuid9562_status_t (*run)(const argument_t *arguments); /* one that was left out has no value */
    uuid9562_status_t (*result)(sqlite3_context *context);
    bool null_does_nothing;
} change_t;

typedef struct change_cursor {
    row_cursor_t base;
    sqlite3_value *arguments[MAX_CHANGE_ARGUMENTS];
} change_cursor_t;

static uuid9562_status_t run_advance(const argument_t *arguments)
{
    return uuid9562_advance(NULL, &arguments[0].uuid);
}

static uuid9562_status_t run_set_max_lead_ns(const argument_t *arguments)
{
    return uuid9562_set_max_lead_ns(NULL, arguments[0].number);
}

static uuid9562_status_t run_resync(const argument_t *arguments)
{
    (void)arguments;
    return uuid9562_resync(NULL);
}

static uuid9562_status_t run_reseed(const argument_t *arguments)
{
    (void)arguments;
    return uuid9562_reseed();
}

static uuid9562_status_t run_state_open(const argument_t *arguments)
{
    return uuid9562_state_open(arguments[0].bytes,
                               arguments[1].value != NULL ? &arguments[1].number : NULL);
}

static uuid9562_status_t result_path(sqlite3_context *context)
{
    uuid9562_state_t state;

    if (uuid9562_state_get(&state))
        sqlite3_result_text(context, state.path, -1, SQLITE_TRANSIENT);
    return UUID9562_OK;
}

static const change_t *change_of(sqlite3_vtab *table)
{
    return (const change_t *)((table_t *)table)->function;
}

static void free_arguments(change_cursor_t *change)
{
    for (int i = 0; i < MAX_CHANGE_ARGUMENTS; i++) {
        sqlite3_value_free(change->arguments[i]);
        change->arguments[i] = NULL;
    }
}

static int change_close(sqlite3_vtab_cursor *cursor)
{
    free_arguments((change_cursor_t *)cursor);
    return table_close(cursor);
}

static int change_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int found[MAX_TABLE_ARGUMENTS];

    info->estimatedRows = 1;
    info->estimatedCost = 1;
    return table_plan(table, info, found);
}

static int change_filter(sqlite3_vtab_cursor *cursor, int plan, const char *plan_name, int argc,
                         sqlite3_value **argv)
{
    const change_t *change = change_of(cursor->pVtab);
    sqlite3_value *values[MAX_TABLE_ARGUMENTS];
    sqlite3_value **kept = ((change_cursor_t *)cursor)->arguments;
    argument_t arguments[MAX_CHANGE_ARGUMENTS] = {{.value = NULL}, {.value = NULL}};
    char description[UUID9562_DESCRIPTION_MAX];
    uuid9562_status_t status;
    int rc = table_arguments(cursor->pVtab, values, plan, argv);

    (void)plan_name;
    (void)argc;
    free_arguments((change_cursor_t *)cursor);
    ((row_cursor_t *)cursor)->row = 0;
    if (rc == SQLITE_OK && REPLICATED)
        rc = table_fail(cursor->pVtab, REFUSED_REPLICATED);
    if (rc == SQLITE_OK)
        rc = table_refuse_nested(cursor->pVtab);
    for (int i = 0; rc == SQLITE_OK && i < change->function.arguments; i++) {
        if (values[i] == NULL)
            continue;
        if (change->null_does_nothing && sqlite3_value_type(values[i]) == SQLITE_NULL)
            return SQLITE_OK;
        kept[i] = sqlite3_value_dup(values[i]);
        rc = kept[i] == NULL
                 ? SQLITE_NOMEM
                 : table_read(cursor->pVtab, &arguments[i], values[i], change->parameters[i]);
    }
    if (rc != SQLITE_OK)
        return rc;
    status = change->run(arguments);
    if (status == UUID9562_OK)
        return SQLITE_OK;
    if (change->run != run_state_open)
        return table_fail_status(cursor->pVtab, status);
    uuid9562_describe(description, status, 0, arguments[0].bytes, arguments[0].length);
    return table_fail(cursor->pVtab, description);
}

static int change_eof(sqlite3_vtab_cursor *cursor)
{
    return ((row_cursor_t *)cursor)->row > 0;
}

static int change_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const change_cursor_t *change = (const change_cursor_t *)cursor;
    uuid9562_state_t state;
    uuid9562_status_t status;

    if (column == CHANGE_VALUE) {
        status = change_of(cursor->pVtab)->result(context);
        return status == UUID9562_OK ? SQLITE_OK : table_fail_status(cursor->pVtab, status);
    }
    if (change->arguments[column - CHANGE_ARGUMENT] != NULL)
        sqlite3_result_value(context, change->arguments[column - CHANGE_ARGUMENT]);
    else if (column == CHANGE_NODE && uuid9562_state_get(&state))
        sqlite3_result_int64(context, (int64_t)state.node);
    return SQLITE_OK;
}

/* ---- the tables ---- */

static const parameter_t in_after = {"X", KIND_UUID_ONLY};
static const parameter_t in_max_lead_ns = {"max_lead_ns", KIND_INTEGER};
static const parameter_t in_path = {"path", KIND_IDENTIFIER};
static const parameter_t in_state_node = {"node", KIND_NODE};

static const function_t process_functions[] = {
    {"uuid_lead_ns", GENERATOR, RESULT_OTHER, call_lead_ns, 0, {NULL}},
    {"uuid_state", DIRECT_ONLY, RESULT_OTHER, call_state, 0, {NULL}},
};

enum { CURSOR = sizeof(change_cursor_t) };

/* clang-format off */
static const change_t changes[] = {
    {{"uuid_advance", "CREATE TABLE x(value, X HIDDEN)", SQLITE_VTAB_DIRECTONLY, 1, 1,
      CHANGE_ARGUMENT, "needs an argument, a UUID", CURSOR},
     {&in_after}, run_advance, result_lead, true},
    {{"uuid_set_max_lead_ns", "CREATE TABLE x(value, max_lead_ns HIDDEN)", SQLITE_VTAB_DIRECTONLY,
      1, 1, CHANGE_ARGUMENT, "needs an argument, max_lead_ns", CURSOR},
     {&in_max_lead_ns}, run_set_max_lead_ns, result_lead, false},
    {{"uuid_resync", "CREATE TABLE x(value)", SQLITE_VTAB_DIRECTONLY, 0, 0, CHANGE_ARGUMENT,
      NULL, CURSOR},
     {NULL}, run_resync, result_lead, false},
    {{"uuid_reseed", "CREATE TABLE x(value)", SQLITE_VTAB_DIRECTONLY, 0, 0, CHANGE_ARGUMENT,
      NULL, CURSOR},
     {NULL}, run_reseed, result_lead, false},
    {{"uuid_state_open", "CREATE TABLE x(value, path HIDDEN, node HIDDEN)", SQLITE_VTAB_DIRECTONLY,
      2, 1, CHANGE_ARGUMENT, "needs an argument, the path of a state file", CURSOR},
     {&in_path, &in_state_node}, run_state_open, result_path, false},
};
/* clang-format on */

INTERNAL int register_process(sqlite3 *db)
{
    static const sqlite3_module module = {
        .xConnect = table_connect,
        .xBestIndex = change_best_index,
        .xDisconnect = table_disconnect,
        .xOpen = table_open,
        .xClose = change_close,
        .xFilter = change_filter,
        .xNext = row_next,
        .xEof = change_eof,
        .xColumn = change_column,
        .xRowid = row_rowid,
    };
    int rc = register_rows(db, process_functions, ROWS(process_functions), NULL, 0);

    for (size_t i = 0; rc == SQLITE_OK && i < ROWS(changes); i++)
        rc = sqlite3_create_module_v2(db, changes[i].function.name, &module,
                                      (void *)&changes[i].function, NULL);
    return rc;
}
