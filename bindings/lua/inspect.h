/* The Lua functions that inspect, compare, convert and match UUIDs. */
#ifndef UUID9562_LUA_INSPECT_H
#define UUID9562_LUA_INSPECT_H

#include "internal.h"

INTERNAL lua_function_t valid, version, variant, timestamp_ms, timestamp_ns, timestamp_ticks;
INTERNAL lua_function_t node, clock_seq;
INTERNAL lua_function_t compare, v1_to_v6, v6_to_v1, guid_swap, mask, unmask;
INTERNAL lua_function_t match, ordering_match, ldap_schema;

#endif
