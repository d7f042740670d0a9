-- The core's formats by name, and TypeIDs. The module is asked for the names, so a new format is
-- tested without a change here. tests/vectors.tsv has the published examples.

local t = ...
local uuid = require "uuid9562"

local V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" -- RFC 9562 section A.6
local bytes = uuid.to_bytes(V7)
local long = ("a"):rep(1000000)

---- formats and samples ----

-- The names in the message for an unknown format.
local function list_formats(f)
    local names = {}
    for name in select(2, f(V7, "no such format")):match("expected one of: (.*)"):gmatch("%S+") do
        names[#names + 1] = name
    end
    return names
end
local inputs, outputs = list_formats(uuid.parse), list_formats(uuid.format)

-- UUIDs as bytes: the smallest and the largest, each single bit, small numbers, random ones.
local samples = {("\0"):rep(16), ("\255"):rep(16), bytes}
for place = 0, 15 do
    for bit = 0, 7 do
        table.insert(samples, ("\0"):rep(place) .. string.char(2^bit) .. ("\0"):rep(15 - place))
    end
end
math.randomseed(9562)
for number = 2, 300 do
    table.insert(samples, ("\0"):rep(14) .. string.char(t.div(number, 256), number % 256))
    local random = {}
    for i = 1, 16 do
        random[i] = string.char(math.random(0, 255))
    end
    table.insert(samples, table.concat(random))
end

-- Is there a byte that no text format writes? Lua has no other way to recognise a binary format.
local function is_binary(text)
    return text:find("[^!-~]") ~= nil
end

-- Every input format with a text in it.
local function each_text()
    local texts = {}
    for _, format in ipairs(inputs) do
        texts[format] = uuid.format(bytes)
    end
    for _, format in ipairs(outputs) do
        texts[format] = uuid.format(bytes, format)
    end
    return pairs(texts)
end

---- formats ----

t.test("the formats that the messages list", function()
    local is_input = {}
    for _, format in ipairs(inputs) do
        is_input[format] = true
        t.equal(uuid.parse(V7, format) or uuid.parse(uuid.format(V7, format), format), V7, format)
    end
    t.check(is_input.any and is_input.strict)
    for _, format in ipairs(outputs) do
        t.check(is_input[format], "written, but not read: " .. format)
        is_input[format] = nil
    end
    for format in pairs(is_input) do
        t.out_of_range("unknown output format", uuid.format, V7, format)
    end
end)

t.test("what is written is read", function()
    for _, format in ipairs(outputs) do
        for _, sample in ipairs(samples) do
            local u = uuid.from_bytes(sample)
            local text = uuid.format(sample, format)
            t.equal(uuid.format(u, format), text, format)
            t.results({u}, uuid.parse, text, format)
        end
    end
end)

-- The order of bytes; `<` would depend on the locale.
local function precedes(a, b)
    for i = 1, math.min(#a, #b) do
        if a:byte(i) ~= b:byte(i) then
            return a:byte(i) < b:byte(i)
        end
    end
    return #a < #b
end

t.test("the formats that uuid9562.h calls sorted, and no others, sort as UUIDs do", function()
    local header = assert(io.open(t.root .. "core/include/uuid9562.h")):read("*a")
    local promised = {}
    for name, about in header:gmatch("\n %*   (%l[%w_]+) +([^\n]*)") do
        promised[name] = about:find(" sorted$") ~= nil
    end
    t.check(promised.ulid)
    table.sort(samples, precedes)
    for _, format in ipairs(outputs) do
        t.check(promised[format] ~= nil, "not in the table of uuid9562.h: " .. format)
        local sorted, last = true, nil
        for _, sample in ipairs(samples) do
            local text = uuid.format(sample, format)
            sorted = sorted and not (last and precedes(text, last))
            last = text
        end
        t.equal(sorted, promised[format], format)
    end
end)

t.test("an embedded NUL", function()
    for format, text in each_text() do
        t.malformed(#text, uuid.parse, text .. "\0", format)
        for i = 1, is_binary(text) and 0 or #text do
            t.malformed(i - 1, uuid.parse, text:sub(1, i - 1) .. "\0" .. text:sub(i + 1), format)
            t.malformed(i - 1, uuid.parse, text:sub(1, i - 1) .. "\0" .. text:sub(i), format)
        end
        t.out_of_range("unknown input format", uuid.parse, text, format .. "\0")
        t.out_of_range("unknown output format", uuid.format, V7, format .. "\0" .. format)
    end
end)

t.test("very long strings", function()
    for format, text in each_text() do
        for _, s in ipairs {long, text .. long, ("0"):rep(#long), ("z"):rep(#long)} do
            t.malformed(nil, uuid.parse, s, format)
            t.check(select(3, uuid.parse(s, format)) <= 90, format)
        end
        t.malformed(32, uuid.format, long, format)
    end
end)

-- What follows the first wrong byte does not change its offset; and what precedes it begins some
-- text in the format, so by itself it is only too short.
t.test("an offset depends only on what precedes it", function()
    for format, text in each_text() do
        for _ = 1, 40 do
            local i, c = math.random(#text), string.char(math.random(0, 127))
            local s = text:sub(1, i - 1) .. c .. text:sub(i + math.random(0, 1))
            local u, _, offset = uuid.parse(s, format)
            for length = 0, u and -1 or #s do
                local head = s:sub(1, length)
                if uuid.parse(head, format) then
                    t.check(length <= offset, format .. ": " .. t.show(s))
                else
                    t.malformed(math.min(length, offset), uuid.parse, head, format)
                end
            end
        end
    end
end)

t.test("a number is neither text in a format nor the name of one", function()
    for _, format in ipairs(inputs) do
        for _, value in ipairs {0, 1, 7, 1.0, 123456789012345678, math.mininteger, 1e38} do
            t.argument_error(1, "string expected, got number", uuid.parse, value, format)
        end
        t.argument_error(1, "string expected, got number", uuid.format, 7, format)
    end
    for _, value in ipairs {0, 62, 1.5} do
        t.argument_error(2, "string expected, got number", uuid.parse, V7, value)
        t.argument_error(2, "string expected, got number", uuid.format, V7, value)
    end
end)

t.test("anything else of a wrong type", function()
    local object = setmetatable({}, {__tostring = function() return V7 end})
    for _, format in ipairs(inputs) do
        for _, value in ipairs {false, {}, object, print, io.stdout, coroutine.create(t.nothing)} do
            t.argument_error(1, "string expected, got ", uuid.parse, value, format)
            t.argument_error(1, "string expected, got ", uuid.format, value, format)
        end
        t.argument_error(1, "string expected, got nil", uuid.parse, nil, format)
    end
end)

t.test("guid is 16 bytes, both ways", function()
    t.check(is_binary(uuid.format(V7, "guid")))
    for _, sample in ipairs(samples) do
        local swapped = uuid.to_bytes(uuid.guid_swap(sample))
        t.results({swapped}, uuid.format, sample, "guid")
        t.results({uuid.from_bytes(sample)}, uuid.parse, swapped, "guid")
    end
    -- A string is bytes, even if it looks like text.
    t.equal(uuid.parse("0123456789abcdef", "guid"), "33323130-3534-3736-3839-616263646566")
    for length = 0, 40 do
        if length ~= 16 then
            t.malformed(math.min(length, 16), uuid.parse, ("\0"):rep(length), "guid")
        end
    end
    t.malformed(16, uuid.parse, V7, "guid")
    t.malformed(0, uuid.parse, bytes)
end)

---- directories ----

t.test("the schema of RFC 4530", function()
    local schema = uuid.ldap_schema()
    t.equal(#schema, 4)
    for i, row in ipairs(schema) do
        t.equal(row.section, "2." .. i)
        t.equal(row.oid, "1.3.6.1.1.16." .. i)
        t.check(row.description:find("( " .. row.oid .. " ", 1, true) == 1, row.description)
        t.check(row.description:find("'" .. row.name .. "'", 1, true), row.description)
    end
    schema[1].name = "another"
    t.equal(uuid.ldap_schema()[1].name, "UUID")
end)

---- TypeIDs ----

t.test("a TypeID is a prefix and the format typeid", function()
    local bare = uuid.format(V7, "typeid")
    t.results({bare}, uuid.typeid, "", V7)
    t.results({""}, uuid.typeid_prefix, bare)
    local prefixes = {"a_b", "a__b", "user_account", "a" .. ("_"):rep(61) .. "z"}
    for length = 1, 63 do
        table.insert(prefixes, ("z"):rep(length))
    end
    for _, prefix in ipairs(prefixes) do
        local text = prefix .. "_" .. bare
        t.results({text}, uuid.typeid, prefix, V7)
        t.results({text}, uuid.typeid, prefix, bytes)
        t.results({text}, uuid.typeid, prefix, "{" .. V7:upper() .. "}")
        t.results({prefix}, uuid.typeid_prefix, text)
        t.results({V7}, uuid.parse, text, "typeid")
    end
end)

t.test("prefixes that are not allowed", function()
    for _, prefix in ipairs {"A", "User", "a1", "1", "_", "__", "_a", "a_", "a-b", "a b", " ", "a ",
                             "\0", "a\0", "a\0b", "\195\164", ("z"):rep(64), ("_"):rep(64), long,
                             "a" .. ("_"):rep(62) .. "z", V7, bytes} do
        t.out_of_range("invalid prefix; expected at most 63 characters, a-z and _", uuid.typeid,
                       prefix, V7)
    end
end)

t.test("malformed TypeIDs", function()
    for text, offset in pairs {
        [""] = 0, ["user"] = 4, ["user_"] = 5, ["\0"] = 0, ["user\0_"] = 4, ["_"] = 0,
        [V7] = 8, [bytes] = 0, [long] = 63, [V7:upper()] = 3, ["@dns"] = 0,
        [uuid.typeid("user", V7) .. "\0"] = 31, [uuid.typeid("user", V7):upper()] = 0,
        [uuid.format(V7, "ulid")] = 2, [" " .. uuid.typeid("user", V7)] = 0,
    } do
        t.malformed(offset, uuid.typeid_prefix, text)
        t.malformed(offset, uuid.parse, text, "typeid")
    end
end)

t.test("malformed UUIDs to write as a TypeID", function()
    t.malformed(0, uuid.typeid, "user", "")
    t.malformed(35, uuid.typeid, "user", V7:sub(1, 35))
    t.malformed(36, uuid.typeid, "", V7 .. "\0")
    t.malformed(nil, uuid.typeid, "user", bytes .. "\0")
    t.malformed(0, uuid.typeid, "", uuid.typeid("order", V7))
    t.malformed(32, uuid.typeid, "user", long)
end)

t.test("a TypeID of wrong types", function()
    for _, value in ipairs {false, 0, 1.5, {}, print, coroutine.create(t.nothing)} do
        local got = " expected, got " .. type(value)
        t.argument_error(1, "(prefix: string" .. got, uuid.typeid, value, V7)
        t.argument_error(2, "(u: string" .. got, uuid.typeid, "user", value)
        t.argument_error(1, "(s: string" .. got, uuid.typeid_prefix, value)
    end
    t.argument_error(1, "prefix: string expected, got nil", uuid.typeid, nil, V7)
    t.argument_error(1, "prefix: string expected, got no value", uuid.typeid)
    t.argument_error(2, "string expected, got no value", uuid.typeid, "user")
    t.argument_error(1, "string expected, got no value", uuid.typeid_prefix)
end)

t.test("of two errors in a TypeID: types before values, from left to right", function()
    t.argument_error(1, "prefix", uuid.typeid, 1, 2)
    t.argument_error(2, "string expected", uuid.typeid, "BAD", 2)
    t.argument_error(1, "prefix", uuid.typeid, 1, "bad")
    t.out_of_range("invalid prefix", uuid.typeid, "BAD", "bad")
end)
