/*
 * What the key of a table costs: pages written and read, the fill of its B-tree, time; for INTEGER,
 * version 7 and version 4, BLOB and TEXT, with and without a rowid, two sizes of row and of cache.
 *
 *   sqlite_keys FOLDER ROWS MINUTES [PATTERN]
 *
 * Fills a new file in FOLDER with ROWS (a multiple of 10,000) for each case, "7 BLOB without 100
 * 16000", that matches PATTERN (as GLOB does); stops inserting after MINUTES. Prints a table: lines
 * after a fifth and after half of the rows, and one with more columns at the end. Keys and places
 * come from the number of the row, so the counts repeat exactly.
 */
#include <fcntl.h>
#include <string.h>
#include <uuid9562.h>

#include "sqlite.h"

enum { PAGE = 4096, COMMIT_ROWS = 1000, CHECKPOINT = 1000, SAMPLE = 10000 };

/* Rows come 10 microseconds apart. The clocks of 8 machines differ by up to 10 ms. */
enum { ROW_US = 10, LAG_US = 1429 };
static const int64_t BEGIN_MS = 1735689600000;

typedef struct layout {
    const char *key, *type, *table; /* "without" a rowid; with an "index"; or the "rowid" is it */
    int version, machines;
} layout_t;

static const layout_t layouts[] = {
    {"INTEGER", "INTEGER", "rowid", 0, 1},
    {"7", "BLOB", "without", 7, 1},
    {"4", "BLOB", "without", 4, 1},
    {"7", "BLOB", "index", 7, 1},
    {"4", "BLOB", "index", 4, 1},
    {"7", "TEXT", "without", 7, 1},
    {"4", "TEXT", "without", 4, 1},
    {"7", "TEXT", "index", 7, 1},
    {"4", "TEXT", "index", 4, 1},
    {"7 of 8", "BLOB", "without", 7, 8},
};

static const int payloads[] = {8, 100}, caches[] = {2000, 16000}; /* bytes after the key; KiB */

typedef struct table {
    const layout_t *layout;
    int payload, cache;
    int64_t rows; /* those inserted, once it is filled */
    const char *file;
} table_t;

static bool is(const char *word, const char *other)
{
    return strcmp(word, other) == 0;
}

/* ---- SQLite's VFS, with methods that count ---- */

enum { DATABASE, WAL, TEMPORARY, KINDS };

typedef struct kind {
    sqlite3_io_methods methods; /* the first member: a file points to it */
    const sqlite3_io_methods *real;
} kind_t;

static kind_t kinds[KINDS];
static sqlite3_vfs *real_vfs;
static int64_t reads, syncs, writes[KINDS]; /* in pages; the headers in a WAL do not count */

static int count_read(sqlite3_file *file, void *to, int size, sqlite3_int64 offset)
{
    reads += size / PAGE;
    return ((kind_t *)file->pMethods)->real->xRead(file, to, size, offset);
}

static int count_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 offset)
{
    const kind_t *kind = (const kind_t *)file->pMethods;

    writes[kind - kinds] += size / PAGE;
    return kind->real->xWrite(file, from, size, offset);
}

static int count_sync(sqlite3_file *file, int flags)
{
    syncs++;
    return ((kind_t *)file->pMethods)->real->xSync(file, flags);
}

static int open_counted(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    const int rc = real_vfs->xOpen(real_vfs, name, file, flags, out);
    const int database = flags & SQLITE_OPEN_MAIN_DB ? DATABASE : TEMPORARY;
    kind_t *kind = &kinds[flags & SQLITE_OPEN_WAL ? WAL : database];

    (void)vfs;
    if (rc == SQLITE_OK) {
        kind->real = file->pMethods;
        kind->methods = *file->pMethods;
        kind->methods.xRead = count_read;
        kind->methods.xWrite = count_write;
        kind->methods.xSync = count_sync;
        file->pMethods = &kind->methods;
    }
    return rc;
}

static void reset_counts(void)
{
    reads = syncs = 0;
    memset(writes, 0, sizeof writes);
}

/* ---- keys ---- */

/* SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t mix(uint64_t n)
{
    n *= 0x9e3779b97f4a7c15;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
    n = (n ^ n >> 27) * 0x94d049bb133111eb;
    return n ^ n >> 31;
}

static uuid9562_t uuid_of_row(const layout_t *layout, int64_t row)
{
    const uint64_t noise[2] = {mix(2 * (uint64_t)row + 1), mix(2 * (uint64_t)row + 2)};
    const int64_t us = row * ROW_US + row % layout->machines * LAG_US;
    uint8_t random[UUID9562_V4_RANDOM_LENGTH];
    uuid9562_t uuid;

    memcpy(random, noise, sizeof random);
    if (layout->version == 4) {
        uuid9562_uuid4_make(&uuid, random);
    } else {
        random[0] = 0;
        random[1] = (uint8_t)(us % 1000 / ROW_US); /* orders the rows of a millisecond */
        if (uuid9562_uuid7_make(&uuid, BEGIN_MS + us / 1000, random, 0) != UUID9562_OK)
            abort();
    }
    return uuid;
}

