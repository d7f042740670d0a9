/*
 * The extension in a program that is linked with it: for all connections, by
 * sqlite3_auto_extension, and for one, by its entry point.
 */
#include "host.h"

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

static bool has_it(sqlite3 *db)
{
    return run(db,
               "SELECT uuid7(), uuid7_blob(), uuid9562_version(), 'a' < 'b' COLLATE UUID"
               "  FROM uuid_series(7, 1), (SELECT count(*) FROM uuid_audit('sqlite_schema'))") ==
           SQLITE_OK;
}

static void for_all_connections(void)
{
    void (*entry)(void) = (void (*)(void))sqlite3_uuid9562_init;
    enum { CONNECTIONS = 5 };
    sqlite3 *db[CONNECTIONS];
    text_t before = {""};

    EXPECT(sqlite3_auto_extension(entry) == SQLITE_OK);
    EXPECT(sqlite3_auto_extension(entry) == SQLITE_OK); /* once is as good as twice */
    for (int i = 0; i < CONNECTIONS; i++) {
        db[i] = open_database(":memory:");
        EXPECT(has_it(db[i]));
        EXPECT(run(db[i], "CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x"
                          ", CHECK (uuid_check(id) IS NOT NULL)) WITHOUT ROWID;"
                          "INSERT INTO t(x) SELECT n FROM uuid_series(7, 100)") == SQLITE_OK);
        EXPECT(number(db[i], "SELECT count(*) FROM t WHERE uuid_version(id) = 7") == 100);
    }
    /* One order over all of them. */
    for (int i = 0; i < 1000; i++) {
        text_t now = text(db[i % CONNECTIONS], "SELECT uuid7()");

        EXPECT(strlen(now.string) == 36 && strcmp(before.string, now.string) < 0);
        before = now;
    }
    for (int i = 0; i < CONNECTIONS; i++)
        EXPECT(sqlite3_close(db[i]) == SQLITE_OK);

    EXPECT(sqlite3_cancel_auto_extension(entry) == 1);
    db[0] = open_database(":memory:");
    EXPECT(!has_it(db[0]));
    EXPECT(sqlite3_close(db[0]) == SQLITE_OK);
}

static void for_one_connection(void)
{
    sqlite3 *with = open_database(":memory:"), *without = open_database(":memory:");
    sqlite3_stmt *running = NULL;
    char *message = NULL;

    EXPECT(sqlite3_uuid9562_init(with, &message, NULL) == SQLITE_OK && message == NULL);
    EXPECT(has_it(with));
    EXPECT(!has_it(without));
    /* Once more, beside a statement of it that runs. */
    EXPECT(sqlite3_prepare_v2(with, "SELECT uuid FROM uuid_series(7, 1000)", -1, &running, NULL) ==
           SQLITE_OK);
    EXPECT(sqlite3_step(running) == SQLITE_ROW);
    EXPECT(sqlite3_uuid9562_init(with, &message, NULL) == SQLITE_OK && message == NULL);
    EXPECT(sqlite3_step(running) == SQLITE_ROW);
    EXPECT(sqlite3_finalize(running) == SQLITE_OK);
    EXPECT(sqlite3_close(with) == SQLITE_OK);
    EXPECT(sqlite3_close(without) == SQLITE_OK);
}

int main(void)
{
    for_all_connections();
    for_one_connection();
    sqlite3_reset_auto_extension();
    EXPECT(sqlite3_memory_used() == 0);
    return report("static.c");
}
