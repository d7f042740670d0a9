-- What Lua reports if the machine fails: no digest, no random bytes, no clock or a wrong one, no
-- memory. Each in a child process.

local t = ...

-- The children begin with this: a check that a call raises an error.
local PRELUDE = "dofile " .. ("%q"):format(t.root .. "tests/lua/compat.lua") .. [[

local uuid = require "uuid9562"
local function raises(pattern, name, ...)
    local ok, problem = pcall(uuid[name], ...)
    collectgarbage() -- which Lua 5.1 does not do by itself where memory is short
    assert(not ok, name .. " raised nothing: " .. tostring(problem))
    assert(tostring(problem):find(pattern, 1, true), name .. " raised " .. tostring(problem))
end
]]

t.test("no digest, and no cipher", function()
    t.child_passes("OPENSSL_CONF=" .. t.quote(t.root .. "tests/no-crypto.cnf"), PRELUDE .. [[
        local DIGEST = "the system does not offer this digest"
        for _, name in ipairs {"uuid3", "uuid5", "uuid8_name"} do
            raises(DIGEST, name, "@dns", "name")
        end
        raises(DIGEST, "uuid8_name", "@dns", "name", "shake128")

        -- Random bytes are the system's.
        local seen = {}
        for _ = 1, 10000 do
            local u = uuid.uuid4()
            assert(not seen[u], "repeated: " .. u)
            seen[u] = true
        end
        assert(#uuid.batch(4, 10000) == 10000 and uuid.uuid7() < uuid.uuid7())
        print "done"
    ]])
end)

t.test("no memory for a batch", function()
    -- The buffer of 2^31 - 1 UUIDs cannot be allocated. The other buffers can, and their results
    -- cannot: a million strings take some 60 MB, twice 16 bytes for each of 4.5 million 140 MB.
    t.child_passes("ulimit -v 120000;", PRELUDE .. [[
        local no_buffer = jit and "userdata length overflow" or "not enough memory"
        for i = 1, 3 do
            raises(no_buffer, "batch", 7, 2^31 - 1)
            raises("not enough memory", "batch", 7, 1200000)
            raises(no_buffer, "batch_bytes", 4, 2^31 - 1)
            raises("not enough memory", "batch_bytes", 4, 4500000)
        end
        assert(#uuid.batch(7, 1000) == 1000 and #uuid.batch_bytes(7, 1000) == 16000)
        print "done"
    ]])
end)

-- Runs a script where tests/clock.c, which the Makefile builds, replaces the system's clock and
-- random bytes.
local library = os.getenv "TEST_CLOCK_LIBRARY"

local function test_with(variable, title, script)
    t.test(title, function()
        if not library then
            t.skip "no TEST_CLOCK_LIBRARY"
            return
        end
        local setup = "LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}%s TEST_%s"
        t.child_passes(setup:format(t.quote(library), variable), PRELUDE .. script)
    end)
end

test_with("RANDOM=fails", "no entropy", [[
    local ENTROPY = "the random generator failed; UUID9562_RANDOM, if set, must be system"
    for _, name in ipairs {"uuid1", "uuid4", "uuid6", "uuid7", "uuid8", "uuid1_bytes",
                           "uuid4_bytes", "uuid6_bytes", "uuid7_bytes", "reseed"} do
        raises(ENTROPY, name)
    end
    raises(ENTROPY, "uuid7_at", 1)
    raises(ENTROPY, "uuid8", 1, 2)
    raises(ENTROPY, "system_random", 16)
    for _, version in ipairs {1, 4, 6, 7} do
        raises(ENTROPY, "batch", version, 1000)
        raises(ENTROPY, "batch_bytes", version, 1000)
    end
    assert(not pcall(uuid), "calling the module raised nothing")
    local g = uuid.generator()
    assert(not pcall(g.uuid7, g), "a generator raised nothing")
    g = uuid.generator {random = function(n) return ("r"):rep(n) end}
    assert(g:uuid7() < g:uuid7())

    -- The error names the place in the script.
    local ok, problem = pcall(function() local u = uuid.uuid4() return u end)
    assert(problem:find("^[^:]+:%d+: the random"), problem)

    -- Functions that need none work.
    assert(uuid.uuid8(1, 2, 3) == "00000000-0001-8002-8000-000000000003")
    assert(uuid.version(uuid.uuid1(1, 2)) == 1)
    assert(uuid.parse(uuid.MAX) == uuid.MAX and #uuid.batch(4, 0) == 0)
    print "done"
]])

for _, mode in ipairs {"broken", "1969", "2600"} do
    local problem = mode == "broken" and "cannot be read" or "is out of range"
    test_with("CLOCK=" .. mode, "a clock that reads " .. mode, [[
        local MESSAGE = "the clock ]] .. problem .. [["
        for _, name in ipairs {"uuid1", "uuid6", "uuid7", "uuid7_bytes", "lead_ns", "resync"} do
            raises(MESSAGE, name)
        end
        raises(MESSAGE, "uuid1", 1, 2)
        raises(MESSAGE, "batch", 7, 10)
        raises(MESSAGE, "batch_bytes", 6, 10)
        assert(uuid.version(uuid.uuid4()) == 4 and uuid.version(uuid.uuid7_at(1)) == 7)
        assert(uuid.uuid7_min(0) and uuid.uuid6_min(-1))
        print "done"
    ]])
end

test_with("CLOCK=backwards", "the order is kept when the clock runs backwards", [[
    for _, name in ipairs {"uuid7", "uuid6"} do
        local last = uuid[name]()
        for i = 1, 10000 do
            local next = uuid[name]()
            assert(last < next, last .. " then " .. next)
            last = next
        end
    end
    -- the clock runs backwards: by a second with each reading, and each of the 20000 UUIDs took one
    local lead = uuid.lead_ns()
    assert(20000e9 < lead and lead < 21000e9, lead)
    local last, node = uuid.uuid7(), uuid.node(uuid.uuid1())
    uuid.resync()
    assert(uuid.lead_ns() < 1000e9)
    assert(uuid.uuid7() < last, "resync had no effect")
    assert(uuid.node(uuid.uuid1()) ~= node, "the same node after resync")
    print "done"
]])
