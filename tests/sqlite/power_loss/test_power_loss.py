"""A power failure at any moment of a migration: examples/migration and the script of
uuid_entryuuid_sql. recorder.c writes down what SQLite does to the files. Each beginning of that is
replayed, with the writes since the last synchronisation of a file lost, there or torn; then SQLite
recovers. Each time a transaction is there as a whole or not at all, and the migration, started
again, ends with the same keys as without the failure: no row has two, and no two have one.
"""

import contextlib
import io
import os
import random
import runpy
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import uuid9562
from harness import BUILD, CC, PYTHON, ROOT, TESTS, compile_strictly, run

MIGRATION = ROOT / "examples/migration"
RECORDER = BUILD / "tests/recorder.so"
SECTOR = 512
COUNT = 60
TIMES = "datetime('2026-01-31', (i * 7 % 10 / 2) || ' minutes')"
ROWS = "WITH RECURSIVE row (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < {0})"
V4 = "uuid4_make(uuid5_blob('@url', {} || ''))"
SCHEMAS = {
    "v4_to_v7": f"""
        CREATE TABLE customer (id TEXT PRIMARY KEY, created_at TEXT, name TEXT NOT NULL);
        CREATE TABLE invoice (id TEXT PRIMARY KEY, created_at TEXT,
                              customer TEXT NOT NULL REFERENCES customer (id), amount INTEGER);
        CREATE INDEX invoice_customer ON invoice (customer);
        {ROWS} INSERT INTO customer SELECT {V4.format("i")}, {TIMES}, i FROM row;
        {ROWS} INSERT INTO invoice SELECT {V4.format("-i")}, {TIMES}, {V4.format("i")}, i FROM row;
    """,
    "rekey": f"""
        CREATE TABLE customer (id INTEGER PRIMARY KEY, created_at TEXT, name TEXT);
        CREATE TABLE invoice (id INTEGER PRIMARY KEY, created_at TEXT,
                              customer INTEGER REFERENCES customer, amount INTEGER);
        {ROWS} INSERT INTO customer SELECT i, {TIMES}, i FROM row;
        {ROWS} INSERT INTO invoice SELECT i, {TIMES}, i, i FROM row;
    """,
    "backfill": f"""
        CREATE TABLE item (n INTEGER PRIMARY KEY, created_at TEXT, id BLOB);
        {ROWS} INSERT INTO item (created_at) SELECT {TIMES} FROM row;
    """,
    "entryuuid": f"""
        CREATE TABLE doc (n INTEGER PRIMARY KEY, title TEXT);
        {ROWS} INSERT INTO doc (title) SELECT i FROM row;
    """,
}
pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    uuid9562.load(database)
    return database


def migrate(what, path):
    """All of it, as the manual says."""
    if what == "rekey":
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(MIGRATION / "rekey.py"))["main"](path, "25")
        return
    with contextlib.closing(connect(path)) as database:
        if what == "entryuuid":
            if "entryUUID" not in str(database.execute("SELECT sql FROM sqlite_schema").fetchall()):
                script, = database.execute("SELECT uuid_entryuuid_sql('doc')").fetchone()
                database.executescript(f"BEGIN; {script} COMMIT;")
            while database.execute("SELECT count(*) FROM doc").fetchone()[0] < COUNT + 3:
                database.execute("INSERT INTO doc (title) VALUES ('new')")
            keys, = database.execute("SELECT count(DISTINCT entryUUID) FROM doc").fetchone()
            assert keys == COUNT + 3
            return
        script = (MIGRATION / f"{what}.sql").read_text().replace(".bail on\n", "")
        if what == "backfill":
            script = script.replace("1000000", "25")
            while database.execute("SELECT count(*) FROM item WHERE id IS NULL").fetchone()[0]:
                database.executescript(script)
            database.execute("CREATE UNIQUE INDEX IF NOT EXISTS item_id ON item (id)")
            return
        try:
            database.executescript(script)
        except sqlite3.IntegrityError as error:
            assert "not migrated before" in str(error)


def contents(path):
    """All rows of all tables, after recovery."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert not database.execute("PRAGMA foreign_key_check").fetchall()
        schema = database.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
        tables = [name for name, in database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return repr([schema, [database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()
                              for name in tables]])


def recorded(what, path, log):
    """The calls that it makes: (what, path, ...)."""
    run(PYTHON, "-B", "-c", f"""
import sqlite3, sys
sys.path[:0] = [{str(TESTS)!r}, {os.path.dirname(__file__)!r}]
from test_power_loss import RECORDER, migrate
with sqlite3.connect(":memory:") as database:
    database.enable_load_extension(True)
    database.load_extension(str(RECORDER))
