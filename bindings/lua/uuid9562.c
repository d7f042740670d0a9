/*
 * The Lua face: require "uuid9562".
 *
 * It turns Lua values into the core's arguments and the core's answers into Lua values, and decides
 * nothing about UUIDs. This file registers tables: `makers` (functions that give a UUID),
 * `also_methods` and `functions` (all others) and `constants`; the parts that it is made of stand
 * beside it. What takes part in an order or draws is there twice: for the module, and as a method
 * of its generators.
 *
 * What holds for every function:
 *
 *   UUIDs   come out as a string of 36 characters, from a `_bytes` twin as one of 16 bytes. Going
 *           in, a string of 16 bytes is the binary form, and every other string is text.
 *   Types   A wrong one raises an argument error, and all are looked at before any value. Unlike
 *           in Lua's own libraries a number is no string here, nor a string a number.
 *   Errors  What the core refuses is told by the class of its status. MALFORMED: nil, message,
 *           offset (in bytes, from 0). RANGE: nil, message. SYSTEM: raises an error.
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

static const luaL_Reg *const of_generators[] = {maker_methods, methods};

LUALIB_API int luaopen_uuid9562(lua_State *L)
{
    luaL_newlib(L, functions);
    luaL_setfuncs(L, makers, 0);
    luaL_setfuncs(L, also_methods, 0);

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
    for (size_t i = 0; i < sizeof of_generators / sizeof *of_generators; i++) {
        lua_pushvalue(L, -2);
        luaL_setfuncs(L, of_generators[i], 1);
    }
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
