/*
 * The C API of Lua 5.4 on every Lua, including its integers. No other file tests the version.
 *
 * LuaJIT counts as Lua 5.1: its additions from later versions are not used, so each LuaJIT works.
 */
#ifndef UUID9562_LUA_COMPAT_H
#define UUID9562_LUA_COMPAT_H

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "lua.h"
#include "lauxlib.h"

/* ---- Integers -------------------------------------------------------------------------------- */

#if LUA_VERSION_NUM >= 503

static_assert(sizeof(lua_Integer) >= sizeof(int64_t), "needs a Lua of 64-bit integers");

#define INTEGER_MAX LUA_MAXINTEGER

/* Reads the number at `index` if it is an integer. */
static inline bool to_integer(lua_State *L, int index, int64_t *value)
{
    int exact;

    *value = lua_tointegerx(L, index, &exact);
    return exact;
}

/* The same, where a number may be rounded already. */
#define to_rounded_integer to_integer

/* Reads a timestamp of 60 bits from a string: only where numbers are too short for it. */
static inline bool to_ticks(lua_State *L, int index, int64_t *value)
{
    (void)L, (void)index, (void)value;
    return false;
}

#define push_ticks push_integer

static inline void push_integer(lua_State *L, int64_t value)
{
    lua_pushinteger(L, value);
}

#else

/* Before 5.3 every number is a double. Whole numbers below 2^53 are integers. From there on two
 * integers share a double: 2^53 itself may have been 2^53 + 1 before Lua rounded it. */
static_assert(sizeof(lua_Number) >= sizeof(double), "needs a Lua of double precision");

#define INTEGER_MAX INT64_C(9007199254740991)

static inline bool to_rounded_integer(lua_State *L, int index, int64_t *value)
{
    const lua_Number two_to_63 = 9223372036854775808.0, number = lua_tonumber(L, index);

    if (!(-two_to_63 <= number && number < two_to_63))
        return false;
    *value = (int64_t)number;
    return (lua_Number)*value == number;
}

static inline bool to_integer(lua_State *L, int index, int64_t *value)
{
    return to_rounded_integer(L, index, value) && -INTEGER_MAX <= *value && *value <= INTEGER_MAX;
}

/* A timestamp of 60 bits, or in nanoseconds, is a string of decimal digits, because present times
 * are above 2^53. None is negative, so -1 represents one beyond 64 bits, which is also out of
 * range. */
static inline bool to_ticks(lua_State *L, int index, int64_t *value)
{
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    char *end;

    if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
        return false;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno == ERANGE)
        *value = -1;
    return end == text + length && end[-1] != '-';
}

static inline void push_ticks(lua_State *L, int64_t ticks)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRId64, ticks);
    lua_pushstring(L, text);
}

/* lua_Integer may have 32 bits. */
static inline void push_integer(lua_State *L, int64_t value)
{
    lua_pushnumber(L, (lua_Number)value);
}

#endif

/* ---- User values: before 5.4 there is one, here a table of them ------------------------------ */

#if LUA_VERSION_NUM < 504

#if LUA_VERSION_NUM < 502
#define lua_getuservalue lua_getfenv
#define lua_setuservalue lua_setfenv
#endif

static inline void *lua_newuserdatauv(lua_State *L, size_t size, int count)
{
    void *block = lua_newuserdata(L, size);

    lua_createtable(L, count, 0);
    lua_setuservalue(L, -2);
    return block;
}

/* Raises no error, as in 5.4. */
static inline void lua_getiuservalue(lua_State *L, int index, int n)
{
    lua_getuservalue(L, index);
    lua_rawgeti(L, -1, n);
    lua_remove(L, -2);
}

static inline void lua_setiuservalue(lua_State *L, int index, int n)
{
    lua_getuservalue(L, index);
    lua_insert(L, -2);
    lua_rawseti(L, -2, n);
    lua_pop(L, 1);
}

#endif

/* ---- 5.1 ------------------------------------------------------------------------------------- */

#ifndef LUA_OK
#define LUA_OK 0
#endif

#endif
