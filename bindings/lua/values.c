/*
 * The conversions between Lua values and the core's; values.h describes each.
 */
#include "values.h"

#include <string.h>

/* ---- Arguments ------------------------------------------------------------------------------- */

/* The type of an argument, as Lua names it in its own argument errors. */
static const char *get_type_name(lua_State *L, int arg)
{
    if (luaL_getmetafield(L, arg, "__name") && lua_type(L, -1) == LUA_TSTRING)
        return lua_tostring(L, -1);
    return lua_type(L, arg) == LUA_TLIGHTUSERDATA ? "light userdata" : luaL_typename(L, arg);
}

INTERNAL int raise_argument_error(lua_State *L, int arg, const char *message)
{
    const char *name = lua_tostring(L, lua_upvalueindex(NAME));
    lua_Debug call;

    if (name == NULL)
        return luaL_argerror(L, arg, message);
    if (lua_istable(L, 1) && lua_rawequal(L, 1, lua_upvalueindex(MODULE_TABLE)))
        return luaL_error(L, "'%s' called with ':'; write uuid.%s(...)", name, name);
    call.namewhat = "";
    if (lua_getstack(L, 0, &call))
        lua_getinfo(L, "n", &call);
    if (strcmp(call.namewhat, "method") == 0)
        arg--; /* the generator is not counted */
    return luaL_error(L, "bad argument #%d to '%s' (%s)", arg, name, message);
}

INTERNAL int raise_type_error(lua_State *L, int arg, const char *name, const char *expected)
{
    const char *message =
        lua_pushfstring(L, "%s: %s expected, got %s", name, expected, get_type_name(L, arg));
    return raise_argument_error(L, arg, message);
}

INTERNAL text_t check_text(lua_State *L, int arg, const char *name)
{
    text_t text;

    if (lua_type(L, arg) != LUA_TSTRING)
        raise_type_error(L, arg, name, "string");
    text.bytes = lua_tolstring(L, arg, &text.length);
    return text;
}

INTERNAL text_t opt_text(lua_State *L, int arg, const char *name)
{
    text_t none = {NULL, 0};
    return lua_isnoneornil(L, arg) ? none : check_text(L, arg, name);
}

INTERNAL int64_t check_integer(lua_State *L, int arg, const char *name)
{
    int64_t value = 0;

    if (lua_type(L, arg) != LUA_TNUMBER)
        raise_type_error(L, arg, name, "number");
    if (!to_integer(L, arg, &value))
        raise_argument_error(
            L, arg, lua_pushfstring(L, "%s: number has no integer representation", name));
    return value;
}

INTERNAL uint64_t check_unsigned(lua_State *L, int arg, const char *name)
{
    return (uint64_t)check_integer(L, arg, name);
}

INTERNAL const uint64_t *opt_unsigned(lua_State *L, int arg, const char *name, uint64_t *value)
{
    if (lua_isnoneornil(L, arg))
        return NULL;
    *value = check_unsigned(L, arg, name);
    return value;
}

INTERNAL void check_time_type(lua_State *L, int arg, const char *name)
{
    if (lua_type(L, arg) == LUA_TNUMBER)
        check_integer(L, arg, name);
    else if (lua_type(L, arg) != LUA_TSTRING)
        raise_type_error(L, arg, name, "string or number");
}

/* In nanoseconds where `width_ms` is NULL. */
static int read_ms_or_ns(lua_State *L, int arg, int64_t *time, uint32_t *width_ms)
{
    const char *name = width_ms != NULL ? "unix_ms" : "unix_ns";
    text_t text;
    size_t offset = 0;
    uuid9562_status_t status;

    check_time_type(L, arg, name);
    if (lua_type(L, arg) == LUA_TNUMBER) {
        *time = check_integer(L, arg, name);
        return 0;
    }
    text = check_text(L, arg, name);
    status = width_ms != NULL
                 ? uuid9562_parse_time(time, width_ms, &offset, text.bytes, text.length)
                 : uuid9562_parse_time_ns(time, &offset, text.bytes, text.length);
    return status == UUID9562_OK ? 0 : fail_text(L, status, offset, text);
}

