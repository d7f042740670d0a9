/*
 * What the benchmarks of the SQLite extension share: connections that have it, and statements that
 * must not fail.
 */
#include <sqlite3.h>

#include "measure.h"

static const char *extension; /* the file to load */

static void stop(sqlite3 *db, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

static sqlite3 *open_database(const char *file)
{
    sqlite3 *db;

    if (sqlite3_open(file, &db) != SQLITE_OK ||
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) != SQLITE_OK ||
        sqlite3_load_extension(db, extension, NULL, NULL) != SQLITE_OK)
        stop(db, extension);
    return db;
}

/* Runs a statement to its end, over all its rows.
 * Returns: the first column of the last row, or 0 */
static sqlite3_int64 run(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    sqlite3_int64 value = 0;
    int rc;

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        stop(db, sql);
    while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    if (rc != SQLITE_DONE)
        stop(db, sql);
    sqlite3_finalize(statement);
    return value;
}
