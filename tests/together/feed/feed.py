"""A change feed: eight processes write to one SQLite file, are killed and started again while the
clock is set forwards and back, and readers ask for the rows after the last key that they have seen.

The order of the commits is that of the column n: SQLite draws it under the lock for writing.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

from harness import BUILD, CC, CLOCK, EXTENSION, LUA, PYTHON, ROOT, SQLITE3, run

HERE = Path(__file__).parent
SCHEMA = """
CREATE TABLE event (n INTEGER PRIMARY KEY AUTOINCREMENT, rev,
    id BLOB NOT NULL UNIQUE DEFAULT (uuid7_blob()), six DEFAULT (uuid6_blob()));
CREATE TABLE doc (slot INTEGER PRIMARY KEY, rev BLOB NOT NULL UNIQUE DEFAULT (uuid7_blob()));
CREATE TRIGGER is_new AFTER INSERT ON doc BEGIN INSERT INTO event (rev) VALUES (new.rev); END;
CREATE TRIGGER is_changed AFTER UPDATE OF rev ON doc
    BEGIN INSERT INTO event (rev) VALUES (new.rev); END;
"""
# A transaction each. A parameter is a key that the program draws before it runs the statement: its
# transaction holds the lock, since it has begun IMMEDIATE, or has written.
LINES = """
INSERT INTO event DEFAULT VALUES
INSERT INTO event (id) VALUES (uuid7_blob()), (uuid7_blob()) RETURNING id
INSERT INTO event (id) SELECT blob FROM uuid_series(7, 20)
BEGIN; INSERT INTO event (id) SELECT uuid7_blob() FROM doc; INSERT INTO event DEFAULT VALUES; COMMIT
BEGIN IMMEDIATE; INSERT INTO event (id) VALUES (?); INSERT INTO event (id) VALUES (?); COMMIT
BEGIN; SELECT count(*) FROM doc; INSERT INTO event DEFAULT VALUES; COMMIT
BEGIN; INSERT INTO event DEFAULT VALUES; SAVEPOINT s; INSERT INTO event (id) VALUES (?);\
 ROLLBACK TO s; INSERT INTO event (id) VALUES (?); COMMIT
SAVEPOINT s; INSERT INTO event DEFAULT VALUES; ROLLBACK TO s; INSERT INTO event (id) VALUES (?);\
 RELEASE s
BEGIN IMMEDIATE; INSERT INTO event (id) VALUES (?); ROLLBACK
INSERT INTO doc (slot, rev) VALUES (abs(random() % 50), uuid7_blob())\
 ON CONFLICT DO UPDATE SET rev = excluded.rev
