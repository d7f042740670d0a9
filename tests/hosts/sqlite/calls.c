/*
 * Every function with zero to four arguments of every type, of odd lengths and at the ends of their
 * ranges: what must hold of every answer, whatever was asked.
 */
#include "ours.h"

#include <math.h>

/* ---- what they are called with ---- */

enum { MOST_VALUES = 112 };

typedef struct value {
    int type;
    sqlite3_int64 integer;
    double real;
    char *bytes; /* of exactly that length, so that a sanitizer sees who reads beyond it */
    int length;
} value_t;

static value_t values[MOST_VALUES];
static int value_count;

static value_t *add(int type)
{
    if (value_count == MOST_VALUES)
        exit(2);
    values[value_count].type = type;
    return &values[value_count++];
}

static void add_bytes(int type, const void *bytes, int length)
{
    value_t *value = add(type);

    value->bytes = malloc((size_t)length + (length == 0));
    value->length = length;
    if (value->bytes == NULL)
        exit(2);
    memcpy(value->bytes, bytes, (size_t)length);
}

static void add_values(void)
{
    static const sqlite3_int64 integers[] = {
        0,
        1,
        -1,
        7,
        255,
        256,
        4095,
        4096,
        16383,
        16384,
        281474976710655,
        281474976710656,
        103072857660684,
        103072857660685,
        -12219292800000,
        -12219292800001,
        4611686018427387903,
        4611686018427387904,
        INT64_MAX,
        INT64_MIN,
    };
    static const double reals[] = {0.0, -0.0, 5.0, 1.5, 9007199254740991.0, 9007199254740992.0,
                                   -1e300, 1e300, 5e-324, INFINITY};
    static const char *const texts[] = {
        "",
        "x",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "6BA7B810-9DAD-61D1-80B4-00C04FD430C8",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c81",
        "6ba7b8109dad71d180b400c04fd430c8",
        "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
        "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
        "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "@dns",
        "@host",
        "@",
        "url",
        "sha256",
        "any",
        "ulid",
        "guid",
        "int",
        "typeid",
        "base58",
        "user",
        "_",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "user_01h455vb4pex5vsknk084sn02q",
        "340282366920938463463374607431768211455",
        "2024-02-29",
        "2024-02-29T12:30:45.123456789123+23:59",
        "10889-08-02 05:31:50.655",
        "2023-02-29",
        "1582-10-14T23:59-00:01",
        "\xff\xfe\x80",
        "\xe2\x82",
    };
    static const int lengths[] = {0, 1, 9, 10, 11, 15, 16, 17, 36, 255, 4096};
    char bytes[4096];

    add(SQLITE_NULL);
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        add(SQLITE_INTEGER)->integer = integers[i];
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        add(SQLITE_FLOAT)->real = reals[i];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        add_bytes(SQLITE_TEXT, texts[i], (int)strlen(texts[i]));
    add_bytes(SQLITE_TEXT, "6ba7b810-9dad-11d1-80b4-00c04fd430c8\0", 37);
    add_bytes(SQLITE_TEXT, "\0", 1);
    add_bytes(SQLITE_TEXT, "user\0", 5);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        memset(bytes, 'a' + (int)i, sizeof bytes);
        add_bytes(SQLITE_BLOB, bytes, lengths[i]);
        add_bytes(SQLITE_TEXT, bytes, lengths[i]);
    }
}

static void bind(sqlite3_stmt *statement, int parameter, const value_t *value)
{
    int code = SQLITE_OK;

    switch (value->type) {
    case SQLITE_INTEGER:
        code = sqlite3_bind_int64(statement, parameter, value->integer);
        break;
    case SQLITE_FLOAT:
        code = sqlite3_bind_double(statement, parameter, value->real);
        break;
    case SQLITE_TEXT:
        code = sqlite3_bind_text(statement, parameter, value->bytes, value->length, SQLITE_STATIC);
        break;
    case SQLITE_BLOB:
        code = sqlite3_bind_blob(statement, parameter, value->bytes, value->length, SQLITE_STATIC);
        break;
    default:
        code = sqlite3_bind_null(statement, parameter);
    }
    EXPECT(code == SQLITE_OK);
}

