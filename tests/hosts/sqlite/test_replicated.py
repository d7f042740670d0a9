"""The replicated variant of the extension: what is not pure is refused, the rest is as it was."""

import re
import sqlite3
import sys

import pytest
from harness import EXTENSION, SURFACE, TESTS, VECTORS, run, table

REPLICATED = EXTENSION.with_name("uuid9562_replicated.so")
DETERMINISTIC = 0x800  # SQLITE_DETERMINISTIC, in pragma_function_list
REFUSAL = "not in the replicated variant of uuid9562"

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")


def connect(*extensions):
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    for extension in extensions:
        connection.load_extension(str(extension.with_suffix("")))
    return connection


def functions(connection):
    """Our scalar functions, by name and number of arguments: (those not pure, the pure ones)."""
    names = {cells[1].split("/")[0] for _, cells in table(SURFACE)}
    impure, pure = set(), set()
    for name, count, flags in connection.execute("SELECT name, narg, flags"
                                                 " FROM pragma_function_list"):
        if name in names:
            (pure if flags & DETERMINISTIC else impure).add((name, count))
    return impure, pure


def refusal(connection, query):
    try:
        connection.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        return str(error)
    return None


def test_what_is_not_pure_is_refused():
    ordinary, replicated = connect(EXTENSION), connect(REPLICATED)
    impure, pure = functions(ordinary)
    assert functions(replicated) == (impure, pure)
    assert {("uuid7", 0), ("uuid4_blob", 0), ("uuid7_at", 1),
            ("uuid_lead_ns", 0), ("uuid8", 2), ("gen_random_uuid", 0)} <= impure
    assert {("uuid7_make", 2), ("uuid8", 3), ("uuid_str", 1)} <= pure
    for name, count in sorted(impure):
        message = refusal(replicated, f"SELECT {name}({', '.join(['1'] * count)})")
        assert message and message.startswith(f"{name}: {REFUSAL}"), name
    for call in ("uuid_series(7, 3)", "uuid_advance(zeroblob(16))", "uuid_resync()", "uuid_reseed()",
                 "uuid_set_max_lead_ns(1)", "uuid_state_open('x')"):
        assert refusal(replicated, f"SELECT * FROM {call}").startswith(
            f"{call.partition('(')[0]}: {REFUSAL}")


def test_what_is_pure_answers_as_ever():
    """Where the host's OpenSSL has no digest, too: the variant has its own."""
    done = run(sys.executable, "-B", TESTS / "hosts/sqlite/sql_file.py", REPLICATED.with_suffix(""),
               VECTORS, check=False, env={"OPENSSL_CONF": str(TESTS / "no-crypto.cnf")})
    got = re.findall(r"^    got: (.*)", done.stdout + done.stderr, re.M)
    passed = int(re.search(r"(\d+) passed", done.stdout + done.stderr)[1])
    assert [one for one in got if REFUSAL not in one] == []
    assert passed > 10 * len(got) > 0


def test_a_schema_with_a_generator():
    """It can be created and read; what would store another value on each node is the error."""
    connection = connect(REPLICATED)
    connection.execute("CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), what TEXT)")
    assert REFUSAL in refusal(connection, "INSERT INTO t (what) VALUES ('a')")
    connection.execute("INSERT INTO t VALUES (uuid_blob('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),"
                       " 'a')")
    assert connection.execute("SELECT count(*) FROM t").fetchone() == (1,)


@pytest.mark.parametrize("order", [(EXTENSION, REPLICATED), (REPLICATED, EXTENSION),
                                   (REPLICATED, EXTENSION, REPLICATED)])
def test_it_stays_where_both_are_loaded(order):
    connection = connect(*order)
    version, = connection.execute("SELECT uuid9562_version()").fetchone()
    assert version.endswith(" replicated")
    assert REFUSAL in refusal(connection, "SELECT uuid7()")
