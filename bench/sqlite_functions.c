/*
 * The net cost of a call of the SQLite extension's functions: a query that calls one for each of
 * many rows, less the same query without the call. Next to it a lower bound: a function returning
 * a constant, plus the same work in C. And the cost of a row of a whole column: in an UPDATE,
 * compared with a function that returns a constant; in an INSERT, with a copy of the column.
 *
 *   sqlite_functions EXTENSION
 */
#include <string.h>

#include "sqlite.h"
#include "uuid9562.h"

#define TEXT "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

/* ---- floors ---- */

static const char constant[] = TEXT;

static void constant_text(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_text(context, constant, sizeof constant - 1, SQLITE_STATIC);
}

static void constant_blob(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_blob(context, constant, 16, SQLITE_STATIC);
}

/* ---- queries ---- */

/* A body reads this many rows, in which t is a TEXT and b a BLOB, in passes over a table that is
 * small enough for the cache. */
enum { ROWS = 1 << 18 };
#define TABLE                                                                                      \
    "CREATE TEMP TABLE c AS WITH RECURSIVE c(i, t, b) AS (SELECT 1, '" TEXT "', uuid_blob('" TEXT  \
    "') UNION ALL SELECT i + 1, t, b FROM c WHERE i < (1 << 12)) SELECT * FROM c"

static sqlite3 *connect(void)
{
    sqlite3 *db = open_database(":memory:");

    sqlite3_create_function(db, "constant_text", -1, SQLITE_UTF8, NULL, constant_text, NULL, NULL);
    sqlite3_create_function(db, "constant_blob", -1, SQLITE_UTF8, NULL, constant_blob, NULL, NULL);
    run(db, TABLE);
    return db;
}

static _Thread_local sqlite3 *db;

static bool run_passes(const char *query)
{
    sqlite3_int64 rows = 0;

    while (rows < ROWS)
        rows += run(db, query);
    return rows == ROWS;
}

#define CALL(name, expression)                                                                     \
    static bool name(void)                                                                         \
    {                                                                                              \
        return run_passes("SELECT count(" expression ") FROM c");                                  \
    }

CALL(bare, "1")
CALL(bare_text, "t")
CALL(bare_blob, "b")
CALL(text_floor, "constant_text()")
CALL(blob_floor, "constant_blob()")
CALL(text_of_blob_floor, "constant_text(b)")
CALL(blob_of_text_floor, "constant_blob(t)")
CALL(uuid4, "uuid4()")
CALL(uuid7, "uuid7()")
CALL(uuid4_blob, "uuid4_blob()")
CALL(uuid7_blob, "uuid7_blob()")
CALL(uuid_str, "uuid_str(b)")
CALL(uuid_blob, "uuid_blob(t)")
CALL(randomblob, "randomblob(16)")
CALL(hex_randomblob, "hex(randomblob(16))")

/* Net of the loop, which reads what the call takes. */
static double time_over(body_t *body, body_t *loop, int calls)
{
    double ns = time_alone(body, calls);
    return ns - time_alone(loop, calls);
}

static double time_net(body_t *body, int calls)
{
    return time_over(body, bare, calls);
}

static double time_of_text(body_t *body, int calls)
{
    return time_over(body, bare_text, calls);
}

static double time_of_blob(body_t *body, int calls)
{
    return time_over(body, bare_blob, calls);
}

/* ---- the same in C ---- */

#define IN_C(name, condition)                                                                      \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < ROWS; i++)                                                             \
            if (!(condition))                                                                      \
                return false;                                                                      \
        return true;                                                                               \
    }

static uuid9562_t uuid;
static char text[UUID9562_CANONICAL_LENGTH];

static bool format(uuid9562_status_t status)
{
    uuid9562_format(text, &uuid);
    return status == UUID9562_OK;
}

IN_C(c_uuid4_blob, uuid9562_uuid4(NULL, &uuid) == UUID9562_OK)
IN_C(c_uuid7_blob, uuid9562_uuid7(NULL, &uuid) == UUID9562_OK)
IN_C(c_uuid4, format(uuid9562_uuid4(NULL, &uuid)))
IN_C(c_uuid7, format(uuid9562_uuid7(NULL, &uuid)))
IN_C(c_str, format(UUID9562_OK))
IN_C(c_blob, uuid9562_parse(&uuid, NULL, TEXT, sizeof TEXT - 1) == UUID9562_OK)

#define BOUND(floor, loop)                                                                         \
    static double bound_##floor(body_t *in_c, int calls)                                           \
    {                                                                                              \
        return time_over(floor, loop, calls) + time_alone(in_c, calls);                            \
    }
BOUND(text_floor, bare)
BOUND(blob_floor, bare)
BOUND(text_of_blob_floor, bare_blob)
BOUND(blob_of_text_floor, bare_text)

/* ---- whole columns ---- */

/* A column of this many UUIDs, each of its own. */
enum { COLUMN = 1000000 };

static void make_columns(void)
{
    run(db, "CREATE TABLE blobs AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c"
            " WHERE i < 1000000) SELECT uuid4_blob() AS id FROM c");
    run(db, "CREATE TABLE texts AS SELECT uuid_str(id) AS id FROM blobs");
    run(db, "CREATE TABLE empty (id)");
}

#define STATEMENT(name, statement)                                                                 \
    static bool name(void)                                                                         \
    {                                                                                              \
        run(db, statement);                                                                        \
        return sqlite3_changes(db) == COLUMN;                                                      \
    }

STATEMENT(blob_column, "UPDATE texts SET id = uuid_blob(id)")
STATEMENT(blob_column_floor, "UPDATE texts SET id = constant_blob(id)")
STATEMENT(text_column, "UPDATE blobs SET id = uuid_str(id)")
STATEMENT(text_column_floor, "UPDATE blobs SET id = constant_text(id)")
STATEMENT(new_column, "INSERT INTO empty SELECT blob FROM uuid_series(7, 1000000)")
STATEMENT(new_column_floor, "INSERT INTO empty SELECT id FROM blobs")

