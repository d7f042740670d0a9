-- bindings/lua/uuid9562.meta.lua against the module: the same names, and what it says of arguments
-- and results is what happens.

local t = ...
local uuid = require "uuid9562"
local path = t.root .. "bindings/lua/uuid9562.meta.lua"
local classes, functions = assert(loadfile(t.root .. "tests/lua/declared.lua"))(path)

local function signature(f)
    local parameters = {}
    for i, parameter in ipairs(f.takes) do
        parameters[i] = parameter.name .. (parameter.optional and "?: " or ": ") .. parameter.type
    end
    return "fun(" .. table.concat(parameters, ", ") .. ")"
           .. (#f.gives > 0 and ": " .. table.concat(f.gives, ", ") or "")
end

---- names ----

local function same_names(declared, there)
    for name in pairs(declared) do
        t.check(there[name] ~= nil, "declared, but not there: " .. tostring(name), 2)
    end
    for name in pairs(there) do
        t.check(declared[name] ~= nil, "there, but not declared: " .. tostring(name), 2)
    end
end

t.test("it declares the names of the module", function()
    local declared = {}
    for name, type_name in pairs(classes.uuid9562) do
        t.equal(type_name:match("^%a+"), type(uuid[name]), name)
        declared[name] = true
    end
    for name in pairs(functions) do
        t.equal(type(uuid[name]), "function", name)
        declared[name] = true
    end
    same_names(declared, uuid)
end)

t.test("it is Lua, of which nothing was overlooked here", function()
    same_names(functions, assert(loadfile(path))())
end)

t.test("it declares the methods of generators, as the functions of the module", function()
    local methods = classes["uuid9562.generator"]
    same_names(methods, getmetatable(uuid.generator()).__index)
    for name, written in pairs(methods) do
        t.equal((written:gsub("^fun%(self,? ?", "fun(")), signature(functions[name]), name)
    end
end)

t.test("it declares the options of generators", function()
    local asked_for = {}
    uuid.generator(setmetatable({}, {__index = function(_, name) asked_for[name] = true end}))
    same_names(classes["uuid9562.options"], asked_for)
end)

---- calls ----

-- Arguments with which a function succeeds: by its name and the parameter's, by the parameter's
-- name, or by its type.
local arguments = {
    ["v6_to_v1.u"] = "1ec9414c-232a-6b00-b3c8-9f6bdeced846", -- RFC 9562 section A.5
    ["typeid_prefix.s"] = "user_00000000000000000000000000",
    ["parse.s"] = uuid.NIL,
    ["from_bytes.b"] = uuid.to_bytes(uuid.NIL),
    form = "canonical",
    prefix = "user",
    digest = "sha1",
    random = "0123456789",
    name = "name",
    any = uuid.NIL,
    integer = 7,
    ["uuid9562.uuid"] = "c232ab00-9414-11ec-b3c8-9f6bdeced846", -- section A.1
    ["uuid9562.node"] = 7,
    ["uuid9562.options"] = {},
}

-- The same that no function takes, by type.
local refused = {
    string = "\0", any = "\0", integer = math.mininteger,
    ["uuid9562.uuid"] = "\0", ["uuid9562.node"] = -1, ["uuid9562.options"] = {node = -1},
}

local function arguments_of(name, f)
    local given = {}
    for i, parameter in ipairs(f.takes) do
        given[i] = arguments[name .. "." .. parameter.name] or arguments[parameter.name]
                   or arguments[parameter.type]
    end
    t.equal(#given, #f.takes, name .. ": arguments to try")
    return given
end

local function with(given, place, value)
    local changed = table.move(given, 1, #given, 1, {})
    changed[place] = value
    return table.unpack(changed)
end

local function is_of(value, type_name)
    local array_of = type_name:match("^(.*)%[%]$")
    if array_of then
        return type(value) == "table" and #value > 0 and is_of(value[1], array_of)
    elseif type(value) == "userdata" then
        return getmetatable(value).__name == type_name
    elseif type(value) == "table" then
        same_names(classes[type_name], value)
        return true
    end
    return (math.type(value) or type(value)) == type_name
end

t.test("arguments are as declared", function()
    for name, f in pairs(functions) do
        local given, needed = arguments_of(name, f), 0
        for i, parameter in ipairs(f.takes) do
            needed = parameter.optional and needed or i
            if parameter.type ~= "any" then
                local named = "(" .. parameter.name .. ": "
                t.argument_error(i, named, uuid[name], with(given, i, print))
                t.argument_error(i, "expected, got function)", uuid[name], with(given, i, print))
            end
        end
        if needed > 0 then
            t.argument_error(needed, ("(%s: "):format(f.takes[needed].name), uuid[name],
                             table.unpack(given, 1, needed - 1))
        end
        for count = needed, #f.takes do
            t.check(pcall(uuid[name], table.unpack(given, 1, count)), name .. " of " .. count)
        end
    end
end)

t.test("an error of a method counts and names the arguments as the function's does", function()
    local g = uuid.generator()
    for name in pairs(classes["uuid9562.generator"]) do
        local f = functions[name]
        local given = arguments_of(name, f)
        local call = assert(t.load("local g = ... local made = g:" .. name .. "(select(2, ...))"))
        for i, parameter in ipairs(f.takes) do
            local ok, problem = pcall(call, g, with(given, i, print))
            t.check(not ok, name)
            t.check(problem:find(("bad argument #%d to '%s' (%s: "):format(i, name, parameter.name),
                                 1, true), problem)
        end
    end
end)

t.test("results are as declared", function()
    for name, f in pairs(functions) do
        local given = arguments_of(name, f)
        local got = table.pack(uuid[name](table.unpack(given)))
        local most, may_be_nil = got.n, false
        for i = 1, got.n do
            t.check(i == 1 and is_of(got[i], (f.gives[i]:gsub("%?$", ""))),
                    name .. t.show_all(got))
        end
        for i, parameter in ipairs(f.takes) do
            got = table.pack(uuid[name](with(given, i, refused[parameter.type])))
            most, may_be_nil = math.max(most, got.n), may_be_nil or got[1] == nil
        end
        t.equal(most, #f.gives, name .. ": number of results")
        t.equal(may_be_nil and most > 0, most > 0 and f.gives[1]:find("%?$") ~= nil, name)
    end
end)
