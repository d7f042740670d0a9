-- Every row of the table "Errors" of the contract, as Lua sees it: malformed input, wrong types,
-- values out of range. failures.lua tests failures of the machine, tests/vectors.tsv exact offsets
-- of malformed text.

local t = ...
local uuid = require "uuid9562"
local _, functions, arguments_of = assert(loadfile(t.root .. "tests/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

local V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846" -- RFC 9562 section A.1
local V6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846" -- section A.5, the same moment
local V4 = "919108f7-52d1-4320-9bac-f847db4148a8" -- section A.3
local bytes = uuid.to_bytes(V4)

-- Calls with valid arguments, {place, name, arguments}: one for each declared argument of such a
-- type.
local function calls_with(...)
    local types, calls = {}, {}
    for _, type_name in ipairs {...} do
        types[type_name] = true
    end
    for name, f in pairs(functions) do
        for place, parameter in ipairs(f.takes) do
            if types[parameter.type] then
                table.insert(calls, {place = place, name, table.unpack(arguments_of(name))})
            end
        end
    end
    return calls
end

local takes_uuid = calls_with "uuid9562.uuid"

-- The functions of one time in milliseconds.
local of_one_time = {}
for _, row in ipairs(calls_with "uuid9562.time") do
    if #functions[row[1]].takes == 1 then
        table.insert(of_one_time, row[1])
    end
end

local not_strings = {false, 0, 1.5, {}, print, coroutine.create(t.nothing), io.stdout}

-- What Lua calls the type of a value in an argument error: of a file "FILE*", from 5.3 on.
local function type_name(value)
    return io.type(value) and getmetatable(value).__name or type(value)
end

-- A function, and the arguments of such a call with another value in its place.
local function with(row, value)
    local arguments = table.pack(table.unpack(row, 2))
    arguments[row.place] = value
    arguments.n = math.max(arguments.n, row.place)
    return uuid[row[1]], table.unpack(arguments, 1, arguments.n)
end

---- malformed text, wrong length ----

t.test("malformed text", function()
    t.check(#takes_uuid > 20)
    for _, row in ipairs(takes_uuid) do
        for text, offset in pairs {
            [""] = 0, x = 0, [" " .. V4] = 0, ["9191\0" .. V4:sub(6)] = 4, [V4:sub(1, 35)] = 35,
            [V4 .. " "] = 36, [V4 .. "\0"] = 36,
        } do
            t.malformed(offset, with(row, text))
        end
        t.malformed(nil, with(row, bytes .. "\0"))
        t.malformed(nil, with(row, bytes:sub(1, 15)))
    end
    t.malformed(0, uuid.version, "@dns") -- a namespace's name is accepted as a namespace only
end)

t.test("a message says what the text shows", function()
    local ULID, TYPEID = "01FWHE4YDGFK1SHH6W1G60EECF", "user_01fwhe4ydgfk1shh6w1g60eecf"
    local long = "malformed UUID at offset 36: expected the end of the UUID; found white space"
    local ulid = "malformed UUID at offset 3: expected a hex digit; it looks like ulid: "
                 .. "pass that format"
    local typeid = "malformed UUID at offset 1: expected 'urn:uuid:'; it looks like typeid: "
                   .. "pass that format"
    local function message_of(f, ...)
        return select(2, f(...))
    end
    for _, row in ipairs(takes_uuid) do
        for text, message in pairs {[V4 .. "\n"] = long, [ULID] = ulid, [TYPEID] = typeid} do
            t.equal(message_of(with(row, text)), message)
        end
    end
    t.equal(message_of(uuid.parse, V4 .. "\n"), long)
    t.equal(message_of(uuid.parse, ULID), ulid)
    t.equal(message_of(uuid.uuid5, TYPEID, "n"), typeid)
    for text, shown in pairs {["\0"] = "a NUL", ["\194\160"] = "white space",
                              ["\239\187\191"] = "a byte order mark"} do
        t.equal(message_of(uuid.parse, V4 .. text), (long:gsub("white space", shown)))
    end
    t.equal(message_of(uuid.uuid5, "dns", "n"), message_of(uuid.uuid5, "@nosuch", "n"))
    for text, shown in pairs {["2024-02-29\n"] = "; found white space",
                              ["1795362046000"] = "; pass a number as an integer, not as text"} do
        t.check(message_of(uuid.uuid7_at, text):find(shown, 1, true))
    end
end)

t.test("from_bytes takes 16 bytes", function()
    t.equal(uuid.from_bytes(bytes), V4)
    for length = 0, 40 do
        if length ~= 16 then
            t.malformed(math.min(length, 16), uuid.from_bytes, ("a"):rep(length))
        end
    end
end)

t.test("parse reads text only", function()
    t.malformed(16, uuid.parse, "0123456789abcdef")
    t.equal(uuid.version("0123456789abcdef"), nil)
    t.malformed(nil, uuid.parse, bytes)
    t.malformed(1, uuid.parse, "{" .. bytes)
    t.equal(uuid.parse("340282366920938463463374607431768211455", "int"), uuid.MAX)
    t.malformed(38, uuid.parse, "340282366920938463463374607431768211456", "int")
    t.malformed(0, uuid.parse, "{" .. V4 .. "}", "strict")
end)

t.test("long strings", function()
    local long = ("a"):rep(10000000)
    t.malformed(32, uuid.parse, long)
    t.malformed(16, uuid.from_bytes, long)
    t.malformed(39, uuid.parse, ("1"):rep(10000000), "int")
    t.out_of_range("unknown input format", uuid.parse, V4, long)
    t.equal(uuid.valid(long), false)
end)

t.test("malformed times", function()
    for _, row in ipairs(calls_with("uuid9562.time", "uuid9562.time_ns")) do
        for offset, text in pairs {[0] = "now", [9] = "2023-02-29", [10] = "2024-02-29\0"} do
            t.malformed_time(offset, with(row, text))
        end
    end
end)

---- wrong types ----

-- What the message calls a type, the types that the declarations call so, and other values.
local not_integers = {false, "1", "0x10", "", {}, print, coroutine.create(t.nothing), io.stdout}
local not_times = {false, {}, print, coroutine.create(t.nothing), io.stdout}
local wrong = {
    {"string", not_strings, "string", "uuid9562.uuid"},
    {"number", not_integers, "integer"},
    {"string or number", not_times, "uuid9562.time", "uuid9562.time_ns", "uuid9562.node"},
}

t.test("a wrong type, nil or no value", function()
    for _, of_type in ipairs(wrong) do
        local expected = of_type[1] .. " expected, got "
        local calls = calls_with(table.unpack(of_type, 3))
        t.check(#calls > 8)
        for _, row in ipairs(calls) do
            local place = row.place
            for _, value in ipairs(of_type[2]) do
                t.argument_error(place, expected .. type_name(value), with(row, value))
            end
            if place <= functions[row[1]].needed then
                t.argument_error(place, expected .. "nil", with(row, nil))
                t.argument_error(place, expected .. "no value", uuid[row[1]],
                                 table.unpack(row, 2, place))
            end
        end
    end
    -- A number of 16 or of 32 digits is not converted to text.
    t.argument_error(1, "string expected, got number", uuid.parse, 1234567890123456)
    t.argument_error(1, "string expected, got number", uuid.parse, 1e31, "int")
end)

t.test("a number that is not an integer", function()
    for _, row in ipairs(calls_with("integer", "uuid9562.time", "uuid9562.time_ns",
                                    "uuid9562.node", "uuid9562.ticks")) do
        for _, value in ipairs {0.5, -1.5, 1e300, math.huge, -math.huge, 0 / 0, 2^63} do
            t.argument_error(row.place, "number has no integer representation", with(row, value))
        end
    end
end)

t.test("an object with __tostring or __name is not a string", function()
    local object = setmetatable({}, {__tostring = function() return V4 end, __name = V4})
    t.argument_error(1, "string expected", uuid.version, object)
    t.equal(uuid.valid(object), false)
end)

t.test("types are checked before values, each from left to right", function()
    for _, call in ipairs {
        {2, "string expected", "uuid5", "malformed", 1},
        {2, "string expected", "compare", "malformed", 1},
        {2, "string expected", "format", "malformed", 1},
        {2, "number expected", "uuid1", "@nowhere", "1"},
        {1, "node: string or number expected, got table", "uuid1", {}, "1"},
        {2, "number expected", "batch", 99, "1"},
        {2, "string expected", "uuid7_make", -1, 1},
    } do
        t.argument_error(call[1], call[2], uuid[call[3]], table.unpack(call, 4))
    end
end)

t.test("uuid8 takes no nil", function()
    t.argument_error(1, "number expected, got nil", uuid.uuid8, nil)
    t.argument_error(1, "number expected, got nil", uuid.uuid8, nil, 2, 3)
    t.argument_error(2, "number expected, got nil", uuid.uuid8, 1, nil)
    t.argument_error(3, "number expected, got nil", uuid.uuid8, 1, 2, nil)
end)

t.test("an integral float is an integer", function()
    t.equal(uuid.uuid7_min(1000.0), uuid.uuid7_min(1000))
    t.equal(uuid.uuid6_max(-1000.0), uuid.uuid6_max(-1000))
    t.equal(uuid.uuid8(1.0, 2.0, 3.0), uuid.uuid8(1, 2, 3))
    t.equal(uuid.clock_seq(uuid.uuid1(5.0, 7.0)), 7)
    t.equal(#uuid.batch(7.0, 2.0), 2)
end)

t.test("nil means the default of an optional argument", function()
    t.equal(uuid.parse(V4, nil), V4)
    t.equal(uuid.format(V4, nil), V4)
    t.equal(uuid.uuid8_name(V4, "n", nil), uuid.uuid8_name(V4, "n", "sha256"))
    t.equal(uuid.uuid7_make(1, ("r"):rep(10), nil), uuid.uuid7_make(1, ("r"):rep(10), 0))
    t.equal(uuid.version(uuid.uuid1(nil, nil)), 1)
    t.equal(uuid.clock_seq(uuid.uuid6(nil, 9)), 9)
end)

---- surplus arguments ----

t.test("what a caller may have meant by a surplus argument", function()
    for call, message in pairs {
        ["uuid.uuid7(1645557742000)"] =
            "#1 to 'uuid7' (takes no argument; uuid7_at(unix_ms) takes a time)",
        ["uuid.uuid7_bytes(0)"] =
            "#1 to 'uuid7_bytes' (takes no argument; uuid7_at(unix_ms) takes a time)",
        ["uuid('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')"] =
            "#1 to 'uuid4' (takes no argument; uuid4_make(random) takes 16 bytes)",
        ["uuid.valid('01FWHE4YDGFK1SHH6W1G60EECF', 'ulid')"] =
            "#2 to 'valid' (takes one argument; parse(s, format) takes a format)",
        ["uuid.parse('', 'hex', 3)"] = "#3 to 'parse' (takes at most 2 arguments)",
        ["uuid:uuid4()"] = "'uuid4' called with ':'; write uuid.uuid4(...)",
    } do
        t.raises(message, assert(t.load("local uuid = ... local u = " .. call)), uuid)
    end
    t.equal(uuid.version(uuid(nil)), 4)
end)

t.test("Lua's own calls pass no surplus arguments", function()
    local text = "a {" .. V4:upper() .. "} b " .. V4:gsub("-", "") .. " c player:123456789"
    t.equal(text:gsub("[%x{}-]+", uuid.parse), "a " .. V4 .. " b " .. V4 .. " c player:123456789")
    t.equal(#uuid.generator({random = uuid.system_random}):uuid4(), 36)
    local ok, id = xpcall(uuid.uuid4, print)
    t.check(ok and uuid.valid(id))
end)

---- functions without errors ----

t.test("valid is true or false for everything", function()
    t.results({false}, uuid.valid)
    t.results({false}, uuid.valid, nil)
    for _, value in ipairs(not_strings) do
        t.results({false}, uuid.valid, value)
    end
    for _, text in ipairs {"", "x", "@dns", V4 .. "0", V4:sub(2), bytes .. "0", "\0", bytes,
                           ("\0"):rep(16), "player:123456789"} do
        t.results({false}, uuid.valid, text)
        t.malformed(nil, uuid.parse, text)
    end
    for _, text in ipairs {V4, V4:upper(), V4:gsub("-", ""), "{" .. V4 .. "}", "urn:uuid:" .. V4} do
        t.results({true}, uuid.valid, text)
    end
end)

t.test("match returns nil for invalid arguments", function()
    for _, f in ipairs {uuid.match, uuid.ordering_match} do
        for _, value in ipairs(not_strings) do
            t.absent(f, value, V4)
            t.absent(f, V4, value)
        end
        t.absent(f, nil, V4)
        t.absent(f, V4, nil)
        t.absent(f, nil, nil)
        t.absent(f, "x", V4)
        t.absent(f, bytes .. "x", V4)
        for _, assertion in ipairs {"x", bytes, "{" .. V4 .. "}", V4 .. "\0"} do
            t.absent(f, V4, assertion)
        end
        t.argument_error(1, "value expected", f)
        t.argument_error(2, "value expected", f, V4)
    end
    for _, stored in ipairs {V4, bytes, "urn:uuid:" .. V4:upper()} do
        t.results({true}, uuid.match, stored, V4)
        t.results({true}, uuid.match, stored, V4:upper())
        t.results({false}, uuid.match, stored, V1)
        t.results({true}, uuid.ordering_match, stored, V1)
        t.results({false}, uuid.ordering_match, stored, V4)
        t.results({false}, uuid.ordering_match, stored, V6)
    end
end)

---- out of range, wrong version, unknown format, digest, name ----

t.test("times out of range", function()
    t.check(#of_one_time == 5)
    for _, name in ipairs(of_one_time) do
        local f, low, high = uuid[name], 0, 281474976710655
        local range = "0 to 281474976710655"
        if name:find("^uuid6") then
            low, high = -12219292800000, 103072857660684
            range = "-12219292800000 to 103072857660684"
        end
        t.check(f(low) and f(high), name .. " at the ends of its range")
        for _, unix_ms in ipairs {low - 1, high + 1, math.mininteger, math.maxinteger,
                                  t.integers and -2^63 or nil} do
            t.out_of_range(range, f, unix_ms)
        end
    end
end)

t.test("values out of range", function()
    local ZEROS, ONES = ("\0"):rep(10), ("\255"):rep(10)
    local NODE = "node is out of range: 0 to 281474976710655"
    local CLOCK_SEQ = "clock_seq is out of range: "
    local V1_ONLY, V6_ONLY = "the UUID is not of version 1", "the UUID is not of version 6"
    for _, name in ipairs {"uuid1", "uuid6", "uuid1_bytes", "uuid6_bytes"} do
        t.check(uuid[name](281474976710655, 16383))
        for _, node in ipairs {281474976710656, -1, math.mininteger} do
            t.out_of_range(NODE, uuid[name], node)
        end
        for _, node in ipairs {"@nowhere", "", "1", "@host\0"} do
            t.out_of_range("@host", uuid[name], node)
        end
        t.out_of_range(CLOCK_SEQ .. "0 to 16383", uuid[name], 1, 16384)
        t.out_of_range(CLOCK_SEQ, uuid[name], nil, -1)
    end
    for _, call in ipairs {
        {"a is out of range: 0 to 281474976710655", "uuid8", 281474976710656},
        {"a is out of range", "uuid8", -1},
        {"b is out of range: 0 to 4095", "uuid8", 1, 4096},
        {"b is out of range", "uuid8", 1, -1, 1},
        {"c is out of range", "uuid8", 1, 1, -1},
        {"unix_ms", "uuid7_make", -1, ZEROS},
        {"n is out of range", "uuid7_make", 1, ZEROS, -1},
        {"n is out of range", "uuid7_make", 1, ONES, 1},
        {V1_ONLY, "v1_to_v6", V6}, {V1_ONLY, "v1_to_v6", bytes},
        {V6_ONLY, "v6_to_v1", V1}, {V6_ONLY, "v6_to_v1", uuid.NIL},
    } do
        t.out_of_range(call[1], uuid[call[2]], table.unpack(call, 3))
    end
    for _, length in ipairs {0, 9, 11, 15, 17} do
        t.out_of_range("random must be exactly 10 bytes", uuid.uuid7_make, 1, ("\0"):rep(length))
        t.out_of_range("random must be exactly 16 bytes", uuid.uuid4_make, ("\0"):rep(length))
    end
    if t.integers then
        t.out_of_range("c is out of range: 0 to 4611686018427387903", uuid.uuid8, 1, 1, 2^62)
    end
    -- and in range
    t.check(uuid.uuid8(281474976710655, 4095, t.integers and 4611686018427387903 or 2^53 - 1))
    t.check(uuid.uuid7_make(1, ZEROS, math.maxinteger))
    t.equal(uuid.uuid7_make(1, ONES), uuid.uuid7_max(1))
    t.equal(uuid.v1_to_v6(V1), V6)
    t.equal(uuid.v6_to_v1(V6), V1)
end)

t.test("an unknown format, digest or @name", function()
    for _, name in ipairs {"", "Strict", "strict ", "strict\0", "canonical\0", "@strict",
                           "canonical\n", "sha256\0", "SHA256"} do
        t.out_of_range("unknown input format; expected one of: any", uuid.parse, V4, name)
        t.out_of_range("unknown output format; expected one of: canonical", uuid.format, V4, name)
        t.out_of_range("unknown digest; expected one of: sha256", uuid.uuid8_name, V4, "n", name)
    end
    t.out_of_range("unknown output format", uuid.format, V4, "any")
    t.out_of_range("unknown input format", uuid.parse, "malformed", "unknown")
    for _, name in ipairs {"@", "@DNS", "@dns ", "@dns\0", "@nowhere", "@fifteen_bytes"} do
        for _, f in ipairs {uuid.uuid3, uuid.uuid5, uuid.uuid8_name} do
            t.out_of_range("@dns", f, name, "n")
        end
    end
end)

t.test("invalid batches", function()
    for _, f in ipairs {uuid.batch, uuid.batch_bytes} do
        for _, version in ipairs {-1, 0, 2, 3, 5, 8, 15, 16, 256 + 7, 2^32 + 4, 2^32 + 7,
                                  math.mininteger, math.maxinteger} do
            for _, n in ipairs {1, 0, 2^31 - 1} do
                t.out_of_range("1 4 6 7", f, version, n)
            end
        end
        for _, n in ipairs {-1, 2^31, 2^32, 2^53 - 1, math.mininteger, math.maxinteger} do
            t.out_of_range("count is out of range: 0 to 2147483647", f, 7, n)
        end
    end
end)
