-- The scripts of uuid_entryuuid_sql and uuid_entryuuid_drop_sql: what RFC 4530 says of the UUID of an
-- entry holds for the rows of a table.
PRAGMA trusted_schema = OFF
PRAGMA synchronous = OFF
CREATE TABLE t (k INTEGER PRIMARY KEY, x UNIQUE, y)
INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', NULL)
RUN SELECT uuid_entryuuid_sql('t')
-- Section 2.1: a 16-octet value, whose string is that of RFC 4122.
SELECT DISTINCT typeof(entryUUID), length(entryUUID), uuid_valid(entryUUID), uuid_variant(entryUUID), length(uuid_str(entryUUID)) FROM t -- => blob|16|1|rfc9562|36
-- Sections 2.2 and 2.3: the rules find and order an entry by the string.
SELECT count(*) FROM t AS a, t AS b WHERE uuid_match(a.entryUUID, upper(uuid_str(b.entryUUID))) -- => 3
SELECT count(*) FROM t AS a, t AS b WHERE uuid_ordering_match(a.entryUUID, uuid_str(b.entryUUID)) -- => 3
EXPLAIN QUERY PLAN UPDATE t SET entryUUID = NULL WHERE entryUUID IS NULL -- => ~ t_entryUUID_unique
EXPLAIN QUERY PLAN SELECT x FROM t WHERE entryUUID = uuid_blob('597ae2f6-16a6-1027-98f4-d28b5365dc14') -- => ~ t_entryUUID_unique
-- Section 2.4: a new UUID for each entry upon its addition, by every kind of INSERT; existing rows are
-- assigned theirs in the order of their keys.
SELECT group_concat(x, '') FROM (SELECT x FROM t ORDER BY entryUUID) -- => abc
INSERT INTO t(x) VALUES ('d')
INSERT INTO t(x) VALUES ('e'), ('f'), ('g')
INSERT INTO t(x) SELECT x || x FROM t WHERE k < 4
INSERT INTO t DEFAULT VALUES
INSERT INTO t VALUES (20, 'h', NULL, NULL)
INSERT INTO t VALUES (21, 'i', NULL) -- => error
INSERT INTO t(k, entryUUID) SELECT 21, NULL
WITH RECURSIVE c(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM c LIMIT 500) INSERT INTO t(k, x) SELECT i, i FROM c
INSERT OR IGNORE INTO t(k, x) VALUES (30, 'ignored?'), (31, 'a'), (32, 'no')
INSERT OR ABORT INTO t(k) VALUES (33)
INSERT OR ROLLBACK INTO t(k) VALUES (34)
INSERT OR FAIL INTO t(k, x) VALUES (35, NULL), (36, 'a'), (37, NULL) -- => error: SQLITE_CONSTRAINT_UNIQUE
INSERT INTO t(k, x) VALUES (38, NULL), (39, 'a') -- => error: SQLITE_CONSTRAINT_UNIQUE
SELECT count(*), count(DISTINCT entryUUID), sum(uuid_version(entryUUID) = 7), sum(typeof(entryUUID) = 'blob') FROM t -- => 518|518|518|518
-- A row exists before its UUID does: RETURNING gives NULL, a later query the UUID.
INSERT INTO t(k) VALUES (40) RETURNING k, entryUUID IS NULL -- => 40|1
SELECT entryUUID IS NULL FROM t WHERE k = 40 -- => 0
SELECT changes(), last_insert_rowid() -- => 1|40
-- Section 2.4: SINGLE-VALUE, one and only one to each row.
SELECT count(*) FROM t AS a JOIN t AS b ON a.entryUUID = b.entryUUID -- => 519
SELECT count(*) FROM t WHERE entryUUID IS NULL -- => 0
-- Section 2.4: NO-USER-MODIFICATION, whatever the value and the statement.
INSERT INTO t(entryUUID) VALUES (uuid7_blob()) -- => error: entryUUID is assigned by the database; it cannot be set (RFC 4530, section 2.4: NO-USER-MODIFICATION)
INSERT INTO t(entryUUID) VALUES ('597ae2f6-16a6-1027-98f4-d28b5365dc14') -- => error: NO-USER-MODIFICATION
INSERT INTO t(entryUUID) VALUES (''), (NULL) -- => error: NO-USER-MODIFICATION
INSERT INTO t(k, entryUUID) VALUES (50, NULL), (51, 0) -- => error: NO-USER-MODIFICATION
INSERT INTO t(entryUUID) SELECT entryUUID FROM t LIMIT 1 -- => error: NO-USER-MODIFICATION
INSERT OR IGNORE INTO t(k, entryUUID) VALUES (1, uuid7_blob()) -- => error: NO-USER-MODIFICATION
INSERT OR REPLACE INTO t(k, entryUUID) SELECT k, entryUUID FROM t WHERE k = 1 -- => error: NO-USER-MODIFICATION
INSERT OR FAIL INTO t(entryUUID) VALUES (uuid7_blob()) -- => error: NO-USER-MODIFICATION
REPLACE INTO t(k, entryUUID) VALUES (1, zeroblob(16)) -- => error: NO-USER-MODIFICATION
INSERT INTO t(k, entryUUID) VALUES (1, uuid4_blob()) ON CONFLICT DO NOTHING -- => error: NO-USER-MODIFICATION
INSERT INTO t(k, entryUUID) VALUES (1, uuid4_blob()) ON CONFLICT(k) DO UPDATE SET y = 1 -- => error: NO-USER-MODIFICATION
SELECT count(*) FROM t WHERE k BETWEEN 50 AND 99 -- => 0
-- Section 2.4: an entry's UUID is immutable.
CREATE TEMP TABLE was AS SELECT k, x, entryUUID AS u FROM t
UPDATE t SET entryUUID = uuid7_blob() -- => error: entryUUID is immutable
UPDATE t SET entryUUID = NULL WHERE k = 1 -- => error: entryUUID is immutable
UPDATE t SET entryUUID = uuid_str(entryUUID) WHERE k = 1 -- => error: entryUUID is immutable
UPDATE t SET entryUUID = hex(entryUUID) WHERE k = 1 -- => error: entryUUID is immutable
UPDATE t SET entryUUID = CAST(entryUUID AS TEXT) WHERE k = 1 -- => error: entryUUID is immutable
UPDATE t SET (x, entryUUID) = ('z', (SELECT u FROM was WHERE k = 2)) WHERE k = 1 -- => error: entryUUID is immutable
UPDATE OR IGNORE t SET entryUUID = NULL WHERE k = 1 -- => error: entryUUID is immutable
UPDATE OR REPLACE t SET entryUUID = (SELECT u FROM was WHERE k = 2) WHERE k = 1 -- => error: entryUUID is immutable
UPDATE OR FAIL t SET entryUUID = 1 -- => error: entryUUID is immutable
UPDATE OR ROLLBACK t SET entryUUID = X'' -- => error: entryUUID is immutable
UPDATE t SET entryUUID = u FROM was WHERE was.k = 3 - t.k AND t.k < 3 -- => error: entryUUID is immutable
INSERT INTO t(k) VALUES (1) ON CONFLICT(k) DO UPDATE SET entryUUID = uuid7_blob() -- => error: entryUUID is immutable
INSERT INTO t(k) VALUES (1) ON CONFLICT(k) DO UPDATE SET entryUUID = excluded.entryUUID -- => error: entryUUID is immutable
UPDATE t SET entryUUID = u FROM was WHERE was.k = t.k
UPDATE t SET entryUUID = entryUUID
INSERT INTO t(k) VALUES (1) ON CONFLICT(k) DO NOTHING
INSERT INTO t(k) VALUES (2) ON CONFLICT(k) DO UPDATE SET y = 'upserted', entryUUID = t.entryUUID
INSERT INTO t(k, x) VALUES (900, 'b') ON CONFLICT(x) DO UPDATE SET y = y || '!'
UPDATE t SET k = -k, x = 'was ' || x
UPDATE t SET rowid = -rowid
SELECT y FROM t WHERE k = 2 -- => upserted!
SELECT count(*), sum(entryUUID IS u) FROM t JOIN was USING (k) -- => 519|519
-- Section 2.4: a replacement is an entry removed and another added, for one and for several.
REPLACE INTO t(k, x) VALUES (1, 'new')
INSERT OR REPLACE INTO t(k, x) VALUES (2, 'was c'), (500, 'was f')
SELECT group_concat(k), count(entryUUID), (SELECT count(*) FROM was WHERE u IN (SELECT entryUUID FROM t WHERE k IN (1, 2, 500))) FROM t WHERE k IN (1, 2, 3, 500) -- => 1,2,500|3|0
SELECT count(*) = count(DISTINCT entryUUID) FROM t -- => 1
UPDATE OR REPLACE t SET k = 4 WHERE k = 5
SELECT entryUUID IS (SELECT u FROM was WHERE k = 5) FROM t WHERE k = 4 -- => 1
INSERT INTO t SELECT k, x, y, NULL FROM t WHERE k = 4 ON CONFLICT DO UPDATE SET y = 'again'
SELECT y, entryUUID IS (SELECT u FROM was WHERE k = 5) FROM t WHERE k = 4 -- => again|1
DELETE FROM t WHERE k = 4 RETURNING entryUUID IS (SELECT u FROM was WHERE k = 5) -- => 1
INSERT INTO t(k) VALUES (4)
SELECT count(*) FROM was WHERE u = (SELECT entryUUID FROM t WHERE k = 4) -- => 0
-- Section 2.4: in accordance with section 4 of RFC 4122, in each version that is new every time.
CREATE TABLE v (x)
INSERT INTO v VALUES (1)
RUN SELECT uuid_entryuuid_sql('v', 'one', 1)
RUN SELECT uuid_entryuuid_drop_sql('v')
RUN SELECT uuid_entryuuid_sql('v', 'four', 4)
INSERT INTO v(x) VALUES (2)
SELECT DISTINCT uuid_version(four), count(*) FROM v -- => 4|2
UPDATE v SET four = uuid4_blob() -- => error: entryUUID is immutable
INSERT INTO v VALUES (3, uuid4_blob()) -- => error: entryUUID is assigned by the database
RUN SELECT uuid_entryuuid_drop_sql('v')
RUN SELECT uuid_entryuuid_sql('v', 'six', 6)
INSERT INTO v(x) VALUES (3)
SELECT DISTINCT uuid_version(six), count(*) FROM v -- => 6|3
RUN SELECT uuid_entryuuid_drop_sql('v')
RUN SELECT uuid_entryuuid_sql('v', 'one', 1)
INSERT INTO v(x) VALUES (4)
SELECT DISTINCT uuid_version(one), count(*) FROM v -- => 1|4
RUN SELECT uuid_entryuuid_drop_sql('v')
SELECT uuid_entryuuid_sql('v', 'x', 2) -- => error: uuid_entryuuid_sql: unknown version; expected one of: 1 4 6 7
SELECT uuid_entryuuid_sql('v', 'u', 3) -- => error: unknown version; expected one of: 1 4 6 7
SELECT uuid_entryuuid_sql('v', 'u', -7) -- => error: unknown version; expected one of: 1 4 6 7
SELECT uuid_entryuuid_sql('v', 'u', 4294967303) -- => error: unknown version; expected one of: 1 4 6 7
SELECT sql FROM sqlite_schema WHERE tbl_name = 'v' -- => CREATE TABLE v (x)
-- Tables of every kind.
CREATE TABLE kinds (name PRIMARY KEY, rows) WITHOUT ROWID
CREATE TABLE k0 (x)
CREATE TABLE k1 (x TEXT PRIMARY KEY)
CREATE TABLE k2 (a INT, b TEXT, x TEXT AS (a || b), PRIMARY KEY (a, b)) WITHOUT ROWID
CREATE TABLE k3 (x ANY PRIMARY KEY, n INTEGER NOT NULL CHECK (n > 0) DEFAULT 1) STRICT, WITHOUT ROWID
CREATE TABLE k4 (id INTEGER PRIMARY KEY AUTOINCREMENT, x INT, CHECK (x <> 0)) STRICT
CREATE TABLE k5 (rowid, _rowid_ TEXT, oid INTEGER, x)
CREATE TABLE k6 (x INT, entryUUID2 BLOB, g AS (x * 2) STORED, UNIQUE (x, g))
CREATE TABLE k7 (id INTEGER PRIMARY KEY DESC, x, rowid REFERENCES k7(id))
CREATE TABLE entryUUID (x, "index", "table")
CREATE TABLE "_entryUUID_" (x)
CREATE TABLE "k0_entryUUID_unique" (x)
CREATE TEMP TABLE k8 (x)
INSERT INTO k0 VALUES (1), (2)
INSERT INTO k2(a, b) VALUES (1, 'a'), (1, 'b')
INSERT INTO k3(x) VALUES (1), ('1')
INSERT INTO k5 VALUES (1, 1, 1, 1), (1, 1, 1, 1)
INSERT INTO k6(x) VALUES (1), (2)
INSERT INTO k8 VALUES (1)
RUN SELECT uuid_entryuuid_sql('k0'), uuid_entryuuid_sql('k1'), uuid_entryuuid_sql('k2'), uuid_entryuuid_sql('k3'), uuid_entryuuid_sql('k4'), uuid_entryuuid_sql('k5'), uuid_entryuuid_sql('k6'), uuid_entryuuid_sql('k7'), uuid_entryuuid_sql('k8'), uuid_entryuuid_sql('entryuuid'), uuid_entryuuid_sql('_ENTRYuuid_'), uuid_entryuuid_sql('k0_entryUUID_unique')
INSERT INTO k0(x) VALUES (3)
INSERT INTO k1(x) VALUES (3), ('4')
INSERT INTO k2(a, b) VALUES (3, 'a'), (4, 'b')
INSERT INTO k3(x) VALUES (X'33'), (4.5)
INSERT INTO k3(x, n) VALUES (5, 0) -- => error: SQLITE_CONSTRAINT_CHECK
INSERT INTO k4(x) VALUES (3), (4)
INSERT INTO k4(x) VALUES (0) -- => error: SQLITE_CONSTRAINT_CHECK
INSERT INTO k5(x, rowid) VALUES (3, 7), (3, 7)
INSERT INTO k6(x) VALUES (3), (4)
INSERT INTO k7(x) VALUES (3), (4)
INSERT INTO k8(x) VALUES (3), (4)
INSERT INTO entryUUID(x) VALUES (3), (4)
INSERT INTO "_entryUUID_"(x) VALUES (3), (4)
INSERT INTO "k0_entryUUID_unique"(x) VALUES (3), (4)
UPDATE k2 SET a = a + 10, b = b || b
UPDATE k5 SET rowid = 0, _rowid_ = x'00', oid = NULL
SELECT count(*), count(DISTINCT entryUUID) FROM (SELECT entryUUID FROM k0 UNION ALL SELECT entryUUID FROM k1 UNION ALL SELECT entryUUID FROM k2 UNION ALL SELECT entryUUID FROM k3 UNION ALL SELECT entryUUID FROM k4 UNION ALL SELECT entryUUID FROM k5 UNION ALL SELECT entryUUID FROM k6 UNION ALL SELECT entryUUID FROM k7 UNION ALL SELECT entryUUID FROM k8 UNION ALL SELECT entryUUID FROM entryUUID UNION ALL SELECT entryUUID FROM _entryUUID_ UNION ALL SELECT entryUUID FROM k0_entryUUID_unique) -- => 34|34
UPDATE k2 SET entryUUID = uuid7_blob() WHERE a = 11 -- => error: entryUUID is immutable
UPDATE k3 SET entryUUID = NULL -- => error: entryUUID is immutable
UPDATE k5 SET entryUUID = X'00' -- => error: entryUUID is immutable
UPDATE k8 SET entryUUID = X'00' -- => error: entryUUID is immutable
UPDATE entryUUID SET entryUUID = 1 -- => error: entryUUID is immutable
INSERT INTO k3(x, entryUUID) VALUES (7, uuid7_blob()) -- => error: NO-USER-MODIFICATION
PRAGMA integrity_check -- => ok
RUN SELECT uuid_entryuuid_drop_sql('k0'), uuid_entryuuid_drop_sql('k2'), uuid_entryuuid_drop_sql('k3'), uuid_entryuuid_drop_sql('k4'), uuid_entryuuid_drop_sql('k5'), uuid_entryuuid_drop_sql('k6'), uuid_entryuuid_drop_sql('k7'), uuid_entryuuid_drop_sql('K8'), uuid_entryuuid_drop_sql('entryUUID'), uuid_entryuuid_drop_sql('_entryUUID_'), uuid_entryuuid_drop_sql('k0_entryUUID_unique')
SELECT sql FROM sqlite_schema WHERE name IN ('k2', 'k3', 'k4') ORDER BY name -- => CREATE TABLE k2 (a INT, b TEXT, x TEXT AS (a || b), PRIMARY KEY (a, b)) WITHOUT ROWID|CREATE TABLE k3 (x ANY PRIMARY KEY, n INTEGER NOT NULL CHECK (n > 0) DEFAULT 1) STRICT, WITHOUT ROWID|CREATE TABLE k4 (id INTEGER PRIMARY KEY AUTOINCREMENT, x INT, CHECK (x <> 0)) STRICT
SELECT name FROM sqlite_schema WHERE name GLOB '*_entryUUID_*' AND type <> 'table' ORDER BY name -- => k1_entryUUID_assign|k1_entryUUID_keep|k1_entryUUID_refuse|k1_entryUUID_unique|t_entryUUID_assign|t_entryUUID_keep|t_entryUUID_refuse|t_entryUUID_unique
SELECT name FROM temp.sqlite_schema -- => was|k8
SELECT count(*) FROM k0 WHERE x = 3 -- => 1
SELECT count(*) FROM k6 -- => 4
-- Any identifier is quoted.
CREATE TABLE "a""b;'c $x $t%s [й]`--" ("k""1" INTEGER PRIMARY KEY, 'it''s')
INSERT INTO "a""b;'c $x $t%s [й]`--"("it's") VALUES (1)
RUN SELECT uuid_entryuuid_sql('a"b;''c $x $t%s [й]`--', 'u"u;''id $c$v %s ü')
INSERT INTO "a""b;'c $x $t%s [й]`--"("it's") VALUES (2)
SELECT count(DISTINCT "u""u;'id $c$v %s ü") FROM "a""b;'c $x $t%s [й]`--" -- => 2
UPDATE "a""b;'c $x $t%s [й]`--" SET "u""u;'id $c$v %s ü" = 1 -- => error: entryUUID is immutable
INSERT INTO "a""b;'c $x $t%s [й]`--"("u""u;'id $c$v %s ü") VALUES (2) -- => error: entryUUID is assigned by the database
RUN SELECT uuid_entryuuid_sql('A"b;''C $x $T%s [й]`--', 'u"u;''id $c$v %s ü')
SELECT uuid_entryuuid_sql('A"b;''C $x $T%s [й]`--', 'other') -- => error: already has its entryUUID, in the column u"u;'id $c$v %s ü
RUN SELECT uuid_entryuuid_drop_sql('a"b;''c $x $t%s [й]`--')
SELECT sql FROM sqlite_schema WHERE tbl_name GLOB 'a"b*' -- => CREATE TABLE "a""b;'c $x $t%s [й]`--" ("k""1" INTEGER PRIMARY KEY, 'it''s')
RUN SELECT printf('CREATE TABLE "n%sDROP TABLE c; --" ("k%sDROP TABLE c; --");', char(10), char(10))
RUN SELECT uuid_entryuuid_sql(printf('n%sDROP TABLE c; --', char(10)), printf('u%sDROP TABLE c; --', char(10)))
SELECT count(*) FROM sqlite_schema WHERE tbl_name GLOB 'n*DROP TABLE c; --' -- => 5
RUN SELECT uuid_entryuuid_drop_sql(printf('n%sDROP TABLE c; --', char(10)))
CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "where")
RUN SELECT uuid_entryuuid_sql('select', 'group')
INSERT INTO "select"("where") VALUES (1)
SELECT length("group") FROM "select" -- => 16
CREATE TABLE "new" ("old", "new")
RUN SELECT uuid_entryuuid_sql('new', 'OLD')
INSERT INTO "new"("new") VALUES (1)
SELECT length("old"), "new" FROM "new" -- => 16|1
ATTACH ':memory:' AS "s;'""$t"
CREATE TABLE "s;'""$t".x (x)
RUN SELECT uuid_entryuuid_sql('x', 'x;y', 4, 's;''"$T')
INSERT INTO "s;'""$t".x(x) VALUES (1)
SELECT uuid_version("x;y") FROM "s;'""$t".x -- => 4
RUN SELECT uuid_entryuuid_drop_sql('x', 's;''"$t')
SELECT sql FROM "s;'""$t".sqlite_schema -- => CREATE TABLE x (x)
CREATE TABLE "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" (x)
RUN SELECT uuid_entryuuid_sql(printf('%.*c', 600, 'a')), uuid_entryuuid_sql('x', printf('%.*c', 100000, 'b'), 7, 's;''"$t')
SELECT length(name) FROM pragma_table_info('x', 's;''"$t') WHERE cid = 1 -- => 100000
-- Which table: as SQLite finds it, or in the schema that is named.
CREATE TABLE main.same (x)
CREATE TEMP TABLE same (x)
CREATE TABLE "s;'""$t".same (x)
CREATE TABLE "s;'""$t".only (x)
RUN SELECT uuid_entryuuid_sql('same')
SELECT (SELECT count(*) FROM pragma_table_info('same', 'temp')), (SELECT count(*) FROM pragma_table_info('same', 'main')) -- => 2|1
RUN SELECT uuid_entryuuid_sql('same', 'u', 7, 'MAIN'), uuid_entryuuid_sql('same', 'u', 4, 's;''"$t'), uuid_entryuuid_sql('only')
INSERT INTO temp.same(x) VALUES (1)
INSERT INTO main.same(x) VALUES (1), (2)
INSERT INTO "s;'""$t".same(x) VALUES (1)
SELECT (SELECT group_concat(uuid_version(entryUUID)) FROM same), (SELECT group_concat(uuid_version(u)) FROM main.same), (SELECT group_concat(uuid_version(u)) FROM "s;'""$t".same) -- => 7|7,7|4
RUN SELECT uuid_entryuuid_drop_sql('same')
SELECT (SELECT count(*) FROM pragma_table_info('same', 'temp')), (SELECT count(u) FROM main.same) -- => 1|2
SELECT uuid_entryuuid_drop_sql('same') -- => error: uuid_entryuuid_drop_sql: same has no entryUUID
RUN SELECT uuid_entryuuid_drop_sql('same', 'main')
SELECT count(*) FROM pragma_table_info('same', 's;''"$t') -- => 2
INSERT INTO "s;'""$t".same(x) VALUES (2)
SELECT count(DISTINCT u) FROM "s;'""$t".same -- => 2
DETACH "s;'""$t"
-- A column that is there.
CREATE TABLE c (x, entryUUID)
INSERT INTO c VALUES (1, uuid_blob('597ae2f6-16a6-1027-98f4-d28b5365dc14')), (2, NULL), (3, NULL)
RUN SELECT uuid_entryuuid_sql('c', 'ENTRYuuid')
SELECT x, iif(x = 1, uuid_str(entryUUID), uuid_version(entryUUID)) FROM c -- => 1|597ae2f6-16a6-1027-98f4-d28b5365dc14|2|7|3|7
UPDATE c SET entryUUID = uuid7_blob() WHERE x = 1 -- => error: entryUUID is immutable
CREATE TABLE c2 (x, u BLOB UNIQUE NOT NULL)
SELECT uuid_entryuuid_sql('c2', 'u') -- => error: uuid_entryuuid_sql: the column u is NOT NULL, but a row is assigned its UUID just after it is inserted
CREATE TABLE c3 (x, u BLOB DEFAULT (uuid7_blob()))
SELECT uuid_entryuuid_sql('c3', 'u') -- => error: the column u has a DEFAULT, which would count as set by the INSERT
CREATE TABLE c4 (x, u BLOB DEFAULT NULL)
RUN SELECT uuid_entryuuid_sql('c4', 'u')
CREATE TABLE c5 (x, u AS (x))
SELECT uuid_entryuuid_sql('c5', 'u') -- => error: the column u is generated
CREATE TABLE c6 (x, u BLOB, PRIMARY KEY (x, u))
SELECT uuid_entryuuid_sql('c6', 'u') -- => error: the column u belongs to the PRIMARY KEY
CREATE TABLE c7 (x INT, u TEXT, i INT, a ANY, b BLOB) STRICT
SELECT uuid_entryuuid_sql('c7', 'u') -- => error: the column u is not of type BLOB
SELECT uuid_entryuuid_sql('c7', 'i') -- => error: the column i is not of type BLOB
CREATE TABLE c8 (x, u)
INSERT INTO c8 VALUES (1, '597ae2f6-16a6-1027-98f4-d28b5365dc14'), (2, NULL)
SELECT uuid_entryuuid_sql('c8', 'u') -- => error: the column u holds other values than BLOBs of 16 bytes
UPDATE c8 SET u = zeroblob(15) WHERE x = 1
SELECT uuid_entryuuid_sql('c8', 'u') -- => error: the column u holds other values than BLOBs of 16 bytes
UPDATE c8 SET u = uuid_blob('597ae2f6-16a6-1027-98f4-d28b5365dc14')
SELECT uuid_entryuuid_sql('c8', 'u') -- => error: the column u holds the same UUID twice
SELECT count(*) FROM sqlite_schema WHERE tbl_name GLOB 'c[235678]' AND name GLOB '*_entryUUID_*' -- => 0
SELECT sum(typeof(u) = 'blob') FROM c8 -- => 2
CREATE TABLE c9 (x, u INTEGER COLLATE NOCASE UNIQUE, CHECK (u IS NULL OR uuid_version(u) = 7))
INSERT INTO c9(x) VALUES (1)
RUN SELECT uuid_entryuuid_sql('c9', 'u', 4) -- => error: SQLITE_CONSTRAINT_CHECK
RUN SELECT uuid_entryuuid_sql('c9', 'u')
INSERT INTO c9(x) VALUES (2)
SELECT count(DISTINCT u), min(typeof(u)) FROM c9 -- => 2|blob
-- The tables that are none.
CREATE VIEW view AS SELECT * FROM c
CREATE VIRTUAL TABLE fts USING fts5(x)
SELECT uuid_entryuuid_sql('view') -- => error: uuid_entryuuid_sql: view is a view; only a table has an entryUUID
SELECT uuid_entryuuid_drop_sql('view') -- => error: uuid_entryuuid_drop_sql: view is a view; only a table has an entryUUID
SELECT uuid_entryuuid_sql('fts') -- => error: fts is a virtual table; it has no entryUUID
SELECT uuid_entryuuid_sql('fts_content') -- => error: fts_content is a shadow table; it has no entryUUID
SELECT uuid_entryuuid_sql('nosuch') -- => error: uuid_entryuuid_sql: no such table: nosuch
SELECT uuid_entryuuid_sql('c', 'u', 7, 'nosuch') -- => error: uuid_entryuuid_sql: no such table: nosuch.c
SELECT uuid_entryuuid_sql('was', 'u', 7, 'main') -- => error: uuid_entryuuid_sql: no such table: main.was
SELECT uuid_entryuuid_drop_sql('nosuch') -- => error: uuid_entryuuid_drop_sql: no such table: nosuch
SELECT uuid_entryuuid_sql('') -- => error: uuid_entryuuid_sql: table must be a name
SELECT uuid_entryuuid_sql('c2', '') -- => error: uuid_entryuuid_sql: column must be a name
SELECT uuid_entryuuid_sql('sqlite_schema') -- => error: uuid_entryuuid_sql: no such table: sqlite_schema
SELECT uuid_entryuuid_sql('sqlite_master') -- => error: uuid_entryuuid_sql: 
SELECT uuid_entryuuid_sql('sqlite_sequence') -- => error: uuid_entryuuid_sql: sqlite_sequence belongs to SQLite
SELECT uuid_entryuuid_sql('sqlite_temp_schema') -- => error: uuid_entryuuid_sql: no such table: sqlite_temp_schema
SELECT uuid_entryuuid_sql('pragma_table_list') -- => error: uuid_entryuuid_sql: no such table: pragma_table_list
SELECT uuid_entryuuid_sql('uuid_series') -- => error: uuid_entryuuid_sql: no such table: uuid_series
-- Misuse.
SELECT uuid_entryuuid_sql('C', 'other', 4) -- => error: uuid_entryuuid_sql: c already has its entryUUID, in the column entryUUID
SELECT uuid_entryuuid_drop_sql('c2') -- => error: uuid_entryuuid_drop_sql: c2 has no entryUUID
SELECT uuid_entryuuid_sql(NULL) -- => error: uuid_entryuuid_sql: table must be TEXT
SELECT uuid_entryuuid_sql('c', NULL) -- => error: uuid_entryuuid_sql: column must be TEXT
SELECT uuid_entryuuid_sql('c', 'u', NULL) -- => error: uuid_entryuuid_sql: version must be an INTEGER
SELECT uuid_entryuuid_sql('c', 'u', 7, NULL) -- => error: uuid_entryuuid_sql: schema must be TEXT
SELECT uuid_entryuuid_sql('c' || char(0) || 'c') -- => error: uuid_entryuuid_sql: table must be a name
SELECT uuid_entryuuid_sql('c2', 'u' || char(0)) -- => error: uuid_entryuuid_sql: column must be a name
SELECT uuid_entryuuid_drop_sql(NULL) -- => error: uuid_entryuuid_drop_sql: table must be TEXT
SELECT uuid_entryuuid_drop_sql('c', NULL) -- => error: uuid_entryuuid_drop_sql: schema must be TEXT
-- Neither may stand in a schema; nor do they change anything, so they may be called in any statement.
CREATE VIEW no AS SELECT uuid_entryuuid_sql('c2') AS x
SELECT * FROM no -- => error
DROP VIEW no
CREATE TABLE no (x DEFAULT (uuid_entryuuid_drop_sql('c')))
INSERT INTO no DEFAULT VALUES -- => error
DROP TABLE no
CREATE TABLE no (x)
CREATE TRIGGER no AFTER INSERT ON no BEGIN SELECT uuid_entryuuid_drop_sql('c'); END
INSERT INTO no VALUES (1) -- => error
DROP TRIGGER no
CREATE INDEX no_index ON no(uuid_entryuuid_sql('c')) -- => error
CREATE TEMP TABLE before AS SELECT * FROM sqlite_schema
PRAGMA query_only = ON
SELECT uuid_entryuuid_sql('no') GLOB '-- Gives *CREATE TRIGGER *END;' || char(10), uuid_entryuuid_drop_sql('c') GLOB '-- Drops *ALTER TABLE * DROP COLUMN *' -- => 1|1
PRAGMA query_only = OFF
SELECT count(*) FROM (SELECT * FROM sqlite_schema EXCEPT SELECT * FROM before) -- => 0
INSERT INTO no SELECT uuid_entryuuid_sql('no') UNION ALL SELECT uuid_entryuuid_drop_sql('c')
SELECT count(*), count(DISTINCT x) FROM no -- => 2|2
SELECT count(*) FROM pragma_table_info('no') -- => 1
-- Several tables, by what lists them.
CREATE TABLE l1 (x)
CREATE TABLE l2 (x)
CREATE TABLE l3 (x)
CREATE TABLE l4 (x)
INSERT INTO l1 VALUES (1), (2)
RUN SELECT uuid_entryuuid_sql(value) FROM json_each('["l1", "l2"]')
RUN SELECT uuid_entryuuid_sql(name) FROM sqlite_schema WHERE name IN ('l3', 'l4')
INSERT INTO l4(x) VALUES (1)
SELECT length(entryUUID), (SELECT count(entryUUID) FROM l1) FROM l4 -- => 16|2
RUN SELECT uuid_entryuuid_drop_sql(value) FROM json_each('["l1", "l2"]')
SELECT sql FROM sqlite_schema WHERE tbl_name IN ('l1', 'l2') -- => CREATE TABLE l1 (x)|CREATE TABLE l2 (x)
PRAGMA integrity_check -- => ok
