/*
 * Statements of the tables and of entries that do not run to their end: interrupted, forbidden,
 * locked out, left unfinished when the connection is closed. And what they hold in memory, which
 * must not grow with the rows.
 */
#include "ours.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static double now_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
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

/* ---- entries: all of it or nothing ---- */

static const char entries[] = "CREATE TABLE none (k INTEGER PRIMARY KEY, x);"
                              "CREATE TABLE has (k INTEGER PRIMARY KEY, x);"
                              "CREATE TABLE others (x);"
                              "INSERT INTO none(x) SELECT n FROM uuid_series(4, 50);"
                              "INSERT INTO has(x) SELECT n FROM uuid_series(4, 50);"
                              "SELECT uuid_entry_create('has')";

static const char *const entry_calls[] = {"SELECT uuid_entry_create('none')",
                                          "SELECT uuid_entry_drop('has')",
                                          "SELECT uuid_entry_create('has', 'entryUUID', 4)"};
enum { ENTRY_CALLS = sizeof entry_calls / sizeof *entry_calls };

/* How many parts there are, and rows in their columns; and that triggers fire. */
static int64_t entry_state(sqlite3 *db)
{
    int triggers = 0;

    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &triggers);
    EXPECT(triggers == 1);
    return number(db, "SELECT count(*) * 1000 + sum(instr(sql, 'uuid4'))"
                      " + 100000 * (SELECT count(*) FROM pragma_table_info('none'))"
                      " + 1000000 * (SELECT count(*) FROM pragma_table_info('has'))"
                      " FROM sqlite_schema");
}

/* Runs a call that may have been stopped. It is done or it is not; where it is not, the connection
 * is as it was, the caller's transaction open still or undone by SQLite, and what was stopped works
 * when it is done again. Returns whether a transaction was left open, with a part of it done. */
static bool stop_entry(sqlite3 *db, const char *call, bool in_transaction, void (*arm)(sqlite3 *db),
                       int *code)
{
    const int64_t before = entry_state(db);
    int64_t after, done;
    bool is_open;

    if (in_transaction)
        EXPECT(run(db, "BEGIN; INSERT INTO others VALUES (1)") == SQLITE_OK);
    arm(db);
    *code = run(db, call);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    sqlite3_set_authorizer(db, NULL, NULL);
    is_open = *code != SQLITE_OK && !sqlite3_get_autocommit(db) &&
              (!in_transaction || entry_state(db) != before);
    if (is_open)
        EXPECT(run(db, "ROLLBACK") == SQLITE_OK);
    EXPECT(sqlite3_get_autocommit(db) || in_transaction);
    if (!sqlite3_get_autocommit(db))
        EXPECT(run(db, "COMMIT") == SQLITE_OK);
    after = entry_state(db);
    if (after == before)
        EXPECT(*code != SQLITE_OK && run(db, call) == SQLITE_OK);
    done = entry_state(db);
    EXPECT(done != before && (after == before || after == done));
    EXPECT(strcmp(text(db, "PRAGMA integrity_check").is, "ok") == 0);
    return is_open;
}

static sqlite3 *interrupted;

static int interrupt_at_one_step(void *unused)
{
    (void)unused;
    if (steps_left-- == 0)
        sqlite3_interrupt(interrupted);
    return 0;
}

static int stop_now_and_then(void *unused)
{
    (void)unused;
    steps_left = (steps_left * 75 + 74) % 65537;
    return steps_left / 7 % 3 == 0;
}

static int (*const handlers[])(void *unused) = {stop_after_steps, stop_at_one_step,
                                                stop_now_and_then, interrupt_at_one_step};
static int handler, first_step;

static void arm_handler(sqlite3 *db)
{
    interrupted = db;
    steps_left = first_step;
    sqlite3_progress_handler(db, handlers[handler] == stop_now_and_then ? 1 + first_step % 4 : 1,
                             handlers[handler], NULL);
}

/* By a handler that says stop from some step on, only at one, or now and then; by an interrupt,
 * which stays in force while the call runs. */
