"""The suites of the hosts once more where a tool watches every access of the bindings, the core and
the command: AddressSanitizer with UndefinedBehaviorSanitizer and LeakSanitizer, ThreadSanitizer,
valgrind. And each finds what is planted in a copy. `./dev analyze` runs this file.

A report of any process is a failure, and so is a test. The hosts are the distribution's, not built
for a sanitizer, whose library is preloaded; so of leaks, only those count that our code has on the
stack, and none of Python's, which ends with objects alive (test_leaks.py counts them). Nothing else is suppressed but the tests of LEFT_OUT.
"""

import importlib.util
import re
import shutil

import pytest
from harness import CC, LUA, MAKE, PYTHON, ROOT, run
from installation import copy_tree

FLAGS = {"address": ["-fno-omit-frame-pointer", "-fsanitize=address,undefined",
                     "-fno-sanitize-recover=all"],
         "thread": ["-fsanitize=thread"], "valgrind": []}
PRELOADED = {"address": ("libasan.so", "libubsan.so"), "thread": ("libtsan.so",)}
SUITES = {"lua": "tests/hosts/lua/test_lua.py", "python": "tests/hosts/python",
          "sqlite": "tests/hosts/sqlite",
          "cli": "tests/hosts/cli"}
OURS = re.compile(r"\b(core|origins|sqlite|bindings|cli)/[\w/]+\.[ch]:\d+|build/analyze/")
LEAK = re.compile(r"leak of \d+ byte|LeakSanitizer: detected| leaked in |lost in loss record")
# Lua and the command have one thread; tests/hosts/lua/embedded.c has Lua's in several.
THREADED = ("python", "sqlite")
NO_MEMORY = [(name, "a sanitizer needs more memory")
             for name in ("no_memory", "constant_memory", "line_of_100_mb")]
LEFT_OUT = {
    "address": [*NO_MEMORY,
                ("test_leaks", "it measures memory, and freed memory is kept"),
                ("test_program", "`./dev test all` builds them with a sanitizer")],
    "thread": [*NO_MEMORY, ("test_leaks", "it measures memory"),
               ("test_backup", "Debian's shell crashes with ThreadSanitizer preloaded"),
               ("release_after_the_end", "ThreadSanitizer calls a handler of __cxa_atexit that has"
                " no library without its argument"),
               ("outlive_main", "OpenSSL cleans up beside threads (docs/internals/openssl.md)"),
               ("test_program", "they have one thread")],
}
# Under valgrind, which takes 30 times as long, what takes every function through every argument.
CHOSEN = {
    "lua": [LUA, "tests/hosts/lua/run.lua"],
    "python": [PYTHON, "-B", "-m", "unittest", *(f"test_{name}" for name in (
        "arrays", "arrow", "bulk", "generator_class", "objects", "text", "types", "vectors"))],
    **{f"sqlite/{name}": [PYTHON, "-B", "tests/hosts/sqlite/sql_file.py", "{B}/sqlite/uuid9562",
                          f"tests/{name}"]
       for name in ("vectors.tsv", *(f"hosts/sqlite/{topic}.sql" for topic in (
           "errors", "audit", "entryuuid", "tables", "utf16")))},
}

# What is planted: in a file, `old` (which is there once) becomes `new`; what runs it; what is said.
EXPORT = "import uuid9562; uuid9562.batch_arrow(7, 3).__arrow_c_array__()"
COLLATE = """import sqlite3, sys
c = sqlite3.connect(":memory:")
c.enable_load_extension(True)
c.load_extension(sys.argv[1])
c.execute("SELECT ? < ? COLLATE UUID", ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"] * 2).fetchall()"""
THREADS = """import threading, uuid9562
threads = [threading.Thread(target=uuid9562.batch_bytes, args=(7, 10**6)) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]"""
DROP = "    column_drop(exported->column);\n"
FREE = "    PyMem_RawFree(exported);\n"
GENERATOR = [LUA, "-e", "require 'uuid9562'.generator()"]
MISTAKES = [
    ("address", "heap-use-after-free", "bindings/python/src/arrow_array.c", DROP + FREE,
     FREE + DROP, [PYTHON, "-c", EXPORT]),
    ("address", "Direct leak", "core/src/generate/generator.c", "    free(generator);\n", "",
     GENERATOR),
    ("valgrind", "definitely lost", "core/src/generate/generator.c", "    free(generator);\n", "",
     GENERATOR),
    ("address", "signed integer overflow", "sqlite/collation.c", "return uuid9562_compare(&l, &r);",
     "return left_length * right_length * 10000000;",
     [PYTHON, "-c", COLLATE, "{B}/sqlite/uuid9562"]),
    ("thread", "data race", "core/src/generate/batch.c", "    status = batch_by_version[version](",
     "    static volatile int calls;\n    calls++;\n    status = batch_by_version[version](",
     [PYTHON, "-c", THREADS]),
    ("valgrind", "uninitialised value", "bindings/lua/build.c",
     "    uuid9562_uuid4_make(&uuid, (const uint8_t *)random.bytes);\n", "",
     [LUA, "-e", "print(require 'uuid9562'.uuid4_make(('x'):rep(16)))"]),
]


