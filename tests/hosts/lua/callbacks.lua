-- The callbacks of generators, and the life of the object: an error of a callback is raised
-- unchanged, a wrong result is reported, and neither changes state; what a callback may do while it
-- runs; when a generator is freed.

local t = ...
local uuid = require "uuid9562"

local T = 1645557742000000000

local function zeros(n)
    return ("\0"):rep(n)
end

-- A generator whose callbacks can be replaced in the returned table at any time.
local function new_generator()
    local callbacks = {
        clock = function() return T end,
        random = zeros,
    }
    local g = uuid.generator {
        clock = function() return callbacks.clock() end,
        random = function(n) return callbacks.random(n) end,
    }
    return g, callbacks
end

-- Calls that read the clock, and calls that need random bytes.
local reads = {
    {"uuid1"}, {"uuid1", 1, 2}, {"uuid6"}, {"uuid7"}, {"uuid7_bytes"},
    {"batch", 1, 5}, {"batch", 6, 5}, {"batch_bytes", 7, 5}, {"lead_ns"}, {"resync"},
    {"advance", "c232ab00-9414-11ec-b3c8-9f6bdeced846"},
}
local draws = {
    {"uuid1"}, {"uuid4"}, {"uuid4_bytes"}, {"uuid6"}, {"uuid7"}, {"uuid7_bytes"},
    {"uuid7_at", 5}, {"uuid8"}, {"uuid8", 1, 2}, {"batch", 1, 5}, {"batch", 4, 5},
    {"batch_bytes", 6, 5}, {"batch_bytes", 7, 5},
}

-- Runs `check(g, call)` for each call with a callback in place of a valid one. Its failure leaves
-- the generator in the same state as one that was never called.
local function with_each(name, callback, check)
    for _, call in ipairs(name == "clock" and reads or draws) do
        local g, callbacks = new_generator()
        local same = new_generator()
        t.equal(g:uuid7(), same:uuid7())
        local original = callbacks[name]
        callbacks[name] = callback
        check(g, call)
        callbacks[name] = original
        t.equal(g:uuid7(), same:uuid7(), call[1])
        t.equal(g:uuid1(), same:uuid1(), call[1])
        t.equal(g:lead_ns(), same:lead_ns(), call[1])
    end
end

-- The error value of a call that raises.
local function raised(g, call)
    local ok, problem = pcall(g[call[1]], g, table.unpack(call, 2))
    t.check(not ok, call[1] .. " raised nothing")
    return problem
end

---- errors ----

t.test("an error of a callback is raised unchanged", function()
    for _, name in ipairs {"clock", "random"} do
        for _, value in ipairs {{}, "words", 42, 4.5, print, io.stdout, false,
                                coroutine.create(t.nothing)} do
            with_each(name, function() error(value, 0) end, function(g, call)
                t.check(rawequal(raised(g, call), value), call[1] .. " raised something else")
            end)
        end
        with_each(name, function() error() end, function(g, call)
            t.equal(raised(g, call), select(2, pcall(error)))
        end)
        with_each(name, function() error("words") end, function(g, call)
            t.check(raised(g, call):find("^.*callbacks.lua:%d+: words$"))
        end)
    end
end)

t.test("a wrong result is an error that names it", function()
    local messages = {
        clock = "clock must return an integer, nanoseconds since 1970, got ",
        random = "random must return a string of exactly %d+ bytes, got ",
    }
    local wrong = {
        clock = {{1.5}, {0 / 0}, {2^63}, {"1"}, {""}, {{}}, {true}, {print}, {false}, {nil}, {}},
        random = {{1}, {16.0}, {{}}, {true}, {print}, {nil}, {}},
    }
    for name, results in pairs(wrong) do
        for _, result in ipairs(results) do
            local value = result[1]
            local got = math.type(value) and tostring(value):gsub("%p", "%%%0") or type(value)
            with_each(name, function() return value end, function(g, call)
                local problem = raised(g, call)
                t.check(problem:find("^" .. messages[name] .. got .. "$"), problem)
            end)
        end
    end
    with_each("clock", function() end, function(g, call)
        t.check(raised(g, call):find("got nil$"))
    end)
    for _, length in ipairs {0, 1, 7, 9, 15, 17, 1000} do
        with_each("random", function() return zeros(length) end, function(g, call)
            t.check(raised(g, call):find(messages.random .. length .. "$"))
        end)
    end
    -- Further results are dropped, as everywhere.
    local g, callbacks = new_generator()
    callbacks.clock = function() return T, "more" end
    t.equal(uuid.timestamp_ms(g:uuid7()), t.div(T, 1000000))
end)

