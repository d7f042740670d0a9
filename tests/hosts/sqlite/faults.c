/*
 * Memory that fails: every function of the extension, its collation and its tables are run with the
 * first allocation failing, then with the second, and so on until nothing fails; once with that one
 * failing alone, once with all after it failing too. A statement must then give what it gives
 * without a fault, or SQLITE_NOMEM; nothing may leak, crash or change what is stored.
 */
#include "ours.h"

/* ---- memory that fails ---- */

static sqlite3_mem_methods real;
static int64_t outstanding;  /* allocations that were not freed */
static int until_fault = -1; /* how many allocations go well; less than 0 for all */
static bool stays_faulty;
static int faults;

static bool is_fault(void)
{
    if (until_fault < 0 || until_fault-- > 0)
        return false;
    if (stays_faulty)
        until_fault = 0;
    faults++;
    return true;
}

static void *fault_malloc(int size)
{
    void *memory = is_fault() ? NULL : real.xMalloc(size);

    outstanding += memory != NULL;
    return memory;
}

static void *fault_realloc(void *memory, int size)
{
    return is_fault() ? NULL : real.xRealloc(memory, size);
}

static void fault_free(void *memory)
{
    outstanding -= memory != NULL;
    real.xFree(memory);
}

static void begin_faults(int after, bool all)
{
    faults = 0;
    stays_faulty = all;
    until_fault = after;
}

static void end_faults(void)
{
    until_fault = -1;
}

/* ---- statements ---- */

/* What a statement gives: its code, and a digest of its rows, of values or of their types alone, or
 * of its message. */
typedef struct outcome {
    int code;
    uint64_t values, types;
} outcome_t;

static uint64_t digest(uint64_t before, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < length; i++)
        before = (before ^ byte[i]) * 0x100000001b3;
    return (before ^ length) * 0x100000001b3;
}

