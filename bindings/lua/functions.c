/*
 * The functions that give something else than a UUID: the order, batches, forms, TypeIDs, fields;
 * and their tables.
 */
#include <limits.h>

/* ---- Generators ------------------------------------------------------------------------------ */

/* lead_ns() -> integer */
static int lead_ns(lua_State *L, int self)
{
    uint64_t lead;
    uuid9562_status_t status = uuid9562_lead_ns(generator_of(L, self), &lead);

    if (status != UUID9562_OK)
        return fail_generating(L, self, status, 0);
    push_integer(L, lead < INTEGER_MAX ? (int64_t)lead : INTEGER_MAX);
    return 1;
}

/* resync() */
static int resync(lua_State *L, int self)
{
    uuid9562_status_t status;

    if (self == METHOD)
        check_idle_generator(L);
    status = uuid9562_resync(generator_of(L, self));
    return status == UUID9562_OK ? 0 : fail_generating(L, self, status, 0);
}

/* reseed() */
static int reseed(lua_State *L)
{
    uuid9562_status_t status = uuid9562_reseed();
    return status == UUID9562_OK ? 0 : fail(L, status, 0);
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* Reads (version, n) and leaves a userdata with that batch on the stack: memory that Lua frees,
 * also where an allocation that comes after it raises. Returns 0, or what `fail` does. */
static int push_batch(lua_State *L, int self, const uuid9562_t **batch, size_t *count)
{
    uuid9562_generator_t *generator = generator_of(L, self);
    int64_t version = check_integer(L, self + 1, "version");
    uint64_t n = check_unsigned(L, self + 2, "n");
    uuid9562_t *uuids, none;
    uuid9562_status_t status;

    if (version < INT_MIN || version > INT_MAX)
        version = -1; /* as little a version, but one that fits the core's argument */

    /* The core refuses a wrong version or count before it writes anything, so it is asked first,
     * and for memory afterwards. Of 0 UUIDs it makes none and reserves nothing. */
    status = uuid9562_batch(generator, &none, (int)version, n > UUID9562_BATCH_MAX ? n : 0);
    if (status != UUID9562_OK)
        return fail_generating(L, self, status, 0);

    if (n > SIZE_MAX / sizeof *uuids)
        return luaL_error(L, "not enough memory");
    uuids = lua_newuserdata(L, (size_t)n * sizeof *uuids);
    status = uuid9562_batch(generator_of(L, self), uuids, (int)version, n);
    if (status != UUID9562_OK)
        return fail_generating(L, self, status, 0);
    *batch = uuids;
    *count = (size_t)n;
    return 0;
}

/* batch(version, n) -> table of n strings of 36 characters */
static int batch(lua_State *L, int self)
{
    /* The texts are written ahead, so that Lua, which hashes a string, does not wait for each. */
    enum { AHEAD = 32 };
    char texts[AHEAD][UUID9562_CANONICAL_LENGTH];
    const uuid9562_t *uuids;
    size_t n;
    int failed = push_batch(L, self, &uuids, &n);

    if (failed)
        return failed;
    _Static_assert(UUID9562_BATCH_MAX <= INT_MAX, "the size of a table is an int to Lua");
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        if (i % AHEAD == 0)
            uuid9562_format_n(texts[0], &uuids[i], n - i < AHEAD ? n - i : AHEAD, -1);
        lua_pushlstring(L, texts[i % AHEAD], sizeof *texts);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

/* batch_bytes(version, n) -> string of n * 16 bytes */
static int batch_bytes(lua_State *L, int self)
{
    const uuid9562_t *uuids;
    size_t n;
    int failed = push_batch(L, self, &uuids, &n);

    if (failed)
        return failed;
    lua_pushlstring(L, (const char *)uuids, n * sizeof *uuids);
    return 1;
}

/* ---- Text and binary form -------------------------------------------------------------------- */

/* format(u [, form]) -> string: of a binary form, its bytes */
static int format(lua_State *L)
{
    text_t text = check_text(L, 1, "u");
    text_t form_name = opt_text(L, 2, "form");
    const uuid9562_format_t *form;
    char out[UUID9562_TEXT_MAX];
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = read_uuid(text, &uuid, &offset);

    if (status == UUID9562_OK && form_name.bytes == NULL)
        return push_text(L, &uuid);
    if (status == UUID9562_OK)
        status = uuid9562_find_output_format(&form, form_name.bytes, form_name.length);
    if (status != UUID9562_OK)
        return fail(L, status, offset);
    lua_pushlstring(L, out, uuid9562_format_as(out, form, &uuid));
    return 1;
}

/* typeid(prefix, u) -> string */
static int typeid(lua_State *L)
{
    text_t prefix = check_text(L, 1, "prefix");
    text_t text = check_text(L, 2, "u");
    char out[UUID9562_TYPEID_MAX];
    uuid9562_t uuid = UUID9562_INIT_NIL;
    size_t length, offset = 0;
    uuid9562_status_t status, status_of_uuid;

    /* Mistakes are told from left to right: the prefix's even where there is no UUID (Nil then). */
    status_of_uuid = read_uuid(text, &uuid, &offset);
    status = uuid9562_format_typeid(out, &length, &uuid, prefix.bytes, prefix.length);
    if (status == UUID9562_OK)
        status = status_of_uuid;
    if (status != UUID9562_OK)
        return fail(L, status, offset);
    lua_pushlstring(L, out, length);
    return 1;
}

/* typeid_prefix(s) -> string, '' where there is none */
static int typeid_prefix(lua_State *L)
{
    text_t text = check_text(L, 1, "s");
    uuid9562_t uuid;
    size_t length, offset = 0;
    uuid9562_status_t status =
        uuid9562_parse_typeid(&uuid, &length, &offset, text.bytes, text.length);

    if (status != UUID9562_OK)
        return fail(L, status, offset);
    lua_pushlstring(L, text.bytes, length);
    return 1;
}

/* to_bytes(u) -> string of 16 bytes */
static int to_bytes(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, "u", &uuid);

    return failed ? failed : push_bytes(L, &uuid);
}

/* ---- Inspection ------------------------------------------------------------------------------ */

/* Is there a UUID at `arg`, whatever else may stand there? */
static bool find_uuid(lua_State *L, int arg, uuid9562_t *out)
{
    text_t text;
    size_t offset;

    if (lua_type(L, arg) != LUA_TSTRING)
        return false;
    text.bytes = lua_tolstring(L, arg, &text.length);
    return read_uuid(text, out, &offset) == UUID9562_OK;
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
    int field, failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    field = uuid9562_get_version(&uuid);
    return push_field(L, field >= 0, field);
}

/* variant(u) -> string */
static int variant(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, "u", &uuid);

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
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    present = uuid9562_get_timestamp_ms(&unix_ms, &uuid);
    return push_field(L, present, unix_ms);
}