t.test("that error names the place of the method's call", function()
    local g, callbacks = new_generator()
    callbacks.random = function() return "short" end
    local ok, problem = pcall(function() local u = g:uuid4() return u end)
    t.check(not ok and problem:find("callbacks.lua:%d+: random must"), problem)
end)

---- what a callback may do ----

t.test("a callback uses its own generator", function()
    local g, callbacks = new_generator()
    local seen, last, depth, draw_count = {}, "", 0, 0
    local function see(u)
        t.check(not seen[u], "twice: " .. u)
        seen[u] = true
    end
    local function follow(u)
        see(u)
        t.check(last < u, last .. " is followed by " .. u)
        last = u
    end
    local function use()
        if depth < 3 then
            depth = depth + 1
            see(g:uuid1())
            see(g:uuid4())
            follow(g:uuid7())
            follow(g:batch(7, 2)[1])
            depth = depth - 1
        end
    end
    callbacks.clock = function()
        use()
        return T
    end
    callbacks.random = function(n)
        use()
        draw_count = draw_count + 1
        return ("%016d"):format(draw_count):sub(-n)
    end
    follow(g:uuid7())
    t.check(draw_count > 100)
end)

t.test("an error of an inner call, caught in the callback, is over", function()
    local g, callbacks = new_generator()
    local inside
    callbacks.clock = function()
        if not inside then
            inside = true
            local ok, problem = pcall(g.uuid7, g)
            inside = false
            t.check(not ok and problem == "inner", problem)
            return T
        end
        error("inner", 0)
    end
    t.equal(g:uuid7(), "017f22e2-79b0-7000-8000-000000000000")
    -- and if the outer call then fails in the core, the error is the core's
    local clock = callbacks.clock
    callbacks.clock = function()
        clock()
        return -1
    end
    t.raises("the clock is out of range", g.uuid7, g)
end)

t.test("a callback that calls itself without end", function()
    for _, name in ipairs {"clock", "random"} do
        local g, callbacks = new_generator()
        local original = callbacks[name]
        callbacks[name] = function(...)
            g:uuid7()
            return original(...)
        end
        t.raises("overflow", g.uuid7, g)
        t.raises("overflow", g.batch, g, 1, 10)
        t.raises("overflow", coroutine.wrap(function() g:uuid7() end))
        callbacks[name] = original
        t.equal(g:uuid7(), "017f22e2-79b0-7000-8000-000000000000")
    end
end)

t.test("a callback that uses the generator from another coroutine", function()
    for _, first in ipairs {"clock", "random"} do
        local g, callbacks = new_generator()
        local outer, inner = coroutine.running(), nil
        for name, original in pairs {clock = callbacks.clock, random = zeros} do
            callbacks[name] = function(n)
                if name == first and not inner then
                    inner = coroutine.create(function()
                        coroutine.yield(g:uuid7())
                        coroutine.yield(g:uuid7())
                        g:batch(5.5, 1)
                    end)
                    t.check(coroutine.resume(inner))
                    t.check(coroutine.resume(inner))
                    t.check(not coroutine.resume(inner))
                    inner = "gone" -- and so is its stack, before the outer call returns
                    collectgarbage()
                end
                t.equal(coroutine.running(), inner ~= "gone" and inner or outer)
                return original(n)
            end
        end
        t.equal(g:uuid7(), "017f22e2-79b0-7000-8080-000000000000") -- the third nanosecond
        t.equal(g:uuid1(), "c232ab00-9414-11ec-8180-010000000000")
    end
end)

