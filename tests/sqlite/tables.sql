-- The collation UUID: one place for each UUID however it is written, the rest after them as octets.
CREATE TABLE c (x TEXT COLLATE UUID)
INSERT INTO c VALUES ('zzz'), ('{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}'), (''), ('6ba7b8109dad11d180b400c04fd430c7'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'), ('zz'), ('URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c9')
SELECT x FROM c ORDER BY x -- => 6ba7b8109dad11d180b400c04fd430c7|{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}|URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c9|ffffffff-ffff-ffff-ffff-ffffffffffff||zz|zzz
SELECT count(*) FROM c WHERE x = '6ba7b810-9dad-11d1-80b4-00c04fd430c8' -- => 1
SELECT count(*) FROM c WHERE x = 'ZZ' -- => 0
CREATE TABLE k (x TEXT PRIMARY KEY COLLATE UUID)
INSERT INTO k VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
INSERT INTO k VALUES ('6BA7B8109DAD11D180B400C04FD430C8') -- => error: UNIQUE constraint failed
-- uuid_series
SELECT n, uuid = uuid_str(blob), uuid_version(uuid), version, count FROM uuid_series(7, 3) -- => 1|1|7|7|3|2|1|7|7|3|3|1|7|7|3
SELECT count(*) FROM uuid_series(4, 0) -- => 0
SELECT count(*), count(DISTINCT blob), max(n) FROM uuid_series(1, 1000) -- => 1000|1000|1000
SELECT count(*) FROM uuid_series(NULL, 3) -- => 0
SELECT count(*) FROM uuid_series(7, NULL) -- => 0
SELECT count(DISTINCT uuid) FROM (SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3) AS v, uuid_series(4, v.i) -- => 6
SELECT n FROM uuid_series(7, 600) WHERE n > 511 ORDER BY n LIMIT 3 -- => 512|513|514
SELECT n FROM uuid_series(7, 600) ORDER BY n DESC LIMIT 2 -- => 600|599
SELECT count(*) FROM (SELECT uuid FROM uuid_series(7, 2147483647) LIMIT 3) -- => 3
SELECT group_concat(n) FROM uuid_series WHERE version = 7 AND count = 3 -- => 1,2,3
EXPLAIN QUERY PLAN SELECT n FROM uuid_series(7, 5) ORDER BY n -- => QUERY PLAN|`--SCAN uuid_series VIRTUAL TABLE INDEX 1:
CREATE TABLE many (id BLOB PRIMARY KEY) WITHOUT ROWID
INSERT INTO many SELECT blob FROM uuid_series(7, 100000)
SELECT count(*), count(DISTINCT uuid_timestamp_ms(id)) < 100000 FROM many -- => 100000|1
-- A query whose parts SQLite plans one by one.
SELECT n FROM uuid_series(7, 10) WHERE n < 3 OR n > 9 -- => 1|2|10
SELECT count(*) FROM uuid_series WHERE (version = 4 AND count = 2) OR (version = 7 AND count = 3) -- => 5
SELECT count(*) FROM (SELECT 2 AS k), uuid_series(7, 10) WHERE n = 3 OR n = k -- => 2
SELECT count(*) FROM (SELECT 2 AS k) WHERE EXISTS (SELECT 1 FROM uuid_series(7, k) WHERE n = 2 OR uuid IS NULL) -- => 1
SELECT count(DISTINCT rowid), count(DISTINCT uuid) FROM uuid_series(7, 1000) -- => 1000|1000
SELECT n FROM uuid_series(5, -1) -- => error: uuid_series: version is out of range
