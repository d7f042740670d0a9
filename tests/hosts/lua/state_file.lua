-- The state file that processes share. It stays open until the process ends, so each test that
-- opens one is a process of its own, and so is each that would.

local t = ...
local classes = assert(loadfile(t.root .. "tests/hosts/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

local PRELUDE = [[
    local uuid = require "uuid9562"
    local path = arg[0] .. ".state"

    local function raises(message, ...)
        local ok, problem = pcall(...)
        assert(not ok and problem:find(message, 1, true), problem)
    end
]]

-- A script whose file is removed afterwards, the state file `path` too.
local function passes(setup, script)
    t.child_passes(setup, PRELUDE .. script .. ' os.remove(path) print "done"')
end

t.test("no file is open at first", function()
    passes("", [[
        assert(select("#", uuid.state()) == 1 and uuid.state() == nil)
        uuid.uuid7()
        assert(uuid.state() == nil)
    ]])
end)

t.test("state has the declared fields", function()
    local fields = {}
    for name in pairs(classes["uuid9562.state"]) do
        fields[#fields + 1] = name
    end
    table.sort(fields)
    passes("", ([[
        assert(uuid.state_open(path) == path)
        local names = {}
        for name in pairs(uuid.state()) do
            names[#names + 1] = name
        end
        table.sort(names)
        assert(table.concat(names, " ") == %q, table.concat(names, " "))
        local u = uuid.uuid1()
        local state = uuid.state()
        assert(uuid.node(u) == state.node and uuid.clock_seq(u) == state.clock_seq)
        for _, name in ipairs {"last_ns", "until_ns"} do
            assert((math.type or type)(state[name]) == (math.type and "integer" or "string"), name)
            assert(#tostring(state[name]) == 19, name)
        end
        uuid.uuid7()
        assert(uuid.state().last_ns ~= state.last_ns)
    ]]):format(table.concat(fields, " ")))
end)

t.test("the node is given", function()
    passes("", [[
        local ok, message = uuid.state_open(path, 2^48)
        assert(ok == nil and message:find("^node is out of range"), message)
        ok, message = uuid.state_open(path, "@nothing")
        assert(ok == nil and message:find("^unknown node"), message)
        assert(uuid.state() == nil and not io.open(path))
        assert(uuid.state_open(path, 5) == path and uuid.state().node == 5)
        assert(uuid.state_open(path) == path and uuid.state().node == 5)
        assert(uuid.state_open(path, 2^48 - 1) == path and uuid.state().node == 2^48 - 1)
    ]])
end)

t.test("arguments of a wrong type", function()
    passes("", [[
        raises("path: string expected, got no value", uuid.state_open)
        raises("path: string expected, got number", uuid.state_open, 5)
        raises("path: string contains zeros", uuid.state_open, path .. "\0x")
        raises("node: string or number expected, got table", uuid.state_open, path, {})
        assert(not io.open(path))
    ]])
end)

t.test("files that cannot be used", function()
    passes("", [[
        raises("No such file or directory: " .. path .. "/none/state", uuid.state_open,
               path .. "/none/state")
        raises("cannot be opened or created: Is a directory", uuid.state_open, "/tmp")
        assert(io.open(path, "w")):close()
        raises("not a state file, or a damaged one", uuid.state_open, path)
        os.remove(path)
        uuid.state_open(path)
        os.execute("chmod 666 " .. path)
        raises("everyone may write it", uuid.resync)
        os.execute("chmod 600 " .. path)
        raises("already uses a different state file", uuid.state_open, path .. ".2")
        os.remove(path .. ".2")
        assert(uuid.state().path == path)
    ]])
end)
