/* The Lua functions that build UUIDs. */
#ifndef UUID9562_LUA_BUILD_H
#define UUID9562_LUA_BUILD_H

#include "internal.h"

INTERNAL lua_function_t uuid3, uuid3_bytes, uuid5, uuid5_bytes, uuid8_name, uuid8_name_bytes;
INTERNAL lua_function_t uuid7_name, uuid7_name_bytes;
INTERNAL lua_function_t uuid6_min, uuid6_min_bytes, uuid6_max, uuid6_max_bytes;
INTERNAL lua_function_t uuid7_min, uuid7_min_bytes, uuid7_max, uuid7_max_bytes;
INTERNAL lua_function_t uuid1_make, uuid1_make_bytes, uuid4_make, uuid4_make_bytes;
INTERNAL lua_function_t uuid6_make, uuid6_make_bytes;
INTERNAL lua_function_t uuid7_make, uuid7_make_bytes;

#endif
