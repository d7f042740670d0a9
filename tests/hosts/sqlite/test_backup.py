"""What copies and checks a database where the extension is missing, by the schema: the tables of
docs/sqlite/start.md#without-the-extension."""

import contextlib
import re
import sqlite3

import pytest
from harness import EXTENSION, SQLITE3, run

SCHEMA = """
    CREATE TABLE event (
        id   BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK ({}),
        what TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO event (what) VALUES ('began'), ('ended');
"""
PLAIN, NEEDS_IT = "length(id) = 16", "uuid_valid(id)"
SHELL = f"{SQLITE3} -batch -init /dev/null"

# What it ends with for a table that needs the extension, whether by an error, and its copy: the
# number of rows, None without the table, and EMPTY for a file of 0 bytes.
EMPTY = "0 bytes"
COPIES = {
    f"{SHELL} old.db .dump | {SHELL} copy.db": ("no such function: uuid_valid", True, EMPTY),
    f"{SHELL} old.db \"VACUUM INTO 'copy.db'\"": ("no such function: uuid_valid", True, EMPTY),
    f"{SHELL} old.db '.clone copy.db'": ("no such function: uuid_valid", False, None),
    f"{SHELL} old.db .recover | {SHELL} copy.db": ("", False, None),
    f"{SHELL} old.db '.backup copy.db'": ("", False, 2),
    "cp old.db copy.db": ("", False, 2),
}
IN_PLACE = {
    "SELECT": "SELECT what FROM t",
    "INSERT": "INSERT INTO t (id, what) VALUES (randomblob(16), 'new')",
    "UPSERT": "INSERT INTO t (id, what) VALUES (randomblob(16), 'new') ON CONFLICT DO NOTHING",
    "REPLACE": "REPLACE INTO t (id, what) VALUES (randomblob(16), 'new')",
    "UPDATE": "UPDATE t SET id = randomblob(16)",
    "UPDATE OR REPLACE": "UPDATE OR REPLACE t SET id = randomblob(16)",
    "quick": "PRAGMA quick_check", "integrity": "PRAGMA integrity_check", "VACUUM": "VACUUM",
}
WRITES = "INSERT, UPSERT, REPLACE, UPDATE, UPDATE OR REPLACE"
# What fails there, by the columns of t, which may end with other statements.
SCHEMAS = {
    "id BLOB DEFAULT (uuid7_blob()), what": "",
    "id BLOB NOT NULL DEFAULT (uuid7_blob()), what": "REPLACE, UPDATE OR REPLACE",
    "id, what CHECK (uuid_valid(id))": f"{WRITES}, quick, integrity, VACUUM",
    "id, what, x AS (uuid_str(id))": f"{WRITES}, VACUUM",
    "id, what, x NOT NULL AS (uuid_str(id))": f"{WRITES}, quick, integrity, VACUUM",
    "id, what); CREATE INDEX i ON t (uuid_str(id)": f"{WRITES}, integrity, VACUUM",
    "id, what); CREATE VIEW v AS SELECT uuid_str(id) FROM t WHERE (1": "",
    "id, what); CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT uuid7(); END; SELECT (1":
        "INSERT, UPSERT, REPLACE",
    "id TEXT COLLATE UUID, what": "VACUUM",
    "id TEXT COLLATE UUID UNIQUE, what": f"{WRITES}, quick, integrity, VACUUM",
}


def make(folder, check):
    run(SQLITE3, "-cmd", f".load {EXTENSION.with_suffix('')}", folder / "old.db",
        SCHEMA.format(check))


def rows(path):
    if path.stat().st_size == 0:
        return EMPTY
    with contextlib.closing(sqlite3.connect(path)) as database:
        if not database.execute("SELECT 1 FROM sqlite_schema").fetchall():
            return None
        return len(database.execute("SELECT * FROM event").fetchall())


def recovers():
    return "ENABLE_DBPAGE_VTAB" in run(SQLITE3, ":memory:", "PRAGMA compile_options").stdout


def need(command):
    if ".recover" in command and not recovers():
        pytest.skip("this shell's .recover has no sqlite_dbpage")


@pytest.mark.parametrize("check", (PLAIN, NEEDS_IT))
@pytest.mark.parametrize("command", COPIES)
def test_a_copy(tmp_path, command, check):
    need(command)
    make(tmp_path, check)
    message, fails, copied = COPIES[command] if check == NEEDS_IT else ("", False, 2)
    done = run("sh", "-c", command, cwd=tmp_path, check=False)
    assert (bool(done.returncode), rows(tmp_path / "copy.db")) == (fails, copied)
    assert message in done.stdout + done.stderr


@pytest.mark.parametrize("schema", SCHEMAS)
def test_in_place(tmp_path, schema):
    run(SQLITE3, "-cmd", f".load {EXTENSION.with_suffix('')}", tmp_path / "old.db",
        f"CREATE TABLE t ({schema}); INSERT INTO t (id) VALUES (uuid7())")
    done = {name: run(*SHELL.split(), tmp_path / "old.db", statement, check=False)
            for name, statement in IN_PLACE.items()}
    assert ", ".join(name for name, one in done.items() if one.returncode) == SCHEMAS[schema]
    assert all(re.search("(no such|unknown) function|no such collation sequence", one.stderr)
               for one in done.values() if one.returncode)
