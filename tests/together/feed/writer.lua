-- A writer of feed.py in Lua: lua5.4 writer.lua MODULE EXTENSION DATABASE SCRIPT ROUNDS
local uuid = require "uuid9562"
local module, extension, path, script, rounds = (table.unpack or unpack)(arg)
local writes = package.loadlib(module, "open_in_lua")(extension, path)

for _ = 1, rounds do
    for line in io.lines(script) do
        while not writes(line, uuid.uuid7_bytes) do end
    end
end
