/*
 * The SQL functions, tables and collation with values of all five types, which are bound, so that
 * every byte gets through. The input names a function or one of the statements; what is pure
 * gives the same twice, errors are text, parse and format agree with the C library, and the
 * scripts for entryUUID run whatever the names.
 */
#include <sqlite3.h>

#include "fuzz.h"
#include "uuid9562_generator.h"

enum { MOST = 4, FUNCTIONS = 256 };

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static const char *const statements[] = {
    "SELECT * FROM uuid_series(?1, ?2) LIMIT 3",
    "SELECT count(*) FROM uuid_series(?1, ?2 & 1023) WHERE n > ?3 OR uuid = ?4 OR version = ?1",
    "SELECT * FROM uuid_formats WHERE name = ?1 OR length > ?2 OR rowid = ?3",
    "SELECT * FROM uuid_ldap_schema WHERE oid > ?1",
    "SELECT * FROM uuid_advance(?1)",
    "SELECT * FROM uuid_set_max_lead_ns(?1)",
    "SELECT * FROM uuid_resync, uuid_reseed",
    "SELECT * FROM uuid_audit(?1, ?2, ?3)",
    "SELECT * FROM uuid_audit('t', ?1)",
    "SELECT * FROM uuid_audit('t') WHERE finding > ?1",
    "INSERT INTO t SELECT ?1, ?2, ?3, ?4 WHERE (SELECT count(*) FROM t) < 20",
    "DELETE FROM t WHERE v >= ?1 OR u < ?2",
    ("SELECT 1 / NOT ifnull(?1 < ?2 COLLATE UUID AND"
     " (?2 < ?3 COLLATE UUID AND NOT ?1 < ?3 COLLATE UUID OR ?2 < ?1 COLLATE UUID), 0)"),
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static sqlite3 *db;
static bool has_bytes; /* a text of the input is not UTF-8, and a message may quote it */
static struct function {
    char name[40];
    bool pure;
    sqlite3_stmt *statements[MOST + 1];
} functions[FUNCTIONS];
static int function_count;

static void run(const char *script)
{
    REQUIRE(sqlite3_exec(db, script, NULL, NULL, NULL) == SQLITE_OK);
}

static sqlite3_stmt *prepare(const char *text)
{
    sqlite3_stmt *statement;

    if (sqlite3_prepare_v3(db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) == SQLITE_OK)
        return statement;
    REQUIRE(strstr(sqlite3_errmsg(db), "wrong number of arguments to function") != NULL);
    return NULL;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static const char query[] = "SELECT name, min(flags & 2048) FROM pragma_function_list"
                                " WHERE NOT builtin AND name LIKE '%uuid%' GROUP BY name";
    sqlite3_stmt *rows;

    (void)count, (void)arguments;
    REQUIRE(sqlite3_open(":memory:", &db) == SQLITE_OK);
    REQUIRE(sqlite3_uuid9562_init(db, NULL, NULL) == SQLITE_OK);
    sqlite3_hard_heap_limit64(64 << 20);
    run("CREATE TABLE t(id PRIMARY KEY, u BLOB DEFAULT (uuid7_blob()), v TEXT COLLATE UUID, w)");
    rows = prepare(query);
    for (; sqlite3_step(rows) == SQLITE_ROW; function_count++) {
        struct function *function = &functions[function_count];

        REQUIRE(function_count < FUNCTIONS);
        strcpy(function->name, (const char *)sqlite3_column_text(rows, 0));
        function->pure = sqlite3_column_int(rows, 1) != 0;
        for (int n = 0; n <= MOST; n++) {
            char text[100];

            sprintf(text, "SELECT %s(%.*s)", function->name, n > 0 ? 3 * n - 1 : 0, "?1,?2,?3,?4");
            function->statements[n] = prepare(text);
        }
    }
    sqlite3_finalize(rows);
    return 0;
}

static void bind(sqlite3_stmt *statement, fuzz_t in, int n)
{
    for (int i = 1; i <= n; i++) {
        const uint8_t type = take_byte(&in) % 5;
        size_t length;
        const char *text;
        double real;

        if (type == 1)
            sqlite3_bind_int64(statement, i, take_integer(&in));
        else if (type == 2)
            take(&in, &real, sizeof real), sqlite3_bind_double(statement, i, real);
        else if (type != 0 && (text = take_text(&in, &length)) != NULL && type == 3)
            sqlite3_bind_text(statement, i, text, (int)length, SQLITE_TRANSIENT),
                has_bytes |= !is_utf8(text, length);
        else if (type == 4)
            sqlite3_bind_blob(statement, i, text, (int)length, SQLITE_TRANSIENT);
    }
}

static bool same_value(sqlite3_value *left, sqlite3_value *right)
{
    const int size = sqlite3_value_bytes(left);

    return sqlite3_value_type(left) == sqlite3_value_type(right) &&
           sqlite3_value_bytes(right) == size &&
           (size == 0 || memcmp(sqlite3_value_blob(left), sqlite3_value_blob(right), size) == 0);
}

/* Runs a statement to its end. Its value is the first of the last row. */
static void last_row(sqlite3_stmt *statement, fuzz_t in, sqlite3_value **got)
{
    int code;

    *got = NULL;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    bind(statement, in, sqlite3_bind_parameter_count(statement));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        sqlite3_value_free(*got);
        *got = sqlite3_value_dup(sqlite3_column_value(statement, 0));
    }
    REQUIRE(code == SQLITE_DONE || has_bytes ||
            is_utf8(sqlite3_errmsg(db), strlen(sqlite3_errmsg(db))));
    sqlite3_reset(statement);
}

