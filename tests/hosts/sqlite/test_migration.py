"""examples/migration/: v4_to_v7.sql on 20,000 rows in two tables, and rows that it refuses;
backfill.sql on 5,000 rows, in one run and in several. Two copies that have gone on separately and
are merged, for each recipe of docs/sqlite/migration.md that gives keys to old rows."""

import contextlib
import datetime
import hashlib
import re
import sqlite3
import uuid

import pytest
from harness import EXTENSION, PACKAGE, PYTHON, ROOT, SQLITE3, run

SCRIPT = ROOT / "examples/migration/v4_to_v7.sql"
CUSTOMERS, INVOICES = 4000, 16000

SCHEMA = """
    CREATE TABLE customer (id TEXT PRIMARY KEY, created_at TEXT, name TEXT NOT NULL);
    CREATE TABLE invoice (id TEXT PRIMARY KEY, created_at TEXT,
                          customer TEXT NOT NULL REFERENCES customer (id), amount INTEGER);
    CREATE INDEX invoice_customer ON invoice (customer);
"""
# Random-looking keys that are the same each time, and times of which many are the same.
KEY = "uuid4_make(uuid5_blob('@url', '{}' || {}))"
TIME = "datetime('2020-01-01', ({} * 7919 % 10000) || ' minutes')"
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

    done = migrate(again)
    assert done.returncode != 0 and done.stdout == ""
    assert "CHECK constraint failed: not migrated before" in done.stderr
    assert rows(again, JOINED) == rows(new, JOINED)


V4, OTHER = "919108f7-52d1-4320-9bac-f847db4148a8", "5b0d9f0a-1c5e-4f9b-8f44-0d2b7a6a1d11"
GOOD = f"INSERT INTO customer VALUES ('{V4}', '2026-01-31 08:00:00.5', 'Ada');"


def customer(time="'2026-01-31'", name="'Ada'", key=f"'{OTHER}'"):
    return f"INSERT INTO customer VALUES ({key}, {time}, {name});"


def invoice(key=f"'{OTHER}'", time="'2026-01-31'", of=f"'{V4}'", amount="1"):
    return f"INSERT INTO invoice VALUES ({key}, {time}, {of}, {amount});"


@pytest.mark.parametrize("bad, problem", [
    (customer(key=f"'{V4.upper()}'"), f"customer: the same UUID again|1|'{V4}'"),
    *((customer(key=key), f"customer: not a UUID of version 4 (the manual: Mixed versions)|1|{key}")
      for key in ("NULL", "'n/a'", "'c232ab00-9414-11ec-b3c8-9f6bdeced846'")),
    *((customer(time), f"customer: created_at is not a time|1|{time}")
      for time in ("NULL", "'now'", "'2026-02-30 08:00:00'", "'1769846400'",
                   "X'323032362D30312D3331'")),
    *((customer(time), f"customer: created_at is before 1970|1|{time}")
      for time in ("'1969-12-31'", "'0001-01-01'", "'1970-01-01 00:59:59+01:00'")),
    (customer(name="X'41'"), "customer: name is not TEXT|1|X'41'"),
    (invoice(key="'n/a'"), "invoice: not a UUID of version 4 (the manual: Mixed versions)|1|'n/a'"),
    (invoice() + invoice(f"'{OTHER.upper()}'"), f"invoice: the same UUID again|1|'{OTHER}'"),
    (invoice(time="'soon'"), "invoice: created_at is not a time|1|'soon'"),
    (invoice(time="'1969-12-31'"), "invoice: created_at is before 1970|1|'1969-12-31'"),
    *((invoice(of=of), f"invoice: no such customer|1|{of}") for of in ("'nobody'", f"'{OTHER}'")),
    *((invoice(amount=amount), f"invoice: amount is not INTEGER|1|{amount}")
      for amount in ("NULL", "1.5", "'much'")),
    ("ALTER TABLE customer ADD COLUMN email TEXT;",
     "not in known_part: column customer.email|1|'TEXT'"),
    ("ALTER TABLE invoice ADD COLUMN half INTEGER AS (amount / 2);",
     "not in known_part: column invoice.half|1|'INTEGER'"),
    ("CREATE INDEX by_name ON customer (name);",
     "not in known_part: index by_name (name)|1|'customer'"),
    ("CREATE INDEX by_case ON customer (lower(name), id) WHERE name <> '';",
     "not in known_part: index by_case (?, id) WHERE|1|'customer'"),
    ("DROP INDEX invoice_customer; CREATE UNIQUE INDEX invoice_customer ON invoice (customer);",
     "not in known_part: unique index invoice_customer (customer)|1|'invoice'"),
    ("CREATE TRIGGER gone AFTER DELETE ON customer BEGIN SELECT 1; END;",
     "not in known_part: trigger gone|1|'customer'"),
    ("CREATE TABLE log (id); CREATE TRIGGER logged AFTER INSERT ON log BEGIN"
     " DELETE FROM Customer; END;", "not in known_part: trigger logged|1|'log'"),
    ('CREATE VIEW both AS SELECT name FROM "customer" JOIN invoice;',
     "not in known_part: view both|1|'both'"),
    ("CREATE VIRTUAL TABLE names USING fts5(name, content=customer);",
     "not in known_part: table names|1|'names'"),
    ("CREATE TABLE note (of TEXT REFERENCES Customer (id));",
     "not in known_part: reference note.of|1|'Customer'"),
])
def test_what_it_refuses(tmp_path, bad, problem):
    refuses(tmp_path / "old.db", SCHEMA + GOOD + bad, problem)


