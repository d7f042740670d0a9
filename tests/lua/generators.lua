-- What generators and builders promise: versions and variants, the order, uniqueness, given fields
-- kept, batches.

local t = ...
local uuid = require "uuid9562"
local classes, functions, arguments_of = assert(loadfile(t.root .. "tests/lua/declared.lua"))(
    t.root .. "bindings/lua/uuid9562.meta.lua")

local MANY = t.count
local NOW_MS = os.time() * 1000

-- Every function whose name begins with a version, {name, version, arguments}: once without its
-- optional arguments, once with each more.
local returns_uuid = {{"uuid7_make", 7, 0, ("\255"):rep(10)}, {"uuid5", 5, "@dns", "name"}}
for name, f in pairs(functions) do
    local version = name:match("^uuid(%d)")
    for count = f.needed, version and not name:find("_bytes$") and #f.takes or -1 do
        table.insert(returns_uuid, {name, math.tointeger(tonumber(version)),
                                    table.unpack(arguments_of(name), 1, count)})
    end
end

-- The versions that batches have, and what generates one at a time.
local batches = {[1] = uuid.uuid1, [4] = uuid.uuid4, [6] = uuid.uuid6, [7] = uuid.uuid7}

local function multicast_bit(node)
    return t.div(node, 0x10000000000) % 2
end

