-- The formats of uuid_parse and uuid_format, and TypeID, beyond what the shared vectors cover.
-- uuid_formats: one row a format, with a number of its own; nothing of it is written to.
SELECT count(*) = count(DISTINCT name), min(rowid), max(rowid) = count(*), group_concat(typeof(length), '') GLOB 'nullinteger*', count(length) = count(*) - 1 FROM uuid_formats -- => 1|1|1|1|1
SELECT group_concat(DISTINCT typeof(name)), min(length), max(length), group_concat(DISTINCT typeof(sorted)) FROM uuid_formats WHERE name <> 'any' -- => text|16|48|integer
SELECT name FROM uuid_formats WHERE NOT writable -- => any|strict
SELECT name FROM uuid_formats WHERE implied ORDER BY rowid -- => canonical|upper|hex|braced|urn
SELECT name, length FROM uuid_formats WHERE rowid = 3 -- => canonical|36
SELECT f.name FROM uuid_formats AS f JOIN uuid_formats AS g ON g.name = f.name WHERE f.fixed_length AND f.sorted AND f.length < 26 -- => der
INSERT INTO uuid_formats (name) VALUES ('base16') -- => error: table uuid_formats may not be modified
CREATE VIEW sorted AS SELECT name FROM uuid_formats WHERE sorted
SELECT count(*) = (SELECT sum(sorted) FROM uuid_formats) FROM sorted -- => 1
SELECT * FROM uuid_formats('ulid') -- => error: too many arguments on uuid_formats() - max 0
CREATE TABLE format (name TEXT PRIMARY KEY, sorted, binary, longest, is_fixed)
INSERT INTO format SELECT name, sorted, binary, length, fixed_length FROM uuid_formats WHERE writable ORDER BY rowid
-- The message has them all.
SELECT uuid_format('00000000-0000-0000-0000-000000000000', 'nosuch') -- => error~ expected one of: canonical upper hex braced urn int oid ulid typeid base32hex base36 base58 base62 base64url base64 guid mysql halves der ldap_filter$
CREATE TABLE id (id BLOB PRIMARY KEY) WITHOUT ROWID
INSERT INTO id SELECT blob FROM uuid_series(4, 2000) UNION ALL SELECT blob FROM uuid_series(7, 2000) UNION ALL SELECT zeroblob(16) UNION ALL SELECT X'ffffffffffffffffffffffffffffffff'
-- Every format gives back what it was given; those that are sorted have the order of the BLOBs.
SELECT count(*) FROM id, format WHERE uuid_parse(uuid_format(id, name), name) IS NOT uuid_str(id) -- => 0
SELECT count(*) FROM id, format WHERE typeof(uuid_format(id, name)) <> iif(binary, 'blob', 'text') -- => 0
SELECT count(*) FROM format WHERE (SELECT max(length(uuid_format(id, name))) <> longest OR (min(length(uuid_format(id, name))) = longest) <> is_fixed FROM id) -- => 0
SELECT count(*) = (SELECT sum(sorted) FROM format), count(before) FROM (SELECT uuid_format(id, name) AS written, lag(uuid_format(id, name)) OVER (PARTITION BY name ORDER BY id) AS before FROM id, format WHERE sorted) WHERE before IS NULL OR before >= written -- => 1|0
SELECT count(*) FROM (SELECT id, lag(id) OVER (ORDER BY uuid_format(id, 'ulid')) AS before FROM id) WHERE before >= id -- => 0
-- The binary format is a BLOB, and only a BLOB is it; every other format is TEXT, and only TEXT.
SELECT quote(uuid_format('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'guid')) -- => X'10B8A76BAD9DD11180B400C04FD430C8'
SELECT typeof(uuid_format('00000000-0000-0000-0000-000000000000', 'guid')), length(uuid_format('00000000-0000-0000-0000-000000000000', 'guid')), typeof(uuid_parse(zeroblob(16), 'guid')) -- => blob|16|text
SELECT count(*) FROM id WHERE uuid_format(id, 'guid') IS NOT uuid_guid_swap(id) -- => 0
SELECT count(*) FROM id WHERE uuid_blob(uuid_parse(uuid_format(id, 'guid'), 'guid')) IS NOT id -- => 0
SELECT uuid_parse(CAST('sixteen octets!!' AS BLOB), 'guid'), uuid_parse('sixteen octets!!', 'guid') IS NULL -- => 74786973-6565-206e-6f63-746574732121|1
SELECT uuid_parse('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'guid') IS NULL, uuid_parse(X'', 'guid') IS NULL, uuid_parse(zeroblob(15), 'guid') IS NULL, uuid_parse(zeroblob(17), 'guid') IS NULL, uuid_parse(42, 'guid') IS NULL -- => 1|1|1|1|1
-- A BLOB is the bytes of a text, too, except to the functions that take a binary UUID.
SELECT count(*) FROM id, format WHERE uuid_parse(CAST(uuid_format(id, name) AS BLOB), name) IS NOT uuid_str(id) -- => 0
SELECT uuid_parse(CAST('00000000-0000-0000-0000-000000000000' AS BLOB)), uuid_parse(CAST('6BA7B8109DAD11D180B400C04FD430C8' AS BLOB)), uuid_parse(CAST('00000000-0000-0000-0000-000000000000' AS BLOB) || X'00') IS NULL, uuid_parse(zeroblob(16)) IS NULL, uuid_parse(X'') IS NULL, uuid_parse(X'', 'typeid') IS NULL, uuid_parse(42) IS NULL -- => 00000000-0000-0000-0000-000000000000|6ba7b810-9dad-11d1-80b4-00c04fd430c8|1|1|1|1|1
SELECT uuid_parse(CAST('1234567890123456' AS BLOB)), uuid_parse(CAST('1234567890123456' AS BLOB), 'int'), uuid_str(CAST('1234567890123456' AS BLOB)) -- => |00000000-0000-0000-0004-62d53c8abac0|31323334-3536-3738-3930-313233343536
-- What goes in without a name: hex digits and what stands around them, and any 16 bytes.
SELECT name FROM format WHERE uuid_valid(uuid_format('ffffffff-ffff-ffff-ffff-ffffffffffff', name)) ORDER BY rowid -- => canonical|upper|hex|braced|urn|guid|mysql|halves
-- A text of ten million bytes, alone and behind a right one.
SELECT count(*) = 3 * (SELECT count(*) FROM format), count(uuid_parse(long, name)) FROM format, (SELECT printf('%.*c', 10000000, 'a') AS long UNION ALL SELECT printf('%.*c', 10000000, '7') UNION ALL SELECT printf('%.*c', 10000000, '_')) -- => 1|0
SELECT count(*) FROM format, (SELECT printf('%.*c', 10000000, '7') AS long) WHERE uuid_parse(uuid_format('ffffffff-ffff-ffff-ffff-ffffffffffff', name) || long, name) IS NOT NULL -- => 0
SELECT uuid_parse(zeroblob(10000000), 'guid') IS NULL, uuid_typeid_prefix(printf('%.*c', 10000000, 'a') || '_00000000000000000000000000') IS NULL -- => 1|1
SELECT uuid_typeid(printf('%.*c', 10000000, 'a'), '00000000-0000-0000-0000-000000000000') -- => error: uuid_typeid: invalid prefix
SELECT uuid_format('00000000-0000-0000-0000-000000000000', printf('%.*c', 10000000, 'a')) -- => error: uuid_format: unknown output format
-- A NUL ends no text: in front, within, behind.
SELECT count(*) = (SELECT sum(NOT binary) FROM format), count(uuid_parse(char(0) || written, name)), count(uuid_parse(written || char(0), name)), count(uuid_parse(substr(written, 1, 5) || char(0) || substr(written, 7), name)) FROM (SELECT name, uuid_format('ffffffff-ffff-ffff-ffff-ffffffffffff', name) AS written FROM format WHERE NOT binary) -- => 1|0|0|0
SELECT uuid_parse(CAST(X'303141525A334E44454B5453563452524646513639473546415600' AS TEXT), 'ulid') IS NULL, uuid_parse(CAST(X'303141525A334E44454B54535634525246465136394735464156' AS TEXT), 'ulid') -- => 1|01563e3a-b5d3-d676-4c61-efb99302bd5b
SELECT uuid_parse(uuid_format('00000000-0000-0000-0000-000000000000', 'ulid'), CAST(X'756C696400' AS TEXT)) -- => error: uuid_parse: unknown input format
SELECT uuid_format('00000000-0000-0000-0000-000000000000', CAST(X'6775696400' AS TEXT)) -- => error: uuid_format: unknown output format
SELECT uuid_typeid(CAST(X'757300' AS TEXT), '00000000-0000-0000-0000-000000000000') -- => error: uuid_typeid: invalid prefix
SELECT uuid_typeid_prefix('us' || char(0) || 'r_00000000000000000000000000') IS NULL, uuid_typeid_prefix('user_00000000000000000000000000' || char(0)) IS NULL -- => 1|1
-- TypeID: from any UUID, with a prefix of 0 to 63, and back.
SELECT uuid_typeid('user', '{01890A5D-AC96-774B-BCCE-B302099A8057}'), uuid_typeid('user', uuid_blob('01890a5d-ac96-774b-bcce-b302099a8057')) -- => user_01h455vb4pex5vsknk084sn02q|user_01h455vb4pex5vsknk084sn02q
SELECT count(*) FROM id, (SELECT '' AS prefix UNION ALL SELECT 'a' UNION ALL SELECT 'a__b' UNION ALL SELECT printf('%.*c', 63, 'z')) WHERE uuid_typeid_prefix(uuid_typeid(prefix, id)) IS NOT prefix OR uuid_blob(uuid_parse(uuid_typeid(prefix, id), 'typeid')) IS NOT id OR uuid_typeid('', id) IS NOT uuid_format(id, 'typeid') -- => 0
SELECT typeof(uuid_typeid('', '00000000-0000-0000-0000-000000000000')), quote(uuid_typeid_prefix(uuid_typeid('', '00000000-0000-0000-0000-000000000000'))), length(uuid_typeid(printf('%.*c', 63, 'z'), 'ffffffff-ffff-ffff-ffff-ffffffffffff')) -- => text|''|90
SELECT uuid_typeid_prefix(42) IS NULL, uuid_typeid_prefix(CAST('user_00000000000000000000000000' AS BLOB)) IS NULL, uuid_typeid_prefix('00000000-0000-0000-0000-000000000000') IS NULL, uuid_typeid_prefix(NULL) IS NULL -- => 1|1|1|1
