/*
 * Generators with an order of their own: `generator`, and what stands behind the methods of what it
 * gives. A method is the module's function of the same name, made of the same lines: it asks
 * `generator_of` whose it is.
 *
 * The object is a userdata, and its user values hold the callbacks, so that the collector keeps
 * both or neither. A callback runs in the coroutine that called the method. What it raises may not
 * jump over the core, which called it: it is caught and left on top of the stack, the core hears
 * that it failed, and `fail_generating` raises it again.
 *
 * A callback may use its own generator. What would leave the core without ground when it comes back
 * - to close it, to give up the order that is being asked for - is refused.
 */
#include <string.h>

#define GENERATOR_NAME "uuid9562.generator"

/* The options, in the order in which they are looked at. The first two are the callbacks, and these
 * are the numbers of their user values. */
enum { CLOCK = 1, RANDOM, NODE, CLOCK_SEQ, CALLBACKS = RANDOM };

typedef struct generator {
    uuid9562_generator_t *core; /* NULL before it is made, and once it is closed */
    lua_State *caller;          /* of the method that runs; the generator is at index 1 there */
    int depth;                  /* how many callbacks run, one inside the other */
    bool raised;                /* the last one did, and its error is on top of the stack */
} generator_t;

/* ---- Functions that are methods, too --------------------------------------------------------- */

/* Where a function is one, `self` is how many arguments stand before its own: none in the module's
 * function, the generator in a method. Both are made of the same lines, and `self` is a constant in
 * each, so that the module's functions do not pay for it. */
enum { MODULE = 0, METHOD = 1 };

/* The upvalue of every method is the metatable of generators. */
static generator_t *check_generator(lua_State *L)
{
    generator_t *self = lua_touserdata(L, 1);

    if (self == NULL || !lua_getmetatable(L, 1) || !lua_rawequal(L, -1, lua_upvalueindex(1)))
        refuse_type(L, 1, "self", GENERATOR_NAME);
    lua_pop(L, 1);
    return self;
}

/* The same, for what its callbacks may not do. */
static generator_t *check_idle_generator(lua_State *L)
{
    generator_t *self = check_generator(L);

    if (self->depth > 0)
        luaL_error(L, "a callback may neither close nor resync its own generator");
    return self;
}

/* The generator to call the core with; NULL, as the core has it, for the one of the process. It is
 * good until something may run the collector, whose finalizers may use it or close it. */
static uuid9562_generator_t *generator_of(lua_State *L, int self)
{
    generator_t *generator;

    if (self == MODULE)
        return NULL;
    generator = check_generator(L);
    if (generator->core == NULL)
        luaL_error(L, "attempt to use a closed generator");
    generator->caller = L;
    generator->raised = false;
    return generator->core;
}

/* Tells what the core refused, as `fail` does; what a callback has raised goes on as it is. */
static int fail_generating(lua_State *L, int self, uuid9562_status_t status, size_t offset)
{
    if (self == METHOD && check_generator(L)->raised)
        return lua_error(L);
    return fail(L, status, offset);
}

/* ---- The world ------------------------------------------------------------------------------- */

/* What something is that should be something else. */
static const char *shown(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TNUMBER ? lua_tostring(L, index) : luaL_typename(L, index);
}

/* Raises the message on top of the stack, with the place of the method's call: that is two up,
 * behind the C function that is running and the method. */
static int refuse_result(lua_State *L)
{
    luaL_where(L, 2);
    lua_insert(L, -2);
    lua_concat(L, 2);
    return lua_error(L);
}

/* Calls a clock for the core: (where the time goes). The function is the upvalue. */
static int call_clock(lua_State *L)
{
    int64_t *unix_ns = lua_touserdata(L, 1);

    lua_pushvalue(L, lua_upvalueindex(1));
    lua_call(L, 0, 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !to_whole(L, -1, unix_ns)) {
        lua_pushfstring(L, "clock must return an integer, nanoseconds since 1970, got %s",
                        shown(L, -1));
        return refuse_result(L);
    }
    return 0;
}

/* Calls a source of randomness for the core: (where the bytes go, how many). */
static int call_random(lua_State *L)
{
    void *out = lua_touserdata(L, 1);
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
                    lua_tostring(L, 2), shown(L, -1));
    return refuse_result(L);
}

/* Calls a callback by way of one of the two above, which holds it. Up to lua_pcall, nothing here
 * can raise. */
static int call_back(generator_t *self, int callback, void *out, size_t count)
{
    lua_State *L = self->caller;

    lua_getiuservalue(L, 1, callback);
    lua_pushlightuserdata(L, out);
    push_integer(L, (int64_t)count);
    self->depth++;
    self->raised = lua_pcall(L, 2, 0, 0) != LUA_OK;
    self->depth--;
    self->caller = L; /* it may have used the generator, and from another coroutine */
    return self->raised ? -1 : 0;
}

