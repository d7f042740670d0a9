-- Where the functions may stand, and what SQLite makes of them there.
PRAGMA trusted_schema = OFF
-- Defaults, checks, generated columns, partial and expression indexes, STRICT, WITHOUT ROWID.
CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x TEXT, CHECK (uuid_check(id) IS NOT NULL)) WITHOUT ROWID
INSERT INTO t(x) VALUES ('a'), ('b')
INSERT INTO t(id) VALUES (42) -- => error: uuid_check: X must be a UUID
INSERT INTO t(id) VALUES ('6ba7b810') -- => error: uuid_check: malformed UUID at offset 8: the text ends too early
SELECT count(*), count(DISTINCT id), min(typeof(id)), min(length(id)) FROM t -- => 2|2|blob|16
CREATE TABLE s (id TEXT PRIMARY KEY DEFAULT (uuid4()), at TEXT AS (uuid_timestamp(id)), ms INTEGER AS (uuid_timestamp_ms(id)) STORED, CHECK (uuid_valid(id))) STRICT
INSERT INTO s DEFAULT VALUES
INSERT INTO s(id) VALUES (uuid7_min(5))
INSERT INTO s(id) VALUES ('nonsense') -- => error: CHECK constraint failed
SELECT at, ms FROM s ORDER BY at -- => ||1970-01-01 00:00:00.005|5
CREATE INDEX by_time ON s(uuid_timestamp_ms(id)) WHERE uuid_version(id) = 7
CREATE INDEX by_blob ON s(uuid_blob(id))
SELECT id FROM s WHERE uuid_blob(id) = uuid7_min_blob(5) -- => 00000000-0005-7000-8000-000000000000
CREATE INDEX no ON s(uuid7()) -- => error: non-deterministic functions prohibited in index expressions
CREATE TABLE no (y, x AS (uuid4())) -- => error: non-deterministic functions prohibited in generated columns
-- uuid8 is pure with all its arguments, a generator with fewer.
CREATE INDEX yes ON s(uuid8(ms, 0, 0))
CREATE INDEX no ON s(uuid8(ms, 0)) -- => error: non-deterministic functions prohibited in index expressions
-- Triggers and views.
CREATE TABLE log(id)
CREATE TRIGGER after_t AFTER INSERT ON t BEGIN INSERT INTO log VALUES (uuid7_blob()); END
CREATE VIEW v AS SELECT uuid_str(id) AS id, uuid4() AS fresh FROM t
INSERT INTO t(x) VALUES ('c')
SELECT count(*), (SELECT length(id) FROM log) FROM v -- => 3|16
CREATE VIEW w AS SELECT uuid FROM uuid_series(7, 3)
SELECT count(*) FROM w -- => 3
-- Range scans by time search the primary key.
EXPLAIN QUERY PLAN SELECT * FROM t WHERE id BETWEEN uuid7_min_blob(0) AND uuid7_max_blob(5) -- => QUERY PLAN|`--SEARCH t USING PRIMARY KEY (id>? AND id<?)
EXPLAIN QUERY PLAN SELECT * FROM s WHERE id BETWEEN uuid7_min(0) AND uuid7_max(5) -- => QUERY PLAN|`--SEARCH s USING INDEX sqlite_autoindex_s_1 (id>? AND id<?)
SELECT count(*) FROM t WHERE id BETWEEN uuid7_min_blob(unixepoch() * 1000 - 60000) AND uuid7_max_blob(unixepoch() * 1000 + 60000) -- => 3
SELECT id FROM s WHERE id BETWEEN uuid7_min(5) AND uuid7_max(5) -- => 00000000-0005-7000-8000-000000000000
-- The storage class goes through the conversions.
SELECT typeof(uuid_v1_to_v6(uuid_v6_to_v1(uuid6_min(0)))), typeof(uuid_v6_to_v1(uuid6_min_blob(0))), typeof(uuid_guid_swap(zeroblob(16))), typeof(uuid_guid_swap(uuid_nil())) -- => text|blob|blob|text
SELECT uuid_guid_swap(uuid_guid_swap('{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}')) -- => 6ba7b810-9dad-11d1-80b4-00c04fd430c8
-- SQLite's own traps, as README.md tells them: a subquery may be evaluated twice for a row, and a
-- column that is declared UUID turns 32 digits into a number.
SELECT count(*) FROM (SELECT x AS a, x AS b FROM (SELECT uuid4() AS x FROM s)) WHERE a = b -- => 0
WITH once AS MATERIALIZED (SELECT uuid4() AS x FROM s) SELECT count(*) FROM once WHERE x <> x -- => 0
CREATE TABLE numeric (declared UUID, text TEXT)
INSERT INTO numeric VALUES ('00000000000000000000000000000012', '00000000000000000000000000000012')
SELECT typeof(declared), typeof(text) FROM numeric -- => integer|text
