-- A generator with its own clock and randomness: the same UUIDs each time.

local uuid = require "uuid9562"

local generator = uuid.generator {
    clock = function() return 1645557742000000000 end, -- 2022-02-22T19:22:22Z, in nanoseconds
    random = function(count) return ("\0"):rep(count) end,
}
-- The clock is stopped, but the UUIDs increase.
for _, id in ipairs(generator:batch(7, 3)) do
    print(id)
end
-- => 017f22e2-79b0-7000-8000-000000000000
-- => 017f22e2-79b0-7000-8040-000000000000
-- => 017f22e2-79b0-7000-8080-000000000000
