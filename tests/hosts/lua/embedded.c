/*
 * A program that embeds Lua with the module compiled in, and opens no other library. The allocator
 * of its states counts, and fails when it is told to. Every call is protected: a
 * panic ends the program. `embedded NAME` runs a test by its name; test_embedded.py builds it.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"

LUALIB_API int luaopen_uuid9562(lua_State *L);

#define CHECK(condition, message)                                                                  \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, message);                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* ---- States ---------------------------------------------------------------------------------- */

typedef enum { NEVER, ONCE, FROM_THEN_ON } failure_t;

typedef struct memory {
    size_t bytes, blocks;
    failure_t failure;
    int countdown; /* the allocation that fails, from 1 */
    bool has_failed;
} memory_t;

static bool fails(memory_t *memory)
{
    bool now = false;

    if (memory->failure != NEVER && --memory->countdown <= 0)
        now = memory->failure == FROM_THEN_ON || memory->countdown == 0;
    memory->has_failed |= now;
    return now;
}

/* A lua_Alloc. What shrinks or frees a block cannot fail. */
static void *allocate(void *context, void *block, size_t old_size, size_t size)
{
    memory_t *memory = (memory_t *)context;
    void *result = NULL;

    if (block == NULL)
        old_size = 0; /* it may be a type */
    if (size > old_size && fails(memory))
        return NULL;
    if (size == 0)
        free(block);
    else
        result = realloc(block, size);
    CHECK(size == 0 || result != NULL, "realloc");
    if (size > old_size)
        memset((char *)result + old_size, 0xa5, size - old_size); /* never zeros by chance */
    memory->bytes += size - old_size;
    memory->blocks += (size_t)(size != 0) - (size_t)(block != NULL);
    return result;
}

static int panic(lua_State *L)
{
    fprintf(stderr, "panic: %s\n", lua_tostring(L, -1));
    abort();
}

/* Opens a library and stores it in a global variable, which needs no other library. */
static void open_library(lua_State *L, const char *name, lua_CFunction open, const char *global)
{
#if LUA_VERSION_NUM >= 502
    luaL_requiref(L, name, open, 0);
#else
    lua_pushcfunction(L, open);
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
#endif
    lua_setglobal(L, global);
}

static int open_module(lua_State *L)
{
    open_library(L, "uuid9562", luaopen_uuid9562, "uuid");
    return 0;
}

static lua_State *new_state(memory_t *memory)
{
    lua_State *L;

    memset(memory, 0, sizeof *memory);
#if LUA_VERSION_NUM >= 505
    L = lua_newstate(allocate, memory, 0);
#else
    L = lua_newstate(allocate, memory);
#endif
    CHECK(L != NULL, "lua_newstate");
    lua_atpanic(L, panic);
    lua_pushcfunction(L, open_module);
    return L;
}

static lua_State *new_state_with_module(memory_t *memory)
{
    lua_State *L = new_state(memory);

    CHECK(lua_pcall(L, 0, 0, 0) == 0, lua_tostring(L, -1));
    return L;
}

static void close_state(lua_State *L, const memory_t *memory)
{
    lua_close(L);
    CHECK(memory->bytes == 0 && memory->blocks == 0, "memory is left");
}

/* ---- Calls ----------------------------------------------------------------------------------- */

#define SOURCES                                                                                    \
    "{clock = function() return 1700000000000000000 end,"                                          \
    " random = function(n) local s = '' for i = 1, n do s = s .. 'x' end return s end}"

