"""The SQLite extension: every .sql file here, the vectors of all hosts, and loading it.

sql_file.py says how the files are written; it runs each in a process of its own.
"""

import sqlite3
import sys

import pytest
from harness import BUILD, EXTENSION, SQLITE3, SURFACE, TESTS, VECTORS, host_rows, run, table

HERE = TESTS / "hosts/sqlite"
CLOCK = BUILD / "tests" / "clock.so"
NAME = EXTENSION.with_suffix("")  # as it is loaded

# Those that have something withheld from them have a test of their own.
WITHHELD = {"no_clock", "no_random", "refused"}
FILES = sorted(path.stem for path in HERE.glob("*.sql") if path.stem not in WITHHELD)

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")


def check(file, *arguments, options=(), env=None):
    done = run(sys.executable, "-B", HERE / "sql_file.py", *options, NAME, file, *arguments,
               check=False, env=env)
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr, pytrace=False)


@pytest.mark.parametrize("name", FILES)
def test_file(name):
    check(HERE / f"{name}.sql")


@pytest.mark.parametrize("operation", sorted({cells[0] for _, cells in host_rows(VECTORS)} - {"constant"}))
def test_vectors(operation):
    check(VECTORS, operation)


def test_schema_in_a_defensive_shell():
    check(HERE / "schema.sql", options=["--shell", "--setup", ".dbconfig defensive on"])


@pytest.mark.parametrize("clock", ["broken", "1969", "2600"])
def test_no_clock(clock):
    check(HERE / "no_clock.sql", env={"TEST_CLOCK": clock, "LD_PRELOAD": str(CLOCK)})


def test_no_randomness():
    check(HERE / "no_random.sql", env={"TEST_RANDOM": "fails", "LD_PRELOAD": str(CLOCK)})


def test_refused_by_openssl():
    check(HERE / "refused.sql", env={"OPENSSL_CONF": str(TESTS / "no-crypto.cnf")})


# ---- joins whose second scan is to know the rows of the first


@pytest.fixture
def connection():
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(str(NAME))
    connection.executescript("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1), (2), (9);")
    yield connection
    connection.close()


@pytest.fixture
def query(connection):
    return lambda *select: sorted(connection.execute(*select).fetchall(), key=str)


SELECT = "SELECT t.n, s.n FROM {} ON s.n = t.n"
outer_joins = pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 39),
                                 reason="this SQLite has no RIGHT JOIN")


@outer_joins
def test_full_join(query):
    rows = sorted([(1, 1), (2, 2), (None, 3), (9, None)], key=str)
    assert query(SELECT.format("t FULL JOIN uuid_series(7, 3) AS s")) == rows
    assert query(SELECT.format("uuid_series(7, 3) AS s FULL JOIN t")) == rows
    findings = query("SELECT finding FROM uuid_audit('t', 'n')")
    assert len(findings) == 2
    assert query("SELECT finding FROM t FULL JOIN uuid_audit('t', 'n') ON count = n + 1"
                 " WHERE finding IS NOT NULL") == findings


@outer_joins
def test_right_join(query):
    """Before 3.41.1 SQLite passes no arguments there; other functions then join nothing."""
    assert query(SELECT.format("uuid_series(7, 3) AS s RIGHT JOIN t")) == [(1, 1), (2, 2), (9, None)]
    select = SELECT.format("t RIGHT JOIN uuid_series(7, 3) AS s")
    if sqlite3.sqlite_version_info >= (3, 41, 1):
        assert query(select) == [(1, 1), (2, 2), (None, 3)]
    else:
        with pytest.raises(sqlite3.OperationalError, match="count, in parentheses or by ="):
            query(select)


def test_either_of_two_scans(query):
    """Rows of different arguments are different, whatever their numbers."""
    assert query("SELECT count(*) FROM uuid_series WHERE (version = 4 AND count = 2)"
                 " OR (version = 7 AND count = 2) OR (version = 7 AND count = 3)") == [(7,)]
    assert query("SELECT count(DISTINCT rowid) FROM (SELECT rowid FROM uuid_series(1, 5) UNION ALL"
                 " SELECT rowid FROM uuid_series(4, 5) UNION ALL SELECT rowid FROM uuid_series(6, 5)"
                 " UNION ALL SELECT rowid FROM uuid_series(7, 5))") == [(20,)]


