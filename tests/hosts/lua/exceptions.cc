// Lua compiled as C++ raises errors as exceptions, which pass through the frames of the module: the
// objects of the host's functions are destroyed, and the module goes on. test_embedded.py builds it.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "lua.h"
#include "lauxlib.h"

LUALIB_API int luaopen_uuid9562(lua_State *L);

namespace {

int alive, made;

struct Guard {
    Guard() { alive++, made++; }
    ~Guard() { alive--; }
};

void check(bool condition, const char *what)
{
    if (!condition) {
        std::fprintf(stderr, "failed: %s\n", what);
        std::exit(1);
    }
}

// An argument error of the module.
int call_wrongly(lua_State *L)
{
    Guard guard;

    lua_getfield(L, 1, "uuid7_at");
    lua_newtable(L);
    lua_call(L, 1, 0);
    return 0;
}

int clock_that_raises(lua_State *L)
{
    Guard guard;

    return luaL_error(L, "no time");
}

int clock_that_throws(lua_State *)
{
    Guard guard;

    throw std::runtime_error("not an error of Lua");
}

// Calls a function of the host with the module as its argument.
int run(lua_State *L, lua_CFunction function)
{
    lua_settop(L, 1);
    lua_pushcfunction(L, function);
    lua_pushvalue(L, 1);
    return lua_pcall(L, 1, 0, 0);
}

template <lua_CFunction clock> int generate(lua_State *L)
{
    Guard guard;

    lua_getfield(L, 1, "generator");
    lua_newtable(L);
    lua_pushcfunction(L, clock);
    lua_setfield(L, -2, "clock");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "uuid7");
    lua_insert(L, -2);
    lua_call(L, 1, 0);
    return 0;
}

} // namespace

int main()
{
    lua_State *L = luaL_newstate();

    lua_pushcfunction(L, luaopen_uuid9562);
    lua_call(L, 0, 1);
    for (int i = 0; i < 1000; i++) {
        made = 0;
        check(run(L, call_wrongly) == LUA_ERRRUN && std::strstr(lua_tostring(L, -1), "bad argument #1"),
              "an error of the module");
        check(run(L, generate<clock_that_raises>) == LUA_ERRRUN &&
                  std::strstr(lua_tostring(L, -1), "no time"),
              "an error of a callback");
        check(run(L, generate<clock_that_throws>) != 0, "an exception in a callback");
        check(made == 5 && alive == 0, "all objects are destroyed");
        lua_settop(L, 1);
        lua_getfield(L, 1, "uuid7");
        check(lua_pcall(L, 0, 1, 0) == 0 && std::strlen(lua_tostring(L, -1)) == 36, "the next call");
    }
    lua_close(L);
    return 0;
}
