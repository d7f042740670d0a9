/*
 * The Lua face: require "uuid9562".
 *
 * It turns Lua values into the core's arguments and the core's answers into Lua values, and decides
 * nothing about UUIDs. This file registers three tables: `makers` (functions that give a UUID),
 * `functions` (all others) and `constants`; the parts that it is made of stand beside it.
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

#include "values.c"
#include "makers.c"
#include "functions.c"

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

/* Registers a maker in the table on top of the stack. Its row becomes an upvalue. */
static void set_maker(lua_State *L, const maker_t *maker, const char *suffix, lua_CFunction as)
{
    lua_pushfstring(L, "%s%s", maker->name, suffix);
    lua_pushlightuserdata(L, (void *)maker); /* nobody writes through it */
    lua_pushcclosure(L, as, 1);
    lua_rawset(L, -3);
}

LUAMOD_API int luaopen_uuid9562(lua_State *L)
{
    luaL_newlib(L, functions);

    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        set_maker(L, &makers[i], "", as_text);
        if (makers[i].twin)
            set_maker(L, &makers[i], "_bytes", as_bytes);
    }

    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        push_text(L, &constants[i].uuid);
        lua_setfield(L, -2, constants[i].name);
    }
    lua_pushliteral(L, "uuid9562");
    lua_setfield(L, -2, "_NAME");
    lua_pushfstring(L, "uuid9562 %s", uuid9562_version());
    lua_setfield(L, -2, "_VERSION");

    /* The module called is uuid4, which looks at no argument, not even at the module itself. */
    lua_createtable(L, 0, 1);
    lua_getfield(L, -2, "uuid4");
    lua_setfield(L, -2, "__call");
    lua_setmetatable(L, -2);
    return 1;
}
