/*
 * The functions that read and change the state of the process, or of a generator: its order and its
 * random bytes.
 */
#include "functions.h"

#include <string.h>

#include "generator_class.h"
#include "values.h"
#include "uuid9562_generator.h"

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
