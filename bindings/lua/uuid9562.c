/*
 * The Lua module: require "uuid9562".
 *
 * It turns Lua values into the core's arguments and the core's results into Lua values, and decides
 * nothing about UUIDs. This file is the translation unit: it includes all others of the binding,
 * and its table `functions` registers every function. To add one: write it in the file of its
 * topic, declare it in that file's header, and add a row.
 *
 * What holds for every function:
 *
 *   UUIDs   are returned as a string of 36 characters, by a `_bytes` function as one of 16 bytes.
 *           As an argument, a string of 16 bytes is binary, and every other string is text.
 *   Types   A wrong type raises an argument error. All types are checked before any value. Unlike
 *           in Lua's own libraries, numbers and strings are not converted to each other.
 *   Errors  The class of the core's status decides. MALFORMED returns nil, message, offset (in
 *           bytes, from 0). RANGE returns nil, message. SYSTEM raises an error.
 */
#define UUID9562_LUA_UNIT

#include "compat.h"
#include "uuid9562.h"

#include "values.c"
#include "generator.c"
#include "generate.c"
#include "build.c"
#include "text.c"
#include "inspect.c"

static const struct {
    const char *name;
    lua_CFunction function; /* of the module */
    lua_CFunction method;   /* of generators; NULL if there is none */
} functions[] = {
    {"uuid1", uuid1, generator_uuid1},
    {"uuid1_bytes", uuid1_bytes, generator_uuid1_bytes},
    {"uuid1_make", uuid1_make, NULL},
    {"uuid1_make_bytes", uuid1_make_bytes, NULL},
    {"uuid3", uuid3, NULL},
    {"uuid3_bytes", uuid3_bytes, NULL},
    {"uuid4", uuid4, generator_uuid4},
    {"uuid4_bytes", uuid4_bytes, generator_uuid4_bytes},
    {"uuid4_make", uuid4_make, NULL},
    {"uuid4_make_bytes", uuid4_make_bytes, NULL},
    {"uuid5", uuid5, NULL},
    {"uuid5_bytes", uuid5_bytes, NULL},
    {"uuid6", uuid6, generator_uuid6},
    {"uuid6_bytes", uuid6_bytes, generator_uuid6_bytes},
    {"uuid6_make", uuid6_make, NULL},
    {"uuid6_make_bytes", uuid6_make_bytes, NULL},
    {"uuid6_min", uuid6_min, NULL},
    {"uuid6_min_bytes", uuid6_min_bytes, NULL},
    {"uuid6_max", uuid6_max, NULL},
    {"uuid6_max_bytes", uuid6_max_bytes, NULL},
    {"uuid7", uuid7, generator_uuid7},
    {"uuid7_bytes", uuid7_bytes, generator_uuid7_bytes},
    {"uuid7_at", uuid7_at, generator_uuid7_at},
    {"uuid7_at_bytes", uuid7_at_bytes, generator_uuid7_at_bytes},
    {"uuid7_at_ns", uuid7_at_ns, generator_uuid7_at_ns},
    {"uuid7_at_ns_bytes", uuid7_at_ns_bytes, generator_uuid7_at_ns_bytes},
    {"uuid7_make", uuid7_make, NULL},
    {"uuid7_make_bytes", uuid7_make_bytes, NULL},
    {"uuid7_min", uuid7_min, NULL},
    {"uuid7_min_bytes", uuid7_min_bytes, NULL},
    {"uuid7_max", uuid7_max, NULL},
    {"uuid7_max_bytes", uuid7_max_bytes, NULL},
    {"uuid7_name", uuid7_name, NULL},
    {"uuid7_name_bytes", uuid7_name_bytes, NULL},
    {"uuid8", uuid8, generator_uuid8},
    {"uuid8_bytes", uuid8_bytes, generator_uuid8_bytes},
    {"uuid8_name", uuid8_name, NULL},
    {"uuid8_name_bytes", uuid8_name_bytes, NULL},
    {"uuid8_node", uuid8_node, generator_uuid8_node},
    {"uuid8_node_bytes", uuid8_node_bytes, generator_uuid8_node_bytes},
    {"batch", batch, generator_batch},
    {"batch_bytes", batch_bytes, generator_batch_bytes},
    {"lead_ns", lead_ns, generator_lead_ns},
    {"set_max_lead_ns", set_max_lead_ns, generator_set_max_lead_ns},
    {"advance", advance, generator_advance},
    {"resync", resync, generator_resync},
    {"state_open", state_open, NULL},
    {"state", state, NULL},
    {"reseed", reseed, NULL},
    {"system_random", system_random, NULL},
    {"parse", parse, NULL},
    {"format", format, NULL},
    {"formats", formats, NULL},
    {"typeid", typeid, NULL},
    {"typeid_prefix", typeid_prefix, NULL},
    {"to_bytes", to_bytes, NULL},
    {"from_bytes", from_bytes, NULL},
    {"valid", valid, NULL},
    {"version", version, NULL},
    {"variant", variant, NULL},
    {"timestamp_ms", timestamp_ms, NULL},
    {"timestamp_ns", timestamp_ns, NULL},
    {"timestamp_ticks", timestamp_ticks, NULL},
    {"node", node, NULL},
    {"clock_seq", clock_seq, NULL},
    {"compare", compare, NULL},
    {"v1_to_v6", v1_to_v6, NULL},
    {"v6_to_v1", v6_to_v1, NULL},
    {"guid_swap", guid_swap, NULL},
    {"mask", mask, NULL},
    {"unmask", unmask, NULL},
    {"match", match, NULL},
    {"ordering_match", ordering_match, NULL},
    {"ldap_schema", ldap_schema, NULL},
};

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

enum {
    FUNCTION_COUNT = sizeof functions / sizeof *functions,
    CONSTANT_COUNT = sizeof constants / sizeof *constants,
};

/* Pushes the function `generator`. Its upvalue is the metatable of generators, whose __index is the
 * table of methods; each method has the metatable as its upvalue, too. */
static void push_generator(lua_State *L)
{
    push_metatable(L);
    lua_newtable(L);
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        if (functions[i].method == NULL)
            continue;
        lua_pushvalue(L, -2);
        lua_pushcclosure(L, functions[i].method, 1);
        lua_setfield(L, -2, functions[i].name);
    }
    lua_setfield(L, -2, "__index");
    lua_pushcclosure(L, generator, 1);
}

LUALIB_API int luaopen_uuid9562(lua_State *L)
{
    lua_createtable(L, 0, FUNCTION_COUNT + CONSTANT_COUNT + 3);
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        lua_pushcfunction(L, functions[i].function);
        lua_setfield(L, -2, functions[i].name);
    }
    for (int i = 0; i < CONSTANT_COUNT; i++) {
        push_text(L, &constants[i].uuid);
        lua_setfield(L, -2, constants[i].name);
    }
    lua_pushliteral(L, "uuid9562");
    lua_setfield(L, -2, "_NAME");
    lua_pushfstring(L, "uuid9562 %s", uuid9562_version());
    lua_setfield(L, -2, "_VERSION");
    push_generator(L);
    lua_setfield(L, -2, "generator");

    /* Calling the module is uuid4, which ignores its arguments, the module itself among them. */
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, uuid4);
    lua_setfield(L, -2, "__call");
    lua_setmetatable(L, -2);
    return 1;
}
