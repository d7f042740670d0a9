"""DuckDB writes to a table of SQLite with DEFAULT (uuid7_blob()). Needs duckdb and
duckdb-extension-sqlite-scanner (elsewhere INSTALL sqlite): duckdb_sqlite.py FOLDER"""

import sqlite3
import sys
from pathlib import Path

import duckdb
import duckdb_extension_sqlite_scanner as scanner
import uuid9562

EVENT = """
CREATE TABLE event (
    id   BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    what TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO event (what) VALUES ('of SQLite');
"""


def main(folder):
    path = Path(folder, "event.db")
    database = sqlite3.connect(path)
    uuid9562.load(database)
    database.executescript(EVENT)
    database.close()
    duck = duckdb.connect()
    duck.load_extension(str(next(Path(scanner.__file__).parent.rglob("*.duckdb_extension"))))
    duck.execute(f"ATTACH '{path}' AS file (TYPE sqlite)")
    try:
        duck.execute("INSERT INTO file.event VALUES (uuidv7()::BLOB, 'of DuckDB')")
    except duckdb.CatalogException as error:
        print(str(error).splitlines()[0])
        # => Catalog Error: Scalar Function with name uuid7_blob does not exist!
    duck.execute("CREATE MACRO uuid7_blob() AS uuidv7()::BLOB")
    duck.execute("INSERT INTO file.event VALUES (uuid7_blob(), 'of DuckDB')")
    for version, what in duck.execute(
            "SELECT uuid_extract_version(id::UUID), what FROM file.event ORDER BY id").fetchall():
        print(version, what)
    # => 7 of SQLite
    # => 7 of DuckDB


if __name__ == "__main__":
    main(*sys.argv[1:])
