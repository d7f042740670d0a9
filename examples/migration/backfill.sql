-- Gives the rows of a table keys of version 7 in the order of (created_at, rowid), a million rows
-- in each run. To run it until none is left:
--
--     sqlite3 shop.db 'ALTER TABLE item ADD COLUMN id BLOB'
--     while left=$(sqlite3 -cmd '.load /usr/local/lib/sqlite3/uuid9562' shop.db <backfill.sql) &&
--         echo "$left rows left" && [ "$left" != 0 ]; do :; done
--     sqlite3 shop.db 'CREATE UNIQUE INDEX item_id ON item (id)'
--
-- A pattern to edit: the table is item, the namespace becomes your own (`uuid9562 -4`), and title
-- becomes the columns that tell rows apart and never change (`sku, hex(photo)`; no REAL). If item
-- has no INTEGER PRIMARY KEY, do not VACUUM before the end, which would change the rowids. A key is
--
--     the time, in milliseconds    as described below
--     30 bits of the rowid         so rows of one millisecond keep their order
--     44 bits of a digest          of the rowid and the title, in the namespace
--
-- and nothing else: a run that is stopped has changed nothing, the next one goes on, and a copy of
-- the database gets the same keys. If copies have gone on separately, rows that were added to each
-- under the same rowid and time differ by the title alone. A run leaves existing keys as they are.
-- docs/sqlite/migration.md names the expression for created_at of another type.

.bail on
BEGIN IMMEDIATE;

-- The rows of this run, from the first without a key on. A group is a row with a time and those
-- without one behind it; group 0 has the time of the last row before it, or the first in the table.
CREATE TEMP TABLE part (n INTEGER PRIMARY KEY CHECK (n BETWEEN 0 AND 0x3FFFFFFF), time TEXT);
INSERT INTO part
    WITH some AS MATERIALIZED (
        SELECT rowid AS n, created_at AS time FROM item
        WHERE rowid >= (SELECT min(rowid) FROM item WHERE id IS NULL)
        ORDER BY rowid LIMIT 1000000)
    SELECT n, coalesce(first_value(time) OVER (PARTITION BY timed ORDER BY n),
        (SELECT created_at FROM item WHERE rowid < (SELECT min(n) FROM some)
            AND created_at IS NOT NULL ORDER BY rowid DESC LIMIT 1),
        (SELECT created_at FROM item WHERE created_at IS NOT NULL ORDER BY rowid LIMIT 1))
    FROM (SELECT *, count(time) OVER (ORDER BY n) AS timed FROM some);

-- A time that goes back counts as it is: its row sorts where the time says. What is not a time
-- since 1970 is an error, as is a rowid out of range, and then this run changes nothing.
UPDATE item SET id = uuid7_make_blob((SELECT time FROM part WHERE n = item.rowid),
        substr(uuid_blob(printf('%021x', rowid) || substr(uuid_hex(uuid8_name_blob(
            '6f1c2a52-0d5c-4c39-8f7e-3f2b8f0b6c1d', json_array(rowid, title))), 22)), 7))
    WHERE rowid BETWEEN (SELECT min(n) FROM part) AND (SELECT max(n) FROM part) AND id IS NULL;

DROP TABLE temp.part;
COMMIT;
SELECT count(*) FROM item WHERE id IS NULL;
