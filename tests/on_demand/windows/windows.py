"""The core, the SQLite extension, the Lua and Python modules and the command on Windows; `make
platforms`.

mingw-w64 builds them, and wine runs them: with Check, SQLite and Lua, which hosts.py builds from
Debian's packages of sources, and with a Python that it gets from Maven Central.
"""

import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import time
import uuid

import hosts
import pytest
import toolchain
from harness import ROOT, TESTS, VECTORS, run

# What cannot pass there, and why.
CORE = {
    "versions.nanoseconds_in_the_clock_sequence_of_the_process": "its clock has ticks of 100 ns",
}

HERE = TESTS / "on_demand/windows"
V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


@pytest.fixture(scope="module", autouse=True)
def needed():
    hosts.need(hosts.COMPILER, hosts.WITH_PTHREADS, "wine")


# ---- the core

def built_with_check(name, compiler, *sources):
    """A test program."""
    folder, program = hosts.check(), hosts.FOLDER / f"{name}.exe"
    run(compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
        "-Wconversion", "-Werror", "-Wno-format", "-Wno-format-extra-args", "-D_GNU_SOURCE",
        "-include", f"{HERE}/posix.h", f"-I{HERE}", "-Itests/unit", "-Icore/include",
        "-isystem", folder,
        *sources, "-o", program, folder / "libcheck.a", folder / "libcompat.a", "-lbcrypt",
        "-liphlpapi", "-lpthread", "-static", cwd=ROOT, timeout=3600)
    return program


def test_core():
    """The core's suite, as one program; the tests of fork() are left out."""
    core = built_with_check("core", hosts.WITH_PTHREADS, HERE / "process.c", "core/uuid9562.c",
                            *(path for path in sorted((TESTS / "unit").glob("*.c"))
                              if path.stem != "process"))
    library, = (hosts.built() / "lib").glob("*.dll")
    done = hosts.wine(core, check=False, cwd=ROOT, timeout=3600, env={
        "CK_FORK": "no", "UUID9562_DLL": str(library), "UUID9562_ROUNDS": "100000"})
    failed = {f"{file}.{name}" for file, name in re.findall(
        r"/(\w+)\.c:\d+:[FE]:\w+:(\w+):", done.stdout, flags=re.MULTILINE)}
    assert failed == set(CORE), done.stdout
    assert re.search(rf"Checks: \d+, Failures: {len(CORE)}, Errors: 0", done.stdout)


@pytest.mark.parametrize("compiler, variants", (("gcc", "aes chacha20"),
                                                ("clang", "(vaes )?aes chacha20")))
def test_stream(compiler, variants):
    """The variants of the stream cipher; none has registers of 32 bytes by gcc."""
    compilers = {"gcc": lambda: hosts.WITH_PTHREADS,
                 "clang": lambda: toolchain.compiler("x86_64-w64-mingw32")}
    program = built_with_check(f"stream-{compiler}", compilers[compiler](),
                               "tests/unit/inside/stream.c")
    done = hosts.wine(program, cwd=ROOT, env={"CK_FORK": "no"})
    assert re.search(f"stream: variants {variants}\n", done.stdout)


# ---- the SQLite extension

@pytest.fixture(scope="module")
def shell():
    return hosts.wrapper(hosts.sqlite() / "sqlite3.exe")


@pytest.fixture(scope="module")
def extension():
    return hosts.built() / "sqlite/uuid9562"


def sql_file(shell, extension, path, *setup):
    return run("/usr/bin/python3", "-B", TESTS / "hosts/sqlite/sql_file.py", "--shell", *setup,
               extension,
               path, check=False, env={"SQLITE3": str(shell)})


@pytest.mark.parametrize("name", ("audit", "entryuuid", "entryuuid_schema", "errors", "formats",
                                  "generators", "schema", "tables", "utf16"))
def test_sql(name, shell, extension):
    done = sql_file(shell, extension, TESTS / f"hosts/sqlite/{name}.sql")
    assert done.returncode == 0, done.stdout


def test_sql_vectors(shell, extension):
    done = sql_file(shell, extension, VECTORS)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ("uuid9562", "./uuid9562", "uuid9562.dll", "./uuid9562.dll"))
