/*
 * The functions that the extension registers, as SQLite lists them, for tests that call all of
 * them; it is linked into the program.
 */
#ifndef OURS_H
#define OURS_H

#include "host.h"

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

static inline sqlite3 *open_with_extension(const char *path)
{
    sqlite3 *db = open_database(path);
    char *message = NULL;

    if (sqlite3_uuid9562_init(db, &message, NULL) != SQLITE_OK) {
        printf("cannot register the extension: %s\n", message);
        exit(1);
    }
    return db;
}

enum { MOST_FUNCTIONS = 256 };

typedef struct function {
    char name[64];
    int arguments;
    bool is_deterministic;
} function_t;

static function_t functions[MOST_FUNCTIONS];
static int function_count;

static inline bool is_listed(const char *name, int arguments)
{
    for (int i = 0; i < function_count; i++)
        if (strcmp(functions[i].name, name) == 0 && functions[i].arguments == arguments)
            return true;
    return false;
}

static inline void list_functions(void)
{
    static const char query[] = "SELECT DISTINCT name, narg, flags FROM pragma_function_list"
                                " WHERE name LIKE '%uuid%' ORDER BY name, narg";
    sqlite3 *db = open_with_extension(":memory:");
    sqlite3_stmt *statement = NULL;

    EXPECT(sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW && function_count < MOST_FUNCTIONS) {
        function_t *function = &functions[function_count++];

        sqlite3_snprintf(sizeof function->name, function->name, "%s",
                         sqlite3_column_text(statement, 0));
        function->arguments = sqlite3_column_int(statement, 1);
        function->is_deterministic = (sqlite3_column_int(statement, 2) & SQLITE_DETERMINISTIC) != 0;
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    EXPECT(function_count > 80 && function_count < MOST_FUNCTIONS);
}

#endif
