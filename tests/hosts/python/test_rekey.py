"""examples/migration/rekey.py: killed and started again it gives the same as in one go."""

import os
import random
import runpy
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import support
import uuid9562

PROGRAM = support.ROOT / "examples/migration/rekey.py"
CUSTOMERS, INVOICES = 3000, 8000


def rows(path, query):
    database = sqlite3.connect(path)
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def time(source):
    """In an order of its own; some share a millisecond."""
    return f"2026-01-{source.randrange(1, 32):02} 08:00:{source.randrange(60):02}.{source.randrange(10)}"


def make(path):
    source = random.Random(4)
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE customer (id INTEGER PRIMARY KEY, created_at TEXT NOT NULL, name TEXT NOT NULL);
        CREATE TABLE invoice (id INTEGER PRIMARY KEY, created_at TEXT NOT NULL,
                              customer INTEGER NOT NULL REFERENCES customer, amount INTEGER NOT NULL);
    """)
    database.executemany("INSERT INTO customer VALUES (?, ?, ?)", (
        (number * 3 - 500, time(source), f"name {number}") for number in range(CUSTOMERS)))
    database.executemany("INSERT INTO invoice VALUES (?, ?, ?, ?)", (
        (number, time(source), source.randrange(CUSTOMERS) * 3 - 500, number)
        for number in range(INVOICES)))
    database.commit()
    database.close()


def start(path):
    return subprocess.Popen(
        [sys.executable, "-B", PROGRAM, path, "100"], stdout=subprocess.PIPE,
        universal_newlines=True,
        env={**os.environ, "PYTHONPATH": str(Path(uuid9562.__file__).parent.parent)})


def finish(path):
    process = start(path)
    lines = process.communicate(timeout=600)[0].splitlines()
    return process.returncode, lines


@unittest.skipIf(sqlite3.sqlite_version_info < (3, 37), "this SQLite has no STRICT tables")
@unittest.skipUnless(hasattr(sqlite3.Connection, "enable_load_extension"),
                     "this Python's sqlite3 loads no extensions")
class Rekey(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.old, self.new, self.killed = (
            Path(folder.name) / name for name in ("old", "new", "killed"))
        make(self.old)
        for path in (self.new, self.killed):
            shutil.copy(self.old, path)

    def test_killed_it_gives_the_same(self):
        code, lines = finish(self.new)
        self.assertEqual((code, lines[0], lines[-2:]), (
            0, f"customer: 100 of {CUSTOMERS}", [f"invoice: {INVOICES} of {INVOICES}", "done"]))
        source = random.Random(9)
        for _ in range(8):
            process = start(self.killed)
            for _ in range(source.randrange(1, 12)):
                process.stdout.readline()
            process.kill()
            process.wait()
            process.stdout.close()
        code, lines = finish(self.killed)
        self.assertEqual(code, 0)
        self.assertLess(len(lines), (CUSTOMERS + INVOICES) // 100)
        for table in ("customer", "invoice", "sqlite_schema"):
            order = "name" if table == "sqlite_schema" else "id"
            columns = "type, name, sql" if table == "sqlite_schema" else "*"
            query = f"SELECT {columns} FROM {table} ORDER BY {order}"
            self.assertEqual(rows(self.killed, query), rows(self.new, query))
        self.assertEqual(finish(self.new), (0, ["done before"]))

    def test_a_key_is_a_function_of_the_old_key_alone(self):
        """Whatever its type, and in each encoding of the database."""
        key = runpy.run_path(str(PROGRAM))["CUSTOMER"]
        query = f"SELECT {key}, uuid7_name_blob(created_at, ?, ?) FROM customer"
        for encoding in ("UTF-8", "UTF-16le", "UTF-16be"):
            database = sqlite3.connect(":memory:")
            self.addCleanup(database.close)
            uuid9562.load(database, strict=True)
            database.execute(f"PRAGMA encoding = '{encoding}'")
            database.execute("CREATE TABLE customer (created_at DEFAULT '2026-01-01', id)")
            for old, name in ((-5, b"-5"), ("\u00e9", "\u00e9".encode()),
                              *[(blob, blob) for blob in (bytes(range(7)), b"\xff\0a" * 5)]):
                database.execute("DELETE FROM customer")
                database.execute("INSERT INTO customer (id) VALUES (?)", [old])
                new, expected = database.execute(query, [key.split("'")[1], name]).fetchone()
                self.assertEqual(new, expected, (encoding, old))

    def test_order_and_references(self):
        finish(self.new)
        for table, count in (("customer", CUSTOMERS), ("invoice", INVOICES)):
            times = [time for time, in rows(self.new, f"SELECT created_at FROM {table} ORDER BY id")]
            self.assertEqual(len(times), count)
            self.assertEqual(times, sorted(times))
        self.assertEqual(rows(self.new, "PRAGMA foreign_key_check"), [])
        joined = ("SELECT amount, invoice.created_at, name, customer.created_at FROM invoice"
                  " JOIN customer ON customer.id = customer ORDER BY amount")
        self.assertEqual(rows(self.new, joined), rows(self.old, joined))
