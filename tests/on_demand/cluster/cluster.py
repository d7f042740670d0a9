"""UUIDs in a replicated database: three real rqlite nodes on this machine; `make cluster` runs this.

rqlite sends statements to all nodes, each of which runs them; after a restart it runs those of its
log again. So a statement is right if its rows are the same on every node, and the same again after
a restart of all of them. docs/sqlite/replication.md is the page for users.
"""

import json
import re
import signal
import subprocess
import threading
import time

import pytest
import rqlite
from harness import BUILD, COMMAND, EXTENSION, LUA, PACKAGE, PYTHON, run

REPLICATED = EXTENSION.with_name("uuid9562_replicated.so")


@pytest.fixture(autouse=True, scope="module")
def rqlited():
    try:
        rqlite.build()
    except rqlite.Unavailable as error:
        pytest.skip(str(error))
    print(f"\nrqlite {rqlite.VERSION}, uuid9562 {run(COMMAND, '--version').stdout.split()[1]}, "
          "3 nodes on loopback")


# ---- statements

NOW = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
KEY = f"uuid7_make_blob({NOW}, randomblob(10))"
JULIAN = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

# Each writes to the tables T and U of its own, which are (id BLOB PRIMARY KEY, what TEXT).
RIGHT = {
    "a bound value": [["INSERT INTO T VALUES (uuid_blob(?), 'a')",
                       "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]],
    "a BLOB in the text": ["INSERT INTO T VALUES (X'017F22E279B07CC398C4DC0C0C07398F', 'a')"],
    "strftime": [f"INSERT INTO T VALUES ({KEY}, 'a')"],
    "datetime": ["INSERT INTO T VALUES "
                 "(uuid7_make_blob(datetime('now', 'subsec'), randomblob(10)), 'a')"],
    "julianday": [f"INSERT INTO T VALUES (uuid7_make_blob({JULIAN}, randomblob(10)), 'a')"],
    "version 4": ["INSERT INTO T VALUES (uuid4_make_blob(randomblob(16)), 'a')"],
    "several rows": [f"INSERT INTO T VALUES ({KEY}, 'a'), ({KEY}, 'b'), ({KEY}, 'c')"],
    "row_number": [f"INSERT INTO T SELECT uuid7_make_blob({NOW}, randomblob(10), "
                   "row_number() OVER ()), value FROM json_each('[1,2,3]')"],
    "UPSERT": [f"INSERT INTO T VALUES ({KEY}, 'a') ON CONFLICT (id) DO UPDATE SET what = 'b'"],
    "UPDATE": ["INSERT INTO T VALUES (zeroblob(16), 'a')", f"UPDATE T SET id = {KEY}"],
    "RETURNING": [f"INSERT INTO T VALUES ({KEY}, 'a') RETURNING uuid_str(id)"],
    "a derived key": ["INSERT INTO U VALUES (zeroblob(16), 'www.example.com')",
                      "INSERT INTO T SELECT uuid5_blob('@dns', what), what FROM U"],
}
WRONG = {
    "unixepoch()": ["INSERT INTO T VALUES "
                    "(uuid7_make_blob(unixepoch() * 1000, zeroblob(10)), 'a')"],
    "randomblob(5 + 5)": [f"INSERT INTO T VALUES (uuid7_make_blob({NOW}, randomblob(5 + 5)), 'a')"],
    "WITH after INTO": [f"INSERT INTO T WITH x AS (SELECT 1) SELECT {KEY}, 'a' FROM x"],
}
REFUSED = {
    "a generator": (["INSERT INTO T VALUES (uuid7_blob(), 'a')"],
                    "uuid7_blob: not in the replicated variant"),
    "a generator in a DEFAULT": (["INSERT INTO U (what) VALUES ('a')"],
                                 "uuid7_blob: not in the replicated variant"),
    "uuid_series": (["INSERT INTO T SELECT blob, 'a' FROM uuid_series(7, 3)"],
                    "uuid_series: not in the replicated variant"),
    # The schema gets one value for all rows.
    "randomblob in a DEFAULT": (
        ["CREATE TABLE V (id BLOB PRIMARY KEY DEFAULT (uuid4_make_blob(randomblob(16))), what)",
         "INSERT INTO V (what) VALUES ('a')", "INSERT INTO V (what) VALUES ('b')"],
        "UNIQUE constraint failed"),
    "CURRENT_TIMESTAMP": (
        ["INSERT INTO T VALUES (uuid7_make_blob(CURRENT_TIMESTAMP, randomblob(10)), 'a')"],
        "malformed time at offset 0"),
}


def apply(node, path, prefix, statements):
    """Runs statements on tables of their own; returns the messages of those that fail."""
    node.execute(
        f"CREATE TABLE {prefix}T (id BLOB PRIMARY KEY CHECK (length(id) = 16), what TEXT)",
        f"CREATE TABLE {prefix}U (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), what TEXT)")
    errors = []
    for statement in statements:
        text, *arguments = [statement] if isinstance(statement, str) else statement
        result, = node.post(path, [re.sub(r"\b([TUV])\b", prefix + r"\1", text), *arguments])
        errors += [result["error"]] if "error" in result else []
    return errors


def test_statements(tmp_path):
    """Those that the manual recommends and those that it warns of, each on its own tables."""
    cases = {f"{kind}{i}_": (path, statements) for kind, path, table in (
        ("right", "/db/execute", RIGHT), ("wrong", "/db/execute", WRONG),
        ("request", "/db/request", RIGHT)) for i, statements in enumerate(table.values())}
    queries = {prefix: f"SELECT hex(id), what FROM {prefix}T ORDER BY id" for prefix in cases}
    with rqlite.Cluster(tmp_path / "cluster", [REPLICATED]) as cluster:
        node = cluster.nodes[0]
        for i, (name, (statements, message)) in enumerate(REFUSED.items()):
            errors = apply(node, "/db/execute", f"refused{i}_", statements)
            assert [error for error in errors if message in error] == errors != [], name
        for prefix, (path, statements) in cases.items():
            assert not apply(node, path, prefix, statements), statements
        cluster.settle()
        before = {prefix: cluster.contents(query) for prefix, query in queries.items()}
        time.sleep(1.1)  # until unixepoch() says something else
        cluster.stop()
        cluster.start()
        cluster.settle()
        after = {prefix: cluster.contents(query) for prefix, query in queries.items()}

    def is_same(prefix):
        rows = before[prefix] + after[prefix]
        assert rows[0], prefix
        return all(one == rows[0] for one in rows)

    for i, name in enumerate(RIGHT):
        assert is_same(f"right{i}_"), name
    for i, name in enumerate(WRONG):
        assert not is_same(f"wrong{i}_"), name
    # Before v10.2.7, /db/request does not rewrite randomblob.
    for i, (name, statements) in enumerate(RIGHT.items()):
        assert is_same(f"request{i}_") == ("randomblob" not in str(statements)), name
    print(f"\nstatements: {len(RIGHT)} recommended, {len(WRONG)} warned of, {len(REFUSED)} refused")


# ---- writers and faults

EVENTS = """CREATE TABLE event (
    id     BLOB PRIMARY KEY CHECK (length(id) = 16),
    client TEXT NOT NULL,
    seq    INTEGER NOT NULL,
    UNIQUE (client, seq)
) STRICT, WITHOUT ROWID"""
CONTENTS = "SELECT hex(id), client, seq FROM event ORDER BY id"
LUA_KEYS = """local uuid = require "uuid9562"
while io.read() do print(uuid.uuid7()) io.flush() end"""
PYTHON_KEYS = """import sys, uuid9562
for _ in sys.stdin: print(uuid9562.uuid7(), flush=True)"""
ROWS = 5  # of a statement with several


class Writer(threading.Thread):
    """A client: it sends a statement until a node has answered, then the next. A statement that is
    sent again changes nothing if it was applied before."""

    def __init__(self, cluster, first, stop):
        super().__init__()
        self.cluster, self.at, self.stop = cluster, first, stop
        self.seq = self.retries = 0

    def run(self):
        while not self.stop.is_set():
            self.send(self.statement())

    def send(self, statement):
        """To the same node as before, or else to the next."""
        while True:
            try:
                result, = self.cluster.nodes[self.at].post("/db/execute", statement, timeout=3)
                if "error" not in result:
                    return
                assert "leader" in result["error"] or "leadership" in result["error"], result
            except (OSError, rqlite.http.client.HTTPException):
                pass
            self.retries += 1
            self.at = (self.at + 1) % len(self.cluster.nodes)
            time.sleep(0.05)


class OwnKeys(Writer):
    """Another program makes the keys."""

    def __init__(self, name, command, cluster, first, stop):
        super().__init__(cluster, first, stop)
        self.name, self.command = name, command

    def run(self):
        with subprocess.Popen(self.command, text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, env={"PYTHONPATH": str(PACKAGE),
                                                           "LUA_CPATH": f"{BUILD}/lua/?.so"}
                              ) as self.program:
            super().run()
            self.program.stdin.close()

    def statement(self):
        self.program.stdin.write("\n")
        self.program.stdin.flush()
        self.seq += 1
        return ["INSERT INTO event VALUES (uuid_blob(?), ?, ?) ON CONFLICT DO NOTHING",
                self.program.stdout.readline().strip(), self.name, self.seq]


class InSQL(Writer):
    """SQL makes the key of a row."""
    name = "SQL"

    def statement(self):
        self.seq += 1
        return [f"INSERT INTO event VALUES ({KEY}, ?, ?) ON CONFLICT DO NOTHING", self.name,
                self.seq]


class ManyInSQL(Writer):
    """SQL makes the keys of several rows."""
    name = "SQL, several rows"

    def statement(self):
        numbers = [self.seq + i + 1 for i in range(ROWS)]
        self.seq = numbers[-1]
        return [f"INSERT INTO event SELECT uuid7_make_blob({NOW}, randomblob(10), "
                "row_number() OVER ()), ?, value FROM json_each(?) WHERE true "
                "ON CONFLICT DO NOTHING", self.name, json.dumps(numbers)]


def disturb(cluster):
    """Kills the leader, then cuts a follower off; each comes back."""
    time.sleep(3)
    leader = cluster.leader()
    leader.signal(signal.SIGKILL)
    print(f"\nleader {leader.number} killed", end="")
    time.sleep(4)
    cluster.start()
    print(", restarted", end="")
    time.sleep(3)
    leader = cluster.leader()
    follower = next(node for node in cluster.nodes if node is not leader)
    follower.signal(signal.SIGSTOP)
    print(f"; follower {follower.number} stopped", end="")
    time.sleep(5)
    follower.signal(signal.SIGCONT)
    cluster.start()
    print(", continued", end="", flush=True)
    time.sleep(3)


def check_order(rows, writers):
    """Each client's keys are in the order in which it wrote; those that SQL makes as far as rqlite
    tells the time, the rows of one statement always."""
    for writer in writers:
        keys = [bytes.fromhex(key) for key, client, _ in
                sorted(rows, key=lambda row: row[2]) if client == writer.name]
        assert len(keys) == writer.seq, writer.name
        if isinstance(writer, OwnKeys):
            assert keys == sorted(keys), writer.name
        times = [key[:6] for key in keys]
        assert times == sorted(times), writer.name
        if isinstance(writer, ManyInSQL):
            for i in range(0, len(keys), ROWS):
                first = int.from_bytes(keys[i], "big")
                assert [int.from_bytes(key, "big") for key in keys[i:i + ROWS]] == [
                    first + n for n in range(ROWS)]


def check_ranges(cluster, rows):
    """A range of time has the same rows on each node, those of the bytes."""
    keys = [row[0] for row in rows]
    for first, last in ((0, 1), (1, 2), (1, 3)):
        begin, end = (int(keys[(len(keys) - 1) * i // 3][:12], 16) for i in (first, last))
        query = (f"SELECT hex(id) FROM event WHERE id >= uuid7_min_blob({begin}) "
                 f"AND id < uuid7_min_blob({end}) ORDER BY id")
        expected = [[key] for key in keys if begin <= int(key[:12], 16) < end]
        assert cluster.contents(query) == [expected] * len(cluster.nodes)


def test_faults(tmp_path):
    """Writers in all hosts while nodes fail; then all nodes have the same, also after a restart."""
    stop = threading.Event()
    with rqlite.Cluster(tmp_path / "cluster", [REPLICATED]) as cluster:
        cluster.leader().execute(EVENTS)
        cluster.settle()
        writers = [OwnKeys("Python", [PYTHON, "-c", PYTHON_KEYS], cluster, 0, stop),
                   OwnKeys("Lua", [LUA, "-e", LUA_KEYS], cluster, 1, stop),
                   InSQL(cluster, 2, stop), ManyInSQL(cluster, 0, stop)]
        for writer in writers:
            writer.start()
        try:
            disturb(cluster)
        finally:
            stop.set()
            for writer in writers:
                writer.join()
        cluster.settle()
        before = cluster.contents(CONTENTS)
        cluster.stop()
        cluster.start()
        print("; all restarted")
        cluster.settle()
        after = cluster.contents(CONTENTS)
        rows = before[0]
        for other in before + after:
            assert other == rows
        check_ranges(cluster, rows)
    for writer in writers:
        print(f"  {writer.name}: {writer.seq} rows, {writer.retries} requests sent again")
    check_order(rows, writers)
    assert len({key for key, _, _ in rows}) == len(rows) == sum(w.seq for w in writers)
    assert sum(w.retries for w in writers) > 0, "no writer noticed a fault"
    print(f"  {len(rows)} rows, the same on {len(cluster.nodes)} nodes, before the restart and after")


def test_the_ordinary_extension_diverges(tmp_path):
    """What the replicated variant prevents, and that these tests would see it."""
    with rqlite.Cluster(tmp_path / "cluster", [EXTENSION]) as cluster:
        node = cluster.nodes[0]
        node.execute(EVENTS, "INSERT INTO event VALUES (uuid7_blob(), 'a', 1)")
        cluster.settle()
        before = cluster.contents(CONTENTS)
        assert len({str(rows) for rows in before}) == len(cluster.nodes)
        cluster.stop()
        cluster.start()
        cluster.settle()
        assert all(old != new for old, new in zip(before, cluster.contents(CONTENTS)))
    print("\nwith the ordinary extension: another key on each node, and others after a restart")
