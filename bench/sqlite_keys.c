/*
 * What a key costs that rows are inserted by: a million rows into a new file, with an INTEGER key,
 * a BLOB of version 7 or 4, a TEXT of version 7 or 4. In WAL mode, and all else as SQLite sets it.
 *
 *   sqlite_keys EXTENSION FOLDER
 *
 * Prints a table, and writes how time and size have grown to FOLDER/sqlite_keys.tsv, which
 * sqlite_chart.py draws.
 */
#include <string.h>

#include "sqlite.h"

enum { TRIES = 5, STEPS = 10, STEP_ROWS = 100000 };

static const struct {
    const char *name, *table, *key;
} keys[] = {
    {"INTEGER", "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)", "i"},
    {"version 7", "CREATE TABLE t (id BLOB PRIMARY KEY, n INTEGER) WITHOUT ROWID", "uuid7_blob()"},
    {"version 4", "CREATE TABLE t (id BLOB PRIMARY KEY, n INTEGER) WITHOUT ROWID", "uuid4_blob()"},
    {"version 7, TEXT", "CREATE TABLE t (id TEXT PRIMARY KEY, n INTEGER)", "uuid7()"},
    {"version 4, TEXT", "CREATE TABLE t (id TEXT PRIMARY KEY, n INTEGER)", "uuid4()"},
};

enum { KEYS = sizeof keys / sizeof *keys };

/* After each step, in each try: seconds of CPU and of the clock since the first row, bytes. */
typedef struct growth {
    double cpu[STEPS][TRIES], clock[STEPS][TRIES], size[STEPS];
} growth_t;

static double clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void remove_database(const char *file)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char name[4096];

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", file, suffixes[i]);
        remove(name);
    }
}

/* One transaction for each step. */
static void grow(int key, const char *file, growth_t *growth, int try)
{
    double cpu = 0, clock = 0;
    char insert[256];
    sqlite3 *db;

    remove_database(file);
    db = open_database(file);
    run(db, "PRAGMA journal_mode = WAL");
    run(db, keys[key].table);
    for (int step = 0; step < STEPS; step++) {
        snprintf(insert, sizeof insert,
                 "WITH RECURSIVE c(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM c WHERE i < %d)"
                 " INSERT INTO t SELECT %s, i FROM c",
                 step * STEP_ROWS + 1, (step + 1) * STEP_ROWS, keys[key].key);
        cpu -= now_ns();
        clock -= clock_ns();
        run(db, insert);
        cpu += now_ns();
        clock += clock_ns();
        growth->cpu[step][try] = cpu / 1e9;
        growth->clock[step][try] = clock / 1e9;
        growth->size[step] = (double)run(
            db, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    }
    sqlite3_close(db);
    remove_database(file);
}

/* Puts the median of the tries at MEDIAN. */
enum { MEDIAN = TRIES / 2 };

static void settle(growth_t *growth)
{
    for (int step = 0; step < STEPS; step++) {
        qsort(growth->cpu[step], TRIES, sizeof(double), by_value);
        qsort(growth->clock[step], TRIES, sizeof(double), by_value);
    }
}

static void write_growth(const char *file, const growth_t growths[KEYS])
{
    FILE *out = fopen(file, "w");

    if (out == NULL) {
        perror(file);
        exit(1);
    }
    fputs("key\trows\tcpu_s\tclock_s\tbytes\n", out);
    for (int key = 0; key < KEYS; key++)
        for (int step = 0; step < STEPS; step++)
            fprintf(out, "%s\t%d\t%.4f\t%.4f\t%.0f\n", keys[key].name, (step + 1) * STEP_ROWS,
                    growths[key].cpu[step][MEDIAN], growths[key].clock[step][MEDIAN],
                    growths[key].size[step]);
    fclose(out);
}

static void print_key(const growth_t *growths, int key, int beside)
{
    const int last = STEPS - 1;
    const double cpu = growths[key].cpu[last][MEDIAN];
    const double cpu_beside = growths[beside].cpu[last][MEDIAN];

    printf("| %s | %.2f | %s %.2f | %.3g | %.2f | %.1f |\n", keys[key].name, cpu, keys[beside].name,
           cpu_beside, cpu / cpu_beside, growths[key].clock[last][MEDIAN],
           growths[key].size[last] / (1 << 20));
}

int main(int argc, char **argv)
{
    static growth_t growths[KEYS];
    char file[4096];

    if (argc != 3)
        return 2;
    extension = argv[1];
    snprintf(file, sizeof file, "%s/sqlite_keys.db", argv[2]);
    for (int try = 0; try < TRIES; try++)
        for (int key = 0; key < KEYS; key++)
            grow(key, file, &growths[key], try);
    for (int key = 0; key < KEYS; key++)
        settle(&growths[key]);
    snprintf(file, sizeof file, "%s/sqlite_keys.tsv", argv[2]);
    write_growth(file, growths);
    puts("\n| key | CPU s | beside | ratio | clock s | MiB |\n|---|---|---|---|---|---|");
    print_key(growths, 0, 0);
    print_key(growths, 1, 0);
    for (int key = 2; key < KEYS; key++)
        print_key(growths, key, 1);
    return 0;
}
