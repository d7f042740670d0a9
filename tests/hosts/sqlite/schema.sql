-- Where the functions may stand, and what SQLite makes of them there.
PRAGMA trusted_schema = OFF
-- Defaults, checks, generated columns, partial and expression indexes, STRICT, WITHOUT ROWID.
CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x TEXT, CHECK (uuid_check(id) IS NOT NULL)) WITHOUT ROWID
INSERT INTO t(x) VALUES ('a'), ('b')
INSERT INTO t(id) VALUES (42) -- => error: uuid_check: X must be a UUID
INSERT INTO t(id) VALUES ('6ba7b810') -- => error: uuid_check: malformed UUID at offset 8: unexpected end of input
SELECT count(*), count(DISTINCT id), min(typeof(id)), min(length(id)) FROM t -- => 2|2|blob|16
CREATE TABLE s (id TEXT PRIMARY KEY DEFAULT (uuid4()), at TEXT AS (uuid_timestamp(id)), ms INTEGER AS (uuid_timestamp_ms(id)) STORED, CHECK (uuid_valid(id))) STRICT
INSERT INTO s DEFAULT VALUES
INSERT INTO s(id) VALUES (uuid7_make(5, zeroblob(10)))
INSERT INTO s(id) VALUES ('nonsense') -- => error: SQLITE_CONSTRAINT_CHECK
SELECT at, ms FROM s ORDER BY at -- => ||1970-01-01 00:00:00.005|5
CREATE INDEX by_time ON s(uuid_timestamp_ms(id)) WHERE uuid_version(id) = 7
CREATE INDEX by_blob ON s(uuid_blob(id))
SELECT id FROM s WHERE uuid_blob(id) = uuid7_make_blob(5, zeroblob(10)) -- => 00000000-0005-7000-8000-000000000000
CREATE INDEX no ON s(uuid7()) -- => error
CREATE TABLE no (y, x AS (uuid4())) -- => error
-- Keys in another format beside the key, and keys that are stored in another format.
CREATE TABLE u (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), ulid TEXT AS (uuid_format(id, 'ulid')) STORED UNIQUE, guid BLOB AS (uuid_format(id, 'guid')), CHECK (uuid_parse(guid, 'guid') = uuid_str(id))) STRICT, WITHOUT ROWID
INSERT INTO u DEFAULT VALUES
INSERT INTO u VALUES (uuid_blob('01563e3a-b5d3-d676-4c61-efb99302bd5b'))
SELECT hex(guid), hex(id) FROM u WHERE ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV' -- => 3A3E5601D3B576D64C61EFB99302BD5B|01563E3AB5D3D6764C61EFB99302BD5B
CREATE INDEX u_by_base58 ON u(uuid_format(id, 'base58'))
EXPLAIN QUERY PLAN SELECT ulid FROM u WHERE uuid_format(id, 'base58') = '1' -- => ~ u_by_base58
SELECT uuid_str(id) FROM u WHERE uuid_format(id, 'base58') = uuid_format('01563e3a-b5d3-d676-4c61-efb99302bd5b', 'base58') -- => 01563e3a-b5d3-d676-4c61-efb99302bd5b
CREATE TABLE l (ulid TEXT CHECK (uuid_parse(ulid, 'ulid') IS NOT NULL), id TEXT AS (uuid_parse(ulid, 'ulid')))
CREATE UNIQUE INDEX l_by_uuid ON l(uuid_parse(ulid, 'ulid'))
INSERT INTO l VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('01BX5ZZKBKACTAV9WEVGEMMVRZ')
INSERT INTO l VALUES ('01arz3ndektsv4rrffq69g5fav') -- => error: SQLITE_CONSTRAINT_UNIQUE
INSERT INTO l VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAU') -- => error: SQLITE_CONSTRAINT_CHECK
EXPLAIN QUERY PLAN SELECT ulid FROM l WHERE uuid_parse(ulid, 'ulid') = 'ffffffff-ffff-ffff-ffff-ffffffffffff' -- => ~ l_by_uuid
SELECT ulid FROM l WHERE uuid_parse(ulid, 'ulid') = '01563e3a-b5d3-d676-4c61-efb99302bd5b' -- => 01ARZ3NDEKTSV4RRFFQ69G5FAV
-- TypeID as a key: the prefix is NULL where there is no TypeID, and a CHECK that is NULL holds, so it
-- is compared by IS.
CREATE TABLE user (id TEXT PRIMARY KEY DEFAULT (uuid_typeid('user', uuid7())), at TEXT AS (uuid_timestamp(uuid_parse(id, 'typeid'))), CHECK (uuid_typeid_prefix(id) IS 'user'))
INSERT INTO user DEFAULT VALUES
INSERT INTO user DEFAULT VALUES
INSERT INTO user VALUES (uuid_typeid('user', uuid7_make(5, zeroblob(10))))
INSERT INTO user VALUES (uuid_typeid('order', uuid7())) -- => error: SQLITE_CONSTRAINT_CHECK
INSERT INTO user VALUES ('user_') -- => error: SQLITE_CONSTRAINT_CHECK
SELECT count(DISTINCT id), min(length(id)), sum(id GLOB 'user_0*'), min(at) FROM user -- => 3|31|3|1970-01-01 00:00:00.005
CREATE INDEX user_by_prefix ON user(uuid_typeid_prefix(id), uuid_typeid('member', uuid_parse(id, 'typeid')))
CREATE VIEW member AS SELECT uuid_typeid_prefix(id) AS prefix, uuid_typeid('member', uuid_parse(id, 'typeid')) AS id FROM user
SELECT DISTINCT prefix, substr(id, 1, 8), length(id) FROM member -- => user|member_0|33
CREATE TABLE order_ (id BLOB DEFAULT (uuid7_blob()), name TEXT AS (uuid_typeid('order', id)) STORED UNIQUE, CHECK (uuid_blob(uuid_parse(name, 'typeid')) = id))
INSERT INTO order_ DEFAULT VALUES
SELECT uuid_typeid_prefix(name), uuid_blob(uuid_parse(name, 'typeid')) = id FROM order_ -- => order|1
CREATE TABLE wrong (id TEXT DEFAULT (uuid_typeid('Order', uuid7())))
INSERT INTO wrong DEFAULT VALUES -- => error: uuid_typeid: invalid prefix
CREATE INDEX no ON user(uuid_typeid('user', uuid4())) -- => error
-- uuid8 is pure with all its arguments, a generator with fewer. Of a NULL it makes nothing.
CREATE INDEX yes ON s(uuid8(ms, 0, 0)) WHERE ms IS NOT NULL
CREATE INDEX of_null ON s(uuid8(ms, 0, 0)) -- => error
CREATE INDEX no ON s(uuid8(ms, 0)) -- => error
-- Triggers and views.
CREATE TABLE log(id)
CREATE TRIGGER after_t AFTER INSERT ON t BEGIN INSERT INTO log VALUES (uuid7_blob()); END
CREATE VIEW v AS SELECT uuid_str(id) AS id, uuid4() AS fresh FROM t
INSERT INTO t(x) VALUES ('c')
SELECT count(*), (SELECT length(id) FROM log) FROM v -- => 3|16
CREATE VIEW w AS SELECT uuid FROM uuid_series(7, 3)
SELECT count(*) FROM w -- => 3
-- Range scans by time search the primary key.
EXPLAIN QUERY PLAN SELECT * FROM t WHERE id BETWEEN uuid7_min_blob(0) AND uuid7_max_blob(0) -- => ~ PRIMARY KEY
EXPLAIN QUERY PLAN SELECT * FROM s WHERE id BETWEEN uuid7_min(0) AND uuid7_max(0) -- => ~ sqlite_autoindex_s_1
-- A time as text, from a function of SQLite that depends on the clock: still a search.
EXPLAIN QUERY PLAN SELECT * FROM t WHERE id >= uuid7_min_blob(date('now', '-7 days')) -- => ~ SEARCH t USING .*PRIMARY KEY \(id>\?\)
EXPLAIN QUERY PLAN SELECT * FROM t WHERE id >= uuid7_min_blob('2024-02-29') AND id < uuid7_min_blob('2024-03-01') -- => ~ PRIMARY KEY \(id>\? AND id<\?\)
SELECT count(*) FROM t WHERE id >= uuid7_min_blob(date('now', '-7 days')) AND id < uuid7_min_blob(datetime('now', '+1 minute')) -- => 3
SELECT uuid7_min(strftime('%Y-%m-%dT%H:%M:%fZ', uuid_timestamp(id))) = uuid7_min(uuid_timestamp_ms(id)) AND uuid7_max(uuid_timestamp(id)) = uuid7_max(uuid_timestamp_ms(id)) FROM t LIMIT 1 -- => 1
CREATE TABLE at_time (at TEXT, id BLOB AS (uuid7_min_blob(at)) STORED, CHECK (uuid7_max(at) > uuid7_min(at))) STRICT
INSERT INTO at_time VALUES ('2022-02-22 19:22:22')
INSERT INTO at_time VALUES ('yesterday') -- => error: malformed time at offset 0: a time is
SELECT count(*) FROM t WHERE id BETWEEN uuid7_min_blob(unixepoch() * 1000 - 60000) AND uuid7_max_blob(unixepoch() * 1000 + 60000) -- => 3
SELECT id FROM s WHERE id BETWEEN uuid7_min('1970-01-01 00:00:00.005') AND uuid7_max('1970-01-01') -- => 00000000-0005-7000-8000-000000000000
-- The storage class goes through the conversions.
SELECT typeof(uuid_v1_to_v6(uuid_v6_to_v1('1b21dd21-3814-6000-8000-000000000000'))), typeof(uuid_v6_to_v1(X'1b21dd21381460008000000000000000')), typeof(uuid_guid_swap(zeroblob(16))), typeof(uuid_guid_swap('00000000-0000-0000-0000-000000000000')) -- => text|blob|blob|text
SELECT uuid_guid_swap(uuid_guid_swap('{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}')) -- => 6ba7b810-9dad-11d1-80b4-00c04fd430c8
-- Version 6 and version 1 turned into it, as BLOB and as TEXT: range scans by time.
CREATE TABLE g (id BLOB PRIMARY KEY DEFAULT (uuid6_blob()), v1 TEXT AS (uuid_str(uuid_v6_to_v1(id))) VIRTUAL, CHECK (uuid_version(id) = 6)) STRICT, WITHOUT ROWID
INSERT INTO g DEFAULT VALUES
INSERT INTO g VALUES (X'1b21dd21381168f08000000000000000'), (X'1b21dd2138136fffbfffffffffffffff'), (X'1b21dd21381460008000000000000000'), (uuid_v1_to_v6(uuid_blob('c232ab00-9414-11ec-b3c8-9f6bdeced846')))
INSERT INTO g VALUES (uuid7_blob()) -- => error: uuid_v6_to_v1: the UUID is not of version 6
EXPLAIN QUERY PLAN SELECT * FROM g WHERE id BETWEEN X'1b21dd2138076cb08000000000000000' AND X'1b21dd2138136fffbfffffffffffffff' -- => ~ PRIMARY KEY
SELECT count(*) FROM g WHERE id BETWEEN X'1b21dd2138076cb08000000000000000' AND X'1b21dd2138136fffbfffffffffffffff' -- => 2
SELECT v1 FROM g WHERE id BETWEEN X'1ec9414c232a6b008000000000000000' AND X'1ec9414c232d620fbfffffffffffffff' -- => c232ab00-9414-11ec-b3c8-9f6bdeced846
CREATE TABLE gt (id TEXT PRIMARY KEY DEFAULT (uuid6()), x INT, CHECK (uuid_check(id) IS NOT NULL)) STRICT
INSERT INTO gt(id) SELECT uuid_str(id) FROM g
EXPLAIN QUERY PLAN SELECT x FROM gt WHERE id BETWEEN '1b21dd21-3807-6cb0-8000-000000000000' AND '1b21dd21-3813-6fff-bfff-ffffffffffff' -- => ~ sqlite_autoindex_gt_1
SELECT count(*) FROM gt WHERE id BETWEEN '1b21dd21-3807-6cb0-8000-000000000000' AND '1b21dd21-3813-6fff-bfff-ffffffffffff' -- => 2
INSERT INTO gt(id) VALUES ('') -- => error: uuid_check: malformed UUID at offset 0
-- A rowid table with its key beside; a range over a BLOB that is not a primary key; a scan from the end.
CREATE TABLE r (n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE DEFAULT (uuid7_blob()), x, CHECK (uuid_valid(id)))
INSERT INTO r(n) VALUES (1), (2), (3)
EXPLAIN QUERY PLAN SELECT x FROM r WHERE id >= uuid7_min_blob(0) AND id <= uuid7_max_blob(281474976710655) -- => ~ sqlite_autoindex_r_1
SELECT n FROM r WHERE id >= uuid7_min_blob(0) AND id <= uuid7_max_blob(281474976710655) ORDER BY id DESC -- => 3|2|1
INSERT INTO r(id) VALUES (X'00') -- => error: SQLITE_CONSTRAINT_CHECK
INSERT INTO r(id) VALUES (NULL) -- => error: SQLITE_CONSTRAINT_NOTNULL
-- uuid_valid(NULL) is NULL, and so is uuid_check(NULL): of a CHECK only the second refuses it.
CREATE TABLE nulls (a BLOB CHECK (uuid_valid(a)), b BLOB CHECK (uuid_check(b) IS NOT NULL))
INSERT INTO nulls(a, b) VALUES (NULL, uuid4())
INSERT INTO nulls(a, b) VALUES (uuid4(), NULL) -- => error: SQLITE_CONSTRAINT_CHECK
-- Partial and expression indexes are used, and stay whole through changes.
CREATE TABLE p (id TEXT PRIMARY KEY, state TEXT) STRICT, WITHOUT ROWID
CREATE INDEX p_open ON p(uuid_timestamp_ms(id)) WHERE uuid_version(id) = 7 AND state = 'open'
CREATE UNIQUE INDEX p_one ON p(uuid_blob(id))
INSERT INTO p SELECT uuid7_at(n * 1000), iif(n % 2, 'open', 'done') FROM uuid_series(4, 100)
EXPLAIN QUERY PLAN SELECT count(*) FROM p WHERE uuid_timestamp_ms(id) BETWEEN 5000 AND 9000 AND uuid_version(id) = 7 AND state = 'open' -- => ~ p_open
SELECT count(*) FROM p WHERE uuid_timestamp_ms(id) BETWEEN 5000 AND 9000 AND uuid_version(id) = 7 AND state = 'open' -- => 3
UPDATE p SET state = 'done' WHERE uuid_timestamp_ms(id) = 7000
SELECT count(*) FROM p WHERE uuid_timestamp_ms(id) BETWEEN 5000 AND 9000 AND uuid_version(id) = 7 AND state = 'open' -- => 2
INSERT INTO p SELECT upper(id), state FROM p LIMIT 1 -- => error: SQLITE_CONSTRAINT_UNIQUE
CREATE INDEX no ON p(id) WHERE id > uuid7() -- => error
CREATE INDEX no ON p(id) WHERE uuid_lead_ns() = 0 -- => error
-- The schema of a database has no commands, and does not read what it likes; TEMP is this connection's own.
CREATE VIEW audits AS SELECT count(*) FROM uuid_audit('parts')
SELECT * FROM audits -- => error: unsafe use
CREATE TABLE commanded (n INTEGER)
CREATE TEMP VIEW commands_now AS SELECT a.value < 1000000 FROM uuid_resync() AS a, uuid_reseed()
SELECT * FROM commands_now -- => 1
CREATE TEMP VIEW audits_now AS SELECT count(*) >= 0 FROM uuid_audit('p')
SELECT * FROM audits_now -- => 1
CREATE TEMP TRIGGER command_now AFTER INSERT ON commanded BEGIN SELECT * FROM uuid_reseed(); END
INSERT INTO commanded VALUES (1)
-- Generated columns, VIRTUAL and STORED, as keys of an index and of a foreign table.
PRAGMA foreign_keys = ON
CREATE TABLE parent (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), name TEXT NOT NULL AS (uuid_str(id)) STORED UNIQUE, day TEXT AS (date(uuid_timestamp(id))) VIRTUAL) STRICT
CREATE TABLE child (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), parent TEXT REFERENCES parent(name) ON DELETE CASCADE) STRICT
CREATE INDEX parent_day ON parent(day)
INSERT INTO parent(id) VALUES (uuid7_min_blob(1645557742000))
INSERT INTO child(parent) SELECT name FROM parent
INSERT INTO child(parent) VALUES (uuid4()) -- => error: SQLITE_CONSTRAINT_FOREIGNKEY
SELECT name FROM parent WHERE day = '2022-02-22' -- => 017f22e2-79b0-7000-8000-000000000000
DELETE FROM parent
SELECT count(*) FROM child -- => 0
-- RETURNING, UPSERT, and what SQLite does not do: add a column whose default is no constant.
INSERT INTO r DEFAULT VALUES RETURNING typeof(id), length(id), uuid_version(id) -- => blob|16|7
INSERT INTO r(n, id) SELECT n, id FROM r WHERE n = 1 ON CONFLICT(id) DO UPDATE SET id = uuid7_blob() RETURNING n -- => 1
SELECT n FROM r ORDER BY id DESC LIMIT 1 -- => 1
ALTER TABLE r ADD COLUMN other BLOB DEFAULT (uuid7_blob()) -- => error
-- Triggers: before and after, on a view, with the table-valued function in them.
CREATE TABLE named (id BLOB PRIMARY KEY, name TEXT) WITHOUT ROWID
CREATE TABLE audit_log (at TEXT, what TEXT)
CREATE TRIGGER named_check BEFORE INSERT ON named WHEN NOT uuid_valid(NEW.id) BEGIN SELECT raise(ABORT, 'no UUID'); END
CREATE TRIGGER named_log AFTER INSERT ON named BEGIN INSERT INTO audit_log SELECT uuid_timestamp(uuid), uuid_str(NEW.id) FROM uuid_series(7, 2); END
CREATE VIEW named_text AS SELECT uuid_str(id) AS id, name FROM named
CREATE TRIGGER named_insert INSTEAD OF INSERT ON named_text BEGIN INSERT INTO named VALUES (coalesce(uuid_blob(NEW.id), uuid5_blob('@dns', NEW.name)), NEW.name); END
INSERT INTO named VALUES ('x', 'x') -- => error: no UUID
INSERT INTO named_text(name) VALUES ('www.example.com')
SELECT id, (SELECT count(*) FROM audit_log WHERE what = id) FROM named_text -- => 2ed6657d-e927-568b-95e1-2665a8aea6a2|2
-- The collation in a schema.
CREATE TABLE k (id TEXT PRIMARY KEY COLLATE UUID, x AS (id COLLATE UUID = '00000000-0000-0000-0000-000000000000')) WITHOUT ROWID
INSERT INTO k VALUES ('{00000000-0000-0000-0000-000000000000}')
INSERT INTO k VALUES ('00000000000000000000000000000000') -- => error: SQLITE_CONSTRAINT_PRIMARYKEY
EXPLAIN QUERY PLAN SELECT x FROM k WHERE id = '00000000-0000-0000-0000-000000000000' -- => ~ PRIMARY KEY
SELECT x FROM k WHERE id = '00000000-0000-0000-0000-000000000000' -- => 1
-- All of it stands up to being written anew, and is whole.
REINDEX
VACUUM
PRAGMA integrity_check -- => ok
PRAGMA foreign_key_check
-- SQLite's own traps, as README.md tells them: a subquery may be evaluated twice for a row, and a
-- column that is declared UUID turns 32 digits into a number.
SELECT count(*) FROM (SELECT x AS a, x AS b FROM (SELECT uuid4() AS x FROM s)) WHERE a = b -- => 0
WITH once AS MATERIALIZED (SELECT uuid4() AS x FROM s) SELECT count(*) FROM once WHERE x <> x -- => 0
CREATE TABLE numeric (declared UUID, text TEXT)
INSERT INTO numeric VALUES ('00000000000000000000000000000012', '00000000000000000000000000000012')
SELECT typeof(declared), typeof(text) FROM numeric -- => integer|text