T = "\"table\" = 't'"


@pytest.mark.parametrize("condition, audited", (
    (f"{T} AND only = 'n' OR \"table\" = 'u' AND only = 'm'", "tu"),
    (f"{T} AND only = 'n' OR {T} AND only = 'm'", "tt"),
    (f"only = 'n' AND ({T} AND schema = 'main' OR {T} AND schema = 'o')", "to"),
    (f"only = 'n' AND {T} AND schema IN ('main', 'o')", "to"),
    ("\"table\" IS 't' AND schema IS 'main' AND only IS 'n'", "t"),
    (f"{T} AND only LIKE 'N' AND schema LIKE 'MAIN' OR {T} AND only = 'n'", "t"),
    (f"{T} AND only GLOB '[nm]' AND schema <> 'o'", "tt"),
    (f"{T} AND only = 'n' AND schema IS NULL", "t"),
    (f"{T} AND only = 'n' AND schema = 'main' AND schema = 'o'", "")))
def test_arguments_by_whatever_operator(query, condition, audited):
    """A column that was left out as an argument has the value that it stands for."""
    for statement in ("ALTER TABLE t ADD COLUMN m", "ATTACH ':memory:' AS o", "CREATE TABLE u (m)",
                      "CREATE TABLE o.t (n)", "UPDATE t SET n = uuid4(), m = uuid4()"):
        query(statement)
    rows = {"t": 3, "u": 1, "o": 1}  # findings of each column
    assert query(f"SELECT count(*), count(DISTINCT rowid) FROM uuid_audit WHERE {condition}") == [
        (sum(rows[one] for one in audited),) * 2]


def test_required_arguments_by_is(query):
    assert query("SELECT count(*) FROM uuid_series WHERE version IS 7 AND count IS 3") == [(3,)]
    assert query("SELECT count(*) FROM uuid_series WHERE version IS 7 AND count IS NULL") == [(0,)]
    assert query("SELECT count(*), X FROM uuid_advance WHERE X IS NULL") == [(1, None)]
    for both in ('"table" = name AND "table" IS other', '"table" IS other AND "table" = name'):
        assert query("SELECT count(*) FROM (SELECT DISTINCT 't' AS name, 'nosuch' AS other FROM t),"
                     f" uuid_audit WHERE {both}") == [(0,)]  # = decides what is read
    assert query("SELECT t.n FROM t LEFT JOIN uuid_series(7, 3) AS s ON s.n = t.n"
                 " WHERE s.count IS NULL") == [(9,)]


# ---- an authorizer


def test_an_authorizer_that_hides_what_is_read(connection):
    connection.set_authorizer(lambda action, *_: (
        sqlite3.SQLITE_IGNORE if action == sqlite3.SQLITE_READ else sqlite3.SQLITE_OK))
    for query, message in (
            ("SELECT * FROM uuid_audit('t')", "uuid_audit: the authorizer hides the schema"),
            ("SELECT uuid_entryuuid_sql('t')", "uuid_entryuuid_sql: no such table: t")):
        with pytest.raises(sqlite3.Error, match=message):
            connection.execute(query).fetchall()


def test_tables_that_cannot_be_connected(query, connection):
    connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, 3)
    with pytest.raises(sqlite3.Error, match="^uuid_audit: too many columns on x"):
        query("SELECT * FROM uuid_audit('t')")


# ---- in the shell


def shell(*arguments, **options):
    return run(SQLITE3, "-batch", "-list", "-noheader", *arguments, **options).stdout


def test_surface():
    """What the extension adds to SQLite is the SQL column of tests/surface.tsv."""
    names = ("SELECT name || '/' || group_concat(narg) FROM (SELECT DISTINCT name, narg"
             " FROM pragma_function_list ORDER BY name, narg) GROUP BY name"
             " UNION ALL SELECT name || '/table' FROM pragma_module_list"
             " UNION ALL SELECT name || '/collation' FROM pragma_collation_list")
    added = (set(shell("-cmd", f".load {NAME}", ":memory:", names).splitlines()) -
             set(shell(":memory:", names).splitlines()))
    assert added == {cells[1] for _, cells in table(SURFACE)} - {"-"}
