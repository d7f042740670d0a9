-- Identifiers that sort by time, and stable ones from names.

local uuid = require "uuid9562"

local first, second = uuid.uuid7(), uuid.uuid7()
print(first < second) -- => true
print(uuid.version(first)) -- => 7
local minute_ago = os.date("!%Y-%m-%dT%H:%M:%SZ", os.time() - 60) -- os.time() alone is seconds
print(uuid.uuid7_min(minute_ago) < first) -- => true
print(uuid.uuid5("@url", "https://www.example.com/")) -- => 3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559
