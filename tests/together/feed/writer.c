/*
 * A writer of feed.py in C, and as a module what one in Lua needs of SQLite:
 *
 *   writer EXTENSION DATABASE SCRIPT ROUNDS
 */
#include <lauxlib.h>
#include <uuid9562.h>

#include "../../hosts/sqlite/host.h"

static sqlite3 *db;

static void open_feed(const char *extension, const char *path)
{
    db = open_database(path);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    sqlite3_busy_timeout(db, 1000);
    if (sqlite3_load_extension(db, extension, NULL, NULL) != SQLITE_OK ||
        run(db, "PRAGMA synchronous = OFF") != SQLITE_OK)
        exit(1);
}

typedef void draw_t(lua_State *lua, uuid9562_t *key);

/* Runs the statements of a transaction, each with a new key as its parameter. If one finds the
 * database busy, all is rolled back, and the result is false; but a COMMIT asks again. */
static bool writes(const char *line, draw_t *draw, lua_State *lua)
{
    sqlite3_stmt *statement;
    uuid9562_t key;
    int code = SQLITE_DONE;

    while (code == SQLITE_DONE && *line != '\0') {
        code = sqlite3_prepare_v2(db, line, -1, &statement, &line);
        if (code != SQLITE_OK)
            break;
        draw(lua, &key);
        sqlite3_bind_blob(statement, 1, &key, sizeof key, SQLITE_STATIC);
        do
            code = sqlite3_step(statement);
        while (code == SQLITE_ROW ||
               (code == SQLITE_BUSY && strstr(sqlite3_sql(statement), "COMMIT") != NULL));
        sqlite3_finalize(statement);
    }
    if (code != SQLITE_DONE && code != SQLITE_BUSY) {
        fprintf(stderr, "%s\n", sqlite3_errmsg(db));
        exit(1);
    }
    if (code == SQLITE_BUSY && !sqlite3_get_autocommit(db))
        run(db, "ROLLBACK");
    return code == SQLITE_DONE;
}

static void draw(lua_State *unused, uuid9562_t *key)
{
    (void)unused;
    if (uuid9562_uuid7(NULL, key) != UUID9562_OK)
        exit(1);
}

int main(int count, char **arguments)
{
    char line[1024];
    FILE *script = count == 5 ? fopen(arguments[3], "r") : NULL;

    if (script == NULL)
        return 2;
    open_feed(arguments[1], arguments[2]);
    for (int round = atoi(arguments[4]); round > 0; round--, rewind(script))
        while (fgets(line, sizeof line, script) != NULL) {
            line[strcspn(line, "\n")] = '\0';
            while (!writes(line, draw, NULL))
                ;
        }
    return 0;
}

/* ---- the module: open_in_lua(extension, database) returns writes(line, draw) ---- */

static void draw_in_lua(lua_State *lua, uuid9562_t *key)
{
    lua_pushvalue(lua, 2);
    lua_call(lua, 0, 1);
    memcpy(key, luaL_checkstring(lua, -1), sizeof *key);
    lua_pop(lua, 1);
}

static int lua_writes(lua_State *lua)
{
    lua_pushboolean(lua, writes(luaL_checkstring(lua, 1), draw_in_lua, lua));
    return 1;
}

extern int open_in_lua(lua_State *lua);
int open_in_lua(lua_State *lua)
{
    open_feed(luaL_checkstring(lua, 1), luaL_checkstring(lua, 2));
    lua_pushcfunction(lua, lua_writes);
    return 1;
}
