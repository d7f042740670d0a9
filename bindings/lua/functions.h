/*
 * Every Lua function of the module, a row each, and how the files of the binding see one another.
 *
 * To add a function: define it in the file of its topic and add a row here.
 *
 * module.c compiles all files as one translation unit and defines UUID9562_LUA_UNIT, which makes
 * everything static but luaopen_uuid9562. A file that is compiled alone sees ordinary external
 * declarations.
 */
#ifndef UUID9562_LUA_FUNCTIONS_H
#define UUID9562_LUA_FUNCTIONS_H

#ifdef UUID9562_LUA_UNIT
#define INTERNAL static
#else
#define INTERNAL
#endif

#ifdef __cplusplus
#define typeid typeid_ /* a keyword */
#endif

struct lua_State;

/* X(name, the maximum number of arguments); M likewise, for a function that is also a method of
 * generators. */
/* clang-format off */
#define FUNCTIONS(X, M) \
    M(uuid1, 2) \
    M(uuid4, 0) \
    M(uuid4_bytes, 0) \
    M(uuid6, 2) \
    M(uuid7, 0) \
    M(uuid7_bytes, 0) \
    M(uuid7_at, 1) \
    M(uuid7_at_ns, 1) \
    M(uuid8, 3) \
    M(batch, 2) \
    M(batch_bytes, 2) \
    M(lead_ns, 0) \
    M(set_max_lead_ns, 1) \
    M(advance, 1) \
    M(resync, 0) \
    X(generator, 1) \
    X(state_open, 2) \
    X(state, 0) \
    X(reseed, 0) \
    X(system_random, 1) \
    X(uuid3, 2) \
    X(uuid4_make, 1) \
    X(uuid5, 2) \
    X(uuid7_make, 3) \
    X(uuid7_min, 1) \
    X(uuid7_max, 1) \
    X(uuid7_name, 4) \
    X(uuid8_name, 3) \
    X(parse, 2) \
    X(format, 2) \
    X(formats, 0) \
    X(typeid, 2) \
    X(typeid_prefix, 1) \
    X(to_bytes, 1) \
    X(from_bytes, 1) \
    X(valid, 1) \
    X(version, 1) \
    X(variant, 1) \
    X(timestamp_ms, 1) \
    X(timestamp_ns, 2) \
    X(timestamp_ticks, 1) \
    X(node, 1) \
    X(clock_seq, 1) \
    X(v1_to_v6, 1) \
    X(v6_to_v1, 1) \
    X(guid_swap, 1) \
    X(match, 2) \
    X(ordering_match, 2) \
    X(ldap_schema, 0)
/* clang-format on */

/* `self` is how many arguments precede a function's own: none in the module's function, and the
 * generator in a method. A constant in each call, it costs the module's functions nothing. */
enum { MODULE = 0, METHOD = 1 };

#define DECLARE_FUNCTION(name, most) INTERNAL int name(struct lua_State *L);
#define DECLARE_METHOD(name, most)   INTERNAL int name(struct lua_State *L, int self);
FUNCTIONS(DECLARE_FUNCTION, DECLARE_METHOD)

/* Defines one that is a single call, on one line: FUNCTION(uuid5(lua_State *L), ...). */
#define FUNCTION(declarator, call)                                                                 \
    INTERNAL int declarator                                                                        \
    {                                                                                              \
        return call;                                                                               \
    }

#endif
