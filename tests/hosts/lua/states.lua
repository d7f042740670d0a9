-- Coroutines, a second table of the same module, and the garbage collector. One Lua state has one
-- thread, so the core's own tests cover threads.

local t = ...
local uuid = require "uuid9562"

t.test("one order over all coroutines", function()
    local last = ""
    local workers = {}
    for i = 1, 20 do
        workers[i] = coroutine.wrap(function()
            for _ = 1, 100 do
                coroutine.yield(uuid.uuid7())
                for _, u in ipairs(uuid.batch(7, 3)) do
                    coroutine.yield(u)
                end
            end
        end)
    end
    -- A worker yields the UUIDs of a batch after others were generated, so only the first of each
    -- four, a single call, is compared.
    for _ = 1, 100 do
        for turn = 1, 4 do
            for i = 1, #workers do
                local u = workers[i]()
                if turn == 1 then
                    t.check(last < u, last .. " is followed by " .. u)
                    last = u
                end
            end
        end
    end
end)

t.test("a second table of the module shares the order", function()
    local path = assert(package.searchpath("uuid9562", package.cpath))
    local open = assert(package.loadlib(path, "luaopen_uuid9562"))
    local other = open()
    t.check(other ~= uuid)
    local last = ""
    for _ = 1, 1000 do
        for _, each in ipairs {uuid, other} do
            local u = each.uuid7()
            t.check(last < u, last .. " is followed by " .. u)
            last = u
        end
    end
    t.equal(uuid.node(uuid.uuid1()), uuid.node(other.uuid1()))
end)

t.test("the collector runs as often as it can", function()
    t.collect_often(function()
        local kept = {}
        for i = 1, 200 do
            local texts, bytes = uuid.batch(7, 50), uuid.batch_bytes(4, 50)
            kept[i % 7] = texts
            collectgarbage("step")
            t.check(#texts == 50 and #bytes == 800)
            for _, u in ipairs(texts) do
                t.check(uuid.version(u) == 7)
            end
        end
        t.equal(#kept, 6)
    end)
end)

t.test("no memory is kept", function()
    local function work()
        for _ = 1, 200 do
            uuid.uuid7()
            uuid.uuid1(1, 2)
            uuid.batch(7, 100)
            uuid.batch_bytes(6, 100)
            uuid.parse("x")
            pcall(uuid.uuid7_at, "x")
            uuid.uuid5("@dns", "name")
        end
    end
    t.keeps_no_memory(work)
end)
