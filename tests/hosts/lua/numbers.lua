-- The largest integers of a Lua: 64 bits from 5.3 on; below 2^53 before 5.3 and in LuaJIT, because
-- larger integers share a number. Anything else is refused, never rounded.

local t = ...
local uuid = require "uuid9562"

local zeros = ("\0"):rep(10)
local V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846" -- RFC 9562 section A.1

-- Calls that take any 64-bit integer as their last argument, with its position.
local function each_call(value)
    local n = 0
    return function()
        n = n + 1
        if n == 1 then
            return 3, uuid.uuid8, 0, 0, value
        elseif n == 2 then
            return 3, uuid.uuid7_make, 0, zeros, value
        elseif n == 3 then
            return 1, uuid.uuid7_at, value
        elseif n == 4 then
            return 2, uuid.batch, 7, value
        end
    end
end

t.test("2^53 - 1 is an integer everywhere", function()
    t.equal(uuid.uuid8(0, 0, 2^53 - 1), "00000000-0000-8000-801f-ffffffffffff")
    t.equal(uuid.uuid7_make(0, zeros, 2^53 - 1), "00000000-0000-7000-801f-ffffffffffff")
    for _, value in ipairs {2^53 - 1, 1 - 2^53} do
        t.out_of_range("unix_ms is out of range", uuid.uuid7_at, value)
        t.out_of_range("count is out of range", uuid.batch, 7, value)
    end
end)

t.test("integers from 2^53 on: accepted with 64 bits, else an argument error", function()
    for _, value in ipairs {2^53, 2^53 + 2, 2^60, -2^53, -2^53 - 2, -2^63} do
        for place, f, a, b, c in each_call(value) do
            if t.integers then
                t.check(pcall(f, a, b, c))
            else
                t.argument_error(place, "number has no integer representation", f, a, b, c)
            end
        end
    end
    if t.integers then
        t.equal(uuid.uuid8(0, 0, math.tointeger(2^62) - 1), "00000000-0000-8000-bfff-ffffffffffff")
        t.equal(uuid.uuid8(0, 0, math.tointeger(2^53) + 1), "00000000-0000-8000-8020-000000000001")
    end
end)

t.test("a timestamp in ticks: an integer of 64 bits, else its decimal digits", function()
    t.equal(uuid.timestamp_ticks(V1),
            t.integers and math.tointeger(138648505420000000) or "138648505420000000")
end)

t.test("nanoseconds: an integer of 64 bits, else decimal digits too", function()
    local at, ns = uuid.uuid7_at_ns, uuid.timestamp_ns
    if t.integers then
        t.equal(ns(at(math.maxinteger)), math.maxinteger)
        t.malformed_as("time", 5, at, "9223372036854775807")
    else
        t.equal(ns(at("9223372036854775807")), "9223372036854775807")
        t.equal(ns(at("1645557742123456789")), "1645557742123456789")
        local message = "unix_ns is out of range: 0 to 9223372036854775807 nanoseconds"
        local nines = ("9"):rep(100)
        for _, text in ipairs {"9223372036854775808", nines, "-1", "-" .. nines} do
            t.out_of_range(message, at, text)
        end
        for _, text in ipairs {"-", " 5", "5 ", "+5", "5.0", "0x5", "1e3", "5\0", "--5"} do
            t.equal(at(text), nil, text)
        end
        t.argument_error(1, "unix_ns: number has no integer", at, 2^53)
    end
end)

t.test("a clock may return every whole number of 64 bits", function()
    local now
    local g = uuid.generator {clock = function() return now end}
    for _, ns in ipairs {0, 1, 2^53, 2^53 + 2, 2^60, 1645557742 * 1e9, 2^62 + 1024} do
        now = ns
        t.equal(uuid.timestamp_ms(g:uuid7()), math.floor(ns / 1e6))
    end
    for _, ns in ipairs {2^63, -2^64, 0.5, 0 / 0, 1 / 0} do
        now = ns
        t.raises("clock must return an integer", g.uuid7, g)
    end
end)

if jit then
    t.test("integers of LuaJIT's FFI are refused", function()
        local one = t.load "return 1LL"()
        t.argument_error(1, "unix_ms: string or number expected, got cdata", uuid.uuid7_at, one)
        local g = uuid.generator {clock = function() return one end}
        t.raises("clock must return an integer, nanoseconds since 1970, got cdata", g.uuid7, g)
    end)
end
