"""C and the three bindings, each by its own suite, whose runner of vectors reads our file.

B, LUA, PYTHON and SQLITE3 name the build and the tools, as for make.
"""

import collections
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("B") or "build")
LUA = os.environ.get("LUA") or "lua5.4"
PYTHON = os.environ.get("PYTHON") or "python3"

# The command, the pattern of its counts, and how many of those that passed are no rows.
BINDINGS = {
    "C": ('exec "$B/tests/core"', r"vectors: (\d+) passed, (\d+) failed, (\d+) skipped", 0),
    "SQL": ('awk -f tests/sqlite/vectors.awk "$UUID9562_VECTORS" >"$T/interop.sql" &&\n'
            'exec sh tests/sqlite/check.sh "$B/sqlite/uuid9562" "$T/interop.sql"',
            r"interop\.sql: (\d+) passed, (\d+) failed()$", 0),
    "Lua": ('LUA_CPATH="$B/lua/?.so" exec "$LUA" tests/lua/run.lua vectors',
            r"lua: (\d+) passed, (\d+) failed, (\d+) skipped", 2),
    "Python": ('PYTHONPATH="$B/python" exec "$PYTHON" -B -m unittest discover -s tests/python '
               '-t tests/python -p test_vectors.py',
               r"(?:()OK|()FAILED \(failures=(\d+)\))$", 0),
}

Answer = collections.namedtuple("Answer", "passed failed skipped said")


def ask(binding, path, count, folder):
    """The counts of one binding for a file of `count` rows. If it loses some, all have failed."""
    command, counts, others = BINDINGS[binding]
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        done = subprocess.run(
            ["sh", "-c", command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "B": BUILD, "LUA": LUA, "PYTHON": PYTHON, "T": scratch,
                 "TMPDIR": scratch, "UUID9562_VECTORS": path, "CK_RUN_CASE": "vectors",
                 "CK_FORK": "no"})
    said = done.stdout.decode(errors="replace")
    found = re.findall(counts, said, re.MULTILINE)
    if len(found) != 1:
        return Answer(0, count, 0, said)
    if binding == "Python":
        failed, skipped = int(found[0][2] or 0), 0
        passed = count - failed
    else:
        passed, failed, skipped = (int(number or 0) for number in found[0])
        passed -= others
    complete = passed + failed + skipped == count and (done.returncode == 0) == (failed == 0)
    return Answer(passed, failed, skipped, said) if complete else Answer(0, count, 0, said)


def ask_all(path, count, folder):
    """All four, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        futures = {binding: pool.submit(ask, binding, path, count, folder) for binding in BINDINGS}
        return {binding: future.result() for binding, future in futures.items()}
