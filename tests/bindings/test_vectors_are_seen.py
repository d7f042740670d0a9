"""A test that cannot fail is worse than none: each of the four runners of vectors fails for a wrong
result, for a wrong error, and for an operation that it does not know."""

import sys

import pytest
from harness import BUILD, EXTENSION, LUA, ROOT, TESTS, built, run

GOOD = "uuid5\ts:2ed6657d-e927-568b-95e1-2665a8aea6a2\ts:@dns\ts:www.example.com\n"
ROWS = {
    "a right result": "",
    "a wrong result": GOOD.replace("s:2ed", "s:3ed"),
    "an error for a result": "parse\ts:6ba7b810-9dad-11d1-80b4-00c04fd430c8\ts:nonsense\n",
    "a refused argument": "uuid7_min\ts:00000000-0000-7000-8000-000000000000\ti:-1\n",
    "a wrong offset": "parse\te:malformed@3\ts:nonsense\n",
    "a wrong kind of error": "uuid7_min\te:type\ti:-1\n",
    "an unknown operation": "uuid9\ts:x\ts:y\n",
}


def run_core(path):
    return [built("core"), "vectors"]


def run_sqlite(path):
    return [sys.executable, "-B", TESTS / "sqlite/sql_file.py", EXTENSION.with_suffix(""), path]


def run_lua(path):
    return [LUA, "tests/lua/run.lua", "vectors"]


def run_python(path):
    return [sys.executable, "-B", "-m", "unittest", "discover", "-s", "tests/python",
            "-t", "tests/python", "-p", "test_vectors.py"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.replace(" ", "_"))
@pytest.mark.parametrize("runner", (run_core, run_sqlite, run_lua, run_python))
def test_runner(runner, row, tmp_path):
    path = tmp_path / "vectors.tsv"
    path.write_text(GOOD + ROWS[row])
    done = run(*runner(path), check=False, cwd=ROOT,
               env={"UUID9562_VECTORS": str(path), "LUA_CPATH": f"{BUILD}/lua/?.so"})
    assert (done.returncode == 0) == (row == "a right result"), done.stdout + done.stderr
