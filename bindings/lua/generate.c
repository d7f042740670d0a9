/*
 * The functions that generate UUIDs, one by one and in batches, and those of the order. A function
 * with a parameter `self` is also a method of generators. The generators that a program calls for
 * each row have a twin that returns 16 bytes; for the others to_bytes is enough.
 */
#include "functions.h"

#include <limits.h>
#include <string.h>

#include "generator.h"
#include "values.h"
#include "uuid9562_generator.h"
#include "uuid9562_state.h"

/* ---- One UUID: `push` is the return type ----------------------------------------------------- */

/* Versions 4 and 7. */
static inline int generate(lua_State *L, int self, push_t *push,
                           uuid9562_status_t (*core)(uuid9562_generator_t *, uuid9562_t *))
{
    uuid9562_t uuid;
    uuid9562_status_t status = core(generator_of(L, self), &uuid);

    return status == UUID9562_OK ? push(L, &uuid) : fail_generating(L, self, status);
}

/* uuid4() -> text, uuid4_bytes() -> bytes */
FUNCTION(uuid4(lua_State *L, int self), generate(L, self, push_text, uuid9562_uuid4))
FUNCTION(uuid4_bytes(lua_State *L, int self), generate(L, self, push_bytes, uuid9562_uuid4))

/* uuid7() -> text, uuid7_bytes() -> bytes */
FUNCTION(uuid7(lua_State *L, int self), generate(L, self, push_text, uuid9562_uuid7))
FUNCTION(uuid7_bytes(lua_State *L, int self), generate(L, self, push_bytes, uuid9562_uuid7))

/* Versions 1 and 6. The node, an integer or "@host", and the clock sequence are optional. */
static int generate_gregorian(lua_State *L, int self,
                              uuid9562_status_t (*core)(uuid9562_generator_t *, uuid9562_t *,
                                                        const uint64_t *, const uint64_t *))
{
    uuid9562_generator_t *generator = generator_of(L, self);
    uint64_t node_value, clock_seq_value;
    const uint64_t *given_node, *given_clock_seq;
    uuid9562_t uuid;
    uuid9562_status_t status;

    check_node_type(L, self + 1);
    given_clock_seq = opt_unsigned(L, self + 2, "clock_seq", &clock_seq_value);
    status = read_node(L, self + 1, &node_value, &given_node);
    if (status == UUID9562_OK)
        status = core(generator, &uuid, given_node, given_clock_seq);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail_generating(L, self, status);
}

/* uuid1([node [, clock_seq]]) -> text, uuid6([node [, clock_seq]]) -> text */
FUNCTION(uuid1(lua_State *L, int self), generate_gregorian(L, self, uuid9562_uuid1))
FUNCTION(uuid6(lua_State *L, int self), generate_gregorian(L, self, uuid9562_uuid6))

/* Version 7 of a given time. */
static int generate_at(lua_State *L, int self, int (*read)(lua_State *, int, int64_t *),
                       uuid9562_status_t (*core)(uuid9562_generator_t *, uuid9562_t *, int64_t))
{
    uuid9562_generator_t *generator = generator_of(L, self);
    uuid9562_t uuid;
    int64_t time;
    uuid9562_status_t status;
    int failed = read(L, self + 1, &time);

    if (failed)
        return failed;
    status = core(generator, &uuid, time);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail_generating(L, self, status);
}

/* uuid7_at(unix_ms) -> text, uuid7_at_ns(unix_ns) -> text */
FUNCTION(uuid7_at(lua_State *L, int self), generate_at(L, self, read_time_ms, uuid9562_uuid7_at))
FUNCTION(uuid7_at_ns(lua_State *L, int self),
         generate_at(L, self, read_time_ns, uuid9562_uuid7_at_ns))

/* uuid8([a [, b [, c]]]) -> text; arguments that are left out are random. A nil is an error, so
 * that a lost value does not silently become random. */
