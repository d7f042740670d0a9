-- What generators promise: versions and variants, the order, uniqueness, batches. The core's tests
-- have their bits.

local t = ...
local uuid = require "uuid9562"
local _, functions, arguments_of = assert(loadfile(t.root .. "tests/hosts/lua/declared.lua"))(
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
        if name == "uuid7" then
            follow(uuid.from_bytes(uuid.uuid7_bytes()))
        end
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

t.test("uuid7_at takes no part in the order", function()
    local before = uuid.uuid7()
    for _, unix_ms in ipairs {0, 10000000001, NOW_MS, NOW_MS + 86400000, 281474976710655} do
        local u, other = uuid.uuid7_at(unix_ms), uuid.uuid7_at(unix_ms)
        t.equal(uuid.timestamp_ms(u), unix_ms)
        t.check(u ~= other, "twice: " .. u)
        t.check(uuid.uuid7_min(unix_ms) <= u and u <= uuid.uuid7_max(unix_ms), u)
    end
    local after = uuid.uuid7()
    t.check(before < after)
    t.check(uuid.timestamp_ms(after) < NOW_MS + 3600000, "it advanced the order: " .. after)
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
