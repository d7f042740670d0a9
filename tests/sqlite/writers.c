/*
 * Many writers of one database, whose keys are DEFAULT (uuid7_blob()): connections in threads. No
 * row may be lost or changed, and what is written later must sort later. Each row brings one of a
 * table that has an entryUUID. (tests/feed has processes, which are killed.)
 *
 *   writers EXTENSION FOLDER [ROWS]
 */
#include "host.h"

#include <pthread.h>
#include <unistd.h>

static const char *extension;

static const char schema[] = "CREATE TABLE t (n INTEGER PRIMARY KEY, writer, i,"
                             " id BLOB NOT NULL UNIQUE DEFAULT (uuid7_blob())"
                             " CHECK (uuid_version(id) = 7));"
                             "CREATE TABLE entry (n INTEGER PRIMARY KEY);"
                             "CREATE TRIGGER also AFTER INSERT ON t"
                             " BEGIN INSERT INTO entry(n) VALUES (NEW.n); END";

static sqlite3 *open_and_load(const char *path)
{
    sqlite3 *db = open_database(path);
    char *message = NULL;

    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    if (sqlite3_load_extension(db, extension, NULL, &message) != SQLITE_OK) {
        printf("%s\n", message);
        exit(1);
    }
    return db;
}

static void create_schema(sqlite3 *db)
{
    EXPECT(run(db, schema) == SQLITE_OK);
    EXPECT(run_script(db, "SELECT uuid_entryuuid_sql('entry')") == SQLITE_OK);
}

/* Rows without an entry, or the other way round; entries without a UUID, or out of order. */
static const char gaps[] =
    "SELECT (SELECT count(*) FROM t) + (SELECT count(*) FROM entry)"
    " - 2 * (SELECT count(DISTINCT entryUUID) FROM entry JOIN t USING (n))"
    " + (SELECT count(*) FROM (SELECT entryUUID AS id, lag(entryUUID) OVER (ORDER BY n) AS before"
    "    FROM entry) WHERE before >= id)";

static const char inversions[] =
    "SELECT count(*) FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM t)"
    " WHERE before >= id";

enum { THREADS = 8, CONNECTIONS = 20, BLOCK = 10 };

static const char *shared_path;
static int rows = 100;
static _Atomic int busy, wrong;

static bool is_busy(int code)
{
    return (code & 0xff) == SQLITE_BUSY;
}

/* Runs statements until they are not BUSY; they have changed nothing where they are. */
static void insist(sqlite3 *db, const char *sql)
{
    int code;

    while ((code = run(db, sql)) != SQLITE_OK) {
        if (!is_busy(code) && wrong++ == 0)
            printf("%s: %s\n", sql, sqlite3_errmsg(db));
        if (!sqlite3_get_autocommit(db))
            run(db, "ROLLBACK");
        if (!is_busy(code))
            return;
        busy++;
        usleep(500);
    }
}

/* A block of rows in one transaction, or each by itself. */
static void write_block(sqlite3 *db, int writer, int first)
{
    char sql[2048] = "";
    const bool together = first / BLOCK % 2 == 0;

    if (together)
        strcpy(sql, "BEGIN;");
    for (int i = first; i < first + BLOCK; i++) {
        sqlite3_snprintf((int)(sizeof sql - strlen(sql)), sql + strlen(sql),
                         "INSERT INTO t(writer, i) VALUES (%d, %d);", writer, i);
        if (!together) {
            insist(db, sql);
            *sql = '\0';
        }
    }
    if (together) {
        strcat(sql, "COMMIT");
        insist(db, sql);
    }
}

static void *write_from_a_thread(void *number)
{
    const int thread = *(int *)number;
    sqlite3 *db[CONNECTIONS] = {NULL};

    for (int c = thread; c < CONNECTIONS; c += THREADS) {
        db[c] = open_and_load(shared_path);
        sqlite3_busy_timeout(db[c], c % 2);
        insist(db[c], "PRAGMA synchronous = OFF");
    }
    for (int first = 0; first < rows; first += BLOCK)
        for (int c = thread; c < CONNECTIONS; c += THREADS)
            write_block(db[c], c, first);
    for (int c = thread; c < CONNECTIONS; c += THREADS)
        wrong += sqlite3_close(db[c]) != SQLITE_OK;
    return NULL;
}

static void write_from_threads(const char *path)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    sqlite3 *db = open_and_load(path);

    shared_path = path;
    EXPECT(run(db, "PRAGMA journal_mode = WAL") == SQLITE_OK);
    create_schema(db);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        EXPECT(pthread_create(&threads[i], NULL, write_from_a_thread, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    EXPECT(wrong == 0);
    EXPECT(number(db, "SELECT count(*) FROM t") == CONNECTIONS * rows);
    EXPECT(number(db, "SELECT count(DISTINCT id) FROM t") == CONNECTIONS * rows);
    EXPECT(number(db, "SELECT count(DISTINCT writer * 1000000 + i) FROM t") == CONNECTIONS * rows);
    EXPECT(number(db, "SELECT count(*) FROM (SELECT id, lag(id) OVER (PARTITION BY writer"
                      " ORDER BY n) AS before FROM t) WHERE before >= id") == 0);
    /* The key is made when the row has the lock, so that the order holds over connections too. */
    EXPECT(number(db, inversions) == 0);
    EXPECT(number(db, gaps) == 0);
    EXPECT(strcmp(text(db, "PRAGMA integrity_check").string, "ok") == 0);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    printf("sql writers.c: %d rows by %d connections in %d threads, BUSY %d times\n",
           CONNECTIONS * rows, CONNECTIONS, THREADS, busy);
}

int main(int count, char **arguments)
{
    char path[4096];

    if (count < 3)
        return 2;
    extension = arguments[1];
    if (count > 3)
        rows = atoi(arguments[3]) / BLOCK * BLOCK;
    sqlite3_snprintf(sizeof path, path, "%s/writers.db", arguments[2]);
    write_from_threads(path);
    return report("writers.c");
}
