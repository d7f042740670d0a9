"""C and the three bindings, each by its own suite, whose runner of vectors reads our file.

B, LUA and PYTHON name the build and the tools, as for make.
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

BINDINGS = {
    "C": [f"{BUILD}/tests/core", "vectors"],
    "SQL": [PYTHON, "-B", "tests/sqlite/sql_file.py", f"{BUILD}/sqlite/uuid9562"],  # and the file
    "Lua": [LUA, "tests/lua/run.lua", "vectors"],
    "Python": [PYTHON, "-B", "-m", "unittest", "discover", "-s", "tests/python",
               "-t", "tests/python", "-p", "test_vectors.py"],
}
COUNTS = re.compile(r"^(?:vectors|.*\.tsv): (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$",
                    re.MULTILINE)

Answer = collections.namedtuple("Answer", "passed failed skipped said")


def ask(binding, path, count, folder):
    """The counts of one binding for a file of `count` rows. If it loses some, all have failed."""
    command = BINDINGS[binding] + ([path] if binding == "SQL" else [])
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": scratch, "UUID9562_VECTORS": path, "CK_FORK": "no",
                 "LUA_CPATH": f"{BUILD}/lua/?.so", "PYTHONPATH": f"{BUILD}/python"})
    said = done.stdout.decode(errors="replace")
    found = COUNTS.findall(said)
    if len(found) != 1:
        return Answer(0, count, 0, said)
    passed, failed, skipped = (int(number or 0) for number in found[0])
    complete = passed + failed + skipped == count and (done.returncode == 0) == (failed == 0)
    return Answer(passed, failed, skipped, said) if complete else Answer(0, count, 0, said)


def ask_all(path, count, folder):
    """All four, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        futures = {binding: pool.submit(ask, binding, path, count, folder) for binding in COMMANDS}
        return {binding: future.result() for binding, future in futures.items()}
