/*
 * What the table-valued functions have in common. Each is there without being created; its
 * arguments are hidden columns behind the visible ones, which SQLite gives as equalities; its
 * errors begin with its name.
 */
#include <string.h>

typedef struct table_function {
    const char *name;
    const char *columns; /* as a CREATE TABLE, the arguments last */
    int trust;           /* SQLITE_VTAB_INNOCUOUS: in views and triggers too; _DIRECTONLY: not */
    int arguments, required;
    int first_argument;  /* the number of its column */
    const char *missing; /* what is wrong where the required arguments are not all there */
} table_function_t;

typedef struct table {
    sqlite3_vtab base;
    const table_function_t *function;
    sqlite3 *db;
    uint32_t scans; /* how often it was scanned */
} table_t;

enum { WITHOUT_ARGUMENTS = 0 }; /* a plan; every other is the sum of the weights 1, 2, 4 ... */

/* Takes the message, which is NULL where there was no memory for it. */
static int table_fail_with(sqlite3_vtab *base, char *message)
{
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = message;
    return message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int table_fail(sqlite3_vtab *base, const char *message)
{
    const table_function_t *function = ((table_t *)base)->function;
    return table_fail_with(base, sqlite3_mprintf("%s: %s", function->name, message));
}

static int table_connect(sqlite3 *db, void *function, int argc, const char *const *argv,
                         sqlite3_vtab **base, char **message)
{
    table_t *table;
    int rc = sqlite3_declare_vtab(db, ((const table_function_t *)function)->columns);

    (void)argc;
    (void)argv;
    (void)message;
    if (rc == SQLITE_OK)
        rc = sqlite3_vtab_config(db, ((const table_function_t *)function)->trust);
    if (rc != SQLITE_OK)
        return rc;
    table = sqlite3_malloc(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->function = function;
    table->db = db;
    *base = &table->base;
    return SQLITE_OK;
}

static int table_disconnect(sqlite3_vtab *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

/* Plans with the arguments that are there, as equalities; they reach xFilter in the order of their
 * columns. A plan without the required ones is one that nobody would choose: SQLite asks for it
 * where it looks at a part of a query only, such as one side of an OR. Where it is all there is,
 * xFilter says so.
 * Out: found  the number of the constraint of each argument, or -1 */
static int table_plan(sqlite3_vtab *base, sqlite3_index_info *info, int found[MOST_ARGUMENTS])
{
    const table_function_t *function = ((table_t *)base)->function;
    int next = 1, weight = 1;

    for (int i = 0; i < MOST_ARGUMENTS; i++)
        found[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - function->first_argument;

        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        found[argument] = i;
    }
    for (int i = 0; i < function->required; i++)
        if (found[i] < 0) {
            info->idxNum = WITHOUT_ARGUMENTS;
            info->estimatedCost = 1e99;
            return SQLITE_OK;
        }
    for (int i = 0; i < function->arguments; i++, weight *= 2) {
        if (found[i] < 0)
            continue;
        info->aConstraintUsage[found[i]].argvIndex = next++;
        info->aConstraintUsage[found[i]].omit = 1;
        info->idxNum += weight;
    }
    return SQLITE_OK;
}

/* The arguments of a scan, each in its place, NULL where it was left out. */
static int table_arguments(sqlite3_vtab *base, int plan, sqlite3_value **argv,
                           sqlite3_value *arguments[MOST_ARGUMENTS])
{
    if (plan == WITHOUT_ARGUMENTS)
        return table_fail(base, ((table_t *)base)->function->missing);
    for (int i = 0; i < MOST_ARGUMENTS; i++, plan /= 2)
        arguments[i] = plan % 2 != 0 ? *argv++ : NULL;
    return SQLITE_OK;
}

/* Row n of a scan. Each row of each scan has a number of its own: where SQLite joins two scans of
 * one table for an OR, rows of the same number would count as one. */
static sqlite3_int64 table_rowid(uint32_t scan, int64_t n)
{
    return (sqlite3_int64)(scan % UUID9562_BATCH_MAX) * 0x100000000 + n;
}