/* ---- what they answer ---- */

typedef struct answer {
    int code, type, length;
    char bytes[256]; /* the beginning of it */
} answer_t;

static answer_t ask(sqlite3_stmt *statement)
{
    answer_t answer = {.code = sqlite3_step(statement)};

    if (answer.code == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(statement, 0);

        answer.type = sqlite3_column_type(statement, 0);
        answer.length = sqlite3_column_bytes(statement, 0);
        if (bytes != NULL)
            memcpy(answer.bytes, bytes,
                   (size_t)answer.length < sizeof answer.bytes ? (size_t)answer.length
                                                               : sizeof answer.bytes);
    } else
        sqlite3_snprintf(sizeof answer.bytes, answer.bytes, "%s",
                         sqlite3_errmsg(sqlite3_db_handle(statement)));
    sqlite3_reset(statement);
    return answer;
}

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends_with(const char *text, const char *with)
{
    return strlen(text) >= strlen(with) && strcmp(text + strlen(text) - strlen(with), with) == 0;
}

/* A generator or a builder makes a key; a bound, or what is computed of a name, is asked for. */
static bool makes_a_key(const char *name)
{
    static const char *const asking[] = {"uuid3",     "uuid5",     "uuid8_name",
                                         "uuid7_min", "uuid7_max", "uuid7_timestamp"};

    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        if (begins_with(name, asking[i]))
            return false;
    return begins_with(name, "uuid") && name[4] >= '1' && name[4] <= '8';
}

/* An error is its function's, and says what is wrong; what is no error is of the right type. A NULL
 * gives NULL, or an error where a key, or what the function sets, would otherwise be lost in
 * silence. */
static bool is_valid(const function_t *function, const answer_t *answer, bool any_null)
{
    const bool makes = makes_a_key(function->name);
    const bool refuses_null = makes || begins_with(function->name, "uuid_entryuuid_");

    if (refuses_null && any_null && answer->code == SQLITE_ROW)
        return false;
    if (makes && answer->code == SQLITE_ROW && answer->type == SQLITE_NULL)
        return false;
    if (any_null && !refuses_null)
        return answer->code == SQLITE_ROW && answer->type == SQLITE_NULL;
    if (answer->code != SQLITE_ROW)
        return answer->code == SQLITE_ERROR && begins_with(answer->bytes, function->name) &&
               begins_with(answer->bytes + strlen(function->name), ": ");
    if (answer->type == SQLITE_FLOAT)
        return false;
    if (ends_with(function->name, "_blob") && answer->type != SQLITE_NULL)
        return answer->type == SQLITE_BLOB && answer->length == 16;
    if (begins_with(function->name, "uuid") && function->name[4] >= '1' &&
        function->name[4] <= '8' && answer->type == SQLITE_TEXT)
        return answer->length == 36 && answer->bytes[8] == '-';
    return true;
}

enum { ALL_UP_TO = 10000, SOME = 4000 };

static uint32_t random_state = 1;

static unsigned random_below(int limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % (unsigned)limit;
}

