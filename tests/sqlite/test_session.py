"""Changesets of SQLite's session extension, which copy stored values (docs/sqlite/replication.md).
Python's sqlite3 has no sessions: this calls SQLite's C library."""

import ctypes
import ctypes.util

import pytest
from harness import EXTENSION

SQLITE = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
TABLE = "CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), what TEXT)"
CALLS = [TABLE + "; CREATE INDEX by_time ON t (uuid_timestamp_ms(id))",
         TABLE.replace("what TEXT", "what TEXT CHECK (uuid_valid(id))")]

pytestmark = pytest.mark.skipif(not hasattr(SQLITE, "sqlite3session_create"),
                                reason="this SQLite has no session extension")


class Database:
    def __init__(self, path):
        self.handle = ctypes.c_void_p()
        assert SQLITE.sqlite3_open(str(path).encode(), ctypes.byref(self.handle)) == 0

    def load(self):
        SQLITE.sqlite3_enable_load_extension(self.handle, 1)
        assert SQLITE.sqlite3_load_extension(self.handle, str(EXTENSION).encode(), None, None) == 0
        return self

    def run(self, sql):
        """The texts of all rows."""
        rows = []
        row = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int,
                               ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p)
        callback = row(lambda _, count, values, names: rows.append(values[:count]) or 0)
        assert SQLITE.sqlite3_exec(self.handle, sql.encode(), callback, None, None) == 0
        return rows

    def changes(self, sql):
        """The changeset of a statement: its length, its bytes."""
        session, length, bytes_ = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_void_p()
        SQLITE.sqlite3session_create(self.handle, b"main", ctypes.byref(session))
        SQLITE.sqlite3session_attach(session, None)
        self.run(sql)
        assert SQLITE.sqlite3session_changeset(session, ctypes.byref(length),
                                               ctypes.byref(bytes_)) == 0
        SQLITE.sqlite3session_delete(session)
        return length, bytes_

    def apply(self, changes):
        abort = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(
            lambda *_: 2)
        return SQLITE.sqlite3changeset_apply(self.handle, *changes, None, abort, None)


@pytest.mark.parametrize("schema, loaded, applied", [
    (TABLE, False, True),
    *((schema, loaded, loaded) for schema in CALLS for loaded in (True, False))])
def test_a_changeset(tmp_path, schema, loaded, applied):
    """The target needs the extension where its schema calls a function to insert a row."""
    source = Database(tmp_path / "source").load()
    Database(tmp_path / "target").load().run(schema)
    target = Database(tmp_path / "target")
    if loaded:
        target.load()
    source.run(schema)
    changes = source.changes("INSERT INTO t (what) VALUES ('a'), ('b'), ('c')")
    assert (target.apply(changes) == 0) == applied
    rows = "SELECT hex(id), what FROM t ORDER BY id"
    assert target.run(rows) == (source.run(rows) if applied else [])