/* A call of each kind: it returns true, or raises an error that contains `error`. */
static const struct {
    const char *chunk, *error;
} calls[] = {
    {"return uuid.version(uuid.uuid7()) == 7 and uuid.version(uuid()) == 4", NULL},
    {"return #uuid.uuid1(1, 2) == 36 and #uuid.uuid8() == 36", NULL},
    {"return #uuid.uuid6('@host') == 36 or true", NULL},
    {"local keys = uuid.batch(7, 40) return #keys == 40 and keys[1] < keys[40]", NULL},
    {"return #uuid.batch_bytes(4, 40) == 640", NULL},
    {"return uuid.uuid5('@dns', 'www.example.com') == '2ed6657d-e927-568b-95e1-2665a8aea6a2'",
     NULL},
    {"local u, message, offset = uuid.parse('x')"
     "return u == nil and #message > 20 and offset == 0",
     NULL},
    {"local u, message = uuid.uuid7_at(-1) return u == nil and #message > 20", NULL},
    {"return uuid.format(uuid.NIL, 'ulid') == '00000000000000000000000000'", NULL},
    {"return uuid.typeid_prefix(uuid.typeid('user', uuid.uuid7())) == 'user'", NULL},
    {"return uuid.timestamp_ns(uuid.uuid7()) ~= nil and uuid.valid(uuid.MAX)", NULL},
    {"return #uuid.formats() > 15 and #uuid.ldap_schema() == 4", NULL},
    {"return #uuid.system_random(100) == 100 and uuid.reseed() == nil", NULL},
    {"local g = uuid.generator() return g:uuid7() < g:uuid7()", NULL},
    {"local g = uuid.generator " SOURCES
     "local u = g:uuid7()"
     "return uuid.timestamp_ms(u) == 1700000000000 and #g:batch(1, 3) == 3",
     NULL},
    {"kept = uuid.generator " SOURCES " return #kept:uuid4() == 36", NULL},
    {"uuid.uuid7_at({})", "bad argument #1 to 'uuid7_at' (unix_ms: string or number expected"},
    {"uuid.uuid4(1)", "bad argument #1 to 'uuid4' (takes no argument; uuid4_make"},
    {"uuid:uuid7()", "'uuid7' called with ':'"},
    {"uuid.parse(uuid.generator())", "got uu" /* "userdata" in Lua 5.1 */},
    {"uuid.generator {Clock = 1}", "unknown option Clock"},
    {"uuid.generator {[true] = 1}", "unknown option boolean"},
    {"uuid.generator({clock = function() return 'noon' end}):uuid7()", "clock must return an int"},
    {"uuid.generator({random = function() return nil + 1 end}):uuid4()", "attempt to"},
};

enum { CALLS = sizeof calls / sizeof *calls };

static void load(lua_State *L, const char *chunk)
{
    CHECK(luaL_loadbuffer(L, chunk, strlen(chunk), "=call") == 0, lua_tostring(L, -1));
}

/* Calls the function on top of the stack, which has the result of call i. */
static bool is_right(lua_State *L, int i)
{
    bool right;

    if (lua_pcall(L, 0, 1, 0) == 0)
        right = calls[i].error == NULL && lua_toboolean(L, -1);
    else
        right = calls[i].error != NULL && strstr(lua_tostring(L, -1), calls[i].error) != NULL;
    return right;
}

static void check_call(lua_State *L, int i)
{
    load(L, calls[i].chunk);
    CHECK(is_right(L, i), lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : calls[i].chunk);
    lua_settop(L, 0);
}

static void test_calls(void)
{
    memory_t memory;
    lua_State *L = new_state_with_module(&memory);

    for (int i = 0; i < CALLS; i++)
        check_call(L, i);
    load(L, "return io == nil and os == nil and debug == nil and package == nil and print == nil");
    CHECK(lua_pcall(L, 0, 1, 0) == 0 && lua_toboolean(L, -1), "a library is open");
    close_state(L, &memory);
}

static bool lacks_memory(lua_State *L)
{
    return lua_type(L, -1) == LUA_TSTRING && strstr(lua_tostring(L, -1), "not enough memory");
}

/* Each allocation of an opening fails, and that of a call; alone or with all that follow. */
static int failing_opening(failure_t failure)
{
    for (int n = 1;; n++) {
        memory_t memory;
        lua_State *L = new_state(&memory);
        bool failed, opened;

        memory.failure = failure;
        memory.countdown = n;
        opened = lua_pcall(L, 0, 0, 0) == 0;
        memory.failure = NEVER;
        CHECK(opened || lacks_memory(L), lua_tostring(L, -1));
        failed = memory.has_failed;
        lua_settop(L, 0);
        lua_pushcfunction(L, open_module);
        CHECK(lua_pcall(L, 0, 0, 0) == 0, lua_tostring(L, -1));
        check_call(L, n % CALLS);
        close_state(L, &memory);
        if (!failed)
            return n - 1;
    }
}

