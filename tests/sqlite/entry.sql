-- uuid_entry_create and uuid_entry_drop: what RFC 4530 says of an entry's UUID, of the rows of a table.
PRAGMA trusted_schema = OFF
PRAGMA synchronous = OFF
CREATE TABLE t (k INTEGER PRIMARY KEY, x UNIQUE, y)
INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', NULL)
SELECT uuid_entry_create('t') -- => 3
-- Section 2.1: a 16-octet value, whose string is that of RFC 4122.
SELECT DISTINCT typeof(entryUUID), length(entryUUID), uuid_valid(entryUUID), uuid_variant(entryUUID), length(uuid_str(entryUUID)) FROM t -- => blob|16|1|rfc9562|36
-- Sections 2.2 and 2.3: the rules find and order an entry by the string.
SELECT count(*) FROM t AS a, t AS b WHERE uuid_match(a.entryUUID, upper(uuid_str(b.entryUUID))) -- => 3
SELECT count(*) FROM t AS a, t AS b WHERE uuid_ordering_match(a.entryUUID, uuid_str(b.entryUUID)) -- => 3
EXPLAIN QUERY PLAN UPDATE t SET entryUUID = NULL WHERE entryUUID IS NULL -- => QUERY PLAN|`--SEARCH t USING COVERING INDEX uuid_entry_index_t (entryUUID=?)
EXPLAIN QUERY PLAN SELECT x FROM t WHERE entryUUID = uuid_blob('597ae2f6-16a6-1027-98f4-d28b5365dc14') -- => QUERY PLAN|`--SEARCH t USING INDEX uuid_entry_index_t (entryUUID=?)
-- Section 2.4: a new UUID to each entry upon its addition, in every writing of it; what was there
-- had one in the order of its keys.
SELECT group_concat(x, '') FROM (SELECT x FROM t ORDER BY entryUUID) -- => abc
INSERT INTO t(x) VALUES ('d')
INSERT INTO t(x) VALUES ('e'), ('f'), ('g')
INSERT INTO t(x) SELECT x || x FROM t WHERE k < 4
INSERT INTO t DEFAULT VALUES
INSERT INTO t VALUES (20, 'h', NULL, NULL)
INSERT INTO t VALUES (21, 'i', NULL) -- => error: table t has 4 columns but 3 values were supplied
INSERT INTO t(k, entryUUID) SELECT 21, NULL
WITH RECURSIVE c(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM c LIMIT 500) INSERT INTO t(k, x) SELECT i, i FROM c
INSERT OR IGNORE INTO t(k, x) VALUES (30, 'ignored?'), (31, 'a'), (32, 'no')
INSERT OR ABORT INTO t(k) VALUES (33)
INSERT OR ROLLBACK INTO t(k) VALUES (34)
INSERT OR FAIL INTO t(k, x) VALUES (35, NULL), (36, 'a'), (37, NULL) -- => error: UNIQUE constraint failed: t.x
INSERT INTO t(k, x) VALUES (38, NULL), (39, 'a') -- => error: UNIQUE constraint failed: t.x
SELECT count(*), count(DISTINCT entryUUID), sum(uuid_version(entryUUID) = 7), sum(typeof(entryUUID) = 'blob') FROM t -- => 518|518|518|518
-- A row is there before its UUID is: RETURNING tells NULL, and what was asked for later the UUID.
INSERT INTO t(k) VALUES (40) RETURNING k, entryUUID IS NULL -- => 40|1
SELECT entryUUID IS NULL FROM t WHERE k = 40 -- => 0
SELECT changes(), last_insert_rowid() -- => 1|40
-- Section 2.4: SINGLE-VALUE, one and only one to each row.
SELECT count(*) FROM t AS a JOIN t AS b ON a.entryUUID = b.entryUUID -- => 519
SELECT count(*) FROM t WHERE entryUUID IS NULL -- => 0
-- Section 2.4: NO-USER-MODIFICATION, whatever the value and the statement.
INSERT INTO t(entryUUID) VALUES (uuid7_blob()) -- => error: entryUUID is assigned by the database and cannot be given (RFC 4530 section 2.4, NO-USER-MODIFICATION)
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
UPDATE t SET entryUUID = uuid7_blob() -- => error: entryUUID never changes (RFC 4530 section 2.4)
UPDATE t SET entryUUID = NULL WHERE k = 1 -- => error: entryUUID never changes
UPDATE t SET entryUUID = uuid_str(entryUUID) WHERE k = 1 -- => error: entryUUID never changes
UPDATE t SET entryUUID = hex(entryUUID) WHERE k = 1 -- => error: entryUUID never changes
UPDATE t SET entryUUID = CAST(entryUUID AS TEXT) WHERE k = 1 -- => error: entryUUID never changes
UPDATE t SET (x, entryUUID) = ('z', (SELECT u FROM was WHERE k = 2)) WHERE k = 1 -- => error: entryUUID never changes
UPDATE OR IGNORE t SET entryUUID = NULL WHERE k = 1 -- => error: entryUUID never changes
UPDATE OR REPLACE t SET entryUUID = (SELECT u FROM was WHERE k = 2) WHERE k = 1 -- => error: entryUUID never changes
UPDATE OR FAIL t SET entryUUID = 1 -- => error: entryUUID never changes
UPDATE OR ROLLBACK t SET entryUUID = X'' -- => error: entryUUID never changes
UPDATE t SET entryUUID = u FROM was WHERE was.k = 3 - t.k AND t.k < 3 -- => error: entryUUID never changes
INSERT INTO t(k) VALUES (1) ON CONFLICT(k) DO UPDATE SET entryUUID = uuid7_blob() -- => error: entryUUID never changes
INSERT INTO t(k) VALUES (1) ON CONFLICT(k) DO UPDATE SET entryUUID = excluded.entryUUID -- => error: entryUUID never changes
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
SELECT uuid_entry_create('v', 'one', 1), uuid_entry_drop('v') -- => 1|
SELECT uuid_entry_create('v', 'four', 4) -- => 1
INSERT INTO v(x) VALUES (2)
SELECT DISTINCT uuid_version(four), count(*) FROM v -- => 4|2
UPDATE v SET four = uuid4_blob() -- => error: four never changes
INSERT INTO v VALUES (3, uuid4_blob()) -- => error: four is assigned by the database
SELECT uuid_entry_drop('v')
SELECT uuid_entry_create('v', 'six', 6) -- => 2
INSERT INTO v(x) VALUES (3)
SELECT DISTINCT uuid_version(six), count(*) FROM v -- => 6|3
SELECT uuid_entry_drop('v')
SELECT uuid_entry_create('v', 'one', 1) -- => 3
INSERT INTO v(x) VALUES (4)
SELECT DISTINCT uuid_version(one), count(*) FROM v -- => 1|4
SELECT uuid_entry_drop('v')
SELECT uuid_entry_create('v', 'x', 2) -- => error: uuid_entry_create: version must be 1, 4, 6 or 7
SELECT uuid_entry_create('v', 'u', 3) -- => error: version must be 1, 4, 6 or 7
SELECT uuid_entry_create('v', 'u', 5) -- => error: version must be 1, 4, 6 or 7
SELECT uuid_entry_create('v', 'u', 8) -- => error: version must be 1, 4, 6 or 7
SELECT uuid_entry_create('v', 'u', -7) -- => error: version must be 1, 4, 6 or 7
SELECT uuid_entry_create('v', 'u', 4294967303) -- => error: version must be 1, 4, 6 or 7
SELECT uuid_entry_create('v', 'u', '7') -- => error: uuid_entry_create: version must be an INTEGER
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
CREATE TABLE "uuid_entry_" (x)
CREATE TABLE "uuid_entry_index_k0" (x)
CREATE TEMP TABLE k8 (x)
INSERT INTO k0 VALUES (1), (2)
INSERT INTO k2(a, b) VALUES (1, 'a'), (1, 'b')
INSERT INTO k3(x) VALUES (1), ('1')
INSERT INTO k5 VALUES (1, 1, 1, 1), (1, 1, 1, 1)
INSERT INTO k6(x) VALUES (1), (2)
INSERT INTO k8 VALUES (1)
SELECT uuid_entry_create('k0') + uuid_entry_create('k1') + uuid_entry_create('k2') + uuid_entry_create('k3') + uuid_entry_create('k4') + uuid_entry_create('k5') + uuid_entry_create('k6') + uuid_entry_create('k7') + uuid_entry_create('k8') + uuid_entry_create('entryuuid') + uuid_entry_create('UUID_entry_') + uuid_entry_create('uuid_entry_index_k0') -- => 11
INSERT INTO k0(x) VALUES (3)
INSERT INTO k1(x) VALUES (3), ('4')
INSERT INTO k2(a, b) VALUES (3, 'a'), (4, 'b')
INSERT INTO k3(x) VALUES (X'33'), (4.5)
INSERT INTO k3(x, n) VALUES (5, 0) -- => error: CHECK constraint failed: n > 0
INSERT INTO k4(x) VALUES (3), (4)
INSERT INTO k4(x) VALUES (0) -- => error: CHECK constraint failed
INSERT INTO k5(x, rowid) VALUES (3, 7), (3, 7)
INSERT INTO k6(x) VALUES (3), (4)
INSERT INTO k7(x) VALUES (3), (4)
INSERT INTO k8(x) VALUES (3), (4)
INSERT INTO entryUUID(x) VALUES (3), (4)
INSERT INTO "uuid_entry_"(x) VALUES (3), (4)
INSERT INTO "uuid_entry_index_k0"(x) VALUES (3), (4)
UPDATE k2 SET a = a + 10, b = b || b
UPDATE k5 SET rowid = 0, _rowid_ = x'00', oid = NULL
SELECT count(*), count(DISTINCT entryUUID) FROM (SELECT entryUUID FROM k0 UNION ALL SELECT entryUUID FROM k1 UNION ALL SELECT entryUUID FROM k2 UNION ALL SELECT entryUUID FROM k3 UNION ALL SELECT entryUUID FROM k4 UNION ALL SELECT entryUUID FROM k5 UNION ALL SELECT entryUUID FROM k6 UNION ALL SELECT entryUUID FROM k7 UNION ALL SELECT entryUUID FROM k8 UNION ALL SELECT entryUUID FROM entryUUID UNION ALL SELECT entryUUID FROM uuid_entry_ UNION ALL SELECT entryUUID FROM uuid_entry_index_k0) -- => 34|34
UPDATE k2 SET entryUUID = uuid7_blob() WHERE a = 11 -- => error: entryUUID never changes
UPDATE k3 SET entryUUID = NULL -- => error: entryUUID never changes
UPDATE k5 SET entryUUID = X'00' -- => error: entryUUID never changes
UPDATE k8 SET entryUUID = X'00' -- => error: entryUUID never changes
UPDATE entryUUID SET entryUUID = 1 -- => error: entryUUID never changes
INSERT INTO k3(x, entryUUID) VALUES (7, uuid7_blob()) -- => error: NO-USER-MODIFICATION
PRAGMA integrity_check -- => ok
SELECT uuid_entry_drop('k0'), uuid_entry_drop('k2'), uuid_entry_drop('k3'), uuid_entry_drop('k4'), uuid_entry_drop('k5'), uuid_entry_drop('k6'), uuid_entry_drop('k7'), uuid_entry_drop('K8'), uuid_entry_drop('entryUUID'), uuid_entry_drop('uuid_entry_'), uuid_entry_drop('uuid_entry_index_k0') -- => ||||||||||
SELECT sql FROM sqlite_schema WHERE name IN ('k2', 'k3', 'k4') ORDER BY name -- => CREATE TABLE k2 (a INT, b TEXT, x TEXT AS (a || b), PRIMARY KEY (a, b)) WITHOUT ROWID|CREATE TABLE k3 (x ANY PRIMARY KEY, n INTEGER NOT NULL CHECK (n > 0) DEFAULT 1) STRICT, WITHOUT ROWID|CREATE TABLE k4 (id INTEGER PRIMARY KEY AUTOINCREMENT, x INT, CHECK (x <> 0)) STRICT
SELECT name FROM sqlite_schema WHERE name GLOB 'uuid_entry_*' AND type <> 'table' ORDER BY name -- => uuid_entry_assign_k1|uuid_entry_assign_t|uuid_entry_given_k1|uuid_entry_given_t|uuid_entry_index_k1|uuid_entry_index_t|uuid_entry_keep_k1|uuid_entry_keep_t
SELECT name FROM temp.sqlite_schema -- => was|k8
SELECT count(*) FROM k0 WHERE x = 3 -- => 1
SELECT count(*) FROM k6 -- => 4
-- Any identifier is quoted.
CREATE TABLE "a""b;'c $x $t%s [й]`--" ("k""1" INTEGER PRIMARY KEY, 'it''s')
INSERT INTO "a""b;'c $x $t%s [й]`--"("it's") VALUES (1)
SELECT uuid_entry_create('a"b;''c $x $t%s [й]`--', 'u"u;''id $c$v %s ü') -- => 1
INSERT INTO "a""b;'c $x $t%s [й]`--"("it's") VALUES (2)
SELECT count(DISTINCT "u""u;'id $c$v %s ü") FROM "a""b;'c $x $t%s [й]`--" -- => 2
UPDATE "a""b;'c $x $t%s [й]`--" SET "u""u;'id $c$v %s ü" = 1 -- => error: u"u;'id $c$v %s ü never changes
INSERT INTO "a""b;'c $x $t%s [й]`--"("u""u;'id $c$v %s ü") VALUES (2) -- => error: u"u;'id $c$v %s ü is assigned by the database
SELECT uuid_entry_create('A"b;''C $x $T%s [й]`--', 'u"u;''id $c$v %s ü') -- => 0
SELECT uuid_entry_create('A"b;''C $x $T%s [й]`--', 'other') -- => error: has its entryUUID already, in the column u"u;'id $c$v %s ü
SELECT uuid_entry_drop('a"b;''c $x $t%s [й]`--')
SELECT sql FROM sqlite_schema WHERE tbl_name GLOB 'a"b*' -- => CREATE TABLE "a""b;'c $x $t%s [й]`--" ("k""1" INTEGER PRIMARY KEY, 'it''s')
CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "where")
SELECT uuid_entry_create('select', 'group') -- => 0
INSERT INTO "select"("where") VALUES (1)
SELECT length("group") FROM "select" -- => 16
CREATE TABLE "new" ("old", "new")
SELECT uuid_entry_create('new', 'OLD') -- => 0
INSERT INTO "new"("new") VALUES (1)
SELECT length("old"), "new" FROM "new" -- => 16|1
ATTACH ':memory:' AS "s;'""$t"
CREATE TABLE "s;'""$t".x (x)
SELECT uuid_entry_create('x', 'x;y', 4, 's;''"$T') -- => 0
INSERT INTO "s;'""$t".x(x) VALUES (1)
SELECT uuid_version("x;y") FROM "s;'""$t".x -- => 4
SELECT uuid_entry_drop('x', 's;''"$t')
SELECT sql FROM "s;'""$t".sqlite_schema -- => CREATE TABLE x (x)
CREATE TABLE "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" (x)
SELECT uuid_entry_create(printf('%.*c', 600, 'a')), uuid_entry_create('x', printf('%.*c', 100000, 'b'), 7, 's;''"$t') -- => 0|1
SELECT length(name) FROM pragma_table_info('x', 's;''"$t') WHERE cid = 1 -- => 100000
-- Which table: as SQLite finds it, or in the schema that is named.
CREATE TABLE main.same (x)
CREATE TEMP TABLE same (x)
CREATE TABLE "s;'""$t".same (x)
CREATE TABLE "s;'""$t".only (x)
SELECT uuid_entry_create('same') -- => 0
SELECT (SELECT count(*) FROM pragma_table_info('same', 'temp')), (SELECT count(*) FROM pragma_table_info('same', 'main')) -- => 2|1
SELECT uuid_entry_create('same', 'u', 7, 'MAIN'), uuid_entry_create('same', 'u', 4, 's;''"$t'), uuid_entry_create('only') -- => 0|0|0
INSERT INTO temp.same(x) VALUES (1)
INSERT INTO main.same(x) VALUES (1), (2)
INSERT INTO "s;'""$t".same(x) VALUES (1)
SELECT (SELECT group_concat(uuid_version(entryUUID)) FROM same), (SELECT group_concat(uuid_version(u)) FROM main.same), (SELECT group_concat(uuid_version(u)) FROM "s;'""$t".same) -- => 7|7,7|4
SELECT uuid_entry_drop('same')
SELECT (SELECT count(*) FROM pragma_table_info('same', 'temp')), (SELECT count(u) FROM main.same) -- => 1|2
SELECT uuid_entry_drop('same') -- => error: uuid_entry_drop: same has no entryUUID
SELECT uuid_entry_drop('same', 'main')
SELECT count(*) FROM pragma_table_info('same', 's;''"$t') -- => 2
INSERT INTO "s;'""$t".same(x) VALUES (2)
SELECT count(DISTINCT u) FROM "s;'""$t".same -- => 2
DETACH "s;'""$t"
-- A column that is there.
CREATE TABLE c (x, entryUUID)
INSERT INTO c VALUES (1, uuid_blob('597ae2f6-16a6-1027-98f4-d28b5365dc14')), (2, NULL), (3, NULL)
SELECT uuid_entry_create('c', 'ENTRYuuid') -- => 2
SELECT x, iif(x = 1, uuid_str(entryUUID), uuid_version(entryUUID)) FROM c -- => 1|597ae2f6-16a6-1027-98f4-d28b5365dc14|2|7|3|7
UPDATE c SET entryUUID = uuid7_blob() WHERE x = 1 -- => error: never changes
CREATE TABLE c2 (x, u BLOB UNIQUE NOT NULL)
SELECT uuid_entry_create('c2', 'u') -- => error: uuid_entry_create: the column u is NOT NULL, but a row that is inserted has its UUID a moment later
CREATE TABLE c3 (x, u BLOB DEFAULT (uuid7_blob()))
SELECT uuid_entry_create('c3', 'u') -- => error: the column u has a DEFAULT, which would count as given
CREATE TABLE c4 (x, u BLOB DEFAULT NULL)
SELECT uuid_entry_create('c4', 'u') -- => 0
CREATE TABLE c5 (x, u AS (x))
SELECT uuid_entry_create('c5', 'u') -- => error: the column u is a generated column
CREATE TABLE c6 (x, u BLOB, PRIMARY KEY (x, u))
SELECT uuid_entry_create('c6', 'u') -- => error: the column u is of the PRIMARY KEY
CREATE TABLE c7 (x INT, u TEXT, i INT, a ANY, b BLOB) STRICT
SELECT uuid_entry_create('c7', 'u') -- => error: the column u is not of the type BLOB
SELECT uuid_entry_create('c7', 'i') -- => error: the column i is not of the type BLOB
CREATE TABLE c8 (x, u)
INSERT INTO c8 VALUES (1, '597ae2f6-16a6-1027-98f4-d28b5365dc14'), (2, NULL)
SELECT uuid_entry_create('c8', 'u') -- => error: the column u is there, with other content than
UPDATE c8 SET u = zeroblob(15) WHERE x = 1
SELECT uuid_entry_create('c8', 'u') -- => error: the column u is there, with other content than
UPDATE c8 SET u = 7
SELECT uuid_entry_create('c8', 'u') -- => error: the column u is there, with other content than
UPDATE c8 SET u = uuid_blob('597ae2f6-16a6-1027-98f4-d28b5365dc14')
SELECT uuid_entry_create('c8', 'u') -- => error: UNIQUE constraint failed: c8.u
SELECT count(*) FROM sqlite_schema WHERE tbl_name GLOB 'c[235678]' AND name GLOB 'uuid_entry_*' -- => 0
SELECT sum(typeof(u) = 'blob') FROM c8 -- => 2
CREATE TABLE c9 (x, u INTEGER COLLATE NOCASE UNIQUE, CHECK (u IS NULL OR uuid_version(u) = 7))
INSERT INTO c9(x) VALUES (1)
SELECT uuid_entry_create('c9', 'u', 4) -- => error: CHECK constraint failed
SELECT uuid_entry_create('c9', 'u') -- => 1
INSERT INTO c9(x) VALUES (2)
SELECT count(DISTINCT u), min(typeof(u)) FROM c9 -- => 2|blob
-- The tables that are none.
CREATE VIEW view AS SELECT * FROM c
CREATE VIRTUAL TABLE fts USING fts5(x)
SELECT uuid_entry_create('view') -- => error: uuid_entry_create: view is a view, only a table has entries
SELECT uuid_entry_drop('view') -- => error: uuid_entry_drop: view is a view, only a table has entries
SELECT uuid_entry_create('fts') -- => error: fts is a virtual table, only a table has entries
SELECT uuid_entry_create('fts_content') -- => error: fts_content is a shadow table, only a table has entries
SELECT uuid_entry_create('nosuch') -- => error: uuid_entry_create: no such table: nosuch
SELECT uuid_entry_create('c', 'u', 7, 'nosuch') -- => error: uuid_entry_create: no such table: nosuch.c
SELECT uuid_entry_create('was', 'u', 7, 'main') -- => error: uuid_entry_create: no such table: main.was
SELECT uuid_entry_drop('nosuch') -- => error: uuid_entry_drop: no such table: nosuch
SELECT uuid_entry_create('') -- => error: uuid_entry_create: table must be a name
SELECT uuid_entry_create('c2', '') -- => error: uuid_entry_create: column must be a name
SELECT uuid_entry_create('sqlite_schema') -- => error: uuid_entry_create: 
SELECT uuid_entry_create('sqlite_master') -- => error: sqlite_master
SELECT uuid_entry_create('sqlite_sequence') -- => error: sqlite_sequence
SELECT uuid_entry_create('sqlite_temp_schema') -- => error: uuid_entry_create: 
SELECT uuid_entry_create('pragma_table_list') -- => error: uuid_entry_create: 
SELECT uuid_entry_create('uuid_series') -- => error: uuid_entry_create: 
-- Misuse.
SELECT uuid_entry_create('C', 'other', 4) -- => error: uuid_entry_create: c has its entryUUID already, in the column entryUUID
SELECT uuid_entry_drop('c2') -- => error: uuid_entry_drop: c2 has no entryUUID
SELECT uuid_entry_create(NULL) -- => error: uuid_entry_create: table must be TEXT
SELECT uuid_entry_create(1) -- => error: uuid_entry_create: table must be TEXT
SELECT uuid_entry_create(X'63') -- => error: uuid_entry_create: table must be TEXT
SELECT uuid_entry_create('c', NULL) -- => error: uuid_entry_create: column must be TEXT
SELECT uuid_entry_create('c', 1.5) -- => error: uuid_entry_create: column must be TEXT
SELECT uuid_entry_create('c', 'u', NULL) -- => error: uuid_entry_create: version must be an INTEGER
SELECT uuid_entry_create('c', 'u', 7, NULL) -- => error: uuid_entry_create: schema must be TEXT
SELECT uuid_entry_create('c' || char(0) || 'c') -- => error: uuid_entry_create: table must be a name
SELECT uuid_entry_create('c2', 'u' || char(0)) -- => error: uuid_entry_create: column must be a name
SELECT uuid_entry_drop(NULL) -- => error: uuid_entry_drop: table must be TEXT
SELECT uuid_entry_drop('c', NULL) -- => error: uuid_entry_drop: schema must be TEXT
SELECT uuid_entry_drop('c', 7) -- => error: uuid_entry_drop: schema must be TEXT
SELECT uuid_entry_create() -- => error: wrong number of arguments to function uuid_entry_create()
SELECT uuid_entry_create('c', 'u', 7, 'main', 1) -- => error: wrong number of arguments to function uuid_entry_create()
SELECT uuid_entry_drop('c', 'main', 1) -- => error: wrong number of arguments to function uuid_entry_drop()
-- Both are commands: not of a schema, nor of a statement that writes.
CREATE VIEW no AS SELECT uuid_entry_create('c2') AS x
SELECT * FROM no -- => error: unsafe use of uuid_entry_create()
DROP VIEW no
CREATE TABLE no (x DEFAULT (uuid_entry_drop('c')))
INSERT INTO no DEFAULT VALUES -- => error: unsafe use of uuid_entry_drop()
DROP TABLE no
CREATE TABLE no (x)
CREATE TRIGGER no AFTER INSERT ON no BEGIN SELECT uuid_entry_drop('c'); END
INSERT INTO no VALUES (1) -- => error: unsafe use of uuid_entry_drop()
DROP TRIGGER no
INSERT INTO no SELECT uuid_entry_create('no') -- => error: uuid_entry_create: 
INSERT INTO no SELECT uuid_entry_drop('c') -- => error: uuid_entry_drop: 
CREATE TABLE no2 AS SELECT uuid_entry_create('no') -- => error: uuid_entry_create: 
SELECT count(*) FROM no -- => 0
SELECT count(*) FROM pragma_table_info('no') -- => 1
-- Several tables, by what lists them.
CREATE TABLE l1 (x)
CREATE TABLE l2 (x)
CREATE TABLE l3 (x)
CREATE TABLE l4 (x)
INSERT INTO l1 VALUES (1), (2)
SELECT uuid_entry_create(value) FROM json_each('["l1", "l2"]') -- => 2|0
SELECT name, uuid_entry_create(name) FROM sqlite_schema WHERE name IN ('l3', 'l4') -- => l3|0|l4|0
INSERT INTO l4(x) VALUES (1)
SELECT length(entryUUID) FROM l4 -- => 16
SELECT uuid_entry_create('l1') FROM l1 -- => 0|0
SELECT uuid_entry_drop(value) FROM json_each('["l1", "l2"]') -- => error: uuid_entry_drop: l1 is locked by a statement that is reading
SELECT count(*) FROM sqlite_schema WHERE tbl_name IN ('l1', 'l2') AND name GLOB 'uuid_entry_*' -- => 8
SELECT uuid_entry_drop('l1'), uuid_entry_drop('l2') -- => |
SELECT uuid_entry_create('l1') FROM l1 -- => 2|0
PRAGMA integrity_check -- => ok
-- Transactions keep it or undo it, as anything else.
CREATE TABLE tx (x)
INSERT INTO tx VALUES (1)
BEGIN
SELECT uuid_entry_create('tx') -- => 1
INSERT INTO tx(x) VALUES (2)
SELECT count(DISTINCT entryUUID) FROM tx -- => 2
ROLLBACK
SELECT group_concat(sql) FROM sqlite_schema WHERE tbl_name = 'tx' -- => CREATE TABLE tx (x)
BEGIN
INSERT INTO tx VALUES (2)
SAVEPOINT uuid_entry
SELECT uuid_entry_create('tx') -- => 2
SELECT uuid_entry_create('nosuch') -- => error: no such table
SELECT uuid_entry_create('tx', 'entryUUID', 7) -- => 0
SELECT uuid_entry_create('tx', 'u') -- => error: has its entryUUID already
SELECT uuid_entry_create('c8', 'u') -- => error: UNIQUE constraint failed
INSERT INTO tx(x) VALUES (3)
ROLLBACK TO uuid_entry
RELEASE uuid_entry
SELECT count(*) FROM pragma_table_info('tx') -- => 1
SELECT uuid_entry_create('tx') -- => 2
COMMIT
SELECT count(DISTINCT entryUUID) FROM tx -- => 2
BEGIN
SELECT uuid_entry_drop('tx')
ROLLBACK
INSERT INTO tx(x) VALUES (3)
SELECT count(DISTINCT entryUUID) FROM tx -- => 3
ROLLBACK -- => error: cannot rollback - no transaction is active
-- Triggers of one's own, of each kind, with recursive triggers and without.
CREATE TABLE log (what)
CREATE TABLE g (k INTEGER PRIMARY KEY, x)
CREATE TRIGGER g_update AFTER UPDATE ON g BEGIN INSERT INTO log VALUES ('update ' || NEW.k); END
CREATE TRIGGER g_update_of AFTER UPDATE OF x ON g BEGIN INSERT INTO log VALUES ('update of x ' || NEW.k); END
INSERT INTO g VALUES (1, 'a'), (2, 'b')
SELECT uuid_entry_create('g') -- => 2
SELECT count(*) FROM log -- => 0
CREATE TRIGGER g_before BEFORE INSERT ON g BEGIN INSERT INTO log VALUES ('before ' || (NEW.entryUUID IS NULL)); END
CREATE TRIGGER g_after AFTER INSERT ON g BEGIN INSERT INTO log VALUES ('after ' || (NEW.entryUUID IS NULL)); END
INSERT INTO g(k) VALUES (3)
SELECT group_concat(what, ', ') FROM (SELECT what FROM log ORDER BY what) -- => after 1, before 1, update 3
UPDATE g SET x = 'c' WHERE k = 3
SELECT group_concat(what, ', ') FROM (SELECT what FROM log ORDER BY what) -- => after 1, before 1, update 3, update 3, update of x 3
DROP TRIGGER g_update
DROP TRIGGER g_before
DROP TRIGGER g_after
CREATE TRIGGER g_more AFTER INSERT ON g WHEN NEW.k BETWEEN 10 AND 19 BEGIN INSERT INTO g(k) VALUES (NEW.k + 10), (NEW.k + 20); END
CREATE TRIGGER g_first BEFORE INSERT ON g WHEN NEW.k BETWEEN 10 AND 19 BEGIN INSERT INTO g(k) VALUES (NEW.k + 30); END
CREATE TRIGGER g_row AFTER INSERT ON g WHEN NEW.k BETWEEN 10 AND 19 BEGIN UPDATE g SET x = 'touched' WHERE k = NEW.k; END
CREATE TRIGGER g_stop AFTER INSERT ON g WHEN NEW.k = 666 BEGIN SELECT RAISE(ABORT, 'no such key'); END
CREATE TRIGGER g_skip BEFORE INSERT ON g WHEN NEW.k = 667 BEGIN SELECT RAISE(IGNORE); END
CREATE TRIGGER g_move AFTER INSERT ON g WHEN NEW.k = 668 BEGIN UPDATE g SET k = 669 WHERE k = 668; END
CREATE TRIGGER g_gone AFTER INSERT ON g WHEN NEW.k = 670 BEGIN DELETE FROM g WHERE k = 670; END
INSERT INTO g(k) VALUES (10), (11)
INSERT OR REPLACE INTO g(k) VALUES (10), (30)
INSERT OR IGNORE INTO g(k) VALUES (12), (12)
INSERT INTO g(k) VALUES (60), (666) -- => error: no such key
INSERT INTO g(k) VALUES (667), (668), (670), (671)
SELECT count(*), count(DISTINCT entryUUID), sum(x IS 'touched'), group_concat(k) FROM g -- => 17|17|3|1,2,3,10,11,12,20,21,22,30,31,32,40,41,42,669,671
PRAGMA recursive_triggers = ON
DELETE FROM g WHERE k > 3
INSERT INTO g(k) VALUES (10), (11)
INSERT OR REPLACE INTO g(k) VALUES (10), (30)
INSERT INTO g(k) VALUES (60), (666) -- => error: no such key
INSERT INTO g(k) VALUES (667), (668), (670), (671)
SELECT count(*), count(DISTINCT entryUUID), sum(x IS 'touched'), group_concat(k) FROM g -- => 13|13|2|1,2,3,10,11,20,21,30,31,40,41,669,671
UPDATE g SET entryUUID = uuid7_blob() WHERE k = 10 -- => error: entryUUID never changes
INSERT OR REPLACE INTO g(k) VALUES (41)
INSERT INTO g(k, entryUUID) VALUES (41, uuid7_blob()) -- => error: NO-USER-MODIFICATION
SELECT count(*), count(DISTINCT entryUUID) FROM g -- => 13|13
PRAGMA recursive_triggers = OFF
-- What a trigger gives or changes is refused as well.
CREATE TABLE e (k INTEGER PRIMARY KEY, x)
SELECT uuid_entry_create('e') -- => 0
INSERT INTO e(k) VALUES (1), (2)
CREATE TABLE from_here (x)
CREATE TRIGGER from_here_1 AFTER INSERT ON from_here WHEN NEW.x = 1 BEGIN INSERT INTO e(entryUUID) VALUES (uuid7_blob()); END
CREATE TRIGGER from_here_2 AFTER INSERT ON from_here WHEN NEW.x = 2 BEGIN UPDATE e SET entryUUID = uuid7_blob(); END
CREATE TRIGGER from_here_3 AFTER INSERT ON from_here WHEN NEW.x = 3 BEGIN REPLACE INTO e(k, entryUUID) SELECT k, entryUUID FROM e; END
CREATE TRIGGER from_here_4 AFTER INSERT ON from_here WHEN NEW.x = 4 BEGIN REPLACE INTO e(k) VALUES (1); END
CREATE TRIGGER e_own AFTER INSERT ON e WHEN NEW.k = 5 BEGIN INSERT INTO e(entryUUID) VALUES (uuid7_blob()); END
CREATE TRIGGER e_set AFTER UPDATE OF x ON e WHEN NEW.x = 6 BEGIN UPDATE e SET entryUUID = uuid7_blob() WHERE k = NEW.k; END
CREATE VIEW e_view AS SELECT k, x, entryUUID FROM e
CREATE TRIGGER e_view_insert INSTEAD OF INSERT ON e_view BEGIN INSERT INTO e VALUES (NEW.k, NEW.x, NEW.entryUUID); END
CREATE TRIGGER e_view_update INSTEAD OF UPDATE ON e_view BEGIN UPDATE e SET x = NEW.x, entryUUID = NEW.entryUUID WHERE k = OLD.k; END
INSERT INTO from_here VALUES (1) -- => error: NO-USER-MODIFICATION
INSERT INTO from_here VALUES (2) -- => error: entryUUID never changes
INSERT INTO from_here VALUES (3) -- => error: NO-USER-MODIFICATION
INSERT OR IGNORE INTO from_here VALUES (3) -- => error: NO-USER-MODIFICATION
INSERT INTO e(k) VALUES (5) -- => error: NO-USER-MODIFICATION
UPDATE e SET x = 6 -- => error: entryUUID never changes
INSERT INTO e_view VALUES (7, 'given', uuid7_blob()) -- => error: NO-USER-MODIFICATION
INSERT INTO e_view(k, x) VALUES (7, 'view')
UPDATE e_view SET x = 'kept' WHERE k = 7
UPDATE e_view SET entryUUID = uuid7_blob() WHERE k = 7 -- => error: entryUUID never changes
INSERT INTO from_here VALUES (4)
SELECT group_concat(k), count(DISTINCT entryUUID), max(x) FROM e -- => 1,2,7|3|kept
SELECT uuid_entry_drop('e') -- => error: 
SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'e' AND name GLOB 'uuid_entry_*' -- => 4
INSERT INTO e(k) VALUES (8)
SELECT count(DISTINCT entryUUID) FROM e -- => 4
-- A trigger of one's own that stands in the way of the assignment makes the INSERT fail: no row is
-- left without a UUID.
CREATE TABLE h (k INTEGER PRIMARY KEY)
SELECT uuid_entry_create('h') -- => 0
CREATE TRIGGER h_frozen BEFORE UPDATE ON h BEGIN SELECT RAISE(ABORT, 'rows of h never change'); END
INSERT INTO h(k) VALUES (1) -- => error: rows of h never change
DROP TRIGGER h_frozen
CREATE TRIGGER h_ignored BEFORE UPDATE ON h BEGIN SELECT RAISE(IGNORE); END
INSERT INTO h(k) VALUES (2) -- => error: entryUUID
DROP TRIGGER h_ignored
CREATE TRIGGER h_more AFTER UPDATE ON h WHEN NEW.k < 100 BEGIN INSERT INTO h(k) VALUES (NEW.k + 100); END
INSERT INTO h(k) VALUES (3) -- => error: entryUUID
DROP TRIGGER h_more
CREATE UNIQUE INDEX h_one ON h(uuid_version(entryUUID))
INSERT INTO h(k) VALUES (4)
INSERT OR IGNORE INTO h(k) VALUES (5) -- => error: entryUUID
INSERT INTO h(k) VALUES (6) -- => error: UNIQUE constraint failed: index 'h_one'
SELECT group_concat(k), count(entryUUID) FROM h -- => 4|1
CREATE TRIGGER h_wrong AFTER INSERT ON h BEGIN UPDATE h SET entryUUID = uuid4_blob() WHERE entryUUID IS NULL; END
INSERT INTO h(k) VALUES (7) -- => error: entryUUID never changes
DROP TRIGGER h_wrong
CREATE TRIGGER h_wrong AFTER INSERT ON h BEGIN UPDATE h SET entryUUID = uuid7() WHERE entryUUID IS NULL; END
INSERT INTO h(k) VALUES (7) -- => error: entryUUID never changes
SELECT count(*) FROM h -- => 1
-- Foreign keys, to it and from the table.
PRAGMA foreign_keys = ON
CREATE TABLE parent (name TEXT PRIMARY KEY, up TEXT REFERENCES parent ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED)
SELECT uuid_entry_create('parent') -- => 0
CREATE TABLE child (x, of BLOB REFERENCES parent(entryUUID), later BLOB REFERENCES parent(entryUUID) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)
INSERT INTO parent(name, up) VALUES ('b', 'a'), ('a', NULL)
INSERT INTO child(of) SELECT entryUUID FROM parent
INSERT INTO child(later) VALUES (uuid7_blob()) -- => error: FOREIGN KEY constraint failed
INSERT INTO child(of) VALUES (uuid7_blob()) -- => error: FOREIGN KEY constraint failed
UPDATE parent SET name = 'A' WHERE name = 'a'
UPDATE parent SET entryUUID = uuid7_blob() WHERE name = 'A' -- => error: entryUUID never changes
REPLACE INTO parent(name) VALUES ('b') -- => error: FOREIGN KEY constraint failed
DELETE FROM parent WHERE name = 'A' -- => error: FOREIGN KEY constraint failed
SELECT up, (SELECT count(*) FROM child WHERE of = entryUUID) FROM parent WHERE name = 'b' -- => A|1
SELECT uuid_entry_drop('parent') -- => error: child
INSERT INTO child(later) SELECT entryUUID FROM parent
UPDATE child SET of = NULL
DELETE FROM parent WHERE name = 'A'
SELECT count(*), count(later), (SELECT up IS NULL FROM parent) FROM child -- => 3|1|1
DROP TABLE child
SELECT uuid_entry_drop('parent')
-- A column that other rows decide about keeps its UUID too.
CREATE TABLE decides (id BLOB PRIMARY KEY)
CREATE TABLE decided (x, id BLOB REFERENCES decides ON UPDATE CASCADE ON DELETE SET NULL)
INSERT INTO decides VALUES (uuid7_min_blob(1)), (uuid7_min_blob(2))
INSERT INTO decided SELECT rowid, id FROM decides
SELECT uuid_entry_create('decided', 'id') -- => 0
UPDATE decides SET id = uuid7_min_blob(3) WHERE id = uuid7_min_blob(1) -- => error: id never changes
DELETE FROM decides WHERE id = uuid7_min_blob(2) -- => error: id never changes
INSERT INTO decided(x) VALUES (3) -- => error: FOREIGN KEY constraint failed
SELECT group_concat(uuid_timestamp_ms(id)) FROM decided -- => 1,2
PRAGMA foreign_keys = OFF
-- Renames and other changes of the table.
CREATE TABLE r (k INTEGER PRIMARY KEY, x, z)
SELECT uuid_entry_create('r') -- => 0
INSERT INTO r(k) VALUES (1), (2)
CREATE TEMP TABLE r_was AS SELECT k, entryUUID AS u FROM r
ALTER TABLE r RENAME TO "r'""2"
ALTER TABLE "r'""2" RENAME COLUMN entryUUID TO "i""d"
ALTER TABLE "r'""2" RENAME COLUMN k TO key
ALTER TABLE "r'""2" ADD COLUMN y DEFAULT 5
ALTER TABLE "r'""2" DROP COLUMN z
VACUUM
INSERT INTO "r'""2"(key) VALUES (3)
UPDATE "r'""2" SET "i""d" = NULL WHERE key = 1 -- => error: never changes
INSERT INTO "r'""2"("i""d") VALUES (uuid7_blob()) -- => error: NO-USER-MODIFICATION
SELECT count(DISTINCT "i""d"), sum("i""d" IS (SELECT u FROM r_was WHERE k = key)) FROM "r'""2" -- => 3|2
ALTER TABLE "r'""2" DROP COLUMN "i""d" -- => error: 
SELECT uuid_entry_create('r''"2', 'entryUUID') -- => error: has its entryUUID already, in the column i"d
SELECT uuid_entry_create('r''"2') -- => 0
CREATE TABLE r (k INTEGER PRIMARY KEY)
CREATE TABLE r_2 (k INTEGER PRIMARY KEY)
SELECT uuid_entry_create('r_2'), uuid_entry_create('R') -- => 0|0
INSERT INTO r(k) VALUES (1)
INSERT INTO r_2(k) VALUES (1)
SELECT length(r.entryUUID), length(r_2.entryUUID), length("i""d") FROM r JOIN r_2 USING (k) JOIN "r'""2" ON key = k -- => 16|16|16
SELECT uuid_entry_drop('r')
INSERT INTO r_2(k) VALUES (2)
INSERT INTO "r'""2"(key) VALUES (4)
SELECT count(DISTINCT entryUUID), (SELECT count(DISTINCT "i""d") FROM "r'""2") FROM r_2 -- => 2|4
SELECT uuid_entry_drop('r''"2'), uuid_entry_drop('r_2') -- => |
SELECT sql FROM sqlite_schema WHERE tbl_name GLOB 'r[_''2]*' OR tbl_name = 'r' ORDER BY sql -- => CREATE TABLE "r'""2" (key INTEGER PRIMARY KEY, x, y DEFAULT 5)|CREATE TABLE r (k INTEGER PRIMARY KEY)|CREATE TABLE r_2 (k INTEGER PRIMARY KEY)
-- A table that is made anew, as SQLite's manual does it, takes its UUIDs along.
CREATE TABLE n (k INTEGER PRIMARY KEY, x)
INSERT INTO n VALUES (1, 'a'), (2, 'b')
SELECT uuid_entry_create('n') -- => 2
CREATE TEMP TABLE n_was AS SELECT k, entryUUID AS u FROM n
BEGIN
CREATE TABLE n_new (k INTEGER PRIMARY KEY, entryUUID BLOB, x TEXT NOT NULL)
INSERT INTO n_new SELECT k, entryUUID, x FROM n
DROP TABLE n
ALTER TABLE n_new RENAME TO n
SELECT uuid_entry_create('n') -- => 0
COMMIT
INSERT INTO n(x) VALUES ('c')
SELECT count(DISTINCT entryUUID), sum(entryUUID IS u) FROM n LEFT JOIN n_was USING (k) -- => 3|2
UPDATE n SET entryUUID = NULL -- => error: never changes
-- A second call finds nothing to do, and writes nothing; with another version it is the version of the
-- rows to come.
PRAGMA query_only = ON
SELECT uuid_entry_create('N'), uuid_entry_create('n', 'ENTRYUUID', 7, 'main') -- => 0|0
PRAGMA query_only = OFF
SELECT uuid_entry_create('n', 'entryUUID', 4) -- => 0
INSERT INTO n(x) VALUES ('v4')
SELECT group_concat(v) FROM (SELECT uuid_version(entryUUID) AS v FROM n ORDER BY v) -- => 4,7,7,7
DELETE FROM n WHERE x = 'v4'
SELECT uuid_entry_create('n') -- => 0
INSERT INTO n(x) VALUES ('v4 again')
SELECT uuid_entry_create('n', 'entryUUID', 7) -- => 0
INSERT INTO n(x) VALUES ('v7')
SELECT group_concat(uuid_version(entryUUID)) FROM (SELECT entryUUID FROM n ORDER BY k) -- => 7,7,7,4,7
DELETE FROM n WHERE x GLOB 'v*'
-- What is broken is mended, in the column that it has; what is one's own stays.
DROP TRIGGER uuid_entry_given_n
SELECT uuid_entry_create('n', 'other') -- => error: n has its entryUUID already, in the column entryUUID
DROP INDEX uuid_entry_index_n
SELECT uuid_entry_create('n', 'other') -- => error: n has its entryUUID already, in the column entryUUID
DROP TRIGGER uuid_entry_assign_n
INSERT INTO n(x) VALUES ('d')
SELECT uuid_entry_create('n') -- => 1
DROP INDEX uuid_entry_index_n
SELECT uuid_entry_create('n') -- => 0
DROP TRIGGER uuid_entry_keep_n
DROP TRIGGER uuid_entry_given_n
SELECT uuid_entry_create('n') -- => 0
INSERT INTO n(x, entryUUID) VALUES ('e', uuid7_blob()) -- => error: NO-USER-MODIFICATION
UPDATE n SET entryUUID = uuid7_blob() -- => error: never changes
INSERT INTO n(x) VALUES ('e')
SELECT count(DISTINCT entryUUID), sum(entryUUID IS u), (SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'n') FROM n LEFT JOIN n_was USING (k) -- => 5|2|5
CREATE TABLE "a ON ""b"" BEFORE UPDATE OF x" (x)
SELECT uuid_entry_create('a ON "b" BEFORE UPDATE OF x', 'u" OF ON "x; /* uuid_entry_create */') -- => 0
DROP INDEX "uuid_entry_index_a ON ""b"" BEFORE UPDATE OF x"
SELECT uuid_entry_create('a ON "b" BEFORE UPDATE OF x', 'other') -- => error: has its entryUUID already, in the column u" OF ON "x; /* uuid_entry_create */
ALTER TABLE "a ON ""b"" BEFORE UPDATE OF x" RENAME TO mended
ALTER TABLE mended RENAME COLUMN "u"" OF ON ""x; /* uuid_entry_create */" TO "order"
SELECT uuid_entry_create('mended') -- => 0
DROP INDEX uuid_entry_index_mended
DROP TRIGGER uuid_entry_keep_mended
SELECT uuid_entry_create('mended') -- => error: uuid_entry_create: what keeps the entryUUID of mended is not whole: name the column
SELECT uuid_entry_create('mended', 'order') -- => 0
SELECT uuid_entry_drop('mended')
SELECT sql FROM sqlite_schema WHERE tbl_name = 'mended' -- => CREATE TABLE "mended" (x)
CREATE TABLE own (x, precious)
INSERT INTO own VALUES (1, 'kept')
CREATE UNIQUE INDEX uuid_entry_mine ON own(precious)
CREATE TRIGGER uuid_entry_my_log AFTER INSERT ON own BEGIN INSERT INTO log VALUES ('own'); END
CREATE TRIGGER mine_too AFTER INSERT ON own BEGIN INSERT INTO log VALUES ('/* uuid_entry_create */'); END
SELECT uuid_entry_drop('own') -- => error: uuid_entry_drop: own has no entryUUID
SELECT uuid_entry_create('own') -- => 1
SELECT uuid_entry_create('own') -- => 0
SELECT uuid_entry_drop('own')
SELECT precious, (SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'own') FROM own -- => kept|4
-- Made anew together with the SQL of its index and triggers, there is nothing left to do.
CREATE TEMP TABLE n_sql AS SELECT sql FROM sqlite_schema WHERE tbl_name = 'n' AND type <> 'table'
CREATE TABLE n_new (k INTEGER PRIMARY KEY, x, entryUUID BLOB)
INSERT INTO n_new SELECT k, x, entryUUID FROM n
DROP TABLE n
ALTER TABLE n_new RENAME TO n
CREATE UNIQUE INDEX "uuid_entry_index_n" ON "n"("entryUUID"/* uuid_entry_create */)
SELECT uuid_entry_create('n') -- => 0
SELECT count(*) FROM (SELECT sql FROM n_sql EXCEPT SELECT sql FROM sqlite_schema) -- => 0
SELECT count(DISTINCT entryUUID) FROM n -- => 5
-- A copy holds the same UUIDs; it is a table of its own, which keeps them when it is told to.
CREATE TABLE n_copy AS SELECT * FROM n
INSERT INTO n_copy(x) VALUES ('without')
SELECT uuid_entry_create('n_copy') -- => 1
SELECT count(*) FROM n JOIN n_copy USING (entryUUID) -- => 5
UPDATE n_copy SET entryUUID = NULL -- => error: never changes
-- A column that was there goes with its values, in uuid_entry_drop.
CREATE TABLE there (x, u)
SELECT uuid_entry_create('there', 'u') -- => 0
SELECT uuid_entry_drop('there')
SELECT sql FROM sqlite_schema WHERE name = 'there' -- => CREATE TABLE there (x)
-- A view that is broken already stops uuid_entry_drop, as it does DROP COLUMN.
SELECT uuid_entry_create('there') -- => 0
CREATE VIEW broken AS SELECT * FROM nosuch
SELECT uuid_entry_drop('there') -- => error: uuid_entry_drop: error in view broken: no such table: main.nosuch
INSERT INTO there(x) VALUES (1)
SELECT length(entryUUID) FROM there -- => 16
DROP VIEW broken
SELECT uuid_entry_drop('there')
-- SQLite as it was before 3.26 renames the table, but not what the triggers say of it.
PRAGMA legacy_alter_table = ON
CREATE TABLE old (x)
SELECT uuid_entry_create('old') -- => 0
INSERT INTO old(x) VALUES (1)
ALTER TABLE old RENAME TO renamed
INSERT INTO renamed(x) VALUES (2) -- => error: no such table: main.old
SELECT uuid_entry_create('renamed') -- => 0
INSERT INTO renamed(x) VALUES (2)
SELECT count(DISTINCT entryUUID), (SELECT group_concat(name) FROM sqlite_schema WHERE tbl_name = 'renamed' AND type = 'index') FROM renamed -- => 2|uuid_entry_index_renamed
PRAGMA legacy_alter_table = OFF
CREATE TABLE cased (x)
CREATE INDEX "UUID_ENTRY_INDEX_CASED" ON own(x)
CREATE TABLE "Uuid_Entry_Index_Cased_2" (x)
SELECT uuid_entry_create('cased') -- => 0
SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE tbl_name = 'cased' ORDER BY name) -- => cased,uuid_entry_assign_cased_3,uuid_entry_given_cased_3,uuid_entry_index_cased_3,uuid_entry_keep_cased_3
DROP INDEX "UUID_ENTRY_INDEX_CASED"
SELECT uuid_entry_create('cased') -- => 0
SELECT uuid_entry_drop('cased')
SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'cased' -- => 1
-- uuid_entry_drop leaves no trace, or everything, where the column is used.
CREATE TABLE d (a, b)
CREATE TEMP TABLE d_was AS SELECT type, name, tbl_name, sql FROM sqlite_schema
SELECT uuid_entry_create('d', 'u') -- => 0
INSERT INTO d(a) VALUES (1)
SELECT uuid_entry_drop('d')
SELECT count(*) FROM (SELECT * FROM d_was EXCEPT SELECT type, name, tbl_name, sql FROM sqlite_schema), d -- => 0
SELECT count(*) FROM (SELECT type, name, tbl_name, sql FROM sqlite_schema EXCEPT SELECT * FROM d_was) -- => 0
SELECT * FROM d -- => 1|
SELECT uuid_entry_create('d', 'u') -- => 1
CREATE VIEW d_user AS SELECT a, u FROM d
SELECT uuid_entry_drop('d') -- => error: d_user
DROP VIEW d_user
CREATE INDEX d_user ON d(a, u)
SELECT uuid_entry_drop('d') -- => error: d_user
DROP INDEX d_user
CREATE INDEX d_user ON d(a) WHERE u IS NOT NULL
SELECT uuid_entry_drop('d') -- => error: d_user
DROP INDEX d_user
CREATE TRIGGER d_user AFTER DELETE ON d BEGIN INSERT INTO log VALUES (OLD.u); END
SELECT uuid_entry_drop('d') -- => error: d_user
DROP TRIGGER d_user
ALTER TABLE d ADD COLUMN g AS (uuid_str(u))
SELECT uuid_entry_drop('d') -- => error: 
ALTER TABLE d DROP COLUMN g
CREATE TABLE d_child (x REFERENCES D(U))
SELECT uuid_entry_drop('d') -- => error: d_child
DROP TABLE d_child
INSERT INTO d(a) VALUES (2)
UPDATE d SET u = NULL -- => error: u never changes
SELECT count(DISTINCT u), count(*) FROM d -- => 2|2
SELECT uuid_entry_drop('d')
SELECT count(*) FROM (SELECT type, name, tbl_name, sql FROM sqlite_schema EXCEPT SELECT * FROM d_was) -- => 0
-- The settings of a connection that could stand in the way.
CREATE TABLE o (x)
INSERT INTO o SELECT n FROM uuid_series(4, 10000)
PRAGMA query_only = ON
SELECT uuid_entry_create('o') -- => error: uuid_entry_create: attempt to write a readonly database
PRAGMA query_only = OFF
PRAGMA legacy_alter_table = ON
PRAGMA reverse_unordered_selects = ON
PRAGMA case_sensitive_like = ON
SELECT uuid_entry_create('O') -- => 10000
PRAGMA reverse_unordered_selects = OFF
PRAGMA case_sensitive_like = OFF
INSERT INTO o(x) VALUES (1)
SELECT count(DISTINCT entryUUID), count(*) FROM o -- => 10001|10001
SELECT uuid_entry_drop('o')
PRAGMA legacy_alter_table = OFF
SELECT sql FROM sqlite_schema WHERE tbl_name = 'o' -- => CREATE TABLE o (x)
BEGIN
ROLLBACK
PRAGMA integrity_check -- => ok
PRAGMA foreign_key_check