@pytest.mark.parametrize("place, words, problem", [
    ("name TEXT NOT NULL", "CHECK (name <> '')", "CHECK in customer|1|'customer'"),
    ("name TEXT NOT NULL", "COLLATE NOCASE", "COLLATE in customer|1|'customer'"),
    ("name TEXT NOT NULL", "DEFAULT 'Ada'", "DEFAULT in customer|1|'customer'"),
    ("name TEXT NOT NULL", "UNIQUE",
     "unique index sqlite_autoindex_customer_2 (name)|1|'customer'"),
    ("REFERENCES customer (id)", "ON DELETE CASCADE", "ON DELETE in invoice|1|'invoice'"),
    ("REFERENCES customer (id)", "ON UPDATE CASCADE", "ON UPDATE in invoice|1|'invoice'"),
    ("REFERENCES customer (id)", "DEFERRABLE", "DEFERRABLE in invoice|1|'invoice'"),
    ("amount INTEGER", "NOT NULL ON CONFLICT IGNORE", "ON CONFLICT in invoice|1|'invoice'"),
])
def test_constraints_that_it_refuses(tmp_path, place, words, problem):
    refuses(tmp_path / "old.db", SCHEMA.replace(place, f"{place} {words}") + GOOD,
            f"not in known_part: {problem}")


def refuses(path, sql, problem):
    done = shell(path, sql)
    assert (done.returncode, done.stderr) == (0, "")
    before = run(SQLITE3, path, ".dump").stdout
    done = migrate(path)
    assert done.stdout.splitlines() == [problem]
    assert done.returncode != 0
    assert "CHECK constraint failed: no problem is listed above" in done.stderr
    assert run(SQLITE3, path, ".dump").stdout == before


