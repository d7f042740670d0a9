"""UUIDs in a replicated database: three real rqlite nodes on this machine; `make cluster` runs this.

rqlite sends statements to all nodes, each of which runs them; after a restart it runs those of its
log again. So a statement is right if its rows are the same on every node, and the same again after
a restart of all of them. docs/sqlite/replication.md is the page for users.
"""

import re
import shutil
import signal
import time

import pytest
import rqlite
from harness import COMMAND, EXTENSION, TESTS, run

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


# ---- what the variant prevents

EVENTS = "CREATE TABLE event (id BLOB PRIMARY KEY CHECK (length(id) = 16)) STRICT, WITHOUT ROWID"
CONTENTS = "SELECT hex(id) FROM event"


def test_each_node_is_asked_what_it_has(tmp_path):
    """A write that two of three nodes repeat alike is answered with no error. Started anew, with an
    empty folder, a node is as the others."""
    version = "SELECT uuid9562_version()"
    with rqlite.Cluster(tmp_path / "cluster", [REPLICATED]) as cluster:
        leader = cluster.leader()
        ordinary, without = (node for node in cluster.nodes if node is not leader)
        right = cluster.contents(version)
        assert [row[0][0].endswith(" replicated") for row in right] == [True] * 3
        shared = leader.extension
        for node, files in ((ordinary, [EXTENSION]), (without, [])):
            node.signal(signal.SIGTERM)
            node.extension = tmp_path / f"extensions{node.number}"
            node.extension.mkdir()
            for file in files:
                shutil.copy(file, node.extension)
            cluster.start()
        leader = cluster.leader()
        leader.execute(EVENTS, "INSERT INTO event VALUES (uuid5_blob('@dns', 'a'))")
        cluster.settle()
        assert [ordinary.rows(version)[0][0] + " replicated"] == right[0][0]
        with pytest.raises(RuntimeError, match="no such function: uuid9562_version"):
            without.rows(version)
        assert [len(rows) for rows in (ordinary.rows(CONTENTS), without.rows(CONTENTS))] == [1, 0]
        without.signal(signal.SIGTERM)
        shutil.rmtree(without.folder)
        without.extension = shared
        cluster.start()
        cluster.settle()
        assert without.rows(version) == right[0]
        assert len(without.rows(CONTENTS)) == 1


def test_a_node_without_a_digest_does_not_start(tmp_path):
    with rqlite.Cluster(tmp_path / "cluster", [REPLICATED]) as cluster:
        node = cluster.nodes[0]
        node.signal(signal.SIGTERM)
        node.start(cluster.nodes, {"OPENSSL_CONF": str(TESTS / "no-crypto.cnf")})
        assert node.process.wait(60) != 0
        assert "is not loaded where it cannot compute sha1" in node.folder.with_suffix(
            ".log").read_text()
        node.process = None


def test_the_ordinary_extension_diverges(tmp_path):
    """What the replicated variant prevents, and that these tests would see it."""
    with rqlite.Cluster(tmp_path / "cluster", [EXTENSION]) as cluster:
        node = cluster.nodes[0]
        node.execute(EVENTS, "INSERT INTO event VALUES (uuid7_blob())")
        cluster.settle()
        before = cluster.contents(CONTENTS)
        assert len({str(rows) for rows in before}) == len(cluster.nodes)
        cluster.stop()
        cluster.start()
        cluster.settle()
        assert all(old != new for old, new in zip(before, cluster.contents(CONTENTS)))
    print("\nwith the ordinary extension: another key on each node, and others after a restart")