t.test("version, variant, canonical text, sixteen bytes", function()
    t.check(#returns_uuid > 20)
    for _, row in ipairs(returns_uuid) do
        local name = row[1]
        for _ = 1, 100 do
            local text = uuid[name](table.unpack(row, 3))
            local twin = uuid[name .. "_bytes"]
            local bytes = twin and twin(table.unpack(row, 3)) or uuid.to_bytes(text)
            t.check(#text == 36 and text:find("^%x+%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x+$")
                    and text == text:lower(), name .. ": " .. text)
            t.equal(#bytes, 16, name)
            t.equal(uuid.valid(text), true, name)
            for _, u in ipairs {text, bytes} do
                t.equal(uuid.version(u), row[2], name)
                t.equal(uuid.variant(u), "rfc9562", name)
            end
        end
    end
end)

t.test("calling the module is uuid4", function()
    local seen = {}
    for _ = 1, 100 do
        local u = uuid()
        t.equal(uuid.version(u), 4)
        t.check(not seen[u])
        seen[u] = true
    end
    t.argument_error(1, "takes no argument", uuid, "argument")
end)

t.test("the timestamp is the present", function()
    for _, name in ipairs {"uuid1", "uuid6", "uuid7"} do
        local unix_ms = uuid.timestamp_ms(uuid[name]())
        t.equal(math.type(unix_ms), "integer")
        t.check(math.abs(unix_ms - NOW_MS) < 600000, name .. " at " .. unix_ms)
    end
end)

-- `name` is strictly increasing over single calls and batches, as text and as bytes, with other
-- generators in between that advance the same clock state.
local function check_order(name, version)
    local last, count = "", 0
    local function follow(u)
        if u <= last then
            t.check(false, last .. " is followed by " .. u)
        end
        last, count = u, count + 1
    end
    while count < MANY do
        for _ = 1, 100 do
            follow(uuid[name]())
        end
        follow(uuid.from_bytes(uuid[name .. "_bytes"]()))
        for _, u in ipairs(uuid.batch(version, 57)) do
            follow(u)
        end
        uuid.uuid1()
        uuid.uuid7()
        uuid.uuid6(1, 2)
        uuid.batch(1, 3)
        local bytes = uuid.batch_bytes(version, 42)
        for at = 1, #bytes, 16 do
            follow(uuid.from_bytes(bytes:sub(at, at + 15)))
        end
    end
    t.check(count >= MANY)
end

t.test("uuid7 is strictly increasing", function()
    check_order("uuid7", 7)
end)

t.test("uuid6 is strictly increasing", function()
    check_order("uuid6", 6)
end)

t.test("uuid7_bytes sorts as uuid7 does", function()
    local last = uuid.uuid7_bytes()
    for _ = 1, 1000 do
        local next = uuid.uuid7_bytes()
        t.equal(uuid.compare(last, next), -1)
        t.equal(uuid.compare(next, last), 1)
        t.equal(uuid.compare(next, uuid.from_bytes(next)), 0)
        last = next
    end
end)

t.test("uuid1 never repeats a time and clock sequence, with one node", function()
    local seen, node = {}, uuid.node(uuid.uuid1())
    local function see(u)
        -- all but the node; the variant and version are the same in all
        local key = u:sub(1, 23)
        if seen[key] or uuid.node(u) ~= node then
            t.check(false, u)
        end
        seen[key] = true
    end
    for _ = 1, t.div(MANY, 100) do
        for _ = 1, 60 do
            see(uuid.uuid1())
        end
        for _, u in ipairs(uuid.batch(1, 40)) do
            see(u)
        end
    end
    t.equal(multicast_bit(node), 1)
end)

t.test("uuid6 draws a new node each time", function()
    local seen = {}
    for _ = 1, 1000 do
        local node = uuid.node(uuid.uuid6())
        t.check(not seen[node], "the same node twice")
        t.equal(multicast_bit(node), 1)
        seen[node] = true
    end
end)

t.test("a given node and clock sequence are kept", function()
    for _, name in ipairs {"uuid1", "uuid6", "uuid1_bytes", "uuid6_bytes"} do
        for _, node in ipairs {0, 1, 0x123456789abc, 281474976710655} do
            for _, clock_seq in ipairs {0, 1, 0x1234, 16383} do
                local u = uuid[name](node, clock_seq)
                t.equal(uuid.node(u), node)
                t.equal(uuid.clock_seq(u), clock_seq)
            end
            t.equal(uuid.node(uuid[name](node)), node)
            t.equal(uuid.node(uuid[name](node, nil)), node)
        end
        t.equal(uuid.clock_seq(uuid[name](nil, 77)), 77)
    end
    local seen = {}
    for _ = 1, 1000 do -- the time alone keeps them distinct
        local u = uuid.uuid1(1, 2)
        t.check(not seen[u], u)
        seen[u] = true
    end
end)

t.test("@host is the host's address, every time", function()
    local ok, u = pcall(uuid.uuid1, "@host")
    if not ok then
        t.check(u:find("no network interface", 1, true), u)
        t.skip("this host has no hardware address")
        return
    end
    t.equal(uuid.node(u), uuid.node(uuid.uuid6("@host", 5)))
    t.equal(multicast_bit(uuid.node(u)), 0)
end)

t.test("uuid4 does not repeat, within or between processes", function()
    local seen = {}
    local function see(u)
        if seen[u] then
            t.check(false, "twice: " .. u)
        end
        seen[u] = true
    end
    for _ = 1, MANY do
        see(uuid.uuid4())
    end
    for _, u in ipairs(uuid.batch(4, MANY)) do
        see(u)
    end
    for _ = 1, 3 do
        local output = t.child("", [[print((require "uuid9562").uuid4())]])
        t.equal(#output, 37, output)
        see(output:sub(1, 36))
    end
end)

t.test("every random bit takes both values", function()
    for _, row in ipairs {{"uuid4", 122}, {"uuid8", 122}, {"uuid7_at", 74, 0}} do
        local ones, zeros = {}, {}
        for _ = 1, 200 do
            local bytes = {uuid.to_bytes(uuid[row[1]](table.unpack(row, 3))):byte(1, 16)}
            for i = 0, 127 do
                local byte, bit = bytes[t.div(i, 8) + 1], 2^(7 - i % 8)
                if t.div(byte, bit) % 2 == 1 then
                    ones[i] = true
                else
                    zeros[i] = true
                end
            end
        end
        local random = 0
        for i = 0, 127 do
            random = random + (ones[i] and zeros[i] and 1 or 0)
        end
        t.equal(random, row[2], row[1])
    end
end)

t.test("uuid7_at takes no part in the order", function()
    local before = uuid.uuid7()
    for _, unix_ms in ipairs {0, 1, NOW_MS, NOW_MS + 86400000, 281474976710655} do
        local u, other = uuid.uuid7_at(unix_ms), uuid.uuid7_at(unix_ms)
        t.equal(uuid.timestamp_ms(u), unix_ms)
        t.check(u ~= other, "twice: " .. u)
        t.check(uuid.uuid7_min(unix_ms) <= u and u <= uuid.uuid7_max(unix_ms), u)
    end
    local after = uuid.uuid7()
    t.check(before < after)
    t.check(uuid.timestamp_ms(after) < NOW_MS + 3600000, "it advanced the order: " .. after)
end)

t.test("a builder returns the same twice", function()
    local built = {{"uuid8", 8, 1, 2, 3}, {"uuid6_min", 6, -5}, {"uuid6_max", 6, -5}}
    for _, row in ipairs(returns_uuid) do
        if not classes["uuid9562.generator"][row[1]] then -- what generates is a method
            table.insert(built, row)
        end
    end
    t.check(#built > 10)
    for _, row in ipairs(built) do
        local f = uuid[row[1]]
        t.equal(f(table.unpack(row, 3)), f(table.unpack(row, 3)))
    end
end)

t.test("a namespace in every accepted type", function()
    local expected = uuid.uuid5("@dns", "www.example.com")
    t.equal(expected, "2ed6657d-e927-568b-95e1-2665a8aea6a2") -- RFC 9562 section A.4
    for _, space in ipairs {uuid.NAMESPACE_DNS, uuid.NAMESPACE_DNS:upper(),
                            uuid.to_bytes(uuid.NAMESPACE_DNS),
                            uuid.format(uuid.NAMESPACE_DNS, "hex"),
                            uuid.format(uuid.NAMESPACE_DNS, "urn"),
                            uuid.format(uuid.NAMESPACE_DNS, "braced")} do
        t.equal(uuid.uuid5(space, "www.example.com"), expected)
    end
    -- 16 bytes are binary, even if they begin with an @
    local odd = "@dns567890123456"
    t.equal(uuid.uuid5(odd, "n"), uuid.uuid5(uuid.from_bytes(odd), "n"))
end)

t.test("a name is bytes", function()
    local seen = {}
    for _, name in ipairs {"", "\0", "\0\0", "a", "a\0", "a\0b", "\255\254", "\195\164", "1",
                           ("x"):rep(1000000)} do
        for _, f in ipairs {"uuid3", "uuid5", "uuid8_name"} do
            local u = uuid[f]("@url", name)
            t.check(not seen[u], "twice: " .. u)
            seen[u] = true
        end
    end
end)

t.test("uuid8 is random for an argument that is left out", function()
    t.equal(uuid.uuid8(1, 2, 3), "00000000-0001-8002-8000-000000000003")
    t.argument_error(4, "takes at most 3 arguments", uuid.uuid8, 1, 2, 3, 4)
    t.equal(uuid.uuid8(1, 2):sub(1, 18), "00000000-0001-8002")
    t.check(uuid.uuid8(1, 2) ~= uuid.uuid8(1, 2))
    t.equal(uuid.uuid8(1):sub(1, 15), "00000000-0001-8")
    t.check(uuid.uuid8(1) ~= uuid.uuid8(1))
    t.check(uuid.uuid8() ~= uuid.uuid8())
end)

t.test("batches", function()
    for version, one in pairs(batches) do
        for _, n in ipairs {0, 1, 2, 1000} do
            local before = one()
            local texts = uuid.batch(version, n)
            local bytes = uuid.batch_bytes(version, n)
            local after = one()
            t.equal(#texts, n)
            t.equal(#bytes, 16 * n)
            local seen, last = {}, before
            local function see(u)
                t.equal(uuid.version(u), version)
                t.equal(uuid.variant(u), "rfc9562")
                t.check(not seen[u], "twice: " .. u)
                seen[u] = true
                if version >= 6 then
                    t.check(last < u, last .. " is followed by " .. u)
                end
                last = u
            end
            local count = 0
            for i, u in pairs(texts) do
                count = count + 1
                t.check(math.type(i) == "integer" and 1 <= i and i <= n)
                t.equal(#u, 36)
            end
            t.equal(count, n)
            for _, u in ipairs(texts) do
                see(u)
            end
            for at = 1, #bytes, 16 do
                see(uuid.from_bytes(bytes:sub(at, at + 15)))
            end
            see(after)
        end
    end
end)

t.test("a large batch", function()
    local texts = uuid.batch(7, MANY)
    t.equal(#texts, MANY)
    for i = 2, MANY do
        if texts[i - 1] >= texts[i] then
            t.check(false, texts[i - 1] .. " is followed by " .. texts[i])
        end
    end
    t.equal(#uuid.batch_bytes(1, MANY), 16 * MANY)
end)
