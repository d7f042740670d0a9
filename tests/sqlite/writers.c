/*
 * Many writers of one database, whose keys are DEFAULT (uuid7_blob()): connections in threads, then
 * processes that are killed while they write. No row may be lost or changed, and what is written
 * later must sort later. Each row brings one of a table that has an entryUUID.
 *
 *   writers EXTENSION FOLDER [ROWS [KILLS]]
 */
#include "host.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
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

/* ---- threads ---- */

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

/* ---- processes that are killed ---- */

/* Writes until it is killed, row by row, in transactions, in bulk; says so after the first round.
 */
static int write_until_killed(const char *path)
{
    sqlite3 *db = open_and_load(path);

    alarm(300); /* where nobody is left to kill it */
    /* A process that is killed loses nothing that the system has, so there is no need to wait. */
    if (run(db, "PRAGMA synchronous = OFF") != SQLITE_OK)
        return 1;
    if (number(db, "SELECT uuid7_blob() > coalesce((SELECT max(id) FROM t), zeroblob(16))") != 1)
        return 3;
    for (int round = 0;
         run(db, "INSERT INTO t(i) VALUES (1);"
                 "BEGIN; INSERT INTO t(i) VALUES (2); INSERT INTO t(i) VALUES (3); COMMIT;"
                 "INSERT INTO t(id) SELECT blob FROM uuid_series(7, 50)") == SQLITE_OK;
         round++)
        if (round == 0 && write(STDOUT_FILENO, "!", 1) != 1)
            break;
    return 1;
}

static bool kill_one(const char *program, const char *path, unsigned microseconds)
{
    int channel[2], status;
    char ready;
    pid_t child;

    if (pipe(channel) != 0 || (child = fork()) < 0)
        exit(1);
    if (child == 0) {
        dup2(channel[1], STDOUT_FILENO);
        close(channel[0]);
        execl(program, program, extension, path, "child", (char *)NULL);
        _exit(1);
    }
    close(channel[1]);
    if (read(channel[0], &ready, 1) == 1) {
        usleep(microseconds);
        kill(child, SIGKILL);
    }
    close(channel[0]);
    if (waitpid(child, &status, 0) != child)
        exit(1);
    if (!WIFSIGNALED(status))
        printf("the process ended by itself: %d\n", WEXITSTATUS(status));
    return WIFSIGNALED(status);
}

static void kill_writers(const char *program, const char *path, const char *journal_mode, int kills)
{
    sqlite3 *db = open_and_load(path);
    char pragma[64];
    int64_t count = 0, before;

    sqlite3_snprintf(sizeof pragma, pragma, "PRAGMA journal_mode = %s", journal_mode);
    EXPECT(run(db, pragma) == SQLITE_OK);
    create_schema(db);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    for (int i = 0; i < kills; i++) {
        before = count;
        EXPECT(kill_one(program, path, (unsigned)(i * 7919 % 8000)));
        db = open_and_load(path); /* with a journal left behind, which it plays back */
        EXPECT(strcmp(text(db, "PRAGMA integrity_check").string, "ok") == 0);
        count = number(db, "SELECT count(*) FROM t");
        EXPECT(count >= before);
        EXPECT(number(db, inversions) == 0);
        EXPECT(number(db, gaps) == 0);
        EXPECT(number(db, "SELECT count(*) FROM t WHERE i = 2") ==
               number(db, "SELECT count(*) FROM t WHERE i = 3"));
        EXPECT(number(db, "SELECT count(*) % 50 FROM t WHERE i IS NULL") == 0);
        EXPECT(sqlite3_close(db) == SQLITE_OK);
    }
    EXPECT(count >= 53 * kills);
    printf("sql writers.c: %lld rows by %d processes that were killed, journal %s\n",
           (long long)count, kills, journal_mode);
}

int main(int count, char **arguments)
{
    char path[3][4096];
    int kills = 20;

    if (count < 3)
        return 2;
    extension = arguments[1];
    if (count == 4 && strcmp(arguments[3], "child") == 0)
        return write_until_killed(arguments[2]);
    if (count > 3)
        rows = atoi(arguments[3]) / BLOCK * BLOCK;
    if (count > 4)
        kills = atoi(arguments[4]);
    for (int i = 0; i < 3; i++)
        sqlite3_snprintf(sizeof path[i], path[i], "%s/writers-%d.db", arguments[2], i);
    write_from_threads(path[0]);
    if (kills > 0) {
        kill_writers(arguments[0], path[1], "WAL", kills / 2);
        kill_writers(arguments[0], path[2], "DELETE", kills - kills / 2);
    }
    return report("writers.c");
}