static void bind_key(sqlite3_stmt *statement, const layout_t *layout, int64_t row)
{
    const uuid9562_t uuid = uuid_of_row(layout, row);
    char text[UUID9562_CANONICAL_LENGTH];

    uuid9562_format(text, &uuid);
    if (layout->version == 0)
        sqlite3_bind_int64(statement, 1, row);
    else if (is(layout->type, "BLOB"))
        sqlite3_bind_blob(statement, 1, &uuid, sizeof uuid, SQLITE_TRANSIENT);
    else
        sqlite3_bind_text(statement, 1, text, sizeof text, SQLITE_TRANSIENT);
}

/* ---- tables ---- */

static double clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        stop(db, sql);
    return statement;
}

static sqlite3 *open_table(const table_t *t)
{
    char pragmas[160];
    sqlite3 *db;

    snprintf(pragmas, sizeof pragmas,
             "PRAGMA page_size = %d; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
             " PRAGMA wal_autocheckpoint = %d; PRAGMA cache_size = -%d",
             PAGE, CHECKPOINT, t->cache);
    if (sqlite3_open(t->file, &db) != SQLITE_OK ||
        sqlite3_exec(db, pragmas, NULL, NULL, NULL) != SQLITE_OK)
        stop(db, t->file);
    return db;
}

/* A checkpoint reads each page that it writes, which is not counted. */
static void print_growth(sqlite3 *db, const table_t *t, int64_t rows, double cpu, double clock)
{
    printf("%s\t%s\t%s\t%d\t%d\t%lld\t%.4f\t%.4f\t%lld\t%lld\t%lld\t%lld\t%lld%s", t->layout->key,
           t->layout->type, t->layout->table, t->payload, t->cache, (long long)rows, cpu, clock,
           (long long)writes[WAL], (long long)writes[DATABASE],
           (long long)(reads - writes[DATABASE]), (long long)syncs,
           (long long)run(db, "PRAGMA page_count"), rows == t->rows ? "" : "\n");
    fflush(stdout);
}

static void fill(table_t *t, double minutes)
{
    const int64_t fifth = t->rows / 5, half = t->rows / 2;
    double cpu = -now_ns(), clock = -clock_s(), elapsed;
    sqlite3 *db = open_table(t);
    sqlite3_stmt *insert;
    char sql[128];

    snprintf(sql, sizeof sql, "CREATE TABLE t (id %s PRIMARY KEY, data BLOB NOT NULL)%s",
             t->layout->type, is(t->layout->table, "without") ? " WITHOUT ROWID" : "");
    run(db, sql);
    insert = prepare(db, "INSERT INTO t VALUES (?1, ?2)");
    reset_counts();
    for (int64_t row = 0; row < t->rows;) {
        run(db, "BEGIN");
        for (int i = 0; i < COMMIT_ROWS; i++) {
            bind_key(insert, t->layout, row++);
            sqlite3_bind_zeroblob(insert, 2, t->payload);
            if (sqlite3_step(insert) != SQLITE_DONE || sqlite3_reset(insert) != SQLITE_OK)
                stop(db, "INSERT");
        }
        run(db, "COMMIT");
        elapsed = clock + clock_s();
        if (elapsed >= minutes * 60)
            t->rows = row;
        if (row == fifth || row == half || row == t->rows)
            print_growth(db, t, row, (cpu + now_ns()) / 1e9, elapsed);
    }
    sqlite3_finalize(insert);
    sqlite3_close(db);
}

/* The leaves of the B-tree of the key: how many, and the fraction of their bytes that is used. */
static void print_leaves(sqlite3 *db, const table_t *t)
{
    sqlite3_stmt *leaves = prepare(db, "SELECT count(*), 1 - total(unused) / total(pgsize)"
                                       " FROM dbstat WHERE name = ?1 AND pagetype = 'leaf'");

    sqlite3_bind_text(leaves, 1, is(t->layout->table, "index") ? "sqlite_autoindex_t_1" : "t", -1,
                      SQLITE_STATIC);
    if (sqlite3_step(leaves) != SQLITE_ROW)
        stop(db, "dbstat");
    printf("\t%lld\t%.3f", (long long)sqlite3_column_int64(leaves, 0),
           sqlite3_column_double(leaves, 1));
    sqlite3_finalize(leaves);
}

