-- Errors as Lua sees them: malformed input, wrong types, surplus arguments. tests/together/torture
-- tests failures of the machine, tests/vectors.tsv exact offsets and values out of range.

local t = ...
local uuid = require "uuid9562"
local _, functions, arguments_of = assert(loadfile(t.root .. "tests/hosts/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

local V4 = "919108f7-52d1-4320-9bac-f847db4148a8" -- RFC 9562 section A.3

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
                table.insert(calls, {place = place, what = parameter.name,
                                     name, table.unpack(arguments_of(name))})
            end
        end
    end
    return calls
end

local takes_uuid = calls_with "uuid9562.uuid"

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
            t.check(row.what == "namespace" or message_of(with(row, text)) == message)
        end
    end
    t.equal(message_of(uuid.uuid5, "dns", "n"), message_of(uuid.uuid5, "@nosuch", "n"))
    t.check(message_of(uuid.from_bytes, V4):find("exactly 16 bytes; it is text", 1, true))
    t.check(message_of(uuid.parse, "\255\254" .. V4):find("; found UTF-16", 1, true))
    for text, shown in pairs {["2024-02-29\n"] = "; found white space",
                              ["2024-02-29\194\160"] = "; found white space",
                              ["1795362046000"] = "; pass a number as an integer, not as text"} do
        t.check(message_of(uuid.uuid7_at, text):find(shown, 1, true))
    end
end)

t.test("parse reads text only", function()
    t.malformed(16, uuid.parse, "0123456789abcdef")
    t.equal(uuid.version("0123456789abcdef"), nil)
    -- 16 bytes are binary, even if they begin with an @
    local odd = "@dns567890123456"
    t.equal(uuid.uuid5(odd, "n"), uuid.uuid5(uuid.from_bytes(odd), "n"))
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

t.test("an integral float is an integer", function()
    t.equal(uuid.uuid7_min(1e11), uuid.uuid7_min(100000000000))
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
end)

t.test("match returns nil for invalid arguments", function()
    for _, f in ipairs {uuid.match, uuid.ordering_match} do
        for _, value in ipairs(not_strings) do
            t.absent(f, value, V4)
            t.absent(f, V4, value)
        end
        t.argument_error(1, "value expected", f)
        t.argument_error(2, "value expected", f, V4)
    end
end)

---- unknown names ----

t.test("a name of a format or digest is more than what precedes its NUL", function()
    t.out_of_range("unknown input format; expected one of: any", uuid.parse, V4, "strict\0")
    t.out_of_range("unknown output format; expected one of: canonical", uuid.format, V4, "upper\0")
    t.out_of_range("unknown digest; expected one of: sha256", uuid.uuid8_name, V4, "n", "sha1\0")
    t.out_of_range("unknown node", uuid.uuid1, "@host\0")
end)
