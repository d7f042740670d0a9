/*
 * A program that has SQLite and the extension in it, and gives it to every connection.
 */
#include <sqlite3.h>
#include <stdio.h>

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int main(void)
{
    sqlite3 *db;
    sqlite3_stmt *statement;

    if (sqlite3_auto_extension((void (*)(void))sqlite3_uuid9562_init) != SQLITE_OK ||
        sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "SELECT uuid5('@dns', 'www.example.com')", -1, &statement, NULL) !=
            SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        return 1;
    puts((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return sqlite3_close(db);
}
