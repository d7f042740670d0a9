/*
 * A generator is a userdata whose user values hold the callbacks, so the collector keeps both or
 * neither. A callback runs in the coroutine that called the method. Its error must not jump over
 * the core, which called it: the error is caught and left on top of the stack, the core learns that
 * its source failed, and `fail_generating` raises the error again.
 *
 * A callback may use its own generator. It may neither close nor resync it, because the core needs
 * both the generator and its order when the callback returns.
 */
#include "generator_class.h"

#include <string.h>

#include "values.h"
#include "uuid9562_generator.h"

#define GENERATOR_NAME "uuid9562.generator"

/* The options in the order in which they are checked. The first two are the callbacks, and these
 * are the numbers of their user values. */
enum { CLOCK = 1, RANDOM, NODE, CLOCK_SEQ, CALLBACKS = RANDOM };

typedef struct generator {
    uuid9562_generator_t *core; /* NULL before it is created and once it is closed */
    lua_State *caller;          /* of the running method; the generator is at index 1 there */
    int depth;                  /* of running callbacks, one inside the other */
    bool raised;                /* the last one raised an error, which is on top of the stack */
} generator_t;

/* ---- For methods ----------------------------------------------------------------------------- */

static generator_t *check_generator(lua_State *L)
{
    generator_t *self = (generator_t *)lua_touserdata(L, 1);

    if (self == NULL || !lua_getmetatable(L, 1) ||
        !lua_rawequal(L, -1, lua_upvalueindex(METATABLE)))
        raise_type_error(L, 1, "self", GENERATOR_NAME);
    lua_pop(L, 1);
    return self;
}

INTERNAL void check_no_callback_runs(lua_State *L)
{
    if (check_generator(L)->depth > 0)
        luaL_error(L, "a callback may neither close nor resync its own generator");
}

INTERNAL uuid9562_generator_t *check_open_generator(lua_State *L)
{
    generator_t *self = check_generator(L);

    if (self->core == NULL)
        luaL_error(L, "attempt to use a closed generator");
    self->caller = L;
    self->raised = false;
    return self->core;
}

INTERNAL int fail_generating(lua_State *L, int self, uuid9562_status_t status)
{
    if (self == METHOD && check_generator(L)->raised)
        return lua_error(L);
    return fail(L, status);
}

/* ---- Sources: the callbacks, as the core calls them ------------------------------------------ */

/* Describes a value in a message: a number by its digits, any other value by its type. */
static const char *describe_value(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TNUMBER ? lua_tostring(L, index) : luaL_typename(L, index);
}

/* Raises the message on top of the stack with the place of the method's call: two levels up, above
 * the running C function and the method. */
static int raise_result_error(lua_State *L)
{
    luaL_where(L, 2);
    lua_insert(L, -2);
    lua_concat(L, 2);
    return lua_error(L);
}

/* The first argument: where to store the result of a callback. The debug library reaches the
 * functions below, but has no light userdata. */
static void *check_place(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TLIGHTUSERDATA)
        luaL_error(L, "a callback of a generator: only its generator calls it");
    return lua_touserdata(L, 1);
}

/* Calls the clock, which is its upvalue. Its argument is where to store the time. */
static int call_clock(lua_State *L)
{
    int64_t *unix_ns = (int64_t *)check_place(L);

    lua_pushvalue(L, lua_upvalueindex(1));
    lua_call(L, 0, 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !to_rounded_integer(L, -1, unix_ns)) {
        lua_pushfstring(L, "clock must return an integer, nanoseconds since 1970, got %s",
                        describe_value(L, -1));
        return raise_result_error(L);
    }
    return 0;
}

/* Calls the source of randomness, which is its upvalue. Its arguments are where to store the bytes,
 * and how many. */
static int call_random(lua_State *L)
{
    void *out = check_place(L);
    size_t length = 0, count = (size_t)lua_tonumber(L, 2);

    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 2);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) == LUA_TSTRING) {
        const char *bytes = lua_tolstring(L, -1, &length);

        if (length == count) {
            memcpy(out, bytes, count);
            return 0;
        }
        push_integer(L, (int64_t)length);
    }
    lua_pushfstring(L, "random must return a string of exactly %s bytes, got %s",
                    lua_tostring(L, 2), describe_value(L, -1));
    return raise_result_error(L);
}

/* Runs `call`, call_clock or call_random, with the callback as its upvalue. Nothing before the
 * lua_pcall can raise an error. */
static int run_callback(void *context, int callback, lua_CFunction call, void *out, size_t count)
{
    generator_t *self = (generator_t *)context;
    lua_State *L = self->caller;

    lua_getiuservalue(L, 1, callback);
    if (lua_tocfunction(L, -1) != call) /* by the debug library: it would store nothing */
        return -1;
    lua_pushlightuserdata(L, out);
    push_integer(L, (int64_t)count);
    self->depth++;
    self->raised = lua_pcall(L, 2, 0, 0) != LUA_OK;
    self->depth--;
    self->caller = L; /* the callback may have used the generator from another coroutine */
    return self->raised ? -1 : 0;
}