/* node(u) -> integer or nil */
static int node(lua_State *L)
{
    uuid9562_t uuid;
    int64_t field;
    int failed = read_argument(L, 1, "u", &uuid);

    if (failed)
        return failed;
    field = uuid9562_get_node(&uuid);
    return push_field(L, field >= 0, field);
}

/* clock_seq(u) -> integer or nil */
static int clock_seq(lua_State *L)
{
    uuid9562_t uuid;
    int field, failed = read_argument(L, 1, "u", &uuid);

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

    check_text(L, 1, "a");
    check_text(L, 2, "b");
    failed = read_argument(L, 1, "a", &left);
    if (!failed)
        failed = read_argument(L, 2, "b", &right);
    return failed ? failed : push_field(L, true, uuid9562_compare(&left, &right));
}

/* match and ordering_match: a rule of RFC 4530 knows no errors, only Undefined */
static int of_rule(lua_State *L, int (*rule)(const uuid9562_t *, const char *, size_t))
{
    uuid9562_t stored;
    text_t assertion;

    if (lua_isnone(L, 1))
        refuse_type(L, 1, "stored", "value");
    if (lua_isnone(L, 2))
        refuse_type(L, 2, "assertion", "value");
    if (!find_uuid(L, 1, &stored) || lua_type(L, 2) != LUA_TSTRING)
        return push_truth(L, -1);
    assertion = check_text(L, 2, "assertion");
    return push_truth(L, rule(&stored, assertion.bytes, assertion.length));
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

/* ldap_schema() -> table of tables {section=, oid=, name=, description=} */
static int ldap_schema(lua_State *L)
{
    const uuid9562_schema_t *row;

    lua_newtable(L);
    for (int i = 0; (row = uuid9562_ldap_schema((size_t)i)) != NULL; i++) {
        lua_newtable(L);
        lua_pushstring(L, row->section);
        lua_setfield(L, -2, "section");
        lua_pushstring(L, row->oid);
        lua_setfield(L, -2, "oid");
        lua_pushstring(L, row->name);
        lua_setfield(L, -2, "name");
        lua_pushstring(L, row->description);
        lua_setfield(L, -2, "description");
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* ---- The tables ------------------------------------------------------------------------------ */

/* clang-format off */
static const luaL_Reg functions[] = {
    {"reseed",         reseed},
    {"format",         format},
    {"typeid",         typeid},
    {"typeid_prefix",  typeid_prefix},
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
    {"ldap_schema",    ldap_schema},
    {NULL, NULL},
};

/* These are of the module, and methods of generators. */
#define BOTH(BOTH_OF) BOTH_OF(lead_ns) BOTH_OF(resync) BOTH_OF(batch) BOTH_OF(batch_bytes)
/* clang-format on */

#define DEFINE_BOTH(name)                                                                          \
    static int name##_of_module(lua_State *L)                                                      \
    {                                                                                              \
        return name(L, MODULE);                                                                    \
    }                                                                                              \
    static int name##_of_generator(lua_State *L)                                                   \
    {                                                                                              \
        return name(L, METHOD);                                                                    \
    }

BOTH(DEFINE_BOTH)

#define ROW_OF_MODULE(name)    {#name, name##_of_module},
#define ROW_OF_GENERATOR(name) {#name, name##_of_generator},

static const luaL_Reg also_methods[] = {BOTH(ROW_OF_MODULE){NULL, NULL}};
static const luaL_Reg methods[] = {BOTH(ROW_OF_GENERATOR){NULL, NULL}};
