/*
 * The functions that generate UUIDs, one by one and in batches. A function with a parameter `self`
 * is also a method of generators. The generators that a program calls for each row have a twin that
 * returns 16 bytes; for the others to_bytes is enough.
 */
#include "functions.h"

#include <limits.h>

#include "generator_class.h"
#include "values.h"
#include "uuid9562_generator.h"

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
