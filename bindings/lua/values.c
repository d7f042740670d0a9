/*
 * From Lua values to the core's arguments and back. Every function goes through here, so that the
 * same mistake has the same answer everywhere.
 */
#include <stdbool.h>
#include <stdint.h>

/* Times, nodes and custom bits are passed through as they are. */
_Static_assert(sizeof(lua_Integer) >= sizeof(int64_t), "needs a Lua of 64-bit integers");

/* ---- Arguments ------------------------------------------------------------------------------- */

typedef struct text {
    const char *octets; /* Lua's own: good while the argument stays on the stack */
    size_t length;
} text_t;

/* A string, and nothing that Lua would convert to one. */
static text_t check_text(lua_State *L, int arg)
{
    text_t text;

    luaL_checktype(L, arg, LUA_TSTRING);
    text.octets = lua_tolstring(L, arg, &text.length);
    return text;
}

/* The same where an argument may be left out: then its octets are NULL. */
static text_t opt_text(lua_State *L, int arg)
{
    text_t none = {NULL, 0};
    return lua_isnoneornil(L, arg) ? none : check_text(L, arg);
}

/* A number with an integer representation, and nothing that Lua would convert to one. */
static int64_t check_integer(lua_State *L, int arg)
{
    luaL_checktype(L, arg, LUA_TNUMBER);
    return luaL_checkinteger(L, arg);
}

/* An integer for an unsigned argument of the core. A negative one becomes a huge one, and so stays
 * out of range. */
static uint64_t check_unsigned(lua_State *L, int arg)
{
    return (uint64_t)check_integer(L, arg);
}

/* The same where it may be left out: returns NULL then, else `value`, as the core wants it. */
static const uint64_t *opt_unsigned(lua_State *L, int arg, uint64_t *value)
{
    if (lua_isnoneornil(L, arg))
        return NULL;
    *value = check_unsigned(L, arg);
    return value;
}

/* A node where it may be left out (NULL then): an integer, or a name. Its type has been looked at.
 */
static uuid9562_status_t read_node(lua_State *L, int arg, uint64_t *value, const uint64_t **node)
{
    text_t name;

    if (lua_type(L, arg) != LUA_TSTRING) {
        *node = opt_unsigned(L, arg, value);
        return UUID9562_OK;
    }
    name = check_text(L, arg);
    *node = value;
    return uuid9562_node_by_name(value, name.octets, name.length);
}

/* A UUID in binary or as text: none of the form `any` has 16 octets. */
static uuid9562_status_t read_uuid(text_t text, uuid9562_t *out, size_t *offset)
{
    if (text.length == sizeof out->octets)
        return uuid9562_from_bytes(out, text.octets, text.length, offset);
    return uuid9562_parse(out, text.octets, text.length, offset);
}

/* The same, or @name. */
static uuid9562_status_t read_namespace(text_t text, uuid9562_t *out, size_t *offset)
{
    if (text.length == sizeof out->octets)
        return uuid9562_from_bytes(out, text.octets, text.length, offset);
    return uuid9562_parse_namespace(out, text.octets, text.length, offset);
}

/* ---- Results --------------------------------------------------------------------------------- */

static int push_text(lua_State *L, const uuid9562_t *uuid)
{
    char text[UUID9562_CANONICAL_LENGTH];

    uuid9562_format(uuid, text);
    lua_pushlstring(L, text, sizeof text);
    return 1;
}

static int push_bytes(lua_State *L, const uuid9562_t *uuid)
{
    lua_pushlstring(L, (const char *)uuid->octets, sizeof uuid->octets);
    return 1;
}

/* A field that a UUID may lack: then nil, and no message. */
static int push_field(lua_State *L, bool present, int64_t field)
{
    if (present)
        lua_pushinteger(L, field);
    else
        lua_pushnil(L);
    return 1;
}

/* 1, 0 or -1: true, false or undefined. */
static int push_truth(lua_State *L, int truth)
{
    if (truth < 0)
        lua_pushnil(L);
    else
        lua_pushboolean(L, truth);
    return 1;
}

/* Tells what the core refused: raises, or returns the number of results that it pushed. */
static int fail(lua_State *L, uuid9562_status_t status, size_t offset)
{
    char message[UUID9562_EXPLAIN_MAX];

    uuid9562_explain(status, offset, message);
    if (uuid9562_class(status) == UUID9562_CLASS_SYSTEM)
        return luaL_error(L, "%s", message);
    lua_pushnil(L);
    lua_pushstring(L, message);
    if (uuid9562_class(status) != UUID9562_CLASS_MALFORMED)
        return 2;
    lua_pushinteger(L, (lua_Integer)offset);
    return 3;
}

/* Reads the UUID of an argument. Returns 0, or what `fail` does. */
static int read_argument(lua_State *L, int arg, uuid9562_t *out)
{
    size_t offset = 0;
    uuid9562_status_t status = read_uuid(check_text(L, arg), out, &offset);

    return status == UUID9562_OK ? 0 : fail(L, status, offset);
}