migrate({what!r}, {str(path)!r})
""", env={"RECORD": str(log)})
    with open(log, encoding="ascii") as file:
        return [line.split() for line in file]


# ---- the disk


class Disk:
    """What is on it, and the calls that may not have reached it. Names and sizes of files reach it
    in their order, as a file system with a journal has it; writes do so in any order, until the
    file is synchronised."""

    def __init__(self, before):
        self.files, self.pending = before, []

    def call(self, what, path, *values):
        if what != "sync":
            self.pending.append((what, path, *values))
            return
        apply(self.files, [call for call in self.pending if call[1] == path])
        self.pending = [call for call in self.pending if call[1] != path]

    def after_failure(self, fates):
        """The files, where each of the pending calls meets its fate."""
        files, calls, in_order = dict(self.files), [], True
        for (what, path, *values), fate in zip(self.pending, fates):
            if what != "write":
                in_order = in_order and fate != "lost"
                calls.append((what if in_order else f"lost {what}", path, *values))
            elif fate != "lost":
                at, data = int(values[0]), values[1]
                first = slice(0, 2 * SECTOR if "torn" in fate else None)
                if fate == "torn at the begin":
                    first, at = slice(2 * SECTOR, None), at + SECTOR
                calls.append((what, path, at, data[first]))
        apply(files, calls)
        return files


def apply(files, calls):
    """Of a file whose creation is lost, all is lost."""
    lost = set()
    for what, path, *values in calls:
        if what == "lost open":
            lost.add(path)
        if what in ("open", "delete"):
            lost.discard(path)
            files.pop(path, None)
        if what == "open":
            files[path] = b""
        if path in lost or path not in files:
            continue
        content = files[path]
        if what == "truncate":
            files[path] = content[:int(values[0])]
        if what == "write" and values[1]:
            at, data = int(values[0]), bytes.fromhex(values[1])
            files[path] = content[:at].ljust(at, b"\0") + data + content[at + len(data):]


FATES = ("there", "lost", "torn at the end", "torn at the begin")


def all_fates(count, chance, every):
    """Of so many pending calls."""
    yield ["lost"] * count
    for _ in range(5 if every else 1):
        yield [chance.choice(FATES) for _ in range(count)]
    for others in FATES[:2]:
        for fate in FATES:
            for one in range(count) if every else ():
                yield [fate if number == one else others for number in range(count)]


# ---- the test


@pytest.fixture(scope="module", autouse=True)
def recorder():
    compile_strictly(CC, "-std=c11", "-fPIC", "-shared", TESTS / "sqlite/power_loss/recorder.c",
                     "-o", RECORDER)


@pytest.fixture(name="folder")
def a_folder():
    """In memory: a disk would wait for each synchronisation."""
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield folder


@pytest.mark.parametrize("every", (False, pytest.param(True, marks=pytest.mark.slow)))
@pytest.mark.parametrize("journal", ("delete", "wal"))
@pytest.mark.parametrize("what", SCHEMAS)
def test_power_loss(what, journal, every, folder):
    path, chance = f"{folder}/app.db", random.Random(1)
    with contextlib.closing(connect(path)) as database:
        database.executescript(f"""PRAGMA page_size = 1024; PRAGMA journal_mode = {journal}; BEGIN;
                                   {SCHEMAS[what].replace('{0}', str(COUNT))} COMMIT;""")
    disk = Disk({path: Path(path).read_bytes()})
    calls = recorded(what, path, f"{folder}/log")
    end, found = contents(path), {}

    def recovered(fates):
        """What is in the database then; and it is migrated from there, if nothing was before."""
        files = disk.after_failure(fates)
        key = hash(tuple(sorted(files.items())))
        if key not in found:
            for file in Path(folder).iterdir():
                file.unlink()
            for name, content in files.items():
                Path(name).write_bytes(content)
            got = contents(path)
            if got not in found.values():
                migrate(what, path)
                assert what == "entryuuid" or contents(path) == end
            found[key] = got
        return found[key]

    states = [recovered([])]
    for call in calls:
        disk.call(*call)
        now = recovered(["there"] * len(disk.pending))
        if now != states[-1]:
            states.append(now)
        for fates in all_fates(len(disk.pending), chance, every):
            assert recovered(fates) in states[-2:], (call, fates)
    assert states[-1] == end
    print(what, journal, len(calls), "calls,", len(found), "disks,", len(states), "states")
