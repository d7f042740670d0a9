/*
 * How the files of the Lua binding see one another, and how they write a Lua function.
 *
 * uuid9562.c compiles them all as one translation unit and defines UUID9562_LUA_UNIT: then what one
 * file offers another is static, so the module exports luaopen_uuid9562 alone. A file that is
 * opened or checked alone sees ordinary external declarations.
 */
#ifndef UUID9562_LUA_INTERNAL_H
#define UUID9562_LUA_INTERNAL_H

#ifdef UUID9562_LUA_UNIT
#define INTERNAL static
#else
#define INTERNAL
#endif

struct lua_State;

/* Declares Lua functions by their C names, several at once. */
typedef int lua_function_t(struct lua_State *L);

/* Defines one that is a single call, on one line: FUNCTION(uuid4(lua_State *L), ...). */
#define FUNCTION(declarator, call)                                                                 \
    INTERNAL int declarator                                                                        \
    {                                                                                              \
        return call;                                                                               \
    }

#endif
