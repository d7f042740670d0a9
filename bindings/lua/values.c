/*
 * From Lua values to the core's arguments and back. Every function goes through here, so that the
 * same mistake has the same answer everywhere.
 */
/* ---- Arguments ------------------------------------------------------------------------------- */

/* What Lua calls the type of an argument. */
static const char *type_of(lua_State *L, int arg)
{
    if (luaL_getmetafield(L, arg, "__name") && lua_type(L, -1) == LUA_TSTRING)
        return lua_tostring(L, -1);
    return lua_type(L, arg) == LUA_TLIGHTUSERDATA ? "light userdata" : luaL_typename(L, arg);
}

/* Raises the argument error for a wrong type, with the name that uuid9562.meta.lua gives it. */
static int refuse_type(lua_State *L, int arg, const char *name, const char *expected)
{
    const char *message =
        lua_pushfstring(L, "%s: %s expected, got %s", name, expected, type_of(L, arg));
    return luaL_argerror(L, arg, message);
}

typedef struct text {
    const char *bytes; /* Lua's own: good while the argument stays on the stack */
    size_t length;
} text_t;

/* A string, and nothing that Lua would convert to one. */
static text_t check_text(lua_State *L, int arg, const char *name)
{
    text_t text;

    if (lua_type(L, arg) != LUA_TSTRING)
        refuse_type(L, arg, name, "string");
    text.bytes = lua_tolstring(L, arg, &text.length);
    return text;
}

/* The same where an argument may be left out: then its bytes are NULL. */
static text_t opt_text(lua_State *L, int arg, const char *name)
{
    text_t none = {NULL, 0};
    return lua_isnoneornil(L, arg) ? none : check_text(L, arg, name);
}

/* A number with an integer representation, and nothing that Lua would convert to one. */
static int64_t check_integer(lua_State *L, int arg, const char *name)
{
    int64_t value = 0;

    if (lua_type(L, arg) != LUA_TNUMBER)
        refuse_type(L, arg, name, "number");
    if (!to_integer(L, arg, &value))
        luaL_argerror(L, arg, lua_pushfstring(L, "%s: number has no integer representation", name));
    return value;
}

/* An integer for an unsigned argument of the core. A negative one becomes a huge one, and so stays
 * out of range. */
static uint64_t check_unsigned(lua_State *L, int arg, const char *name)
{
    return (uint64_t)check_integer(L, arg, name);
}

/* The same where it may be left out: returns NULL then, else `value`, as the core wants it. */
static const uint64_t *opt_unsigned(lua_State *L, int arg, const char *name, uint64_t *value)
{
    if (lua_isnoneornil(L, arg))
        return NULL;
    *value = check_unsigned(L, arg, name);
    return value;
}

/* Looks at the type of a node where it may be left out: an integer, or a name. */
static void check_node_type(lua_State *L, int arg)
{
    if (lua_type(L, arg) == LUA_TNUMBER)
        check_integer(L, arg, "node");
    else if (lua_type(L, arg) != LUA_TSTRING && !lua_isnoneornil(L, arg))
        refuse_type(L, arg, "node", "string or number");
}

/* Such a node; NULL where it is left out. */
static uuid9562_status_t read_node(lua_State *L, int arg, uint64_t *value, const uint64_t **node)
{
    text_t name;

    if (lua_type(L, arg) != LUA_TSTRING) {
        *node = opt_unsigned(L, arg, "node", value);
        return UUID9562_OK;
    }
    name = check_text(L, arg, "node");
    *node = value;
    return uuid9562_node_by_name(value, name.bytes, name.length);
}

/* A UUID in binary or as text: none of the form `any` has 16 bytes. */
static uuid9562_status_t read_uuid(text_t text, uuid9562_t *out, size_t *offset)
{
    if (text.length == sizeof out->bytes)
        return uuid9562_from_bytes(out, offset, text.bytes, text.length);
    return uuid9562_parse(out, offset, text.bytes, text.length);
}

/* The same, or @name. */
static uuid9562_status_t read_namespace(text_t text, uuid9562_t *out, size_t *offset)
{
    if (text.length == sizeof out->bytes)
        return uuid9562_from_bytes(out, offset, text.bytes, text.length);
    return uuid9562_parse_namespace(out, offset, text.bytes, text.length);
}

/* ---- Results --------------------------------------------------------------------------------- */

static int push_text(lua_State *L, const uuid9562_t *uuid)
{
    char text[UUID9562_CANONICAL_LENGTH];

    uuid9562_format(text, uuid);
    lua_pushlstring(L, text, sizeof text);
    return 1;
}

static int push_bytes(lua_State *L, const uuid9562_t *uuid)
{
    lua_pushlstring(L, (const char *)uuid->bytes, sizeof uuid->bytes);
    return 1;
}

/* A field that a UUID may lack: then nil, and no message. */
static int push_field(lua_State *L, bool present, int64_t field)
{
    if (present)
        push_integer(L, field);
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
    char message[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe_error(message, status, offset);
    if (uuid9562_status_class(status) == UUID9562_CLASS_SYSTEM)
        return luaL_error(L, "%s", message);
    lua_pushnil(L);
    lua_pushstring(L, message);
    if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        return 2;
    push_integer(L, (int64_t)offset);
    return 3;
}

/* Reads the UUID of an argument. Returns 0, or what `fail` does. */
static int read_argument(lua_State *L, int arg, const char *name, uuid9562_t *out)
{
    size_t offset = 0;
    uuid9562_status_t status = read_uuid(check_text(L, arg, name), out, &offset);

    return status == UUID9562_OK ? 0 : fail(L, status, offset);
}
