/* The common part of the table-valued functions (table.h): connecting, planning, errors. */
#include "table.h"

#include <string.h>

/* A scan without an optional argument costs more by this factor, to the power of the argument's
 * number; otherwise SQLite would take the common terms of both sides of an OR as one scan. (An
 * omitted schema hides more rows than an omitted column.) */
enum { COST_WITHOUT = 1000 };

INTERNAL int table_fail_with(sqlite3_vtab *base, char *message)
{
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = message;
    return message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

INTERNAL int table_fail(sqlite3_vtab *base, const char *message)
{
    const char *name = ((table_t *)base)->function->name;
    const size_t length = strlen(name);
    const bool named = strncmp(message, name, length) == 0 && message[length] == ':';

    return table_fail_with(base, named ? sqlite3_mprintf("%s", message)
                                       : sqlite3_mprintf("%s: %s", name, message));
}

INTERNAL int table_fail_status(sqlite3_vtab *base, uuid9562_status_t status)
{
    char description[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe(description, status, 0, NULL, 0);
    return table_fail(base, description);
}

INTERNAL int table_connect(sqlite3 *db, void *function, int argc, const char *const *argv,
                           sqlite3_vtab **base, char **message)
{
    const char *name = ((const table_function_t *)function)->name;
    table_t *table;
    int rc;

    (void)argc;
    /* A schema made by hand may have a virtual table of this module, by a name of its own. */
    if (strcmp(argv[2], name) != 0) {
        *message = sqlite3_mprintf("%s: not allowed as a table of a schema", name);
        return SQLITE_ERROR;
    }
    rc = sqlite3_declare_vtab(db, ((const table_function_t *)function)->columns);
    if (rc == SQLITE_OK)
        rc = sqlite3_vtab_config(db, ((const table_function_t *)function)->trust);
    if (rc != SQLITE_OK) {
        if (rc != SQLITE_NOMEM)
            *message = sqlite3_mprintf("%s: %s", name, explain(db, rc));
        return rc;
    }
    table = sqlite3_malloc(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->function = function;
    table->db = db;
    *base = &table->base;
    return SQLITE_OK;
}

INTERNAL int table_disconnect(sqlite3_vtab *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

INTERNAL int table_open(sqlite3_vtab *base, sqlite3_vtab_cursor **cursor)
{
    const int size = ((table_t *)base)->function->cursor_size;

    *cursor = sqlite3_malloc(size);
    if (*cursor == NULL)
        return SQLITE_NOMEM;
    memset(*cursor, 0, (size_t)size);
    return SQLITE_OK;
}

INTERNAL int table_close(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

INTERNAL int row_next(sqlite3_vtab_cursor *cursor)
{
    ((row_cursor_t *)cursor)->row++;
    return SQLITE_OK;
}

INTERNAL int row_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)((row_cursor_t *)cursor)->row + 1;
    return SQLITE_OK;
}

/* By =, or by IS, also of NULL. */
static bool is_equality(int op)
{
    return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_IS ||
           op == SQLITE_INDEX_CONSTRAINT_ISNULL;
}

INTERNAL int table_plan(sqlite3_vtab *base, sqlite3_index_info *info,
                        int found[MAX_TABLE_ARGUMENTS])
{
    const table_function_t *function = ((table_t *)base)->function;
    int next = 1, weight = 1;

    for (int i = 0; i < MAX_TABLE_ARGUMENTS; i++)
        found[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        const int argument = info->aConstraint[i].iColumn - function->first_argument;
        const int op = info->aConstraint[i].op;

        if (argument < 0 || !is_equality(op))
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        if (found[argument] < 0 || op == SQLITE_INDEX_CONSTRAINT_EQ)
            found[argument] = i;
    }
    for (int i = 0; i < function->required; i++)
        if (found[i] < 0) {
            info->idxNum = PLAN_WITHOUT_ARGUMENTS;
            info->estimatedCost = 1e99;
            return SQLITE_OK;
        }
    for (int i = 0; i < function->arguments; i++, weight *= 2) {
        for (int power = 0; found[i] < 0 && power < i; power++)
            info->estimatedCost *= COST_WITHOUT;
        if (found[i] < 0)
            continue;
        info->aConstraintUsage[found[i]].argvIndex = next++;
        info->aConstraintUsage[found[i]].omit = 1;
        info->idxNum += weight;
    }
    return SQLITE_OK;
}

INTERNAL int table_arguments(sqlite3_vtab *base, sqlite3_value *arguments[MAX_TABLE_ARGUMENTS],
                             int plan, sqlite3_value **argv)
{
    const table_function_t *function = ((table_t *)base)->function;

    if (plan == PLAN_WITHOUT_ARGUMENTS && function->required > 0)
        return table_fail_with(base, sqlite3_mprintf("%s: %s, in parentheses or by = (on the right "
                                                     "of a RIGHT JOIN: in parentheses, with SQLite "
                                                     "3.41.1 or later)",
                                                     function->name, function->missing));
    for (int i = 0; i < MAX_TABLE_ARGUMENTS; i++, plan /= 2)
        arguments[i] = plan % 2 != 0 ? *argv++ : NULL;
    return SQLITE_OK;
}

INTERNAL int table_read(sqlite3_vtab *base, argument_t *argument, sqlite3_value *value,
                        const parameter_t *parameter)
{
    char *message = NULL;
    int rc = check_type(argument, value, parameter, false, &message);

    if (rc == SQLITE_OK)
        rc = read_argument(argument, parameter, false, &message);
    if (rc == SQLITE_ERROR)
        rc = table_fail(base, message);
    sqlite3_free(message);
    return rc;
}

INTERNAL int table_refuse_nested(sqlite3_vtab *base)
{
    sqlite3 *db = ((table_t *)base)->db;
    int running = 0;

    for (sqlite3_stmt *one = sqlite3_next_stmt(db, NULL); one != NULL;
         one = sqlite3_next_stmt(db, one))
        running += sqlite3_stmt_busy(one) && sqlite3_data_count(one) == 0;
    return running > 1 ? table_fail(base, "not allowed within another statement") : SQLITE_OK;
}