-- The debug library reaches what calls a callback, and puts another function in its place.
t.test("the debug library calls and replaces callbacks", function()
    local get, set = debug.getuservalue or debug.getfenv, debug.setuservalue or debug.setfenv
    local one_each = pcall(get, uuid.generator(), 1) and _VERSION == "Lua 5.4"
    for number, name in ipairs {"clock", "random"} do
        local g = new_generator()
        local caller = one_each and get(g, number) or get(g)[number]
        for _, place in ipairs {0, io.stdout} do
            t.raises("only its generator calls it", caller, place, 16)
        end
        t.raises("only its generator calls it", caller)
        if one_each then
            set(g, t.nothing, number)
        else
            set(g, {[number] = t.nothing, [3 - number] = get(g)[3 - number]})
        end
        t.raises(name == "clock" and "the clock cannot be read" or "the random generator failed",
                 g.uuid7, g)
    end
end)

t.test("a callback cannot yield", function()
    for _, name in ipairs {"clock", "random"} do
        local g, callbacks = new_generator()
        local original = callbacks[name]
        callbacks[name] = function(...)
            coroutine.yield()
            return original(...)
        end
        local worker = coroutine.create(function() return g:uuid7() end)
        local ok, problem = coroutine.resume(worker)
        t.check(not ok and problem:find("yield across .*C%-call boundary"), problem)
        if coroutine.close then
            t.check(coroutine.close(worker) == false)
        end
        callbacks[name] = original
        t.equal(g:uuid7(), "017f22e2-79b0-7000-8000-000000000000")
    end
end)

