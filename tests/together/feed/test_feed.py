"""Keys as the cursor of a change feed (docs/sqlite/feeds.md): where SQLite holds the lock when it
draws a key, what goes wrong where it does not, and eight processes that write (feed.py)."""

import sqlite3

import pytest
from feed import SCHEMA, Reader, connect, feed
from harness import CLOCK, EXTENSION, SQLITE3, run

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")

BEGINS = (), ("BEGIN",), ("BEGIN", "SELECT * FROM t"), ("SAVEPOINT s",), ("BEGIN IMMEDIATE",)
DRAWING = """
CREATE TABLE t (id DEFAULT (draw()), x UNIQUE);
INSERT INTO t VALUES (1, 0), (2, 1);
CREATE TABLE log (id);
CREATE TABLE checked (x CHECK (draw() IS NOT NULL));
CREATE TRIGGER before BEFORE DELETE ON t WHEN draw() > 0 BEGIN INSERT INTO log VALUES (draw()); END;
CREATE TRIGGER after AFTER INSERT ON log BEGIN UPDATE t SET id = draw(); END;
CREATE VIEW v AS SELECT * FROM log;
CREATE TRIGGER instead INSTEAD OF INSERT ON v BEGIN INSERT INTO log VALUES (draw()); END;
CREATE TEMP TABLE own (id DEFAULT (draw()), x);
CREATE TABLE other.t2 (id DEFAULT (draw()), x);
"""
WRITING = """
INSERT INTO t (x) VALUES (7)
INSERT INTO t DEFAULT VALUES
INSERT INTO t VALUES (draw(), 7), ((SELECT draw()), 8)
INSERT INTO t SELECT draw(), x + 7 FROM t ORDER BY 1
INSERT INTO t SELECT draw(), 7 FROM (SELECT 1 UNION SELECT draw()) GROUP BY 1 LIMIT 1
WITH k AS MATERIALIZED (SELECT draw() AS id) INSERT INTO t SELECT id, 7 FROM k
INSERT INTO t (x) VALUES (7) RETURNING draw()
INSERT INTO t (x) VALUES (1) ON CONFLICT DO UPDATE SET id = excluded.id
INSERT INTO t (x) VALUES (1) ON CONFLICT DO UPDATE SET id = draw()
INSERT OR IGNORE INTO t (x) VALUES (1)
REPLACE INTO t (x) VALUES (1)
UPDATE t SET id = draw()
UPDATE t SET id = k.id FROM (SELECT draw() AS id) AS k WHERE x = 1
UPDATE t SET x = NULL WHERE draw() > 5
DELETE FROM t WHERE id < draw()
DELETE FROM t RETURNING draw()
INSERT INTO log VALUES (1)
INSERT INTO v VALUES (1)
INSERT INTO checked VALUES (1)
CREATE TABLE made AS SELECT draw() AS id
""".strip().split("\n")
READING = """
SELECT draw() FROM t
INSERT INTO own (x) VALUES (7)
CREATE TEMP TABLE made AS SELECT draw() AS id FROM t
INSERT INTO t2 SELECT draw(), x FROM t
""".strip().split("\n")


@pytest.mark.parametrize("journal", "wal delete truncate persist memory off".split())
@pytest.mark.parametrize("begin", BEGINS, ids=str)
def test_a_key_is_drawn_under_the_lock(begin, journal, tmp_path):
    path = tmp_path / "t.db"
    database, other = (sqlite3.connect(path, timeout=0, isolation_level=None) for _ in range(2))
    held = []

    def draw():
        try:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
            held.append(False)
        except sqlite3.OperationalError as error:
            assert str(error) == "database is locked"
            held.append(True)
        return len(held)

    database.create_function("draw", 0, draw)
    database.execute("ATTACH ? AS other", (str(tmp_path / "other.db"),))
    database.executescript(f"PRAGMA journal_mode = {journal}; PRAGMA synchronous = 0; {DRAWING}")
    for statement in WRITING + READING:
        for word in begin:
            database.execute(word).fetchall()
        held.clear()
        database.execute(statement).fetchall()
        assert set(held) == {statement in WRITING or "BEGIN IMMEDIATE" in begin}, statement
        if begin and statement in WRITING:  # and until the transaction ends
            for word in ("SAVEPOINT a", "DELETE FROM log", "ROLLBACK TO a", "SELECT draw()"):
                database.execute(word).fetchall()
            assert held[-1]
        if begin:
            database.execute("ROLLBACK")
        else:
            database.executescript("DROP TABLE IF EXISTS made; DROP TABLE IF EXISTS temp.made;"
                                   "DELETE FROM t; INSERT INTO t VALUES (1, 0), (2, 1)")
    database.close()
    other.close()


# ---- where a reader misses rows


@pytest.fixture(name="reader")
def a_reader(tmp_path):
    reader = Reader(tmp_path / "feed.db", 1000)
    reader.connection.executescript(SCHEMA)
    return reader


