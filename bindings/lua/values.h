/*
 * Conversions between Lua values and the core's. Every function of the module uses them, so the
 * same mistake has the same error everywhere.
 */
#ifndef UUID9562_LUA_VALUES_H
#define UUID9562_LUA_VALUES_H

#include "compat.h"
#include "functions.h"
#include "private/uuid9562_host.h"
#include "uuid9562_bindings.h"

/* The upvalues of the module's functions and the methods. A metamethod has the first one only;
 * callbacks have others. */
enum {
    METATABLE = 1, /* of generators */
    NAME,          /* of the function in the module */
    MODULE_TABLE,
    UPVALUES = MODULE_TABLE
};

/* ---- Arguments: `name` as in uuid9562.meta.lua ----------------------------------------------- */

typedef struct text {
    const char *bytes; /* Lua's own, valid while the argument stays on the stack */
    size_t length;
} text_t;

/* Raises an argument error as luaL_argerror does, but always with the function's own name; or an
 * error that says that it was called with a colon. */
INTERNAL int raise_argument_error(lua_State *L, int arg, const char *message);

/* The same for a wrong type. */
INTERNAL int raise_type_error(lua_State *L, int arg, const char *name, const char *expected);

/* A string. A number is not converted. */
INTERNAL text_t check_text(lua_State *L, int arg, const char *name);

/* The same for an optional argument: the bytes are NULL if it is left out. */
INTERNAL text_t opt_text(lua_State *L, int arg, const char *name);

/* A number with an integer representation. A string is not converted. */
INTERNAL int64_t check_integer(lua_State *L, int arg, const char *name);

/* An integer for an unsigned argument of the core. A negative one becomes huge, so it is still out
 * of range. */
INTERNAL uint64_t check_unsigned(lua_State *L, int arg, const char *name);

/* The same for an optional argument. Returns NULL if it is left out, else `value`. */
INTERNAL const uint64_t *opt_unsigned(lua_State *L, int arg, const char *name, uint64_t *value);

/* Checks the type of a time: an integer or a string. */
INTERNAL void check_time_type(lua_State *L, int arg, const char *name);

/* Reads such a time; a span with its width; one in nanoseconds may be decimal digits. Returns 0, or
 * as `fail`. */
INTERNAL int read_span(lua_State *L, int arg, int64_t *unix_ms, uint32_t *width_ms);
INTERNAL int read_time_ms(lua_State *L, int arg, int64_t *unix_ms);
INTERNAL int read_time_ns(lua_State *L, int arg, int64_t *unix_ns);

/* Checks the type of an optional node: an integer or a name. */
INTERNAL void check_node_type(lua_State *L, int arg);

/* Reads such a node. `node` is NULL if it is left out, else `value`. */
INTERNAL uuid9562_status_t read_node(lua_State *L, int arg, uint64_t *value, const uint64_t **node);

/* A UUID as 16 bytes or as text, which in the format `any` is never 16 bytes long. */
INTERNAL uuid9562_status_t read_uuid(text_t text, uuid9562_t *out, size_t *offset);

/* The same, or @name. */
INTERNAL uuid9562_status_t read_namespace(text_t text, uuid9562_t *out, size_t *offset);

/* The UUID of an argument. Returns 0, or as `fail`. */
INTERNAL int read_argument(lua_State *L, int arg, const char *name, uuid9562_t *out);

/* ---- Results: each function returns how many it pushed --------------------------------------- */

/* A UUID. The generators, which exist in two return types, take one of these as an argument. */
typedef int push_t(lua_State *L, const uuid9562_t *uuid);
INTERNAL push_t push_text, push_bytes;

/* A field, or nil without a message if the UUID lacks it. */
INTERNAL int push_field(lua_State *L, bool present, int64_t field);

/* Sets a field of the table on top of the stack. */
INTERNAL void set_string(lua_State *L, const char *name, const char *value);

/* Reports an error of the core by its class: returns nil, message and the offset in `text`; returns
 * nil, message; or raises an error. */
INTERNAL int fail_text(lua_State *L, uuid9562_status_t status, size_t offset, text_t text);

/* The same for a status that is never of the class MALFORMED. */
INTERNAL int fail(lua_State *L, uuid9562_status_t status);

#endif
