-- An entryUUID among what else a schema has, and over its life: triggers, foreign keys, renames,
-- copies, renewal, and the end. entryuuid.sql is about the rows.
PRAGMA trusted_schema = OFF
PRAGMA synchronous = OFF
-- Triggers of one's own, of each kind, with recursive triggers and without.
CREATE TABLE log (what)
CREATE TABLE g (k INTEGER PRIMARY KEY, x)
CREATE TRIGGER g_update AFTER UPDATE ON g BEGIN INSERT INTO log VALUES ('update ' || NEW.k); END
CREATE TRIGGER g_update_of AFTER UPDATE OF x ON g BEGIN INSERT INTO log VALUES ('update of x ' || NEW.k); END
INSERT INTO g VALUES (1, 'a'), (2, 'b')
SELECT uuid_entryuuid_sql('g') -- => ~ Existing rows are assigned theirs. Your triggers on UPDATE fire for them.
RUN SELECT uuid_entryuuid_sql('g')
SELECT count(*), group_concat(what) FROM log -- => 2|update 1,update 2
DELETE FROM log
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
UPDATE g SET entryUUID = uuid7_blob() WHERE k = 10 -- => error: entryUUID is immutable
INSERT OR REPLACE INTO g(k) VALUES (41)
INSERT INTO g(k, entryUUID) VALUES (41, uuid7_blob()) -- => error: NO-USER-MODIFICATION
SELECT count(*), count(DISTINCT entryUUID) FROM g -- => 13|13
PRAGMA recursive_triggers = OFF
-- The one that assigns runs after those of the user, which keep their texts and their order; so it
-- is in an attached database, and when the script is run again.
ATTACH ':memory:' AS "at;'""t"
CREATE TABLE "at;'""t".o (id)
CREATE TABLE "at;'""t".ran (what)
RUN SELECT printf('CREATE TRIGGER IF NOT EXISTS "at;''""t".[o; %d] AFTER INSERT ON "O" BEGIN -- END;%s INSERT INTO ran SELECT ''%d;'' || count(id) FROM o; END;', value, char(10), value) FROM json_each('[1, 2, 3]')
CREATE TEMP TABLE o_was AS SELECT sql FROM "at;'""t".sqlite_schema
RUN SELECT uuid_entryuuid_sql('o', 'id')
INSERT INTO o DEFAULT VALUES
RUN SELECT uuid_entryuuid_sql('o')
INSERT INTO o DEFAULT VALUES
SELECT group_concat(what), (SELECT count(id) FROM o), (SELECT count(*) FROM (SELECT sql FROM o_was EXCEPT SELECT sql FROM "at;'""t".sqlite_schema)) FROM ran -- => 3;0,2;0,1;0,3;1,2;1,1;1|2|0
DROP TABLE o_was
DETACH "at;'""t"
-- What a trigger gives or changes is refused as well.
CREATE TABLE e (k INTEGER PRIMARY KEY, x)
RUN SELECT uuid_entryuuid_sql('e')
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
INSERT INTO from_here VALUES (2) -- => error: entryUUID is immutable
INSERT INTO from_here VALUES (3) -- => error: NO-USER-MODIFICATION
INSERT OR IGNORE INTO from_here VALUES (3) -- => error: NO-USER-MODIFICATION
INSERT INTO e(k) VALUES (5) -- => error: NO-USER-MODIFICATION
UPDATE e SET x = 6 -- => error: entryUUID is immutable
INSERT INTO e_view VALUES (7, 'given', uuid7_blob()) -- => error: NO-USER-MODIFICATION
INSERT INTO e_view(k, x) VALUES (7, 'view')
UPDATE e_view SET x = 'kept' WHERE k = 7
UPDATE e_view SET entryUUID = uuid7_blob() WHERE k = 7 -- => error: entryUUID is immutable
INSERT INTO from_here VALUES (4)
SELECT group_concat(k), count(DISTINCT entryUUID), max(x) FROM e -- => 1,2,7|3|kept
-- What SQLite alone can see to refer to the column stops the script; nothing is changed.
RUN SELECT uuid_entryuuid_drop_sql('e') -- => error
SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'e' AND name GLOB 'e_entryUUID_*' -- => 4
INSERT INTO e(k) VALUES (8)
SELECT count(DISTINCT entryUUID) FROM e -- => 4
-- A trigger of one's own that stands in the way of the assignment makes the INSERT fail: no row is
-- left without a UUID. (RAISE(FAIL) and, after an INSERT, RAISE(IGNORE) are below.)
CREATE TABLE h (k INTEGER PRIMARY KEY)
RUN SELECT uuid_entryuuid_sql('h')
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
INSERT INTO h(k) VALUES (6) -- => error: SQLITE_CONSTRAINT_UNIQUE
SELECT group_concat(k), count(entryUUID) FROM h -- => 4|1
CREATE TRIGGER h_wrong AFTER INSERT ON h BEGIN UPDATE h SET entryUUID = uuid4_blob() WHERE entryUUID IS NULL; END
INSERT INTO h(k) VALUES (7) -- => error: entryUUID is immutable
DROP TRIGGER h_wrong
CREATE TRIGGER h_wrong AFTER INSERT ON h BEGIN UPDATE h SET entryUUID = uuid7() WHERE entryUUID IS NULL; END
INSERT INTO h(k) VALUES (7) -- => error: entryUUID is immutable
SELECT count(*) FROM h -- => 1
-- Foreign keys, to it and from the table.
PRAGMA foreign_keys = ON
CREATE TABLE parent (name TEXT PRIMARY KEY, up TEXT REFERENCES parent ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED)
RUN SELECT uuid_entryuuid_sql('parent')
CREATE TABLE child (x, of BLOB REFERENCES parent(entryUUID), later BLOB REFERENCES parent(entryUUID) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)
INSERT INTO parent(name, up) VALUES ('b', 'a'), ('a', NULL)
INSERT INTO child(of) SELECT entryUUID FROM parent
INSERT INTO child(later) VALUES (uuid7_blob()) -- => error: SQLITE_CONSTRAINT_FOREIGNKEY
INSERT INTO child(of) VALUES (uuid7_blob()) -- => error: SQLITE_CONSTRAINT_FOREIGNKEY
UPDATE parent SET name = 'A' WHERE name = 'a'
UPDATE parent SET entryUUID = uuid7_blob() WHERE name = 'A' -- => error: entryUUID is immutable
REPLACE INTO parent(name) VALUES ('b') -- => error: SQLITE_CONSTRAINT_FOREIGNKEY
DELETE FROM parent WHERE name = 'A' -- => error: SQLITE_CONSTRAINT_FOREIGNKEY
SELECT up, (SELECT count(*) FROM child WHERE of = entryUUID) FROM parent WHERE name = 'b' -- => A|1
SELECT uuid_entryuuid_drop_sql('parent') -- => error: uuid_entryuuid_drop_sql: the foreign key of child refers to parent.entryUUID
INSERT INTO child(later) SELECT entryUUID FROM parent
UPDATE child SET of = NULL
DELETE FROM parent WHERE name = 'A'
SELECT count(*), count(later), (SELECT up IS NULL FROM parent) FROM child -- => 3|1|1
DROP TABLE child
RUN SELECT uuid_entryuuid_drop_sql('parent')
-- A column that other rows decide about keeps its UUID too.
CREATE TABLE decides (id BLOB PRIMARY KEY)
CREATE TABLE decided (x, id BLOB REFERENCES decides ON UPDATE CASCADE ON DELETE SET NULL)
INSERT INTO decides VALUES (uuid7_make_blob(1, zeroblob(10))), (uuid7_make_blob(2, zeroblob(10)))
INSERT INTO decided SELECT rowid, id FROM decides
RUN SELECT uuid_entryuuid_sql('decided', 'id')
UPDATE decides SET id = uuid7_make_blob(3, zeroblob(10)) WHERE id = uuid7_make_blob(1, zeroblob(10)) -- => error: entryUUID is immutable
DELETE FROM decides WHERE id = uuid7_make_blob(2, zeroblob(10)) -- => error: entryUUID is immutable
INSERT INTO decided(x) VALUES (3) -- => error: SQLITE_CONSTRAINT_FOREIGNKEY
SELECT group_concat(uuid_timestamp_ms(id)) FROM decided -- => 1,2
PRAGMA foreign_keys = OFF
-- Renames and other changes of the table.
CREATE TABLE r (k INTEGER PRIMARY KEY, x, z)
RUN SELECT uuid_entryuuid_sql('r')
INSERT INTO r(k) VALUES (1), (2)
CREATE TEMP TABLE r_was AS SELECT k, entryUUID AS u FROM r
ALTER TABLE r RENAME TO "r'""2"
ALTER TABLE "r'""2" RENAME COLUMN entryUUID TO "i""d"
ALTER TABLE "r'""2" RENAME COLUMN k TO key
ALTER TABLE "r'""2" ADD COLUMN y DEFAULT 5
ALTER TABLE "r'""2" DROP COLUMN z
VACUUM
INSERT INTO "r'""2"(key) VALUES (3)
UPDATE "r'""2" SET "i""d" = NULL WHERE key = 1 -- => error: entryUUID is immutable
INSERT INTO "r'""2"("i""d") VALUES (uuid7_blob()) -- => error: NO-USER-MODIFICATION
SELECT count(DISTINCT "i""d"), sum("i""d" IS (SELECT u FROM r_was WHERE k = key)) FROM "r'""2" -- => 3|2
ALTER TABLE "r'""2" DROP COLUMN "i""d" -- => error
SELECT uuid_entryuuid_sql('r''"2', 'entryUUID') -- => error: already has its entryUUID, in the column i"d
SELECT uuid_entryuuid_sql('r''"2') -- => ~ ^-- Renews
CREATE TABLE r (k INTEGER PRIMARY KEY)
CREATE TABLE r_2 (k INTEGER PRIMARY KEY)
RUN SELECT uuid_entryuuid_sql('r_2'), uuid_entryuuid_sql('R')
SELECT count(*) FROM sqlite_schema WHERE name GLOB 'r_entryUUID_*_2' -- => 4
INSERT INTO r(k) VALUES (1)
INSERT INTO r_2(k) VALUES (1)
SELECT length(r.entryUUID), length(r_2.entryUUID), length("i""d") FROM r JOIN r_2 USING (k) JOIN "r'""2" ON key = k -- => 16|16|16
RUN SELECT uuid_entryuuid_drop_sql('r')
INSERT INTO r_2(k) VALUES (2)
INSERT INTO "r'""2"(key) VALUES (4)
SELECT count(DISTINCT entryUUID), (SELECT count(DISTINCT "i""d") FROM "r'""2") FROM r_2 -- => 2|4
RUN SELECT uuid_entryuuid_drop_sql('r''"2'), uuid_entryuuid_drop_sql('r_2')
SELECT sql FROM sqlite_schema WHERE tbl_name GLOB 'r[_''2]*' OR tbl_name = 'r' ORDER BY sql -- => CREATE TABLE "r'""2" (key INTEGER PRIMARY KEY, x, y DEFAULT 5)|CREATE TABLE r (k INTEGER PRIMARY KEY)|CREATE TABLE r_2 (k INTEGER PRIMARY KEY)
-- A table that is made anew, as SQLite's manual does it, takes its UUIDs along.
CREATE TABLE n (k INTEGER PRIMARY KEY, x)
INSERT INTO n VALUES (1, 'a'), (2, 'b')
RUN SELECT uuid_entryuuid_sql('n')
CREATE TEMP TABLE n_was AS SELECT k, entryUUID AS u FROM n
BEGIN
CREATE TABLE n_new (k INTEGER PRIMARY KEY, entryUUID BLOB, x TEXT NOT NULL)
INSERT INTO n_new SELECT k, entryUUID, x FROM n
DROP TABLE n
ALTER TABLE n_new RENAME TO n
RUN SELECT uuid_entryuuid_sql('n')
COMMIT
INSERT INTO n(x) VALUES ('c')
SELECT count(DISTINCT entryUUID), sum(entryUUID IS u) FROM n LEFT JOIN n_was USING (k) -- => 3|2
UPDATE n SET entryUUID = NULL -- => error: entryUUID is immutable
-- Run again, the script is the same, and changes nothing but what is missing; with another version it is
-- the version of the rows to come.
CREATE TEMP TABLE n_sql AS SELECT sql FROM sqlite_schema WHERE tbl_name = 'n'
SELECT uuid_entryuuid_sql('n', 'ENTRYUUID', 7, 'main') = uuid_entryuuid_sql('N') -- => 1
RUN SELECT uuid_entryuuid_sql('n')
SELECT count(*), (SELECT count(*) FROM n JOIN n_was ON entryUUID IS u) FROM (SELECT sql FROM n_sql INTERSECT SELECT sql FROM sqlite_schema) -- => 5|2
DROP TABLE n_sql
RUN SELECT uuid_entryuuid_sql('n', 'entryUUID', 4)
INSERT INTO n(x) VALUES ('v4')
SELECT group_concat(v) FROM (SELECT uuid_version(entryUUID) AS v FROM n ORDER BY v) -- => 4,7,7,7
DELETE FROM n WHERE x = 'v4'
RUN SELECT uuid_entryuuid_sql('n')
INSERT INTO n(x) VALUES ('v4 again')
RUN SELECT uuid_entryuuid_sql('n', 'entryUUID', 7)
INSERT INTO n(x) VALUES ('v7')
SELECT group_concat(uuid_version(entryUUID)) FROM (SELECT entryUUID FROM n ORDER BY k) -- => 7,7,7,4,7
DELETE FROM n WHERE x GLOB 'v*'
-- What is missing or changed is made anew, in the column that the index has; what is one's own stays.
DROP TRIGGER n_entryUUID_refuse
DROP TRIGGER n_entryUUID_assign
SELECT uuid_entryuuid_sql('n', 'other') -- => error: n already has its entryUUID, in the column entryUUID
INSERT INTO n(x) VALUES ('d')
DROP TRIGGER n_entryUUID_keep
CREATE TRIGGER n_entryUUID_keep AFTER INSERT ON n BEGIN SELECT 'changed'; /* uuid_entryuuid_sql 7 */ END
RUN SELECT uuid_entryuuid_sql('n')
INSERT INTO n(x, entryUUID) VALUES ('e', uuid7_blob()) -- => error: NO-USER-MODIFICATION
UPDATE n SET entryUUID = uuid7_blob() -- => error: entryUUID is immutable
INSERT INTO n(x) VALUES ('e')
DROP INDEX n_entryUUID_unique
SELECT uuid_entryuuid_sql('n') -- => error: uuid_entryuuid_sql: the unique index of the entryUUID of n is missing; pass the column to uuid_entryuuid_sql
SELECT uuid_entryuuid_drop_sql('n') -- => error: uuid_entryuuid_drop_sql: the unique index of the entryUUID of n is missing; pass the column to uuid_entryuuid_sql
RUN SELECT uuid_entryuuid_sql('n', 'entryUUID')
SELECT count(DISTINCT entryUUID), sum(entryUUID IS u), (SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'n') FROM n LEFT JOIN n_was USING (k) -- => 5|2|5
CREATE TABLE "a ON ""b"" BEFORE UPDATE OF x" (x)
RUN SELECT uuid_entryuuid_sql('a ON "b" BEFORE UPDATE OF x', 'u" OF ON "x; /* uuid_entryuuid_sql 4 */')
ALTER TABLE "a ON ""b"" BEFORE UPDATE OF x" RENAME TO renewed
ALTER TABLE renewed RENAME COLUMN "u"" OF ON ""x; /* uuid_entryuuid_sql 4 */" TO "order"
SELECT uuid_entryuuid_sql('renewed', 'x') -- => error: renewed already has its entryUUID, in the column order
DROP TRIGGER "a ON ""b"" BEFORE UPDATE OF x_entryUUID_keep"
RUN SELECT uuid_entryuuid_sql('renewed')
SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE tbl_name = 'renewed' ORDER BY name) -- => renewed,renewed_entryUUID_assign,renewed_entryUUID_keep,renewed_entryUUID_refuse,renewed_entryUUID_unique
RUN SELECT uuid_entryuuid_drop_sql('renewed')
SELECT sql FROM sqlite_schema WHERE tbl_name = 'renewed' -- => CREATE TABLE "renewed" (x)
CREATE TABLE own (x, precious)
INSERT INTO own VALUES (1, 'kept')
CREATE UNIQUE INDEX own_entryUUID_unique ON own(precious)
CREATE TRIGGER own_entryUUID_log AFTER INSERT ON own BEGIN INSERT INTO log VALUES ('own'); END
CREATE TRIGGER mine_too AFTER INSERT ON own BEGIN INSERT INTO log VALUES ('/* uuid_entryuuid_sql 7 */'); END
SELECT uuid_entryuuid_drop_sql('own') -- => error: uuid_entryuuid_drop_sql: own has no entryUUID
RUN SELECT uuid_entryuuid_sql('own')
RUN SELECT uuid_entryuuid_drop_sql('own')
SELECT precious, (SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'own') FROM own -- => kept|4
-- Made anew together with the SQL of its index and triggers, its parts are known.
CREATE TEMP TABLE n_sql AS SELECT sql FROM sqlite_schema WHERE tbl_name = 'n' AND type <> 'table'
CREATE TABLE n_new (k INTEGER PRIMARY KEY, x, entryUUID BLOB)
INSERT INTO n_new SELECT k, x, entryUUID FROM n
DROP TABLE n
ALTER TABLE n_new RENAME TO n
RUN SELECT sql || ';' FROM n_sql
SELECT uuid_entryuuid_sql('n') -- => ~ ^-- Renews
SELECT count(*) FROM (SELECT sql FROM n_sql EXCEPT SELECT sql FROM sqlite_schema) -- => 0
SELECT count(DISTINCT entryUUID) FROM n -- => 5
-- A copy holds the same UUIDs; it is a table of its own, which keeps them when it is told to.
CREATE TABLE n_copy AS SELECT * FROM n
INSERT INTO n_copy(x) VALUES ('without')
RUN SELECT uuid_entryuuid_sql('n_copy')
SELECT count(*) FROM n JOIN n_copy USING (entryUUID) -- => 5
UPDATE n_copy SET entryUUID = NULL -- => error: entryUUID is immutable
-- A column that was there goes with its values, in uuid_entryuuid_drop_sql.
CREATE TABLE there (x, u)
RUN SELECT uuid_entryuuid_sql('there', 'u')
RUN SELECT uuid_entryuuid_drop_sql('there')
SELECT sql FROM sqlite_schema WHERE name = 'there' -- => CREATE TABLE there (x)
-- A view that is broken already stops it, as it does every DROP COLUMN.
RUN SELECT uuid_entryuuid_sql('there')
CREATE VIEW broken AS SELECT * FROM nosuch
RUN SELECT uuid_entryuuid_drop_sql('there') -- => error
INSERT INTO there(x) VALUES (1)
SELECT length(entryUUID) FROM there -- => 16
DROP VIEW broken
RUN SELECT uuid_entryuuid_drop_sql('there')
-- SQLite as it was before 3.26 renames the table, but not what the triggers say of it.
PRAGMA legacy_alter_table = ON
CREATE TABLE old (x)
RUN SELECT uuid_entryuuid_sql('old')
INSERT INTO old(x) VALUES (1)
ALTER TABLE old RENAME TO renamed
INSERT INTO renamed(x) VALUES (2) -- => error
RUN SELECT uuid_entryuuid_sql('renamed')
INSERT INTO renamed(x) VALUES (2)
SELECT count(DISTINCT entryUUID), (SELECT group_concat(name) FROM sqlite_schema WHERE tbl_name = 'renamed' AND type = 'index') FROM renamed -- => 2|renamed_entryUUID_unique
PRAGMA legacy_alter_table = OFF
CREATE TABLE cased (x)
CREATE INDEX "CASED_ENTRYuuid_UNIQUE" ON own(x)
CREATE TABLE "Cased_entryUUID_Unique_2" (x)
CREATE TRIGGER cased_ENTRYUUID_keep AFTER INSERT ON own BEGIN SELECT 1; END
RUN SELECT uuid_entryuuid_sql('cased')
SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE tbl_name = 'cased' ORDER BY name) -- => cased,cased_entryUUID_assign,cased_entryUUID_keep_2,cased_entryUUID_refuse,cased_entryUUID_unique_3
DROP INDEX "CASED_ENTRYuuid_UNIQUE"
RUN SELECT uuid_entryuuid_drop_sql('cased')
SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'cased' -- => 1
-- uuid_entryuuid_drop_sql leaves no trace, or everything, where the column is used.
CREATE TABLE d (a, b)
CREATE TEMP TABLE d_was AS SELECT type, name, tbl_name, sql FROM sqlite_schema
RUN SELECT uuid_entryuuid_sql('d', 'u')
INSERT INTO d(a) VALUES (1)
RUN SELECT uuid_entryuuid_drop_sql('d')
SELECT count(*) FROM (SELECT * FROM d_was EXCEPT SELECT type, name, tbl_name, sql FROM sqlite_schema), d -- => 0
SELECT count(*) FROM (SELECT type, name, tbl_name, sql FROM sqlite_schema EXCEPT SELECT * FROM d_was) -- => 0
SELECT * FROM d -- => 1|
RUN SELECT uuid_entryuuid_sql('d', 'u')
CREATE VIEW d_user AS SELECT a, u FROM d
RUN SELECT uuid_entryuuid_drop_sql('d') -- => error
DROP VIEW d_user
CREATE INDEX d_user ON d(a, u)
SELECT uuid_entryuuid_drop_sql('d') -- => error: uuid_entryuuid_drop_sql: the index d_user uses d.u
DROP INDEX d_user
CREATE INDEX d_user ON d(a) WHERE u IS NOT NULL
RUN SELECT uuid_entryuuid_drop_sql('d') -- => error
DROP INDEX d_user
CREATE TRIGGER d_user AFTER DELETE ON d BEGIN INSERT INTO log VALUES (OLD.u); END
RUN SELECT uuid_entryuuid_drop_sql('d') -- => error
DROP TRIGGER d_user
ALTER TABLE d ADD COLUMN g AS (uuid_str(u))
RUN SELECT uuid_entryuuid_drop_sql('d') -- => error
ALTER TABLE d DROP COLUMN g
CREATE TABLE d_child (x REFERENCES D(U))
SELECT uuid_entryuuid_drop_sql('d') -- => error: the foreign key of d_child refers to d.u
DROP TABLE d_child
INSERT INTO d(a) VALUES (2)
UPDATE d SET u = NULL -- => error: entryUUID is immutable
SELECT count(DISTINCT u), count(*) FROM d -- => 2|2
RUN SELECT uuid_entryuuid_drop_sql('d')
SELECT count(*) FROM (SELECT type, name, tbl_name, sql FROM sqlite_schema EXCEPT SELECT * FROM d_was) -- => 0
-- The settings of a connection that could stand in the way.
CREATE TABLE o (x)
INSERT INTO o SELECT n FROM uuid_series(4, 10000)
PRAGMA legacy_alter_table = ON
PRAGMA reverse_unordered_selects = ON
PRAGMA case_sensitive_like = ON
RUN SELECT uuid_entryuuid_sql('O')
PRAGMA reverse_unordered_selects = OFF
PRAGMA case_sensitive_like = OFF
INSERT INTO o(x) VALUES (1)
SELECT count(DISTINCT entryUUID), count(*) FROM o -- => 10001|10001
RUN SELECT uuid_entryuuid_drop_sql('o')
PRAGMA legacy_alter_table = OFF
SELECT sql FROM sqlite_schema WHERE tbl_name = 'o' -- => CREATE TABLE o (x)
BEGIN
ROLLBACK
PRAGMA integrity_check -- => ok
PRAGMA foreign_key_check
-- A name may look like any piece of what is written for it; with a part gone, too, column and version stay.
CREATE TABLE "t"" = uuid4_" (a, "other" AS (a))
RUN SELECT uuid_entryuuid_sql('t" = uuid4_', 'x" = uuid4_', 1)
INSERT INTO "t"" = uuid4_"(a) VALUES (1)
DROP TRIGGER "t"" = uuid4__entryUUID_assign"
RUN SELECT uuid_entryuuid_sql('t" = uuid4_')
INSERT INTO "t"" = uuid4_"(a) VALUES (2)
SELECT group_concat(uuid_version("x"" = uuid4_")) FROM "t"" = uuid4_" -- => 1,1
CREATE TABLE "/* uuid_entryuuid_sql 4 */ END" (a)
RUN SELECT uuid_entryuuid_sql('/* uuid_entryuuid_sql 4 */ END', 'a" /* uuid_entryuuid_sql 4 */) END')
DROP TRIGGER "/* uuid_entryuuid_sql 4 */ END_entryUUID_keep"
RUN SELECT uuid_entryuuid_sql('/* uuid_entryuuid_sql 4 */ END')
INSERT INTO "/* uuid_entryuuid_sql 4 */ END"(a) VALUES (1)
SELECT uuid_version("a"" /* uuid_entryuuid_sql 4 */) END") FROM "/* uuid_entryuuid_sql 4 */ END" -- => 7
UPDATE "/* uuid_entryuuid_sql 4 */ END" SET "a"" /* uuid_entryuuid_sql 4 */) END" = NULL -- => error: entryUUID is immutable
CREATE INDEX mine ON "/* uuid_entryuuid_sql 4 */ END"(a)
CREATE TRIGGER mine AFTER DELETE ON "/* uuid_entryuuid_sql 4 */ END" BEGIN SELECT 1; /* mine */ END
RUN SELECT uuid_entryuuid_drop_sql('/* uuid_entryuuid_sql 4 */ END')
SELECT count(*) FROM sqlite_schema WHERE tbl_name = '/* uuid_entryuuid_sql 4 */ END' -- => 3
-- A column keeps its own spelling.
CREATE TABLE spelt (x, EntryUuid BLOB)
RUN SELECT uuid_entryuuid_sql('spelt')
CREATE TEMP TABLE spelt_sql AS SELECT sql FROM sqlite_schema
RUN SELECT uuid_entryuuid_sql('spelt', 'ENTRYUUID')
SELECT count(*) FROM (SELECT sql FROM sqlite_schema EXCEPT SELECT sql FROM spelt_sql) -- => 0
INSERT INTO spelt VALUES (1, zeroblob(16)) -- => error: entryUUID is assigned by the database
-- Nor is the table a part, when its own text ends as a part does.
CREATE TABLE marked (x, id BLOB /* uuid_entryuuid_sql 4 */)
INSERT INTO marked(x) VALUES (1)
SELECT uuid_entryuuid_drop_sql('marked') -- => error: marked has no entryUUID
RUN SELECT uuid_entryuuid_sql('marked', 'id')
RUN SELECT uuid_entryuuid_sql('marked')
RUN SELECT uuid_entryuuid_drop_sql('marked')
SELECT sql, (SELECT count(*) FROM marked) FROM sqlite_schema WHERE tbl_name = 'marked' -- => CREATE TABLE marked (x)|1
-- A trigger in temp fires, too.
CREATE TABLE watched (x)
SELECT instr(uuid_entryuuid_sql('watched'), 'Your triggers on UPDATE fire') > 0 -- => 0
CREATE TEMP TRIGGER watched_update AFTER UPDATE ON main.watched BEGIN INSERT INTO log VALUES (NEW.x); END
SELECT uuid_entryuuid_sql('watched') -- => ~ Existing rows are assigned theirs. Your triggers on UPDATE fire for them.
DROP TRIGGER watched_update
-- RAISE(IGNORE) and RAISE(FAIL) of a trigger that runs first keep the row, but not for long without its UUID.
CREATE TABLE late (x)
RUN SELECT uuid_entryuuid_sql('late')
CREATE TRIGGER late_end AFTER INSERT ON late WHEN NEW.x = 1 BEGIN SELECT RAISE(IGNORE); END
CREATE TRIGGER late_fail BEFORE UPDATE ON late WHEN OLD.x = 2 BEGIN SELECT RAISE(FAIL, 'x is 2'); END
INSERT INTO late(x) VALUES (1)
SELECT count(*), count(entryUUID) FROM late -- => 1|0
INSERT INTO late(x) VALUES (3)
SELECT count(*), count(DISTINCT entryUUID) FROM late -- => 2|2
INSERT INTO late(x) VALUES (2) -- => error: x is 2
SELECT count(*), count(DISTINCT entryUUID) FROM late -- => 3|2
DROP TRIGGER late_fail
RUN SELECT uuid_entryuuid_sql('late')
SELECT count(*), count(DISTINCT entryUUID) FROM late -- => 3|3
