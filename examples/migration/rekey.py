"""Give a table with INTEGER keys, and one that refers to it, keys of version 7 by created_at.

    python3 rekey.py DATABASE [ROWS_PER_STEP]

A key is uuid7_name(created_at, the table's namespace, the old key): no clock and no randomness, so
this program can be killed at any time and started again, and a replica that runs it has the same
keys. Each step is a transaction, and reports its progress; nothing else changes until the last, which
puts the new tables in the place of the old ones. No program may write to the tables meanwhile.

If copies of the database have gone on separately, new rows of both may have the same time and old
key: give those since then a namespace for each copy, in KEY (docs/sqlite/migration.md).
"""

import sqlite3
import sys

import uuid9562

CUSTOMERS = "6b5f0f3c-1d52-4c1b-9a53-0d7f6d5c2c11"  # random UUIDs: a namespace for each table
INVOICES = "c1f0a4de-53a8-4d0e-8c8e-6a4c1e7f9b20"

CREATE = """
    CREATE TABLE IF NOT EXISTS rekeyed (name TEXT PRIMARY KEY, last INTEGER NOT NULL)
        STRICT;
    CREATE TABLE IF NOT EXISTS new_customer (
        id         BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
        created_at TEXT NOT NULL,
        name       TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS new_invoice (
        id         BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
        created_at TEXT NOT NULL,
        customer   BLOB NOT NULL REFERENCES new_customer (id),
        amount     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
"""
# Of a BLOB the bytes: as TEXT they would be read in the encoding of the database.
OLD = "iif(typeof({0}.id) = 'blob', {0}.id, CAST({0}.id AS TEXT))"
KEY = f"uuid7_name_blob({{0}}.created_at, '{{1}}', {OLD})"
CUSTOMER, INVOICE = KEY.format("customer", CUSTOMERS), KEY.format("invoice", INVOICES)
COPY = {
    "customer": f"""
        INSERT INTO new_customer SELECT {CUSTOMER}, created_at, name FROM customer
        WHERE id > ?1 AND id <= ?2 ORDER BY 1""",
    "invoice": f"""
        INSERT INTO new_invoice SELECT {INVOICE}, invoice.created_at, {CUSTOMER}, amount
        FROM invoice JOIN customer ON customer.id = invoice.customer
        WHERE invoice.id > ?1 AND invoice.id <= ?2 ORDER BY 1""",
}
FINISH = """
    DROP TABLE invoice;
    DROP TABLE customer;
    ALTER TABLE new_customer RENAME TO customer; -- new_invoice refers to it by its new name
    ALTER TABLE new_invoice RENAME TO invoice;
    CREATE INDEX invoice_customer ON invoice (customer);
    DROP TABLE rekeyed;
"""


def one(database, query, *values):
    row = database.execute(query, values).fetchone()
    return row and row[0]


def copy(database, table, size):
    """Copies the rows after the last one that is copied, `size` of them at a time."""
    rows = one(database, f"SELECT count(*) FROM {table}")
    while True:
        last = one(database, "SELECT last FROM rekeyed WHERE name = ?", table)
        after = -2**63 if last is None else last
        next_ = one(database, f"SELECT max(id) FROM (SELECT id FROM {table} WHERE id > ?"
                              " ORDER BY id LIMIT ?)", after, size)
        if next_ is None:
            return
        database.execute("BEGIN IMMEDIATE")
        database.execute(COPY[table], (after, next_))
        database.execute("INSERT OR REPLACE INTO rekeyed VALUES (?, ?)", (table, next_))
        database.execute("COMMIT")
        done = one(database, f"SELECT count(*) FROM {table} WHERE id <= ?", next_)
        print(f"{table}: {done} of {rows}", flush=True)


def main(path, size="10000"):
    database = sqlite3.connect(path, isolation_level=None)
    uuid9562.load(database, strict=True)
    if one(database, "SELECT type FROM pragma_table_info('customer') WHERE name = 'id'") == "BLOB":
        print("done before")
        return
    database.executescript(CREATE)
    copy(database, "customer", int(size))
    copy(database, "invoice", int(size))
    for table in COPY:
        if one(database, f"SELECT (SELECT count(*) FROM {table}) <> (SELECT count(*)"
                         f" FROM new_{table})"):
            sys.exit(f"{table}: rows were added or removed, or refer to none; drop the new tables")
    if database.execute("PRAGMA foreign_key_check(new_invoice)").fetchall():
        sys.exit("invoice: a customer is missing")
    database.execute("PRAGMA foreign_keys = OFF")
    database.executescript(f"BEGIN IMMEDIATE; {FINISH} COMMIT;")
    print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