static int failing_call(int i, failure_t failure)
{
    memory_t memory;
    lua_State *L = new_state_with_module(&memory);
    bool failed = true;
    int n;

    for (n = 1; failed; n++) {
        bool right;

        load(L, calls[i].chunk);
        memory.has_failed = false;
        memory.failure = failure;
        memory.countdown = n;
        right = is_right(L, i);
        memory.failure = NEVER;
        failed = memory.has_failed;
        CHECK(right || (failed && lacks_memory(L)),
              lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : calls[i].chunk);
        lua_settop(L, 0);
        check_call(L, i);
    }
    close_state(L, &memory);
    return n - 2;
}

static void test_allocations_that_fail(void)
{
    int failed = 0;

    for (failure_t failure = ONCE; failure <= FROM_THEN_ON; failure = (failure_t)(failure + 1)) {
        int opening = failing_opening(failure);

        CHECK(opening > 50, "the opening allocates");
        for (int i = 0; i < CALLS; i++)
            failed += failing_call(i, failure);
    }
    CHECK(failed > 2 * CALLS, "calls allocate");
}

/* ---- States that are closed while they are used ---------------------------------------------- */

static int resume(lua_State *L, lua_State *from)
{
#if LUA_VERSION_NUM >= 504
    int results;

    return lua_resume(L, from, 0, &results);
#elif LUA_VERSION_NUM >= 502
    return lua_resume(L, from, 0);
#else
    (void)from;
    return lua_resume(L, 0);
#endif
}

static int yield(lua_State *L)
{
    return lua_yield(L, 0);
}

/* Starts a coroutine, which stays on the stack. */
static int start(lua_State *L, const char *chunk)
{
    lua_State *coroutine = lua_newthread(L);

    load(coroutine, chunk);
    return resume(coroutine, L);
}

/* Leaves generators, a batch, and coroutines that yielded or raised an error. */
static void use(lua_State *L)
{
    lua_pushcfunction(L, yield);
    lua_setglobal(L, "yield");
    load(L, "generators, batch = {}, uuid.batch(7, 100)"
            "for i = 1, 10 do generators[i] = uuid.generator " SOURCES
            "generators[i]:uuid7() end");
    CHECK(lua_pcall(L, 0, 0, 0) == 0, lua_tostring(L, -1));
    CHECK(start(L, "local g = uuid.generator " SOURCES "yield(g:uuid7()) g:uuid7()") == LUA_YIELD,
          "the coroutine does not yield");
    CHECK(start(L, "local g = uuid.generator {clock = function() return nil + 1 end} g:uuid7()") ==
              LUA_ERRRUN,
          "the coroutine raises no error");
}

static jmp_buf after_panic;

static int leave_panic(lua_State *L)
{
    (void)L;
    longjmp(after_panic, 1);
}

static void test_closed_while_used(void)
{
    memory_t memory;
    lua_State *volatile L = new_state_with_module(&memory);

    use(L);
    close_state(L, &memory);

    /* With the error on the stack. */
    L = new_state_with_module(&memory);
    use(L);
    load(L, "generators[1]:uuid7_at({})");
    CHECK(lua_pcall(L, 0, 0, 0) == LUA_ERRRUN, "no error");
    close_state(L, &memory);

    /* After a panic, in the middle of a call. */
    L = new_state_with_module(&memory);
    use(L);
    lua_atpanic(L, leave_panic);
    if (setjmp(after_panic) == 0) {
        load(L, "generators[1]:uuid7_at({})");
        lua_call(L, 0, 0);
        CHECK(false, "no panic");
    }
    close_state(L, &memory);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    {"calls", test_calls},
    {"allocations_that_fail", test_allocations_that_fail},
    {"closed_while_used", test_closed_while_used},
};

int main(int count, char **words)
{
    for (size_t i = 0; count == 2 && i < sizeof tests / sizeof *tests; i++)
        if (strcmp(words[1], tests[i].name) == 0) {
            tests[i].run();
            return 0;
        }
    return 2;
}