static int ask_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const int64_t ns_per_s = 1000000000;
    int64_t unix_ns, remainder;

    if (run_callback(context, CLOCK, call_clock, &unix_ns, 0) != 0)
        return -1;
    remainder = unix_ns % ns_per_s; /* has the sign of unix_ns */
    *seconds = unix_ns / ns_per_s - (remainder < 0);
    *nanoseconds = (uint32_t)(remainder < 0 ? remainder + ns_per_s : remainder);
    return 0;
}

static int draw_random(void *context, void *bytes, size_t count)
{
    return run_callback(context, RANDOM, call_random, bytes, count);
}

/* ---- Options --------------------------------------------------------------------------------- */

static bool is_function(lua_State *L, int index)
{
    return lua_isfunction(L, index);
}

static bool is_integer(lua_State *L, int index)
{
    int64_t value = 0;

    return lua_type(L, index) == LUA_TNUMBER && to_integer(L, index, &value);
}

static bool is_node(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TSTRING || is_integer(L, index);
}

static const struct {
    const char *name;
    bool (*is_valid)(lua_State *L, int index);
    const char *expected;
} options[] = {
    {NULL, NULL, NULL}, /* the first is CLOCK */
    {"clock", is_function, "function"},
    {"random", is_function, "function"},
    {"node", is_node, "integer or string"},
    {"clock_seq", is_integer, "integer"},
};
static_assert(sizeof options / sizeof *options == CLOCK_SEQ + 1, "a row for each option");

static bool is_option(lua_State *L, int index)
{
    bool known = false;

    for (int i = CLOCK; i <= CLOCK_SEQ && !known; i++) {
        lua_pushstring(L, options[i].name);
        known = lua_rawequal(L, index, -1);
        lua_pop(L, 1);
    }
    return known;
}

/* Pushes the options of the table at index 1, if there is one: option i goes to index 1 + i, nil if
 * it is left out. */
static void push_options(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_isnil(L, 1)) {
        lua_settop(L, 1 + CLOCK_SEQ);
        return;
    }
    if (!lua_istable(L, 1))
        raise_type_error(L, 1, "options", "table");
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        if (!is_option(L, lua_gettop(L) - 1))
            raise_argument_error(
                L, 1,
                lua_pushfstring(L, "unknown option %s",
                                lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2)
                                                               : describe_value(L, -2)));
    }
    for (int i = CLOCK; i <= CLOCK_SEQ; i++) {
        lua_getfield(L, 1, options[i].name);
        if (lua_isnil(L, -1) || options[i].is_valid(L, -1))
            continue;
        lua_pushfstring(L, "%s: %s expected, got %s", options[i].name, options[i].expected,
                        describe_value(L, -1));
        raise_argument_error(L, 1, lua_tostring(L, -1));
    }
}

/* ---- The object ------------------------------------------------------------------------------ */

/* Stores the function that calls a callback in the generator on top of the stack. Returns false if
 * the option is left out. */
static bool set_callback(lua_State *L, int callback, lua_CFunction call)
{
    if (lua_isnil(L, 1 + callback))
        return false;
    lua_pushvalue(L, 1 + callback);
    lua_pushcclosure(L, call, 1);
    lua_setiuservalue(L, -2, callback);
    return true;
}

/* generator([options]) -> generator */
INTERNAL int generator(lua_State *L)
{
    uint64_t node_value, clock_seq_value;
    const uint64_t *given_node, *given_clock_seq;
    uuid9562_sources_t sources = {NULL, NULL, NULL};
    uuid9562_status_t status;
    generator_t *self;

    push_options(L);
    given_clock_seq = opt_unsigned(L, 1 + CLOCK_SEQ, "clock_seq", &clock_seq_value);
    status = read_node(L, 1 + NODE, &node_value, &given_node);
    if (status != UUID9562_OK)
        return fail(L, status);

    self = (generator_t *)lua_newuserdatauv(L, sizeof *self, CALLBACKS);
    memset(self, 0, sizeof *self);
    lua_pushvalue(L, lua_upvalueindex(METATABLE));
    lua_setmetatable(L, -2);

    sources.context = self;
    if (set_callback(L, CLOCK, call_clock))
        sources.clock = ask_clock;
    if (set_callback(L, RANDOM, call_random))
        sources.random = draw_random;
    status = uuid9562_generator_new(&self->core, &sources, given_node, given_clock_seq);
    return status == UUID9562_OK ? 1 : fail(L, status);
}

/* __gc and __close: may run more than once. */
static int close_generator(lua_State *L)
{
    generator_t *self = check_generator(L);

    check_no_callback_runs(L);
    uuid9562_generator_free(self->core);
    self->core = NULL;
    return 0;
}

INTERNAL void push_metatable(lua_State *L)
{
    static const char *const names[] = {"__gc", "__close"};

    lua_newtable(L);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lua_pushvalue(L, -1);
        lua_pushcclosure(L, close_generator, 1);
        lua_setfield(L, -2, names[i]);
    }
    lua_pushliteral(L, GENERATOR_NAME);
    lua_setfield(L, -2, "__name");
}
