"""C and the three bindings, each by its own suite, whose runner of vectors reads our file."""

import collections
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from harness import BUILD, ROOT, run_vectors  # noqa: E402, F401

BINDINGS = ("C", "SQL", "Lua", "Python")

Answer = collections.namedtuple("Answer", "passed failed skipped said")


def ask(binding, path, count):
    """The counts of one binding for a file of `count` rows. If it loses some, all have failed."""
    done = run_vectors(binding, path)
    found = re.findall(r"^vectors: (\d+) passed, (\d+) failed, (\d+) skipped$", done.stdout, re.M)
    if len(found) == 1:
        counts = list(map(int, found[0]))
        if sum(counts) == count and (done.returncode == 0) == (counts[1] == 0):
            return Answer(*counts, done.stdout)
    return Answer(0, count, 0, done.stdout)


def ask_all(path, count):
    """All four, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        futures = {binding: pool.submit(ask, binding, path, count) for binding in BINDINGS}
        return {binding: future.result() for binding, future in futures.items()}
