-- The Lua module under fail.c, as calls.c: each line has an operation, and its result or error.

local function torture(name) return assert(package.loadlib(arg[1], "torture_" .. name)) end
local on, off = torture "on", torture "off"

local uuid
local EXAMPLE = "www.example.com"

local function show(name, call, ...)
    local ok, result, message = pcall(call, ...)
    if ok and result == nil and message then ok, result = false, message end
    if ok and result == nil then result = "done" end
    print(("%s\t%s%s"):format(name, ok and "" or "!", tostring(result)))
end

local function batch(version, count)
    local all, different, seen = uuid.batch(version, count), 0, {}
    table.sort(all)
    for _, u in ipairs(all) do
        different, seen[u] = different + (seen[u] and 0 or 1), true
    end
    return ("%d %s %s"):format(different, all[1], all[#all])
end

local function work()
    -- Where the module was not loaded, it is loaded now.
    local loaded, problem = pcall(require, "uuid9562")
    if not loaded then return print("load\t!" .. problem) end
    uuid = problem
    show("uuid4", uuid.uuid4)
    show("uuid7", uuid.uuid7)
    show("uuid1", uuid.uuid1)
    show("uuid6", uuid.uuid6, 1)
    for _ = 1, 70 do show("uuid7", uuid.uuid7) end
    show("batch4", batch, 4, 600)
    show("batch7", batch, 7, 300)
    show("uuid5", uuid.uuid5, "@dns", EXAMPLE)
    show("uuid8_name", uuid.uuid8_name, "@dns", EXAMPLE, "sha512")
    show("parse", uuid.parse, "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}")
    show("host", uuid.uuid1, "@host")
    show("generator", function()
        return uuid.generator {node = 1, clock = function() return 1e9 // 1 | 0 end}:uuid7()
    end)
    show("state_open", function() return (uuid.state_open("state"):gsub(".*/", "")) end)
    show("uuid7", uuid.uuid7)
    show("advance", function() uuid.advance(uuid.uuid7_max(os.time() * 1000 + 20000)) end)
    show("uuid7", uuid.uuid7)
    show("resync", function() uuid.resync() end)
    show("reseed", function() uuid.reseed() end)
    show("uuid7", uuid.uuid7)
end

torture "cases" ()
for _ = 1, 5 do
    on()
    work()
    collectgarbage()
    off()
end
work()
