/*
 * What the Luas lack of the interface that the other files use, which is that of Lua 5.4; and what
 * an integer is. No other file asks for a version, and none has a last version.
 *
 * LuaJIT is a Lua 5.1 here. What it has of later ones is not used, so that all its versions do.
 */
#include <stdbool.h>
#include <stdint.h>

/* ---- Integers -------------------------------------------------------------------------------- */

#if LUA_VERSION_NUM >= 503

/* Times, nodes and custom bits are passed through as they are. */
_Static_assert(sizeof(lua_Integer) >= sizeof(int64_t), "needs a Lua of 64-bit integers");

#define INTEGER_MAX LUA_MAXINTEGER

/* Is the number at `index` one? Then that is its value. */
static bool to_integer(lua_State *L, int index, int64_t *value)
{
    int exact;

    *value = lua_tointegerx(L, index, &exact);
    return exact;
}

/* The same where a number that is beyond the exact ones is no mistake. */
#define to_whole to_integer

static void push_integer(lua_State *L, int64_t value)
{
    lua_pushinteger(L, value);
}

#else

/* Before 5.3 every number is a real one. One that is whole is an integer below 2^53, as far as no
 * two integers are one number: 2^53 may have been 2^53 + 1 before Lua rounded it. */
_Static_assert(sizeof(lua_Number) >= sizeof(double), "needs a Lua of double precision");

#define INTEGER_MAX INT64_C(9007199254740991)

static bool to_whole(lua_State *L, int index, int64_t *value)
{
    const lua_Number two_to_63 = 9223372036854775808.0, number = lua_tonumber(L, index);

    if (!(-two_to_63 <= number && number < two_to_63))
        return false;
    *value = (int64_t)number;
    return (lua_Number)*value == number;
}

static bool to_integer(lua_State *L, int index, int64_t *value)
{
    return to_whole(L, index, value) && -INTEGER_MAX <= *value && *value <= INTEGER_MAX;
}

/* lua_Integer may have 32 bits. */
static void push_integer(lua_State *L, int64_t value)
{
    lua_pushnumber(L, (lua_Number)value);
}

#endif

/* ---- User values, of which there is one before 5.4: a table of them -------------------------- */

#if LUA_VERSION_NUM < 504

#if LUA_VERSION_NUM < 502
#define lua_getuservalue lua_getfenv
#define lua_setuservalue lua_setfenv
#endif

static void *lua_newuserdatauv(lua_State *L, size_t size, int count)
{
    void *block = lua_newuserdata(L, size);

    lua_createtable(L, count, 0);
    lua_setuservalue(L, -2);
    return block;
}

/* Raises nothing, as in 5.4. */
static void lua_getiuservalue(lua_State *L, int index, int n)
{
    lua_getuservalue(L, index);
    lua_rawgeti(L, -1, n);
    lua_remove(L, -2);
}

static void lua_setiuservalue(lua_State *L, int index, int n)
{
    lua_getuservalue(L, index);
    lua_insert(L, -2);
    lua_rawseti(L, -2, n);
    lua_pop(L, 1);
}

#endif

/* ---- 5.1 ------------------------------------------------------------------------------------- */

#if LUA_VERSION_NUM < 502

#ifndef LUA_OK
#define LUA_OK 0
#endif

#define lua_rawlen lua_objlen

/* Registers functions in the table below their upvalues, which it pops. */
static void set_functions_of(lua_State *L, const luaL_Reg *functions, int upvalues)
{
    for (; functions->name != NULL; functions++) {
        for (int i = 0; i < upvalues; i++)
            lua_pushvalue(L, -upvalues);
        lua_pushcclosure(L, functions->func, upvalues);
        lua_setfield(L, -upvalues - 2, functions->name);
    }
    lua_pop(L, upvalues);
}

#undef luaL_setfuncs
#define luaL_setfuncs set_functions_of
#undef luaL_newlib
#define luaL_newlib(L, functions) (lua_newtable(L), luaL_setfuncs(L, functions, 0))

/* Pushes a value of any type as text; nobody asks for its length. */
static const char *text_of(lua_State *L, int index)
{
    lua_pushvalue(L, index);
    lua_getglobal(L, "tostring");
    lua_insert(L, -2);
    lua_call(L, 1, 1);
    return lua_tostring(L, -1);
}

#define luaL_tolstring(L, index, length) text_of(L, index)

#endif