/* What uuid_parse or uuid_format gave for two texts. */
static void compare_with_c(bool parses, fuzz_t in, sqlite3_value *got)
{
    const uuid9562_format_t *format;
    const char *texts[2];
    size_t lengths[2], length;
    char wanted[64];

    for (int i = 0; i < 2; i++) {
        const uint8_t type = take_byte(&in) % 5;

        texts[i] = take_text(&in, &lengths[i]);
        if (type != 3 || (!parses && lengths[i] == 16))
            return;
    }
    length = answer_of_c(wanted, parses, texts[0], lengths[0], texts[1], lengths[1]);
    if (parses && uuid9562_find_format(&format, texts[1], lengths[1], false) == UUID9562_OK &&
        uuid9562_format_info(format)->binary)
        length = 0; /* text is of the wrong type */
    REQUIRE((size_t)sqlite3_value_bytes(got) == length);
    REQUIRE(length == 0 || memcmp(sqlite3_value_blob(got), wanted, length) == 0);
}

static void run_function(const struct function *function, fuzz_t in)
{
    const int n = (take_byte(&in) >> 1) % (MOST + 1);
    sqlite3_stmt *statement = function->statements[n];
    sqlite3_value *first, *second;

    if (statement == NULL)
        return;
    last_row(statement, in, &first);
    if (function->pure) {
        last_row(statement, in, &second);
        REQUIRE((first == NULL) == (second == NULL) &&
                (first == NULL || same_value(first, second)));
        sqlite3_value_free(second);
    }
    if (first != NULL && n == 2 &&
        (strcmp(function->name, "uuid_parse") == 0 || strcmp(function->name, "uuid_format") == 0))
        compare_with_c(function->name[5] == 'p', in, first);
    sqlite3_value_free(first);
}

/* Runs the script that a function returns, if it is not refused. */
static void run_script(const char *call, const char *table, const char *column)
{
    char *text = sqlite3_mprintf(call, table, column);
    sqlite3_stmt *statement = prepare(text);
    sqlite3_value *script;

    last_row(statement, (fuzz_t){0}, &script);
    if (script != NULL)
        run((const char *)sqlite3_value_text(script));
    sqlite3_value_free(script);
    sqlite3_finalize(statement);
    sqlite3_free(text);
}

/* A table gets an entryUUID, and loses it, whatever its name and that of the column. */
static void run_entryuuid(fuzz_t in)
{
    char names[2][256] = {"", ""}, *script;

    for (int i = 0; i < 2; i++) {
        size_t length;
        const char *text = take_text(&in, &length);

        memcpy(names[i], text, length);
        has_bytes |= !is_utf8(text, length);
    }
    script = sqlite3_mprintf("CREATE TABLE \"%w\"(k INTEGER PRIMARY KEY, x)", names[0]);
    if (sqlite3_exec(db, script, NULL, NULL, NULL) == SQLITE_OK) {
        sqlite3_free(script);
        run_script("SELECT uuid_entryuuid_sql(%Q, %Q)", names[0], names[1]);
        run_script("SELECT uuid_entryuuid_drop_sql(%Q)", names[0], NULL);
        script = sqlite3_mprintf("DROP TABLE \"%w\"", names[0]);
        run(script);
    }
    sqlite3_free(script);
}

static const char *name_of(int choice)
{
    return choice < function_count                ? functions[choice].name
           : choice < function_count + STATEMENTS ? statements[choice - function_count]
                                                  : "entryuuid";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_t in = {data, size};
    const int choice = take_choice(&in, function_count + STATEMENTS + 1, name_of) - function_count;
    static sqlite3_stmt *prepared[STATEMENTS];
    sqlite3_value *got;

    has_bytes = false;
    if (choice < 0) {
        run_function(&functions[choice + function_count], in);
    } else if (choice == STATEMENTS) {
        run_entryuuid(in);
    } else {
        if (prepared[choice] == NULL)
            prepared[choice] = prepare(statements[choice]);
        last_row(prepared[choice], in, &got);
        if (strncmp(statements[choice], "SELECT 1 /", 10) == 0)
            REQUIRE(got != NULL && sqlite3_value_type(got) == SQLITE_INTEGER);
        sqlite3_value_free(got);
    }
    REQUIRE(uuid9562_set_max_lead_ns(NULL, 0) == UUID9562_OK &&
            uuid9562_resync(NULL) == UUID9562_OK);
    return 0;
}
