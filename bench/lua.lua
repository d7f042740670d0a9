-- What the Lua binding costs: LUA_CPATH='build/lua/?.so' lua5.4 bench/lua.lua
--
-- All of it is measured in turn, ROUNDS times, after one round that does not count, in CPU time of
-- the process; the table has the medians, in nanoseconds for each UUID, the collector's part among
-- them. Prints a table in Markdown.

local uuid = require "uuid9562"

local ROUNDS, CALLS, MANY = 15, 20000, 1000000

-- Texts that are not canonical.
local texts = {}
for i, u in ipairs(uuid.batch(7, CALLS)) do
    texts[i] = u:upper()
end

local function spent(f, each)
    collectgarbage()
    local begin = os.clock()
    f()
    return (os.clock() - begin) * 1e9 / each
end

local function calls(count, f, a, b)
    return function()
        for _ = 1, count do
            f(a, b)
        end
    end
end

local function of_texts(f)
    return function()
        for i = 1, CALLS do
            f(texts[i])
        end
    end
end

-- The name of a call, a function that makes some, and how many UUIDs these are.
local rows = {
    {"uuid4()", calls(CALLS, uuid.uuid4), CALLS},
    {"uuid7()", calls(CALLS, uuid.uuid7), CALLS},
    {"uuid7_bytes()", calls(CALLS, uuid.uuid7_bytes), CALLS},
    {"parse(text)", of_texts(uuid.parse), CALLS},
    {"valid(text)", of_texts(uuid.valid), CALLS},
    {"batch(7, 1000)", calls(20, uuid.batch, 7, 1000), CALLS},
    {("batch_bytes(7, %d)"):format(MANY), calls(1, uuid.batch_bytes, 7, MANY), MANY},
}

local results = {}
for round = 0, ROUNDS do
    for i, row in ipairs(rows) do
        results[i] = results[i] or {}
        results[i][round] = spent(row[2], row[3])
    end
end
print(jit and jit.version or _VERSION)
print("\n| call | ns |\n|---|---|")
for i, row in ipairs(rows) do
    table.sort(results[i]) -- from 1 on: the round 0 does not count
    print(("| %s | %.1f |"):format(row[1], results[i][math.floor(ROUNDS / 2) + 1]))
end
