/*
 * The Lua face: require "uuid9562".
 *
 * It turns Lua values into the core's arguments and the core's answers into Lua values, and decides
 * nothing about UUIDs. Registration is three tables at the end of the file: `makers` (functions
 * that give a UUID), `functions` (all others) and `constants`.
 *
 * What holds for every function:
 *
 *   UUIDs   come out as a string of 36 characters, from a `_bytes` twin as one of 16 octets. Going
 *           in, a string of 16 octets is the binary form, and every other string is text.
 *   Types   A wrong one raises an argument error, and all are looked at before any value. Unlike
 *           in Lua's own libraries a number is no string here, nor a string a number.
 *   Errors  What the core refuses is told by the class of its status. MALFORMED: nil, message,
 *           offset (in octets, from 0). RANGE: nil, message. SYSTEM: raises an error.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "lua.h"
#include "lauxlib.h"

#include "uuid9562.h"

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

/* A UUID in binary or as text: no text form has 16 octets. */
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

/* ---- Makers ----------------------------------------------------------------------------------
 *
 * A maker reads its arguments from the stack and makes one UUID; what becomes of that on the stack
 * is the matter of `as_text` and `as_bytes`, for all of them. */

typedef struct result {
    uuid9562_t uuid;
    size_t offset; /* where the text was wrong, if the status is of the class MALFORMED */
} result_t;

typedef struct maker {
    const char *name;
    uuid9562_status_t (*make)(lua_State *L, result_t *out);
    bool twin; /* also registered as `name`_bytes */
} maker_t;

/* Calls the maker that is the upvalue. Returns 0, or what `fail` does. */
static int make(lua_State *L, uuid9562_t *out)
{
    const maker_t *maker = lua_touserdata(L, lua_upvalueindex(1));
    result_t result = {.offset = 0};
    uuid9562_status_t status = maker->make(L, &result);

    if (status != UUID9562_OK)
        return fail(L, status, result.offset);
    *out = result.uuid;
    return 0;
}

/* `name`(...) -> string of 36 characters */
static int as_text(lua_State *L)
{
    uuid9562_t uuid;
    int failed = make(L, &uuid);

    return failed ? failed : push_text(L, &uuid);
}

/* `name`_bytes(...) -> string of 16 octets */
static int as_bytes(lua_State *L)
{
    uuid9562_t uuid;
    int failed = make(L, &uuid);

    return failed ? failed : push_bytes(L, &uuid);
}

/* uuid1 and uuid6 */
static uuid9562_status_t
of_time_and_node(lua_State *L, result_t *out,
                 uuid9562_status_t (*generate)(uuid9562_generator_t *, uuid9562_t *,
                                               const uint64_t *, const uint64_t *))
{
    uint64_t node_value, clock_seq_value;
    bool named = lua_type(L, 1) == LUA_TSTRING;
    const uint64_t *given_node = named ? &node_value : opt_unsigned(L, 1, &node_value);
    const uint64_t *given_clock_seq = opt_unsigned(L, 2, &clock_seq_value);

    if (named) {
        text_t name = check_text(L, 1);
        uuid9562_status_t status = uuid9562_node_by_name(&node_value, name.octets, name.length);
        if (status != UUID9562_OK)
            return status;
    }
    return generate(NULL, &out->uuid, given_node, given_clock_seq);
}

/* uuid1([node [, clock_seq]]): a node is an integer or "@host" */
static uuid9562_status_t uuid1(lua_State *L, result_t *out)
{
    return of_time_and_node(L, out, uuid9562_uuid1);
}

/* uuid3 and uuid5 */
static uuid9562_status_t of_name(lua_State *L, result_t *out,
                                 uuid9562_status_t (*digest)(uuid9562_t *, const uuid9562_t *,
                                                             const void *, size_t))
{
    text_t space = check_text(L, 1);
    text_t name = check_text(L, 2);
    uuid9562_t space_uuid;
    uuid9562_status_t status = read_namespace(space, &space_uuid, &out->offset);

    if (status == UUID9562_OK)
        status = digest(&out->uuid, &space_uuid, name.octets, name.length);
    return status;
}

