-- The same UUIDs each time, for statements that run on several machines: version 7 built from a time,
-- random bytes and a number in the statement.

WITH RECURSIVE row (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row WHERE n < 2)
SELECT uuid7_make(1645557742000, x'00000000000000000000', n) FROM row;
-- => 017f22e2-79b0-7000-8000-000000000000
-- => 017f22e2-79b0-7000-8000-000000000001
-- => 017f22e2-79b0-7000-8000-000000000002
