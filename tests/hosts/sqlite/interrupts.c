/*
 * Statements that do not run to their end: interrupted, forbidden, left unfinished when the
 * connection is closed. And what the tables hold in memory, which must not grow with the rows.
 */
#include "ours.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

/* Of the processor: another program may have it meanwhile. */
static double now_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A table without end, for an audit without end. */
static const char endless[] =
    "CREATE VIEW endless AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)"
    " SELECT uuid4() AS uuid FROM c";

/* As many values of each of two writings, half of the UUIDs in both. */
static const char twice[] = "CREATE TABLE twice (uuid BLOB);"
                            "INSERT INTO twice SELECT blob FROM uuid_series(7, 2000);"
                            "INSERT INTO twice SELECT uuid_str(uuid) FROM twice";

static const char *const long_runs[] = {
    "SELECT count(*) FROM uuid_series(7, 2147483647)",
    "SELECT count(*) FROM uuid_series(4, 2147483647) WHERE uuid_version(uuid) = 0",
    "SELECT count(*) FROM uuid_audit('endless')",
    "SELECT count(*) FROM uuid_audit('endless', 'uuid')",
};
enum { LONG_RUNS = sizeof long_runs / sizeof *long_runs };

/* ---- interrupts ---- */

static _Atomic bool is_over;

/* Again and again, for the first may come before the statement runs. */
static void *interrupt_soon(void *db)
{
    do {
        usleep(20000);
        sqlite3_interrupt(db);
    } while (!is_over);
    return NULL;
}

