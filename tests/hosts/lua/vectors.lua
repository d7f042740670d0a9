-- tests/vectors.tsv, row by row; its head explains a row. A function with two return types runs in
-- both.

local t = ...
local uuid = require "uuid9562"
local path = os.getenv("UUID9562_VECTORS") or t.root .. "tests/vectors.tsv"

local _, functions = assert(loadfile(t.root .. "tests/hosts/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

-- The kind of an argument. Lua has one type of string, so only this distinguishes the vectors' text
-- from their binary:
--   uuid    a UUID of any accepted type        text    text
--   bytes   a name: text or binary             binary  binary
--   integer                                    ticks   an integer, in some Luas written as text
--   time    an integer or text                 time_ns such ticks or text
local by_name = {
    assertion = "text", b = "binary", key = "binary", name = "bytes", random = "binary",
}
local by_type = {
    any = "uuid", integer = "integer", string = "text", ["uuid9562.node"] = "integer",
    ["uuid9562.uuid"] = "uuid", ["uuid9562.ticks"] = "ticks", ["uuid9562.time"] = "time",
    ["uuid9562.time_ns"] = "time_ns",
}

-- The kinds of an operation's arguments; those of a function are declared.
local function kinds_of(name)
    if name == "constant" or name == "ldap_schema" or name == "formats" then
        return {"text"}
    elseif name == "timestamp" then
        return {"uuid"}
    end
    local takes = {}
    for i, parameter in ipairs(assert(functions[name], "unknown operation").takes) do
        local is_string = parameter.type == "string" or parameter.type == "any"
        takes[i] = is_string and by_name[parameter.name] or by_type[parameter.type]
    end
    return takes
end

---- reading ----

local function from_hex(hex)
    assert(#hex % 2 == 0 and not hex:find("%X"), "not bytes in hex: " .. hex)
    return (hex:gsub("%x%x", function(two) return string.char(tonumber(two, 16)) end))
end

local read = {
    s = function(rest) return rest end,
    x = from_hex,
    b = from_hex,
    i = function(rest)
        assert(rest:find("^-?%d+$"), "not an integer: " .. rest)
        return assert(t.integers and math.tointeger(tonumber(rest)) or tonumber(rest))
    end,
    r = function(rest) return assert(tonumber(rest), "not a number: " .. rest) + 0.0 end,
    t = function(rest)
        assert(rest == "0" or rest == "1", "neither true nor false: " .. rest)
        return rest == "1"
    end,
    n = function(rest)
        assert(rest == "", "not empty: " .. rest)
        return nil
    end,
}

local function read_value(field)
    local kind, rest = field:match("^(%l):(.*)$")
    assert(kind and read[kind], "not a value: " .. field)
    return {kind = kind, value = read[kind](rest)}
end

local function read_row(line)
    local fields = {}
    for field in (line .. "\t"):gmatch("([^\t]*)\t") do
        fields[#fields + 1] = field
    end
    assert(#fields >= 2, "no result")
    local row = {operation = fields[1], arguments = {n = #fields - 2}, kinds = {}}
    row.takes = kinds_of(row.operation)

    row.failure = fields[2]:match("^e:(.*)$")
    if row.failure then
        local failure, offset = row.failure:match("^(%l+)@(%d+)$")
        row.offset = offset and math.tointeger(tonumber(offset))
        row.failure = failure or row.failure
        row.failure, row.message = row.failure:match("^(%l+) ?(.*)$")
    else
        row.expected = read_value(fields[2])
    end
    local function read_ticks(field)
        local digits = not t.integers and field:match("^i:(.*)$")
        return digits and {kind = "s", value = digits} or read_value(field)
    end
    if row.expected and (row.operation == "timestamp_ticks" or row.operation == "timestamp_ns") then
        row.expected = read_ticks(fields[2])
    end
    for i = 3, #fields do
        local takes = row.takes[i - 2]
        local as_ticks = takes == "ticks" or takes == "time_ns"
        local argument = (as_ticks and read_ticks or read_value)(fields[i])
        row.arguments[i - 2], row.kinds[i - 2] = argument.value, argument.kind
    end
    return row
end

---- rows that Lua cannot express ----

local function is_text(kind)
    return kind == "s" or kind == "x"
end

-- Is it an integer that shares a number with its neighbours in this Lua?
local function is_inexact(kind, value)
    return kind == "i" and not t.integers and math.abs(value) > math.maxinteger
end

-- Also changes the row where Lua has another result, or reports the same error at another offset.
local function reason_to_skip(row)
    if row.operation == "timestamp" then
        return "Lua has no function timestamp"
    end
    if row.expected and is_inexact(row.expected.kind, row.expected.value) then
        return "the result is an integer above 2^53, which this Lua cannot hold"
    end
    if row.operation == "valid" and row.kinds[1] == "b" then
        row.expected.value = false -- a string in Lua, and no text of a UUID
    end
    local of_type = row.failure == "type" or row.failure == "null"
    for i = 1, row.arguments.n do
        local takes, kind, value = row.takes[i], row.kinds[i], row.arguments[i]
        if of_type and takes == "text" and kind == "b" then
            return "binary instead of text: a string in Lua"
        elseif of_type and takes == "binary" and is_text(kind) then
            return "text instead of binary: a string in Lua"
        elseif of_type and (takes == "time" or takes == "time_ns") and kind == "b" then
            return "binary instead of a time: a string in Lua"
        elseif is_inexact(kind, value) then
            row.failure = "type" -- this Lua cannot hold it
        elseif of_type and takes ~= "uuid" and takes ~= "text" and kind == "r"
            and math.tointeger(value) then
            return "an integral float instead of an integer: an integer in Lua"
        elseif takes == "uuid" and is_text(kind) and #value == 16 then
            return "text of 16 bytes instead of a UUID: binary in Lua"
        elseif takes == "uuid" and kind == "b" and #value ~= 16 then
            if uuid.valid(value) then
                return "binary that is the text of a UUID: that UUID in Lua"
            end
            row.offset = nil -- malformed as binary, and as the text that Lua reads
        end
    end
end

---- running ----

local function call(f, row)
    return f(table.unpack(row.arguments, 1, row.arguments.n))
end

local function check_result(row, got)
    if row.expected.kind == "n" then
        t.check(got.n == 1 and got[1] == nil, "expected one nil, got " .. t.show_all(got))
    else
        t.equal(got.n, 1, "number of results " .. t.show_all(got))
        t.equal(got[1], row.expected.value)
    end
end

-- `convert` turns a result into the one in the row.
local function check_call(f, row, convert)
    local function run()
        return call(f, row)
    end
    if row.failure == "malformed" then
        t.malformed(row.offset, run)
    elseif row.failure == "time" or row.failure == "namespace" then
        t.malformed_as(row.failure, row.offset, run)
    elseif row.failure == "range" then
        t.out_of_range("", run)
        t.equal(select(2, run()):sub(1, #row.message), row.message)
    elseif row.failure == "null" or row.failure == "type" then
        -- f itself, so that the error names its argument
        t.argument_error(nil, nil, f, table.unpack(row.arguments, 1, row.arguments.n))
    elseif row.failure then
        error("unknown error e:" .. row.failure)
    else
        local got = table.pack(run())
        if convert and got[1] ~= nil then
            got[1] = convert(got[1])
        end
        check_result(row, got)
    end
end

-- The row with that name, its cells separated by spaces.
local function ldap_schema(name)
    for _, row in ipairs(uuid.ldap_schema()) do
        if row.name == name then
            return table.concat({row.section, row.oid, row.name, row.description}, " ")
        end
    end
    return nil
end

-- The format with that name, likewise.
local function formats(name)
    for _, row in ipairs(uuid.formats()) do
        if row.name == name then
            local cells = {name, row.length or "-"}
            for _, flag in ipairs({"fixed_length", "sorted", "any_case", "binary", "writable",
                                   "implied"}) do
                cells[#cells + 1] = ({[true] = "1", [false] = "0"})[row[flag]]
            end
            return table.concat(cells, " ")
        end
    end
    return nil
end

local function run_row(row)
    local name = row.operation
    if name == "constant" then
        t.equal(uuid[row.arguments[1]], row.expected.value)
    elseif name == "ldap_schema" then
        check_call(ldap_schema, row)
    elseif name == "formats" then
        check_call(formats, row)
    elseif name == "batch" then -- a batch that succeeds has a known count, and random bits
        check_call(uuid.batch, row, function(batch) return #batch end)
        check_call(uuid.batch_bytes, row, function(bytes) return t.div(#bytes, 16) end)
    else
        check_call(uuid[name], row)
        if uuid[name .. "_bytes"] then
            check_call(uuid[name .. "_bytes"], row, uuid.from_bytes)
        end
    end
end

local function run_line(line)
    local row = read_row(line)
    if reason_to_skip(row) then
        return "skipped"
    end
    run_row(row)
    return "passed"
end

t.test("shared vectors", function()
    local number, count, problems = 0, {passed = 0, failed = 0, skipped = 0}, {}
    for line in io.lines(path) do
        number = number + 1
        if not line:find("^#") and not line:find("^uuid9562_") and line ~= "" then -- of C alone
            local ok, result = pcall(run_line, line)
            local outcome = ok and result or "failed"
            count[outcome] = count[outcome] + 1
            if not ok then
                problems[#problems + 1] = ("%s:%d: %s\n    %s"):format(path, number, line, result)
            end
        end
    end
    print(("vectors: %d passed, %d failed, %d skipped"):format(count.passed, count.failed,
                                                               count.skipped))
    t.check(#problems == 0, "\n" .. table.concat(problems, "\n"))
    t.check(count.passed > 0, path .. " holds no vectors")
end)