INSERT INTO doc (slot) VALUES (abs(random() % 50)) ON CONFLICT DO UPDATE SET rev = uuid7_blob()
UPDATE doc SET rev = uuid7_blob() WHERE slot > abs(random() % 50)
""".strip().split("\n")
TRANSACTIONS = 500  # before a writer ends and is started again
# How many keys are not greater than every one that was committed before.
LATE = """SELECT count(*) FROM (SELECT {0} AS id, max({0}) OVER (ORDER BY n
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS top FROM event WHERE {0} IS NOT NULL)
    WHERE top >= id"""
# What the shell says of a database that is busy, before it goes on.
BUSY = "database is locked|no transaction is active|within a transaction|no such savepoint"


def connect(path):
    connection = sqlite3.connect(path, timeout=100, isolation_level=None, check_same_thread=False)
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION.with_suffix("")))
    return connection


class Reader(threading.Thread):
    """Asks for the next page until it is told to stop; is_behind until it has once read them all."""

    def __init__(self, path, page):
        super().__init__()
        self.connection, self.page, self.stop, self.is_behind = connect(path), page, False, True
        self.seen, self.revisions, self.last = [], {}, [b"", b""]

    def poll(self):
        def after(table, columns, last):
            return self.connection.execute(f"SELECT {columns} FROM {table} WHERE {columns[:3]} > ?"
                                           " ORDER BY 1 LIMIT ?", (last, self.page)).fetchall()
        ids, changed = after("event", "id ", self.last[0]), after("doc", "rev, slot", self.last[1])
        self.seen += [id for id, in ids]
        self.revisions.update((slot, rev) for rev, slot in changed)
        self.last = [(rows or [(last,)])[-1][0] for rows, last in zip((ids, changed), self.last)]
        return ids or changed

    def run(self):
        while not self.stop:
            if not self.poll():
                self.is_behind &= not self.seen
                time.sleep(0.0005)

    def finish(self):
        """How many rows it skipped, and how many it has seen that are not there."""
        self.stop = True
        self.join()
        while self.poll():
            pass
        stored = {id for id, in self.connection.execute("SELECT id FROM event")}
        revisions = dict(self.connection.execute("SELECT slot, rev FROM doc"))
        self.connection.close()
        return (len(stored.difference(self.seen)) + len(revisions.items() - self.revisions.items()),
                len(set(self.seen) - stored))


def commands(folder, lines, draw):
    """Eight writers of four kinds, or of Python where a key is drawn by another library."""
    path, script, extension = folder / "feed.db", folder / "script", EXTENSION.with_suffix("")
    script.write_text("".join(f"{line}\n" for line in lines))
    rounds = -(-TRANSACTIONS // len(lines))
    words = [extension, path, script, rounds]
    if draw:
        return [[PYTHON, "-B", HERE / "writer.py", *words, draw]] * 8
    sql = folder / "script.sql"
    sql.write_text(f".load {extension}\n.timeout 1000\nPRAGMA synchronous = OFF;\n" + "".join(
        f"{line.replace('?', 'uuid7_blob()')};\n" for line in lines * rounds))
    program, module = folder / "writer", folder / "writer.so"
    lua = run("pkg-config", "--cflags", "--libs", Path(LUA).name).stdout.split()
    for kind in (["-o", program], ["-fPIC", "-shared", "-o", module]):
        run(*CC, "-D_GNU_SOURCE", "-O1", f"-I{ROOT / 'core/include'}", HERE / "writer.c", *kind,
            f"-L{BUILD / 'lib'}", f"-Wl,-rpath,{BUILD / 'lib'}", "-luuid9562", "-lsqlite3", *lua)
    return 2 * [[PYTHON, "-B", HERE / "writer.py", *words], [program, *words],
                [LUA, HERE / "writer.lua", module, *words],
                [SQLITE3, "-batch", path, f".read {sql}"]]


class Writer:
    """A command that runs until it ends or is killed, and then is started again."""

    def __init__(self, command, errors, environment):
        self.command, self.errors, self.environment = command, errors, environment
        self.start()

    def start(self):
        with open(self.errors, "w") as errors:
            self.process = subprocess.Popen(list(map(str, self.command)), env=self.environment,
                                            stdout=subprocess.DEVNULL, stderr=errors)

    def keep(self):
        if self.process.poll() is not None:
            self.check()
            self.start()

    def check(self):
        said, code = self.errors.read_text(), self.process.returncode
        assert code in (0, -9) or code == 1 and said, code
        assert all(re.search(BUSY, line) for line in said.splitlines()), said

    def kill(self):
        self.process.kill()
        self.process.wait()


def feed(folder, journal, rows, lines=LINES, draw=None, state=True, steps=True, kills=True):
    """Runs until so many rows are written after a reader caught up; returns what came of it."""
    chance, began = random.Random(1), time.time()
    folder.mkdir(exist_ok=True)
    database, clock = connect(folder / "feed.db"), folder / "clock"
    assert database.execute(f"PRAGMA journal_mode = {journal}").fetchone() == (journal.lower(),)
    database.executescript(SCHEMA)
    database.executescript(database.execute("SELECT uuid_entryuuid_sql('doc')").fetchone()[0])
    clock.touch()
    os.utime(clock, (0, 10**9))
    environment = dict(os.environ, UUID9562_STATE=str(folder / "state") if state else "")
    if steps:
        environment.update(LD_PRELOAD=str(CLOCK), TEST_CLOCK="stepped", TEST_CLOCK_FILE=str(clock))
    writers = [Writer(command, folder / f"errors{number}", environment)
               for number, command in enumerate(commands(folder, lines, draw))]
    readers = [Reader(folder / "feed.db", page) for page in (10, 1000)]
    for reader in readers:
        reader.start()
    count = killed = due = 0
    end = rows
    try:
        while count < end:
            for writer in writers:
                writer.keep()
            time.sleep(0.01)
            count = database.execute("SELECT max(n) FROM event").fetchone()[0] or 0
            if all(reader.is_behind for reader in readers):
                end = count + rows
            if count < due:
                continue
            due = count + chance.randrange(400)
            if kills:
                chance.choice(writers).kill()
                killed += 1
            if steps:
                os.utime(clock, (0, 10**9 + chance.randrange(-3600, 3600)))
    finally:
        for writer in writers:
            writer.kill()
        skipped, unknown = map(max, zip(*(reader.finish() for reader in readers)))
    for writer in writers:
        writer.check()
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("SELECT count(*) = count(DISTINCT entryUUID) FROM doc").fetchone()[0]
    result = {"rows": database.execute("SELECT count(*) FROM event").fetchone()[0],
              "seconds": round(time.time() - began, 1), "killed": killed,
              "skipped": skipped, "unknown": unknown,
              "late": [database.execute(LATE.format(key)).fetchone()[0]
                       for key in ("id", "six", "rev")]}
    database.close()
    shutil.rmtree(folder)
    return result
