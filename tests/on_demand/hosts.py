"""The Python package and the Lua module in every Python and Lua that is found; `make hosts`.

Pythons are found by name: python3.9 to python3.15, python3.14t (no interpreter lock), python3.14d
(counts references). PYTHONS names others. Each is built in a folder of its own, build/hosts/NAME.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness import BUILD, CC, MAKE, ROOT, run

HOSTS = BUILD / "hosts"
LUAS = ("lua5.1", "lua5.2", "lua5.3", "lua5.4", "lua5.5", "luajit")


def runs(command):
    """Whether it is there; pyenv has commands for versions that are not."""
    return shutil.which(command) and \
        subprocess.run([command, "-c", ""], stderr=subprocess.DEVNULL).returncode == 0


def pythons():
    named = os.environ.get("PYTHONS", "").split()
    for version in (f"python3.{minor}" for minor in range(9, 16)):
        found = [version + kind for kind in ("", "t", "d") if runs(version + kind)]
        yield from found or ([] if any(version in path for path in named) else [version])
    yield from named


def make(folder, *words):
    return run(*MAKE, "-s", "-C", ROOT, f"B={folder}", *words, stderr=subprocess.STDOUT)


def check_manual(document, folder, **host):
    """The examples of a manual, in that host."""
    run(sys.executable, "-B", "-m", "pytest", "tests/together/docs", "-k",
        f"example and {document}",
        cwd=ROOT, env={"B": str(folder), **host})


@pytest.mark.parametrize("python", list(pythons()))
def test_python(python):
    if not runs(python):
        pytest.skip("not found")
    name = Path(python).name
    if name != python:
        name = run(python, "-c", "import sys; print('python%d.%d' % sys.version_info[:2])"
                   ).stdout.strip()
    folder = HOSTS / name
    if run(python, "-c", "import setuptools", check=False).returncode:
        run(python, "-m", "venv", folder / "environment")
        python = folder / "environment/bin/python"
        got = run(python, "-m", "pip", "-q", "install", "setuptools", check=False)
        if got.returncode:
            pytest.skip(f"it has no setuptools, and none can be had: {got.stderr.strip()[-200:]}")
    make(folder, f"PYTHON={python}", "test-python")
    check_manual("docs/python", folder, PYTHON=str(python))


# What holds in PyPy, too; docs/internals/platforms.md says what the others rely on.
IN_PYPY = ("arrays", "cli", "consumers", "frameworks", "import", "processes", "rekey",
           "standard", "stdlib", "surface", "text", "times", "vectors")


@pytest.mark.parametrize("tests", IN_PYPY)
def test_pypy(tests):
    if not runs("pypy3") or run("pypy3", "-c", "import setuptools", check=False).returncode:
        pytest.skip("pypy3 is not installed, or it has no setuptools")
    assert (ROOT / f"tests/hosts/python/test_{tests}.py").exists()  # discover finds none, quietly
    folder = HOSTS / "pypy3"
    make(folder, "PYTHON=pypy3", "CFLAGS=-O2 -g -Werror", "python", "sqlite",
         folder / "tests/clock.so")
    run("pypy3", "-B", "-m", "unittest", "discover", "-s", "tests/hosts/python", "-t",
        "tests/hosts/python",
        "-p", f"test_{tests}.py", cwd=ROOT,
        env={"PYTHONPATH": str(folder / "python"),
             "UUID9562_SQLITE": str(folder / "sqlite/uuid9562.so"),
             "TEST_CLOCK_LIBRARY": str(folder / "tests/clock.so")})


@pytest.mark.parametrize("lua", LUAS)
def test_lua(lua):
    if not shutil.which(lua) or run("pkg-config", "--exists", lua, check=False).returncode:
        pytest.skip("it is not installed, or its headers are not")
    make(HOSTS / lua, f"CC={' '.join(CC)}", f"LUA={lua}", f"LUA_PC={lua}",
         "CFLAGS=-O2 -g -Werror", "test-lua")
    check_manual("docs/lua", HOSTS / lua, LUA=lua)


@pytest.mark.parametrize("lua", LUAS)
def test_embedded_lua(lua):
    """Compiled into a program, and into one whose Lua is compiled as C++, where Debian has that."""
    if run("pkg-config", "--exists", lua, check=False).returncode:
        pytest.skip("its headers are not installed")
    run(sys.executable, "-B", "-m", "pytest", "tests/hosts/lua/test_embedded.py", cwd=ROOT,
        env={"LUA": lua})


def test_luacheck():
    if not shutil.which("luacheck"):
        pytest.skip("luacheck is not installed")
    run("luacheck", "--no-color", "--no-cache", "-q", "bindings/lua", "tests/hosts/lua",
        "tests/together/docs",
        "examples/lua", "examples/demo", "bench", cwd=ROOT)
