-- What the generators make: the right fields, no repetition, in order.
CREATE TABLE made(i INTEGER PRIMARY KEY, v1, v4, v6, v7, at)
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) INSERT INTO made SELECT i, uuid1(), uuid4_blob(), uuid6(), uuid7_blob(), uuid7_at(1645557742000) FROM c
SELECT DISTINCT uuid_version(v1), uuid_version(v4), uuid_version(v6), uuid_version(v7), uuid_version(at) FROM made -- => 1|4|6|7|7
SELECT DISTINCT uuid_variant(v1), uuid_variant(v4), uuid_variant(v6), uuid_variant(v7), uuid_variant(at) FROM made -- => rfc9562|rfc9562|rfc9562|rfc9562|rfc9562
SELECT DISTINCT typeof(v1), length(v1), typeof(v4), length(v4), v1 = lower(v1) FROM made -- => text|36|blob|16|1
SELECT count(DISTINCT v1), count(DISTINCT v4), count(DISTINCT v6), count(DISTINCT v7), count(DISTINCT at) FROM made -- => 20000|20000|20000|20000|20000
SELECT count(*) FROM made a JOIN made b ON b.i = a.i + 1 WHERE NOT (a.v7 < b.v7 AND a.v6 < b.v6) -- => 0
-- Each generator and builder has a sibling that returns a BLOB (RFC 9562 section 6.13).
SELECT count(*) > 12, group_concat(name) FILTER (WHERE NOT EXISTS (SELECT * FROM pragma_function_list AS b WHERE b.name = a.name || '_blob')) IS NULL FROM (SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB 'uuid[1-8]*' AND name NOT GLOB '*_blob' AND name <> 'uuid7_timestamp_ms') AS a -- => 1|1
SELECT DISTINCT typeof(uuid), typeof(blob), length(blob) FROM uuid_series(7, 3) -- => text|blob|16
-- One order over versions, batches and single calls.
SELECT count(*) FROM (SELECT uuid, lag(uuid) OVER (ORDER BY n) AS before FROM uuid_series(7, 100000)) WHERE before >= uuid -- => 0
SELECT count(*) FROM (SELECT uuid, lag(uuid) OVER (ORDER BY n) AS before FROM uuid_series(6, 100000)) WHERE before >= uuid -- => 0
SELECT (SELECT max(v7) FROM made) < (SELECT min(blob) FROM uuid_series(7, 1000)) -- => 1
CREATE TABLE batch AS SELECT max(uuid) AS last FROM uuid_series(7, 1000)
SELECT last < uuid7() FROM batch -- => 1
-- The time is the clock's.
SELECT count(*) FROM made WHERE abs(uuid_timestamp_ms(v7) - unixepoch() * 1000) > 60000 OR abs(uuid_timestamp_ms(v6) - unixepoch() * 1000) > 60000 OR abs(uuid_timestamp_ms(v1) - unixepoch() * 1000) > 60000 -- => 0
SELECT DISTINCT uuid_timestamp(at) FROM made -- => 2022-02-22 19:22:22.000
-- Nodes are random and say so by the multicast bit: one for version 1, fresh ones for version 6.
SELECT count(DISTINCT uuid_node(v1)), count(DISTINCT uuid_node(v6)) = 20000, min((uuid_node(v1) >> 40) & 1), min((uuid_node(v6) >> 40) & 1) FROM made -- => 1|1|1|1
SELECT uuid_node(uuid1(0)), uuid_node(uuid6(281474976710655, 0)), uuid_clock_seq(uuid1(1, 16383)), uuid_clock_seq(uuid6(1, 0)) -- => 0|281474976710655|16383|0
-- uuid7_at and uuid7_at_ns take no part in the order.
SELECT uuid_timestamp_ns(uuid7_at_ns('2022-02-22 19:22:22.123456789')), uuid_timestamp_ns(uuid7_at_ns(9223372036854775807)), uuid7_at_ns(5) = uuid7_at_ns(5) -- => 1645557742123456789|9223372036854775807|0
SELECT uuid7_at_ns(9223372036854775807) > uuid7(), uuid7() < uuid7(), uuid_timestamp_ns(uuid7_at_ns('2262-04-11T23:47:16.854775807Z')) -- => 1|1|9223372036854775807
SELECT uuid7_at(281474976710655) > uuid7(), uuid7() < uuid7() -- => 1|1
SELECT substr(uuid8(5), 1, 15), substr(uuid8(5, 6), 1, 18), uuid8(5) <> uuid8(5), uuid8(5, 6, 7) = uuid8(5, 6, 7) -- => 00000000-0005-8|00000000-0005-8006|1|1
-- Aliases.
SELECT uuid_version(uuid()), uuid_version(gen_random_uuid()), uuid_version(uuidv4()), uuid_version(uuidv7()) -- => 4|4|4|7
SELECT uuid7_timestamp_ms(uuid7_make(5, zeroblob(10))), uuid7_timestamp_ms(uuid6()) IS NULL, uuid_extract_version(uuid7_make(5, zeroblob(10))), uuid_extract_timestamp(uuid7_make(5, zeroblob(10))) -- => 5|1|7|1970-01-01 00:00:00.005
SELECT typeof(uuid9562_version()), uuid9562_version() GLOB '[0-9]*.[0-9]*.[0-9]*' -- => text|1
-- The state of the order, and the commands.
SELECT typeof(uuid_lead_ns()), uuid_lead_ns() < 1000000 -- => integer|1
SELECT a.value < 1000000, b.value < 1000000 FROM uuid_resync() AS a, uuid_reseed() AS b -- => 1|1
-- Going on after a UUID: TEXT in any case, a BLOB, a time; NULL, of an empty table, does nothing.
CREATE TABLE keys (id TEXT)
SELECT value < 1000000 FROM uuid_advance((SELECT max(id) FROM keys)) -- => 1
INSERT INTO keys VALUES (upper(uuid7_max((unixepoch() + 60) * 1000))), (uuid7_min(0))
SELECT value > 30000000000, X = id FROM (SELECT max(id) AS id FROM keys), uuid_advance(id) -- => 1|1
SELECT uuid7() > lower(max(id)), uuid_lead_ns() > 30000000000 FROM keys -- => 1|1
SELECT value > 90000000000 FROM uuid_advance(uuid7_max_blob((unixepoch() + 120) * 1000)) -- => 1
SELECT uuid7() > uuid7_max((unixepoch() + 90) * 1000), uuid_timestamp_ms(uuid6()) > (unixepoch() + 90) * 1000, uuid_timestamp_ms(uuid1()) > (unixepoch() + 90) * 1000 -- => 1|1|1
SELECT value > 90000000000, uuid_lead_ns() > 90000000000 FROM uuid_advance(uuid7_min(0)) -- => 1|1
SELECT * FROM uuid_advance(uuid7_min((unixepoch() + 86402) * 1000)) -- => error: uuid_advance: the clock is too far behind the last UUID, or the one to advance to; if both are right, wait, raise max_lead_ns, or resync, which gives up the order
SELECT uuid_lead_ns() BETWEEN 90000000000 AND 122000000000 -- => 1
SELECT value < 1000000, uuid_lead_ns() < 1000000 FROM uuid_resync() -- => 1|1
INSERT INTO keys VALUES ('f81d4fae-7dec-41d0-a765-00a0c91e6bf6')
SELECT * FROM uuid_advance((SELECT max(id) FROM keys)) -- => error: uuid_advance: the UUID has no time; expected one of version 1, 6 or 7
SELECT count(*) FROM keys, uuid_advance(id) WHERE uuid_version(id) = 7 -- => 2
SELECT count(*) FROM uuid_resync -- => 1
SELECT * FROM uuid_advance('6ba7b810+') -- => error: uuid_advance: malformed UUID at offset 8: expected '-'
SELECT * FROM uuid_advance(x'00') -- => error: uuid_advance: malformed UUID at offset 1: a binary UUID is exactly 16 bytes
SELECT * FROM uuid_advance(7) -- => error: uuid_advance: X must be a UUID, as TEXT or as a BLOB, not an INTEGER
SELECT * FROM uuid_advance -- => error: uuid_advance: needs an argument, a UUID
SELECT * FROM uuid_advance('00000000-0000-0000-0000-000000000000') -- => error: uuid_advance: the UUID has no time; expected one of version 1, 6 or 7
DROP TABLE keys
SELECT max_lead_ns FROM (VALUES (3600000000000), (9223372036854775807), (0)), uuid_set_max_lead_ns(column1) -- => 3600000000000|9223372036854775807|0
SELECT * FROM uuid_set_max_lead_ns(-1) -- => error: uuid_set_max_lead_ns: max_lead_ns is out of range: 0 to 9223372036854775807
SELECT * FROM uuid_set_max_lead_ns(NULL) -- => error: uuid_set_max_lead_ns: max_lead_ns must be an INTEGER, not NULL
SELECT * FROM uuid_set_max_lead_ns(1.5) -- => error: uuid_set_max_lead_ns: max_lead_ns must be an INTEGER, not the REAL 1.5
SELECT max_lead_ns FROM (VALUES (3600000000000.0), (0.0)), uuid_set_max_lead_ns(column1) -- => 3600000000000.0|0.0
CREATE TABLE before AS SELECT uuid_node(uuid1()) AS node
EXPLAIN SELECT * FROM uuid_reseed() -- => ~ VOpen
SELECT node = uuid_node(uuid1()) FROM before -- => 1
SELECT count(*) FROM uuid_reseed() -- => 1
SELECT node <> uuid_node(uuid1()) FROM before -- => 1
-- What is not DETERMINISTIC, not INNOCUOUS, and DIRECTONLY; all else is pure and may stand in a schema.
SELECT group_concat(name || '/' || narg, ' ') FROM (SELECT DISTINCT name, narg FROM pragma_function_list WHERE name LIKE '%uuid%' AND NOT flags & 0x800 ORDER BY name, narg) -- => gen_random_uuid/0 uuid/0 uuid1/0 uuid1/1 uuid1/2 uuid1_blob/0 uuid1_blob/1 uuid1_blob/2 uuid4/0 uuid4_blob/0 uuid6/0 uuid6/1 uuid6/2 uuid6_blob/0 uuid6_blob/1 uuid6_blob/2 uuid7/0 uuid7_at/1 uuid7_at_blob/1 uuid7_at_ns/1 uuid7_at_ns_blob/1 uuid7_blob/0 uuid8/0 uuid8/1 uuid8/2 uuid8_blob/0 uuid8_blob/1 uuid8_blob/2 uuid_entryuuid_drop_sql/1 uuid_entryuuid_drop_sql/2 uuid_entryuuid_sql/1 uuid_entryuuid_sql/2 uuid_entryuuid_sql/3 uuid_entryuuid_sql/4 uuid_lead_ns/0 uuid_state/0 uuidv4/0 uuidv7/0
SELECT group_concat(name, ' ') FROM (SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE '%uuid%' AND NOT flags & 0x200000 ORDER BY name) -- => uuid_entryuuid_drop_sql uuid_entryuuid_sql uuid_state
SELECT group_concat(name, ' ') FROM (SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE '%uuid%' AND flags & 0x80000 ORDER BY name) -- => uuid_entryuuid_drop_sql uuid_entryuuid_sql uuid_state