static void interrupt_from_a_thread(void)
{
    sqlite3 *db = open_with_extension(":memory:");

    EXPECT(run(db, endless) == SQLITE_OK);
    for (int i = 0; i < LONG_RUNS; i++) {
        const double begin = now_seconds();
        pthread_t thread;

        is_over = false;
        EXPECT(pthread_create(&thread, NULL, interrupt_soon, db) == 0);
        EXPECT(run(db, long_runs[i]) == SQLITE_INTERRUPT);
        is_over = true;
        pthread_join(thread, NULL);
        EXPECT(now_seconds() - begin < 10);
        EXPECT(number(db, "SELECT count(*) FROM uuid_series(7, 10)") == 10);
    }
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

static int steps_left;

static int stop_after_steps(void *unused)
{
    (void)unused;
    return steps_left-- <= 0;
}

static int stop_at_one_step(void *unused)
{
    (void)unused;
    return steps_left-- == 0;
}

/* The progress handler stops them, at whichever of their steps it says so. */
static void stop_by_progress(void)
{
    sqlite3 *db = open_with_extension(":memory:");
    int steps = 0, code;

    EXPECT(run(db, endless) == SQLITE_OK && run(db, twice) == SQLITE_OK);
    for (int i = 0; i < LONG_RUNS; i++)
        for (steps = 0; steps < 20000; steps = steps * 2 + 1) {
            sqlite3_progress_handler(db, 1, stop_after_steps, NULL);
            steps_left = steps;
            EXPECT(run(db, long_runs[i]) == SQLITE_INTERRUPT);
        }
    /* Every reading of the audit comes to its end in some round. */
    steps = 0;
    do {
        steps_left = steps += 997;
        code = run(db, "SELECT * FROM uuid_audit('twice')");
        EXPECT(code == SQLITE_INTERRUPT || code == SQLITE_OK);
    } while (code == SQLITE_INTERRUPT);
    EXPECT(steps > 50 * 997);
    /* Once is enough, wherever it is: no part of it is left out instead. */
    for (steps = 0;; steps = steps * 5 / 4 + 1) {
        sqlite3_progress_handler(db, 1, stop_at_one_step, NULL);
        steps_left = steps;
        code = run(db, "SELECT * FROM uuid_audit('twice')");
        if (steps_left >= 0)
            break;
        EXPECT(code == SQLITE_INTERRUPT);
    }
    EXPECT(code == SQLITE_OK);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    EXPECT(number(db, "SELECT count FROM uuid_audit('twice') WHERE finding GLOB 'same*'") == 2000);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

/* ---- what is forbidden ---- */

static int forbid_reading(void *unused, int action, const char *table, const char *column,
                          const char *schema, const char *from)
{
    (void)unused;
    (void)column;
    (void)schema;
    (void)from;
    return action == SQLITE_READ && strcmp(table, "secret") == 0 ? SQLITE_DENY : SQLITE_OK;
}

/* An audit reads what the statement may read, and no more. */
static void obey_the_authorizer(void)
{
    sqlite3 *db = open_with_extension(":memory:");

    EXPECT(run(db, "CREATE TABLE secret (uuid); CREATE TABLE known (uuid)") == SQLITE_OK);
    EXPECT(sqlite3_set_authorizer(db, forbid_reading, NULL) == SQLITE_OK);
    EXPECT(run(db, "SELECT * FROM uuid_audit('known')") == SQLITE_OK);
    EXPECT(run(db, "SELECT * FROM uuid_audit('secret')") == SQLITE_AUTH);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

/* ---- an entryUUID ---- */

static const char entry[] = "CREATE TABLE entry (k INTEGER PRIMARY KEY, x);"
                            "INSERT INTO entry(x) SELECT n FROM uuid_series(4, 50)";
static const char entryuuid_sql[] = "SELECT uuid_entryuuid_sql('entry')";

/* Nor can its bytes be written into, since there is an index of them. */
static void write_into_an_entry(void)
{
    sqlite3 *db = open_with_extension(":memory:");
    sqlite3_blob *blob = NULL;

    EXPECT(run(db, entry) == SQLITE_OK && run_script(db, entryuuid_sql) == SQLITE_OK);
    EXPECT(sqlite3_blob_open(db, "main", "entry", "entryUUID", 1, 1, &blob) == SQLITE_ERROR);
    EXPECT(sqlite3_blob_open(db, "main", "entry", "entryUUID", 1, 0, &blob) == SQLITE_OK);
    EXPECT(sqlite3_blob_bytes(blob) == 16);
    EXPECT(sqlite3_blob_close(blob) == SQLITE_OK);
    /* Where no triggers fire there is no entryUUID; the next script gives the rows theirs. */
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    EXPECT(run(db, "INSERT INTO entry(x) VALUES (1), (2)") == SQLITE_OK);
    EXPECT(number(db, "SELECT count(*) FROM entry WHERE entryUUID IS NULL") == 2);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, NULL);
    EXPECT(run_script(db, entryuuid_sql) == SQLITE_OK);
    EXPECT(number(db, "SELECT count(DISTINCT entryUUID) FROM entry") == 52);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

/* Each of the things that a call asks SQLite for may be forbidden. */
static int questions_left;

static int forbid_one(void *unused, int action, const char *one, const char *two,
                      const char *schema, const char *from)
{
    (void)unused;
    (void)action;
    (void)one;
    (void)two;
    (void)schema;
    (void)from;
    return questions_left-- == 0 ? SQLITE_DENY : SQLITE_OK;
}

static void forbid_entryuuid_sql(void)
{
    sqlite3 *db = open_with_extension(":memory:");
    int question = 0, code;

    EXPECT(run(db, entry) == SQLITE_OK);
    do {
        questions_left = question++;
        EXPECT(sqlite3_set_authorizer(db, forbid_one, NULL) == SQLITE_OK);
        code = run(db, entryuuid_sql);
        EXPECT(sqlite3_set_authorizer(db, NULL, NULL) == SQLITE_OK);
    } while (EXPECT(code == (questions_left < 0 ? SQLITE_AUTH : SQLITE_OK) ||
                    (questions_left < 0 && code == SQLITE_ERROR)) &&
             questions_left < 0);
    EXPECT(question > 50);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

/* ---- unfinished when the connection is closed ---- */

static sqlite3_stmt *begin(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;

    EXPECT(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
    EXPECT(sqlite3_step(statement) == SQLITE_ROW);
    return statement;
}

static void close_in_the_middle(void)
{
    static const char *const queries[] = {"SELECT uuid FROM uuid_series(7, 100000)",
                                          "SELECT finding, advice FROM uuid_audit('twice')"};
    const int64_t before = sqlite3_memory_used();

    for (int i = 0; i < 2; i++) {
        sqlite3 *db = open_with_extension(":memory:");
        sqlite3_stmt *statement;

        EXPECT(run(db, twice) == SQLITE_OK);
        statement = begin(db, queries[i]);
        EXPECT(sqlite3_close(db) == SQLITE_BUSY);
        EXPECT(sqlite3_step(statement) == SQLITE_ROW);
        EXPECT(sqlite3_finalize(statement) == SQLITE_OK);

        /* A zombie goes on with what was begun, and ends with it. */
        statement = begin(db, queries[i]);
        EXPECT(sqlite3_close_v2(db) == SQLITE_OK);
        for (int row = 0; row < 3; row++)
            EXPECT(sqlite3_step(statement) == SQLITE_ROW &&
                   sqlite3_column_text(statement, 0) != NULL);
        EXPECT(sqlite3_finalize(statement) == SQLITE_OK);
        EXPECT(sqlite3_memory_used() == before);
    }
}

/* ---- memory ---- */

/* How much more memory a statement takes, at its highest, than there was before. */
static int64_t most_memory(sqlite3 *db, const char *sql)
{
    const int64_t before = sqlite3_memory_used();

    sqlite3_memory_highwater(1);
    EXPECT(run(db, sql) == SQLITE_OK);
    return sqlite3_memory_highwater(0) - before;
}

static void hold_little(const char *path)
{
    sqlite3 *db = open_with_extension(path);
    int64_t few, many;

    few = most_memory(db, "SELECT count(*) FROM uuid_series(7, 1000)");
    many = most_memory(db, "SELECT count(*) FROM uuid_series(7, 300000)");
    EXPECT(few > 0 && many < few + 1000);

    EXPECT(run(db, "PRAGMA cache_size = -100; PRAGMA journal_mode = OFF;"
                   "PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;"
                   "CREATE TABLE few (uuid, t TEXT); CREATE TABLE many (uuid, t TEXT);"
                   "INSERT INTO few SELECT iif(n % 2, blob, uuid), upper(uuid)"
                   "  FROM uuid_series(7, 10000);"
                   "INSERT INTO many SELECT iif(n % 2, blob, uuid), upper(uuid)"
                   "  FROM uuid_series(7, 100000)") == SQLITE_OK);
    few = most_memory(db, "SELECT * FROM uuid_audit('few')");
    many = most_memory(db, "SELECT * FROM uuid_audit('many')");
    /* The sorting grows to a size of its own, then goes to disk. */
    EXPECT(few > 0 && many < 4 * few && many < 1500000);
    few = most_memory(db, "SELECT * FROM uuid_audit('few', 't')");
    many = most_memory(db, "SELECT * FROM uuid_audit('many', 't')");
    EXPECT(few > 0 && many < few + 10000);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

int main(int count, char **arguments)
{
    if (count != 2) /* a database, to be made */
        return 2;
    interrupt_from_a_thread();
    stop_by_progress();
    obey_the_authorizer();
    write_into_an_entry();
    forbid_entryuuid_sql();
    close_in_the_middle();
    hold_little(arguments[1]);
    return report("interrupts.c");
}
