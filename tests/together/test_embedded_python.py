"""A program that embeds CPython and has the Python module, the SQLite extension and the core compiled
in (embedded_python.c, whose arguments are steps)."""

import re
import shutil

import pytest
from harness import CC, PYTHON, ROOT, TESTS, compile_strictly, run

SOURCES = [TESTS / "together/embedded_python.c", "bindings/python/src/module.c",
           "sqlite/extension.c", "core/uuid9562.c"]
SETTINGS = """
import sys, sysconfig
for name in "prefix", "LIBDIR", "LDVERSION":
    print(sysconfig.get_config_var(name) or "")
print(sysconfig.get_path("include"))
print(sys.version_info >= (3, 11))
"""

FROM = f"import sys; sys.path.insert(0, {str(ROOT / 'bindings/python')!r})"
DRAW = "import uuid9562; print(uuid9562.uuid7())"
USE = """
import uuid, uuid9562
generator = uuid9562.Generator(clock=lambda: 5)
generator.batch(7, 100), uuid9562.batch(7, 100), uuid9562.batch_bytes(4, 100)
column = uuid9562.batch_arrow(7, 100)
uuid9562.accelerate()
uuid.UUID(str(uuid.uuid4())).hex, uuid9562.uuid5("@dns", "x"), uuid9562.uuid1()
print(uuid9562.uuid7())
"""
# Objects and threads that the end of the interpreter interrupts.
BUSY = """
import builtins, threading, time, uuid, uuid9562
uuid9562.accelerate()
class Last:
    def __del__(self, generator=uuid9562.Generator(clock=time.time_ns), uuid9562=uuid9562):
        generator.uuid7(), uuid9562.uuid7(), uuid9562.batch(7, 10), uuid9562.uuid5("@dns", "x")
class Standard:
    def __init__(self):
        self.uuid = uuid.UUID(int=7)
    def __del__(self):
        str(self.uuid), hash(self.uuid), self.uuid.hex, type(self.uuid)(int=7) == self.uuid
last, column = Last(), uuid9562.batch_arrow(7, 10)
builtins.last = Last(), Standard()  # which go after all modules
def repeat(call):
    while True:
        call()
for call in (uuid9562.uuid7, uuid9562.Generator(clock=time.time_ns).uuid7, uuid.uuid4,
             lambda: uuid9562.batch(7, 1000), lambda: uuid9562.batch_arrow(4, 1000)):
    threading.Thread(target=repeat, args=[call], daemon=True).start()
time.sleep(0.01)
"""


class Host:
    """The program, compiled with flags."""

    def __init__(self, folder, flags=()):
        self.folder = folder
        self.home, libraries, version, include, since = run(
            PYTHON, "-c", SETTINGS).stdout.splitlines()
        self.freezes = since == "True"
        shared = f"-L{libraries}", f"-Wl,-rpath,{libraries}", f"-lpython{version}"
        # Optimised, since Python 3.13 allows so many calls that larger frames fill the stack.
        self.flags = "-g", "-O1", "-pthread", *flags
        if run(*CC, "-isystem", include, "-E", "-xc", "-",
               input="#include <Python.h>\n#include <sqlite3ext.h>", check=False).returncode:
            pytest.skip("there is no Python.h or no sqlite3ext.h")
        frozen = "#include <Python.h>\nconst struct _frozen uuid9562_frozen[1];"
        if self.freezes:
            frozen = run(PYTHON, ROOT / "examples/embed/freeze.py",
                         ROOT / "bindings/python/uuid9562").stdout
        (folder / "frozen.c").write_text(frozen)
        compile_strictly(CC, "-std=c11", "-D_GNU_SOURCE", "-DSQLITE_CORE", *self.flags,
                         "-DUUID9562_LOAD_LIBCRYPTO", "-isystem", include,
                         f"-I{ROOT / 'core/include'}", "-c", "frozen.c",
                         *(ROOT / source for source in SOURCES), cwd=folder)
        run(*CC, *self.flags, *folder.glob("*.o"), *shared, "-lsqlite3", "-ldl", "-o",
            folder / "host")

    def run(self, *steps, check=True, **environment):
        return run(self.folder / "host", *steps, cwd=self.folder, check=check,
                   env={"HOME_OF_PYTHON": self.home, **environment})

    def __call__(self, *steps, **options):
        """The words that it prints."""
        return self.run(*steps, **options).stdout.split()


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    return Host(tmp_path_factory.mktemp("embedded"))


@pytest.fixture(params=["folder", "zip", "frozen"])
def origin(host, request):
    """The steps that begin an interpreter; the last is the code with which one finds the package."""
    if request.param == "folder":
        return "initialize", FROM
    if request.param == "frozen":
        if not host.freezes:
            pytest.skip("freeze.py is for Python 3.11 or later")
        return "frozen", "initialize", "pass"
    path = shutil.make_archive(host.folder / "package", "zip", ROOT / "bindings/python", "uuid9562")
    return "initialize", f"import sys; sys.path.insert(0, {path!r})"


