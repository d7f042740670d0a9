/* The Lua functions that generate, and those of the order; all but state_open, state, reseed and
 * system_random are methods, too. */
#ifndef UUID9562_LUA_GENERATE_H
#define UUID9562_LUA_GENERATE_H

#include "internal.h"

INTERNAL lua_function_t uuid1, uuid1_bytes, generator_uuid1, generator_uuid1_bytes;
INTERNAL lua_function_t uuid4, uuid4_bytes, generator_uuid4, generator_uuid4_bytes;
INTERNAL lua_function_t uuid6, uuid6_bytes, generator_uuid6, generator_uuid6_bytes;
INTERNAL lua_function_t uuid7, uuid7_bytes, generator_uuid7, generator_uuid7_bytes;
INTERNAL lua_function_t uuid7_at, uuid7_at_bytes, generator_uuid7_at, generator_uuid7_at_bytes;
INTERNAL lua_function_t uuid7_at_ns, uuid7_at_ns_bytes;
INTERNAL lua_function_t generator_uuid7_at_ns, generator_uuid7_at_ns_bytes;
INTERNAL lua_function_t uuid8, uuid8_bytes, generator_uuid8, generator_uuid8_bytes;
INTERNAL lua_function_t uuid8_node, uuid8_node_bytes;
INTERNAL lua_function_t generator_uuid8_node, generator_uuid8_node_bytes;
INTERNAL lua_function_t batch, batch_bytes, generator_batch, generator_batch_bytes;
INTERNAL lua_function_t lead_ns, generator_lead_ns, set_max_lead_ns, generator_set_max_lead_ns;
INTERNAL lua_function_t advance, generator_advance, resync, generator_resync;
INTERNAL lua_function_t state_open, state;
INTERNAL lua_function_t reseed, system_random;

#endif
