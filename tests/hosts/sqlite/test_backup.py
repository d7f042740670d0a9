"""What copies and checks a database where the extension is missing, by the schema: the tables of
docs/sqlite/start.md#backup."""

import contextlib
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
IN_PLACE = {"VACUUM": "no such function: uuid_valid",
            "PRAGMA integrity_check": "unknown function: uuid_valid()"}


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


@pytest.mark.parametrize("command", COPIES)
def test_a_copy_that_needs_the_extension(tmp_path, command):
    need(command)
    make(tmp_path, NEEDS_IT)
    message, fails, copied = COPIES[command]
    done = run("sh", "-c", command, cwd=tmp_path, check=False)
    assert (bool(done.returncode), rows(tmp_path / "copy.db")) == (fails, copied)
    assert message in done.stdout + done.stderr


@pytest.mark.parametrize("statement", IN_PLACE)
def test_in_place(tmp_path, statement):
    make(tmp_path, NEEDS_IT)
    done = run(*SHELL.split(), tmp_path / "old.db", statement, check=False)
    assert done.returncode != 0 and IN_PLACE[statement] in done.stderr
    (tmp_path / "old.db").unlink()
    make(tmp_path, PLAIN)
    done = run(*SHELL.split(), tmp_path / "old.db", statement)
    assert done.stdout.strip() in ("", "ok") and done.stderr == ""