INTERNAL int read_span(lua_State *L, int arg, int64_t *unix_ms, uint32_t *width_ms)
{
    *width_ms = 0;
    return read_ms_or_ns(L, arg, unix_ms, width_ms);
}

INTERNAL int read_time_ms(lua_State *L, int arg, int64_t *unix_ms)
{
    uint32_t width_ms;

    return read_span(L, arg, unix_ms, &width_ms);
}

INTERNAL int read_time_ns(lua_State *L, int arg, int64_t *unix_ns)
{
    if (lua_type(L, arg) == LUA_TSTRING && to_ticks(L, arg, unix_ns))
        return 0;
    return read_ms_or_ns(L, arg, unix_ns, NULL);
}

INTERNAL void check_node_type(lua_State *L, int arg)
{
    if (lua_type(L, arg) == LUA_TNUMBER)
        check_integer(L, arg, "node");
    else if (lua_type(L, arg) != LUA_TSTRING && !lua_isnoneornil(L, arg))
        raise_type_error(L, arg, "node", "string or number");
}

INTERNAL uuid9562_status_t read_node(lua_State *L, int arg, uint64_t *value, const uint64_t **node)
{
    text_t name;

    if (lua_type(L, arg) != LUA_TSTRING) {
        *node = opt_unsigned(L, arg, "node", value);
        return UUID9562_OK;
    }
    name = check_text(L, arg, "node");
    *node = value;
    return uuid9562_parse_node(value, name.bytes, name.length);
}

INTERNAL uuid9562_status_t read_uuid(text_t text, uuid9562_t *out, size_t *offset)
{
    if (text.length == sizeof out->bytes)
        return uuid9562_from_bytes(out, offset, text.bytes, text.length);
    return uuid9562_parse(out, offset, text.bytes, text.length);
}

INTERNAL uuid9562_status_t read_namespace(text_t text, uuid9562_t *out, size_t *offset)
{
    if (text.length == sizeof out->bytes)
        return uuid9562_from_bytes(out, offset, text.bytes, text.length);
    return uuid9562_parse_namespace(out, offset, text.bytes, text.length);
}

INTERNAL int read_argument(lua_State *L, int arg, const char *name, uuid9562_t *out)
{
    size_t offset = 0;
    text_t text = check_text(L, arg, name);
    uuid9562_status_t status = read_uuid(text, out, &offset);

    return status == UUID9562_OK ? 0 : fail_text(L, status, offset, text);
}

/* ---- Results --------------------------------------------------------------------------------- */

INTERNAL int push_text(lua_State *L, const uuid9562_t *uuid)
{
    char text[UUID9562_CANONICAL_LENGTH];

    uuid9562_format(text, uuid);
    lua_pushlstring(L, text, sizeof text);
    return 1;
}

INTERNAL int push_bytes(lua_State *L, const uuid9562_t *uuid)
{
    lua_pushlstring(L, (const char *)uuid->bytes, sizeof uuid->bytes);
    return 1;
}

INTERNAL int push_field(lua_State *L, bool present, int64_t field)
{
    if (present)
        push_integer(L, field);
    else
        lua_pushnil(L);
    return 1;
}

INTERNAL void set_string(lua_State *L, const char *name, const char *value)
{
    lua_pushstring(L, value);
    lua_setfield(L, -2, name);
}

INTERNAL int fail_text(lua_State *L, uuid9562_status_t status, size_t offset, text_t text)
{
    char message[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe(message, status, offset, text.bytes, text.length);
    if (uuid9562_status_class(status) == UUID9562_CLASS_SYSTEM)
        return luaL_error(L, "%s", message);
    lua_pushnil(L);
    lua_pushstring(L, message);
    if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        return 2;
    push_integer(L, (int64_t)offset);
    return 3;
}

INTERNAL int fail(lua_State *L, uuid9562_status_t status)
{
    const text_t none = {"", 0};

    return fail_text(L, status, 0, none);
}