static outcome_t run_prepared(sqlite3_stmt *statement)
{
    outcome_t outcome = {.values = 0xcbf29ce484222325, .types = 0xcbf29ce484222325};
    int reset;

    while ((outcome.code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const int type = sqlite3_column_type(statement, i);
            const void *bytes = sqlite3_column_blob(statement, i);

            outcome.types = digest(outcome.types, &type, sizeof type);
            outcome.values = digest(outcome.values, bytes,
                                    bytes != NULL ? (size_t)sqlite3_column_bytes(statement, i) : 0);
        }
    reset = sqlite3_reset(statement);
    if (outcome.code == SQLITE_DONE)
        outcome.code = reset;
    if (outcome.code != SQLITE_OK) {
        const char *message = sqlite3_errmsg(sqlite3_db_handle(statement));
        outcome.types = digest(outcome.types, message, strlen(message));
    }
    return outcome;
}

static outcome_t run_statement(sqlite3 *db, const char *sql)
{
    outcome_t outcome = {0};
    sqlite3_stmt *statement = NULL;

    outcome.code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (outcome.code == SQLITE_OK)
        outcome = run_prepared(statement);
    sqlite3_finalize(statement);
    return outcome;
}

/* A database of UTF-16 turns all text into UTF-8 for the extension, which takes memory. */
static const char *const encodings[] = {"PRAGMA encoding = 'UTF-8'",
                                        "PRAGMA encoding = 'UTF-16le'"};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

static const char setup[] =
    "CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x TEXT COLLATE UUID,"
    "                ulid TEXT AS (uuid_format(id, 'ulid')) STORED,"
    "                CHECK (uuid_check(id) IS NOT NULL)) WITHOUT ROWID;"
    "CREATE INDEX by_time ON t(uuid_timestamp_ms(id)) WHERE uuid_version(id) = 7;"
    "CREATE INDEX by_x ON t(x);"
    "CREATE TABLE odd (a, id BLOB, g GUID, l TEXT, m TEXT);"
    "INSERT INTO odd SELECT n, iif(n % 2, uuid, uuid_blob(uuid)), uuid_guid_swap(uuid_blob(uuid)),"
    "  uuid_format(uuid, 'ulid'), iif(n % 3, upper(uuid), uuid) FROM"
    "  (SELECT n, uuid5('@dns', printf('%d', n)) AS uuid FROM uuid_series(4, 10));"
    "INSERT INTO odd SELECT n, iif(n % 2, uuid_blob(uuid), uuid), NULL, 'x', NULL FROM"
    "  (SELECT n, uuid5('@dns', printf('%d', n)) AS uuid FROM uuid_series(4, 4));"
    "INSERT INTO odd VALUES (NULL, X'00', 1, 1.5, char(10)), (1, CAST('00000000-0000-0000-0000-000000000000' AS BLOB), 1.5,"
    "  zeroblob(1000), zeroblob(16));"
    "CREATE VIEW v AS SELECT upper(m) AS uuid FROM odd;"
    "CREATE TABLE owner (id BLOB PRIMARY KEY);"
    "INSERT INTO owner SELECT DISTINCT uuid_blob(m) FROM odd WHERE uuid_valid(m);"
    "CREATE TABLE child (id TEXT COLLATE NOCASE REFERENCES owner);"
    "INSERT INTO child SELECT uuid_str(id) FROM owner;"
    "CREATE TABLE entry (k INTEGER PRIMARY KEY, x);"
    "INSERT INTO entry(x) VALUES (1), (2), (3);"
    "CREATE TABLE broken (x, u BLOB);"
    "CREATE TRIGGER touched AFTER UPDATE ON broken BEGIN SELECT 1; END";

static const char *const script[] = {
    "SELECT x FROM (SELECT m AS x FROM odd) ORDER BY x COLLATE UUID",
    "SELECT max(m COLLATE UUID), min(m COLLATE UUID), count(DISTINCT m COLLATE UUID) FROM odd",
    "INSERT INTO t(x) VALUES (uuid4())",
    "INSERT INTO t(x) SELECT uuid FROM uuid_series(7, 20)",
    "UPDATE t SET x = upper(x) WHERE id > uuid7_min_blob(0)",
    "SELECT count(*) FROM t WHERE id BETWEEN uuid7_min_blob(0) AND uuid7_max_blob(0)",
    "SELECT count(*) FROM t WHERE uuid_timestamp_ms(id) > 5 AND uuid_version(id) = 7",
    "DELETE FROM t WHERE x = '00000000-0000-0000-0000-000000000000'",
    "SELECT n, uuid, blob FROM uuid_series(7, 600)",
    "SELECT n FROM uuid_series(7, 3) WHERE n = 1 OR n = 3",
    "SELECT n FROM uuid_series(7, NULL)",
    "SELECT n FROM uuid_series WHERE version = 4 AND count = 2",
    "SELECT * FROM uuid_audit('odd')",
    "SELECT *, \"table\", only, schema FROM uuid_audit('odd', 'ID', 'main')",
    "SELECT * FROM uuid_audit('v')",
    "SELECT * FROM uuid_audit('child')",
    "SELECT column1, a.count FROM (VALUES ('v'), ('odd')), uuid_audit(column1) AS a",
    "SELECT count(*) FROM uuid_audit(NULL)",
    "SELECT * FROM uuid_formats WHERE name > 'm' ORDER BY length",
    "SELECT * FROM uuid_ldap_schema",
    "SELECT value, X FROM uuid_advance(uuid7())",
    "SELECT value, X FROM uuid_series(7, 3), uuid_advance(uuid)",
    "SELECT value FROM uuid_reseed()",
    "INSERT INTO entry(x) SELECT n FROM uuid_series(4, 5)",
    "REPLACE INTO entry(k, x) VALUES (1, 1), (2, 2)",
    "UPDATE entry SET x = x + 1, entryUUID = entryUUID",
    "SELECT uuid_entryuuid_sql('entry', 'ENTRYuuid', 4, 'MAIN')",
    "SELECT uuid_entryuuid_drop_sql('entry')",
    "SELECT uuid_entryuuid_sql('odd')",
    "SELECT uuid_entryuuid_sql('broken')",
};

/* Errors whose text is made, too. */
static const char *const wrong[] = {
    "SELECT uuid_check('6ba7b810')",
    "SELECT uuid7_at('0')",
    "SELECT uuid5('@nosuch', '')",
    "SELECT uuid_format('00000000-0000-0000-0000-000000000000', 'nosuch')",
    "SELECT n FROM uuid_series(5, 1)",
    "SELECT n FROM uuid_series('7', 1)",
    "SELECT * FROM uuid_advance('6ba7b810')",
    "SELECT * FROM uuid_state_open('')",
    "SELECT * FROM uuid_audit('nosuch')",
    "SELECT * FROM uuid_audit('odd', 'nosuch')",
    "SELECT * FROM uuid_audit('odd', 1)",
    "SELECT * FROM uuid_audit('odd', NULL, 'nosuch')",
    "SELECT * FROM uuid_audit('uuid_series')",
    "SELECT * FROM uuid_audit",
    "SELECT uuid_entryuuid_sql('nosuch', 'id', 7, 'main')",
    "SELECT uuid_entryuuid_sql('v')",
    "SELECT uuid_entryuuid_sql('t', 'id')",
    "SELECT uuid_entryuuid_sql('odd', 'l')",
    "SELECT uuid_entryuuid_sql('odd', 'id')",
    "SELECT uuid_entryuuid_sql('entry', 'x')",
    "SELECT uuid_entryuuid_drop_sql('odd')",
    "INSERT INTO entry(entryUUID) VALUES (uuid7_blob())",
    "UPDATE entry SET entryUUID = NULL",
};

static bool is_same(const outcome_t *left, const outcome_t *right, bool is_stable)
{
    return left->code == right->code && left->types == right->types &&
           (!is_stable || left->values == right->values);
}

static int rounds; /* statements that were run with a fault */

/* What is run: a statement that is prepared each time, or one that is prepared already. */
typedef struct subject {
    sqlite3 *db;
    const char *sql;
    sqlite3_stmt *prepared;
} subject_t;

static outcome_t run_subject(const subject_t *subject)
{
    return subject->prepared != NULL ? run_prepared(subject->prepared)
                                     : run_statement(subject->db, subject->sql);
}

/* Runs it with a fault in each place. */
static void try_subject(const subject_t *subject)
{
    const outcome_t first = run_subject(subject), right = run_subject(subject);
    const bool is_stable = first.values == right.values;

    for (int all = 0; all < 2; all++) {
        for (int after = 0; after < 1000000; after++) {
            outcome_t outcome;

            begin_faults(after, all);
            outcome = run_subject(subject);
            end_faults();
            if (faults > 0 && outcome.code == SQLITE_NOMEM)
                passed++;
            else if (!EXPECT(is_same(&outcome, &right, is_stable)))
                printf("    %s\n    with allocation %d: %d, %s\n", subject->sql, after,
                       outcome.code, sqlite3_errmsg(subject->db));
            if (faults == 0)
                break;
            rounds++;
        }
    }
}

/* A connection for each statement, after which nothing may be left. */
static void with_faults(const char *encoding, const char *sql)
{
    const int64_t before = outstanding;
    sqlite3 *db = open_with_extension(":memory:");

    EXPECT(run(db, encoding) == SQLITE_OK && run(db, setup) == SQLITE_OK);
    EXPECT(run_script(db, "SELECT uuid_entryuuid_sql('entry')") == SQLITE_OK);
    EXPECT(run_script(db, "SELECT uuid_entryuuid_sql('broken', 'u')") == SQLITE_OK);
    EXPECT(run(db, "DROP TRIGGER broken_entryUUID_refuse") == SQLITE_OK);
    try_subject(&(subject_t){.db = db, .sql = sql});
    EXPECT(strcmp(text(db, "PRAGMA integrity_check").string, "ok") == 0);
    EXPECT(number(db, "SELECT count(*) FROM entry WHERE entryUUID IS NULL") == 0);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    if (!EXPECT(outstanding == before))
        printf("    %s\n    leaks %lld\n", sql, (long long)(outstanding - before));
}

/* ---- calls of all functions ---- */

static const char *const samples[] = {
    "'{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}'",
    "X'1EC9414C232A6B00B3C89F6BDECED846'",
    "X'00112233445566778899'",
    "'@dns'",
    "'ulid'",
    "'user_01h455vb4pex5vsknk084sn02q'",
    "42",
    "NULL",
};
enum { SAMPLES = sizeof samples / sizeof *samples, MOST = SAMPLES * SAMPLES };

/* Only the call is at stake here; nothing of it is a constant that is worked out before. */
static void try_call(sqlite3 *db, const char *sql)
{
    subject_t subject = {.db = db, .sql = sql};

    EXPECT(sqlite3_prepare_v2(db, sql, -1, &subject.prepared, NULL) == SQLITE_OK);
    try_subject(&subject);
    sqlite3_finalize(subject.prepared);
}

static void call_all(const char *encoding)
{
    const int64_t before = outstanding;
    sqlite3 *db = open_with_extension(":memory:");

    EXPECT(run(db, encoding) == SQLITE_OK);
    for (int f = 0; f < function_count; f++) {
        int combinations = 1;

        for (int i = 0; i < functions[f].arguments; i++)
            combinations *= SAMPLES;
        /* Of many combinations some, each sample in each place. */
        for (int c = 0; c < combinations && c < MOST; c++) {
            char sql[512];
            int rest = c * 97 % combinations;

            sqlite3_snprintf(sizeof sql, sql, "SELECT %s(", functions[f].name);
            for (int i = 0; i < functions[f].arguments; i++, rest /= SAMPLES)
                sqlite3_snprintf((int)(sizeof sql - strlen(sql)), sql + strlen(sql), "%s%s",
                                 i > 0 ? ", " : "", samples[rest % SAMPLES]);
            sqlite3_snprintf((int)(sizeof sql - strlen(sql)), sql + strlen(sql), ")");
            try_call(db, sql);
        }
    }
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    EXPECT(outstanding == before);
}

/* ---- registering ---- */

/* Is all of it there? */
static bool is_complete(sqlite3 *db)
{
    return number(db, "SELECT count(*) FROM (SELECT DISTINCT name, narg"
                      " FROM pragma_function_list WHERE name LIKE '%uuid%')") == function_count &&
           run(db, "SELECT 'a' < 'b' COLLATE UUID FROM uuid_series(7, 1), uuid_audit(NULL)") ==
               SQLITE_OK;
}

static void register_with_faults(void)
{
    for (int all = 0; all < 2; all++)
        for (int after = 0; after < 1000000; after++) {
            const int64_t before = outstanding;
            sqlite3 *db = NULL;
            char *message = NULL;
            int code;

            if (sqlite3_open(":memory:", &db) != SQLITE_OK)
                exit(1);
            begin_faults(after, all);
            code = sqlite3_uuid9562_init(db, &message, NULL);
            end_faults();
            EXPECT(code == SQLITE_OK ? is_complete(db) : faults > 0 && code == SQLITE_NOMEM);
            EXPECT(message == NULL || strstr(message, ": out of memory") != NULL);
            sqlite3_free(message);
            /* What was left half done is done by doing it again. */
            EXPECT(sqlite3_uuid9562_init(db, &message, NULL) == SQLITE_OK && is_complete(db));
            EXPECT(sqlite3_close(db) == SQLITE_OK);
            EXPECT(outstanding == before);
            if (faults == 0)
                break;
            rounds++;
        }
}

int main(void)
{
    sqlite3_mem_methods methods;

    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
    methods = real;
    methods.xMalloc = fault_malloc;
    methods.xRealloc = fault_realloc;
    methods.xFree = fault_free;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK)
        return 2;
    list_functions();
    register_with_faults();
    for (int e = 0; e < ENCODINGS; e++) {
        for (size_t i = 0; i < sizeof script / sizeof *script; i++)
            with_faults(encodings[e], script[i]);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            with_faults(encodings[e], wrong[i]);
        call_all(encodings[e]);
    }
    EXPECT(rounds > 20000);
    EXPECT(sqlite3_shutdown() == SQLITE_OK);
    EXPECT(outstanding == 0);
    printf("sql faults.c: %d faults\n", rounds);
    return report("faults.c");
}