def test_load_by_name(name, shell, extension):
    done = run(shell, "-cmd", f".load {name}", ":memory:", "SELECT uuid_version(uuid7())",
               cwd=extension.parent)
    assert (done.stdout.split(), done.stderr) == (["7"], "")


def test_replicated(shell, extension):
    done = run(shell, "-cmd", ".load ./uuid9562_replicated", ":memory:", "SELECT uuid7()",
               cwd=extension.parent, check=False)
    assert done.returncode == 1
    assert "uuid7: not in the replicated variant of uuid9562, where a result depends on" in done.stderr


def test_errors_whole(shell, extension):
    done = run(shell, "-cmd", f".load {extension}", ":memory:", "SELECT uuid7_at(-1)", check=False)
    assert done.stderr.rstrip().endswith(
        "uuid7_at: unix_ms is out of range: 0 to 281474976710655 milliseconds, or 1970-01-01 to "
        "10889-08-02 (version 7)")
    done = run(shell, "-cmd", f".load {extension}", ":memory:", "SELECT * FROM uuid_state_open('x')",
               check=False)
    assert done.stderr.rstrip().endswith(": state files are not supported on this system: x")


def test_writers(shell, extension, tmp_path):
    """Threads with a connection each, which are closed before the threads end."""
    folder, program = hosts.sqlite(), hosts.HOSTS / "writers.exe"
    run(hosts.WITH_PTHREADS, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-isystem", folder,
        HERE / "writers.c", folder / "sqlite3.c", "-w", "-o", program, "-static",
        cwd=ROOT, timeout=3600)
    done = hosts.wine(program, f"{extension}.dll", tmp_path / "test.db")
    assert done.stdout == "10000 rows, in order\n"
    assert done.stderr == ""
    with sqlite3.connect(tmp_path / "test.db") as database:
        assert database.execute("SELECT count(DISTINCT id), min(length(id)) FROM t").fetchone() == (
            10000, 16)


# ---- the Lua module

def test_lua():
    """All topics but what needs a POSIX shell, which is skipped."""
    done = hosts.wine(hosts.lua() / "lua.exe", "tests/hosts/lua/run.lua", cwd=ROOT, check=False,
                      env={"LUA_CPATH": f"{hosts.built()}/lua/?.dll"})
    assert done.returncode == 0, done.stdout


# ---- the Python package

@pytest.fixture(scope="module")
def python():
    """Calls CPython 3.13 with the package, whose module is compiled here."""
    folder, package = hosts.python(), hosts.FOLDER / "windows-python"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "bindings/python", package)
    run(hosts.COMPILER, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-stringop-overflow",
        "-Icore/include", f"-I{folder}/include", "-shared", "-DPyInit__uuid9562=PyInit__core",
        "bindings/python/src/module.c", "core/uuid9562.c", "-o",
        package / "uuid9562/_core.cp313-win_amd64.pyd", "-static", f"-L{folder}/libs",
        "-lpython313", "-lbcrypt", "-liphlpapi", cwd=ROOT, timeout=3600)

    def call(*words):
        return hosts.wine(folder / "python.exe", "-B", *words, cwd=ROOT, check=False, input="",
                          env={"PYTHONPATH": str(package)})
    return call


UNITTEST = ("-m", "unittest", "discover", "-s", "tests/hosts/python", "-t", "tests/hosts/python",
            "-p")


@pytest.mark.parametrize("name", ("bulk", "generators", "objects", "surface", "text",
                                  "times", "types", "vectors"))
def test_python(name, python):
    done = python(*UNITTEST, f"test_{name}.py")
    assert done.returncode == 0, done.stderr


def test_python_accelerates(python):
    done = python("-c", "import uuid, uuid9562; uuid9562.accelerate();"
                        "print(uuid.uuid5(uuid.NAMESPACE_DNS, 'www.example.com'))")
    assert done.stdout.split() == ["2ed6657d-e927-568b-95e1-2665a8aea6a2"], done.stderr


def test_python_as_a_command(python):
    done = python("-m", "uuid9562", "-u", "uuid5", "-n", "@dns", "-N", "www.example.com")
    assert done.stdout.split() == ["2ed6657d-e927-568b-95e1-2665a8aea6a2"], done.stderr


# ---- the command

@pytest.fixture(scope="module")
def command():
    program = hosts.built() / "cli/uuid9562.exe"

    def call(*words, **options):
        return hosts.wine(program, *words, check=False, **options)
    return call