/* With all values, or with some of their combinations where those are too many. */
static int64_t call(sqlite3 *db, const function_t *function)
{
    static const char *const places[] = {"", "?1", "?1, ?2", "?1, ?2, ?3", "?1, ?2, ?3, ?4"};
    sqlite3_stmt *statement = NULL;
    int64_t all = 1, calls;
    char sql[128];

    sqlite3_snprintf(sizeof sql, sql, "SELECT %s(%s)", function->name, places[function->arguments]);
    if (!EXPECT(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK))
        return 0;
    for (int i = 0; i < function->arguments; i++)
        all *= value_count;
    calls = all <= ALL_UP_TO ? all : SOME;
    for (int64_t c = 0; c < calls; c++) {
        int64_t rest = c;
        bool any_null = false;
        answer_t answer, again;

        for (int i = 0; i < function->arguments; i++, rest /= value_count) {
            const value_t *value =
                &values[calls == all ? rest % value_count : random_below(value_count)];

            any_null = any_null || value->type == SQLITE_NULL;
            bind(statement, i + 1, value);
        }
        answer = ask(statement);
        if (!EXPECT(is_valid(function, &answer, any_null)))
            printf("    %s: %d %d %s\n", sqlite3_expanded_sql(statement), answer.code, answer.type,
                   answer.bytes);
        if (!function->is_deterministic)
            continue;
        again = ask(statement);
        EXPECT(memcmp(&answer, &again, sizeof answer) == 0);
    }
    sqlite3_finalize(statement);
    return calls;
}

/* Any other number of arguments than those that are listed is refused. */
static void refuse(sqlite3 *db, const char *name)
{
    static const char *const places[] = {"", "1", "1, 2", "1, 2, 3", "1, 2, 3, 4", "1, 2, 3, 4, 5"};

    for (int count = 0; count <= 5; count++) {
        sqlite3_stmt *statement = NULL;
        char sql[128];

        if (is_listed(name, count))
            continue;
        sqlite3_snprintf(sizeof sql, sql, "SELECT %s(%s)", name, places[count]);
        EXPECT(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_ERROR);
        sqlite3_finalize(statement);
    }
}

/* The tables with the same values: rows or an error of theirs, and nothing else. */
static void call_tables(sqlite3 *db)
{
    static const struct {
        const char *name, *arguments;
    } tables[] = {
        {"uuid_series", "(?1, ?2) LIMIT 3"}, {"uuid_audit", "(?1, ?2, ?3)"},
        {"uuid_advance", "(?1)"},            {"uuid_set_max_lead_ns", "(?1)"},
        {"uuid_state_open", "(?1, ?2)"},
    };

    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (int c = 0; c < SOME; c++) {
            sqlite3_stmt *statement = NULL;
            char sql[128];
            int code;

            sqlite3_snprintf(sizeof sql, sql, "SELECT * FROM %s%s", tables[t].name,
                             tables[t].arguments);
            if (!EXPECT(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK))
                return;
            for (int i = 0; i < sqlite3_bind_parameter_count(statement); i++)
                bind(statement, i + 1, &values[random_below(value_count)]);
            do
                code = sqlite3_step(statement);
            while (code == SQLITE_ROW);
            EXPECT(code == SQLITE_DONE ||
                   (code == SQLITE_ERROR && begins_with(sqlite3_errmsg(db), tables[t].name)));
            sqlite3_finalize(statement);
        }
}

int main(void)
{
    sqlite3 *db;
    int64_t calls = 0;

    list_functions();
    add_values();
    db = open_with_extension(":memory:");
    EXPECT(run(db, "CREATE TABLE x (user, \"\", _)") == SQLITE_OK);
    EXPECT(run(db, "INSERT INTO x SELECT uuid, blob, n FROM uuid_series(4, 3)") == SQLITE_OK);
    for (int f = 0; f < function_count; f++) {
        calls += call(db, &functions[f]);
        refuse(db, functions[f].name);
    }
    call_tables(db);
    EXPECT(strcmp(text(db, "PRAGMA integrity_check").string, "ok") == 0);
    EXPECT(sqlite3_get_autocommit(db) && number(db, "SELECT count(*) FROM x") == 3);
    EXPECT(sqlite3_close(db) == SQLITE_OK);
    EXPECT(calls > 100000);
    for (int i = 0; i < value_count; i++)
        free(values[i].bytes);
    printf("sql calls.c: %lld calls\n", (long long)calls);
    return report("calls.c");
}
