/*
 * Lower bounds of the Lua binding, as a module that bench/lua.lua builds and measures: the
 * cheapest calls that give a string of 36 characters, one of 16 bytes, one of many, and a boolean;
 * what the core itself costs, in nanoseconds; and the clock to measure with.
 *
 * Lua keeps one copy of each short string that is alive, so each string here differs from all
 * before it, as a UUID does.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lua.h"
#include "lauxlib.h"

#include "uuid9562.h"

enum { CALLS = 1 << 16, BATCH = 1000 };

static uuid9562_t uuids[BATCH];
static char *batch_memory; /* of a batch, as large as the last */
static size_t batch_size;

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* clock() -> nanoseconds of CPU time of this thread */
static int read_clock(lua_State *L)
{
    lua_pushnumber(L, now_ns());
    return 1;
}

/* keep_to_one_cpu() */
static int keep_to_one_cpu(lua_State *L)
{
    cpu_set_t set;

    (void)L;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
    return 0;
}

static void *room_of(lua_State *L)
{
    size_t size = (size_t)luaL_checkinteger(L, 1) * sizeof(uuid9562_t);

    if (size > batch_size) {
        batch_memory = realloc(batch_memory, size);
        memset(batch_memory, 0, size);
        batch_size = size;
    }
    return batch_memory;
}

/* ---- floors ---- */

/* No two are equal, and they are as far apart in Lua's table of strings as UUIDs are. */
static uint64_t next_number(void)
{
    static uint64_t count;
    return ++count * UINT64_C(0x9e3779b97f4a7c15);
}

static int text(lua_State *L)
{
    char fresh[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    const uint64_t number = next_number();

    memcpy(fresh, &number, sizeof number);
    lua_pushlstring(L, fresh, sizeof fresh - 1);
    return 1;
}

static int bytes(lua_State *L)
{
    char fresh[16] = "constant bytes";
    const uint64_t number = next_number();

    memcpy(fresh, &number, sizeof number);
    lua_pushlstring(L, fresh, sizeof fresh);
    return 1;
}

/* texts(n) -> table */
static int texts(lua_State *L)
{
    int n = (int)luaL_checkinteger(L, 1);

    lua_createtable(L, n, 0);
    for (int i = 1; i <= n; i++) {
        text(L);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

/* many_bytes(n) -> string of 16 * n */
static int many_bytes(lua_State *L)
{
    char *fresh = room_of(L);
    const uint64_t number = next_number();

    memcpy(fresh, &number, sizeof number);
    lua_pushlstring(L, fresh, (size_t)luaL_checkinteger(L, 1) * sizeof(uuid9562_t));
    return 1;
}

static int boolean(lua_State *L)
{
    lua_pushboolean(L, 1);
    return 1;
}

/* The same of functions that take a string, which costs two more calls. */
static void read_text(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING || lua_tolstring(L, 1, NULL) == NULL)
        luaL_error(L, "no text");
}

static int text_of_text(lua_State *L)
{
    read_text(L);
    return text(L);
}

static int boolean_of_text(lua_State *L)
{
    read_text(L);
    return boolean(L);
}

/* ---- the core ---- */

static const char some_text[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

/* name(n) -> nanoseconds for each UUID, of `each` that a call makes */
#define CORE(name, calls, each, call)                                                              \
    static int name(lua_State *L)                                                                  \
    {                                                                                              \
        uuid9562_t *many = room_of(L);                                                             \
        const size_t n = (size_t)luaL_checkinteger(L, 1), repeats = (calls);                       \
        const double begin = now_ns();                                                             \
        char out[36];                                                                              \
        int bad = 0;                                                                               \
        (void)many;                                                                                \
        (void)n;                                                                                   \
        (void)out;                                                                                 \
        for (size_t i = 0; i < repeats; i++)                                                       \
            bad |= (call) != UUID9562_OK;                                                          \
        if (bad)                                                                                   \
            return luaL_error(L, "%s", #name);                                                     \
        lua_pushnumber(L, (now_ns() - begin) / ((double)repeats * (double)(each)));                \
        return 1;                                                                                  \
    }

#define WITH_TEXT(call) ((call) || (uuid9562_format(out, uuids), UUID9562_OK))

CORE(core_uuid4, CALLS, 1, WITH_TEXT(uuid9562_uuid4(NULL, uuids)))
CORE(core_uuid7, CALLS, 1, WITH_TEXT(uuid9562_uuid7(NULL, uuids)))
CORE(core_uuid7_bytes, CALLS, 1, uuid9562_uuid7(NULL, &uuids[i % BATCH]))
CORE(core_parse, CALLS, 1, WITH_TEXT(uuid9562_parse(uuids, NULL, some_text, 36)))
CORE(core_valid, CALLS, 1, uuid9562_parse(&uuids[i % BATCH], NULL, some_text, 36))
CORE(core_batch_bytes, CALLS / n + 1, n, uuid9562_batch(NULL, many, 7, n))

static uuid9562_status_t batch_with_texts(uuid9562_t *many, size_t n, char *out)
{
    uuid9562_status_t status = uuid9562_batch(NULL, many, 7, n);

    for (size_t i = 0; i < n; i++)
        uuid9562_format(out, &many[i]);
    return status;
}

CORE(core_batch, CALLS / n + 1, n, batch_with_texts(many, n, out))

/* ---- the module ---- */

static const luaL_Reg functions[] = {
    {"clock", read_clock},
    {"keep_to_one_cpu", keep_to_one_cpu},
    {"text", text},
    {"bytes", bytes},
    {"texts", texts},
    {"many_bytes", many_bytes},
    {"boolean", boolean},
    {"text_of_text", text_of_text},
    {"boolean_of_text", boolean_of_text},
    {"core_uuid4", core_uuid4},
    {"core_uuid7", core_uuid7},
    {"core_uuid7_bytes", core_uuid7_bytes},
    {"core_parse", core_parse},
    {"core_valid", core_valid},
    {"core_batch", core_batch},
    {"core_batch_bytes", core_batch_bytes},
};

LUALIB_API int luaopen_lua_floors(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        lua_pushcfunction(L, functions[i].func);
        lua_setfield(L, -2, functions[i].name);
    }
    return 1;
}