/* uuid3(namespace, name) */
static uuid9562_status_t uuid3(lua_State *L, result_t *out)
{
    return of_name(L, out, uuid9562_uuid3);
}

/* uuid4() */
static uuid9562_status_t uuid4(lua_State *L, result_t *out)
{
    (void)L;
    return uuid9562_uuid4(NULL, &out->uuid);
}

/* uuid5(namespace, name) */
static uuid9562_status_t uuid5(lua_State *L, result_t *out)
{
    return of_name(L, out, uuid9562_uuid5);
}

/* uuid6([node [, clock_seq]]): a node is an integer or "@host" */
static uuid9562_status_t uuid6(lua_State *L, result_t *out)
{
    return of_time_and_node(L, out, uuid9562_uuid6);
}

/* uuid6_min(unix_ms) */
static uuid9562_status_t uuid6_min(lua_State *L, result_t *out)
{
    return uuid9562_uuid6_min(&out->uuid, check_integer(L, 1));
}

/* uuid6_max(unix_ms) */
static uuid9562_status_t uuid6_max(lua_State *L, result_t *out)
{
    return uuid9562_uuid6_max(&out->uuid, check_integer(L, 1));
}

/* uuid7() */
static uuid9562_status_t uuid7(lua_State *L, result_t *out)
{
    (void)L;
    return uuid9562_uuid7(NULL, &out->uuid);
}

/* uuid7_at(unix_ms) */
static uuid9562_status_t uuid7_at(lua_State *L, result_t *out)
{
    return uuid9562_uuid7_at(NULL, &out->uuid, check_integer(L, 1));
}

/* uuid7_make(unix_ms, random [, n]): random is 10 octets */
static uuid9562_status_t uuid7_make(lua_State *L, result_t *out)
{
    int64_t unix_ms = check_integer(L, 1);
    text_t random = check_text(L, 2);
    int64_t n = lua_isnoneornil(L, 3) ? 0 : check_integer(L, 3);

    return uuid9562_uuid7_make(&out->uuid, unix_ms, random.octets, random.length, n);
}

/* uuid7_min(unix_ms) */
static uuid9562_status_t uuid7_min(lua_State *L, result_t *out)
{
    return uuid9562_uuid7_min(&out->uuid, check_integer(L, 1));
}

/* uuid7_max(unix_ms) */
static uuid9562_status_t uuid7_max(lua_State *L, result_t *out)
{
    return uuid9562_uuid7_max(&out->uuid, check_integer(L, 1));
}

/* uuid8([a [, b [, c]]]): what is left out by number of arguments is random; a nil is no way to
 * leave something out, so that a lost value does not silently become a random one */
static uuid9562_status_t uuid8(lua_State *L, result_t *out)
{
    uint64_t bits[3];
    const uint64_t *given[3] = {NULL, NULL, NULL};

    for (int i = 0; i < 3 && i < lua_gettop(L); i++) {
        bits[i] = check_unsigned(L, i + 1);
        given[i] = &bits[i];
    }
    return uuid9562_uuid8(NULL, &out->uuid, given[0], given[1], given[2]);
}

/* uuid8_name(namespace, name [, digest]) */
static uuid9562_status_t uuid8_name(lua_State *L, result_t *out)
{
    text_t space = check_text(L, 1);
    text_t name = check_text(L, 2);
    text_t digest = opt_text(L, 3);
    uuid9562_t space_uuid;
    uuid9562_status_t status = read_namespace(space, &space_uuid, &out->offset);

    if (status == UUID9562_OK)
        status = uuid9562_uuid8_name(&out->uuid, &space_uuid, name.octets, name.length,
                                     digest.octets, digest.length);
    return status;
}

/* uuid8_node(node) */
static uuid9562_status_t uuid8_node(lua_State *L, result_t *out)
{
    return uuid9562_uuid8_node(NULL, &out->uuid, check_unsigned(L, 1));
}

