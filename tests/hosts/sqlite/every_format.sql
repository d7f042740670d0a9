-- A column that takes every format (docs/sqlite/recipes.md): what drivers write, and what statements do, with and without a rowid.
PRAGMA foreign_keys = ON
CREATE TABLE driver (n INTEGER PRIMARY KEY, id)
INSERT INTO driver (id) SELECT uuid_format('017f22e2-79b0-7cc3-98c4-0000000000' || (10 + n), value) FROM (SELECT column1 AS n, column2 AS value FROM (VALUES (1, 'canonical'), (2, 'upper'), (3, 'hex'), (4, 'braced'), (5, 'urn')))
INSERT INTO driver (id) VALUES ('{017F22E2-79B0-7CC3-98C4-000000000016}'), ('URN:UUID:017F22E2-79B0-7CC3-98C4-000000000017'), ('017F22E279B07CC398C4000000000018'), ('017f22E2-79b0-7cc3-98C4-000000000019'), (X'017F22E279B07CC398C4000000000020')
CREATE TABLE refused (id)
INSERT INTO refused VALUES (NULL), (''), ('n/a'), (5), (1.5), (X''), (zeroblob(15)), (CAST('017f22e2-79b0-7cc3-98c4-000000000011' AS BLOB)), (CAST(X'017F22E279B07CC398C4000000000020' AS TEXT))
CREATE TABLE a (id BLOB NOT NULL PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (uuid_blob(id) IS NOT NULL), what TEXT)
CREATE TRIGGER a_insert AFTER INSERT ON a WHEN typeof(new.id) <> 'blob' BEGIN UPDATE a SET id = uuid_blob(id) WHERE rowid = new.rowid; DELETE FROM a WHERE rowid = new.rowid AND typeof(id) <> 'blob'; END
CREATE TRIGGER a_update AFTER UPDATE OF id ON a WHEN typeof(new.id) <> 'blob' BEGIN UPDATE a SET id = uuid_blob(id) WHERE rowid = new.rowid; SELECT RAISE(ABORT, 'another row has this id') FROM a WHERE rowid = new.rowid AND typeof(id) <> 'blob'; END
CREATE TABLE b (id BLOB NOT NULL PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (uuid_blob(id) IS NOT NULL), what TEXT) WITHOUT ROWID
CREATE TRIGGER b_insert AFTER INSERT ON b WHEN typeof(new.id) <> 'blob' BEGIN UPDATE b SET id = uuid_blob(id) WHERE id = new.id; DELETE FROM b WHERE id = new.id AND typeof(id) <> 'blob'; END
CREATE TABLE of_a (n INTEGER PRIMARY KEY, a BLOB REFERENCES a (id))
CREATE TRIGGER of_a_insert AFTER INSERT ON of_a WHEN typeof(new.a) <> 'blob' BEGIN UPDATE of_a SET a = uuid_blob(a) WHERE rowid = new.rowid; END
INSERT INTO a (id) SELECT id FROM driver
INSERT INTO b (id) SELECT id FROM driver
SELECT group_concat(typeof(id) || ' ' || substr(hex(id), -2), ',') FROM (SELECT id FROM a ORDER BY id) -- => blob 11,blob 12,blob 13,blob 14,blob 15,blob 16,blob 17,blob 18,blob 19,blob 20
SELECT count(*) FROM a JOIN b USING (id) JOIN driver AS d ON a.id = uuid_blob(d.id) -- => 10
INSERT OR IGNORE INTO a (id) SELECT id FROM refused WHERE id IS NOT NULL
SELECT count(*) FROM a -- => 10
INSERT INTO a (id) VALUES (NULL) -- => error: SQLITE_CONSTRAINT_NOTNULL
INSERT INTO a (id) VALUES ('n/a') -- => error: SQLITE_CONSTRAINT_CHECK
INSERT INTO a (id) SELECT id FROM driver -- => error: SQLITE_CONSTRAINT
INSERT INTO b (id) VALUES ('017f22e2-79b0-7cc3-98c4-000000000011') -- => error: SQLITE_CONSTRAINT
INSERT OR IGNORE INTO a (id) SELECT id FROM driver
INSERT OR IGNORE INTO b (id) SELECT id FROM driver
INSERT OR REPLACE INTO a (id, what) VALUES ('{017f22e2-79b0-7cc3-98c4-000000000011}', 'replaced')
SELECT count(*), sum(typeof(id) = 'blob'), sum(what = 'replaced') FROM a -- => 10|10|1
SELECT count(*), sum(typeof(id) = 'blob') FROM b -- => 10|10
INSERT INTO a (id, what) VALUES ('017F22E279B07CC398C4000000000011', 'upsert') ON CONFLICT (id) DO UPDATE SET what = excluded.what -- => error: SQLITE_CONSTRAINT
INSERT INTO a (id, what) VALUES (uuid_blob('017F22E279B07CC398C4000000000011'), 'upsert') ON CONFLICT (id) DO UPDATE SET what = excluded.what
INSERT INTO a (id) VALUES ('017F22E279B07CC398C4000000000021') RETURNING id, uuid_str(id) -- => 017F22E279B07CC398C4000000000021|017f22e2-79b0-7cc3-98c4-000000000021
SELECT hex(id) FROM a WHERE rowid = last_insert_rowid() -- => 017F22E279B07CC398C4000000000021
SELECT count(*) FROM a WHERE id = '017F22E279B07CC398C4000000000021' -- => 0
UPDATE a SET id = '{017f22e2-79b0-7cc3-98c4-000000000022}' WHERE id = X'017F22E279B07CC398C4000000000021'
SELECT typeof(id) FROM a WHERE id = X'017F22E279B07CC398C4000000000022' -- => blob
UPDATE OR IGNORE a SET id = '017f22e2-79b0-7cc3-98c4-000000000012' WHERE id = X'017F22E279B07CC398C4000000000022' -- => error: another row has this id
UPDATE OR REPLACE a SET id = '017f22e2-79b0-7cc3-98c4-000000000012' WHERE id = X'017F22E279B07CC398C4000000000022'
SELECT count(*), sum(typeof(id) = 'blob') FROM a -- => 10|10
INSERT INTO of_a (a) SELECT id FROM driver WHERE n IN (2, 4)
INSERT INTO of_a (a) VALUES ('017f22e2-79b0-7cc3-98c4-000000000099') -- => error: SQLITE_CONSTRAINT
SELECT count(*) FROM of_a JOIN a ON a.id = a -- => 2
DELETE FROM a WHERE id = X'017F22E279B07CC398C4000000000012' -- => error: SQLITE_CONSTRAINT
INSERT OR FAIL INTO a (id) VALUES ('017f22e2-79b0-7cc3-98c4-000000000011') -- => error: SQLITE_CONSTRAINT
SELECT count(*) FROM a WHERE typeof(id) = 'text' -- => 1
