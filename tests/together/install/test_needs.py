"""What is missing to build with is told before a compiler runs, by the name of Debian's package."""

import re
import subprocess

import pytest
from harness import LUA, MAKE, PYTHON, ROOT, run

LUA_H = "liblua5.1-0-dev" if LUA == "lua5.1" else f"lib{LUA}-dev"
PYTHON_H = run(PYTHON, "-c", "import sys; print('python%d.%d-dev' % sys.version_info[:2])"
               ).stdout.strip()


@pytest.fixture
def without(tmp_path):
    """The flags that hide headers: what comes first is another file of that name."""
    def without(*headers):
        for header in headers:
            file = tmp_path / "hidden" / header
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#error it is hidden\n")
        return f"-I{tmp_path}/hidden"

    return without


@pytest.fixture
def build(tmp_path):
    """Runs make, with nothing built yet."""
    def build(*words):
        return run(*MAKE, "-s", "-C", ROOT, f"B={tmp_path}/build", f"LUA_PC={LUA}",
                   f"PYTHON={PYTHON}", "CFLAGS=-O0", *words, check=False, stderr=subprocess.STDOUT)

    return build


@pytest.mark.parametrize("target, header, package", (
    ("lib", "openssl/core.h", "libssl-dev"), ("cli", "openssl/core.h", "libssl-dev"),
    ("lib", "stdlib.h", "libc6-dev"), ("sqlite", "sqlite3ext.h", "libsqlite3-dev"),
    ("lua", "lua.h", LUA_H), ("python", "Python.h", PYTHON_H),
    ("python", "openssl/core.h", "libssl-dev")))
def test_header(target, header, package, without, build):
    done = build(target, f"CPPFLAGS={without(header)}")
    assert done.returncode
    assert re.fullmatch(rf"uuid9562: missing: {header}\n"
                        rf"uuid9562: on Debian: apt-get install {package}\n"
                        r"make(\[\d+\])?: \*\*\* .+\n", done.stdout), done.stdout


def test_compiler(build):
    told = build("lib", "CC=there-is-none").stdout
    assert "missing: there-is-none stdlib.h\n" in told and "install gcc libc6-dev\n" in told


def test_amalgamation(build, tmp_path):
    """It needs Python alone, and is whole or not there."""
    told = build("amalgamation", "PYTHON=there-is-none", "CC=there-is-none").stdout
    assert ("uuid9562: missing: there-is-none\n"
            "uuid9562: on Debian: apt-get install python3\n") in told
    assert build("amalgamation", "PYTHON=false").returncode
    assert not [*tmp_path.glob("build/amalgamation/*.c")]


def test_all_at_once(without, build, tmp_path):
    told = build("-j2", "all", f"CPPFLAGS={without('sqlite3ext.h', 'lua.h', 'Python.h')}").stdout
    missing, packages = (re.search(rf"^uuid9562: {words} (.+)", told, re.M)[1].split()
                         for words in ("missing:", "on Debian: apt-get install"))
    # What fails first comes first.
    assert {*zip(missing, packages)} == {("sqlite3ext.h", "libsqlite3-dev"), ("lua.h", LUA_H),
                                         ("Python.h", PYTHON_H)}
    assert "uuid9562: nothing is missing for: lib cli\n" in told
    told = build("install", f"DESTDIR={tmp_path}", "PARTS=lua sqlite command",
                 f"CPPFLAGS={without('openssl/core.h')}").stdout
    assert "missing: openssl/core.h lua.h sqlite3ext.h\n" in told


def test_a_part_needs_only_its_own(without, build, tmp_path):
    """C and the command, where there is neither SQLite nor Lua, Python or OpenSSL."""
    headers = "sqlite3ext.h", "lua.h", "Python.h", "openssl/core.h"
    done = build("install", "PARTS=c command", f"DESTDIR={tmp_path}", "PREFIX=/usr", "CRYPTO=own",
                 f"CPPFLAGS={without(*headers)}", "PYTHON=there-is-none")
    assert done.returncode == 0, done.stdout
    assert (tmp_path / "usr/lib/libuuid9562.a").exists()


def build_by_setup(tmp_path, flags, **environment):
    """Calls setup.py as pip does."""
    return run(PYTHON, "setup.py", "-q", "build", "--build-lib", tmp_path / "lib", "--build-temp",
               tmp_path / "temp", cwd=ROOT, check=False, stderr=subprocess.STDOUT,
               env={"CPPFLAGS": flags, "CFLAGS": "-O0", **environment})


def test_setup(without, tmp_path):
    done = build_by_setup(tmp_path, without("Python.h"))
    assert done.returncode
    assert done.stdout.endswith(f"error: uuid9562: missing: Python.h\n"
                                f"uuid9562: on Debian: apt-get install {PYTHON_H}\n")


def test_setup_without_sqlite(without, tmp_path):
    """The package without the extension, and a word about it."""
    done = build_by_setup(tmp_path, without("sqlite3ext.h"))
    assert done.returncode == 0
    assert ("apt-get install libsqlite3-dev\n"
            "uuid9562: the package is built without the SQLite extension, and load() returns False;\n"
            "uuid9562: to have it, install what is missing, then uuid9562 again\n") in done.stdout
    assert [*tmp_path.glob("lib/uuid9562/_core.*.so")]
    assert not (tmp_path / "lib/uuid9562/_sqlite").exists()


def test_rock(without, tmp_path):
    """What LuaRocks calls; it looks for lua.h itself."""
    done = run("sh", "bindings/lua/rock.sh", tmp_path, cwd=ROOT, check=False,
               env={"MAKE": MAKE[0], "LUA_INCDIR": str(tmp_path),
                    "CPPFLAGS": without("openssl/core.h", "lua.h")})
    assert done.returncode
    assert done.stderr.startswith("uuid9562: missing: openssl/core.h lua.h\n"
                                  "uuid9562: on Debian: apt-get install libssl-dev ")
