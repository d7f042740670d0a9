"""Reads the demo's database with Python's own sqlite3, and recomputes each stable id."""

import sqlite3
import sys

import uuid9562

rows = sqlite3.connect(sys.argv[1]).execute(
    "SELECT id, stable, purl FROM package ORDER BY id").fetchall()
wrong = [purl for _, stable, purl in rows if uuid9562.uuid5("@url", purl).bytes != stable]
if wrong or not rows:
    sys.exit(f"   {len(wrong)} ids of {len(rows)} differ, such as that of {wrong[:1]}")
first = uuid9562.from_bytes(rows[0][0])
print(f"   {len(rows)} version 5 ids recomputed: all equal SQLite's")
print(f"   the first key is {first!r}, version {uuid9562.version(first)},")
print(f"   of {uuid9562.to_datetime(first)}")
