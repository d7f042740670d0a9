-- Keys that sort by time, and stable ones from names.

CREATE TABLE page (
    id     BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    stable TEXT NOT NULL UNIQUE,
    url    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO page (stable, url)
SELECT uuid5('@url', value), value
FROM json_each('["https://www.example.com/", "https://www.example.org/"]');

SELECT url FROM page ORDER BY id;
-- => https://www.example.com/
-- => https://www.example.org/
SELECT stable FROM page LIMIT 1;
-- => 3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559
-- The last day, by the primary key.
SELECT count(*) FROM page
WHERE id >= uuid7_min_blob(datetime('now', '-1 day'));
-- => 2
