-- Identifiers that sort by time, and stable ones from names.

local uuid = require "uuid9562"

local first, second = uuid.uuid7(), uuid.uuid7()
print(first < second) -- => true
print(uuid.version(first)) -- => 7
print(uuid.timestamp_ms(first) / 1000 - os.time() < 2) -- => true
print(uuid.uuid5("@url", "https://www.example.com/")) -- => 3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559
