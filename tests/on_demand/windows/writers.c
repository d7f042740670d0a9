/*
 * Threads that write into one database on Windows, each by a connection of its own that loads the
 * extension and is closed at the end: writers.exe EXTENSION DATABASE
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#include "sqlite3.h"

enum { THREADS = 4, EACH = 2500 };

static const char *extension, *path;

static void run(sqlite3 *db, const char *sql)
{
    char *message = NULL;

    if (sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK)
        return;
    fprintf(stderr, "%s: %s\n", sql, message);
    exit(1);
}

static sqlite3 *open(void)
{
    char *message = NULL;
    sqlite3 *db;

    sqlite3_open(path, &db);
    sqlite3_busy_timeout(db, 60000);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    if (sqlite3_load_extension(db, extension, NULL, &message) == SQLITE_OK)
        return db;
    fprintf(stderr, "%s\n", message);
    exit(1);
}

static DWORD WINAPI insert(void *unused)
{
    sqlite3 *db = open();

    (void)unused;
    for (int i = 0; i < EACH; i += 100) {
        run(db, "BEGIN IMMEDIATE");
        for (int j = 0; j < 100; j++)
            run(db, "INSERT INTO t (id) VALUES (uuid7_blob())");
        run(db, "COMMIT");
    }
    return sqlite3_close(db) != SQLITE_OK;
}

/* Inserted later, a greater UUID: only one connection writes at a time. */
static int print(void *unused, int count, char **values, char **names)
{
    (void)unused, (void)count, (void)names;
    printf("%s rows, %s\n", values[0], values[1][0] == '1' ? "in order" : "not in order");
    return 0;
}

int main(int count, char **arguments)
{
    HANDLE threads[THREADS];
    sqlite3 *db;
    DWORD code;

    if (count != 3)
        return 2;
    extension = arguments[1];
    path = arguments[2];
    db = open();
    run(db, "PRAGMA journal_mode = WAL");
    run(db, "CREATE TABLE t (n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE)");
    sqlite3_close(db);
    for (int i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, insert, NULL, 0, NULL);
    for (int i = 0; i < THREADS; i++) {
        WaitForSingleObject(threads[i], INFINITE);
        if (!GetExitCodeThread(threads[i], &code) || code != 0)
            return 1;
    }
    db = open();
    sqlite3_exec(db, "SELECT count(*), sum(id > before OR before IS NULL) = count(*) FROM"
                     " (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM t)", print, NULL, NULL);
    return sqlite3_close(db) != SQLITE_OK;
}
