-- Every row of the table "Errors" of the contract, as Lua sees it: malformed input, wrong types,
-- values out of range, failures of the machine. tests/vectors.tsv tests exact offsets of malformed
-- text.

local t = ...
local uuid = require "uuid9562"
local _, functions, arguments_of = assert(loadfile(t.root .. "tests/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

local V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846" -- RFC 9562 section A.1
local V6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846" -- section A.5, the same moment
local V4 = "919108f7-52d1-4320-9bac-f847db4148a8" -- section A.3
local bytes = uuid.to_bytes(V4)

-- Calls with valid arguments, {place, name, arguments}: one for each declared argument of a type.
local function calls_with(is_wanted)
    local calls = {}
    for name, f in pairs(functions) do
        for place, parameter in ipairs(f.takes) do
            if is_wanted(parameter, place, f) then
                table.insert(calls, {place = place, name, table.unpack(arguments_of(name))})
            end
        end
    end
    return calls
end

local takes_uuid = calls_with(function(parameter, place)
    return parameter.type == "uuid9562.uuid" and place == 1
end)
local takes_integer = calls_with(function(parameter) return parameter.type == "integer" end)
local takes_time = calls_with(function(parameter)
    return parameter.type == "uuid9562.time" or parameter.type == "uuid9562.time_ns"
end)
local takes_string = calls_with(function(parameter) return parameter.type == "string" end)
local takes_unix_ms = calls_with(function(parameter, _, f)
    return parameter.name == "unix_ms" and #f.takes == 1
end)
for i, row in ipairs(takes_unix_ms) do
    takes_unix_ms[i] = row[1]
end

local function not_strings()
    return ipairs {false, 0, 1.5, {}, print, coroutine.create(t.nothing), io.stdout}
end

local function not_integers()
    return ipairs {false, "1", "0x10", "", {}, print, coroutine.create(t.nothing), io.stdout}
end

-- What Lua calls the type of a value in an argument error: of a file "FILE*", from 5.3 on.
local function type_name(value)
    return io.type(value) and getmetatable(value).__name or type(value)
end

-- A function, and the arguments of such a call with another value in one place.
local function with(row, place, value)
    local arguments = table.pack(table.unpack(row, 2))
    arguments[place] = value
    arguments.n = math.max(arguments.n, place)
    return uuid[row[1]], table.unpack(arguments, 1, arguments.n)
end

---- malformed text, wrong length ----

t.test("malformed text", function()
    for _, row in ipairs(takes_uuid) do
        t.malformed(0, with(row, 1, ""))
        t.malformed(0, with(row, 1, "x"))
        t.malformed(35, with(row, 1, V4:sub(1, 35)))
        t.malformed(36, with(row, 1, V4 .. " "))
        t.malformed(36, with(row, 1, V4 .. "\0"))
        t.malformed(0, with(row, 1, " " .. V4))
        t.malformed(4, with(row, 1, "9191\0" .. V4:sub(6)))
        t.malformed(nil, with(row, 1, bytes .. "\0"))
        t.malformed(nil, with(row, 1, bytes:sub(1, 15)))
    end
    t.malformed(35, uuid.compare, V4, V4:sub(1, 35))
    t.malformed(1, uuid.parse, "{" .. bytes)
end)

t.test("a message says what the text shows", function()
    local ULID, TYPEID = "01FWHE4YDGFK1SHH6W1G60EECF", "user_01fwhe4ydgfk1shh6w1g60eecf"
    local long = "malformed UUID at offset 36: expected the end of the UUID; found white space"
    local ulid = "malformed UUID at offset 3: expected a hex digit; it looks like ulid: "
                 .. "name the form"
    local typeid = "malformed UUID at offset 1: expected 'urn:uuid:'; it looks like typeid: "
                   .. "name the form"
    local function message_of(f, ...)
        return select(2, f(...))
    end
    for _, row in ipairs(takes_uuid) do
        for text, message in pairs {[V4 .. "\n"] = long, [ULID] = ulid, [TYPEID] = typeid} do
            t.equal(message_of(with(row, 1, text)), message)
        end
    end
    t.equal(select(2, uuid.parse(V4 .. "\n")), long)
    t.equal(select(2, uuid.parse(ULID)), ulid)
    t.equal(select(2, uuid.uuid5(TYPEID, "n")), typeid)
    for text, shown in pairs {["\0"] = "a NUL", ["\194\160"] = "white space",
                              ["\239\187\191"] = "a byte order mark"} do
        t.equal(select(2, uuid.parse(V4 .. text)), (long:gsub("white space", shown)))
    end
    t.equal(select(2, uuid.uuid5("dns", "n")), select(2, uuid.uuid5("@nosuch", "n")))
    for text, shown in pairs {["2024-02-29\n"] = "; found white space",
                              ["1795362046000"] = "; pass a number as an integer, not as text"} do
        t.check(select(2, uuid.uuid7_at(text)):find(shown, 1, true))
    end
end)

t.test("from_bytes takes 16 bytes", function()
    t.equal(uuid.from_bytes(bytes), V4)
    for length = 0, 40 do
        if length ~= 16 then
            t.malformed(math.min(length, 16), uuid.from_bytes, ("a"):rep(length))
        end
    end
    t.malformed(16, uuid.from_bytes, V4)
end)

t.test("parse reads text only", function()
    t.malformed(16, uuid.parse, "0123456789abcdef")
    t.equal(uuid.version("0123456789abcdef"), nil)
    t.malformed(nil, uuid.parse, bytes)
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

---- nil, or a type that no UUID has ----

t.test("no value instead of a UUID", function()
    for _, row in ipairs(takes_uuid) do
        if row[1] ~= "advance" then -- to which it is the greatest of nothing
            t.argument_error(1, "string expected, got nil", with(row, 1, nil))
            t.argument_error(1, "string expected, got no value", uuid[row[1]])
        end
    end
    t.argument_error(2, "string expected, got no value", uuid.compare, V4)
    t.argument_error(1, "string expected, got no value", uuid.parse)
    t.argument_error(1, "string expected, got no value", uuid.from_bytes)
end)

t.test("a type that no UUID has", function()
    for _, value in not_strings() do
        for _, row in ipairs(takes_uuid) do
            t.argument_error(1, "string expected, got " .. type_name(value), with(row, 1, value))
        end
        t.argument_error(2, "string expected", uuid.compare, V4, value)
        t.argument_error(1, "string expected", uuid.parse, value)
        t.argument_error(1, "string expected", uuid.from_bytes, value)
    end
    -- A number of 16 or of 32 digits is not converted to text.
    t.argument_error(1, "string expected, got number", uuid.parse, 1234567890123456)
    t.argument_error(1, "string expected, got number", uuid.parse, 1e31, "int")
end)

t.test("an object with __tostring or __name is not a string", function()
    local object = setmetatable({}, {__tostring = function() return V4 end, __name = V4})
    t.argument_error(1, "string expected", uuid.version, object)
    t.equal(uuid.valid(object), false)
end)

t.test("valid is true or false for everything", function()
    t.results({false}, uuid.valid)
    t.results({false}, uuid.valid, nil)
    for _, value in not_strings() do
        t.results({false}, uuid.valid, value)
    end
    for _, text in ipairs {"", "x", "@dns", V4 .. "0", V4:sub(2), bytes .. "0", "\0"} do
        t.results({false}, uuid.valid, text)
    end
    for _, text in ipairs {V4, V4:upper(), V4:gsub("-", ""), "{" .. V4 .. "}", "urn:uuid:" .. V4} do
        t.results({true}, uuid.valid, text)
    end
end)

t.test("valid is true of what parse reads, and of no 16 bytes", function()
    for _, text in ipairs {"player:123456789", bytes, ("\0"):rep(16), "@dns"} do
        t.results({false}, uuid.valid, text)
        t.malformed(nil, uuid.parse, text)
    end
end)

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

t.test("match returns nil for invalid arguments", function()
    for _, name in ipairs {"match", "ordering_match"} do
        local f = uuid[name]
        for _, value in not_strings() do
            t.absent(f, value, V4)
            t.absent(f, V4, value)
        end
        t.absent(f, nil, V4)
        t.absent(f, V4, nil)
        t.absent(f, nil, nil)
        t.absent(f, "x", V4)
        t.absent(f, bytes .. "x", V4)
        t.absent(f, V4, "x")
        t.absent(f, V4, bytes)
        t.absent(f, V4, "{" .. V4 .. "}")
        t.absent(f, V4, V4 .. "\0")
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

---- wrong types of integers and strings ----

t.test("a string or a float instead of an integer", function()
    t.check(#takes_integer > 18)
    for _, row in ipairs(takes_integer) do
        local place = row.place
        for _, value in not_integers() do
            t.argument_error(place, "number expected, got " .. type_name(value),
                             with(row, place, value))
        end
        for _, value in ipairs {0.5, -1.5, 1e300, math.huge, -math.huge, 0 / 0, 2^63} do
            t.argument_error(place, "number has no integer representation", with(row, place, value))
        end
    end
    for _, value in ipairs {false, {}, print} do
        t.argument_error(1, "number expected", uuid.uuid1, value)
        t.argument_error(1, "number expected", uuid.uuid6, value)
    end
end)

t.test("a text that is no time, or a wrong type instead of one", function()
    t.check(#takes_time > 7)
    for _, row in ipairs(takes_time) do
        for offset, text in pairs {[0] = "now", [9] = "2023-02-29", [10] = "2024-02-29\0"} do
            t.malformed_time(offset, with(row, row.place, text))
        end
        for _, value in ipairs {false, {}, print, coroutine.create(t.nothing), io.stdout} do
            t.argument_error(row.place, "string or number expected, got " .. type_name(value),
                             with(row, row.place, value))
        end
        for _, value in ipairs {0.5, -1.5, 1e300, math.huge, -math.huge, 0 / 0, 2^63} do
            t.argument_error(row.place, "number has no integer representation",
                             with(row, row.place, value))
        end
    end
end)

t.test("no value instead of an integer", function()
    for _, name in ipairs(takes_unix_ms) do
        t.argument_error(1, "number expected, got no value", uuid[name])
        t.argument_error(1, "number expected, got nil", uuid[name], nil)
    end
    t.argument_error(1, "number expected, got no value", uuid.uuid7_make)
    t.argument_error(1, "number expected, got nil", uuid.uuid8_node, nil)
    t.argument_error(1, "number expected, got no value", uuid.batch)
    t.argument_error(2, "number expected, got no value", uuid.batch, 7)
    t.argument_error(2, "number expected, got nil", uuid.batch_bytes, 7, nil)
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

t.test("a string argument takes strings only", function()
    t.check(#takes_string > 10)
    for _, row in ipairs(takes_string) do
        for _, value in not_strings() do
            t.argument_error(row.place, "string expected, got " .. type_name(value),
                             with(row, row.place, value))
        end
        if row.place <= functions[row[1]].needed then
            t.argument_error(row.place, "string expected, got nil", with(row, row.place, nil))
            t.argument_error(row.place, "string expected, got no value",
                             uuid[row[1]], table.unpack(row, 2, row.place))
        end
    end
end)

t.test("nil means the default of an optional argument", function()
    t.equal(uuid.parse(V4, nil), V4)
    t.equal(uuid.format(V4, nil), V4)
    t.equal(uuid.uuid8_name(V4, "n", nil), uuid.uuid8_name(V4, "n", "sha256"))
    t.equal(uuid.uuid7_make(1, ("r"):rep(10), nil), uuid.uuid7_make(1, ("r"):rep(10), 0))
    t.equal(uuid.version(uuid.uuid1(nil, nil)), 1)
    t.equal(uuid.clock_seq(uuid.uuid6(nil, 9)), 9)
end)

t.test("types are checked before values", function()
    t.argument_error(2, "string expected", uuid.uuid5, "malformed", 1)
    t.argument_error(2, "string expected", uuid.compare, "malformed", 1)
    t.argument_error(2, "string expected", uuid.format, "malformed", 1)
    t.argument_error(2, "number expected", uuid.uuid1, "@nowhere", "1")
    t.argument_error(1, "node: string or number expected, got table", uuid.uuid1, {}, "1")
    t.argument_error(2, "number expected", uuid.batch, 99, "1")
    t.argument_error(2, "string expected", uuid.uuid7_make, -1, 1)
end)

---- out of range, wrong version, unknown format, digest, name ----

t.test("times out of range", function()
    for _, name in ipairs(takes_unix_ms) do
        local f, low, high = uuid[name], 0, 281474976710655
        local range = "0 to 281474976710655"
        if name:find("^uuid6") then
            low, high = -12219292800000, 103072857660684
            range = "-12219292800000 to 103072857660684"
        end
        t.check(f(low) and f(high), name .. " at the ends of its range")
        t.out_of_range(range, f, low - 1)
        t.out_of_range(range, f, high + 1)
        t.out_of_range(range, f, math.mininteger)
        t.out_of_range(range, f, math.maxinteger)
        if t.integers then
            t.out_of_range(range, f, -2^63)
        end
    end
    t.out_of_range("unix_ms", uuid.uuid7_make, -1, ("r"):rep(10))
end)

t.test("bits out of range", function()
    for _, name in ipairs {"uuid1", "uuid6", "uuid1_bytes", "uuid6_bytes"} do
        t.check(uuid[name](281474976710655, 16383))
        t.out_of_range("node is out of range: 0 to 281474976710655", uuid[name], 281474976710656)
        t.out_of_range("node is out of range", uuid[name], -1)
        t.out_of_range("node is out of range", uuid[name], math.mininteger)
        t.out_of_range("clock_seq is out of range: 0 to 16383", uuid[name], 1, 16384)
        t.out_of_range("clock_seq is out of range", uuid[name], nil, -1)
        t.out_of_range("@host", uuid[name], "@nowhere")
        t.out_of_range("@host", uuid[name], "")
        t.out_of_range("@host", uuid[name], "1")
        t.out_of_range("@host", uuid[name], "@host\0")
    end
    t.check(uuid.uuid8(281474976710655, 4095, t.integers and 4611686018427387903 or 2^53 - 1))
    t.out_of_range("a is out of range: 0 to 281474976710655", uuid.uuid8, 281474976710656)
    t.out_of_range("a is out of range", uuid.uuid8, -1)
    t.out_of_range("b is out of range: 0 to 4095", uuid.uuid8, 1, 4096)
    t.out_of_range("b is out of range", uuid.uuid8, 1, -1, 1)
    if t.integers then
        t.out_of_range("c is out of range: 0 to 4611686018427387903", uuid.uuid8, 1, 1, 2^62)
    end
    t.out_of_range("c is out of range", uuid.uuid8, 1, 1, -1)
    t.check(uuid.uuid8_node(255))
    t.out_of_range("node is out of range: 0 to 255", uuid.uuid8_node, 256)
    t.out_of_range("node is out of range: 0 to 255", uuid.uuid8_node, -1)
end)

t.test("the random and the n of uuid7_make", function()
    for _, length in ipairs {0, 9, 11, 15, 17} do
        t.out_of_range("random must be exactly 10 bytes", uuid.uuid7_make, 1, ("\0"):rep(length))
        t.out_of_range("random must be exactly 16 bytes", uuid.uuid4_make, ("\0"):rep(length))
    end
    t.out_of_range("n is out of range", uuid.uuid7_make, 1, ("\0"):rep(10), -1)
    t.check(uuid.uuid7_make(1, ("\0"):rep(10), math.maxinteger))
    t.equal(uuid.uuid7_make(1, ("\255"):rep(10)), uuid.uuid7_max(1))
    t.out_of_range("n is out of range", uuid.uuid7_make, 1, ("\255"):rep(10), 1)
end)

t.test("a conversion of another version", function()
    t.equal(uuid.v1_to_v6(V1), V6)
    t.equal(uuid.v6_to_v1(V6), V1)
    t.out_of_range("not of version 1", uuid.v1_to_v6, V6)
    t.out_of_range("not of version 6", uuid.v6_to_v1, V1)
    t.out_of_range("not of version 1", uuid.v1_to_v6, bytes)
    t.out_of_range("not of version 6", uuid.v6_to_v1, uuid.NIL)
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
        t.out_of_range("@dns", uuid.uuid5, name, "n")
        t.out_of_range("@dns", uuid.uuid3, name, "n")
        t.out_of_range("@dns", uuid.uuid8_name, name, "n")
    end
    t.malformed(0, uuid.version, "@dns") -- a namespace's name is accepted as a namespace only
end)

t.test("batches that are not allowed", function()
    for _, f in ipairs {uuid.batch, uuid.batch_bytes} do
        for _, version in ipairs {-1, 0, 2, 3, 5, 8, 15, 16, 256 + 7, 2^32 + 4, 2^32 + 7,
                                  math.mininteger, math.maxinteger} do
            t.out_of_range("1 4 6 7", f, version, 1)
            t.out_of_range("1 4 6 7", f, version, 0)
            t.out_of_range("1 4 6 7", f, version, 2^31 - 1)
        end
        for _, n in ipairs {-1, 2^31, 2^32, 2^53 - 1, math.mininteger, math.maxinteger} do
            t.out_of_range("count is out of range: 0 to 2147483647", f, 7, n)
        end
    end
end)

---- no entropy, no clock, no digest, no memory: in child processes ----

-- The children begin with this: a check that a call raises an error.
local PRELUDE = "dofile " .. ("%q"):format(t.root .. "tests/lua/compat.lua") .. [[

local uuid = require "uuid9562"
local function raises(pattern, name, ...)
    local ok, problem = pcall(uuid[name], ...)
    collectgarbage() -- which Lua 5.1 does not do by itself where memory is short
    assert(not ok, name .. " raised nothing: " .. tostring(problem))
    assert(tostring(problem):find(pattern, 1, true), name .. " raised " .. tostring(problem))
end
]]

t.test("no digest, and no cipher", function()
    t.child_passes("OPENSSL_CONF=" .. t.quote(t.root .. "tests/no-crypto.cnf"), PRELUDE .. [[
        local DIGEST = "the system does not offer this digest; "
            .. "a FIPS policy forbids md5, for instance"
        for _, name in ipairs {"uuid3", "uuid5", "uuid8_name"} do
            raises(DIGEST, name, "@dns", "name")
        end
        raises(DIGEST, "uuid8_name", "@dns", "name", "shake128")

        -- Random bytes are the system's.
        local seen = {}
        for _ = 1, 10000 do
            local u = uuid.uuid4()
            assert(not seen[u], "repeated: " .. u)
            seen[u] = true
        end
        assert(#uuid.batch(4, 10000) == 10000 and uuid.uuid7() < uuid.uuid7())
        print "done"
    ]])
end)

-- A library that replaces the system's clock and random bytes: tests/clock/fake.c, which the Makefile
-- builds.
local clock = os.getenv "TEST_CLOCK_LIBRARY"
if not clock then
    t.test("clocks and random bytes that fail", function() t.skip("no TEST_CLOCK_LIBRARY") end)
end

local function with_clock(variable)
    return ("LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}%s TEST_%s"):format(t.quote(clock), variable)
end

if clock then t.test("no entropy", function()
    t.child_passes(with_clock("RANDOM=fails"), PRELUDE .. [[
        local ENTROPY = "the random generator failed; UUID9562_RANDOM, if set, must be system"
        for _, name in ipairs {"uuid1", "uuid4", "uuid6", "uuid7", "uuid8", "uuid1_bytes",
                               "uuid4_bytes", "uuid6_bytes", "uuid7_bytes"} do
            raises(ENTROPY, name)
        end
        raises(ENTROPY, "uuid7_at", 1)
        raises(ENTROPY, "uuid8", 1, 2)
        raises(ENTROPY, "uuid8_node", 1)
        for _, version in ipairs {1, 4, 6, 7} do
            raises(ENTROPY, "batch", version, 1000)
            raises(ENTROPY, "batch_bytes", version, 1000)
        end
        assert(not pcall(uuid), "calling the module raised nothing")
        raises(ENTROPY, "reseed")
        raises(ENTROPY, "system_random", 16)
        local g = uuid.generator()
        assert(not pcall(g.uuid7, g), "a generator raised nothing")
        g = uuid.generator {random = function(n) return ("r"):rep(n) end}
        assert(g:uuid7() < g:uuid7())

        -- The error names the place in the script.
        local ok, problem = pcall(function() local u = uuid.uuid4() return u end)
        assert(problem:find("^[^:]+:%d+: the random"), problem)

        -- Functions that need none work.
        assert(uuid.uuid8(1, 2, 3) == "00000000-0001-8002-8000-000000000003")
        assert(uuid.version(uuid.uuid1(1, 2)) == 1)
        assert(uuid.parse(uuid.MAX) == uuid.MAX and #uuid.batch(4, 0) == 0)
        print "done"
    ]])
end) end

if clock then
    t.test("a clock that cannot be read", function()
        t.child_passes(with_clock("CLOCK=broken"), PRELUDE .. [[
            for _, name in ipairs {"uuid1", "uuid6", "uuid7", "uuid7_bytes"} do
                raises("the clock cannot be read", name)
            end
            raises("the clock cannot be read", "lead_ns")
            raises("the clock cannot be read", "resync")
            raises("the clock cannot be read", "uuid1", 1, 2)
            raises("the clock cannot be read", "uuid8_node", 1)
            raises("the clock cannot be read", "batch", 7, 10)
            assert(uuid.version(uuid.uuid4()) == 4 and uuid.version(uuid.uuid7_at(1)) == 7)
            print "done"
        ]])
    end)

    for _, mode in ipairs {"1969", "2600"} do
        t.test("a clock that reads " .. mode, function()
            t.child_passes(with_clock("CLOCK=" .. mode), PRELUDE .. [[
                for _, name in ipairs {"uuid1", "uuid6", "uuid7", "uuid7_bytes"} do
                    raises("the clock is out of range", name)
                end
                raises("the clock is out of range", "lead_ns")
                raises("the clock is out of range", "resync")
                raises("the clock is out of range", "uuid8_node", 1)
                raises("the clock is out of range", "batch_bytes", 6, 10)
                assert(uuid.uuid7_min(0) and uuid.uuid6_min(-1))
                print "done"
            ]])
        end)
    end

    t.test("the order is kept when the clock runs backwards", function()
        t.child_passes(with_clock("CLOCK=backwards"), PRELUDE .. [[
            for _, name in ipairs {"uuid7", "uuid6"} do
                local last = uuid[name]()
                for i = 1, 10000 do
                    local next = uuid[name]()
                    assert(last < next, last .. " then " .. next)
                    last = next
                end
            end
            -- the clock does run backwards
            local a, b = uuid.uuid8_node(1), uuid.uuid8_node(1)
            assert(b:sub(1, 13) < a:sub(1, 13), a .. " then " .. b)

            -- by a second with each reading, and each of the 20000 UUIDs took one reading
            local lead = uuid.lead_ns()
            assert(20000e9 < lead and lead < 21000e9, lead)
            local last, node = uuid.uuid7(), uuid.node(uuid.uuid1())
            uuid.resync()
            assert(uuid.lead_ns() < 1000e9)
            assert(uuid.uuid7() < last, "resync had no effect")
            assert(uuid.node(uuid.uuid1()) ~= node, "the same node after resync")
            print "done"
        ]])
    end)
end

t.test("no memory for a batch", function()
    -- The buffer of 2^31 - 1 UUIDs cannot be allocated. The other buffers can, and their results
    -- cannot: a million strings take some 60 MB, twice 16 bytes for each of 4.5 million 140 MB.
    t.child_passes("ulimit -v 120000;", PRELUDE .. [[
        local no_buffer = jit and "userdata length overflow" or "not enough memory"
        for i = 1, 3 do
            raises(no_buffer, "batch", 7, 2^31 - 1)
            raises("not enough memory", "batch", 7, 1200000)
            raises(no_buffer, "batch_bytes", 4, 2^31 - 1)
            raises("not enough memory", "batch_bytes", 4, 4500000)
        end
        assert(#uuid.batch(7, 1000) == 1000 and #uuid.batch_bytes(7, 1000) == 16000)
        print "done"
    ]])
end)