@pytest.mark.parametrize("first, second", [
    ("2022-02-22 19:22:22+01:00", "2022-02-22 18:30:00Z"),
    ("2022-02-22T19:22:22", "2022-02-22 20:22:22"),
    ("2022-02-22 19:22:22.123400", "2022-02-22 19:22:22.123100"),
])
def test_texts_in_another_order_than_their_times(tmp_path, first, second):
    path = tmp_path / "old.db"
    low, high = "5b0d9f0a-1c5e-4000-8f44-0d2b7a6a1d11", "919108f7-52d1-43ff-9bac-f847db4148a8"
    shell(path, SCHEMA + customer(f"'{first}'", key=f"'{low}'")
          + customer(f"'{second}'", key=f"'{high}'"))
    done = migrate(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert rows(path, "SELECT created_at FROM customer ORDER BY id") == [(first,), (second,)]


@pytest.mark.parametrize("column", ["email", "time"])
def test_a_column_that_is_added_to_it(tmp_path, column):
    """As its header says: in the table, in what fills it, and in known_part."""
    path = tmp_path / "old.db"
    shell(path, SCHEMA + GOOD + f"ALTER TABLE customer ADD COLUMN {column} TEXT;"
          f"UPDATE customer SET {column} = 'ada@example.com';")
    script = SCRIPT.read_text(encoding="utf-8")
    for old, new in (
            ("'column customer.name'", f"'column customer.name'), ('column customer.{column}'"),
            ("name       TEXT NOT NULL\n", f"name TEXT NOT NULL, {column} TEXT\n"),
            ("(id, created_at, name)", f"(id, created_at, name, {column})"),
            ("created_at, name\n    FROM customer", f"created_at, name, {column} FROM customer")):
        assert script.count(old) == 1
        script = script.replace(old, new)
    done = shell(path, script)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("customer|1|2026-01-31 08:00:00.500|")
    assert rows(path, f"SELECT name, {column} FROM customer") == [("Ada", "ada@example.com")]


@pytest.mark.parametrize("declared, done_well", [("INTEGER", True), ("TEXT", False)])
def test_seconds(tmp_path, declared, done_well):
    """What docs/sqlite/migration.md says about created_at of other types."""
    path = tmp_path / "old.db"
    shell(path, SCHEMA.replace("created_at TEXT", "created_at INTEGER")
          + customer("1645557742", key=f"'{V4}'") + invoice(time="1645557743"))
    before = run(SQLITE3, path, ".dump").stdout
    script = re.sub(r"CASE WHEN date.*\n.*END AS key_time",
                    "strftime('%Y-%m-%d %H:%M:%f', created_at, 'unixepoch') AS key_time",
                    SCRIPT.read_text(encoding="utf-8"))
    done = shell(path, script.replace("created_at TEXT", f"created_at {declared}"))
    if done_well:
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("customer|1|2022-02-22 19:22:22.000|")
        assert rows(path, JOINED) == [(1, 1645557743, "Ada", 1645557742)]
    else:
        assert "CHECK constraint failed: created_at as before, and in the key" in done.stderr
        assert run(SQLITE3, path, ".dump").stdout == before


# ---- backfill.sql

BACKFILL = ROOT / "examples/migration/backfill.sql"
NAMESPACE = "6f1c2a52-0d5c-4c39-8f7e-3f2b8f0b6c1d"
# Ties; every 7th row goes back a day; no times at the start, here and there, and in 1,500 rows; ten
# rows have a key.
ITEMS = """
    CREATE TABLE item (n INTEGER PRIMARY KEY, created_at TEXT, id BLOB, title TEXT AS ('#' || n));
    WITH RECURSIVE row (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < 5000)
    INSERT INTO item (n, created_at)
    SELECT 2 * i, CASE WHEN i > 3 AND i % 10 <> 4 AND i NOT BETWEEN 1200 AND 2700 THEN
        strftime('%Y-%m-%d %H:%M:%f', '2026-01-31', (i / 5 * 0.007 - (i % 7 = 0) * 86400)
            || ' seconds') END FROM row;
    UPDATE item SET id = zeroblob(16) WHERE n % 1000 = 6;
"""


def backfill(path, at_once=1000000, stop=""):
    script = BACKFILL.read_text(encoding="utf-8")
    for word, new in (("1000000", str(at_once)), ("COMMIT;", f"{stop} COMMIT;")):
        assert script.count(word) == 1
        script = script.replace(word, new)
    return shell(path, script)


def backfilled_key(n, created_at):
    """RFC 9562 section 5.7: the time, 30 bits of the row, 44 of a digest of it and its title."""
    unix_ms = round(datetime.datetime.fromisoformat(created_at + "+00:00").timestamp() * 1000)
    name = f'[{n},"#{n}"]'.encode()
    digest = hashlib.sha256(uuid.UUID(NAMESPACE).bytes + name).digest()[:16]
    bits = n << 44 | int.from_bytes(digest, "big") % 2**44
    return (unix_ms << 80 | 7 << 76 | bits >> 62 << 64 | 2 << 62 | bits % 2**62).to_bytes(16, "big")


def test_backfill(tmp_path):
    path, stepwise = tmp_path / "item.db", tmp_path / "stepwise.db"
    for one in (path, stepwise):
        shell(one, f"BEGIN; {ITEMS} COMMIT;")
    done = backfill(path, stop=f"COMMIT;\n.read {BACKFILL}\nBEGIN;")  # twice in one connection
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n0\n", "")

    times = {n: time for n, time in rows(path, "SELECT n, created_at FROM item ORDER BY n")}
    time = next(filter(None, times.values()))
    for n in times:
        time = times[n] = times[n] or time
    by_id = rows(path, "SELECT n, id FROM item WHERE id <> zeroblob(16) ORDER BY id")
    assert [n for n, _ in by_id] == sorted((n for n in times if n % 1000 != 6),
                                           key=lambda n: (times[n], n))
    assert all(key == backfilled_key(n, times[n]) for n, key in by_id)

    left = [backfill(stepwise, 900).stdout for _ in range(2)]
    backfill(stepwise, 900, "\n.exit 1\n")  # changes nothing
    left += [backfill(stepwise, 900).stdout for _ in range(5)]
    assert left == ["4092\n", "3194\n", "2296\n", "1398\n", "499\n", "0\n", "0\n"]
    everything = "SELECT * FROM item ORDER BY n"
    assert rows(stepwise, everything) == rows(path, everything)


@pytest.mark.parametrize("row, problem", [
    ("10001, 'soon'", "malformed time at offset 0"),
    ("10001, '1969-12-31'", "unix_ms is out of range"),
    ("0x40000000, '2026-01-31'", "CHECK constraint failed"),
    ("-1, '2026-01-31'", "CHECK constraint failed"),
])
def test_what_backfill_refuses(tmp_path, row, problem):
    path = tmp_path / "item.db"
    shell(path, f"BEGIN; {ITEMS} INSERT INTO item (n, created_at) VALUES ({row}); COMMIT;")
    done = backfill(path)
    assert done.returncode != 0 and problem in done.stderr
    assert rows(path, "SELECT count(*) FROM item WHERE id IS NOT NULL") == [(10,)]


# ---- copies that have gone on separately

PAGE = (ROOT / "docs/sqlite/migration.md").read_text(encoding="utf-8")
BY_NAME, BY_NAMESPACE = re.findall(r"uuid7_name_blob\(created_at,[^;]*(?=;)", PAGE.partition(
    "## Copies that have diverged")[2])
MACHINE = "0a7d2c64-91e3-4c58-b6f1-d25e8b40973c"
FROM_INTEGERS = BY_NAME.replace("uuid7_name", "uuid8_name").replace("created_at, ", "")
REKEY = (ROOT / "examples/migration/rekey.py").read_text(encoding="utf-8")
OLD_TEXT = "CREATE TABLE customer (id TEXT PRIMARY KEY, created_at TEXT, name TEXT NOT NULL);"
ADD_COLUMN = "ALTER TABLE customer RENAME id TO n; ALTER TABLE customer ADD COLUMN id BLOB;"
OLD_INTEGER = OLD_TEXT.replace("id TEXT", "id INTEGER")
INVOICE = """
    CREATE TABLE invoice (id {0} PRIMARY KEY, created_at TEXT, customer {0} REFERENCES customer,
                          amount INTEGER);
    CREATE INDEX invoice_customer ON invoice (customer);
"""


def machine(path):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, path.stem))


