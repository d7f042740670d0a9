---@meta uuid9562

-- The module's functions for editors (LuaLS). Only editors and the tests load this file;
-- tests/hosts/lua/meta.lua compares it with the module. It lists no formats, digests and namespaces:
-- the message for an unknown one does.

---A UUID as an argument: 16 bytes, or text that `parse` reads without a format.
---@alias uuid9562.uuid string

---48 bits, or "@host" for the hardware address of this host.
---@alias uuid9562.node integer|"@host"

---Ticks of 100 ns since 1582-10-15, 60 bits: a string of decimal digits where numbers are floats,
---that is in Lua 5.1, 5.2 and LuaJIT, and an integer elsewhere.
---@alias uuid9562.ticks integer|string

---Milliseconds since 1970-01-01T00:00:00 UTC; or the time as text: "2024-02-29",
---"2024-02-29 12:30", "2024-02-29T12:30:00.25Z", "2024-02-29T12:30:00+01:00".
---@alias uuid9562.time integer|string

---Nanoseconds since then, or such a text; also a string of decimal digits where numbers are floats.
---@alias uuid9562.time_ns integer|string

---UUIDs (RFC 9562). A function returns a UUID as 36 characters, its `_bytes` twin as 16 bytes.
---A call of the module itself is `uuid4`. Pass input to `parse` first: other functions accept any
---16 bytes as a UUID.
---
---Errors: malformed input returns nil, a message and the offset of the first wrong byte, from 0; a
---value that is not allowed returns nil and a message. A wrong type, a surplus argument other than
---nil, and a machine without randomness, clock or digest raise an error. Numbers and strings are
---not converted to each other.
---@class uuid9562
---@field NIL string the Nil UUID (RFC 9562 section 5.9)
---@field MAX string the Max UUID (section 5.10)
---@field NAMESPACE_DNS string for names of the DNS (section 6.6)
---@field NAMESPACE_URL string for URLs
---@field NAMESPACE_OID string for ISO OIDs
---@field NAMESPACE_X500 string for X.500 distinguished names
---@field _NAME string
---@field _VERSION string
---@overload fun(): string
local uuid9562 = {}

-- Generate.

---Version 1 of the current time (RFC 9562 section 5.1). Time and clock sequence never repeat.
---@param node? uuid9562.node default: a random one for the process
---@param clock_seq? integer 14 bits; default: random for a given node, else time and random bits
---@return string? uuid, string? message
function uuid9562.uuid1(node, clock_seq) end

---Version 3 from the MD5 of a name (section 5.3).
---@param namespace uuid9562.uuid or an @name, or "@none" for the name alone, as Java does it
---@param name string bytes
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid3(namespace, name) end

---Version 4: 122 random bits (section 5.4).
---@return string uuid
function uuid9562.uuid4() end
uuid9562.uuid4_bytes = uuid9562.uuid4

---Version 4 built from random bytes, of which 6 bits are replaced (section 5.4).
---@param random string 16 bytes
---@return string? uuid, string? message
function uuid9562.uuid4_make(random) end

---Version 5 from the SHA-1 of a name (section 5.5).
---@param namespace uuid9562.uuid or an @name
---@param name string bytes
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid5(namespace, name) end

---Version 6 of the current time (section 5.6), greater than all before it.
---@param node? uuid9562.node default: a new random one each time
---@param clock_seq? integer 14 bits; default: random for a given node, else time and random bits
---@return string? uuid, string? message
function uuid9562.uuid6(node, clock_seq) end

---Version 7 of the current time (sections 5.7 and 6.2), greater than all before it.
---@return string uuid
function uuid9562.uuid7() end
uuid9562.uuid7_bytes = uuid9562.uuid7

---Version 7 of a millisecond, with 74 random bits. Takes no part in the order.
---@param unix_ms uuid9562.time
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid7_at(unix_ms) end

---Version 7 of a nanosecond: 20 bits of the fraction of its millisecond, as `uuid7` writes it, and
---54 random bits. Takes no part in the order.
---@param unix_ns uuid9562.time_ns
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid7_at_ns(unix_ns) end

---Version 7 built from its arguments alone.
---@param unix_ms uuid9562.time
---@param random string 10 bytes, a big-endian number whose top 6 bits are dropped
---@param n? integer 0 or more, added to that number; default: 0
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid7_make(unix_ms, random, n) end

---The smallest UUID of version 7 of a time.
---@param unix_ms uuid9562.time
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid7_min(unix_ms) end

---The largest UUID of version 7 of a time: of a string at the end of its day, minute or second.
---@param unix_ms uuid9562.time
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid7_max(unix_ms) end

---Version 7 of a time and a digest of a name: the same key on every machine.
---@param unix_ms uuid9562.time
---@param namespace uuid9562.uuid or an @name
---@param name string bytes
---@param digest? string default: sha256
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid7_name(unix_ms, namespace, name, digest) end

