/* The Lua functions that read and write text and bytes. */
#ifndef UUID9562_LUA_TEXT_H
#define UUID9562_LUA_TEXT_H

#include "internal.h"

INTERNAL lua_function_t parse, format, formats, typeid, typeid_prefix, to_bytes, from_bytes;

#endif
