/*
 * Generators with their own order and sources: the function `generator`, and helpers of methods.
 * Each method is also a function of the module, made of the same lines: `generator_of` returns the
 * generator to pass to the core.
 */
#ifndef UUID9562_LUA_GENERATOR_H
#define UUID9562_LUA_GENERATOR_H

#include "compat.h"
#include "functions.h"
#include "uuid9562.h"

/* The generator at index 1, which must be open. */
INTERNAL uuid9562_generator_t *check_open_generator(lua_State *L);

/* Raises an error if one of its callbacks is running. */
INTERNAL void check_no_callback_runs(lua_State *L);

/* The generator to pass to the core: NULL, the process's, for the module's functions. It is valid
 * until the collector may run, because a finalizer may use or close it. */
static inline uuid9562_generator_t *generator_of(lua_State *L, int self)
{
    return self == MODULE ? NULL : check_open_generator(L);
}

/* Reports an error as `fail` does, or raises a callback's error again. */
INTERNAL int fail_generating(lua_State *L, int self, uuid9562_status_t status);

/* Pushes a new metatable for generators, without methods. */
INTERNAL void push_metatable(lua_State *L);

#endif
