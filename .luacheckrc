-- For luacheck; tests/on_demand/hosts.py says on what.

std = "min" -- what every Lua has, from 5.1 on, LuaJIT included
max_line_length = 100

-- What tests/hosts/lua/compat.lua puts into the Luas that lack it, or asks for before it is used.
stds.suite = {
    read_globals = {
        "jit",
        table = {fields = {"pack", "unpack", "move"}},
        math = {fields = {"type", "tointeger", "maxinteger", "mininteger"}},
        package = {fields = {"searchpath"}},
        coroutine = {fields = {"close"}},
    },
}
files["tests/hosts/lua"] = {std = "+suite"}
files["tests/hosts/lua/compat.lua"] = {
    std = "max",
    globals = {
        "table.pack", "table.unpack", "table.move", "math.type", "math.tointeger",
        "math.maxinteger", "math.mininteger", "package.searchpath",
    },
}
files["tests/together/docs"] = {
    std = "max", globals = {"begin_example", "print", "raises", "uuid"}, read_globals = {"loadstring"},
}
files["bench"] = {read_globals = {"jit"}}

-- Its functions are declarations: they have parameters and no bodies.
files["bindings/lua/uuid9562.meta.lua"] = {ignore = {"212"}}