def rekeyed(path):
    """With a namespace of the machine for rows since the split, where KEY has that of the table."""
    assert REKEY.count("'{{1}}'") == 1
    program = path.with_suffix(".py")
    program.write_text(REKEY.replace("'{{1}}'",
                                     f"iif({{{{0}}}}.id < 5, '{{{{1}}}}', '{machine(path)}')"),
                       encoding="utf-8")
    run(PYTHON, "-B", program, path, env={"PYTHONPATH": str(PACKAGE)})


def updated(key):
    def update(path):
        of_table = key.replace("title", "name").replace("1404", "5").replace(MACHINE, machine(path))
        shell(path, f"{ADD_COLUMN} UPDATE customer SET id = {of_table};")
    return update


def backfilled(path):
    script = BACKFILL.read_text(encoding="utf-8")
    shell(path, ADD_COLUMN + re.sub(r"\bitem\b", "customer", script.replace("title)", "name)")))


@pytest.mark.parametrize("schema, key, recipe", [
    (OLD_INTEGER, "n", backfilled), (OLD_TEXT + INVOICE.format("TEXT"), KEY, migrate),
    (OLD_INTEGER + INVOICE.format("INTEGER"), "n", rekeyed), (OLD_INTEGER, "n", updated(BY_NAME)),
    (OLD_INTEGER, "n", updated(BY_NAMESPACE)), (OLD_INTEGER, "n", updated(FROM_INTEGERS)),
], ids=["backfill.sql", "v4_to_v7.sql", "rekey.py", "a name", "a namespace", "From INTEGER keys"])
def test_two_copies_are_merged(tmp_path, schema, key, recipe):
    """Rows from before the split have the same key in both, later ones different keys, though both
    have the same number and time."""
    def insert(first, last, name):
        return (f"WITH RECURSIVE c(n) AS (VALUES ({first}) UNION ALL SELECT n + 1 FROM c"
                f" WHERE n < {last}) INSERT INTO customer SELECT {key.format(name, 'n')},"
                f" '2026-03-02 03:00:00', '{name} ' || n FROM c;")
    found = {}
    for name in ("one", "other"):
        path = tmp_path / f"{name}.db"
        done = shell(path, schema + insert(1, 4, "both") + insert(5, 7, name))
        assert (done.returncode, done.stderr) == (0, "")
        recipe(path)
        found[name] = dict(rows(path, "SELECT id, name FROM customer"))
        assert len(found[name]) == 7 and {len(id) for id in found[name]} == {16}
    one, other = found.values()
    assert sorted(one.items() & other.items()) == sorted(
        item for item in one.items() if item[1].startswith("both"))
    assert len(one.keys() & other.keys()) == 4