/* parse(s [, form]): the one function to which 16 octets are text, and so malformed */
static uuid9562_status_t parse(lua_State *L, result_t *out)
{
    text_t text = check_text(L, 1);
    text_t form_name = opt_text(L, 2);
    const uuid9562_form_t *form;
    uuid9562_status_t status;

    if (form_name.octets == NULL)
        return uuid9562_parse(&out->uuid, text.octets, text.length, &out->offset);
    status = uuid9562_parse_form(&form, form_name.octets, form_name.length);
    if (status == UUID9562_OK)
        status = uuid9562_parse_as(form, &out->uuid, text.octets, text.length, &out->offset);
    return status;
}

/* from_bytes(b) */
static uuid9562_status_t from_bytes(lua_State *L, result_t *out)
{
    text_t octets = check_text(L, 1);
    return uuid9562_from_bytes(&out->uuid, octets.octets, octets.length, &out->offset);
}

/* v1_to_v6(u) */
static uuid9562_status_t v1_to_v6(lua_State *L, result_t *out)
{
    uuid9562_status_t status = read_uuid(check_text(L, 1), &out->uuid, &out->offset);

    if (status == UUID9562_OK)
        status = uuid9562_v1_to_v6(&out->uuid, &out->uuid);
    return status;
}

/* v6_to_v1(u) */
static uuid9562_status_t v6_to_v1(lua_State *L, result_t *out)
{
    uuid9562_status_t status = read_uuid(check_text(L, 1), &out->uuid, &out->offset);

    if (status == UUID9562_OK)
        status = uuid9562_v6_to_v1(&out->uuid, &out->uuid);
    return status;
}

