"""What the tests that pytest runs share: where things are, and the tables that all suites read.

The environment may name other paths, as the Makefile does: B (the build folder), CC, LUA, PYTHON,
SQLITE3, MAKE.
"""

import functools
import os
import re
import shlex
import subprocess
import warnings
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
BUILD = (ROOT / os.environ.get("B", "build")).resolve()
CC = shlex.split(os.environ.get("CC", "cc"))
LUA = os.environ.get("LUA", "lua5.4")
PYTHON = os.environ.get("PYTHON", "/usr/bin/python3")
SQLITE3 = os.environ.get("SQLITE3", "sqlite3")
MAKE = shlex.split(os.environ.get("MAKE", "make"))

PACKAGE = Path(os.environ.get("UUID9562_PACKAGE") or BUILD / "python")  # the folder it is in
CLOCK = BUILD / "tests" / "clock.so"
EXTENSION = BUILD / "sqlite" / "uuid9562.so"
COMMAND = BUILD / "cli" / "uuid9562"
VECTORS = Path(os.environ.get("UUID9562_VECTORS") or TESTS / "vectors.tsv")
SURFACE = TESTS / "surface.tsv"
HEADERS = sorted((ROOT / "core/include").glob("*.h"))


def run(*command, check=True, timeout=1800, env=None, **options):
    """Runs a command and returns what subprocess.run does, its output as text. With `check`, an
    exit code other than 0 is a failure that shows what the command wrote. A library that `env`
    preloads comes after those that this process has."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "universal_newlines": True,
               **options}
    __tracebackhide__ = True
    env = {**os.environ, **(env or {})}
    if env.get("LD_PRELOAD") != os.environ.get("LD_PRELOAD"):
        env["LD_PRELOAD"] = f"{os.environ.get('LD_PRELOAD', '')} {env['LD_PRELOAD']}"
    done = subprocess.run([str(word) for word in command], timeout=timeout, env=env, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n"
                             f"{done.stdout or ''}{done.stderr or ''}")
    return done


@functools.lru_cache(maxsize=None)
def is_newer(*compiler):
    """Than those of Debian 13."""
    macros = run(*compiler, "-dM", "-E", "-xc", os.devnull).stdout
    defined = dict(re.findall(r"^#define (\w+) (\d+)$", macros, re.M))
    return int(defined.get("__clang_major__", 0)) > 19 or int(defined["__GNUC__"]) > 14


def compile_strictly(compiler, *words, **options):
    """Compiles with all warnings. One is a failure; of a compiler newer than those of Debian 13,
    which may warn of more, it is shown."""
    error = () if is_newer(*compiler) else ("-Werror",)
    done = run(*compiler, "-Wall", "-Wextra", "-Wpedantic", *error, *words, **options)
    if done.stderr:
        warnings.warn(done.stderr)


def make(*words):
    """Calls make for our build folder. Of several processes that run tests, one at a time does."""
    from fcntl import LOCK_EX, flock  # not on Windows, where some tests run without pytest
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "lock", "w") as lock:
        flock(lock, LOCK_EX)
        return run(*MAKE, "-s", "-C", ROOT, f"B={BUILD}", *words)


def built(name):
    """A program of the tests, which make builds where that is to be done."""
    program = BUILD / "tests" / name
    make(program)
    return program


def table(path):
    """The rows of a .tsv file: (line number, cells)."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield number, line.split("\t")


def host_rows(path):
    """The vectors that a host answers: an operation that begins with uuid9562_ is one of C alone."""
    return (row for row in table(path) if not row[1][0].startswith("uuid9562_"))


def run_vectors(suite, path):
    """Runs what a suite has for tests/vectors.tsv on another file of that kind. It ends by saying
    how many rows passed and failed, and how many it has no types for."""
    command = {
        "C": [BUILD / "tests/core", "vectors"],
        "SQL": [PYTHON, "-B", TESTS / "hosts/sqlite/sql_file.py", EXTENSION.with_suffix(""), path],
        "Lua": [LUA, "tests/hosts/lua/run.lua", "vectors"],
        "Python": [PYTHON, "-B", "-m", "unittest", "discover", "-s", "tests/hosts/python",
                   "-t", "tests/hosts/python", "-p", "test_vectors.py"],
    }[suite]
    return run(*command, check=False, cwd=ROOT, stderr=subprocess.STDOUT, errors="replace",
               env={"UUID9562_VECTORS": str(path), "LUA_CPATH": f"{BUILD}/lua/?.so",
                    "PYTHONPATH": str(PACKAGE), "CK_FORK": "no"})
