"""SQLite's own tests, the quick ones of its TCL tests and its collection of fuzzed databases, with
the extension in every connection: the results are those without it, but for what DIFFERENCES lists;
`./dev host-suites`."""

import os
import re
import shutil
import sqlite3

import pytest
from debian_source import debian
from harness import run
from ours import HERE, PLACE, compiled

# Tests that have another result, and why.
DIFFERENCES = {name: "it lists all collations, of which one is UUID"
               for name in ("pragma-11.1", "pragma-11.2")}

# Initialising the extension leaves a statement open.
MISTAKE = ("    if (is_registered(db))\n", "    sqlite3_stmt *left;\n"
           "    sqlite3_prepare_v2(db, \"SELECT 1\", -1, &left, NULL);\n"
           "    if (is_registered(db))\n")

# SQLite's tests do not run as a user who may read and write every file.
RESTRICTED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] * (os.geteuid() == 0)


@pytest.fixture(scope="module", name="built")
def sqlites_tests():
    """The folder of the programs of SQLite's tests, and that of its sources."""
    source, folder = debian("sqlite3", "trixie"), PLACE / "sqlite"
    if not shutil.which("tclsh"):
        pytest.skip("tcl is not installed")
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        run(source / "configure", "--enable-all", "CFLAGS=-O1 -g0", cwd=folder)
        run("make", "-j2", "testfixture", "fuzzcheck", f"TLIBS={HERE}/open.c -Wl,-E -lm -lz -ldl",
            "OPTS=-DSQLITE_EXTRA_AUTOEXT=open_with_extension", cwd=folder)
        (folder / "done").touch()
    return folder, source / "test"


def preload(folder, **how):
    """The environment that puts the extension into every connection."""
    place = folder / ("mistake" if how else "ours")
    return {"LD_PRELOAD": str(compiled("sqlite", place, f"-I{folder}", "-DSQLITE_CORE", **how))}


def results(built, name, environment, *patterns):
    """The scripts of SQLite's that ran: how many tests each has, and the names of those that
    failed, or the script's, if it ended before its end."""
    folder, tests = built
    place = folder / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    run(*RESTRICTED, "timeout", "2h", folder / "testfixture", tests / "testrunner.tcl", "--jobs",
        "2", "veryquick", *patterns, cwd=place, env=environment, check=False, timeout=None)
    ran = {}
    with sqlite3.connect(place / "testrunner.db") as db:
        hang = db.execute("SELECT displayname FROM jobs WHERE state = 'running'").fetchall()
        assert not hang, f"did not end: {hang}"
        for script, output in db.execute("SELECT displayname, output FROM jobs"):
            counts = re.search(r"^(\d+) errors out of (\d+) tests", output or "", re.M)
            failed = re.search(r"^!Failures on these tests: (.*)", output or "", re.M)
            ran[script] = (int(counts[2]) if counts else 0,
                           {script} if not counts else set(failed[1].split()) if failed else set())
    return ran


def fuzzcheck(built, environment, *names):
    """What fuzzcheck says of these databases, without the time."""
    folder, tests = built
    done = run(folder / "fuzzcheck", *map(str, sorted(sum((list(tests.glob(name))
               for name in names), []))), check=False, env=environment)
    return re.sub(r" in [\d.]+ seconds", "", done.stdout + done.stderr)


def differs(script, alone, together):
    """The tests of a script that fail only alone or only with the extension; or the script, if it
    has fewer tests with it."""
    (count, failed), (count_with, failed_with) = alone[script], together.get(script, (0, set()))
    return failed ^ failed_with or ({script} if count_with < count else set())


def test_quick_tests(built):
    """Those that let each allocation fail in turn are more tests with the extension. A script with
    another result, as one that waits for a time may have on a busy machine, is run once more."""
    ours = preload(built[0])
    alone, together = results(built, "control", {}), results(built, "with", ours)
    assert len(alone) > 1000 and sum(count for count, _ in alone.values()) > 100000
    again = [script.rpartition("/")[2] for script in alone if differs(script, alone, together)]
    alone, together = results(built, "control", {}, *again), results(built, "with", ours, *again)
    differences = set().union(*(differs(script, alone, together) for script in alone))
    assert differences == set(DIFFERENCES)


def test_fuzzed_databases(built):
    alone, together = (fuzzcheck(built, environment, "fuzzdata*.db")
                       for environment in ({}, preload(built[0])))
    assert re.search(r"^fuzzcheck: 0 errors out of \d{5} tests$", alone, re.M), alone
    assert together == alone


def test_mistake_is_found(built):
    mistake = preload(built[0], mistake=MISTAKE)
    assert not any(failed for _, failed in results(built, "one", {}, "stmt.test").values())
    assert any(failed for _, failed in results(built, "one", mistake, "stmt.test").values())
    assert fuzzcheck(built, {}, "fuzzdata3.db") != fuzzcheck(built, mistake, "fuzzdata3.db")
