/*
 * What the C programs of this suite have in common: they are hosts of SQLite, count what they
 * expect, and say in the end how much of it came.
 */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static int passed, failed;

/* Prints the condition where it does not hold. */
#define EXPECT(condition) expect((condition), #condition, __FILE__, __LINE__)

static inline bool expect(bool holds, const char *condition, const char *file, int line)
{
    if (holds)
        passed++;
    else if (failed++ < 20)
        printf("%s:%d: %s\n", file, line, condition);
    return holds;
}

static inline int report(const char *title)
{
    printf("sql %s: %d passed, %d failed\n", title, passed, failed);
    return failed > 0 || passed == 0;
}

static inline sqlite3 *open_database(const char *path)
{
    sqlite3 *db = NULL;

    if (sqlite3_open(path, &db) != SQLITE_OK) {
        printf("cannot open %s: %s\n", path, sqlite3_errmsg(db));
        exit(1);
    }
    return db;
}

/* Runs SQL whose rows do not matter. Returns SQLite's code; what went wrong is in sqlite3_errmsg.
 */
static inline int run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* The first column of the first row; -1 if there is none. */
static inline int64_t number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t value = -1;

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    else
        printf("%s: %s\n", sql, sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    return value;
}

/* The same as text; empty if there is none. */
typedef struct text {
    char string[128];
} text_t;

static inline text_t text(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    text_t value = {""};

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0) != NULL)
        sqlite3_snprintf(sizeof value.string, value.string, "%s",
                         sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return value;
}

/* Runs the script that a query gives, in a transaction. Returns SQLite's code, as `run` does. */
static inline int run_script(sqlite3 *db, const char *query)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, query, -1, &statement, NULL);
    char *script = NULL;

    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        script = sqlite3_mprintf("BEGIN;\n%sCOMMIT;", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW)
        code = script != NULL ? run(db, script) : SQLITE_NOMEM;
    sqlite3_free(script);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(db))
        run(db, "ROLLBACK");
    return code;
}

#endif
