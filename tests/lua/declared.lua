-- What bindings/lua/uuid9562.meta.lua declares: two tables, the classes with the types of their
-- fields, as written, and the functions of the module, {takes = {{name=, optional=, type=}},
-- gives = {type}}.

local path = ...

local classes, functions = {}, {}

local class
local takes, gives = {}, {}
local readers = {
    {"^%-%-%-@class ([%w_.]+)$", function(name)
        class = {}
        classes[name] = class
    end},
    {"^%-%-%-@field ([%w_]+)%?? (.+)$", function(name, rest)
        class[name] = rest
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
        functions[name] = {takes = takes, gives = gives}
        takes, gives = {}, {}
    end},
    {"^uuid9562%.([%w_]+) = uuid9562%.([%w_]+)$", function(twin, name)
        functions[twin] = functions[name]
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

return classes, functions
