-- Reads lines of id, stable id (both in hex) and package URL, and recomputes each stable id.
local uuid = require "uuid9562"

local count, before = 0, uuid.NIL
for line in io.lines() do
    local id, stable, purl = line:match "^(%x+)\t(%x+)\t(.+)$"
    assert(uuid.uuid5("@url", purl) == uuid.parse(stable), "SQLite has another id: " .. purl)
    assert(before < id, "not in order: " .. purl)
    count, before = count + 1, id
end
assert(count > 0, "no packages")
print("   " .. count .. " version 5 ids recomputed: all equal SQLite's, and the keys are in order")