def build(root, flavour, *parts):
    """The build folder of a flavour."""
    folder = root / "build" / "analyze" / flavour
    flags = " ".join(FLAGS[flavour])
    run(*MAKE, "-s", "-C", root, f"B={folder.relative_to(root)}", f"CFLAGS=-O1 -g {flags}",
        f"LDFLAGS={flags}", *parts, folder.relative_to(root) / "tests/clock.so")
    shutil.rmtree(folder / "reports", ignore_errors=True)
    (folder / "reports").mkdir()
    return folder


def reported(folder):
    """What the tools report, without the leaks of others."""
    said = "".join(f"{path.read_text(errors='replace')}\n\n" for path in sorted(folder.iterdir()))
    blocks = re.split(r"\n\s*\n", re.sub(r"^(==\d+== ?|=+$)", "", said, flags=re.M))
    return "\n\n".join(block for block in blocks if block.strip() and (
        OURS.search(block) or not LEAK.search(block)))


def watch(root, folder, flavour, command, leaks=True):
    """Runs a command, whose failure or reports are a failure."""
    reports = folder / "reports"
    env = {"B": str(folder), "PYTHONMALLOC": "malloc",
           "PYTHONPATH": f"{folder}/python:{root}/tests/hosts/python",
           "LUA_CPATH": f"{folder}/lua/?.so", "UUID9562_SQLITE": f"{folder}/sqlite/uuid9562.so",
           "TEST_CLOCK_LIBRARY": f"{folder}/tests/clock.so", "PYTHONDONTWRITEBYTECODE": "1"}
    if flavour == "valgrind":
        command = ["valgrind", "-q", "--fullpath-after=",
                   f"--leak-check={'full' if leaks else 'no'}", "--show-leak-kinds=definite",
                   f"--log-file={reports}/%p", *command]
        env["UUID9562_COUNT"] = "500"
    else:
        libraries = [run(*CC, f"-print-file-name={name}").stdout.strip()
                     for name in PRELOADED[flavour]]
        env["LD_PRELOAD"] = ":".join(libraries)
        env["ASAN_OPTIONS"] = f"log_path={reports}/of:detect_leaks={leaks:d}"
        env["LSAN_OPTIONS"] = "exitcode=0"
        env["UBSAN_OPTIONS"] = f"log_path={reports}/of:print_stacktrace=1"
        env["TSAN_OPTIONS"] = f"log_path={reports}/of:die_after_fork=0"
    command = [word.replace("{B}", str(folder)) for word in command]
    done = run(*command, cwd=root, env=env, check=False, timeout=None)
    said = reported(reports)
    assert not said and done.returncode == 0, said + done.stdout[-10000:] + done.stderr[-10000:]


@pytest.mark.parametrize("flavour, suite", [*(("address", suite) for suite in SUITES),
                                            *(("thread", suite) for suite in THREADED)])
def test_suite(flavour, suite):
    folder = build(ROOT, flavour, "all")
    parallel = ("-n", "auto", "--dist", "loadfile") if importlib.util.find_spec("xdist") else ()
    left_out = " or ".join(name for name, _ in LEFT_OUT[flavour])
    watch(ROOT, folder, flavour, [PYTHON, "-B", "-m", "pytest", "-q", SUITES[suite], *parallel,
                                  "-m", "not slow", "-k", f"not ({left_out})"],
          leaks=suite != "python")


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
@pytest.mark.parametrize("name", CHOSEN)
def test_valgrind(name):
    folder = build(ROOT, "valgrind", "lua", "python", "sqlite")
    watch(ROOT, folder, "valgrind", CHOSEN[name], leaks=name != "python")


@pytest.mark.parametrize("flavour, said, file, old, new, command", MISTAKES,
                         ids=[mistake[1].replace(" ", "_") for mistake in MISTAKES])
def test_mistake_is_found(flavour, said, file, old, new, command, tmp_path):
    if flavour == "valgrind" and not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed")
    root = tmp_path / "copy"
    copy_tree(root)
    text = (root / file).read_text("utf-8")
    assert text.count(old) == 1, "the planted mistake does not fit the code any more"
    (root / file).write_text(text.replace(old, new), "utf-8")
    part = ("lua" if command[0] == LUA else "python" if "sqlite" not in file else "sqlite")
    folder = build(root, flavour, part)
    with pytest.raises(AssertionError, match=said):
        watch(root, folder, flavour, command)
