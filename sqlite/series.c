/*
 * The table-valued function uuid_series(version, count): `count` fresh UUIDs of version 1, 4, 6 or
 * 7 in the columns n (1 to count), uuid (TEXT) and blob (BLOB). They are generated block by block
 * as rows are read, in constant memory.
 *
 *   INSERT INTO t (id) SELECT blob FROM uuid_series(7, 1000000);
 *
 * Each scan of the table generates new ones. NULL for an argument returns no rows; an argument that
 * is missing, not an INTEGER or out of range is an error.
 */
#include "table.h"
#include "values.h"

enum { SERIES_N, SERIES_UUID, SERIES_BLOB, SERIES_VERSION, SERIES_COUNT };
enum { SERIES_BLOCK = 256 };
_Static_assert(UUID9562_BATCH_MAX < ROW_NUMBERS, "every row of a batch has a number");

typedef struct series_cursor {
    sqlite3_vtab_cursor base;
    int version;
    int64_t count;
    int64_t n; /* of the row, from 1 */
    uuid9562_t block[SERIES_BLOCK];
} series_cursor_t;

/* How many rows to expect: the count if it is known by now, else a guess. */
static sqlite3_int64 estimate_rows(sqlite3_index_info *info, int constraint)
{
    sqlite3_value *value;

    if (sqlite3_vtab_rhs_value(info, constraint, &value) == SQLITE_OK &&
        is_integer(value) && sqlite3_value_int64(value) >= 0)
        return sqlite3_value_int64(value);
    return 1000;
}

static int series_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int found[MAX_TABLE_ARGUMENTS];
    int rc = table_plan(table, info, found);

    if (rc != SQLITE_OK || info->idxNum == PLAN_WITHOUT_ARGUMENTS)
        return rc;
    info->estimatedRows = estimate_rows(info, found[1]);
    info->estimatedCost = (double)info->estimatedRows;
    info->orderByConsumed =
        info->nOrderBy == 1 && info->aOrderBy[0].iColumn == SERIES_N && !info->aOrderBy[0].desc;
    return SQLITE_OK;
}

static int series_eof(sqlite3_vtab_cursor *cursor)
{
    series_cursor_t *series = (series_cursor_t *)cursor;
    return series->n > series->count;
}

/* Generates from row n on as many as the block holds or as are left. */
static int fill_block(series_cursor_t *series)
{
    const int64_t left = series->count - series->n + 1;
    uuid9562_status_t status =
        uuid9562_batch(NULL, series->block, series->version,
                       (uint64_t)(left < SERIES_BLOCK ? left : SERIES_BLOCK));

    return status == UUID9562_OK ? SQLITE_OK : table_fail_status(series->base.pVtab, status);
}

static int series_filter(sqlite3_vtab_cursor *cursor, int plan, const char *plan_name, int argc,
                         sqlite3_value **argv)
{
    static const parameter_t parameters[] = {{"version", KIND_INTEGER}, {"count", KIND_INTEGER}};
    series_cursor_t *series = (series_cursor_t *)cursor;
    sqlite3_value *values[MAX_TABLE_ARGUMENTS];
    argument_t arguments[2];
    uuid9562_status_t status;
    int rc = table_arguments(cursor->pVtab, values, plan, argv);

    (void)plan_name;
    if (rc != SQLITE_OK)
        return rc;
    if (REPLICATED)
        return table_fail(cursor->pVtab, REFUSED_REPLICATED);
    series->n = 1;
    series->count = 0;
    for (int i = 0; i < argc; i++)
        if (sqlite3_value_type(values[i]) == SQLITE_NULL)
            return SQLITE_OK;
    for (int i = 0; rc == SQLITE_OK && i < argc; i++)
        rc = table_read(cursor->pVtab, &arguments[i], values[i], &parameters[i]);
    if (rc != SQLITE_OK)
        return rc;
    series->version = arguments[0].number < 16 ? (int)arguments[0].number : -1;
    status = uuid9562_check_batch(series->version, arguments[1].number);
    /* More than an address of 32 bits reaches are made a block at a time, too. */
    if (status != UUID9562_OK && status != UUID9562_ERR_MEMORY)
        return table_fail_status(cursor->pVtab, status);
    series->count = arguments[1].integer;
    return fill_block(series);
}

static int series_next(sqlite3_vtab_cursor *cursor)
{
    series_cursor_t *series = (series_cursor_t *)cursor;

    series->n++;
    if (series_eof(cursor) || (series->n - 1) % SERIES_BLOCK != 0)
        return SQLITE_OK;
    return fill_block(series);
}

static int series_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const series_cursor_t *series = (const series_cursor_t *)cursor;
    const uuid9562_t *uuid = &series->block[(series->n - 1) % SERIES_BLOCK];

    switch (column) {
    case SERIES_N:
        sqlite3_result_int64(context, series->n);
        break;
    case SERIES_UUID:
        result_text(context, uuid);
        break;
    case SERIES_BLOB:
        result_blob(context, uuid);
        break;
    case SERIES_VERSION:
        sqlite3_result_int(context, series->version);
        break;
    default:
        sqlite3_result_int64(context, series->count);
    }
    return SQLITE_OK;
}

static int series_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    const series_cursor_t *series = (const series_cursor_t *)cursor;

    /* 2, 31 and 31 bits: modulo 4 the four versions differ. */
    *rowid =
        (sqlite3_int64)(((uint64_t)series->version % 4 * ROW_NUMBERS + (uint64_t)series->count) *
                            ROW_NUMBERS +
                        (uint64_t)series->n);
    return SQLITE_OK;
}

INTERNAL int register_series(sqlite3 *db)
{
    static const table_function_t function = {
        .name = "uuid_series",
        .columns = "CREATE TABLE x(n INTEGER, uuid TEXT, blob BLOB, version HIDDEN, count HIDDEN)",
        .trust = SQLITE_VTAB_INNOCUOUS,
        .arguments = 2,
        .required = 2,
        .first_argument = SERIES_VERSION,
        .missing = "needs two arguments, version and count",
        .cursor_size = sizeof(series_cursor_t),
    };
    static const sqlite3_module module = {
        .xConnect = table_connect,
        .xBestIndex = series_best_index,
        .xDisconnect = table_disconnect,
        .xOpen = table_open,
        .xClose = table_close,
        .xFilter = series_filter,
        .xNext = series_next,
        .xEof = series_eof,
        .xColumn = series_column,
        .xRowid = series_rowid,
    };
    return sqlite3_create_module_v2(db, function.name, &module, (void *)&function, NULL);
}
