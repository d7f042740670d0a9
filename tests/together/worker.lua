-- worker.lua [PATH]: as state_worker.c, in Lua.
local uuid = require "uuid9562"
if arg[1] then uuid.state_open(arg[1]) end
for line in io.lines() do
    local version, count = line:match("(%d) (%d+)")
    for i = 1, count do io.write(uuid["uuid" .. version](), "\n") end
    io.flush()
end
