-- bindings/lua/uuid9562.meta.lua declares the names of the module, and each function takes and
-- returns what it declares.

local t = ...
local uuid = require "uuid9562"
local path = t.root .. "bindings/lua/uuid9562.meta.lua"
local declared_by = assert(loadfile(t.root .. "tests/hosts/lua/declared.lua"))
local classes, functions, arguments_of, optional_fields = declared_by(path)

local function signature(f)
    local parameters = {}
    for i, parameter in ipairs(f.takes) do
        parameters[i] = parameter.name .. (parameter.optional and "?: " or ": ") .. parameter.type
    end
    return "fun(" .. table.concat(parameters, ", ") .. ")"
           .. (#f.gives > 0 and ": " .. table.concat(f.gives, ", ") or "")
end

---- names ----

local function same_names(declared, actual, class)
    for name in pairs(declared) do
        t.check(actual[name] ~= nil or class and optional_fields[class .. "." .. name],
                "declared, but missing: " .. tostring(name), 2)
    end
    for name in pairs(actual) do
        t.check(declared[name] ~= nil, "not declared: " .. tostring(name), 2)
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

t.test("the file is Lua, and declared.lua reads all of it", function()
    same_names(functions, assert(loadfile(path))())
end)

t.test("it declares each method of generators as the function of its name", function()
    local methods = classes["uuid9562.generator"]
    same_names(methods, getmetatable(uuid.generator()).__index)
    for name, written in pairs(methods) do
        t.equal((written:gsub("^fun%(self,? ?", "fun(")), signature(functions[name]), name)
    end
end)

t.test("it declares the options of generators", function()
    local options = {}
    uuid.generator(setmetatable({}, {__index = function(_, name) options[name] = true end}))
    same_names(classes["uuid9562.options"], options)
end)

---- calls ----

-- Arguments that no function accepts, by type.
local refused = {
    string = "\0", any = "\0", integer = math.mininteger,
    ["uuid9562.uuid"] = "\0", ["uuid9562.node"] = -1, ["uuid9562.ticks"] = -1,
    ["uuid9562.time"] = "\0", ["uuid9562.time_ns"] = "\0",
    ["uuid9562.options"] = {node = -1},
}

local function with(given, place, value)
    local changed = table.move(given, 1, #given, 1, {})
    changed[place] = value
    return table.unpack(changed)
end

local function has_type(value, type_name)
    if type_name == "uuid9562.ticks" then
        type_name = t.integers and "integer" or "string"
    end
    local element = type_name:match("^(.*)%[%]$")
    if element then
        return type(value) == "table" and #value > 0 and has_type(value[1], element)
    elseif type(value) == "userdata" then
        return getmetatable(value).__name == type_name
    elseif type(value) == "table" then
        same_names(classes[type_name], value, type_name)
        return true
    end
    return (math.type(value) or type(value)) == type_name
end

-- Those that may be called here; state_file.lua calls the others in processes of their own.
local callable = {}
for name, f in pairs(functions) do
    callable[name] = not name:find("^state") and f or nil
end

t.test("arguments are as declared", function()
    for name, f in pairs(functions) do
        local given, needed = arguments_of(name), f.needed
        for i, parameter in ipairs(f.takes) do
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
        for count = needed, callable[name] and #f.takes or -1 do
            t.check(pcall(uuid[name], table.unpack(given, 1, count)), name .. " of " .. count)
        end
    end
end)

-- Calls f with these arguments and one more value.
local function surplus(given, value)
    return with(given, #given + 1, value)
end

t.test("a surplus argument is an error that names the function, and a nil at the end is none",
       function()
    for name, f in pairs(functions) do
        local given, expected = arguments_of(name), ("to '%s' (takes "):format(name)
        for _, value in ipairs {7, "", false, uuid.NIL} do
            t.argument_error(#f.takes + 1, expected, uuid[name], surplus(given, value))
        end
        given.n = #given
        t.argument_error(#f.takes + 1, expected, uuid[name],
                         table.unpack({table.unpack(given, 1, given.n), [given.n + 2] = 7}, 1,
                                      given.n + 2))
        if callable[name] then
            t.check(pcall(uuid[name], table.unpack(given, 1, given.n + 2)), name)
        end
    end
end)

t.test("a surplus argument of a method is an error at the function's position", function()
    local g = uuid.generator()
    for name in pairs(classes["uuid9562.generator"]) do
        local given = arguments_of(name)
        local call = assert(t.load("local g = ... local u = g:" .. name .. "(select(2, ...))"))
        t.raises(("bad argument #%d to '%s' (takes "):format(#given + 1, name), call, g,
                 surplus(given, 7))
        t.argument_error(#given + 2, ("to '%s' (takes "):format(name), g[name], g,
                         surplus(given, 7))
        t.check(pcall(g[name], g, table.unpack(given, 1, #given + 1)), name)
    end
end)

t.test("a function that is called with a colon says so", function()
    for name, f in pairs(functions) do
        local expected = ("'%s' called with ':'; write uuid.%s(...)"):format(name, name)
        local given = arguments_of(name)
        t.raises(expected, uuid[name], uuid, table.unpack(given))
        if f.needed > 0 or name == "generator" then
            t.raises(expected, uuid[name], uuid, table.unpack(given, 1, f.needed))
        end
    end
end)

t.test("an argument error of a method has the position and name of the function's", function()
    local g = uuid.generator()
    for name in pairs(classes["uuid9562.generator"]) do
        local f = functions[name]
        local given = arguments_of(name)
        local call = assert(t.load("local g = ... local u = g:" .. name .. "(select(2, ...))"))
        for i, parameter in ipairs(f.takes) do
            local ok, problem = pcall(call, g, with(given, i, print))
            t.check(not ok, name)
            t.check(problem:find(("bad argument #%d to '%s' (%s: "):format(i, name, parameter.name),
                                 1, true), problem)
        end
    end
end)

t.test("results are as declared", function()
    for name, f in pairs(callable) do
        local given = arguments_of(name)
        local got = table.pack(uuid[name](table.unpack(given)))
        local count, may_be_nil = got.n, false
        for i = 1, got.n do
            t.check(i == 1 and has_type(got[i], (f.gives[i]:gsub("%?$", ""))),
                    name .. t.show_all(got))
        end
        for i, parameter in ipairs(f.takes) do
            got = table.pack(uuid[name](with(given, i, refused[parameter.type])))
            count, may_be_nil = math.max(count, got.n), may_be_nil or got[1] == nil
        end
        t.equal(count, #f.gives, name .. ": number of results")
        t.equal(may_be_nil and count > 0, count > 0 and f.gives[1]:find("%?$") ~= nil, name)
    end
end)
