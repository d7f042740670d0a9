-- Generators with sources of their own: uuid.generator{clock=, random=, node=, clock_seq=}. The
-- UUIDs that they generate from a scripted clock and scripted randomness, to the last bit; their
-- options; and that a generator affects only its own order. generators.lua tests what holds for all
-- generators, callbacks.lua what callbacks may do.

local t = ...
local uuid = require "uuid9562"
local classes, functions, arguments_of = assert(loadfile(t.root .. "tests/hosts/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

local T = 1645557742000000000 -- 2022-02-22T19:22:22Z, the time of RFC 9562 section A
local SECOND = 1000000000

-- `n` bytes that repeat a pattern.
local function repeat_bytes(n, pattern)
    return (pattern:rep(t.div(n, #pattern) + 1):sub(1, n))
end

-- A generator whose sources are the returned table: `now` is the time, `bits` the pattern of the
-- randomness. `options` override them.
local function scripted(options)
    local sources = {now = T, bits = "\0"}
    local all = {
        clock = function() return sources.now end,
        random = function(n) return repeat_bytes(n, sources.bits) end,
    }
    for name, value in pairs(options or {}) do
        all[name] = value
    end
    return uuid.generator(all), sources
end

-- Version 7 of the time `unix_ns` + `more`, its random bits zero (docs/contract.md, uuid7). Before
-- Lua 5.3 a number cannot hold each nanosecond of the present, only one in 256.
local function expected_v7(unix_ns, more)
    local fraction = t.div((unix_ns % 1000000 + (more or 0)) * 2^20, 1000000)
    local low = fraction % 256
    local hex = ("%012x7%03x%02x%02x000000000000"):format(
        t.div(unix_ns, 1000000), t.div(fraction, 256), 128 + t.div(low, 4), low % 4 * 64)
    return assert(uuid.parse(hex))
end

-- Every method with valid arguments: without the optional ones, and with each more.
local calls = {{"uuid1", nil, 7}, {"uuid6", nil, 7}}
for name in pairs(classes["uuid9562.generator"]) do
    for count = functions[name].needed, #functions[name].takes do
        calls[#calls + 1] = {name, table.unpack(arguments_of(name), 1, count)}
    end
end
for _, version in ipairs {1, 4, 6, 7} do
    calls[#calls + 1] = {"batch", version, 3}
    calls[#calls + 1] = {"batch_bytes", version, 3}
end

-- The method, the generator, its arguments.
local function method_of(generator, call)
    return generator[call[1]], generator, table.unpack(call, 2)
end

-- The result of a call as one string.
local function result_of(f, ...)
    local result = f(...)
    return type(result) == "table" and table.concat(result, " ") or result
end

---- exact UUIDs ----

t.test("the same sources give the same UUIDs", function()
    t.check(#calls > 30)
    for _, call in ipairs(calls) do
        local one, other = scripted(), scripted()
        for _ = 1, 3 do
            t.equal(result_of(method_of(one, call)), result_of(method_of(other, call)), call[1])
        end
    end
    local g = scripted()
    t.equal(g:uuid8(), "00000000-0000-8000-8000-000000000000")
    t.equal(g:uuid7_at(5), uuid.uuid7_min("1970-01-01 00:00:00.005"))
end)

t.test("a clock of whole seconds as a float", function()
    local g = uuid.generator {clock = function() return 1.5e18 end}
    t.equal(uuid.timestamp_ms(g:uuid7()), 1500000000000)
end)

t.test("one call reads the clock once and asks for random bytes once", function()
    local asked, read = {}, 0
    local g = uuid.generator {
        clock = function(...)
            t.equal(select("#", ...), 0)
            read = read + 1
            return T
        end,
        random = function(...)
            t.equal(select("#", ...), 1)
            t.equal(math.type(...), "integer")
            asked[#asked + 1] = ...
            return repeat_bytes(..., "\0")
        end,
    }
    g:uuid4()
    g:uuid7()
    g:batch_bytes(7, 1000)
    g:uuid8(1, 2, 3)
    g:batch(7, 0)
    t.equal(table.concat(asked, " "), "16 8 8000")
    t.equal(read, 2)
    g:uuid1(1, 2) -- needs no random bytes
    t.equal(#asked, 3)
    t.equal(read, 3)
end)

t.test("an option that is left out means the system's source", function()
    for _, g in ipairs {uuid.generator(), uuid.generator(nil), uuid.generator {},
                        (uuid.generator {clock = function() return T end})} do
        t.check(g:uuid4() ~= g:uuid4())
        t.check(g:uuid7() < g:uuid7())
        t.equal(uuid.node(g:uuid1()), uuid.node(g:uuid1()))
        t.check(uuid.node(g:uuid6()) ~= uuid.node(g:uuid6()))
    end
    local g = uuid.generator {random = function(n) return repeat_bytes(n, "\0") end}
    t.check(math.abs(uuid.timestamp_ms(g:uuid7()) - os.time() * 1000) < 600000)
    t.equal(uuid.node(g:uuid1()), 0x10000000000) -- zeros and the multicast bit
end)

---- the order ----

t.test("resync", function()
    local g, sources = scripted()
    g:uuid7()
    sources.now = T - 3600 * SECOND
    local node = uuid.node(g:uuid1())
    t.equal(uuid.node(g:uuid1()), node)
    sources.bits = "\1"
    t.equal(uuid.node(g:uuid1()), node)
    t.results({}, g.resync, g)
    t.equal(g:lead_ns(), 0)
    t.equal(uuid.node(g:uuid1()), 0x010101010101)
    sources.bits = "\0"
    t.equal(g:uuid7(), expected_v7(T - 3600 * SECOND, 2))

    g = scripted {node = 5, clock_seq = 6}
    g:resync()
    local u = g:uuid1()
    t.equal(uuid.node(u), 5)
    t.equal(uuid.clock_seq(u), 6)
end)

t.test("advance", function()
    local g, sources = scripted()
    for _, last in ipairs {uuid.uuid7_max(t.div(T, 1000000) + 5000), uuid.v1_to_v6("c232ab00-9414-11ec-b3c8-9f6bdeced846")} do
        t.results({true}, g.advance, g, last)
        t.results({true}, g.advance, g, last:upper())
        t.results({true}, g.advance, g, (uuid.to_bytes(last)))
    end
    t.results({true}, g.advance, g, nil)
    t.equal(g:lead_ns(), 5001 * 1000000 - 1 - T % 1000000)
    t.check(uuid.uuid7_max(t.div(T, 1000000) + 5000) < g:uuid7(), "not after it")
    local kept = g:lead_ns()
    t.results({nil, "the UUID has no time; expected one of version 1, 6 or 7"}, g.advance, g,
              uuid.uuid4())
    t.results({nil, "malformed UUID at offset 8: expected '-'", 8}, g.advance, g, "6ba7b810+")
    t.raises("too far behind the last UUID", g.advance, g, uuid.uuid7_max(2^48 - 1))
    t.equal(g:lead_ns(), kept)
    sources.now = T + 3600 * SECOND
    t.equal(g:lead_ns(), 0)
end)

---- isolation ----

t.test("the system's random bytes", function()
    local g, seen = uuid.generator {random = uuid.system_random}, {}
    for _ = 1, 1000 do
        local u = g:uuid4()
        t.check(not seen[u] and uuid.version(u) == 4, "repeated: " .. u)
        seen[u] = true
    end
    t.equal(#g:batch_bytes(7, 1000), 16000)
    t.equal(#uuid.system_random(0), 0)
    t.check(uuid.system_random(32) ~= uuid.system_random(32))
    for _, count in ipairs {-1, 2 ^ 31} do
        t.results({nil, "count is out of range: 0 to 2147483647"}, uuid.system_random, count)
    end
end)

---- arguments ----

t.test("options of a wrong type", function()
    local wrong = {
        clock = {1, "clock", {}, true, false, setmetatable({}, {__call = print})},
        random = {1, "random", {}, true, false},
        node = {1.5, 2^63, {}, true, false, print},
        clock_seq = {1.5, "1", "@host", {}, true, false, print},
    }
    local expected = {clock = "function", random = "function", node = "integer or string",
                      clock_seq = "integer"}
    for name, values in pairs(wrong) do
        for _, value in ipairs(values) do
            local got = math.type(value) and tostring(value) or type(value)
            t.argument_error(1, ("%s: %s expected, got %s"):format(name, expected[name], got),
                             uuid.generator, {[name] = value})
        end
    end
    for _, value in ipairs {1, "clock", true, false, print} do
        t.argument_error(1, "table expected, got " .. type(value), uuid.generator, value)
    end
    t.argument_error(1, "clock_seq: integer", uuid.generator, {node = -1, clock_seq = "1"})
end)

t.test("an unknown option", function()
    for key, shown in pairs {Clock = "Clock", nodes = "nodes", [""] = "", [1] = "1", [2.5] = "2.5",
                             ["clock\0"] = "clock", [true] = "boolean"} do
        t.argument_error(1, "unknown option " .. shown, uuid.generator, {[key] = 1})
        t.argument_error(1, "unknown option " .. shown, uuid.generator, {[key] = print, node = 1})
    end
    t.argument_error(1, "unknown option", uuid.generator, {function() end})
end)

t.test("options may be inherited", function()
    local g = uuid.generator(setmetatable({clock_seq = 5}, {__index = {node = 6}}))
    t.equal(uuid.node(g:uuid6()), 6)
    t.equal(uuid.clock_seq(g:uuid6()), 5)
end)
