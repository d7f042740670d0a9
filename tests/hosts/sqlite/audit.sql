-- uuid_audit: what is in the columns of a table that hold UUIDs, or seem to.
-- All tables, while nothing has used temp, which lists its schema already.
SELECT count(*) FROM pragma_table_list AS l, uuid_audit(l.name, NULL, l.schema) AS a WHERE l.type = 'table' -- => 0
CREATE TABLE clean (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), what TEXT) WITHOUT ROWID
INSERT INTO clean (what) VALUES ('a'), ('b')
SELECT "column", finding, count, example IS NOT NULL, advice FROM uuid_audit('clean') -- => id|declared|2|1||id|blob of 16 bytes|2|1|compare with a _blob function, such as uuid_blob(X): a BLOB is greater than any TEXT|id|version 7|2|1|
SELECT name FROM pragma_table_xinfo('uuid_audit') -- => column|finding|level|count|example|advice|cure|table|only|schema
SELECT DISTINCT "table", only, schema FROM uuid_audit('clean', 'ID', 'main') -- => clean|ID|main
-- Every finding of values, and its advice.
CREATE TABLE mixed (id BLOB, n INTEGER PRIMARY KEY)
INSERT INTO mixed (id) VALUES (NULL), (NULL), (42), (1.5), (X'6ba7b8109dad11d180b400c04fd430c8'), (X''), (X'00'), (zeroblob(17)), (CAST('6ba7b810-9dad-11d1-80b4-00c04fd430c9' AS BLOB))
INSERT INTO mixed (id) VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430ca'), ('6BA7B810-9DAD-11D1-80B4-00C04FD430CB'), ('6Ba7b810-9dad-11d1-80b4-00c04fd430cc'), ('6ba7b8109dad11d180b400c04fd430cd'), ('6BA7B8109DAD11D180B400C04FD430CE')
INSERT INTO mixed (id) VALUES ('{6ba7b810-9dad-11d1-80b4-00c04fd430cf}'), ('{6BA7B810-9DAD-11D1-80B4-00C04FD430D0}'), ('urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430d1'), ('URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430d2'), ('6ba7b810-9dad-11d1-80b4-00c04fd430d'), ('')
SELECT finding, count, example, advice, cure FROM uuid_audit('mixed', 'id') WHERE finding NOT GLOB 'version*' -- => declared|20|BLOB|||null|2||||integer|1|42|not a UUID||real|1|1.5|not a UUID||blob of 16 bytes|1|X'6BA7B8109DAD11D180B400C04FD430C8'|compare with a _blob function, such as uuid_blob(X): a BLOB is greater than any TEXT||blob of text|1|X'36626137623831302D396461642D313164312D383062342D303063303466643433306339'|text stored as BLOB|coalesce(uuid_blob(uuid_parse("id")), "id")|blob of another length|3|X''|not a UUID: a UUID has 16 bytes||text canonical|1|'6ba7b810-9dad-11d1-80b4-00c04fd430ca'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text canonical in another case|1|'6Ba7b810-9dad-11d1-80b4-00c04fd430cc'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text upper|1|'6BA7B810-9DAD-11D1-80B4-00C04FD430CB'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text hex|1|'6ba7b8109dad11d180b400c04fd430cd'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text hex in another case|1|'6BA7B8109DAD11D180B400C04FD430CE'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text braced|1|'{6ba7b810-9dad-11d1-80b4-00c04fd430cf}'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text braced in another case|1|'{6BA7B810-9DAD-11D1-80B4-00C04FD430D0}'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text urn|1|'urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430d1'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text urn in another case|1|'URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430d2'|the column is declared for BLOB|coalesce(uuid_blob("id"), "id")|text malformed|2|'6ba7b810-9dad-11d1-80b4-00c04fd430d'|malformed UUID at offset 35: unexpected end of input|
-- Every value is in one finding of storage, every UUID in one of its bits.
SELECT sum(count) FROM uuid_audit('mixed', 'id') WHERE finding GLOB '*null*' OR finding GLOB 'blob of*' OR finding IN ('integer', 'real') OR finding GLOB 'text*' -- => 20
SELECT finding, count, advice FROM uuid_audit('mixed', 'id') WHERE finding GLOB 'version*' -- => version 1|10|
-- Versions and variants, Nil and Max; what RFC 9562 does not define.
CREATE TABLE bits (id BLOB)
INSERT INTO bits SELECT uuid_blob(printf('00000000-0000-%x000-8000-000000000000', n - 1)) FROM uuid_series(4, 10)
INSERT INTO bits VALUES (zeroblob(16)), (X'ffffffffffffffffffffffffffffffff'), (X'00000000000040007000000000000001'), (X'0000000000004000C000000000000000'), (X'0000000000004000E000000000000000')
SELECT finding, count, advice FROM uuid_audit('bits', 'id') WHERE finding GLOB 'v*' OR finding IN ('nil', 'max') -- => nil|1|means the absence of a UUID; in SQL use NULL|max|1||version 0|1|RFC 9562 defines no such version|version 1|1|an open-ended version 7 range also matches such UUIDs; index a time column, or add: uuid_version("id") = 7|version 2|1||version 3|1|an open-ended version 7 range also matches such UUIDs; index a time column, or add: uuid_version("id") = 7|version 4|1|an open-ended version 7 range also matches such UUIDs; index a time column, or add: uuid_version("id") = 7|version 5|1|an open-ended version 7 range also matches such UUIDs; index a time column, or add: uuid_version("id") = 7|version 6|1||version 7|1||version 8|1||version 9|1|RFC 9562 defines no such version|variant ncs|1|not of RFC 9562: an old GUID, or not a UUID|variant microsoft|1|not of RFC 9562: an old GUID, or not a UUID|variant future|1|not of RFC 9562: an old GUID, or not a UUID
SELECT example FROM uuid_audit('bits', 'id') WHERE finding = 'variant ncs' -- => X'00000000000040007000000000000001'
-- What the declared type does.
CREATE TABLE declared (a UUID, b INTEGER, c REAL, d TEXT, e VARCHAR(36), f BLOB, g, h DECIMAL, i "any thing UUID", j CHARINT)
INSERT INTO declared VALUES ('00000000000000000000000000000012', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '12345678901234567890123456789012', X'6ba7b8109dad11d180b400c04fd430c8', X'6ba7b8109dad11d180b400c04fd430c8', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', X'6ba7b8109dad11d180b400c04fd430c8', 1, '00000000-0000-0000-0000-000000000000')
SELECT example, advice FROM uuid_audit('declared', 'a') WHERE finding = 'declared' -- => UUID|NUMERIC affinity turns digits into numbers; declare it BLOB or TEXT
SELECT advice FROM uuid_audit('declared', 'b') WHERE finding = 'declared' -- => INTEGER affinity turns digits into numbers; declare it BLOB or TEXT
SELECT advice FROM uuid_audit('declared', 'c') WHERE finding = 'declared' -- => REAL affinity turns digits into numbers; declare it BLOB or TEXT
SELECT advice FROM uuid_audit('declared', 'h') WHERE finding = 'declared' -- => NUMERIC affinity turns digits into numbers; declare it BLOB or TEXT
SELECT advice FROM uuid_audit('declared', 'j') WHERE finding = 'declared' -- => INTEGER affinity turns digits into numbers; declare it BLOB or TEXT
SELECT example, advice FROM uuid_audit('declared', 'g') WHERE finding = 'declared' -- => |
SELECT finding, example FROM uuid_audit('declared', 'a') WHERE finding <> 'declared' -- => integer|12
SELECT finding, example FROM uuid_audit('declared', 'c') WHERE finding <> 'declared' -- => ~ ^digits turned real\|1\.2345678901234\d+e\+31$
SELECT group_concat(advice, ' ') FROM uuid_audit('declared', 'd') -- => the column is declared for TEXT
SELECT group_concat(advice, ' ') FROM uuid_audit('declared', 'e') -- => the column is declared for TEXT
SELECT group_concat(advice, ' ') FROM uuid_audit('declared', 'f') -- => the column is declared for BLOB
SELECT advice FROM uuid_audit('declared', 'g') WHERE advice IS NOT NULL
CREATE TABLE empty (id UUID)
SELECT finding, count, advice FROM uuid_audit('empty') -- => declared|0|NUMERIC affinity turns digits into numbers; declare it BLOB or TEXT
-- Digits become a number if there is no letter in them, or one e that is not at an end: so 28 places of one in version 4.
CREATE TABLE digits_of (place INTEGER, id UUID, text TEXT)
WITH RECURSIVE p (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM p WHERE place < 32) INSERT INTO digits_of SELECT place, x, x FROM (SELECT place, substr(substr('12345678123445678123456781234567', 1, place) || 'e' || substr('12345678123445678123456781234567', place + 2), 1, 32) AS x FROM p)
SELECT group_concat(place) FROM (SELECT place FROM digits_of WHERE typeof(id) = 'text' ORDER BY place) -- => 0,31
SELECT min(CAST(text AS REAL) = id) FROM digits_of WHERE typeof(id) = 'real' -- => 1
WITH RECURSIVE p (i, digits, others) AS (SELECT 1, 0.5, 0.5 UNION ALL SELECT i + 1, digits * 10 / 16, others * iif(i < 30, 10, 1) / 16 FROM p WHERE i < 31) SELECT round(1 / digits), round(1 / (28 * others)), round(1 / (digits + 28 * others)) FROM p WHERE i = 31 -- => 2658456.0|949449.0|699594.0
SELECT uuid_timestamp('019e9999-9999-7000-8000-000000000000'), uuid_timestamp('01e00000-0000-7000-8000-000000000000') -- => 2026-06-05 21:04:00.921|2035-04-30 22:18:22.080
-- The advice about digits that became a number is right.
SELECT printf('%032d', a) FROM declared -- => 00000000000000000000000000000012
-- The affinities that are told are those that SQLite gives.
SELECT group_concat(typeof(x), ' ') FROM (SELECT a AS x FROM declared UNION ALL SELECT c FROM declared) -- => integer real
-- A column that is declared for nothing should be what most of it is.
CREATE TABLE most (id)
INSERT INTO most SELECT blob FROM uuid_series(4, 3)
INSERT INTO most VALUES (uuid4())
SELECT finding, advice, cure FROM uuid_audit('most') WHERE advice IS NOT NULL -- => blob of 16 bytes|compare with a _blob function, such as uuid_blob(X): a BLOB is greater than any TEXT||text canonical|most are BLOB|uuid_blob("id")
INSERT INTO most SELECT uuid FROM uuid_series(4, 3)
SELECT finding, advice, cure FROM uuid_audit('most') WHERE advice IS NOT NULL -- => blob of 16 bytes|most are TEXT|uuid_str("id")
INSERT INTO most SELECT upper(uuid) FROM uuid_series(4, 1)
SELECT advice, cure FROM uuid_audit('most') WHERE finding = 'text upper' -- => = and UNIQUE distinguish it from canonical text|uuid_str("id")
-- A column in one format is to be compared in it, and stays as it is; one value in another is one too many.
CREATE TABLE uniform (name TEXT, id TEXT)
INSERT INTO uniform SELECT name, uuid_format(uuid, name) FROM uuid_formats, uuid_series(7, 3) WHERE name IN ('canonical', 'hex', 'upper')
CREATE VIEW hex AS SELECT id FROM uniform WHERE name = 'hex'
CREATE VIEW upper AS SELECT id FROM uniform WHERE name = 'upper'
CREATE VIEW canonical AS SELECT id FROM uniform WHERE name = 'canonical'
SELECT l.name, a.finding, a.advice FROM pragma_table_list AS l, uuid_audit(l.name) AS a WHERE l.type = 'view' AND advice IS NOT NULL ORDER BY l.name -- => hex|text hex|all are in this format; compare with uuid_hex(X)|upper|text upper|all are in this format; compare with uuid_format(X, 'upper')
-- The advice is right: a range that is written so has the rows that it should have, and uses the index.
CREATE TABLE digits (id CHAR(32) PRIMARY KEY DEFAULT (uuid_hex(uuid7())) CHECK (length(id) = 32))
INSERT INTO digits SELECT uuid_hex(uuid7_min('2026-01-01 00:00:0' || n)) FROM uuid_series(7, 5)
SELECT count(*) FROM digits WHERE id >= uuid_hex(uuid7_min('2026-01-01 00:00:03')) -- => 3
SELECT count(*) FROM digits WHERE id >= uuid7_min('2026-01-01 00:00:03') -- => 5
INSERT INTO digits VALUES (uuid7()) -- => error: SQLITE_CONSTRAINT_CHECK
INSERT INTO digits (id) VALUES (upper(uuid_hex('{6ba7b810-9dad-11d1-80b4-00c04fd430c8}')))
SELECT finding, advice, cure FROM uuid_audit('digits') WHERE finding GLOB 'text*' -- => text hex|the column is declared for 32 digits; compare with uuid_hex(X)||text hex in another case|the column is declared for 32 digits|uuid_hex("id")
CREATE TABLE digits_in_blob (id BLOB)
INSERT INTO digits_in_blob SELECT id FROM hex
SELECT advice, cure FROM uuid_audit('digits_in_blob') WHERE finding = 'text hex' -- => the column is declared for BLOB|uuid_blob("id")
DROP VIEW hex
DROP VIEW upper
DROP VIEW canonical
-- Seconds that were taken for milliseconds: of 1973 to 2106; what is nearer to 1970 is no such time.
CREATE TABLE seconds (id BLOB, t TEXT)
INSERT INTO seconds (id) VALUES (uuid7_at_blob(99999999)), (uuid7_at_blob(4294967296)), (uuid7_max_blob(0)), (X'1b22d483277560008000000000000000'), (X'00000000000010008000000000000000')
SELECT count(*) FROM uuid_audit('seconds', 'id') WHERE finding GLOB '*1970' -- => 0
INSERT INTO seconds (id) VALUES (uuid7_make_blob(100000000, zeroblob(10))), (uuid7_at_blob(4294967295))
SELECT finding, count, example, advice, cure FROM uuid_audit('seconds', 'id') WHERE finding GLOB '*1970' -- => version 7 of early 1970|2|X'000005F5E10070008000000000000000'|seconds were taken for milliseconds|iif(uuid_version("id") = 7 AND uuid_timestamp_ms("id") BETWEEN 100000000 AND 4294967295, uuid7_make_blob(1000 * uuid_timestamp_ms("id"), substr(uuid_blob("id"), 7)), "id")
SELECT uuid_timestamp(uuid7_make_blob(1000 * uuid_timestamp_ms("id"), substr(uuid_blob("id"), 7))) FROM seconds WHERE uuid_timestamp_ms(id) BETWEEN 100000000 AND 4294967295 AND uuid_version(id) = 7 -- => 1973-03-03 09:46:40.000|2106-02-07 06:28:15.000
UPDATE seconds SET t = uuid7_at(1700000000)
SELECT advice, cure FROM uuid_audit('seconds', 't') WHERE finding GLOB '*1970' -- => seconds were taken for milliseconds|iif(uuid_version("t") = 7 AND uuid_timestamp_ms("t") BETWEEN 100000000 AND 4294967295, uuid7_make(1000 * uuid_timestamp_ms("t"), substr(uuid_blob("t"), 7)), "t")
UPDATE seconds SET t = uuid_hex(uuid7_at(1700000000))
SELECT advice, cure FROM uuid_audit('seconds', 't') WHERE finding GLOB '*1970' -- => seconds were taken for milliseconds|iif(uuid_version("t") = 7 AND uuid_timestamp_ms("t") BETWEEN 100000000 AND 4294967295, uuid_hex(uuid7_make(1000 * uuid_timestamp_ms("t"), substr(uuid_blob("t"), 7))), "t")
UPDATE seconds SET t = upper(uuid7_at(1700000000))
SELECT advice, cure FROM uuid_audit('seconds', 't') WHERE finding GLOB '*1970' -- => seconds were taken for milliseconds|iif(uuid_version("t") = 7 AND uuid_timestamp_ms("t") BETWEEN 100000000 AND 4294967295, uuid_format(uuid7_make(1000 * uuid_timestamp_ms("t"), substr(uuid_blob("t"), 7)), 'upper'), "t")
-- A range by time and other versions beside version 7: the advice is told of a single one, and is right.
CREATE TABLE both (id BLOB PRIMARY KEY)
INSERT INTO both SELECT blob FROM uuid_series(4, 1000)
SELECT count(*) FROM uuid_audit('both') WHERE finding LIKE 'version%' AND advice IS NOT NULL -- => 0
INSERT INTO both VALUES (uuid7_blob())
SELECT finding, advice FROM uuid_audit('both') WHERE finding LIKE 'version%' AND advice IS NOT NULL -- => version 4|an open-ended version 7 range also matches such UUIDs; index a time column, or add: uuid_version("id") = 7
SELECT count(*) > 900 FROM both WHERE id >= uuid7_min_blob('2026-01-01') -- => 1
SELECT count(*) FROM both WHERE id >= uuid7_min_blob('2026-01-01') AND uuid_version("id") = 7 -- => 1
-- The same UUID as several values, as a UNIQUE index of the column would not see it.
CREATE TABLE twice (id BLOB UNIQUE, t TEXT UNIQUE COLLATE NOCASE, c TEXT UNIQUE COLLATE UUID)
INSERT INTO twice (id) VALUES (X'6ba7b8109dad11d180b400c04fd430c8'), ('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), ('6BA7B8109DAD11D180B400C04FD430C8'), (X'6ba7b8109dad11d180b400c04fd430c9'), ('6ba7b810-9dad-11d1-80b4-00c04fd430ca'), ('nonsense'), (NULL), (NULL), (X'00')
SELECT finding, count, example, advice, cure FROM uuid_audit('twice', 'id') WHERE finding GLOB 'same*' -- => same uuid, other value|1|'6BA7B8109DAD11D180B400C04FD430C8' and X'6BA7B8109DAD11D180B400C04FD430C8'|= and UNIQUE see several values|coalesce(uuid_blob("id"), "id")
INSERT INTO twice (id) VALUES ('{6ba7b810-9dad-11d1-80b4-00c04fd430ca}'), ('6ba7b8109dad11d180b400c04fd430c9')
SELECT count FROM uuid_audit('twice', 'id') WHERE finding GLOB 'same*' -- => 3
-- A collation that sees them is believed: NOCASE knows of no formats, UUID of no BLOBs.
INSERT INTO twice (t) VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), (X'6ba7b8109dad11d180b400c04fd430c9')
INSERT INTO twice (t) VALUES ('6BA7B810-9DAD-11D1-80B4-00C04FD430C8') -- => error: SQLITE_CONSTRAINT_UNIQUE
SELECT count(*) FROM uuid_audit('twice', 't') WHERE finding GLOB 'same*' -- => 0
INSERT INTO twice (t) VALUES ('6ba7b8109dad11d180b400c04fd430c8')
SELECT count FROM uuid_audit('twice', 't') WHERE finding GLOB 'same*' -- => 1
INSERT INTO twice (c) VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), ('6ba7b8109dad11d180b400c04fd430c9')
INSERT INTO twice (c) VALUES ('6BA7B8109DAD11D180B400C04FD430C8') -- => error: SQLITE_CONSTRAINT_UNIQUE
SELECT count(*) FROM uuid_audit('twice', 'c') WHERE finding GLOB 'same*' -- => 0
INSERT INTO twice (c) VALUES (X'6ba7b8109dad11d180b400c04fd430c8')
SELECT count FROM uuid_audit('twice', 'c') WHERE finding GLOB 'same*' -- => 1
-- Two writings of the other case are two values, though they are one finding.
CREATE TABLE cases (id TEXT)
INSERT INTO cases VALUES ('6Ba7b810-9dad-11d1-80b4-00c04fd430cc'), ('6bA7b810-9dad-11d1-80b4-00c04fd430cc')
SELECT finding, count FROM uuid_audit('cases') -- => declared|2|text canonical in another case|2|same uuid, other value|1|version 1|2
-- GUIDs in their own byte order: told of eight, of seven as a guess; beside one that is not so; not where all have a version.
CREATE TABLE guid (id BLOB, t TEXT)
INSERT INTO guid (id) SELECT uuid_blob(printf('00112233445596%x%x8%x00000000000%03d', substr('4544545', n, 1), n, n, n)) FROM uuid_series(7, 7)
INSERT INTO guid (id) VALUES (zeroblob(16)), (X'ffffffffffffffffffffffffffffffff')
SELECT finding, advice, cure FROM uuid_audit('guid', 'id') WHERE finding GLOB '*order' OR advice GLOB '*perhaps*' -- => version 9|RFC 9562 defines no such version; perhaps blob in guid order: 8 such values would tell|
INSERT INTO guid (id) VALUES (X'00112233445536418000000000000008')
SELECT finding, count, example, advice, cure FROM uuid_audit('guid', 'id') WHERE finding GLOB '*order' -- => blob in guid order|8|X'00112233445596418100000000000001'|a version in GUID byte order, as .NET, SQL Server and Active Directory write it|uuid_guid_swap("id")
INSERT INTO guid (id) VALUES (X'00112233445596F18000000000000009')
SELECT finding, count, cure FROM uuid_audit('guid', 'id') WHERE finding GLOB '*order' -- => blob in guid order|8|iif(uuid_version(uuid_guid_swap("id")) IN (4, 5), uuid_guid_swap("id"), "id")
DELETE FROM guid
INSERT INTO guid (id) SELECT uuid_blob(printf('0011223344554%x%x8%x0000000000%04d', substr('41741541', n, 1), n, n, n)) FROM uuid_series(7, 8)
SELECT count(*) FROM uuid_audit('guid', 'id') WHERE finding GLOB '*order' -- => 0
INSERT INTO guid (t) SELECT uuid_guid_swap(uuid) FROM uuid_series(4, 200)
SELECT finding, count, advice, cure FROM uuid_audit('guid', 't') WHERE finding GLOB '*order' -- => text in guid order|200|a version in GUID byte order, as .NET, SQL Server and Active Directory write it|uuid_guid_swap("t")
-- Bytes that are no UUIDs, and UUIDs in their own order, are not suspected.
CREATE TABLE right (id BLOB)
INSERT INTO right SELECT blob FROM uuid_series(4, 200) UNION ALL SELECT blob FROM uuid_series(1, 200) UNION ALL SELECT blob FROM uuid_series(6, 200) UNION ALL SELECT blob FROM uuid_series(7, 200)
SELECT count(*) FROM uuid_audit('right', 'id') WHERE finding GLOB '*order' -- => 0
INSERT INTO right SELECT randomblob(16) FROM uuid_series(4, 200)
SELECT count(*) FROM uuid_audit('right', 'id') WHERE finding GLOB '*order' -- => 0
-- Version 1 with the time's high part first, as MySQL stores it. The example is of its manual.
CREATE TABLE mysql (id BLOB, v1 TEXT)
INSERT INTO mysql (v1) SELECT printf('%08x-%04x-1%03x-8000-000000000000', t & 0xffffffff, t >> 32 & 0xffff, t >> 48) FROM (SELECT 122192928000000000 + 10000 * (1600000000000 + n * 86400123) AS t FROM uuid_series(7, 200))
UPDATE mysql SET id = uuid_blob(substr(v1, 15, 4) || substr(v1, 10, 4) || substr(v1, 1, 8) || substr(v1, 20, 4) || substr(v1, 25))
SELECT finding, count, advice, cure FROM uuid_audit('mysql', 'id') WHERE finding GLOB '*order' -- => blob in mysql order|200|version 1 in the byte order of UUID_TO_BIN(.., 1)|uuid_blob(uuid_parse(uuid_blob("id"), 'mysql'))
SELECT count(*) FROM mysql WHERE uuid_blob(uuid_parse(uuid_blob("id"), 'mysql')) IS NOT uuid_blob(v1) -- => 0
SELECT finding, count FROM uuid_audit('mysql', 'v1') WHERE finding GLOB '*order'
-- As text, too.
CREATE TABLE mysql_text (id TEXT)
INSERT INTO mysql_text SELECT uuid_str(id) FROM mysql
SELECT finding, count, advice, cure FROM uuid_audit('mysql_text', 'id') WHERE finding GLOB '*order' -- => text in mysql order|200|version 1 in the byte order of UUID_TO_BIN(.., 1)|uuid_str(uuid_parse(uuid_blob("id"), 'mysql'))
SELECT count(*) FROM mysql_text JOIN mysql ON mysql.rowid = mysql_text.rowid WHERE uuid_str(uuid_parse(uuid_blob(mysql_text.id), 'mysql')) = v1 -- => 200
DELETE FROM mysql
INSERT INTO mysql (id) VALUES (X'1026BABA6CCD780C95645B8C656024DB')
SELECT uuid_parse(uuid_blob("id"), 'mysql') FROM mysql -- => 6ccd780c-baba-1026-9564-5b8c656024db
-- Other formats of the core: the one of most. (Of version 4, whose first digits differ.)
CREATE TABLE format (name TEXT, id TEXT)
INSERT INTO format WITH name(name) AS (VALUES ('int'), ('oid'), ('ulid'), ('typeid'), ('base32hex'), ('base36'), ('base58'), ('base62'), ('base64url')) SELECT name, uuid_format(uuid, name) FROM name, uuid_series(4, 50)
CREATE VIEW int AS SELECT id FROM format WHERE name = 'int'
CREATE VIEW oid AS SELECT id FROM format WHERE name = 'oid'
CREATE VIEW ulid AS SELECT id FROM format WHERE name = 'ulid'
CREATE VIEW typeid AS SELECT id FROM format WHERE name = 'typeid'
CREATE VIEW base32hex AS SELECT id FROM format WHERE name = 'base32hex'
CREATE VIEW base64url AS SELECT id FROM format WHERE name = 'base64url'
CREATE VIEW base58 AS SELECT id FROM format WHERE name = 'base58'
CREATE VIEW base62 AS SELECT id FROM format WHERE name = 'base62'
CREATE VIEW base36 AS SELECT id FROM format WHERE name = 'base36'
CREATE VIEW prefixed AS SELECT 'user_' || id AS id FROM format WHERE name = 'typeid'
CREATE VIEW lower AS SELECT lower(uuid_format(uuid_blob(hex(substr(blob, 1, 6)) || hex(randomblob(10))), 'ulid')) AS id FROM uuid_series(7, 50)
SELECT l.name, a.finding, a.count FROM pragma_table_list AS l, uuid_audit(l.name) AS a WHERE l.type = 'view' AND a.finding <> 'declared' ORDER BY l.name -- => base32hex|text base32hex|50|base36|text base36|50|base58|text base58|50|base62|text base62|50|base64url|text base64url|50|int|text int|50|lower|text ulid in another case|50|oid|text oid|50|prefixed|text typeid|50|typeid|text typeid|50|ulid|text ulid|50
SELECT advice FROM uuid_audit('ulid') WHERE finding = 'text ulid' -- => only uuid_parse reads it: uuid_parse("id", 'ulid')
-- What is not of it is malformed, and where there is no such format all of it is.
CREATE TABLE ulids (id TEXT)
INSERT INTO ulids VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('01ARZ3NDEKTSV4RRFFQ69G5FAW'), ('01ARZ3NDEKTSV4RRFFQ69G5FAY'), ('01arz3ndektsv4rrffq69g5fax'), ('01ARZ3NDEKTSV4RRFFQ69G5FAU'), ('x')
SELECT finding, count, example, advice, cure FROM uuid_audit('ulids') WHERE finding <> 'declared' -- => text ulid|3|'01ARZ3NDEKTSV4RRFFQ69G5FAV'|only uuid_parse reads it: uuid_parse("id", 'ulid')||text ulid in another case|1|'01arz3ndektsv4rrffq69g5fax'|only uuid_parse reads it: uuid_parse("id", 'ulid')|coalesce(uuid_format(uuid_parse("id", 'ulid'), 'ulid'), "id")|text malformed|2|'01ARZ3NDEKTSV4RRFFQ69G5FAU'|malformed UUID at offset 3: expected a hex digit|
DELETE FROM ulids WHERE id GLOB '*Y'
SELECT finding, count, example FROM uuid_audit('ulids', 'id') WHERE finding <> 'declared' -- => text malformed|5|'01ARZ3NDEKTSV4RRFFQ69G5FAV'
-- Examples are printable and short, whatever they are of.
CREATE TABLE odd (id)
INSERT INTO odd VALUES ('it''s'), (char(27) || '[2J')
SELECT example FROM uuid_audit('odd', 'id') WHERE finding = 'text malformed' -- => 'it''s'
DELETE FROM odd WHERE rowid = 1
INSERT INTO odd VALUES (zeroblob(10000000))
SELECT example FROM uuid_audit('odd', 'id') WHERE finding = 'text malformed' -- => CAST(X'1B5B324A' AS TEXT)
SELECT length(example), substr(example, -20) FROM uuid_audit('odd', 'id') WHERE finding = 'blob of another length' -- => 120|.' of 10000000 bytes
UPDATE odd SET id = printf('%.*c', 1000, 'a') || char(0)
SELECT DISTINCT example FROM uuid_audit('odd', 'id') WHERE finding = 'text malformed' -- => 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' of 1001 bytes
UPDATE odd SET id = '6ba7b810-9dad-11d1-80b4-00c04fd430c8' || char(0)
SELECT DISTINCT example, advice FROM uuid_audit('odd', 'id') WHERE finding = 'text malformed' -- => CAST(X'36626137623831302D396461642D313164312D383062342D30306330346664343330633800' AS TEXT)|malformed UUID at offset 36: expected the end of the UUID; found a NUL
-- Which columns: by name, by declared type, by the first hundred values; not by little, not by less.
CREATE TABLE which (user_uuid, userGuid, guid_hash, my_guid_here, theulid, guide, misguided, a UUID, b UNIQUEIDENTIFIER, c, d, e, f, g)
SELECT group_concat("column", ' ') FROM uuid_audit('which') -- => user_uuid userGuid guid_hash my_guid_here theulid a b
INSERT INTO which (c, d, e) SELECT NULL, NULL, 'no' FROM uuid_series(4, 1000)
INSERT INTO which (c, d, f, g) SELECT blob, uuid, iif(n % 2, uuid, 'no'), replace(uuid, '-', '') FROM uuid_series(4, 200)
UPDATE which SET e = uuid4() WHERE e IS NULL
SELECT DISTINCT "column" FROM uuid_audit('which') WHERE "column" IN ('c', 'd', 'e', 'f', 'g') -- => c|d|g
DELETE FROM which WHERE c IS NULL
UPDATE which SET c = randomblob(16), d = n FROM (SELECT 5 AS n), e = lower(hex(randomblob(16))) -- => error
UPDATE which SET c = randomblob(16), d = rowid, e = lower(hex(randomblob(16))), f = NULL, g = zeroblob(16)
SELECT count(*) FROM uuid_audit('which') WHERE "column" IN ('c', 'd', 'e', 'f', 'g') -- => 6
SELECT DISTINCT "column" FROM uuid_audit('which', 'C') -- => c
-- Names of any kind.
CREATE TABLE "a "" ' b.[c]; --" ("id "" ' x" BLOB, "select" TEXT, "" BLOB)
INSERT INTO "a "" ' b.[c]; --" VALUES (uuid4_blob(), uuid4(), uuid4_blob())
INSERT INTO "a "" ' b.[c]; --" VALUES (uuid4(), uuid4_blob(), uuid4())
SELECT quote("column"), count FROM uuid_audit('a " '' b.[c]; --') WHERE finding = 'text canonical' -- => 'id " '' x'|1|'select'|1|''|1
SELECT advice, cure FROM uuid_audit('a " '' b.[c]; --') WHERE finding <> 'declared' AND advice NOT LIKE 'compare%' -- => the column is declared for BLOB|uuid_blob("id "" ' x")|the column is declared for TEXT|uuid_str("select")|the column is declared for BLOB|uuid_blob("")
SELECT uuid_valid(uuid_blob("id "" ' x")) FROM "a "" ' b.[c]; --" -- => 1|1
SELECT finding FROM uuid_audit('A " '' B.[C]; --', 'SELECT') WHERE finding GLOB 'blob*' -- => blob of 16 bytes
-- Schemas: temp comes before main, a schema may be named, a dot belongs to the name.
ATTACH ':memory:' AS "other ""one"
CREATE TABLE "other ""one".clean (id TEXT)
INSERT INTO "other ""one".clean VALUES (uuid4())
SELECT count FROM uuid_audit('clean') WHERE finding = 'declared' -- => 2
SELECT count FROM uuid_audit('clean', NULL, 'other "one') WHERE finding = 'declared' -- => 1
SELECT count FROM uuid_audit('clean') WHERE finding = 'declared' AND schema = 'OTHER "ONE' -- => 1
CREATE TEMP TABLE clean (id TEXT)
SELECT count FROM uuid_audit('clean', 'id') WHERE finding = 'declared' -- => 0
SELECT count FROM uuid_audit('clean', NULL, 'main') WHERE finding = 'declared' -- => 2
CREATE TABLE "other ""one".alone (uuid)
SELECT "column" FROM uuid_audit('alone') -- => uuid
SELECT count FROM uuid_audit('main.clean') -- => error: uuid_audit: no such table: main.clean
SELECT count FROM uuid_audit('clean', 'id', 'nosuch') -- => error: uuid_audit: no such table: nosuch.clean
SELECT count FROM uuid_audit('alone', NULL, 'main') -- => error: uuid_audit: no such table: main.alone
-- Tables of other kinds.
CREATE TABLE strict (id ANY, uuid TEXT, made TEXT AS (uuid_str(id)), kept BLOB AS (uuid_blob(id)) STORED, PRIMARY KEY (id)) STRICT, WITHOUT ROWID
INSERT INTO strict VALUES (uuid4(), uuid4()), (uuid4_blob(), uuid4())
SELECT "column", example, advice FROM uuid_audit('strict') WHERE finding = 'declared' -- => id|ANY||uuid|TEXT||made|TEXT||kept|BLOB|
SELECT "column", finding, count FROM uuid_audit('strict') WHERE finding GLOB 'text*' OR finding GLOB 'blob*' -- => id|blob of 16 bytes|1|id|text canonical|1|uuid|text canonical|2|made|text canonical|2|kept|blob of 16 bytes|2
CREATE VIEW bad AS SELECT uuid_check(uuid) AS made FROM (SELECT 'bad' AS uuid)
SELECT count FROM uuid_audit('bad', 'made') -- => error: uuid_audit: uuid_check: malformed UUID at offset 3
CREATE VIEW seen AS SELECT id, upper(uuid) AS uuid FROM strict
SELECT "column", finding, count FROM uuid_audit('seen') WHERE finding NOT GLOB 'version*' -- => id|declared|2|id|blob of 16 bytes|1|id|text canonical|1|uuid|declared|2|uuid|text upper|2
CREATE VIEW numeric AS SELECT a FROM declared
SELECT finding, example, advice FROM uuid_audit('numeric', 'a') WHERE finding = 'declared' -- => declared|UUID|
CREATE VIEW broken AS SELECT uuid FROM nosuch
SELECT count FROM uuid_audit('broken') -- => error: uuid_audit: 
CREATE VIRTUAL TABLE search USING fts5(uuid, words)
INSERT INTO search VALUES (uuid4(), 'some words')
SELECT "column", finding, count, example IS NULL FROM uuid_audit('search') -- => uuid|declared|1|1|uuid|text canonical|1|0|uuid|version 4|1|0
SELECT "column", finding, count FROM uuid_audit('search', 'rank') -- => rank|declared|1|rank|null|1
-- FTS5 has a hidden column of the table's own name.
CREATE VIRTUAL TABLE uuids USING fts5(words)
SELECT count(*) FROM uuid_audit('uuids') -- => 0
SELECT "column" FROM uuid_audit('uuids', 'uuids') -- => uuids
SELECT count(*) FROM uuid_audit('sqlite_schema') -- => 0
SELECT count(*) FROM uuid_audit('sqlite_master', 'name') WHERE finding = 'text malformed' -- => 2
SELECT count(*) FROM uuid_audit('sqlite_schema', 'name', 'temp') WHERE finding = 'text malformed' -- => 1
SELECT count(*) FROM uuid_audit('pragma_database_list', 'name', 'main') WHERE finding = 'text malformed' -- => 1
-- All tables of all schemas.
SELECT count(DISTINCT l.schema), count(DISTINCT l.name) > 10, sum(l.name = 'clean') FROM pragma_table_list AS l, uuid_audit(l.name, NULL, l.schema) AS a WHERE l.type = 'table' AND a.finding = 'declared' -- => 2|1|2
SELECT "column" FROM uuid_audit('pragma_function_list')
SELECT count FROM uuid_audit('uuid_series') -- => error: uuid_audit: uuid_series: needs two arguments, version and count
SELECT count FROM uuid_audit('uuid_audit') -- => error: uuid_audit: needs an argument, the name of a table
-- Arguments.
SELECT count(*) FROM uuid_audit(NULL) -- => 0
SELECT count(*) FROM uuid_audit('mixed', NULL, NULL) WHERE finding = 'declared' -- => 1
SELECT count FROM uuid_audit('nosuch') -- => error: uuid_audit: no such table: nosuch
SELECT count FROM uuid_audit('clean', 'nosuch') -- => error: uuid_audit: no such column: nosuch
SELECT count FROM uuid_audit('clean', 'rowid') -- => error: uuid_audit: no such column: rowid
SELECT count FROM uuid_audit('') -- => error: uuid_audit: table must be a name: not empty, without a NUL
SELECT count FROM uuid_audit('clean' || char(0)) -- => error: uuid_audit: table must be a name: not empty, without a NUL
SELECT count FROM uuid_audit('clean', 'id' || char(0)) -- => error: uuid_audit: only must be a name: not empty, without a NUL
SELECT count FROM uuid_audit('clean', 'id', 'main' || char(0)) -- => error: uuid_audit: schema must be a name: not empty, without a NUL
SELECT count FROM uuid_audit(1) -- => error: uuid_audit: table must be TEXT
SELECT count FROM uuid_audit('clean', X'00') -- => error: uuid_audit: only must be TEXT
SELECT count FROM uuid_audit('clean', 'id', 1.5) -- => error: uuid_audit: schema must be TEXT
SELECT count FROM uuid_audit -- => error: uuid_audit: needs an argument, the name of a table
SELECT count FROM uuid_audit('a', 'b', 'c', 'd') -- => error
SELECT "table", finding FROM uuid_audit WHERE only = 'id' AND ("table" = 'cases' OR "table" = 'ulids') -- => cases|declared|cases|text canonical in another case|cases|same uuid, other value|cases|version 1|ulids|declared|ulids|text malformed
SELECT count(DISTINCT rowid) = count(*) FROM uuid_audit WHERE "table" IN ('cases', 'twice', 'mixed') -- => 1
SELECT count(*) FROM uuid_audit('cases') AS l JOIN uuid_audit('cases') AS r ON l.finding = r.finding -- => 4
-- Not in a schema.
CREATE VIEW schemed AS SELECT * FROM uuid_audit('clean')
SELECT count(*) FROM schemed -- => error
CREATE TRIGGER on_bits AFTER INSERT ON bits BEGIN INSERT INTO odd SELECT count FROM uuid_audit('bits'); END
INSERT INTO bits VALUES (NULL) -- => error
-- It reads what the transaction sees, and leaves all as it is.
BEGIN
INSERT INTO most VALUES ('new')
SELECT count FROM uuid_audit('most') WHERE finding = 'text malformed' -- => 1
ROLLBACK
SELECT count(*) FROM uuid_audit('most') WHERE finding = 'text malformed' -- => 0
CREATE TABLE report AS SELECT * FROM uuid_audit('most')
SELECT group_concat(name, ' ') FROM pragma_table_info('report') -- => column finding level count example advice cure
-- The format of a column: what it is declared for, else that of most of its texts.
CREATE TABLE django (id CHAR(32) PRIMARY KEY)
INSERT INTO django SELECT uuid_hex(uuid) FROM uuid_series(7, 3)
INSERT INTO django VALUES (uuid7()), (uuid7()), (uuid7()), (uuid7()), (uuid7_blob()), (upper(uuid_hex('ffffffff-ffff-ffff-ffff-ffffffffffff')))
SELECT finding, count, advice, cure FROM uuid_audit('django') WHERE advice IS NOT NULL -- => blob of 16 bytes|1|the column is declared for TEXT|uuid_hex("id")|text canonical|4|the column is declared for 32 digits|uuid_hex("id")|text hex|3|the column is declared for 32 digits; compare with uuid_hex(X)||text hex in another case|1|the column is declared for 32 digits|uuid_hex("id")
CREATE TABLE windows (guid TEXT)
INSERT INTO windows SELECT upper(uuid) FROM uuid_series(4, 3)
INSERT INTO windows VALUES (uuid4()), (uuid4()), ('{' || uuid4() || '}')
SELECT advice, cure FROM uuid_audit('windows') WHERE finding = 'text upper' -- => = and UNIQUE distinguish it from canonical text|uuid_str("guid")
INSERT INTO windows VALUES (upper(uuid4()))
SELECT advice, cure FROM uuid_audit('windows') WHERE finding LIKE 'text%' -- => = and UNIQUE distinguish it from upper text|uuid_format("guid", 'upper')|most are in this format; compare with uuid_format(X, 'upper')||= and UNIQUE distinguish it from upper text|uuid_format("guid", 'upper')
INSERT INTO windows SELECT lower(guid) FROM windows WHERE guid GLOB '*[A-F]*' LIMIT 1
SELECT advice, cure FROM uuid_audit('windows') WHERE finding LIKE 'same%' -- => = and UNIQUE see several values|uuid_str("guid")
-- Keys that are damaged are examined without their name.
CREATE TABLE damaged (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), what TEXT)
INSERT INTO damaged (id, what) VALUES (NULL, 'a'), ('garbage', 'b'), (42, 'c')
SELECT finding, count, advice, cure FROM uuid_audit('damaged') -- => declared|3|||null|1|a PRIMARY KEY accepts NULL unless it is NOT NULL or the table is STRICT or WITHOUT ROWID||integer|1|not a UUID||text malformed|1|malformed UUID at offset 0: expected a hex digit|
CREATE TABLE few (id TEXT PRIMARY KEY, other TEXT)
INSERT INTO few VALUES ('garbage', uuid4()), ('more', 'x'), (uuid4(), 'y')
SELECT group_concat(finding) FROM uuid_audit('few') -- => declared,text canonical,text malformed,version 4
SELECT count(*) FROM uuid_audit('few', 'id') WHERE finding = 'null' -- => 0
CREATE TABLE lines (id TEXT)
INSERT INTO lines SELECT uuid || char(10) FROM uuid_series(7, 3) UNION ALL SELECT uuid || char(0) FROM uuid_series(7, 3)
SELECT finding, count, advice, cure FROM uuid_audit('lines') WHERE finding <> 'declared' -- => text in white space|3|white space around a UUID|coalesce(uuid_str(trim("id", char(9, 10, 11, 12, 13, 32))), "id")|text malformed|3|malformed UUID at offset 36: expected the end of the UUID; found a NUL|
-- Malformed text is counted by what is wrong with it.
CREATE TABLE wrong (id TEXT)
INSERT INTO wrong SELECT 'user-' || n FROM uuid_series(7, 3) UNION ALL SELECT uuid || ' ' FROM uuid_series(7, 4) UNION ALL VALUES ('')
SELECT finding, count, advice, cure FROM uuid_audit('wrong', 'id') WHERE finding <> 'declared' -- => text in white space|4|white space around a UUID|coalesce(uuid_str(trim("id", char(9, 10, 11, 12, 13, 32))), "id")|text malformed|1|malformed UUID at offset 0: unexpected end of input||text malformed|3|malformed UUID at offset 1: expected 'urn:uuid:'|
CREATE TABLE bound (id BLOB)
INSERT INTO bound SELECT CAST(uuid AS BLOB) FROM uuid_series(7, 3)
SELECT finding, count, advice, cure FROM uuid_audit('bound') WHERE finding GLOB 'blob*' -- => blob of text|3|text stored as BLOB|coalesce(uuid_blob(uuid_parse("id")), "id")
-- A view that audits itself, and two that audit each other, end at the second level.
CREATE TEMP VIEW itself AS SELECT * FROM uuid_audit('itself')
SELECT * FROM itself -- => error: uuid_audit: not allowed within another statement
CREATE TEMP VIEW one AS SELECT * FROM uuid_audit('other')
CREATE TEMP VIEW other AS SELECT * FROM uuid_audit('one')
SELECT * FROM one -- => error: uuid_audit: not allowed within another statement
SELECT count(*) > 0 FROM uuid_audit('lines') -- => 1
-- Weak randomness: bits that are the same in all keys, and keys that count up. Each view is a fault.
CREATE TABLE n (n INTEGER PRIMARY KEY, bits TEXT)
INSERT INTO n SELECT n, replace(uuid, '-', '') FROM uuid_series(4, 1000)
CREATE TEMP VIEW weak AS SELECT name, finding, count, advice FROM pragma_table_list AS list, uuid_audit(list.name, 'id') WHERE list.name GLOB 'weak_*' AND (finding GLOB '*fixed*' OR finding GLOB '*counts*') ORDER BY name
CREATE VIEW weak_1 AS SELECT printf('018bcfe5%04x7abc%sabcdef012345', n, substr(bits, 17, 4)) AS id FROM n
CREATE VIEW weak_2 AS SELECT substr(bits, 1, 16) || '8000000000000000' AS id FROM n WHERE n <= 200
CREATE VIEW weak_4 AS SELECT printf('018bcfe568007abc8%015x', 0x123456789abcde0 + n * 60) AS id FROM n
CREATE VIEW weak_5 AS SELECT printf('%s8%015x', substr(bits, 1, 16), 0x123456789abcde0 + n * 60) AS id FROM n
CREATE VIEW weak_6 AS SELECT printf('018bcfe5%04x7abc%s%02x', b.n, substr(b.bits, 17, 14), 1 - n.n % 2) AS id FROM n JOIN n AS b ON b.n = n.n + n.n % 2 ORDER BY n.n
SELECT * FROM weak -- => weak_1|version 7 with fixed bits|1000|48 random bits, 0 in the first half, are the same in all: keys are easier to guess and may repeat|weak_2|version 4 with fixed bits|200|62 random bits, 0 in the first half, are the same in all: keys are easier to guess and may repeat|weak_4|version 7 that counts up|998|the last 8 bytes are those of the previous key plus a small number, so a key reveals the next|weak_5|version 4 with fixed bits|1000|45 random bits, 0 in the first half, are the same in all: keys are easier to guess and may repeat|weak_5|version 4 that counts up|998|the last 8 bytes are those of the previous key plus a small number, so a key reveals the next|weak_6|version 7 with fixed bits|1000|7 random bits, 0 in the first half, are the same in all: keys are easier to guess and may repeat|weak_6|version 7 that counts up|500|the last 8 bytes are those of the previous key plus a small number, so a key reveals the next
DROP VIEW weak_1
DROP VIEW weak_5
DROP VIEW weak_6
-- Silence: too few keys, too few milliseconds, few keys often, steps up and down, other orders of bytes; honest keys.
DROP VIEW weak_2
DROP VIEW weak_4
CREATE VIEW weak_1 AS SELECT substr(bits, 1, 16) || '8000000000000000' AS id FROM n WHERE n < 100
CREATE VIEW weak_2 AS SELECT printf('018bcfe5%04x7abc%sabcdef012345', n % 99, substr(bits, 17, 4)) AS id FROM n
CREATE VIEW weak_3 AS SELECT a.bits AS id FROM n AS a, n AS b WHERE a.n < 9
CREATE VIEW weak_4 AS SELECT printf('018bcfe568007abc8123456789abcd%02x', n % 2) AS id FROM n WHERE n BETWEEN 2 AND 999
CREATE VIEW weak_5 AS SELECT uuid_guid_swap(uuid) AS id FROM uuid_series(4, 20000) UNION ALL SELECT '00000000-0000-0000-0000-000000000001'
CREATE VIEW weak_6 AS SELECT printf('018bcfe568007abc80%06x%s', n, substr(bits, 25)) AS id FROM n
CREATE VIEW weak_7 AS SELECT uuid_str(bits) AS id FROM n
CREATE VIEW weak_8 AS SELECT uuid7_at_ns(1700000000000000000 + n) AS id FROM n
CREATE VIEW weak_9 AS SELECT printf('018bcfe5%04x7abc8000%s', n, substr(bits, 1, 12)) AS id FROM n
CREATE VIEW weak_10 AS SELECT printf('018bcfe568007abc8123456789abcd%02x', n) AS id FROM n WHERE n < 100
CREATE TABLE weak_11 AS SELECT blob AS id FROM uuid_series(7, 100000)
SELECT * FROM weak
-- Foreign keys: a child that is stored otherwise than its parent, which its cures follow, or that compares otherwise.
CREATE TABLE parent (id BLOB PRIMARY KEY, what TEXT, name TEXT UNIQUE COLLATE NOCASE)
CREATE TABLE child (id REFERENCES parent, name TEXT REFERENCES parent (name), a BLOB, b BLOB, lost BLOB REFERENCES nowhere, FOREIGN KEY (a, b) REFERENCES pair (x, y))
INSERT INTO parent (id, name) SELECT blob, upper(uuid) FROM uuid_series(7, 20)
INSERT INTO child (id, name, a, b, lost) SELECT uuid_str(id), name, id, id, id FROM parent
INSERT INTO child (id) SELECT id FROM parent LIMIT 3
INSERT INTO child (id) VALUES (uuid4())
SELECT "column", finding, level, count, advice, cure FROM uuid_audit('child') WHERE finding GLOB 'text*' OR finding GLOB '*parent*' -- => id|text canonical|fault|21|"parent"."id" is BLOB|uuid_blob("id")|id|no parent as stored|fault|20|equal as a UUID to a key of "parent"."id", but not as stored|uuid_blob("id")|name|text upper|fact|20|all are in this format; compare with uuid_format(X, 'upper')||name|other collation than parent|warning|20|"parent"."name" compares otherwise: a join depends on which side of = is which|
SELECT finding, example IS NOT NULL FROM uuid_audit('child', 'id') WHERE finding GLOB '*parent*' -- => no parent as stored|1
UPDATE child SET id = uuid_blob("id")
SELECT "column", finding FROM uuid_audit('child') WHERE level = 'fault' OR finding GLOB 'no parent*'
-- Halves of UUIDs, which name each other.
CREATE TABLE halved (msb INTEGER, lsb INTEGER, id TEXT)
RUN SELECT 'INSERT INTO halved VALUES (0x' || substr(uuid_hex(uuid), 1, 16) || ', 0x' || substr(uuid_hex(uuid), 17) || ', ''' || uuid || ''');' FROM uuid_series(4, 30)
SELECT "column", finding, count, advice, cure FROM uuid_audit('halved') WHERE "column" <> 'id' -- => msb|declared|30|||msb|first half of a uuid|30|the first 8 bytes of version 4; the others are in another column|iif(typeof("msb") = 'integer' AND typeof("lsb") = 'integer', uuid_blob(printf('%016x%016x', "msb", "lsb")), "msb")|lsb|declared|30|||lsb|second half of a uuid|30|the last 8 bytes, with the variant on top; the others are in another column|iif(typeof("lsb") = 'integer' AND typeof("msb") = 'integer', uuid_blob(printf('%016x%016x', "msb", "lsb")), "lsb")
SELECT count(*) FROM halved WHERE uuid_blob(printf('%016x%016x', "msb", "lsb")) = uuid_blob(id) -- => 30
SELECT advice, cure FROM uuid_audit('halved', 'lsb') WHERE finding <> 'declared' -- => the last 8 bytes, with the variant on top; the others are in another column, or lost: uuid_blob(printf('%016x%016x', FIRST, SECOND))|
CREATE TABLE halved_key (msb INTEGER PRIMARY KEY, lsb INTEGER)
INSERT INTO halved_key SELECT msb, lsb FROM halved
SELECT "column", cure IS NULL FROM uuid_audit('halved_key') WHERE level = 'fault' -- => msb|1|lsb|0
-- No half: a counter, Snowflakes of one machine, random numbers.
CREATE TABLE no_half (n INTEGER, s INTEGER, r INTEGER)
INSERT INTO no_half SELECT 5000 + n, (1700000000000 + n << 22) + 0x4001, random() FROM uuid_series(4, 200)
SELECT count(*) FROM uuid_audit('no_half') -- => 0
SELECT DISTINCT finding FROM uuid_audit('no_half', 's') -- => declared|integer
-- A key of random text is none of UUIDs, because one in eight decodes to one.
CREATE TABLE token (id TEXT PRIMARY KEY)
INSERT INTO token SELECT substr(uuid_format(uuid_blob(hex(randomblob(16))), 'base64url'), 1, 21) || 'w' FROM uuid_series(4, 200)
SELECT count(*) FROM uuid_audit('token') -- => 0
-- Four columns of halves: which belong together cannot be told. Names that suggest UUIDs over small numbers.
CREATE TABLE halved_twice (a INTEGER, b INTEGER, c INTEGER, d INTEGER, uuid_count INTEGER)
INSERT INTO halved_twice SELECT msb, lsb, msb, lsb, rowid FROM halved
SELECT "column", finding, level, cure FROM uuid_audit('halved_twice') WHERE finding <> 'declared' -- => a|first half of a uuid|fault||b|second half of a uuid|fault||c|first half of a uuid|fault||d|second half of a uuid|fault||uuid_count|integer|fact|
-- A cure of the byte order leaves right values of another kind, or is not offered. All random keys are different.
CREATE TABLE orders (id BLOB, made BLOB)
INSERT INTO orders SELECT uuid_guid_swap(blob), blob FROM uuid_series(4, 100)
INSERT INTO orders SELECT blob, blob FROM uuid_series(4, 600)
INSERT INTO orders SELECT randomblob(16), NULL FROM uuid_series(4, 300)
SELECT finding FROM uuid_audit('orders', 'id') WHERE cure IS NOT NULL
SELECT sum(iif(uuid_version("id") NOT IN (4) AND uuid_version(uuid_guid_swap("id")) IN (1, 4, 5, 7), uuid_guid_swap("id"), "id") <> made AND id = made) FROM orders -- => 0
DELETE FROM orders WHERE rowid > 100
INSERT INTO orders (id) VALUES (X'00112233445546998000000000000001')
SELECT finding, cure IS NULL FROM uuid_audit('orders', 'id') WHERE finding GLOB '*order' -- => blob in guid order|1
-- What stands around a UUID may belong to it; only before digits of a dump it does not.
CREATE TABLE around (etag TEXT, session TEXT, dump TEXT, two TEXT)
INSERT INTO around SELECT '"' || lower(hex(randomblob(16))) || '"', 'session:' || uuid, '0x' || uuid_hex(uuid), iif(n % 2, 'ACI:', 'PNI:') || uuid FROM uuid_series(4, 40)
SELECT "column", finding, level, advice, cure FROM uuid_audit('around') WHERE "column" <> 'etag' AND finding <> 'declared' -- => session|text with a prefix|fact|'session:' before each: uuid_str(substr("session", 9))||dump|text with a prefix|fault|0x before the digits, as in a dump|coalesce(uuid_str(replace("dump", '0x', '')), "dump")|two|text with a prefix|fact|2 prefixes before UUIDs|
SELECT count(*) FROM uuid_audit('around') WHERE "column" = 'etag' -- => 0
-- 16 bytes of text in another encoding, or with a tab, are no UUIDs.
CREATE TABLE sixteen (id TEXT PRIMARY KEY)
INSERT INTO sixteen VALUES ('2024-01-01 1234' || char(10)), ('abc' || char(9) || '000777842026'), (CAST(X'4DFC6C6C65722053747261DF65203030' AS TEXT)), ('sixteen letters!')
SELECT count(*) FROM uuid_audit('sixteen') -- => 0
-- The collation of the column decides what = distinguishes.
CREATE TABLE collated (a TEXT COLLATE NOCASE, b TEXT COLLATE UUID)
INSERT INTO collated SELECT iif(n % 3, uuid, upper(uuid)), iif(n % 3, uuid, uuid_hex(uuid)) FROM uuid_series(4, 30)
SELECT count(*) FROM uuid_audit('collated') WHERE level = 'fault' -- => 0
-- A parent that is a view has no key; a child of numeric affinity is found without an index.
CREATE VIEW parent_view AS SELECT id FROM parent
CREATE TABLE view_child (id BLOB REFERENCES parent_view (id))
INSERT INTO view_child SELECT id FROM parent
SELECT DISTINCT finding FROM uuid_audit('view_child') -- => declared|blob of 16 bytes|version 7
-- Too few ULIDs: how many would tell.
CREATE TABLE three (id TEXT)
INSERT INTO three SELECT uuid_format(uuid, 'ulid') FROM uuid_series(7, 3)
SELECT substr(advice, -43) FROM uuid_audit('three') WHERE finding = 'text malformed' -- => perhaps text ulid: 4 such values would tell
