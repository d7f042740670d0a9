/*
 * A program that has SQLite and the extension in it.
 */
#include "sqlite3.h"
#include <stdio.h>

int main(void)
{
    sqlite3 *db;
    sqlite3_stmt *statement;

    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "SELECT uuid_version(uuid7()), uuid5('@dns', 'www.example.com')",
                           -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        return 1;
    printf("%s %s\n", sqlite3_column_text(statement, 0), sqlite3_column_text(statement, 1));
    sqlite3_finalize(statement);
    return sqlite3_close(db);
}