static void stop_entries(void)
{
    int code, stopped = 0, open = 0;

    for (handler = 0; handler < 4; handler++)
        for (int c = 0; c < ENTRY_CALLS; c++)
            for (int in_transaction = 0; in_transaction < 2; in_transaction++)
                for (first_step = 0; first_step < 6000; first_step += first_step < 1500 ? 13 : 97) {
                    sqlite3 *db = open_with_extension(":memory:");

                    EXPECT(run(db, entries) == SQLITE_OK);
                    open += stop_entry(db, entry_calls[c], in_transaction, arm_handler, &code);
                    /* Within DROP COLUMN an interrupt is what SQLite calls an error in the schema.
                     */
                    if (!EXPECT(code == SQLITE_OK || code == SQLITE_INTERRUPT ||
                                (code == SQLITE_ERROR && c == 1)))
                        printf("    %s: %d by handler %d at %d\n", entry_calls[c], code, handler,
                               first_step);
                    stopped += code != SQLITE_OK;
                    EXPECT(sqlite3_close(db) == SQLITE_OK);
                }
    /* An interrupt that comes with the last steps of a change of the schema leaves no statement
     * that SQLite would still run. */
    EXPECT(stopped > 500 && open * 40 < stopped);
    printf("sql stops.c: entries were stopped %d times, a transaction left open %d times\n",
           stopped, open);
}

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

static int first_question;

static void arm_authorizer(sqlite3 *db)
{
    questions_left = first_question;
    EXPECT(sqlite3_set_authorizer(db, forbid_one, NULL) == SQLITE_OK);
}

/* Each of the things that a call has to ask for may be forbidden. */
static void forbid_entries(void)
{
    for (int c = 0; c < ENTRY_CALLS; c++)
        for (first_question = 0; first_question < 10000; first_question++) {
            sqlite3 *db = open_with_extension(":memory:");
            int code;

            EXPECT(run(db, entries) == SQLITE_OK);
            EXPECT(!stop_entry(db, entry_calls[c], first_question % 2 == 1, arm_authorizer, &code));
            EXPECT(sqlite3_close(db) == SQLITE_OK);
            if (questions_left >= 0) {
                EXPECT(code == SQLITE_OK && first_question > 50);
                break;
            }
        }
}

/* Another connection reads, writes, or has all of the database. */
static void lock_entries(const char *path)
{
    static const char *const locks[] = {"BEGIN; SELECT * FROM has", "BEGIN IMMEDIATE",
                                        "BEGIN EXCLUSIVE"};
    static const char *const modes[] = {"PRAGMA journal_mode = DELETE",
                                        "PRAGMA journal_mode = WAL"};
    sqlite3 *db = open_with_extension(path), *other = open_with_extension(path);

    EXPECT(run(db, "PRAGMA synchronous = OFF") == SQLITE_OK && run(db, entries) == SQLITE_OK);
    for (int m = 0; m < 2; m++) {
        EXPECT(run(db, modes[m]) == SQLITE_OK);
        for (int l = 0; l < 3; l++)
            for (int c = 0; c < 2; c++) {
                const bool waits = m == 0 || l > 0; /* readers of a WAL are in nobody's way */
                const int64_t before = entry_state(db);

                EXPECT(run(other, locks[l]) == SQLITE_OK);
                EXPECT(run(db, entry_calls[c]) == (waits ? SQLITE_BUSY : SQLITE_OK));
                EXPECT(sqlite3_get_autocommit(db));
                EXPECT(run(other, "COMMIT") == SQLITE_OK);
                EXPECT((entry_state(db) == before) == waits);
                EXPECT(run(other, "INSERT INTO others VALUES (1)") == SQLITE_OK);
                EXPECT(run(db, entry_calls[c]) == (waits || c == 0 ? SQLITE_OK : SQLITE_ERROR));
                EXPECT(run(db, "SELECT uuid_entry_drop('none')") == SQLITE_OK ||
                       run(db, "SELECT uuid_entry_create('has')") == SQLITE_OK);
            }
    }
    EXPECT(sqlite3_close(db) == SQLITE_OK && sqlite3_close(other) == SQLITE_OK);
}

static sqlite3 *rival;
static int rivals;

static int create_meanwhile(void *unused, int action, const char *operation, const char *two,
                            const char *schema, const char *from)
{
    (void)unused;
    (void)two;
    (void)schema;
    (void)from;
    if (action == SQLITE_SAVEPOINT && strcmp(operation, "BEGIN") == 0 && rivals++ == 0)
        EXPECT(run(rival, entry_calls[0]) == SQLITE_OK);
    return SQLITE_OK;
}