---Version 8 from custom bits (section 5.8). Arguments left out are random; nil is an error.
---@param a? integer 48 bits
---@param b? integer 12 bits
---@param c? integer 62 bits
---@return string? uuid, string? message
function uuid9562.uuid8(a, b, c) end

---Version 8 from a digest of a name (section B.2).
---@param namespace uuid9562.uuid or an @name
---@param name string bytes
---@param digest? string default: sha256
---@return string? uuid, string? message, integer? offset
function uuid9562.uuid8_name(namespace, name, digest) end

---Many UUIDs in order, with one reading of the clock.
---@param version integer 1, 4, 6 or 7
---@param n integer at most 2^31 - 1
---@return string[]? uuids, string? message
function uuid9562.batch(version, n) end

---The same as one string of 16 * n bytes.
---@param version integer 1, 4, 6 or 7
---@param n integer at most 2^31 - 1
---@return string? bytes, string? message
function uuid9562.batch_bytes(version, n) end

-- The order.

---How far the order is ahead of its clock, in nanoseconds: 0 unless the clock was set back, advance
---was called, or UUIDs were generated faster than one per nanosecond.
---@return integer ns
function uuid9562.lead_ns() end

---Sets how far the order may be ahead of its clock (section 6.1). Beyond that the generators raise
---an error.
---@param max_lead_ns integer nanoseconds, 0 to 2^63-1; 0 for the default, a day
---@return boolean? done, string? message
function uuid9562.set_max_lead_ns(max_lead_ns) end

---Makes all later UUIDs sort after this one, or have a later time (section 6.3). Raises an error if
---that would be too far ahead of the clock.
---@param u? uuid9562.uuid of version 1, 6 or 7; nil does nothing
---@return boolean? done, string? message, integer? offset
function uuid9562.advance(u) end

---Resynchronises the order to the clock: the next UUID may sort before the last one.
function uuid9562.resync() end

---Opens a state file, which gives one order to all processes that open it (section 6.4). It is
---created if it is missing, and stays open until the process ends. Raises an error if it cannot be
---used.
---@param path string
---@param node? uuid9562.node the node of uuid1; default: that of the file, a random one at first
---@return string? path, string? message absolute
function uuid9562.state_open(path, node) end

---The state file that is open, or nil.
---@return uuid9562.state? state
function uuid9562.state() end

---@class uuid9562.state
---@field path string absolute
---@field node integer
---@field clock_seq integer
---@field last_ns uuid9562.ticks the last nanosecond since 1970 that a UUID took
---@field until_ns uuid9562.ticks upper bound on disk; a later time waits for the next record

---Discards all buffered random bytes: for a program that knows that its machine was cloned.
function uuid9562.reseed() end

---Random bytes of the operating system, unbuffered. For machines that may be cloned:
---`generator{random = system_random}`.
---@param count integer at most 2^31 - 1
---@return string? bytes, string? message
function uuid9562.system_random(count) end

---A generator with its own order. The default of each source is the system's.
---@param options? uuid9562.options
---@return uuid9562.generator? generator, string? message
function uuid9562.generator(options) end

---A callback's error is raised by the call that needed it, and changes nothing.
---@class uuid9562.options
---@field clock? fun(): integer nanoseconds since 1970-01-01T00:00:00 UTC
---@field random? fun(count: integer): string `count` bytes of cryptographic quality
---@field node? uuid9562.node for uuid1 and uuid6 calls that give none
---@field clock_seq? integer likewise

---Its methods are functions of the module. From Lua 5.4 on it can be a `<close>` variable.
---@class uuid9562.generator
---@field uuid1 fun(self, node?: uuid9562.node, clock_seq?: integer): string?, string?
---@field uuid4 fun(self): string
---@field uuid4_bytes fun(self): string
---@field uuid6 fun(self, node?: uuid9562.node, clock_seq?: integer): string?, string?
---@field uuid7 fun(self): string
---@field uuid7_bytes fun(self): string
---@field uuid7_at fun(self, unix_ms: uuid9562.time): string?, string?, integer?
---@field uuid7_at_ns fun(self, unix_ns: uuid9562.time_ns): string?, string?, integer?
---@field uuid8 fun(self, a?: integer, b?: integer, c?: integer): string?, string?
---@field batch fun(self, version: integer, n: integer): string[]?, string?
---@field batch_bytes fun(self, version: integer, n: integer): string?, string?
---@field lead_ns fun(self): integer
---@field set_max_lead_ns fun(self, max_lead_ns: integer): boolean?, string?
---@field advance fun(self, u?: uuid9562.uuid): boolean?, string?, integer?
---@field resync fun(self)

-- Text and bytes (section 4).

---Reads a UUID from text, or from the bytes of a binary format.
---@param s string
---@param format? string default: `any`, which is canonical, hex, braced or urn
---@return string? uuid, string? message, integer? offset
function uuid9562.parse(s, format) end

