/*
 * The functions that inspect, convert and match UUIDs.
 */
#include "functions.h"

#include "values.h"
#include "uuid9562_ldap.h"

/* ---- Fields ---------------------------------------------------------------------------------- */

/* version(u) -> integer or nil */
INTERNAL int version(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, "u", &uuid);
    int number;

    if (failed)
        return failed;
    number = uuid9562_get_version(&uuid);
    return push_field(L, number >= 0, number);
}

/* variant(u) -> string */
INTERNAL int variant(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    lua_pushstring(L, uuid9562_variant_name(uuid9562_get_variant(&uuid)));
    return 1;
}

/* timestamp_ms(u) -> integer or nil */
INTERNAL int timestamp_ms(lua_State *L)
{
    uuid9562_t uuid;
    int64_t unix_ms = 0;
    bool present;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    present = uuid9562_get_timestamp_ms(&unix_ms, &uuid);
    return push_field(L, present, unix_ms);
}

/* A time that may not fit a number of Lua. */
static int push_time(lua_State *L, bool present, int64_t time)
{
    if (present)
        push_ticks(L, time);
    else
        lua_pushnil(L);
    return 1;
}

/* timestamp_ns(u [, fraction_bits]) -> integer, or text where it may not fit, or nil */
INTERNAL int timestamp_ns(lua_State *L)
{
    uuid9562_t uuid;
    uint64_t bits = UUID9562_V7_FRACTION_BITS;
    int64_t unix_ns;
    bool present;
    uuid9562_status_t status;
    int failed;

    check_text(L, 1, "u");
    opt_unsigned(L, 2, "fraction_bits", &bits);
    failed = read_argument(L, 1, "u", &uuid);
    if (failed)
        return failed;
    status = uuid9562_get_timestamp_ns(&present, &unix_ns, &uuid, bits);
    return status == UUID9562_OK ? push_time(L, present, unix_ns) : fail(L, status);
}

/* timestamp_ticks(u) -> integer, or text where it may not fit, or nil */
INTERNAL int timestamp_ticks(lua_State *L)
{
    uuid9562_t uuid;
    uint64_t ticks = 0;
    bool present;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    present = uuid9562_get_timestamp_ticks(&ticks, &uuid);
    return push_time(L, present, (int64_t)ticks);
}

/* A field of at most 48 bits. */
static int push_bits(lua_State *L, bool (*get)(uint64_t *field, const uuid9562_t *uuid))
{
    uuid9562_t uuid;
    uint64_t field = 0;
    bool present;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    present = get(&field, &uuid);
    return push_field(L, present, (int64_t)field);
}

/* node(u) -> integer or nil */
INTERNAL int node(lua_State *L)
{
    return push_bits(L, uuid9562_get_node);
}

/* clock_seq(u) -> integer or nil */
INTERNAL int clock_seq(lua_State *L)
{
    return push_bits(L, uuid9562_get_clock_seq);
}

/* ---- Conversion ------------------------------------------------------------------------------ */

/* To another version. */
static int convert(lua_State *L, uuid9562_status_t (*core)(uuid9562_t *, const uuid9562_t *))
{
    uuid9562_t uuid;
    uuid9562_status_t status;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    status = core(&uuid, &uuid);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail(L, status);
}

/* v1_to_v6(u) -> text, v6_to_v1(u) -> text */
FUNCTION(v1_to_v6(lua_State *L), convert(L, uuid9562_v1_to_v6))
FUNCTION(v6_to_v1(lua_State *L), convert(L, uuid9562_v6_to_v1))

/* guid_swap(u) -> text */
INTERNAL int guid_swap(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    uuid9562_guid_swap(&uuid, &uuid);
    return push_text(L, &uuid);
}

/* ---- RFC 4530 -------------------------------------------------------------------------------- */

/* Reads the UUID of an argument. Returns false if it is not a UUID, whatever its type. */
static bool find_uuid(lua_State *L, int arg, uuid9562_t *out)
{
    text_t text;
    size_t offset;

    if (lua_type(L, arg) != LUA_TSTRING)
        return false;
    text.bytes = lua_tolstring(L, arg, &text.length);
    return read_uuid(text, out, &offset) == UUID9562_OK;
}

/* The matching rules of RFC 4530 have no errors: invalid arguments are Undefined, nil. */
static int apply_rule(lua_State *L, int (*rule)(const uuid9562_t *, const char *, size_t))
{
    uuid9562_t stored;
    text_t assertion;
    int result = -1;

    if (lua_isnone(L, 1))
        raise_type_error(L, 1, "stored", "value");
    if (lua_isnone(L, 2))
        raise_type_error(L, 2, "assertion", "value");
    if (find_uuid(L, 1, &stored) && lua_type(L, 2) == LUA_TSTRING) {
        assertion = check_text(L, 2, "assertion");
        result = rule(&stored, assertion.bytes, assertion.length);
    }
    if (result < 0)
        lua_pushnil(L);
    else
        lua_pushboolean(L, result);
    return 1;
}

/* match(stored, assertion) -> boolean or nil */
FUNCTION(match(lua_State *L), apply_rule(L, uuid9562_match))

/* ordering_match(stored, assertion) -> boolean or nil */
FUNCTION(ordering_match(lua_State *L), apply_rule(L, uuid9562_ordering_match))

/* ldap_schema() -> table of tables {section=, oid=, name=, description=} */
INTERNAL int ldap_schema(lua_State *L)
{
    const uuid9562_schema_t *row;

    lua_newtable(L);
    for (int i = 0; (row = uuid9562_ldap_schema((size_t)i)) != NULL; i++) {
        lua_newtable(L);
        set_string(L, "section", row->section);
        set_string(L, "oid", row->oid);
        set_string(L, "name", row->name);
        set_string(L, "description", row->description);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}
