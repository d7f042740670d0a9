/*
 * Generators with an order and sources of their own: the function `generator`, and what a method of
 * its objects needs. Each method is also a function of the module, made of the same lines: it asks
 * `generator_of` for the generator to call the core with.
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

/* The generator to call the core with: NULL, the process's, for the module's functions. It is valid
 * until something may run the collector, because a finalizer may use or close it. */
static inline uuid9562_generator_t *generator_of(lua_State *L, int self)
{
    return self == MODULE ? NULL : check_open_generator(L);
}

/* Reports an error as `fail` does, or raises again what a callback has raised. */
INTERNAL int fail_generating(lua_State *L, int self, uuid9562_status_t status);

/* Pushes a new metatable for generators, without methods. */
INTERNAL void push_metatable(lua_State *L);

#endif
