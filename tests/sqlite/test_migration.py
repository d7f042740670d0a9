"""examples/migration/v4_to_v7.sql: 200,000 rows in two tables, and rows that it refuses."""

import contextlib
import sqlite3
import uuid

import pytest
from harness import EXTENSION, ROOT, SQLITE3, run

SCRIPT = ROOT / "examples/migration/v4_to_v7.sql"
CUSTOMERS, INVOICES = 40000, 160000

SCHEMA = """
    CREATE TABLE customer (id TEXT PRIMARY KEY, created_at TEXT, name TEXT NOT NULL);
    CREATE TABLE invoice (id TEXT PRIMARY KEY, created_at TEXT,
                          customer TEXT NOT NULL REFERENCES customer (id), amount INTEGER);
    CREATE INDEX invoice_customer ON invoice (customer);
"""
# Random-looking keys that are the same each time, and times of which many are the same.
KEY = "uuid4_make(uuid5_blob('@url', '{}' || {}))"
TIME = "datetime('2020-01-01', ({} * 7919 % 100000) || ' minutes')"
FILL = f"""
    WITH RECURSIVE row (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < {CUSTOMERS})
    INSERT INTO customer
    SELECT {KEY.format('customer', 'i')}, {TIME.format('i / 2')}, 'name ' || i FROM row;
    WITH RECURSIVE row (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < {INVOICES})
    INSERT INTO invoice
    SELECT {KEY.format('invoice', 'i')}, {TIME.format('i')},
        {KEY.format('customer', f"(1 + i * 31 % {CUSTOMERS})")}, i FROM row;
"""
JOINED = """SELECT amount, invoice.created_at, name, customer.created_at
    FROM invoice JOIN customer ON customer.id = customer ORDER BY amount"""


def shell(path, sql):
    return run(SQLITE3, "-batch", "-cmd", f".load {EXTENSION.with_suffix('')}", "-cmd",
               "PRAGMA synchronous = OFF", path, input=sql, check=False)


def migrate(path):
    return shell(path, SCRIPT.read_text(encoding="utf-8"))


def rows(path, query):
    """Without the extension."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def new_key(old, created_at):
    """RFC 9562 section 5.7: the time, and the last 74 bits of the old key."""
    (unix_ms,), = rows(":memory:", f"SELECT unixepoch('{created_at}') * 1000")
    bits = uuid.UUID(old).int % 2**74
    return (unix_ms << 80 | 7 << 76 | bits >> 62 << 64 | 2 << 62 | bits % 2**62).to_bytes(16, "big")


@pytest.fixture(name="old", scope="module")
def an_old_database(tmp_path_factory):
    path = tmp_path_factory.mktemp("migration") / "old.db"
    done = shell(path, f"{SCHEMA} BEGIN; {FILL} COMMIT;")
    assert (done.returncode, done.stderr) == (0, "")
    return path


def copy(path, name):
    other = path.with_name(name)
    other.write_bytes(path.read_bytes())
    return other


def test_rows_keep_their_references_and_get_the_order_of_time(old):
    new = copy(old, "new.db")
    done = migrate(new)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split("|")[:2] for line in done.stdout.splitlines()] == [
        ["customer", str(CUSTOMERS)], ["invoice", str(INVOICES)]]
    assert new.stat().st_size < old.stat().st_size * 0.55

    assert rows(new, "PRAGMA integrity_check") == [("ok",)]
    assert rows(new, "PRAGMA foreign_key_check") == []
    assert rows(new, JOINED) == rows(old, JOINED)
    for table in ("customer", "invoice"):
        times = [time for time, in rows(new, f"SELECT created_at FROM {table} ORDER BY id")]
        assert times == sorted(times)
        assert len(set(times)) < len(times)  # some were the same
    assert rows(new, "SELECT count(*) FROM customer_key JOIN customer USING (id)") == [(CUSTOMERS,)]
    few = rows(old, "SELECT id, created_at FROM customer ORDER BY id LIMIT 100")
    keys = [rows(new, f"SELECT id FROM customer_key WHERE old = X'{uuid.UUID(key).hex}'")[0][0]
            for key, _ in few]
    assert keys == [new_key(*row) for row in few]

    again = copy(old, "again.db")
    assert migrate(again).returncode == 0
    for table in ("customer", "invoice", "customer_key"):
        query = f"SELECT * FROM {table} ORDER BY 1"
        assert rows(again, query) == rows(new, query)

    done = migrate(again)  # which has no UUIDs of version 4 any more
    assert done.returncode != 0 and f"customer: not a UUID of version 4|{CUSTOMERS}|" in done.stdout
    assert rows(again, JOINED) == rows(new, JOINED)


V4, OTHER = "919108f7-52d1-4320-9bac-f847db4148a8", "5b0d9f0a-1c5e-4f9b-8f44-0d2b7a6a1d11"
GOOD = f"INSERT INTO customer VALUES ('{V4}', '2026-01-31 08:00:00.5', 'Ada');"


@pytest.mark.parametrize("bad, problem", [
    (f"INSERT INTO customer VALUES ('{V4.upper()}', '2026-01-31', 'Ada');",
     f"customer: the same UUID again|1|'{V4}'"),
    ("INSERT INTO customer VALUES (NULL, '2026-01-31', 'Ada');",
     "customer: not a UUID of version 4|1|NULL"),
    ("INSERT INTO customer VALUES ('n/a', '2026-01-31', 'Ada');",
     "customer: not a UUID of version 4|1|'n/a'"),
    ("INSERT INTO customer VALUES ('c232ab00-9414-11ec-b3c8-9f6bdeced846', '2026-01-31', 'Ada');",
     "customer: not a UUID of version 4|1|'c232ab00-9414-11ec-b3c8-9f6bdeced846'"),
    *((f"INSERT INTO customer VALUES ('{OTHER}', {time}, 'Ada');",
       f"customer: created_at is no time|1|{time}")
      for time in ("NULL", "''", "'now'", "'31.01.2026'", "'2026-02-30 08:00:00'",
                   "'2026-01-31 8h'", "'1769846400'", "'08:00:00'")),
    (f"INSERT INTO invoice VALUES ('{OTHER}', '2026-01-31', 'nobody', 1);",
     "invoice: no such customer|1|'nobody'"),
    (f"INSERT INTO invoice VALUES ('{V4}', 'soon', '{V4}', 1);",
     "invoice: created_at is no time|1|'soon'"),
    (f"INSERT INTO invoice VALUES ('n/a', '2026-01-31', '{V4}', 1);",
     "invoice: not a UUID of version 4|1|'n/a'"),
])
def test_what_it_refuses(tmp_path, bad, problem):
    path = tmp_path / "old.db"
    assert shell(path, SCHEMA + GOOD + bad).returncode == 0
    before = run(SQLITE3, path, ".dump").stdout
    done = migrate(path)
    assert done.stdout.splitlines() == [problem]
    assert done.returncode != 0
    assert "CHECK constraint failed: no problem is listed above" in done.stderr
    assert run(SQLITE3, path, ".dump").stdout == before


def test_a_time_that_only_sqlite_reads_changes_nothing(tmp_path):
    path = tmp_path / "old.db"
    shell(path, SCHEMA + GOOD
          + f"INSERT INTO customer VALUES ('{OTHER}', '2026-01-31 24:00', 'Ada');")
    before = run(SQLITE3, path, ".dump").stdout
    done = migrate(path)
    assert done.returncode != 0
    assert "uuid7_make_blob: malformed time at offset 12" in done.stderr
    assert run(SQLITE3, path, ".dump").stdout == before
