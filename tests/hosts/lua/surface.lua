-- The module has exactly the names of the Lua column of tests/surface.tsv, and creates no globals.

local t = ...
local globals_before = {}
for name in pairs(_G) do
    globals_before[name] = true
end
local uuid = require "uuid9562"

local listed = {}
for line in io.lines(t.root .. "tests/surface.tsv") do
    if not line:find("^#") and line ~= "" then
        local name = line:match("^[^\t]*\t[^\t]*\t([^\t]*)\t[^\t]*$")
        assert(name, "tests/surface.tsv: not four columns: " .. line)
        if name ~= "-" then
            listed[name] = true
        end
    end
end

t.test("the module has every listed name", function()
    for name in pairs(listed) do
        t.check(uuid[name] ~= nil, "missing: " .. name)
    end
end)

t.test("every name of the module is listed", function()
    for name in pairs(uuid) do
        t.check(listed[name], "not in tests/surface.tsv: " .. tostring(name))
    end
end)

t.test("_VERSION is the version in uuid9562.h", function()
    local header = assert(io.open(t.root .. "core/include/uuid9562.h")):read("*a")
    local version = header:match('#define UUID9562_VERSION "([^"]+)"')
    t.equal(uuid._VERSION, "uuid9562 " .. version)
end)

t.test("requiring the module creates no globals", function()
    for name in pairs(_G) do
        t.check(globals_before[name], "a new global: " .. tostring(name))
    end
end)

t.test("requiring the module twice returns the same table", function()
    t.check(require "uuid9562" == uuid)
end)
