/*
 * Loading the extension: several times, with nothing in the error log; again after the last
 * connection was closed, when it must go on where it was; and from a copy, as another SQLite in the
 * process must, into one that is too old and into the oldest that will do.
 *
 *   load EXTENSION COPY
 */
#include "host.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SQLITE_CORE /* the names below are functions, not members of the table */
#include <sqlite3ext.h>

/* ---- a clock that can be set back ---- */

static time_t set_back;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long result = syscall(SYS_clock_gettime, clock, now);

    if (clock == CLOCK_REALTIME)
        now->tv_sec -= set_back;
    return (int)result;
}

/* ---- another SQLite ---- */

typedef int entry_t(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static sqlite3_api_routines real_api;

static int keep_api(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    (void)db;
    (void)message;
    real_api = *api;
    return SQLITE_OK;
}

static void find_api(void)
{
    EXPECT(sqlite3_auto_extension((void (*)(void))keep_api) == SQLITE_OK);
    sqlite3_close(open_database(":memory:"));
    sqlite3_reset_auto_extension();
    EXPECT(real_api.libversion_number != NULL);
}

static void is_not_there(void)
{
    puts("load.c: a function was called that this SQLite does not have");
    exit(1);
}

/* SQLite with no more functions than those in front of `size` bytes of the table. */
static sqlite3_api_routines with_api_of(size_t size)
{
    sqlite3_api_routines api = real_api;
    void (**functions)(void) = (void (**)(void)) & api;

    for (size_t i = size / sizeof *functions; i < sizeof api / sizeof *functions; i++)
        functions[i] = is_not_there;
    return api;
}

static int number_of_3_37(void)
{
    return 3037002;
}

static const char *name_of_3_37(void)
{
    return "3.37.2";
}

static int number_of_3_38(void)
{
    return 3038000;
}

static void too_old(entry_t *entry)
{
    sqlite3 *db = open_database(":memory:");
    sqlite3_api_routines api = with_api_of(0);
    char *message = NULL;

    api.libversion_number = number_of_3_37;
    api.libversion = name_of_3_37;
    api.mprintf = sqlite3_mprintf;
    EXPECT(entry(db, &message, &api) == SQLITE_ERROR);
    EXPECT(message != NULL &&
           strcmp(message, "uuid9562 needs SQLite 3.38 or later, this is 3.37.2") == 0);
    sqlite3_free(message);
    EXPECT(run(db, "SELECT uuid7()") == SQLITE_ERROR);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

/* The oldest has all functions that are called. vtab_in_next is the last that came with 3.38. */
static void just_old_enough(entry_t *entry)
{
    sqlite3 *db = open_database(":memory:");
    sqlite3_api_routines api =
        with_api_of(offsetof(sqlite3_api_routines, vtab_in_next) + sizeof real_api.vtab_in_next);
    char *message = NULL;

    api.libversion_number = number_of_3_38;
    EXPECT(entry(db, &message, &api) == SQLITE_OK_LOAD_PERMANENTLY && message == NULL);
    EXPECT(run(db, "CREATE TABLE t (id BLOB DEFAULT (uuid7_blob()), x TEXT COLLATE UUID UNIQUE);"
                   "INSERT INTO t (x) SELECT uuid FROM uuid_series(7, 300);"
                   "INSERT INTO t SELECT uuid_str(id), upper(x) || ' ' FROM t;"
                   "INSERT INTO t VALUES (1, 'x'), (1.5, X'00'), (X'00', NULL);"
                   "SELECT * FROM uuid_audit('t', NULL, 'main');"
                   "SELECT uuid_entryuuid_sql('t', 'u', 4, 'main');"
                   "SELECT uuid_format(id, 'ulid'), uuid_check(id), uuid5('@dns', x) FROM t"
                   " WHERE uuid_valid(id) ORDER BY x;") == SQLITE_OK);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

static void two_in_a_process(entry_t *entry)
{
    sqlite3 *db = open_database(":memory:");
    sqlite3_api_routines other = real_api;
    char *message = NULL;

    EXPECT(entry(db, &message, &other) == SQLITE_ERROR);
    EXPECT(message != NULL &&
           strcmp(message, "uuid9562 is in use by another SQLite in this process; for this one load"
                           " a copy of the file") == 0);
    sqlite3_free(message);
    EXPECT(run(db, "SELECT uuid7()") == SQLITE_ERROR);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

/* ---- as SQLite loads it ---- */

/* What the program's error log gets. */

static int logged;

static void count_errors(void *unused, int code, const char *message)
{
    (void)unused;
    if (logged++ == 0)
        printf("the error log has %d: %s\n", code, message);
}

static sqlite3 *open_and_load(const char *extension, int times)
{
    sqlite3 *db = open_database(":memory:");
    char *message = NULL;

    EXPECT(sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) == SQLITE_OK);
    for (int i = 0; i < times; i++)
        if (!EXPECT(sqlite3_load_extension(db, extension, NULL, &message) == SQLITE_OK))
            printf("%s\n", message);
    sqlite3_free(message);
    return db;
}

static void several_times(const char *extension)
{
    sqlite3 *db = open_and_load(extension, 3), *beside = open_and_load(extension, 1);
    sqlite3_stmt *running = NULL;
    text_t before = text(db, "SELECT uuid7()"), now = text(beside, "SELECT uuid7()");

    EXPECT(strlen(before.string) == 36 && strcmp(before.string, now.string) < 0);
    EXPECT(sqlite3_prepare_v2(db, "SELECT uuid FROM uuid_series(7, 9)", -1, &running, NULL) ==
           SQLITE_OK);
    EXPECT(sqlite3_step(running) == SQLITE_ROW);
    EXPECT(sqlite3_load_extension(db, extension, NULL, NULL) == SQLITE_OK);
    EXPECT(sqlite3_step(running) == SQLITE_ROW);
    EXPECT(sqlite3_finalize(running) == SQLITE_OK);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    EXPECT(sqlite3_close(beside) == SQLITE_OK);
}

/* By a name without a folder that is not the whole of it, as `.load ./uuid9562` does. */
static void from_its_folder(const char *extension)
{
    const char *slash = strrchr(extension, '/');
    char folder[PATH_MAX], name[PATH_MAX], back[PATH_MAX];
    sqlite3 *db;

    EXPECT(slash != NULL && getcwd(back, sizeof back) != NULL);
    sqlite3_snprintf(sizeof folder, folder, "%.*s", (int)(slash - extension), extension);
    sqlite3_snprintf(sizeof name, name, ".%s", slash);
    EXPECT(chdir(folder) == 0);
    db = open_and_load(name, 1);
    EXPECT(number(db, "SELECT uuid_version(uuid7())") == 7);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    EXPECT(chdir(back) == 0);
}

/* The library stays, and with it the order and the node of version 1, though the clock stands an
 * hour back when it is loaded again. */
static void again(const char *extension)
{
    sqlite3 *db = open_and_load(extension, 1);
    text_t last = text(db, "SELECT uuid7()"), node = text(db, "SELECT uuid_node(uuid1())");
    text_t now;

    EXPECT(sqlite3_close(db) == SQLITE_OK);
    EXPECT(sqlite3_shutdown() == SQLITE_OK);
    set_back = 3600;
    db = open_and_load(extension, 1);
    now = text(db, "SELECT uuid7()");
    EXPECT(strlen(last.string) == 36 && strcmp(last.string, now.string) < 0);
    EXPECT(number(db, "SELECT uuid_lead_ns() / 1000000000") >= 3590);
    now = text(db, "SELECT uuid_node(uuid1())");
    EXPECT(strcmp(node.string, now.string) == 0);
    EXPECT(run(db, "SELECT * FROM uuid_resync()") == SQLITE_OK);
    now = text(db, "SELECT uuid7()");
    EXPECT(strcmp(last.string, now.string) > 0); /* the clock was set back indeed */
    EXPECT(sqlite3_close(db) == SQLITE_OK);
}

static entry_t *entry_of(const char *extension)
{
    char path[PATH_MAX];
    void *library;
    entry_t *entry;

    sqlite3_snprintf(sizeof path, path, "%s.so", extension);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *(void **)&entry = library != NULL ? dlsym(library, "sqlite3_extension_init") : NULL;
    if (!EXPECT(entry != NULL))
        exit(report("load.c"));
    return entry;
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    EXPECT(sqlite3_config(SQLITE_CONFIG_LOG, count_errors, NULL) == SQLITE_OK);
    again(arguments[1]);
    several_times(arguments[1]);
    EXPECT(logged == 0);
    from_its_folder(arguments[1]);
    find_api();
    two_in_a_process(entry_of(arguments[1]));
    too_old(entry_of(arguments[2]));
    just_old_enough(entry_of(arguments[2]));
    return report("load.c");
}