INTERNAL int uuid8(lua_State *L, int self)
{
    static const char *const names[3] = {"a", "b", "c"};
    uuid9562_generator_t *generator = generator_of(L, self);
    uint64_t bits[3];
    const uint64_t *given[3] = {NULL, NULL, NULL};
    uuid9562_t uuid;
    uuid9562_status_t status;

    for (int i = 0; i < 3 && self + i + 1 <= lua_gettop(L); i++) {
        bits[i] = check_unsigned(L, self + i + 1, names[i]);
        given[i] = &bits[i];
    }
    status = uuid9562_uuid8(generator, &uuid, given[0], given[1], given[2]);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail_generating(L, self, status);
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* Reads (version, n) and pushes a userdata that holds the batch: Lua frees it even if a later
 * allocation raises an error. Returns 0, or as `fail`. */
static int push_batch(lua_State *L, int self, const uuid9562_t **uuids, size_t *count)
{
    uuid9562_t *out;
    int64_t version;
    uint64_t n;
    uuid9562_status_t status;

    generator_of(L, self); /* a closed generator is reported before invalid arguments */
    version = check_integer(L, self + 1, "version");
    n = check_unsigned(L, self + 2, "n");
    if (version < INT_MIN || version > INT_MAX)
        version = -1; /* also invalid, and it fits an int */

    status = uuid9562_check_batch((int)version, n);
    if (status != UUID9562_OK)
        return fail(L, status);
    out = (uuid9562_t *)lua_newuserdata(L, (size_t)n * sizeof *out);

    /* The generator again: the allocation may have run a finalizer that closed it. */
    status = uuid9562_batch(generator_of(L, self), out, (int)version, n);
    if (status != UUID9562_OK)
        return fail_generating(L, self, status);
    *uuids = out;
    *count = (size_t)n;
    return 0;
}

static_assert(UUID9562_BATCH_MAX <= INT_MAX, "Lua takes the size of a table as an int");

/* batch(version, n) -> table of n texts */
INTERNAL int batch(lua_State *L, int self)
{
    /* 32 texts are written before Lua hashes them: neither step then waits for the other. */
    enum { AHEAD = 32 };
    char texts[AHEAD][UUID9562_CANONICAL_LENGTH];
    const uuid9562_t *uuids = NULL;
    size_t n = 0;
    int failed = push_batch(L, self, &uuids, &n);

    if (failed)
        return failed;
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        if (i % AHEAD == 0)
            uuid9562_format_n(texts[0], &uuids[i], n - i < AHEAD ? n - i : (size_t)AHEAD, -1);
        lua_pushlstring(L, texts[i % AHEAD], sizeof *texts);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

/* batch_bytes(version, n) -> string of n * 16 bytes */
INTERNAL int batch_bytes(lua_State *L, int self)
{
    const uuid9562_t *uuids = NULL;
    size_t n = 0;
    int failed = push_batch(L, self, &uuids, &n);

    if (failed)
        return failed;
    lua_pushlstring(L, (const char *)uuids, n * sizeof *uuids);
    return 1;
}

/* ---- The order ------------------------------------------------------------------------------- */

/* lead_ns() -> integer */
INTERNAL int lead_ns(lua_State *L, int self)
{
    uint64_t lead;
    uuid9562_status_t status = uuid9562_lead_ns(generator_of(L, self), &lead);

    if (status != UUID9562_OK)
        return fail_generating(L, self, status);
    push_integer(L, lead < INTEGER_MAX ? (int64_t)lead : INTEGER_MAX);
    return 1;
}

/* set_max_lead_ns(max_lead_ns) -> true */
INTERNAL int set_max_lead_ns(lua_State *L, int self)
{
    uuid9562_generator_t *generator = generator_of(L, self);
    uuid9562_status_t status =
        uuid9562_set_max_lead_ns(generator, check_unsigned(L, self + 1, "max_lead_ns"));

    if (status != UUID9562_OK)
        return fail(L, status);
    lua_pushboolean(L, true);
    return 1;
}

/* advance([u]) -> true; nil, the greatest key of an empty table, does nothing */
INTERNAL int advance(lua_State *L, int self)
{
    uuid9562_generator_t *generator = generator_of(L, self);
    uuid9562_t after;
    uuid9562_status_t status = UUID9562_OK;

    if (!lua_isnoneornil(L, self + 1)) {
        int failed = read_argument(L, self + 1, "u", &after);

        if (failed)
            return failed;
        status = uuid9562_advance(generator, &after);
    }
    if (status != UUID9562_OK)
        return fail_generating(L, self, status);
    lua_pushboolean(L, true);
    return 1;
}

/* resync() */
INTERNAL int resync(lua_State *L, int self)
{
    uuid9562_status_t status;

    if (self == METHOD)
        check_no_callback_runs(L);
    status = uuid9562_resync(generator_of(L, self));
    return status == UUID9562_OK ? 0 : fail_generating(L, self, status);
}

/* ---- The state file -------------------------------------------------------------------------- */

/* state_open(path [, node]) -> absolute path */
INTERNAL int state_open(lua_State *L)
{
    text_t path = check_text(L, 1, "path");
    uint64_t node_value;
    const uint64_t *given_node;
    uuid9562_state_t opened;
    uuid9562_status_t status;

    check_node_type(L, 2);
    if (strlen(path.bytes) != path.length)
        return raise_argument_error(L, 1, "path: string contains zeros");
    status = read_node(L, 2, &node_value, &given_node);
    if (status == UUID9562_OK)
        status = uuid9562_state_open(path.bytes, given_node);
    if (status != UUID9562_OK)
        return fail_text(L, status, 0, path);
    uuid9562_state_get(&opened);
    lua_pushstring(L, opened.path);
    return 1;
}

/* state() -> table {path=, node=, clock_seq=, last_ns=, until_ns=}, or nil */
INTERNAL int state(lua_State *L)
{
    uuid9562_state_t opened;

    if (!uuid9562_state_get(&opened)) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, 0, 5);
    set_string(L, "path", opened.path);
    push_integer(L, (int64_t)opened.node);
    lua_setfield(L, -2, "node");
    push_integer(L, (int64_t)opened.clock_seq);
    lua_setfield(L, -2, "clock_seq");
    push_ticks(L, (int64_t)opened.last_ns);
    lua_setfield(L, -2, "last_ns");
    push_ticks(L, (int64_t)opened.until_ns);
    lua_setfield(L, -2, "until_ns");
    return 1;
}

/* ---- Randomness ------------------------------------------------------------------------------ */

/* reseed() */
INTERNAL int reseed(lua_State *L)
{
    uuid9562_status_t status = uuid9562_reseed();
    return status == UUID9562_OK ? 0 : fail(L, status);
}

/* system_random(count) -> string of count bytes */
INTERNAL int system_random(lua_State *L)
{
    int64_t count = check_integer(L, 1, "count");
    char *bytes;

    if (count < 0 || count > UUID9562_BATCH_MAX)
        return fail(L, UUID9562_ERR_BATCH_COUNT);
    bytes = (char *)lua_newuserdata(L, (size_t)count);
    if (uuid9562_system_random(NULL, bytes, (size_t)count) != 0)
        return fail(L, UUID9562_ERR_ENTROPY);
    lua_pushlstring(L, bytes, (size_t)count);
    memset(bytes, 0, (size_t)count);
    return 1;
}
