-- What bindings/lua/uuid9562.meta.lua declares, so that a new function is tested without a line in
-- each test. Returns
--
--   classes       by name, the types of their fields as written
--   functions     of the module by name: {takes = {{name=, optional=, type=}}, gives = {type},
--                 needed = how many arguments are not optional}
--   arguments_of  (name) -> a list of arguments, the optional ones included, that function `name`
--                 accepts
--   optional_fields
--                 the set of the optional fields, as "class.field"

local path = ...

local classes, functions, optional_fields = {}, {}, {}

local class, class_name
local takes, gives = {}, {}
local readers = {
    {"^%-%-%-@class ([%w_.]+)$", function(name)
        class, class_name = {}, name
        classes[name] = class
    end},
    {"^%-%-%-@field ([%w_]+)(%??) (.+)$", function(name, optional, rest)
        class[name] = rest
        optional_fields[class_name .. "." .. name] = optional == "?"
    end},
    {"^%-%-%-@param ([%w_]+)(%??) (%S+)", function(name, optional, type_name)
        table.insert(takes, {name = name, optional = optional == "?", type = type_name})
    end},
    {"^%-%-%-@return (.+)$", function(all)
        for one in (all .. ", "):gmatch("(.-), ") do
            table.insert(gives, one:match("^%S+"))
        end
    end},
    {"^function uuid9562%.([%w_]+)%((.*)%) end$", function(name, parameters)
        local names = {}
        for i, parameter in ipairs(takes) do
            names[i] = parameter.name
        end
        assert(table.concat(names, ", ") == parameters, path .. ": the parameters of " .. name)
        local needed = 0
        for i, parameter in ipairs(takes) do
            needed = parameter.optional and needed or i
        end
        functions[name] = {takes = takes, gives = gives, needed = needed}
        takes, gives = {}, {}
    end},
    {"^uuid9562%.([%w_]+) = uuid9562%.([%w_]+)$", function(bytes_name, name)
        functions[bytes_name] = functions[name]
    end},
}
for line in io.lines(path) do
    for _, reader in ipairs(readers) do
        local found, second, third = line:match(reader[1])
        if found then
            reader[2](found, second, third)
        end
    end
end

-- Arguments that functions accept: by the names of the function and the parameter, by the
-- parameter's name, or by its type.
local accepted = {
    ["v6_to_v1.u"] = "1ec9414c-232a-6b00-b3c8-9f6bdeced846", -- RFC 9562 section A.5
    ["typeid_prefix.s"] = "user_00000000000000000000000000",
    ["parse.s"] = "00000000-0000-0000-0000-000000000000",
    ["from_bytes.b"] = ("\0"):rep(16),
    ["uuid4_make.random"] = "0123456789abcdef",
    key = "0123456789abcdef",
    format = "canonical",
    prefix = "user",
    digest = "sha1",
    random = "0123456789",
    name = "name",
    path = "/no folder/state",
    any = "00000000-0000-0000-0000-000000000000",
    integer = 7,
    max_lead_ns = 86400000000000, -- the default, which later tests want
    ["uuid9562.uuid"] = "c232ab00-9414-11ec-b3c8-9f6bdeced846", -- section A.1
    ["uuid9562.node"] = 7,
    ["uuid9562.ticks"] = 7,
    ["uuid9562.time"] = 0,
    ["uuid9562.time_ns"] = 7,
    ["uuid9562.options"] = {},
}

local function arguments_of(name)
    local arguments = {}
    for i, parameter in ipairs(functions[name].takes) do
        arguments[i] = accepted[name .. "." .. parameter.name] or accepted[parameter.name]
                       or accepted[parameter.type]
                       or error("no argument to try: " .. name .. ", " .. parameter.name)
    end
    return arguments
end

return classes, functions, arguments_of, optional_fields
