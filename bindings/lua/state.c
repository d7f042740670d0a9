/*
 * The state file that processes share.
 */
#include "functions.h"

#include <string.h>

#include "values.h"
#include "uuid9562_state.h"

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