---Writes a UUID as text, or as the bytes of a binary format.
---@param u uuid9562.uuid
---@param format? string default: `canonical`
---@return string? text, string? message, integer? offset
function uuid9562.format(u, format) end

---The formats that `parse` and `format` know.
---@return uuid9562.format[] rows
function uuid9562.formats() end

---@class uuid9562.format
---@field name string
---@field length? integer in bytes; the longest, unless `fixed_length`; nil for `any`
---@field fixed_length boolean every UUID is written with `length` bytes
---@field sorted boolean its texts or bytes sort as the UUIDs do
---@field any_case boolean letters are read in either case
---@field binary boolean bytes rather than text
---@field writable boolean false for `any` and `strict`, which are only read
---@field implied boolean `any` reads this format too

---A UUID as a TypeID (version 0.3.0 of its specification); `parse(s, "typeid")` reads it.
---@param prefix string the name of a type: at most 63 of a-z and underscore, or empty
---@param u uuid9562.uuid
---@return string? typeid, string? message, integer? offset
function uuid9562.typeid(prefix, u) end

---The prefix of a TypeID, empty if it has none.
---@param s string
---@return string? prefix, string? message, integer? offset
function uuid9562.typeid_prefix(s) end

---A UUID as 16 bytes.
---@param u uuid9562.uuid
---@return string? bytes, string? message, integer? offset
function uuid9562.to_bytes(u) end

---A UUID from 16 bytes.
---@param b string
---@return string? uuid, string? message, integer? offset
function uuid9562.from_bytes(b) end

-- Inspect, convert, match.

---Whether a value is text that `parse` reads without a format. Never an error. False for 16 bytes,
---which `from_bytes` reads.
---@param x? any
---@return boolean
function uuid9562.valid(x) end

---The version (section 4.2); nil without a message unless the variant is rfc9562.
---@param u uuid9562.uuid
---@return integer? version, string? message, integer? offset
function uuid9562.version(u) end

---The variant (section 4.1): ncs, rfc9562, microsoft or future.
---@param u uuid9562.uuid
---@return string? variant, string? message, integer? offset
function uuid9562.variant(u) end

---The time of versions 1, 6 and 7, rounded down; nil without a message for all others.
---@param u uuid9562.uuid
---@return integer? unix_ms, string? message, integer? offset
function uuid9562.timestamp_ms(u) end

---The time of versions 1, 6 and 7 in nanoseconds since 1970; nil without a message for all others,
---and if it does not fit 64 bits. The bits after the millisecond of version 7 are read as its
---fraction; if they are random, only the millisecond is meaningful.
---@param u uuid9562.uuid
---@param fraction_bits? integer 0 to 20; default: 20, which this library writes; PostgreSQL: 12
---@return uuid9562.ticks? unix_ns, string? message, integer? offset
function uuid9562.timestamp_ns(u, fraction_bits) end

---The timestamp of versions 1 and 6, 60 bits; nil without a message for all others.
---@param u uuid9562.uuid
---@return uuid9562.ticks? ticks, string? message, integer? offset
function uuid9562.timestamp_ticks(u) end

---The node of versions 1 and 6; nil without a message for all others.
---@param u uuid9562.uuid
---@return integer? node, string? message, integer? offset
function uuid9562.node(u) end

---The clock sequence of versions 1 and 6; nil without a message for all others.
---@param u uuid9562.uuid
---@return integer? clock_seq, string? message, integer? offset
function uuid9562.clock_seq(u) end

---Version 1 to version 6 with the same fields (section 5.6).
---@param u uuid9562.uuid
---@return string? uuid, string? message, integer? offset
function uuid9562.v1_to_v6(u) end

---Version 6 to version 1 with the same fields.
---@param u uuid9562.uuid
---@return string? uuid, string? message, integer? offset
function uuid9562.v6_to_v1(u) end

---To or from the mixed-endian byte order of GUIDs (section 4).
---@param u uuid9562.uuid
---@return string? uuid, string? message, integer? offset
function uuid9562.guid_swap(u) end

---uuidMatch (RFC 4530 section 2.2): whether both are equal; nil if undefined, never an error.
---@param stored any
---@param assertion any text in the format `strict`
---@return boolean?
function uuid9562.match(stored, assertion) end

---uuidOrderingMatch (RFC 4530 section 2.3): whether `stored` sorts before the assertion; nil if
---undefined, never an error.
---@param stored any
---@param assertion any text in the format `strict`
---@return boolean?
function uuid9562.ordering_match(stored, assertion) end

---The schema elements that a directory publishes (RFC 4530 sections 2.1 to 2.4).
---@return uuid9562.schema[] rows
function uuid9562.ldap_schema() end

---@class uuid9562.schema
---@field section string of RFC 4530
---@field oid string
---@field name string
---@field description string in the notation of RFC 4512 section 4.1

return uuid9562
