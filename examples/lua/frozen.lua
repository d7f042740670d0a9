-- A test of code that generates UUIDs, with the time and the random bits that the test gives: the
-- code takes a function that generates, which is uuid.uuid7 in the program itself.

local uuid = require "uuid9562"

-- The code under test.
local function number_invoice(new_id)
    return new_id()
end

-- As predictable as a test wants it: for tests alone. The seed is not 0.
local function seeded(seed)
    return function(count)
        local bytes = {}
        for i = 1, count do
            seed = seed * 16807 % 2147483647
            bytes[i] = string.char(seed % 256)
        end
        return table.concat(bytes)
    end
end

local now = uuid.timestamp_ms(uuid.uuid7_at("2022-02-22T19:22:22Z")) * 1000000
local generator = uuid.generator {clock = function() return now end, random = seeded(1)}
local function new_id()
    return generator:uuid7()
end

print(number_invoice(new_id))
print(number_invoice(new_id))
now = now + 1000000000 -- a second later
print(number_invoice(new_id))
-- => 017f22e2-79b0-7000-8031-d92a82c8d8fe
-- => 017f22e2-79b0-7000-804d-98558ce2b347
-- => 017f22e2-7d98-7000-8011-98542f112d05
