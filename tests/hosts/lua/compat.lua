-- Adds to the standard library what the tests use and Luas other than 5.4 lack; and returns a table
-- of what each Lua writes in its own way. Child processes load this file, too.

local c = {}

-- Does this Lua have integers, or floats alone, which hold integers below 2^53?
c.integers = math.type ~= nil

if not c.integers then
    math.maxinteger, math.mininteger = 2^53 - 1, 1 - 2^53

    function math.tointeger(value)
        local whole = type(value) == "number" and value % 1 == 0 and math.abs(value) < 2^53
        return whole and value or nil
    end

    -- For the tests a whole number is an integer.
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

-- Compiles a string, with globals of its own.
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

-- Does this Lua have <close> variables?
c.closes = c.load "local _ <close> = nil" ~= nil

-- Calls `body` with a value and closes the value afterwards.
c.with_closed = c.closes and c.load "local value <close>, body = ... return body(value)"
    or function(value, body)
        local result = body(value)
        getmetatable(value).__close(value)
        return result
    end

-- Leaves garbage with a finalizer.
function c.litter(finalizer)
    if newproxy then
        getmetatable(newproxy(true)).__gc = finalizer
    else
        setmetatable({}, {__gc = finalizer})
    end
end

local function set_collector(parameters)
    local old = {}
    for parameter, value in pairs(parameters) do
        local known, before = pcall(collectgarbage, "set" .. parameter, value)
        old[parameter] = known and before or collectgarbage("param", parameter, value)
    end
    return old
end

-- Calls `body` while the collector runs as often as it can.
function c.collect_often(body)
    local old = set_collector {pause = 1, stepmul = 10000}
    collectgarbage() -- a new pause takes effect at the end of a cycle
    local ok, problem = pcall(body)
    set_collector(old)
    if not ok then
        error(problem, 0)
    end
end

-- What c.shell raises where there is no POSIX shell: the test is skipped.
c.NO_SHELL = "Windows has no POSIX shell"
c.has_shell = package.config:sub(1, 1) == "/"

-- Runs a shell command. Returns what it wrote to both outputs, and whether it succeeded.
function c.shell(command)
    if not c.has_shell then
        error(c.NO_SHELL, 0)
    end
    local pipe = assert(io.popen("{ " .. command .. "\n} 2>&1; echo ended $?", "r"))
    local output, status = pipe:read("*a"):match("^(.*)ended (%d+)\n$")
    pipe:close()
    return output, status == "0"
end

-- The name of this Lua for pkg-config.
c.pc = os.getenv "LUA_PC" or jit and "luajit" or "lua" .. _VERSION:match("%d%.%d")

function c.nothing() end

return c
