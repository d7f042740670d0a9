-- The module lists exactly the names of the Lua column of tests/surface.tsv, and nothing leaks out
-- of it.

local t = ...
local globals_before = {}
for name in pairs(_G) do
    globals_before[name] = true
end
local uuid = require "uuid9562"

local promised = {}
for line in io.lines(t.root .. "tests/surface.tsv") do
    if not line:find("^#") and line ~= "" then
        local name = line:match("^[^\t]*\t[^\t]*\t([^\t]*)\t[^\t]*$")
        assert(name, "tests/surface.tsv: not four columns: " .. line)
        if name ~= "-" then
            promised[name] = true
        end
    end
end

t.test("every promised name is there", function()
    for name in pairs(promised) do
        t.check(uuid[name] ~= nil, "missing: " .. name)
    end
end)

t.test("every name that is there is promised", function()
    for name in pairs(uuid) do
        t.check(promised[name], "not in tests/surface.tsv: " .. tostring(name))
    end
end)

t.test("what is in capitals is a string, the rest are functions", function()
    for name, value in pairs(uuid) do
        t.equal(type(value), name:find("^[A-Z_]") and "string" or "function", name)
    end
end)

t.test("every maker has a binary twin that says the same", function()
    for name, f in pairs(uuid) do
        if name:find("^uuid%d") and not name:find("_bytes$") then
            t.check(uuid[name .. "_bytes"], "no twin: " .. name)
            t.check(uuid[name .. "_bytes"] ~= f, "its own twin: " .. name)
        end
    end
end)

t.test("constants", function()
    t.equal(uuid.NIL, "00000000-0000-0000-0000-000000000000")
    t.equal(uuid.MAX, "ffffffff-ffff-ffff-ffff-ffffffffffff")
    t.equal(uuid.NAMESPACE_DNS, "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
    t.equal(uuid.NAMESPACE_URL, "6ba7b811-9dad-11d1-80b4-00c04fd430c8")
    t.equal(uuid.NAMESPACE_OID, "6ba7b812-9dad-11d1-80b4-00c04fd430c8")
    t.equal(uuid.NAMESPACE_X500, "6ba7b814-9dad-11d1-80b4-00c04fd430c8")
    t.equal(uuid._NAME, "uuid9562")
end)

t.test("_VERSION is the version in uuid9562.h", function()
    local header = assert(io.open(t.root .. "core/include/uuid9562.h")):read("*a")
    local version = header:match('#define UUID9562_VERSION "([^"]+)"')
    t.equal(uuid._VERSION, "uuid9562 " .. version)
end)

t.test("requiring it makes no globals", function()
    for name in pairs(_G) do
        t.check(globals_before[name], "a new global: " .. tostring(name))
    end
end)

t.test("requiring it twice gives the same table", function()
    t.check(require "uuid9562" == uuid)
end)