/* Another connection does the same when the call has begun; and one made the table a moment ago. */
static void create_at_once(const char *path)
{
    sqlite3 *db = open_with_extension(path);

    rival = open_with_extension(path);
    EXPECT(number(db, "SELECT count(*) FROM none") == 50);
    EXPECT(sqlite3_set_authorizer(db, create_meanwhile, NULL) == SQLITE_OK);
    EXPECT(number(db, entry_calls[0]) == 0 && rivals > 0);
    EXPECT(sqlite3_set_authorizer(db, NULL, NULL) == SQLITE_OK);
    EXPECT(number(db, "SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'none'") == 5);
    EXPECT(run(db, "INSERT INTO none(x) VALUES (1)") == SQLITE_OK);
    EXPECT(run(rival, "INSERT INTO none(x) VALUES (2)") == SQLITE_OK);
    EXPECT(number(db, "SELECT count(DISTINCT entryUUID) FROM none") == 52);
    EXPECT(run(rival, "CREATE TABLE fresh (x)") == SQLITE_OK);
    EXPECT(number(db, "SELECT uuid_entry_create('fresh')") == 0);
    EXPECT(run(rival, "INSERT INTO fresh(x) VALUES (1)") == SQLITE_OK);
    EXPECT(run(rival, "SELECT uuid_entry_drop('fresh')") == SQLITE_OK);
    EXPECT(run(db, "SELECT uuid_entry_drop('fresh')") == SQLITE_ERROR);
    EXPECT(sqlite3_close(db) == SQLITE_OK && sqlite3_close(rival) == SQLITE_OK);
}

/* Nor can the bytes be written into, since there is an index of them. */
static void write_into_entries(void)
{
    sqlite3 *db = open_with_extension(":memory:");
    sqlite3_blob *blob = NULL;

    EXPECT(run(db, entries) == SQLITE_OK);
    EXPECT(sqlite3_blob_open(db, "main", "has", "entryUUID", 1, 1, &blob) == SQLITE_ERROR);
    EXPECT(sqlite3_blob_open(db, "main", "has", "entryUUID", 1, 0, &blob) == SQLITE_OK);
    EXPECT(sqlite3_blob_bytes(blob) == 16);
    EXPECT(sqlite3_blob_close(blob) == SQLITE_OK);
    /* Where no triggers fire there is no entryUUID; the next call brings the rows theirs. */
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    EXPECT(run(db, "INSERT INTO has(x) VALUES (1), (2)") == SQLITE_OK);
    EXPECT(number(db, "SELECT uuid_entry_create('has')") == 2);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, NULL);
    EXPECT(number(db, "SELECT count(DISTINCT entryUUID) FROM has") == 52);
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
    many = most_memory(db, "SELECT count(*) FROM uuid_series(7, 3000000)");
    EXPECT(few > 0 && many < few + 1000);
    printf("sql stops.c: uuid_series holds %lld bytes for 10^3 rows, %lld for 3 x 10^6\n",
           (long long)few, (long long)many);

    EXPECT(run(db, "PRAGMA cache_size = -100; PRAGMA journal_mode = OFF;"
                   "PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;"
                   "CREATE TABLE few (uuid, t TEXT); CREATE TABLE many (uuid, t TEXT);"
                   "INSERT INTO few SELECT iif(n % 2, blob, uuid), upper(uuid)"
                   "  FROM uuid_series(7, 10000);"
                   "INSERT INTO many SELECT iif(n % 2, blob, uuid), upper(uuid)"
                   "  FROM uuid_series(7, 200000)") == SQLITE_OK);
    few = most_memory(db, "SELECT * FROM uuid_audit('few')");
    many = most_memory(db, "SELECT * FROM uuid_audit('many')");
    /* The sorting grows to a size of its own, then goes to disk. */
    EXPECT(few > 0 && many < 4 * few && many < 1500000);
    printf("sql stops.c: uuid_audit holds %lld bytes for 10^4 rows, %lld for 2 x 10^5, sorted\n",
           (long long)few, (long long)many);
    few = most_memory(db, "SELECT * FROM uuid_audit('few', 't')");
    many = most_memory(db, "SELECT * FROM uuid_audit('many', 't')");
    EXPECT(few > 0 && many < few + 10000);
    printf("sql stops.c: uuid_audit holds %lld bytes for 10^4 rows, %lld for 2 x 10^5, unsorted\n",
           (long long)few, (long long)many);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

int main(int count, char **arguments)
{
    char path[4096];

    if (count != 2) /* a database, to be made */
        return 2;
    interrupt_from_a_thread();
    stop_by_progress();
    obey_the_authorizer();
    stop_entries();
    forbid_entries();
    sqlite3_snprintf(sizeof path, path, "%s-entries", arguments[1]);
    lock_entries(path);
    create_at_once(path);
    write_into_entries();
    close_in_the_middle();
    hold_little(arguments[1]);
    return report("stops.c");
}
