/*
 * The system calls that tests/lua/fork.lua needs, as a Lua module that it compiles.
 *
 *   fork(seconds)  the child's process number in the parent, 0 in the child, which SIGALRM ends
 *                  after that many seconds
 *   wait(child)    "exit" and its status, or "signal" and its number
 *   leave(success) ends the process by executing true or false: nothing that was inherited is
 *                  flushed or finalized twice, and valgrind reports no leak
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lua.h"
#include "lauxlib.h"

static int fork_here(lua_State *L)
{
    unsigned seconds = (unsigned)luaL_checkinteger(L, 1);
    pid_t child = fork();

    if (child < 0)
        return luaL_error(L, "fork failed");
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(seconds);
    }
    lua_pushinteger(L, child);
    return 1;
}

static int wait_for(lua_State *L)
{
    pid_t child = (pid_t)luaL_checkinteger(L, 1);
    int status;

    if (waitpid(child, &status, 0) != child)
        return luaL_error(L, "waitpid failed");
    lua_pushstring(L, WIFEXITED(status) ? "exit" : "signal");
    lua_pushinteger(L, WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return 2;
}

static int leave(lua_State *L)
{
    const char *program = lua_toboolean(L, 1) ? "true" : "false";

    execlp(program, program, (char *)NULL);
    _exit(127);
}

LUALIB_API int luaopen_fork(lua_State *L)
{
    lua_newtable(L);
    lua_pushcfunction(L, fork_here);
    lua_setfield(L, -2, "fork");
    lua_pushcfunction(L, wait_for);
    lua_setfield(L, -2, "wait");
    lua_pushcfunction(L, leave);
    lua_setfield(L, -2, "leave");
    return 1;
}
