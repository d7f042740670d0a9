/*
 * The functions of the Lua module and the methods of its generators with arguments of all types,
 * and with an allocator that may refuse. A call gives values, or nil and a message, or raises a
 * string; what is pure gives the same twice; parse and format agree with the C library.
 *
 * The module is compiled into this file, so that it sees the table of functions.
 */
#include <lauxlib.h>
#include <lualib.h>

#include "../../bindings/lua/module.c"

#include "fuzz.h"
#include "uuid9562_generator.h"

enum { MOST = 4, AT_MODULE = 1, AT_GENERATOR, AT_INPUT };
enum { SIMPLE = 6, ALL = 12 }; /* kinds of values; then a function, then what may contain one */

static lua_State *lua;
static long allocations; /* that succeed; below 0 for all */

static void *allocate(void *unused, void *old, size_t old_size, size_t size)
{
    (void)unused;
    if (size == 0)
        return free(old), NULL;
    if ((old == NULL || size > old_size) && (allocations == 0 || size > 1 << 16))
        return NULL;
    allocations -= allocations > 0;
    return realloc(old, size);
}

/* A clock or a source of randomness: gives the value that is its upvalue. */
static int constant(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

static void push_value(lua_State *L, fuzz_t *in, int kinds)
{
    static const char *const fields[] = {"clock", "random", "node", "clock_seq", "other"};
    size_t length;
    const char *text;
    double number;
    const int type = take_byte(in) % kinds;

    if (type == 0)
        lua_pushnil(L);
    else if (type == 1)
        lua_pushinteger(L, take_integer(in));
    else if (type == 2)
        take(in, &number, sizeof number), lua_pushnumber(L, number);
    else if (type == 5)
        lua_pushboolean(L, take_byte(in) & 1);
    else if (type == 6)
        push_value(L, in, SIMPLE), lua_pushcclosure(L, constant, 1);
    else if (type == 7)
        lua_pushvalue(L, AT_GENERATOR);
    else if (type == 8) {
        luaL_checkstack(L, 9, NULL);
        lua_newtable(L);
        for (int i = take_byte(in) % 4; i > 0; i--) {
            const uint8_t field = take_byte(in) % 5;

            push_value(L, in, SIMPLE + 1);
            lua_setfield(L, -2, fields[field]);
        }
    } else if (type == 9)
        lua_newthread(L);
    else
        text = take_text(in, &length), lua_pushlstring(L, text, length);
}

/* What an input says: a function, how it is called, and with what. */
typedef struct call {
    int choice;
    uint8_t flags;
    fuzz_t in;
} call_t;

/* Calls the function that the input chooses, a method if it is one and the input says so. */
static int call(lua_State *L)
{
    const call_t *said = lua_touserdata(L, AT_INPUT);
    const int choice = said->choice;
    const uint8_t flags = said->flags;
    fuzz_t in = said->in;
    const bool is_method = functions[choice].method != NULL && (flags & 1);
    const int n = (flags >> 1) % (MOST + 1);
    const bool parses = strcmp(functions[choice].name, "parse") == 0;
    const bool is_known = parses || strcmp(functions[choice].name, "format") == 0;
    char wanted[64];
    size_t wanted_length = SIZE_MAX, length;

    if (flags & 64) {
        lua_getfield(L, AT_MODULE, "generator");
        push_value(L, &in, ALL);
        lua_call(L, 1, 1);
        lua_replace(L, AT_GENERATOR);
    }
    luaL_checkstack(L, 2 * MOST, NULL);
    lua_getfield(L, is_method ? AT_GENERATOR : AT_MODULE, functions[choice].name);
    if (is_method)
        lua_pushvalue(L, AT_GENERATOR);
    for (int i = 0; i < n; i++)
        push_value(L, &in, ALL);
    if (is_known && n == 2 && lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TSTRING)
        wanted_length = answer_of_c(wanted, parses, lua_tostring(L, -2), lua_rawlen(L, -2),
                                    lua_tostring(L, -1), lua_rawlen(L, -1));
    allocations = flags & 128 ? take_byte(&in) : -1;
    lua_call(L, n + is_method, LUA_MULTRET);
    allocations = -1;
    if (wanted_length != SIZE_MAX) {
        const char *got = luaL_optlstring(L, AT_INPUT + 1, "", &length);

        REQUIRE(length == wanted_length && memcmp(got, wanted, length) == 0);
    }
    return lua_gettop(L) - AT_INPUT;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    allocations = -1;
    lua = lua_newstate(allocate, NULL);
    luaL_requiref(lua, "uuid9562", luaopen_uuid9562, false);
    lua_pushnil(lua);
    lua_setfield(lua, AT_MODULE, "state_open"); /* it would create a file */
    return 0;
}

/* Leaves the results of a call on the stack, and returns how many there are. */
static int run(call_t *said)
{
    const int top = lua_gettop(lua);
    int status, n;

    lua_pushcfunction(lua, call);
    lua_pushvalue(lua, AT_MODULE);
    lua_getfield(lua, AT_MODULE, "generator");
    lua_call(lua, 0, 1);
    lua_pushlightuserdata(lua, said);
    status = lua_pcall(lua, 3, LUA_MULTRET, 0);
    allocations = -1;
    n = lua_gettop(lua) - top;
    if (status != LUA_OK)
        REQUIRE(n == 1 && lua_type(lua, -1) == LUA_TSTRING);
    else if (n > 1 && lua_isnil(lua, top + 1))
        REQUIRE(n <= 3 && lua_isstring(lua, top + 2) && (n == 2 || lua_tointeger(lua, -1) >= 0));
    for (int i = 1; i <= n; i++)
        if (status != LUA_OK || (i == 2 && lua_isnil(lua, top + 1)))
            REQUIRE(is_utf8(lua_tostring(lua, top + i), lua_rawlen(lua, top + i)));
    return n;
}

static const char *name_of(int choice)
{
    return functions[choice].name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_t in = {data, size};
    call_t said = {.choice = take_choice(&in, FUNCTION_COUNT, name_of), .flags = take_byte(&in)};
    int n;

    said.in = in;
    n = run(&said);
    if (functions[said.choice].method == NULL && !(said.flags & 128) && /* pure */
        strstr("generator state reseed system_random", name_of(said.choice)) == NULL) {
        REQUIRE(run(&said) == n);
        for (int i = 1; i <= n; i++)
            REQUIRE(lua_rawequal(lua, -i, -i - n) || lua_istable(lua, -i));
    }
    lua_settop(lua, AT_MODULE);
    lua_gc(lua, LUA_GCCOLLECT);
    REQUIRE(uuid9562_set_max_lead_ns(NULL, 0) == UUID9562_OK &&
            uuid9562_resync(NULL) == UUID9562_OK);
    return 0;
}
