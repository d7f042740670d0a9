"""How many rows the reader of a change feed skips, by what draws the keys and when: 8 processes
write, a row in each transaction, without a kill and without a step of the clock (tests/together/feed
has the harness). `make bench-feeds` runs this; it prints the table of docs/sqlite/feeds.md.

PYTHON has what it compares: uuid-utils, sqlean.py, and for Python 3.14's uuid7 in an earlier Python
uuid-backport. What it does not have is named and left out.
"""

import functools
import os
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BEFORE = "INSERT INTO event (id) VALUES (?)"
INSIDE = "INSERT INTO event (id) VALUES (peer())"
IMMEDIATE = "BEGIN IMMEDIATE; INSERT INTO event (id) VALUES (?); COMMIT"
DRAWN = "in the statement", "after `BEGIN IMMEDIATE`", "before the statement"
LIBRARIES = [("uuid9562", "uuid9562.uuid7"), ("Python 3.14's `uuid`", "feeds.python_314"),
             ("uuid-utils", "feeds.uuid_utils"), ("sqlean", "feeds.sqlean")]


def python_314():
    try:
        return uuid.uuid7()
    except AttributeError:
        import uuid_backport
        return uuid_backport.uuid7()


def uuid_utils():
    import uuid_utils as package
    return package.uuid7()


@functools.cache
def sqlean_connection():
    import sqlean as package
    package.extensions.enable("uuid")
    return package.connect(":memory:")


def sqlean():
    return uuid.UUID(sqlean_connection().execute("SELECT uuid7()").fetchone()[0])


def main(rows):
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/together/feed")]
    from feed import feed
    from harness import PACKAGE, PYTHON
    os.environ["PYTHONPATH"] = os.pathsep.join([str(PACKAGE), str(ROOT / "bench")])
    print("skipped, out of order:\n")
    print(f"| keys of | {' | '.join(DRAWN)} |\n|---|---|---|---|")
    for name, draw in LIBRARIES:
        module, _, _ = draw.partition(".")
        tried = subprocess.run([PYTHON, "-c", f"import {module}; {draw}()"], text=True,
                               stderr=subprocess.PIPE)
        if tried.returncode != 0:
            print(f"{name} is left out: {tried.stderr.splitlines()[-1]}", file=sys.stderr)
            continue
        cells = []
        for line in (INSIDE, IMMEDIATE, BEFORE):
            with tempfile.TemporaryDirectory() as folder:
                got = feed(Path(folder), "WAL", rows, [line], draw, steps=False, kills=False)
            cells.append(f"{got['skipped']:,}, {got['late'][0]:,}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["20000"])[0]))