static int lua_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const int64_t ns_per_second = 1000000000;
    int64_t unix_ns, below;

    if (call_back(context, CLOCK, &unix_ns, 0) != 0)
        return -1;
    below = unix_ns % ns_per_second; /* of the sign of unix_ns */
    *seconds = unix_ns / ns_per_second - (below < 0);
    *nanoseconds = (uint32_t)(below < 0 ? below + ns_per_second : below);
    return 0;
}

static int lua_random(void *context, void *bytes, size_t count)
{
    return call_back(context, RANDOM, bytes, count);
}

/* ---- The object ------------------------------------------------------------------------------ */

static bool is_function(lua_State *L, int index)
{
    return lua_isfunction(L, index);
}

static bool is_integer(lua_State *L, int index)
{
    int64_t value;

    return lua_type(L, index) == LUA_TNUMBER && to_integer(L, index, &value);
}

static bool is_node(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TSTRING || is_integer(L, index);
}

static const struct {
    const char *name;
    bool (*is_right)(lua_State *L, int index);
    const char *expected;
} options[] = {
    [CLOCK] = {"clock", is_function, "function"},
    [RANDOM] = {"random", is_function, "function"},
    [NODE] = {"node", is_node, "integer or string"},
    [CLOCK_SEQ] = {"clock_seq", is_integer, "integer"},
};

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

/* Puts the options of the table at index 1, or of none, behind it: number i at 1 + i, and nil where
 * it is left out. */
static void read_options(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_isnil(L, 1)) {
        lua_settop(L, 1 + CLOCK_SEQ);
        return;
    }
    if (!lua_istable(L, 1))
        refuse_type(L, 1, "options", "table");
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        if (!is_option(L, lua_gettop(L) - 1))
            luaL_argerror(L, 1, lua_pushfstring(L, "unknown key %s", luaL_tolstring(L, -2, NULL)));
    }
    for (int i = CLOCK; i <= CLOCK_SEQ; i++) {
        lua_getfield(L, 1, options[i].name);
        if (lua_isnil(L, -1) || options[i].is_right(L, -1))
            continue;
        lua_pushfstring(L, "%s: %s expected, got %s", options[i].name, options[i].expected,
                        shown(L, -1));
        luaL_argerror(L, 1, lua_tostring(L, -1));
    }
}

/* Puts what calls a callback into the generator on top of the stack, if there is that option. */
static bool set_callback(lua_State *L, int callback, lua_CFunction call)
{
    if (lua_isnil(L, 1 + callback))
        return false;
    lua_pushvalue(L, 1 + callback);
    lua_pushcclosure(L, call, 1);
    lua_setiuservalue(L, -2, callback);
    return true;
}

/* generator([options]) -> generator. Its upvalue is the metatable. */
static int generator(lua_State *L)
{
    uint64_t node_value, clock_seq_value;
    const uint64_t *given_node, *given_clock_seq;
    uuid9562_sources_t world = {NULL, NULL, NULL};
    uuid9562_status_t status;
    generator_t *self;

    read_options(L);
    given_clock_seq = opt_unsigned(L, 1 + CLOCK_SEQ, "clock_seq", &clock_seq_value);
    status = read_node(L, 1 + NODE, &node_value, &given_node);
    if (status != UUID9562_OK)
        return fail(L, status, 0);

    self = lua_newuserdatauv(L, sizeof *self, CALLBACKS);
    *self = (generator_t){.core = NULL};
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);

    world.context = self;
    if (set_callback(L, CLOCK, call_clock))
        world.clock = lua_clock;
    if (set_callback(L, RANDOM, call_random))
        world.random = lua_random;
    status = uuid9562_generator_new(&self->core, &world, given_node, given_clock_seq);
    return status == UUID9562_OK ? 1 : fail(L, status, 0);
}

/* __gc and __close. Once is enough, and a second time does no harm. */
static int close_generator(lua_State *L)
{
    generator_t *self = check_idle_generator(L);

    uuid9562_generator_free(self->core);
    self->core = NULL;
    return 0;
}

/* Leaves the metatable on the stack; the methods go into its __index. */
static void push_metatable(lua_State *L)
{
    static const luaL_Reg metamethods[] = {
        {"__gc", close_generator},
        {"__close", close_generator},
        {NULL, NULL},
    };

    lua_newtable(L);
    lua_pushvalue(L, -1);
    luaL_setfuncs(L, metamethods, 1);
    lua_pushliteral(L, GENERATOR_NAME);
    lua_setfield(L, -2, "__name");
}
