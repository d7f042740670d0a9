/*
 * The functions that build UUIDs from given parts: the same arguments give the same UUID.
 */
#include "functions.h"

#include "values.h"

static int build_bound(lua_State *L, bool max)
{
    uuid9562_t uuid;
    int64_t unix_ms;
    uint32_t width_ms;
    uuid9562_status_t status;
    int failed = read_span(L, 1, &unix_ms, &width_ms);

    if (failed)
        return failed;
    status = uuid9562_uuid7_bound(&uuid, max, unix_ms, width_ms);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail(L, status);
}

/* uuid7_min(unix_ms) -> text, uuid7_max(unix_ms) -> text */
FUNCTION(uuid7_min(lua_State *L), build_bound(L, false))
FUNCTION(uuid7_max(lua_State *L), build_bound(L, true))

/* uuid4_make(random) -> text; random is 16 bytes */
INTERNAL int uuid4_make(lua_State *L)
{
    text_t random = check_text(L, 1, "random");
    uuid9562_t uuid;

    if (random.length != UUID9562_V4_RANDOM_LENGTH)
        return fail(L, UUID9562_ERR_V4_RANDOM);
    uuid9562_uuid4_make(&uuid, (const uint8_t *)random.bytes);
    return push_text(L, &uuid);
}

/* uuid7_make(unix_ms, random [, n]) -> text; random is 10 bytes */
INTERNAL int uuid7_make(lua_State *L)
{
    text_t random;
    int64_t unix_ms, n;
    uuid9562_t uuid;
    uuid9562_status_t status;
    int failed;

    check_time_type(L, 1, "unix_ms");
    random = check_text(L, 2, "random");
    n = lua_isnoneornil(L, 3) ? 0 : check_integer(L, 3, "n");
    failed = read_time_ms(L, 1, &unix_ms);
    if (failed)
        return failed;
    status = uuid9562_uuid7_make_of(&uuid, unix_ms, random.bytes, random.length, n);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail(L, status);
}
