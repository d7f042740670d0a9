CREATE TABLE input (name, version, purl);
CREATE TABLE package (
    id      BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (uuid_valid(id)),
    stable  BLOB NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    version TEXT NOT NULL,
    purl    TEXT NOT NULL
) WITHOUT ROWID;
