-- What the Lua binding costs, beside lower bounds (floors):
-- LUA_CPATH='build/lua/?.so' lua5.4 bench/lua.lua
--
-- A floor is the cheapest call of this Lua that gives such a value, of bench/lua_floors.c; the cost
-- of the core is measured in C, in the same run. All of it is measured in turn, ROUNDS times, after
-- one round that does not count, in CPU time of the thread, which other programs do not disturb;
-- the table has the medians, in nanoseconds for each UUID, the collector's part among them. Prints
-- a table in Markdown.

local uuid = require "uuid9562"

local ROUNDS, CALLS, MANY = 15, 20000, 1000000
local root = arg[0]:match("^(.*)bench/[^/]*$") or "../"

local function quote(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The module of bench/lua_floors.c, built for this Lua.
local function build_floors()
    local library = os.tmpname()
    local pc = os.getenv "LUA_PC" or jit and "luajit" or "lua" .. _VERSION:match("%d%.%d")
    os.execute(("${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -fPIC -shared -Wl,-z,nodelete "
                .. "$(pkg-config --cflags %s) -I%s %s %s -o %s -lcrypto -pthread"):format(
                    quote(pc), quote(root .. "core/include"), quote(root .. "bench/lua_floors.c"),
                    quote(root .. "core/uuid9562.c"), quote(library)))
    local open = assert(package.loadlib(library, "luaopen_lua_floors"))
    os.remove(library)
    return open()
end

local floors = build_floors()

-- Texts that are not canonical.
local texts = {}
for i, u in ipairs(uuid.batch(7, 200)) do
    texts[i] = u:upper()
end

---- measurements: functions that give nanoseconds for each UUID ----

-- Of a call with these arguments, which makes `each` UUIDs.
local function call(f, each, ...)
    each = each or 1
    local calls, a, b = math.max(1, math.floor(CALLS / each)), ...
    return function()
        collectgarbage()
        local begin = floors.clock()
        for _ = 1, calls do
            f(a, b)
        end
        return (floors.clock() - begin) / (calls * each)
    end
end

-- Of a call of each of these texts. What it gives is new each time, since the collector has taken
-- the last away.
local function call_of_texts(f)
    local passes = CALLS / #texts
    return function()
        local spent = 0
        for _ = 1, passes do
            collectgarbage()
            local begin = floors.clock()
            for i = 1, #texts do
                f(texts[i])
            end
            spent = spent + floors.clock() - begin
        end
        return spent / CALLS
    end
end

local function core(f, n)
    return function()
        return f(n or 1)
    end
end

-- The name of a call; how it, its floor and the cost of the core are measured.
local rows = {
    {"uuid4()", call(uuid.uuid4), call(floors.text), core(floors.core_uuid4)},
    {"uuid7()", call(uuid.uuid7), call(floors.text), core(floors.core_uuid7)},
    {"uuid7_bytes()", call(uuid.uuid7_bytes), call(floors.bytes), core(floors.core_uuid7_bytes)},
    {"parse(text)", call_of_texts(uuid.parse), call_of_texts(floors.text),
     core(floors.core_parse)},
    {"valid(text)", call(uuid.valid, 1, texts[1]), call(floors.boolean, 1, texts[1]),
     core(floors.core_valid)},
    {"parse(text), beside a floor that takes a text", call_of_texts(uuid.parse),
     call_of_texts(floors.text_of_text), core(floors.core_parse)},
    {"valid(text), the same", call(uuid.valid, 1, texts[1]),
     call(floors.boolean_of_text, 1, texts[1]), core(floors.core_valid)},
    {"batch(7, 1000)", call(uuid.batch, 1000, 7, 1000), call(floors.texts, 1000, 1000),
     core(floors.core_batch, 1000)},
    {"batch_bytes(7, 1000)", call(uuid.batch_bytes, 1000, 7, 1000),
     call(floors.many_bytes, 1000, 1000), core(floors.core_batch_bytes, 1000)},
    {("batch_bytes(7, %d)"):format(MANY), call(uuid.batch_bytes, MANY, 7, MANY),
     call(floors.many_bytes, MANY, MANY), core(floors.core_batch_bytes, MANY)},
}

-- Measured in turn, so that what disturbs one disturbs all of them.
local function medians(measurements)
    local results = {}
    for i = 1, #measurements do
        results[i] = {}
    end
    for round = 0, ROUNDS do
        for i, measure in ipairs(measurements) do
            results[i][round] = measure()
        end
    end
    for i, column in ipairs(results) do
        table.sort(column) -- from 1 on: the round 0 does not count
        results[i] = column[math.floor(ROUNDS / 2) + 1]
    end
    return results
end

floors.keep_to_one_cpu()
print(jit and jit.version or _VERSION)
print("\n| call | ns | floor | core | (ns - floor) / core |\n|---|---|---|---|---|")
for _, row in ipairs(rows) do
    local got = medians {row[2], row[3], row[4]}
    print(("| %s | %.1f | %.1f | %.1f | %.2f |"):format(
        row[1], got[1], got[2], got[3], (got[1] - got[2]) / got[3]))
end