def test_command_writes_lf(command):
    done = command("inspect", V7, universal_newlines=False)
    assert done.stdout.startswith(f"uuid       {V7}\nkind ".encode())
    assert b"\r" not in done.stdout + command("--help", universal_newlines=False).stdout
    assert command("inspect", "x", universal_newlines=False).stderr == (
        b"uuid9562: argument 1: malformed UUID at offset 0: expected a hex digit\n")


def test_command_leaves_bytes_as_they_are(command):
    """Each byte, CR, LF and Ctrl-Z among them, through both ends."""
    uuids = bytes(range(256))
    done = command("convert", "--from", "bytes", "--to", "bytes", input=uuids,
                   universal_newlines=False)
    assert (done.stdout, done.stderr) == (uuids, b"")


def test_command_reads_cr_lf(command):
    """Lines that end so, the names among them; the last one may have no end."""
    done = command("convert", "--to", "hex", input=f"{V7}\r\n{{{V7}}}\n{V7}".encode(),
                   universal_newlines=False)
    assert done.stdout.decode() == 3 * (V7.replace("-", "") + "\n")
    done = command("check", input=f"{V7}\r\r\n".encode(), universal_newlines=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"uuid9562: line 1: malformed UUID at offset 36: ")
    done = command("-5", "-n", "@dns", input=b"www.example.com\r\nwww.example.com",
                   universal_newlines=False)
    assert done.stdout == 2 * b"2ed6657d-e927-568b-95e1-2665a8aea6a2\n"


def test_command_takes_every_argument(command):
    """As UTF-8, whatever the code page, and * as it is."""
    for name in ("", "a b", 'a "b" \\', "ä", "日本 😀", "*", "%PATH%"):
        assert command("-5", "-n", "@dns", "-N", name).stdout == (
            f"{uuid.uuid5(uuid.NAMESPACE_DNS, name)}\n"), name


@pytest.mark.parametrize("words, code, message", (
    (("-7",), 0, ""),
    (("check", "x"), 1, "argument 1: malformed UUID at offset 0: expected a hex digit"),
    (("nosuch",), 2, "unknown command: nosuch\nuuid9562: see uuid9562 --help"),
    (("state", "file"), 3,
     "the state file cannot be opened or created: No such file or directory: file"),
    (("state", "--create", "file"), 3,
     "the state file cannot be opened or created: state files are not supported on this system: "
     "file"),
))
def test_command_exit_status(words, code, message, command):
    done = command(*words)
    assert (done.returncode, done.stderr) == (code, message and f"uuid9562: {message}\n")


def test_command_unknown_option(command):
    done = command("--nosuch")
    assert done.returncode == 2
    assert done.stderr.startswith("uuid9562: ") and done.stderr.endswith(
        "uuid9562: see uuid9562 --help\n")


def test_command_state_of_the_environment(command):
    done = command("-7", env={"UUID9562_STATE": "file"})
    assert (done.returncode, done.stderr) == (
        3, "uuid9562: the state file cannot be opened or created: state files are not supported "
           "on this system: file (UUID9562_STATE)\n")
    assert command("-4", env={"UUID9562_STATE": "file"}).returncode == 0


def test_command_ends_without_a_reader(command):
    """Quietly."""
    with subprocess.Popen(["wine", hosts.built() / "cli/uuid9562.exe", "-4", "-C", "10000000"],
                          env={**os.environ, **hosts.WINE}, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        assert len(process.stdout.read(1000)) == 1000
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 3


def test_command_at_a_console():
    """What is typed and shown there is UTF-16: a name has the UUID that it has elsewhere."""
    program = hosts.built() / "cli/uuid9562.exe"
    process, console = pty.fork()
    if process == 0:
        os.execvpe("wine", ["wine", program, "-5", "-n", "@dns"],
                   {**os.environ, **hosts.WINE, "LC_ALL": "C.UTF-8"})
    shown, patience = b"", time.monotonic() + 60
    wanted = str(uuid.uuid5(uuid.NAMESPACE_DNS, "ä 日本")).encode()
    try:
        while wanted not in shown and time.monotonic() < patience:
            if select.select([console], [], [], 2)[0]:
                shown += os.read(console, 4096)
            else:
                os.write(console, "ä 日本\r".encode())  # it waits
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(console)
    assert wanted in shown