/* guid_swap(u) */
static uuid9562_status_t guid_swap(lua_State *L, result_t *out)
{
    uuid9562_status_t status = read_uuid(check_text(L, 1), &out->uuid, &out->offset);

    if (status == UUID9562_OK)
        uuid9562_guid_swap(&out->uuid, &out->uuid);
    return status;
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* Reads (version, n) and leaves a userdata with that batch on the stack: memory that Lua frees,
 * also where an allocation that comes after it raises. Returns 0, or what `fail` does. */
static int push_batch(lua_State *L, const uuid9562_t **batch, size_t *count)
{
    int64_t version = check_integer(L, 1);
    uint64_t n = check_unsigned(L, 2);
    uuid9562_t *uuids, none;
    uuid9562_status_t status;

    if (version < INT_MIN || version > INT_MAX)
        version = -1; /* as little a version, but one that fits the core's argument */

    /* The core refuses a wrong version or count before it writes anything, so it is asked first,
     * and for memory afterwards. Of 0 UUIDs it makes none and reserves nothing. */
    status = uuid9562_batch(NULL, (int)version, &none, n > UUID9562_BATCH_MAX ? n : 0);
    if (status != UUID9562_OK)
        return fail(L, status, 0);

    if (n > SIZE_MAX / sizeof *uuids)
        return luaL_error(L, "not enough memory");
    uuids = lua_newuserdata(L, (size_t)n * sizeof *uuids);
    status = uuid9562_batch(NULL, (int)version, uuids, n);
    if (status != UUID9562_OK)
        return fail(L, status, 0);
    *batch = uuids;
    *count = (size_t)n;
    return 0;
}

/* batch(version, n) -> table of n strings of 36 characters */
static int batch(lua_State *L)
{
    const uuid9562_t *uuids;
    size_t n;
    int failed = push_batch(L, &uuids, &n);

    if (failed)
        return failed;
    _Static_assert(UUID9562_BATCH_MAX <= INT_MAX, "the size of a table is an int to Lua");
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        push_text(L, &uuids[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* batch_bytes(version, n) -> string of n * 16 octets */
static int batch_bytes(lua_State *L)
{
    const uuid9562_t *uuids;
    size_t n;
    int failed = push_batch(L, &uuids, &n);

    if (failed)
        return failed;
    lua_pushlstring(L, (const char *)uuids, n * sizeof *uuids);
    return 1;
}

/* ---- Text and binary form -------------------------------------------------------------------- */

/* format(u [, form]) -> string */
static int format(lua_State *L)
{
    text_t text = check_text(L, 1);
    text_t form_name = opt_text(L, 2);
    const uuid9562_form_t *form;
    char out[UUID9562_TEXT_MAX];
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = read_uuid(text, &uuid, &offset);

    if (status == UUID9562_OK && form_name.octets == NULL)
        return push_text(L, &uuid);
    if (status == UUID9562_OK)
        status = uuid9562_format_form(&form, form_name.octets, form_name.length);
    if (status != UUID9562_OK)
        return fail(L, status, offset);
    lua_pushlstring(L, out, uuid9562_format_as(form, &uuid, out));
    return 1;
}

/* to_bytes(u) -> string of 16 octets */
static int to_bytes(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, &uuid);

    return failed ? failed : push_bytes(L, &uuid);
}

/* ---- Inspection ------------------------------------------------------------------------------ */

/* Is there a UUID at `arg`, whatever else may stand there? */
static bool find_uuid(lua_State *L, int arg, uuid9562_t *out)
{
    size_t offset;

    return lua_type(L, arg) == LUA_TSTRING &&
           read_uuid(check_text(L, arg), out, &offset) == UUID9562_OK;
}

/* valid(x) -> boolean, for every x and for none */
static int valid(lua_State *L)
{
    uuid9562_t uuid;

    lua_pushboolean(L, find_uuid(L, 1, &uuid));
    return 1;
}

/* version(u) -> integer or nil */
static int version(lua_State *L)
{
    uuid9562_t uuid;
    int field, failed = read_argument(L, 1, &uuid);

    if (failed)
        return failed;
    field = uuid9562_get_version(&uuid);
    return push_field(L, field >= 0, field);
}

/* variant(u) -> string */
static int variant(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, &uuid);

    if (failed)
        return failed;
    lua_pushstring(L, uuid9562_variant_name(uuid9562_get_variant(&uuid)));
    return 1;
}

/* timestamp_ms(u) -> integer or nil */
static int timestamp_ms(lua_State *L)
{
    uuid9562_t uuid;
    int64_t unix_ms = 0;
    bool present;
    int failed = read_argument(L, 1, &uuid);

    if (failed)
        return failed;
    present = uuid9562_get_timestamp_ms(&uuid, &unix_ms);
    return push_field(L, present, unix_ms);
}

/* node(u) -> integer or nil */
static int node(lua_State *L)
{
    uuid9562_t uuid;
    int64_t field;
    int failed = read_argument(L, 1, &uuid);

    if (failed)
        return failed;
    field = uuid9562_get_node(&uuid);
    return push_field(L, field >= 0, field);
}

/* clock_seq(u) -> integer or nil */
static int clock_seq(lua_State *L)
{
    uuid9562_t uuid;
    int field, failed = read_argument(L, 1, &uuid);

    if (failed)
        return failed;
    field = uuid9562_get_clock_seq(&uuid);
    return push_field(L, field >= 0, field);
}

/* compare(a, b) -> -1, 0 or 1 */
static int compare(lua_State *L)
{
    uuid9562_t left, right;
    int failed;

    luaL_checktype(L, 1, LUA_TSTRING);
    luaL_checktype(L, 2, LUA_TSTRING);
    failed = read_argument(L, 1, &left);
    if (!failed)
        failed = read_argument(L, 2, &right);
    if (failed)
        return failed;
    lua_pushinteger(L, uuid9562_compare(&left, &right));
    return 1;
}

/* match and ordering_match: a rule of RFC 4530 knows no errors, only Undefined */
static int of_rule(lua_State *L, int (*rule)(const uuid9562_t *, const char *, size_t))
{
    uuid9562_t stored;
    text_t assertion;

    luaL_checkany(L, 1);
    luaL_checkany(L, 2);
    if (!find_uuid(L, 1, &stored) || lua_type(L, 2) != LUA_TSTRING)
        return push_truth(L, -1);
    assertion = check_text(L, 2);
    return push_truth(L, rule(&stored, assertion.octets, assertion.length));
}

/* match(stored, assertion) -> boolean or nil */
static int match(lua_State *L)
{
    return of_rule(L, uuid9562_match);
}

/* ordering_match(stored, assertion) -> boolean or nil */
static int ordering_match(lua_State *L)
{
    return of_rule(L, uuid9562_ordering_match);
}

/* ---- The module ------------------------------------------------------------------------------ */

enum { NO_TWIN = false, TWIN = true };

/* clang-format off */
static const maker_t makers[] = {
    {"uuid1",      uuid1,      TWIN},
    {"uuid3",      uuid3,      TWIN},
    {"uuid4",      uuid4,      TWIN},
    {"uuid5",      uuid5,      TWIN},
    {"uuid6",      uuid6,      TWIN},
    {"uuid6_min",  uuid6_min,  TWIN},
    {"uuid6_max",  uuid6_max,  TWIN},
    {"uuid7",      uuid7,      TWIN},
    {"uuid7_at",   uuid7_at,   TWIN},
    {"uuid7_make", uuid7_make, TWIN},
    {"uuid7_min",  uuid7_min,  TWIN},
    {"uuid7_max",  uuid7_max,  TWIN},
    {"uuid8",      uuid8,      TWIN},
    {"uuid8_name", uuid8_name, TWIN},
    {"uuid8_node", uuid8_node, TWIN},
    {"parse",      parse,      NO_TWIN},
    {"from_bytes", from_bytes, NO_TWIN},
    {"v1_to_v6",   v1_to_v6,   NO_TWIN},
    {"v6_to_v1",   v6_to_v1,   NO_TWIN},
    {"guid_swap",  guid_swap,  NO_TWIN},
};

static const luaL_Reg functions[] = {
    {"batch",          batch},
    {"batch_bytes",    batch_bytes},
    {"format",         format},
    {"to_bytes",       to_bytes},
    {"valid",          valid},
    {"version",        version},
    {"variant",        variant},
    {"timestamp_ms",   timestamp_ms},
    {"node",           node},
    {"clock_seq",      clock_seq},
    {"compare",        compare},
    {"match",          match},
    {"ordering_match", ordering_match},
    {NULL, NULL},
};

static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {
    {"NIL",            UUID9562_INIT_NIL},
    {"MAX",            UUID9562_INIT_MAX},
    {"NAMESPACE_DNS",  UUID9562_INIT_NAMESPACE_DNS},
    {"NAMESPACE_URL",  UUID9562_INIT_NAMESPACE_URL},
    {"NAMESPACE_OID",  UUID9562_INIT_NAMESPACE_OID},
    {"NAMESPACE_X500", UUID9562_INIT_NAMESPACE_X500},
};
/* clang-format on */

/* Registers a maker in the table on top of the stack. Its row becomes an upvalue. */
static void set_maker(lua_State *L, const maker_t *maker, const char *suffix, lua_CFunction as)
{
    lua_pushfstring(L, "%s%s", maker->name, suffix);
    lua_pushlightuserdata(L, (void *)maker); /* nobody writes through it */
    lua_pushcclosure(L, as, 1);
    lua_rawset(L, -3);
}

LUAMOD_API int luaopen_uuid9562(lua_State *L)
{
    luaL_newlib(L, functions);

    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        set_maker(L, &makers[i], "", as_text);
        if (makers[i].twin)
            set_maker(L, &makers[i], "_bytes", as_bytes);
    }

    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        push_text(L, &constants[i].uuid);
        lua_setfield(L, -2, constants[i].name);
    }
    lua_pushliteral(L, "uuid9562");
    lua_setfield(L, -2, "_NAME");
    lua_pushfstring(L, "uuid9562 %s", uuid9562_version());
    lua_setfield(L, -2, "_VERSION");

    /* The module called is uuid4, which looks at no argument, not even at the module itself. */
    lua_createtable(L, 0, 1);
    lua_getfield(L, -2, "uuid4");
    lua_setfield(L, -2, "__call");
    lua_setmetatable(L, -2);
    return 1;
}
