"""CPython's own tests, in its debug build, with accelerate() on and the SQLite extension in every
connection, in child processes too: each test has the result that it has without us, and CPython's
hunt for leaks finds none; `./dev host-suites`."""

import shutil

import pytest
from debian_source import debian
from harness import CLOCK, EXTENSION, ROOT, make, run
from ours import PLACE, compiled

SUITES = {"3.11": "bookworm", "3.13": "trixie"}

TESTS = ("test_uuid", "test_sqlite3", "test_gc", "test_capi", "test_copy", "test_descr",
         "test_weakref", "test_fork1", "test_threading")
LEAKS = ("test_uuid", "test_sqlite3", "test_copy", "test_weakref")

# What CPython runs at each start.
SITE = """
import ctypes, os, uuid9562
uuid9562.accelerate()
sqlite = ctypes.CDLL("libsqlite3.so.0", ctypes.RTLD_GLOBAL)
sqlite.sqlite3_auto_extension(ctypes.CDLL(os.environ["OURS"]).sqlite3_uuid9562_init)
"""

# test_uuid has new copies of the module, which nothing accelerates. Each result is a line.
START = """
import os, runpy, uuid
from test.support import import_helper
try:
    from test.support import testresult
except ImportError:  # in 3.13
    from test.libregrtest import testresult
fresh = import_helper.import_fresh_module
import_helper.import_fresh_module = lambda name, *words, **how: (
    uuid if name == "uuid" else fresh(name, *words, **how))
report, kind = open(os.environ["REPORT"], "w"), testresult.RegressionTestResult
def record(name, add):
    def recorded(self, test, *words):
        print(name, test.id(), file=report, flush=True)
        add(self, test, *words)
    setattr(kind, name, recorded)
for name in "addSuccess", "addError", "addFailure", "addSkip":
    record(name, getattr(kind, name))
runpy.run_module("test", run_name="__main__", alter_sys=True)
"""

# uuid5() answers as uuid3() does; a hash keeps a reference.
WRONG = ("return derive(bound, args, nargs, uuid9562_uuid5);",
         "return derive(bound, args, nargs, uuid9562_uuid3);")
LEAK = ("    hash = PyLong_Type.tp_hash(number);\n    Py_DECREF(number);\n",
        "    hash = PyLong_Type.tp_hash(number);\n")


class Python:
    """A debug build of CPython."""

    def __init__(self, version):
        source = debian(f"python{version}", SUITES[version])
        self.folder = PLACE / f"python{version}"
        self.program, done = self.folder / "python", self.folder / "done"
        self.headers = [f"-I{folder}" for folder in (source / "Include", self.folder)]
        if not done.exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            run(source / "configure", "--with-pydebug", "CFLAGS=-O1 -g0", cwd=self.folder)
            run("make", "-j2", cwd=self.folder, timeout=None)
            done.touch()

    def with_ours(self, **how):
        """The environment of a Python with us."""
        place = self.folder / ("mistake" if how else "ours")
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(ROOT / "bindings/python/uuid9562", place / "uuid9562")
        compiled("python", place, *self.headers, "-DPyInit__uuid9562=PyInit__core",
                 name="uuid9562/_core.so", **how)
        (place / "site").mkdir()
        (place / "site/sitecustomize.py").write_text(SITE, "utf-8")
        return {"PYTHONPATH": f"{place / 'site'}:{place}",
                "OURS": str(compiled("sqlite", place, "-DSQLITE_CORE"))}

    def run_tests(self, environment, *words):
        """Runs CPython's tests. An interrupt must end a child, even in the background; after 30
        minutes, all end, and the test that hangs shows its stack."""
        return run("env", "--default-signal", "timeout", "-s", "ALRM", "30m", self.program, "-c",
                   START, *words, cwd=self.folder, check=False, timeout=None,
                   env={"PYTHONPATH": "", "REPORT": str(self.folder / "report"), **environment})

    def results(self, environment, *tests):
        """The tests that ran, each after what became of it."""
        done = self.run_tests(environment, *tests)
        assert "Total duration" in done.stdout, done.stdout + done.stderr
        return sorted((self.folder / "report").read_text("utf-8").splitlines())


@pytest.fixture(scope="module", name="python", params=SUITES)
def debug_build(request):
    return Python(request.param)


def test_results(python):
    alone, together = python.results({}, *TESTS), python.results(python.with_ours(), *TESTS)
    assert len(alone) > 1000
    assert together == alone


def test_leaks(python):
    for environment in ({}, python.with_ours()):
        done = python.run_tests(environment, "-R", "3:3", *LEAKS)
        assert done.returncode == 0, done.stdout + done.stderr


def test_own_tests(python):
    """Ours, which count all references in a debug build."""
    make("sqlite", CLOCK)
    run(python.program, "-B", "-m", "unittest", "discover", "-s", "tests/python", "-t",
        "tests/python", cwd=ROOT, timeout=None,
        env={"UUID9562_SQLITE": str(EXTENSION), "TEST_CLOCK_LIBRARY": str(CLOCK),
             "PYTHONPATH": python.with_ours()["PYTHONPATH"].partition(":")[2]})


def test_mistakes_are_found(python):
    wrong = python.results(python.with_ours(mistake=WRONG), "test_uuid")
    assert "addFailure test.test_uuid.TestUUIDWithExtModule.test_uuid5" in wrong
    done = python.run_tests(python.with_ours(mistake=LEAK), "-R", "3:3", "test_uuid")
    assert "test_uuid leaked" in done.stderr, done.stdout
