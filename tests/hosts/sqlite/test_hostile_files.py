"""Database files whose schema tries to change the generator of the process that opens them.

Each file is made without the extension, as an attacker may make it, so SQLite may find functions in
the schema that it does not know yet. A process of its own opens the files, does with them what one
does with a database, and reports what has changed.
"""

import json
import sqlite3
import sys
import time

import pytest
from harness import EXTENSION, run

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")

IN_AN_HOUR = f"{int((time.time() + 3600) * 1000):012x}"
ARGUMENTS = {"uuid_advance": f"'{IN_AN_HOUR[:8]}-{IN_AN_HOUR[8:]}-7000-8000-000000000000'",
             "uuid_resync": "", "uuid_reseed": "", "uuid_set_max_lead_ns": "1",
             "uuid_state_open": "'hostile.state'"}

# How a schema calls a function: {0} is its name, {1} its argument.
CALLS = ("{0}({1})", "(SELECT max(value) FROM {0}({1}))")
PLACES = (
    "CREATE TABLE t (a, CHECK ({} IS NOT 'x'))",
    "CREATE TABLE t (a, b DEFAULT ({}))",
    "CREATE TABLE t (a, b AS ({}))",
    "CREATE TABLE t (a, b AS ({}) STORED)",
    "CREATE INDEX i ON t (a, {})",
    "CREATE INDEX i ON t (a) WHERE {} IS NOT 'x'",
    "CREATE VIEW v AS SELECT {} AS a",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT {}; END",
    "CREATE TRIGGER r BEFORE UPDATE ON t WHEN {} IS NOT 'x' BEGIN SELECT 1; END",
)

# Virtual tables of SQLite's own that run statements of their own over what the schema names.
VIRTUAL = (
    "CREATE VIRTUAL TABLE f USING fts5(value, content={0}, content_rowid=value)",
    "CREATE VIRTUAL TABLE f USING fts5(value, content={0}, content_rowid=max_lead_ns)",
    "CREATE VIRTUAL TABLE f USING fts4(value, content={0})",
    "CREATE VIRTUAL TABLE f USING fts4(a, compress=abs, uncompress={0})",
    "CREATE VIRTUAL TABLE f USING {0}",  # which SQLite creates for no one, but reads from a file
)

OPEN = """
import itertools, json, os, sqlite3, sys
extension, set_up, still_allowed, *files = sys.argv[1:]
USES = ["BEGIN", "SELECT * FROM t", "SELECT a FROM t WHERE a > 0", "SELECT * FROM v",
        "SELECT * FROM f", "SELECT * FROM f WHERE f MATCH 'x'", "INSERT INTO f(f) VALUES ('rebuild')",
        "INSERT INTO t(a) VALUES (3)", "UPDATE t SET a = a + 1", "PRAGMA quick_check",
        "PRAGMA integrity_check", "ANALYZE", "REINDEX", "DELETE FROM t", "ROLLBACK", "VACUUM"]

def connect(file, mode, *queries):
    connection = sqlite3.connect(f"file:{file}?mode={mode}", uri=True, isolation_level=None)
    connection.enable_load_extension(True)
    for query in queries:
        connection.execute(query).fetchall()
    return connection

own = connect("", "memory")
own.load_extension(extension)
own.execute(set_up).fetchall()
def state():
    return own.execute("SELECT uuid_lead_ns() / 1000000000000, uuid_node(uuid1())").fetchone() + (
        os.path.exists("hostile.state"),)
before = state()
for file, trusted, early, mode in itertools.product(files, (0, 1), (0, 1), ("ro", "rw")):
    try:
        connection = connect(file, mode, f"PRAGMA trusted_schema = {trusted}",
                             "SELECT * FROM sqlite_schema" if early else "SELECT 1")
        connection.load_extension(extension)
    except sqlite3.Error:
        continue
    for use in USES:
        try:
            connection.execute(use).fetchall()
        except sqlite3.Error:
            pass
    connection.close()
    if state() != before:
        print(json.dumps([file, f"trusted_schema={trusted}", f"early={early}", mode, state()]))
        break
else:
    own.execute(still_allowed).fetchall()
"""


def plant(path, sql, argument):
    """Makes a file with something in its schema that SQLite itself would not create, and what that
    needs. Returns whether this SQLite has it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE t (a)")
    connection.execute("CREATE INDEX i ON t (a)")
    connection.execute("INSERT INTO t VALUES (1), (2)")
    connection.execute("PRAGMA writable_schema = ON")
    name = sql.split()[2]
    if name in "ti":
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    elif "VIRTUAL" not in sql:
        connection.execute(sql)
    elif "USING uuid" in sql:
        connection.execute("INSERT INTO sqlite_schema VALUES ('table', 'f', 'f', 0, ?)", (sql,))
    else:
        try:
            connection.execute(sql)
        except sqlite3.OperationalError:
            return False  # this SQLite has no such table
        if "uncompress" in sql:
            connection.execute(f"INSERT INTO f_content VALUES (1, {argument or 1})")
        elif "max_lead_ns" in sql:
            connection.execute("INSERT INTO f(rowid, value) VALUES (1, 'x')")
    connection.execute("COMMIT")
    connection.close()
    return True


@pytest.mark.parametrize("name", ARGUMENTS)
def test_no_file_changes_the_generator(name, tmp_path):
    argument = ARGUMENTS[name]
    schemas = [place.format(call.format(name, argument)) for place in PLACES for call in CALLS]
    schemas += [table.format(name) for table in VIRTUAL]
    files = {f"{i}.db": sql for i, sql in enumerate(schemas)
             if plant(tmp_path / f"{i}.db", sql, argument)}
    assert len(files) >= len(PLACES) * len(CALLS)
    advance = "SELECT * FROM uuid_advance(uuid7_max((unixepoch() + {}) * 1000))"
    done = run(sys.executable, "-B", "-c", OPEN, EXTENSION.with_suffix(""), advance.format(1500),
               advance.format(3700), *files, cwd=tmp_path)
    if done.stdout:
        file, *how = json.loads(done.stdout)
        pytest.fail(f"{files[file]}: {how}", pytrace=False)


def test_views_with_names_of_tables(tmp_path):
    """A file's view replaces SQLite's own tables and ours, unless one writes parentheses."""
    connection = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
    for name in ("pragma_database_list", *ARGUMENTS):
        connection.execute(f"CREATE VIEW {name} AS SELECT 0 AS seq, 'x' AS name, 0 AS value")
    connection.execute("CREATE TABLE t (id UUID)")
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION.with_suffix("")))
    for query, part in (("SELECT advice FROM uuid_audit('t')", "NUMERIC affinity"),
                        ("SELECT uuid_entryuuid_sql('t')", "CREATE TRIGGER")):
        assert part in connection.execute(query).fetchone()[0]
    for name, argument in ARGUMENTS.items():
        with pytest.raises(sqlite3.OperationalError, match=f"'{name}' is not a function"):
            connection.execute(f"SELECT value FROM {name}({argument})")
    connection.close()


def test_loading_reads_no_schema(tmp_path):
    """SQLite would read it without the functions, and then not refuse those that are DIRECTONLY."""
    plant(tmp_path / "test.db", "CREATE TABLE t (a, b AS (uuid_state()))", None)
    connection = sqlite3.connect(tmp_path / "test.db")
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION.with_suffix("")))
    with pytest.raises(sqlite3.DatabaseError, match=r"unsafe use of uuid_state\(\)|non-determ"):
        connection.execute("SELECT * FROM t")
    connection.close()
