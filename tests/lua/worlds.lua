-- Generators of one's own: uuid.generator{clock=, random=, node=, clock_seq=}. What they make of a
-- scripted clock and scripted randomness, to the last bit; what a callback may do and what not; and
-- that a generator touches no order but its own. What holds for every generator is the matter of
-- generators.lua, what a child process does with one that of fork.lua.

local t = ...
local uuid = require "uuid9562"

local T = 1645557742000000000 -- 2022-02-22T19:22:22Z, the moment of RFC 9562 section A
local SECOND = 1000000000

-- The bytes of a pattern again and again, `n` of them.
local function bytes(n, pattern)
    return (pattern:rep(t.div(n, #pattern) + 1):sub(1, n))
end

-- A generator whose world is the returned table: `now` is the time, `bits` the pattern of its
-- randomness. What `options` say comes before.
local function scripted(options)
    local world = {now = T, bits = "\0"}
    local all = {
        clock = function() return world.now end,
        random = function(n) return bytes(n, world.bits) end,
    }
    for name, value in pairs(options or {}) do
        all[name] = value
    end
    return uuid.generator(all), world
end

-- Version 7 of a nanosecond, `more` after another, with zeros where it is random (docs/contract.md,
-- uuid7). Before Lua 5.3 those of our days are no numbers: only one in 256 is.
local function v7_of(unix_ns, more)
    local fraction = t.div((unix_ns % 1000000 + (more or 0)) * 2^20, 1000000)
    local low = fraction % 256
    local hex = ("%012x7%03x%02x%02x000000000000"):format(
        t.div(unix_ns, 1000000), t.div(fraction, 256), 128 + t.div(low, 4), low % 4 * 64)
    return assert(uuid.parse(hex))
end

-- Every method with good arguments, nil among them only where it is left out.
local calls = {
    {"uuid1"}, {"uuid1", 5}, {"uuid1", nil, 7}, {"uuid1", 5, 7}, {"uuid4"}, {"uuid6"},
    {"uuid6", 5, 7}, {"uuid7"}, {"uuid7_at", 5}, {"uuid8"}, {"uuid8", 1}, {"uuid8", 1, 2},
    {"uuid8", 1, 2, 3}, {"uuid8_node", 9},
}
for i = 1, #calls do
    calls[#calls + 1] = {calls[i][1] .. "_bytes", table.unpack(calls[i], 2)}
end
for _, version in ipairs {1, 4, 6, 7} do
    calls[#calls + 1] = {"batch", version, 3}
    calls[#calls + 1] = {"batch_bytes", version, 3}
end

-- The method, the generator, its arguments.
local function of(generator, call)
    return generator[call[1]], generator, table.unpack(call, 2)
end

-- What a call gives, as one string.
local function made(f, ...)
    local result = f(...)
    return type(result) == "table" and table.concat(result, " ") or result
end

local function test_of_nanoseconds(name, body)
    t.test(name, t.integers and body
        or function() t.skip("no numbers for the nanoseconds of our days in this Lua") end)
end

---- exact UUIDs ----

t.test("the examples of RFC 9562 section A", function()
    local v1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
    local v6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
    local g = scripted {node = 0x9F6BDECED846, clock_seq = 0x33C8}
    t.equal(g:uuid1(), v1)
    for name, expected in pairs {uuid1 = v1, uuid6 = v6} do
        g = scripted {node = 0x9F6BDECED846, clock_seq = 0x33C8}
        t.equal(g[name](g), expected)
        g = scripted {node = 0x9F6BDECED846, clock_seq = 0x33C8}
        t.equal(g[name .. "_bytes"](g), uuid.to_bytes(expected))
        g = scripted()
        t.equal(g[name](g, 0x9F6BDECED846, 0x33C8), expected)
        g = scripted {node = 1, clock_seq = 2} -- what a call gives comes before
        t.equal(g[name](g, 0x9F6BDECED846, 0x33C8), expected)
        g = scripted {node = 0x9F6BDECED846 + 0.0, clock_seq = 0x33C8 + 0.0}
        t.equal(g:batch(name == "uuid1" and 1 or 6, 1)[1], expected)
    end

    local four, world = scripted()
    world.bits = uuid.to_bytes "919108f7-52d1-3320-5bac-f847db4148a8" -- section A.3
    t.equal(four:uuid4(), "919108f7-52d1-4320-9bac-f847db4148a8")
    t.equal(four:batch(4, 2)[2], "919108f7-52d1-4320-9bac-f847db4148a8")
end)

-- Its rand_a and the top of its rand_b are here the nanosecond 797702.
test_of_nanoseconds("the example of RFC 9562 section A.6", function()
    local seven, world = scripted()
    world.now, world.bits = T + 797702, "\152\196\220\12\12\7\57\143"
    t.equal(seven:uuid7(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
end)

test_of_nanoseconds("method 3 of RFC 9562 section 6.2", function()
    local g, world = scripted()
    world.now = 1672576496123456700
    local u = g:uuid7()
    t.equal(u:sub(16, 18), "74e") -- 0.4567 of a millisecond
    t.equal(uuid.timestamp_ms(u), 1672576496123)
    t.equal(u, v7_of(1672576496123456700))
end)

test_of_nanoseconds("each nanosecond of a clock", function()
    local g, world = scripted()
    for _, ns in ipairs {1, 2, 999999, 1000000, T, T + 1, T + 244, T + 999999, T + SECOND,
                         math.maxinteger} do
        world.now = ns
        t.equal(g:uuid7(), v7_of(ns))
    end
end)

t.test("the same world gives the same UUIDs", function()
    for _, call in ipairs(calls) do
        local one, other = scripted(), scripted()
        for _ = 1, 3 do
            t.equal(made(of(one, call)), made(of(other, call)), call[1])
        end
    end
    local g = scripted()
    t.equal(g:uuid8(), "00000000-0000-8000-8000-000000000000")
    t.equal(g:uuid7_at(5), uuid.uuid7_min(5))
    t.equal(g:uuid8_node(9), g:uuid8_node(9):gsub("01$", "00"))
end)

t.test("a clock of whole seconds as a float", function()
    local g = uuid.generator {clock = function() return 1.5e18 end}
    t.equal(uuid.timestamp_ms(g:uuid7()), 1500000000000)
end)

t.test("randomness is asked for in bytes, time once a call", function()
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
            return bytes(..., "\0")
        end,
    }
    g:uuid4()
    g:uuid7()
    g:batch_bytes(7, 1000)
    g:uuid8(1, 2, 3)
    g:batch(7, 0)
    t.equal(table.concat(asked, " "), "16 8 8000")
    t.equal(read, 2)
    g:uuid1(1, 2) -- has nothing to draw
    t.equal(#asked, 3)
    t.equal(read, 3)
end)

t.test("the system's own where an option is left out", function()
    for _, g in ipairs {uuid.generator(), uuid.generator(nil), uuid.generator {},
                        (uuid.generator {clock = function() return T end})} do
        t.check(g:uuid4() ~= g:uuid4())
        t.check(g:uuid7() < g:uuid7())
        t.equal(uuid.node(g:uuid1()), uuid.node(g:uuid1()))
        t.check(uuid.node(g:uuid6()) ~= uuid.node(g:uuid6()))
    end
    local g = uuid.generator {random = function(n) return bytes(n, "\0") end}
    t.check(math.abs(uuid.timestamp_ms(g:uuid7()) - os.time() * 1000) < 600000)
    t.equal(uuid.node(g:uuid1()), 0x10000000000) -- zeros and the multicast bit
end)

t.test("a node of @host", function()
    local ok, expected = pcall(uuid.uuid1, "@host")
    if not ok then
        t.skip("this host has no hardware address")
        t.raises("no network interface", uuid.generator, {node = "@host"})
        return
    end
    t.equal(uuid.node(uuid.generator({node = "@host"}):uuid6()), uuid.node(expected))
end)

---- the order ----

t.test("a step back is held, and the lead is told", function()
    local g, world = scripted()
    local day = t.integers and T or 8000000000000000 -- whose nanoseconds are all numbers
    world.now = day
    t.equal(g:lead_ns(), 0)
    t.equal(g:uuid7(), v7_of(day))
    t.equal(g:lead_ns(), 0)
    t.equal(g:uuid7(), v7_of(day + 1))
    t.equal(g:lead_ns(), 1)
    world.now = day - 3600 * SECOND
    t.equal(g:lead_ns(), 3600 * SECOND + 1)
    t.equal(g:uuid7(), v7_of(day + 2))
    t.equal(table.concat(g:batch(7, 2)), v7_of(day + 3) .. v7_of(day + 4))
    t.equal(g:lead_ns(), 3600 * SECOND + 4)
    world.now = day + 2
    t.equal(g:lead_ns(), 2)
    t.equal(g:uuid7(), v7_of(day + 5))
    world.now = day + SECOND
    t.equal(g:lead_ns(), 0)
    t.equal(g:uuid7(), v7_of(day + SECOND))

    -- A given clock sequence takes a whole tick of 100 ns.
    world.now = day + 2 * SECOND + 30
    local u = g:uuid1(1, 2)
    t.equal(g:lead_ns(), 69)
    t.equal(g:uuid7(), v7_of(day + 2 * SECOND + 100))
    t.equal(uuid.compare(u, g:uuid1(1, 2)), -1)
    t.equal(g:lead_ns(), 269)
end)

t.test("versions 1 and 6 in a step back", function()
    local g, world = scripted()
    local seen, last = {}, ""
    g:uuid7()
    for i = 1, 1000 do
        world.now = T - i * SECOND
        local v1, v6 = g:uuid1(), g:uuid6()
        t.check(not seen[v1] and last < v6, v1 .. " " .. v6)
        seen[v1], last = true, v6
    end
    t.equal(g:lead_ns(), 1000 * SECOND + 2000)
    t.equal(g:uuid1(), "c232ab14-9414-11ec-8080-010000000000") -- 20 ticks and a nanosecond later
end)

t.test("a lead that no integer holds", function()
    local g, world = scripted()
    world.now = math.maxinteger
    g:batch_bytes(7, 10)
    world.now = 0
    t.equal(g:lead_ns(), math.maxinteger)
end)

t.test("giving the order up", function()
    local g, world = scripted()
    g:uuid7()
    world.now = T - 3600 * SECOND
    local node = uuid.node(g:uuid1())
    t.equal(uuid.node(g:uuid1()), node)
    world.bits = "\1"
    t.equal(uuid.node(g:uuid1()), node)
    t.results({}, g.resync, g)
    t.equal(g:lead_ns(), 0)
    t.equal(uuid.node(g:uuid1()), 0x010101010101)
    world.bits = "\0"
    t.equal(g:uuid7(), v7_of(T - 3600 * SECOND, 2))

    g = scripted {node = 5, clock_seq = 6}
    g:resync()
    local u = g:uuid1()
    t.equal(uuid.node(u), 5)
    t.equal(uuid.clock_seq(u), 6)
end)

t.test("a clock outside the times that 64 bits hold", function()
    local g, world = scripted()
    local kept = g:uuid7()
    for _, now in ipairs {-1, -SECOND, -SECOND - 1, math.mininteger} do
        world.now = now
        for _, call in ipairs {{"uuid7"}, {"uuid7_bytes"}, {"uuid6"}, {"uuid1"}, {"uuid1", 1, 2},
                               {"uuid8_node", 1}, {"batch", 7, 2}, {"batch_bytes", 1, 2},
                               {"lead_ns"}, {"resync"}} do
            t.raises("the clock is out of range", of(g, call))
        end
        t.equal(g:uuid7_at(5), uuid.uuid7_min(5))
    end
    world.now = T
    t.equal(kept, v7_of(T))
    t.equal(g:uuid7(), v7_of(T, 1)) -- nothing was spoiled

    -- uuid8_node, out of the order, has times of its own.
    world.now = 1577836800 * SECOND
    t.equal(g:uuid8_node(1), "00000000-0000-8000-8000-000000000100")
    world.now = 1577836800 * SECOND - (t.integers and 1 or 256)
    t.raises("the clock is out of range", g.uuid8_node, g, 1)
end)

---- isolation ----

t.test("generators and the module have orders apart", function()
    local future, ahead = scripted()
    local past, behind = scripted()
    ahead.now, behind.now = T + 365 * 86400 * SECOND * 20, T
    for i = 0, 99 do
        local before = uuid.uuid7()
        t.equal(future:uuid7(), v7_of(ahead.now, i))
        t.equal(past:uuid7(), v7_of(T, i))
        local after = uuid.uuid7()
        t.check(before < after)
        t.check(math.abs(uuid.timestamp_ms(after) - os.time() * 1000) < 600000)
    end
    uuid.batch(7, 1000)
    t.equal(future:uuid7(), v7_of(ahead.now, 100))
    ahead.now = T
    future:resync()
    t.equal(past:uuid7(), v7_of(T, 100))
    t.check(uuid.lead_ns() < 600 * SECOND)

    local nodes = {}
    for _, each in ipairs {uuid, uuid.generator(), uuid.generator()} do
        local node = uuid.node(each.uuid1(each ~= uuid and each or nil))
        t.check(not nodes[node], "two with one node")
        nodes[node] = true
    end
    local one, other = scripted(), scripted()
    one:uuid8_node(1)
    t.equal(one:uuid8_node(1):sub(-2), "01")
    t.equal(other:uuid8_node(1):sub(-2), "00")
end)

t.test("the module's own lead, resync and reseed", function()
    uuid.uuid7()
    t.equal(math.type(uuid.lead_ns()), "integer")
    t.check(uuid.lead_ns() < SECOND)
    local before, node = uuid.uuid7(), uuid.node(uuid.uuid1())
    t.results({}, uuid.resync)
    t.check(uuid.node(uuid.uuid1()) ~= node, "the same node after giving the order up")
    t.check(before < uuid.uuid7(), "a clock that goes on keeps the order")
    node = uuid.node(uuid.uuid1())
    t.results({}, uuid.reseed)
    t.check(uuid.node(uuid.uuid1()) ~= node, "the same node after seeding anew")
    t.check(uuid.uuid4() ~= uuid.uuid4())
end)

---- arguments ----

-- By function, lists of arguments as they are written; all are refused.
local refused = {
    uuid1 = {"'1'", "{}", "1, '2'", "-1", "1, 16384", "281474976710656", "'@nowhere'",
             "'@nowhere', '2'"},
    uuid6 = {"false", "1.5", "nil, print", "nil, -1"},
    uuid7_at = {"", "nil", "'x'", "0.5", "-1", "281474976710656"},
    uuid8 = {"nil", "1, nil, 3", "-1", "1, 4096", "1, 2, -1", "1, 2, '3'"},
    uuid8_node = {"", "{}", "256"},
    batch = {"", "7", "7, nil", "5, 1", "7, -1", "7, 2^31", "'7', 1", "1099511627776, 0"},
}

t.test("a method refuses what the function of the same name refuses, in the same words", function()
    local here = {uuid = uuid, g = uuid.generator(), print = print, pack = table.pack}
    local function run(call) -- not as a tail call, which has no name
        local ok, got = pcall(t.load("return pack(" .. call .. ")", "=call", here))
        return ok and t.show_all(got) or got
    end
    for name, lists in pairs(refused) do
        for _, twin in ipairs {name, name .. "_bytes"} do
            for _, list in ipairs(lists) do
                local call = ("%s(%s)"):format(twin, list)
                local said = run("uuid." .. call)
                t.check(said:find("number expected", 1, true) or said:find("(nil, ", 1, true)
                        or said:find("no integer representation", 1, true), call .. ": " .. said)
                t.equal(run("g:" .. call), said, call)
            end
        end
    end
end)

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
                             ["clock\0"] = "clock", [true] = "true"} do
        t.argument_error(1, "unknown key " .. shown, uuid.generator, {[key] = 1})
        t.argument_error(1, "unknown key " .. shown, uuid.generator, {[key] = print, node = 1})
    end
    t.argument_error(1, "unknown key", uuid.generator, {function() end})
end)

t.test("options out of range", function()
    for _, node in ipairs {-1, 2^48, math.mininteger} do
        t.out_of_range("node is out of range: 0 to 281474976710655", uuid.generator, {node = node})
        t.out_of_range("node is out of range", uuid.generator, {node = node, clock_seq = -1})
    end
    for _, clock_seq in ipairs {-1, 16384, math.maxinteger} do
        t.out_of_range("clock_seq is out of range: 0 to 16383", uuid.generator,
                       {clock_seq = clock_seq})
    end
    for _, name in ipairs {"", "host", "@HOST", "@host\0", "1"} do
        t.out_of_range("unknown node; expected @host", uuid.generator, {node = name})
    end
    t.check(uuid.generator {node = 2^48 - 1, clock_seq = 16383})
    t.check(uuid.generator {node = 0, clock_seq = 0})
end)

t.test("options may be inherited", function()
    local g = uuid.generator(setmetatable({clock_seq = 5}, {__index = {node = 6}}))
    t.equal(uuid.node(g:uuid6()), 6)
    t.equal(uuid.clock_seq(g:uuid6()), 5)
end)
