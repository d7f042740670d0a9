CREATE TABLE input (name, version, purl);
CREATE TABLE package (
    id      BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    stable  BLOB NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    version TEXT NOT NULL,
    purl    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
