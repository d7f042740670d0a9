-- What Luas other than 5.4 lack of the standard library that the suite uses, put into it; and, as
-- the table that it returns, what each writes in its own way. Child processes load it, too.

local c = {}

-- Has this Lua integers, or are all its numbers real ones, which hold integers below 2^53?
c.integers = math.type ~= nil

if not c.integers then
    math.maxinteger, math.mininteger = 2^53 - 1, 1 - 2^53

    function math.tointeger(value)
        local whole = type(value) == "number" and value % 1 == 0 and math.abs(value) < 2^53
        return whole and value or nil
    end

    -- As the suite has it: an integer is what could be one.
    function math.type(value)
        return type(value) == "number" and (math.tointeger(value) and "integer" or "float") or nil
    end
end

table.unpack = table.unpack or unpack

table.pack = table.pack or function(...)
    return {n = select("#", ...), ...}
end

table.move = table.move or function(from, first, last, at, to)
    for i = first, last do
        to[at + i - first] = from[i]
    end
    return to
end

package.searchpath = package.searchpath or function(name, path)
    for template in path:gmatch("[^;]+") do
        local found = template:gsub("%?", name)
        local file = io.open(found)
        if file then
            file:close()
            return found
        end
    end
end

-- A chunk of a string, with globals of its own.
function c.load(text, name, environment)
    if not setfenv then
        return load(text, name, "t", environment or _G)
    end
    local chunk, problem = loadstring(text, name)
    return chunk and setfenv(chunk, environment or _G), problem
end

-- a // b
c.div = c.integers and load "local a, b = ... return a // b" or function(a, b)
    return math.floor(a / b)
end

-- Does it have variables that are closed, and finalizers of tables?
c.closes = c.load "local _ <close> = nil" ~= nil

-- Calls `body` with a value that is closed afterwards.
c.with_closed = c.closes and c.load "local value <close>, body = ... return body(value)"
    or function(value, body)
        local result = body(value)
        getmetatable(value).__close(value)
        return result
    end

-- Makes garbage, and what the collector is to call before it takes it away.
function c.litter(finalizer)
    if newproxy then
        getmetatable(newproxy(true)).__gc = finalizer
    else
        setmetatable({}, {__gc = finalizer})
    end
end

-- Makes the collector run at every chance; called again with what it has returned, no longer.
function c.collect_often(before)
    local found = {}
    for parameter, value in pairs(before or {pause = 1, stepmul = 10000}) do
        local known, old = pcall(collectgarbage, "set" .. parameter, value)
        if not known then
            old = collectgarbage("param", parameter, value)
        end
        found[parameter] = old
    end
    return found
end

-- Runs a command of the shell: what it wrote on both outputs, and whether it ended well.
function c.shell(command)
    local pipe = assert(io.popen("{ " .. command .. "\n} 2>&1; echo ended $?", "r"))
    local output, status = pipe:read("*a"):match("^(.*)ended (%d+)\n$")
    pipe:close()
    return output, status == "0"
end

-- Of this Lua, for pkg-config.
c.pc = os.getenv "LUA_PC" or jit and "luajit" or "lua" .. _VERSION:match("%d%.%d")

function c.nothing() end

return c
