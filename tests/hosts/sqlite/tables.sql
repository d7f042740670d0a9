-- The collation UUID: one place for each UUID however it is written, the rest after them as bytes.
CREATE TABLE c (x TEXT COLLATE UUID)
INSERT INTO c VALUES ('zzz'), ('{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}'), (''), ('6ba7b8109dad11d180b400c04fd430c7'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'), ('zz'), ('URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c9')
SELECT x FROM c ORDER BY x -- => 6ba7b8109dad11d180b400c04fd430c7|{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}|URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c9|ffffffff-ffff-ffff-ffff-ffffffffffff||zz|zzz
SELECT count(*) FROM c WHERE x = '6ba7b810-9dad-11d1-80b4-00c04fd430c8' -- => 1
SELECT count(*) FROM c WHERE x = 'ZZ' -- => 0
CREATE TABLE k (x TEXT PRIMARY KEY COLLATE UUID)
INSERT INTO k VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
INSERT INTO k VALUES ('6BA7B8109DAD11D180B400C04FD430C8') -- => error: SQLITE_CONSTRAINT_PRIMARYKEY
-- It is a total order, over whatever there is: values that are UUIDs in every format, values that
-- nearly are, NULs within, bytes that are no UTF-8. For any two one relation holds, and not its
-- opposite; for any three what holds between the outer ones follows; equal are those of the same
-- UUID, or the same bytes.
CREATE TABLE o (i INTEGER PRIMARY KEY, x TEXT)
INSERT INTO o(x) VALUES (''), (char(0)), (char(0) || 'a'), ('a'), ('a' || char(0)), ('a' || char(0) || 'b'), ('A'), (' '), ('{'), ('}'), (CAST(X'FF' AS TEXT)), (CAST(X'80' AS TEXT)), (CAST(X'C3' AS TEXT)), (char(233)), (char(65533))
INSERT INTO o(x) SELECT uuid FROM uuid_series(4, 6)
INSERT INTO o(x) VALUES ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'), ('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), ('7ba7b810-9dad-11d1-80b4-00c04fd430c8')
INSERT INTO o(x) SELECT upper(x) FROM o WHERE uuid_valid(x)
INSERT INTO o(x) SELECT replace(x, '-', '') FROM o WHERE uuid_valid(x)
INSERT INTO o(x) SELECT '{' || x || '}' FROM o WHERE uuid_valid(x) AND length(x) = 36
INSERT INTO o(x) SELECT x || char(0) FROM o WHERE uuid_valid(x) ORDER BY i LIMIT 8
INSERT INTO o(x) SELECT substr(x, 1, length(x) - 1) FROM o WHERE uuid_valid(x) ORDER BY i LIMIT 8
INSERT INTO o(x) SELECT char(0) || x FROM o WHERE uuid_valid(x) ORDER BY i LIMIT 4
SELECT count(*) > 90, sum(uuid_valid(x)) > 40, sum(NOT uuid_valid(x)) > 30 FROM o -- => 1|1|1
CREATE TABLE pair AS SELECT l.i AS l, r.i AS r, (l.x < r.x COLLATE UUID) AS less, (l.x = r.x COLLATE UUID) AS equal, (l.x > r.x COLLATE UUID) AS more FROM o AS l, o AS r
CREATE UNIQUE INDEX pair_by ON pair(l, r)
SELECT count(*) FROM pair WHERE less + equal + more <> 1 -- => 0
SELECT count(*) FROM pair AS a JOIN pair AS b ON b.l = a.r AND b.r = a.l WHERE a.less <> b.more OR a.equal <> b.equal -- => 0
SELECT count(*) FROM pair AS a JOIN pair AS b ON b.l = a.r JOIN pair AS c ON c.l = a.l AND c.r = b.r WHERE NOT a.more AND NOT b.more AND c.more -- => 0
SELECT count(*) FROM pair AS a JOIN pair AS b ON b.l = a.r JOIN pair AS c ON c.l = a.l AND c.r = b.r WHERE a.less AND NOT b.more AND NOT c.less -- => 0
SELECT count(*) FROM pair JOIN o AS a ON a.i = l JOIN o AS b ON b.i = r WHERE equal <> (coalesce(uuid_blob(a.x), a.x) IS coalesce(uuid_blob(b.x), b.x)) -- => 0
SELECT count(*) FROM pair JOIN o AS a ON a.i = l JOIN o AS b ON b.i = r WHERE uuid_valid(a.x) AND uuid_valid(b.x) AND less - more <> (uuid_blob(a.x) < uuid_blob(b.x)) - (uuid_blob(a.x) > uuid_blob(b.x)) -- => 0
SELECT count(*) FROM pair JOIN o AS a ON a.i = l JOIN o AS b ON b.i = r WHERE uuid_valid(a.x) > uuid_valid(b.x) AND NOT less -- => 0
SELECT count(*) FROM pair JOIN o AS a ON a.i = l JOIN o AS b ON b.i = r WHERE NOT uuid_valid(a.x) AND NOT uuid_valid(b.x) AND less <> (CAST(a.x AS BLOB) < CAST(b.x AS BLOB)) -- => 0
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
-- Nothing has to be sorted: the plan has one step.
EXPLAIN QUERY PLAN SELECT n FROM uuid_series(7, 5) ORDER BY n -- => ~ ^\d+\|\d+\|\d+\|[^|]*$
CREATE TABLE many (id BLOB PRIMARY KEY) WITHOUT ROWID
INSERT INTO many SELECT blob FROM uuid_series(7, 100000)
SELECT count(*), count(DISTINCT uuid_timestamp_ms(id)) < 100000 FROM many -- => 100000|1
-- The count is what the planner expects: the shorter one is the outer loop, wherever it is written.
EXPLAIN QUERY PLAN SELECT 1 FROM uuid_series(4, 100000) AS l, uuid_series(4, 2) AS s WHERE l.n = s.n -- => ~ \bs\b.*\bl\b
EXPLAIN QUERY PLAN SELECT 1 FROM uuid_series(4, 2) AS s, uuid_series(4, 100000) AS l WHERE l.n = s.n -- => ~ \bs\b.*\bl\b
-- A query whose parts SQLite plans one by one.
SELECT n FROM uuid_series(7, 10) WHERE n < 3 OR n > 9 -- => 1|2|10
SELECT count(*) FROM uuid_series WHERE (version = 4 AND count = 2) OR (version = 7 AND count = 3) -- => 5
SELECT count(*) FROM (SELECT 2 AS k), uuid_series(7, 10) WHERE n = 3 OR n = k -- => 2
SELECT count(*) FROM (SELECT 2 AS k) WHERE EXISTS (SELECT 1 FROM uuid_series(7, k) WHERE n = 2 OR uuid IS NULL) -- => 1
SELECT count(DISTINCT rowid), count(DISTINCT uuid) FROM uuid_series(7, 1000) -- => 1000|1000
SELECT n FROM uuid_series(5, -1) -- => error: uuid_series: unknown version; expected one of: 1 4 6 7
