/*
 * The Lua face: require "uuid9562".
 *
 * It turns Lua values into the core's arguments and the core's answers into Lua values, and decides
 * nothing about UUIDs. This file registers four tables: `makers` (functions that give a UUID),
 * `methods` and `functions` (all others) and `constants`; the parts that it is made of stand beside
 * it. What is marked as a method, too, is registered twice: for the module and for its generators.
 *
 * What holds for every function:
 *
 *   UUIDs   come out as a string of 36 characters, from a `_bytes` twin as one of 16 octets. Going
 *           in, a string of 16 octets is the binary form, and every other string is text.
 *   Types   A wrong one raises an argument error, and all are looked at before any value. Unlike
 *           in Lua's own libraries a number is no string here, nor a string a number.
 *   Errors  What the core refuses is told by the class of its status. MALFORMED: nil, message,
 *           offset (in octets, from 0). RANGE: nil, message. SYSTEM: raises an error.
 */
#include "lua.h"
#include "lauxlib.h"

#include "uuid9562.h"

#include "compat.h"
#include "values.c"
#include "generator.c"
#include "makers.c"
#include "functions.c"

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

/* Registers a maker in the table below the top of the stack. What is on top becomes its first
 * upvalue, its row the second. */
static void set_maker(lua_State *L, const maker_t *maker, const char *suffix, lua_CFunction as)
{
    lua_pushfstring(L, "%s%s", maker->name, suffix);
    lua_pushvalue(L, -2);
    lua_pushlightuserdata(L, (void *)maker); /* nobody writes through it */
    lua_pushcclosure(L, as, 2);
    lua_rawset(L, -4);
}

/* Registers what may be a method in the table below the top of the stack: the methods alone with
 * the metatable of generators on top, the module's functions with nil. Pops that. */
static void set_functions(lua_State *L)
{
    bool all = lua_isnil(L, -1);

    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        if (!all && !makers[i].method)
            continue;
        set_maker(L, &makers[i], "", as_text);
        if (makers[i].twin)
            set_maker(L, &makers[i], "_bytes", as_bytes);
    }
    luaL_setfuncs(L, methods, 1);
}

LUALIB_API int luaopen_uuid9562(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_pushnil(L);
    set_functions(L);

    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        push_text(L, &constants[i].uuid);
        lua_setfield(L, -2, constants[i].name);
    }
    lua_pushliteral(L, "uuid9562");
    lua_setfield(L, -2, "_NAME");
    lua_pushfstring(L, "uuid9562 %s", uuid9562_version());
    lua_setfield(L, -2, "_VERSION");

    push_metatable(L);
    lua_newtable(L);
    lua_pushvalue(L, -2);
    set_functions(L);
    lua_setfield(L, -2, "__index");
    lua_pushcclosure(L, generator, 1);
    lua_setfield(L, -2, "generator");

    /* The module called is uuid4, which looks at no argument, not even at the module itself. */
    lua_createtable(L, 0, 1);
    lua_getfield(L, -2, "uuid4");
    lua_setfield(L, -2, "__call");
    lua_setmetatable(L, -2);
    return 1;
}
