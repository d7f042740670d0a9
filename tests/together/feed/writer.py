"""A writer of feed.py in Python: writer.py EXTENSION DATABASE SCRIPT ROUNDS [MODULE.FUNCTION]

The function, uuid9562.uuid7 if none is named, makes the keys, and is peer() in SQL."""

import importlib
import sqlite3
import sys

extension, path, script, rounds, *draw = sys.argv[1:]
module, _, name = (draw or ["uuid9562.uuid7"])[0].rpartition(".")
uuid7 = getattr(importlib.import_module(module), name)
connection = sqlite3.connect(path, timeout=1, isolation_level=None)
connection.enable_load_extension(True)
connection.load_extension(extension)
connection.execute("PRAGMA synchronous = OFF")
connection.create_function("peer", 0, lambda: uuid7().bytes)


def writes(line):
    for statement in line.split("; "):
        key = uuid7().bytes
        while True:
            try:
                connection.execute(statement, (key,) * statement.count("?")).fetchall()
                break
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
            if "COMMIT" not in statement:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                return False
    return True


with open(script) as file:
    lines = file.read().splitlines()
for line in lines * int(rounds):
    while not writes(line):
        pass