static double time_statement(body_t *body, int calls)
{
    double ns;

    run(db, "BEGIN");
    ns = time_alone(body, calls);
    run(db, "ROLLBACK");
    return ns;
}

/* ---- two connections in two threads ---- */

/* By the clock: a thread that waits for a lock takes no CPU time. */
static double clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

typedef struct twin {
    body_t *body;
    size_t cpu;
    pthread_barrier_t *barrier;
    double ns;
} twin_t;

static void *run_twin(void *of_thread)
{
    twin_t *twin = of_thread;

    keep_to_cpu(twin->cpu);
    db = connect();
    twin->body(); /* the first call of a thread does not count */
    pthread_barrier_wait(twin->barrier);
    twin->ns = clock_ns();
    twin->body();
    twin->ns = (clock_ns() - twin->ns) / ROWS;
    sqlite3_close(db);
    return NULL;
}

/* Nanoseconds for a row in each of so many threads, in the mean. */
static double time_threads(body_t *body, unsigned count)
{
    pthread_barrier_t barrier;
    twin_t twins[2];
    pthread_t threads[2];
    double ns = 0;

    pthread_barrier_init(&barrier, NULL, count);
    for (unsigned t = 0; t < count; t++) {
        twins[t] = (twin_t){body, t, &barrier, 0};
        pthread_create(&threads[t], NULL, run_twin, &twins[t]);
    }
    for (unsigned t = 0; t < count; t++) {
        pthread_join(threads[t], NULL);
        ns += twins[t].ns / count;
    }
    pthread_barrier_destroy(&barrier);
    return ns;
}

static double time_two(body_t *body, int calls)
{
    (void)calls;
    return time_threads(body, 2);
}

/* The time of one thread, slowed down as the bare loop is by a second thread. */
static double time_scaled(body_t *body, int calls)
{
    (void)calls;
    return time_threads(body, 1) * time_threads(bare, 2) / time_threads(bare, 1);
}

/* ---- the rows ---- */

/* clang-format off */
#define TEXT_BOUND(in_c, floor) {"constant TEXT + C", in_c, bound_##floor, ROWS}
#define BLOB_BOUND(in_c, floor) {"constant BLOB + C", in_c, bound_##floor, ROWS}
#define NET(name, query) {name, query, time_net, ROWS}
#define TWO(name, query) {{name ", two threads", query, time_two, ROWS}, \
                          {"one, slowed as the bare loop is", query, time_scaled, ROWS}}
/* clang-format on */

static const row_t rows[] = {
    {NET("uuid7_blob()", uuid7_blob), BLOB_BOUND(c_uuid7_blob, blob_floor)},
    {NET("uuid4_blob()", uuid4_blob), BLOB_BOUND(c_uuid4_blob, blob_floor)},
    {NET("uuid7()", uuid7), TEXT_BOUND(c_uuid7, text_floor)},
    {NET("uuid4()", uuid4), TEXT_BOUND(c_uuid4, text_floor)},
    {{"uuid_blob(TEXT)", uuid_blob, time_of_text, ROWS}, BLOB_BOUND(c_blob, blob_of_text_floor)},
    {{"uuid_str(BLOB)", uuid_str, time_of_blob, ROWS}, TEXT_BOUND(c_str, text_of_blob_floor)},
    {NET("randomblob(16)", randomblob), NET("uuid4_blob()", uuid4_blob)},
    {NET("randomblob(16)", randomblob), NET("uuid7_blob()", uuid7_blob)},
    {NET("hex(randomblob(16))", hex_randomblob), NET("uuid4()", uuid4)},
    {NET("hex(randomblob(16))", hex_randomblob), NET("uuid7()", uuid7)},
};

static const row_t rows_of_columns[] = {
    {{"UPDATE t SET id = uuid_blob(id)", blob_column, time_statement, COLUMN},
     {"a constant BLOB", blob_column_floor, time_statement, COLUMN}},
    {{"UPDATE t SET id = uuid_str(id)", text_column, time_statement, COLUMN},
     {"a constant TEXT", text_column_floor, time_statement, COLUMN}},
    {{"INSERT INTO t SELECT blob FROM uuid_series(7, 1000000)", new_column, time_statement, COLUMN},
     {"a column of another table", new_column_floor, time_statement, COLUMN}},
};

static const row_t rows_of_two[] = {
    TWO("uuid4_blob()", uuid4_blob),
    TWO("uuid7_blob()", uuid7_blob),
    {{"randomblob(16), two threads", randomblob, time_two, ROWS},
     {"one, slowed as the bare loop is", randomblob, time_scaled, ROWS}},
};

#define PRINT(table)                                                                               \
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)                                      \
        print_row(&table[i]);

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    extension = argv[1];
    keep_to_cpu(0);
    db = connect();
    printf("\nA call, net of the query around it, in SQLite %s:\n", sqlite3_libversion());
    puts("\n| call | ns | compared with | ratio |\n|---|---|---|---|");
    PRINT(rows)
    puts("\nA row of a column of a million:");
    puts("\n| statement | ns | compared with | ratio |\n|---|---|---|---|");
    make_columns();
    PRINT(rows_of_columns)
    if (sysconf(_SC_NPROCESSORS_ONLN) >= 2) {
        puts("\nA row of a query, in two connections in two threads at once, by the clock:");
        puts("\n| call | ns | compared with | ratio |\n|---|---|---|---|");
        PRINT(rows_of_two)
    }
    sqlite3_close(db);
    return 0;
}
