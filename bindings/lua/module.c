/*
 * The Lua module: require "uuid9562".
 *
 * It converts Lua values to the core's arguments and the core's results to Lua values, and decides
 * nothing about UUIDs. This file is the translation unit: it includes the other files of the
 * binding and registers the functions that functions.h lists.
 *
 * What holds for every function:
 *
 *   UUIDs   are returned as a string of 36 characters, by a `_bytes` function as one of 16 bytes.
 *           As an argument, a string of 16 bytes is binary, and every other string is text.
 *   Types   A wrong type raises an argument error. All types are checked before any value. Unlike
 *           in Lua's own libraries, numbers and strings are not converted to each other. A surplus
 *           argument is an argument error, too.
 *   Errors  The class of the core's status decides. MALFORMED returns nil, message, offset (in
 *           bytes, from 0). RANGE returns nil, message. SYSTEM raises an error.
 */
#define UUID9562_LUA_UNIT

#include <string.h>

#include "compat.h"
#include "uuid9562.h"

#include "values.c"
#include "generator_class.c"
#include "generate.c"
#include "build.c"
#include "names.c"
#include "text.c"
#include "inspect.c"
#include "process.c"
#include "state.c"

/* What a caller who passed a surplus argument may have meant. */
static const struct {
    const char *name, *meant;
} meanings[] = {
    {"uuid4", "uuid4_make(random) takes 16 bytes"},
    {"uuid4_bytes", "uuid4_make(random) takes 16 bytes"},
    {"uuid7", "uuid7_at(unix_ms) takes a time"},
    {"uuid7_bytes", "uuid7_at(unix_ms) takes a time"},
    {"uuid7_at", "uuid7_make(unix_ms, random) takes random bytes"},
    {"valid", "parse(s, format) takes a format"},
    {"to_bytes", "parse(s, format) takes a format"},
};

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Raises an error for surplus arguments, which Lua would drop. Trailing nils do not count, so that
 * a wrapper can pass on optional arguments that it was not given. */
static void check_surplus(lua_State *L, int self, int most)
{
    const char *name = lua_tostring(L, lua_upvalueindex(NAME)), *meant = "";
    const char *takes = "one argument";
    int count = lua_gettop(L);

    while (count > self + most && lua_isnil(L, count))
        count--;
    if (count == self + most)
        return;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(meanings[i].name, name) == 0)
            meant = lua_pushfstring(L, "; %s", meanings[i].meant);
    if (most == 0)
        takes = "no argument";
    else if (most > 1)
        takes = lua_pushfstring(L, "at most %d arguments", most);
    raise_argument_error(L, self + most + 1, lua_pushfstring(L, "takes %s%s", takes, meant));
}

/* What Lua calls for function f: entry_f, and for a method method_f. They count the arguments,
 * which takes 1 % of uuid7; one function for all, with its row in an upvalue, would take 7 %. */
#define ENTRY(entry, self, most, call)                                                             \
    static int entry(lua_State *L)                                                                 \
    {                                                                                              \
        if (lua_gettop(L) > (self) + (most))                                                       \
            check_surplus(L, self, most);                                                          \
        return call;                                                                               \
    }
#define FUNCTION_ENTRY(name, most) ENTRY(entry_##name, MODULE, most, name(L))
#define BOTH_ENTRIES(name, most)                                                                   \
    ENTRY(entry_##name, MODULE, most, name(L, MODULE))                                             \
    ENTRY(method_##name, METHOD, most, name(L, METHOD))
FUNCTIONS(FUNCTION_ENTRY, BOTH_ENTRIES)

/* A call of the module, which is the first argument. */
static int call_module(lua_State *L)
{
    lua_remove(L, 1);
    return entry_uuid4(L);
}

/* ---- Registration ---------------------------------------------------------------------------- */

#define FUNCTION_ROW(name, most) {#name, entry_##name, NULL},
#define METHOD_ROW(name, most)   {#name, entry_##name, method_##name},
static const struct {
    const char *name;
    lua_CFunction function; /* of the module */
    lua_CFunction method;   /* of generators; NULL if there is none */
} functions[] = {FUNCTIONS(FUNCTION_ROW, METHOD_ROW)};

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

enum {
    FUNCTION_COUNT = sizeof functions / sizeof *functions,
    CONSTANT_COUNT = sizeof constants / sizeof *constants,
};

/* The tables at the bottom of the stack of luaopen_uuid9562. */
enum { MODULE_AT = 1, METATABLE_AT, METHODS_AT, MODULE_METATABLE_AT };

/* Sets a field of a table to a function, which has the upvalues that values.h lists. */
static void set_function(lua_State *L, int table, const char *field, lua_CFunction function,
                         const char *name)
{
    lua_pushvalue(L, METATABLE_AT);
    lua_pushstring(L, name);
    lua_pushvalue(L, MODULE_AT);
    lua_pushcclosure(L, function, UPVALUES);
    lua_setfield(L, table, field);
}

LUALIB_API int luaopen_uuid9562(lua_State *L)
{
    lua_settop(L, 0);
    lua_createtable(L, 0, FUNCTION_COUNT + CONSTANT_COUNT + 2);
    push_metatable(L);
    lua_newtable(L);
    lua_newtable(L);
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        const char *name = functions[i].name;

        set_function(L, MODULE_AT, name, functions[i].function, name);
        if (functions[i].method != NULL)
            set_function(L, METHODS_AT, name, functions[i].method, name);
    }
    set_function(L, MODULE_METATABLE_AT, "__call", call_module, "uuid4");
    lua_setmetatable(L, MODULE_AT);
    lua_setfield(L, METATABLE_AT, "__index");
    lua_settop(L, MODULE_AT);

    for (int i = 0; i < CONSTANT_COUNT; i++) {
        push_text(L, &constants[i].uuid);
        lua_setfield(L, -2, constants[i].name);
    }
    lua_pushliteral(L, "uuid9562");
    lua_setfield(L, -2, "_NAME");
    lua_pushfstring(L, "uuid9562 %s", uuid9562_version());
    lua_setfield(L, -2, "_VERSION");
    return 1;
}