def assert_order(drawn, count):
    assert len(drawn) == count and drawn == sorted(set(drawn))


def test_one_order(host, origin):
    """Of C, of Python, of SQL, and of the next interpreter."""
    sql = "import sqlite3; print(*sqlite3.connect('').execute('SELECT uuid7()').fetchone())"
    assert_order(host("sqlite", "uuid", "repeat", "3", *origin, DRAW, "uuid", sql, "uuid", DRAW,
                      "finalize", "uuid"), 1 + 3 * 6)


def test_the_package_frozen(host):
    """By some of its own tests."""
    if not host.freezes:
        pytest.skip("freeze.py is for Python 3.11 or later")
    names = ["vectors", "text", "bulk", "generator_class", "load"]
    suite = f"""
import sys, unittest
sys.path.insert(0, {str(TESTS / 'hosts/python')!r})
suite = unittest.defaultTestLoader.loadTestsFromNames([f"test_{{name}}" for name in {names}])
result = unittest.TextTestRunner().run(suite)
assert result.wasSuccessful() and result.testsRun > 50
import uuid9562._core
assert uuid9562._core.__name__ == "_uuid9562"
"""
    host("frozen", "initialize", suite, "finalize")


def test_load_where_there_is_no_file(host, origin):
    """In whatever folder the program runs."""
    (host.folder / "_sqlite").mkdir(exist_ok=True)
    (host.folder / "_sqlite/uuid9562.so").touch()
    assert host(*origin, """
import sqlite3, uuid9562
connection = sqlite3.connect(":memory:")
print(uuid9562.load(connection))
for call in uuid9562.loadable_path, lambda: uuid9562.load(connection, strict=True):
    try:
        call()
    except (FileNotFoundError, sqlite3.NotSupportedError) as error:
        print(type(error).__name__)
""", "finalize")[:2] == ["False", "FileNotFoundError"]


def test_load_where_sqlite_has_the_extension(host, origin):
    """Nothing changes; what is not the replicated variant is not passed off as it."""
    assert host("sqlite", *origin, """
import sqlite3, uuid9562
connection = sqlite3.connect(":memory:")
functions = connection.execute("SELECT * FROM pragma_function_list").fetchall()
running = connection.execute("SELECT uuid7() UNION ALL SELECT uuid7()")
running.fetchone()
print(uuid9562.load(connection), uuid9562.load(connection, strict=True))
for strict in False, True:
    try:
        uuid9562.load(connection, strict, replicated=True)
    except (FileNotFoundError, sqlite3.NotSupportedError) as error:
        print("refused")
print(functions == connection.execute("SELECT * FROM pragma_function_list").fetchall())
""", "finalize") == ["True", "True", "refused", "refused", "True"]


def grown(host, times, code):
    """Bytes that the second half of so many interpreters keeps."""
    printed = host("repeat", str(times), "initialize", FROM, code, "finalize", "memory")
    uuids = [text for text in printed if "-" in text]
    assert_order(uuids, times if code == USE else 0)
    memory = [int(text) for text in printed if "-" not in text]
    assert len(memory) == times
    return memory[-1] - memory[times // 2]


@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_again_and_again(host, times):
    """Less than a kilobyte an interpreter more than CPython itself keeps, which from 3.12 on are the
    names in what it compiles. (One class of ours is more.)"""
    files = [str(ROOT / f"bindings/python/uuid9562/{name}.py") for name in ("__init__", "_accelerate")]
    compiled = f"import uuid\nfor file in {files}: compile(open(file).read(), file, 'exec')"
    assert grown(host, times, USE) < grown(host, times, compiled) + times // 2 * 1024


def test_subinterpreters(host, origin):
    assert_order(host("uuid", *origin, "repeat", "5", "subinterpreter", origin[-1], USE, "main",
                      DRAW, "uuid"), 1 + 5 * 3)


def test_the_end_of_an_interpreter_in_use(host, origin):
    assert_order(host("generate", *origin, BUSY, DRAW, "finalize", "repeat", "50", "uuid"), 51)


@pytest.mark.slow
def test_address_sanitizer(tmp_path):
    """And no leak of what a file of ours allocated, or had allocated. (CPython itself leaks.)"""
    host = Host(tmp_path, ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"])
    done = host.run("generate", "repeat", "5", "initialize", FROM, USE, "subinterpreter", FROM, USE,
                    "main", "finalize", check=False, ASAN_OPTIONS="fast_unwind_on_malloc=0")
    leaks = [leak for leak in re.split(r"\n(?=Direct|Indirect)", done.stderr)
             if re.search("(bindings/python/src|core|sqlite)/", leak)]
    assert done.stdout.count("-7") >= 5 * 2 and not leaks, done.stderr
    host("generate", "initialize", FROM, BUSY, "finalize", "repeat", "50", "uuid",
         ASAN_OPTIONS="detect_leaks=0")
