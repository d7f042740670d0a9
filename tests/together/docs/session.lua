-- Runs a program, and shows what it prints from a line on: session.lua FILE LINE
-- Of a line that ends in `-- => error: ...` it shows the error. `uuid` is the module.

uuid = require "uuid9562"

local path, first = arg[1], tonumber(arg[2])
local begun = false

function begin_example()
    begun = true
end

local to_stdout = print
function print(...)
    if begun then
        to_stdout(...)
    end
end

function raises(statement)
    local ok, problem = pcall(statement)
    print(ok and "no error" or "error: " .. tostring(problem):gsub("^example:%d+: ", ""))
end

local lines = {}
for line in io.lines(path) do
    local statement = line:match("^(.*%S)%s*%-%- => error")
    lines[#lines + 1] = statement and "raises(function() " .. statement .. " end)" or line
end
lines[first] = "begin_example()"
assert((loadstring or load)(table.concat(lines, "\n"), "@example"))()