/* Rows that were inserted one after another, from the middle on, by a range of the key; those of
 * version 4 as an index on a column of times leads to them, by rowid or by key. Or random rows. */
static void find(sqlite3 *db, const table_t *t, bool in_order)
{
    const bool by_rowid = t->layout->version == 4;
    const bool by_range = in_order && !(by_rowid && is(t->layout->table, "without"));
    const int64_t middle = t->rows / 2;
    sqlite3_stmt *query =
        prepare(db, !by_range  ? "SELECT data FROM t WHERE id = ?1"
                    : by_rowid ? "SELECT data FROM t WHERE rowid > ?1 ORDER BY rowid LIMIT ?2"
                               : "SELECT data FROM t WHERE id >= ?1 ORDER BY id LIMIT ?2");
    const int wanted = t->rows < 10 * SAMPLE ? (int)(t->rows / 10) : SAMPLE;

    sqlite3_bind_int(query, 2, wanted); /* in vain where it has no LIMIT */
    for (int i = 0; i < wanted; i++) {
        if (!by_range || i == 0) {
            const int64_t place = (int64_t)(mix((uint64_t)i + 1) % (uint64_t)t->rows);
            sqlite3_reset(query);
            bind_key(query, t->layout, in_order ? middle + i : place);
        }
        if (by_range && by_rowid && i == 0)
            sqlite3_bind_int64(query, 1, middle);
        if (sqlite3_step(query) != SQLITE_ROW)
            stop(db, "a row is missing");
    }
    sqlite3_finalize(query);
}

/* Pages read and milliseconds with nothing in a cache, then milliseconds of the same again. */
static void print_reads(const table_t *t, bool in_order)
{
    const int file = open(t->file, O_RDONLY);
    double begin;
    sqlite3 *db;

    if (file < 0 || fdatasync(file) != 0 || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0)
        perror(t->file);
    close(file);
    db = open_table(t);
    reset_counts();
    begin = clock_s();
    find(db, t, in_order);
    printf("\t%lld\t%.1f", (long long)reads, (clock_s() - begin) * 1e3);
    begin = clock_s();
    find(db, t, in_order);
    printf("\t%.1f", (clock_s() - begin) * 1e3);
    sqlite3_close(db);
}

static void measure_table(table_t t, double minutes)
{
    double begin;
    sqlite3 *db;

    fill(&t, minutes);
    db = open_table(&t);
    print_leaves(db, &t);
    sqlite3_close(db);
    print_reads(&t, true);
    print_reads(&t, false);
    db = open_table(&t);
    reset_counts();
    begin = clock_s();
    run(db, "VACUUM");
    run(db, "PRAGMA wal_checkpoint");
    printf("\t%.2f\t%lld\t%lld", clock_s() - begin,
           (long long)(writes[WAL] + writes[DATABASE] + writes[TEMPORARY]),
           (long long)run(db, "PRAGMA page_count"));
    print_leaves(db, &t);
    puts("");
    sqlite3_close(db);
    remove(t.file);
}

int main(int argc, char **argv)
{
    const long long rows = argc < 4 ? 0 : atoll(argv[2]);
    static sqlite3_vfs counting;
    char file[4096], name[64];

    if (rows < 10000 || rows % 10000 != 0 || argc > 5)
        return 2;
    snprintf(file, sizeof file, "%s/sqlite_keys.%ld.db", argv[1], (long)getpid());
    real_vfs = sqlite3_vfs_find(NULL);
    counting = *real_vfs;
    counting.zName = "counting";
    counting.xOpen = open_counted;
    sqlite3_vfs_register(&counting, 1);
    puts("key\ttype\ttable\tpayload\tcache_kib\trows\tcpu_s\tclock_s\twal_pages\tdb_pages"
         "\tread_pages\tsyncs\tfile_pages\tleaves\tfill\tscan_pages\tscan_cold_ms\tscan_warm_ms"
         "\tfind_pages\tfind_cold_ms\tfind_warm_ms\tvacuum_s\tvacuum_pages\tvacuumed_pages"
         "\tvacuumed_leaves\tvacuumed_fill");
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        for (int j = 0; j < 4; j++) {
            const table_t t = {&layouts[i], payloads[j / 2], caches[j % 2], rows, file};
            snprintf(name, sizeof name, "%s %s %s %d %d", layouts[i].key, layouts[i].type,
                     layouts[i].table, t.payload, t.cache);
            if (argc < 5 || sqlite3_strglob(argv[4], name) == 0)
                measure_table(t, atof(argv[3]));
        }
    return 0;
}