@pytest.mark.parametrize("draw", (
    "SELECT uuid7_blob()", "BEGIN; SELECT uuid7_blob()", "BEGIN IMMEDIATE; SELECT uuid7_blob()",
    "INSERT INTO temp.own DEFAULT VALUES RETURNING id",
    "INSERT INTO other.own DEFAULT VALUES RETURNING id"))
def test_a_key_drawn_without_the_lock_is_skipped(draw, reader, tmp_path):
    one, two = (connect(tmp_path / "feed.db") for _ in range(2))
    one.execute("ATTACH ? AS other", (str(tmp_path / "other.db"),))
    for schema in ("temp", "other"):
        one.execute(f"CREATE TABLE {schema}.own (id DEFAULT (uuid7_blob()))")
    *begin, draw = draw.split("; ")
    for statement in begin:
        one.execute(statement)
    key, = one.execute(draw).fetchone()
    if begin == ["BEGIN IMMEDIATE"]:
        one.execute("ROLLBACK")  # and it is begun again, with the same key
    two.execute("INSERT INTO event DEFAULT VALUES")
    assert len(reader.poll()) == 1
    one.execute("INSERT INTO event (id) VALUES (?)", (key,))
    if one.in_transaction:
        one.execute("COMMIT")
    assert not reader.poll()


AHEAD = "SELECT * FROM uuid_advance(uuid7_max(datetime('now', '+1 hour')))"
RESYNC = "SELECT * FROM uuid_resync()"


def insert(path, clock="true", state="", before=""):
    run(SQLITE3, "-bail", path, f".load {EXTENSION.with_suffix('')}", before,
        "INSERT INTO event DEFAULT VALUES",
        env={"LD_PRELOAD": str(CLOCK), "TEST_CLOCK": clock, "UUID9562_STATE": str(state)})


@pytest.mark.parametrize("state, first, second, clock, seen", (
    (True, "", "", "hour-back", 2), (False, "", "", "hour-back", 1), (False, "", "", "true", 2),
    (True, AHEAD, "", "true", 2), (False, AHEAD, "", "true", 1),
    (True, "", RESYNC, "hour-back", 1)))
def test_two_processes(state, first, second, clock, seen, reader, tmp_path):
    for before, mode in ((first, "true"), (second, clock)):
        insert(tmp_path / "feed.db", mode, tmp_path / "state" if state else "", before)
        reader.poll()
    assert len(reader.seen) == seen


ADVANCE = "SELECT * FROM uuid_advance({})"
MAX = ADVANCE.format("(SELECT max(id) FROM event)")


@pytest.mark.parametrize("advance, seen", (("", 0), (MAX, 0), (f"{MAX}; {ADVANCE}", 2)))
def test_a_restored_copy(advance, seen, reader, tmp_path):
    """It lacks the last row, its machine has no state file yet, and a clock that is behind."""
    insert(tmp_path / "feed.db", state=tmp_path / "state")
    run(SQLITE3, tmp_path / "feed.db", f".backup {tmp_path / 'copy.db'}")
    insert(tmp_path / "feed.db", state=tmp_path / "state")
    reader.poll()
    restored = Reader(tmp_path / "copy.db", 1000)
    restored.last = reader.last
    for before in (advance.format(f"x'{reader.last[0].hex()}'"), ""):
        insert(tmp_path / "copy.db", "hour-back", tmp_path / "new-state", before)
    restored.poll()
    assert len(restored.seen) == seen


def test_other_keys(reader, tmp_path):
    for _ in range(40):  # random numbers are in order once in 40!
        reader.connection.execute("INSERT INTO event (id) VALUES (uuid4_blob())")
        reader.poll()
    assert len(reader.seen) < 40
    reader.connection.execute("UPDATE event SET id = zeroblob(16) WHERE n = 1")
    assert not reader.poll()


def test_two_files_that_are_merged(reader, tmp_path):
    reader.connection.execute("ATTACH ? AS other", (str(tmp_path / "other.db"),))
    reader.connection.execute("CREATE TABLE other.event AS SELECT uuid7_blob() AS id")
    reader.connection.execute("INSERT INTO event DEFAULT VALUES")
    assert len(reader.poll()) == 1
    reader.connection.execute("INSERT INTO event (id) SELECT id FROM other.event")
    assert not reader.poll()


# ---- eight processes

ROWS = 5000


@pytest.mark.parametrize("journal", ("WAL", "DELETE"))
def test_no_row_is_skipped(journal, tmp_path):
    result = feed(tmp_path / "feed", journal, ROWS)
    print(journal, result)
    assert result["skipped"] == result["unknown"] == 0 and result["late"] == [0, 0, 0]
    assert result["rows"] >= ROWS and result["killed"] > 0


def test_the_harness_sees_skipped_rows(tmp_path):
    result = feed(tmp_path / "feed", "WAL", 300, ["INSERT INTO event (id) VALUES (uuid4_blob())"])
    assert result["skipped"] and result["late"][0]
