/*
 * A program that has SQLite and the extension in it: app SQL shows the first row, or the error.
 */
#include "sqlite3.h"
#include <stdio.h>

int main(int count, char **words)
{
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;

    if (count != 2 || sqlite3_open(":memory:", &db) != SQLITE_OK)
        return 2;
    if (sqlite3_prepare_v2(db, words[1], -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        printf("error: %s", sqlite3_errmsg(db));
    for (int i = 0; i < sqlite3_data_count(statement); i++)
        printf("%s%s", i > 0 ? " " : "", (const char *)sqlite3_column_text(statement, i));
    puts("");
    sqlite3_finalize(statement);
    return sqlite3_close(db);
}