t.test("a callback may neither close nor resync its generator", function()
    local metatable = getmetatable(uuid.generator())
    for _, forbidden in ipairs {function(g) g:resync() end, metatable.__gc, metatable.__close,
                                function(g) t.with_closed(g, t.nothing) end} do
        for _, name in ipairs {"clock", "random"} do
            local done = false
            local g, callbacks = new_generator()
            local original = callbacks[name]
            callbacks[name] = function(...)
                if not done then
                    done = true
                    forbidden(g)
                end
                return original(...)
            end
            t.raises("neither close nor resync its own", g.uuid1, g)
            t.equal(g:uuid7(), "017f22e2-79b0-7000-8000-000000000000")
            g:resync()
        end
    end
    -- It may resync other generators, and the module.
    local g, callbacks = new_generator()
    local other = new_generator()
    other:batch(7, 10)
    callbacks.clock = function()
        other:resync()
        uuid.resync()
        return T
    end
    t.equal(#g:uuid7(), 36)
    t.equal(other:lead_ns(), 0)
end)

t.test("os.exit in a callback", function()
    for _, close in ipairs {"true", "false"} do
        t.child_passes("", [[
            local uuid = require "uuid9562"
            local g ]] .. (t.closes and "<close>" or "") .. [[ = uuid.generator {clock = function()
                print "done"
                os.exit(0, ]] .. close .. [[)
            end}
            g:uuid7()
        ]])
    end
end)

---- the life of a generator ----

t.test("a closed generator", function()
    local kept, generated
    t.with_closed(uuid.generator {clock = function() return T end}, function(g)
        kept, generated = g, g:uuid7()
    end)
    t.equal(uuid.timestamp_ms(generated), t.div(T, 1000000))
    for name, method in pairs(getmetatable(kept).__index) do
        local ok, problem = pcall(method, kept)
        t.check(not ok and problem == "attempt to use a closed generator", name)
    end
    local metatable = getmetatable(kept)
    for _ = 1, 3 do
        metatable.__close(kept)
        metatable.__gc(kept)
    end
end)

t.test("a method requires a generator", function()
    local g = uuid.generator()
    local metatable = getmetatable(g)
    local disguised = setmetatable({}, metatable)
    for _, value in ipairs {1, "x", {}, print, io.stdout, disguised, false} do
        for _, method in pairs(metatable.__index) do
            t.argument_error(1, "uuid9562.generator expected, got ", method, value)
        end
        t.argument_error(1, "uuid9562.generator expected", metatable.__gc, value)
    end
    setmetatable(disguised, nil) -- or it would be finalized as a generator
    for _, method in pairs(metatable.__index) do
        t.argument_error(1, "uuid9562.generator expected, got no value", method)
    end
    local ok, problem = pcall(function() local u = g.uuid7_at(5) return u end)
    t.check(not ok and problem:find("bad argument #1 to 'uuid7_at'", 1, true), problem)
    local called = t.integers and "uuid9562.generator" or "userdata" -- from 5.3 on by __name
    t.check(tostring(g):find("^" .. called .. ": "), tostring(g))
end)

t.test("the callbacks live as long as the generator, and no longer", function()
    local alive = setmetatable({}, {__mode = "k"})
    local function count()
        local n = 0
        for _ in pairs(alive) do
            n = n + 1
        end
        return n
    end
    -- In a coroutine: values that are left on its stack are freed with it.
    coroutine.wrap(function()
        local g
        do
            local function clock() return T, alive end
            local function random(n) return zeros(n), g, alive end -- a cycle
            alive[clock], alive[random] = true, true
            g = uuid.generator {clock = clock, random = random}
            alive[g] = true
        end
        collectgarbage()
        collectgarbage()
        t.equal(count(), 3)
        t.equal(g:uuid7(), "017f22e2-79b0-7000-8000-000000000000")
    end)()
    for _ = 1, 3 do
        collectgarbage()
    end
    t.equal(count(), 0)
end)

t.test("a generator that only its call refers to", function()
    for _ = 1, 20 do
        local function clock()
            collectgarbage()
            return T
        end
        local function random(n)
            collectgarbage()
            return zeros(n)
        end
        t.equal(uuid.generator({clock = clock, random = random}):uuid7(),
                "017f22e2-79b0-7000-8000-000000000000")
        t.equal(#uuid.generator({clock = clock, random = random}):batch_bytes(6, 5), 80)
        t.raises("gone", function()
            uuid.generator({clock = function() collectgarbage() error "gone" end}):uuid7()
        end)
    end
end)

-- In a process of its own, whose heap is small, so that the memory of batches makes the collector
-- run often.
t.test("finalizers use a generator, and close it", function()
    t.child_passes("", "local t = dofile " .. ("%q"):format(
        t.root .. "tests/hosts/lua/compat.lua") .. [[

        local uuid = require "uuid9562"
        local clock = function() return 1645557742000000000 end
        local g = uuid.generator {clock = function() return clock() end}
        local function litter(finalizer)
            for _ = 1, 50 do
                t.litter(finalizer)
            end
        end
        local ran = 0
        for _ = 1, 200 do
            litter(function()
                ran = ran + 1
                pcall(coroutine.wrap(function() g:uuid7() end))
            end)
            assert(#g:batch_bytes(7, 1000) == 16000)
        end
        assert(ran > 0, "no finalizer ran")
        clock = function() error({}) end
        for _ = 1, 20 do
            litter(function() pcall(g.uuid7, g) end)
            local ok, problem = pcall(g.batch, g, 7, 1000)
            assert(not ok and type(problem) == "table", problem)
        end

        local metatable = getmetatable(g)
        local closed = 0
        t.collect_often(function()
            for _ = 1, 200 do
                local short = uuid.generator()
                litter(function() metatable.__close(short) end)
                local ok, problem = pcall(short.batch, short, 4, 1000)
                closed = closed + (ok and 0 or 1)
                assert(ok or problem:find("closed generator", 1, true), problem)
            end
        end)
        assert(closed > 0, "no generator was closed before its batch")
        print "done"
    ]])
end)
