"""examples/embed, a program with C, SQLite, Lua and Python in it: built by make, CMake and Meson,
it does what its comments say. What pages say of Meson and of libuuid, whose packages `./dev embed`
installs."""

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from examples import blocks, compare, write_c
from harness import BUILD, CC, HEADERS, PYTHON, ROOT, make, run
from installation import promised

EXAMPLE = ROOT / "examples/embed"
COMMANDS = {
    "make": "make CFLAGS=-O0 && ./embed",
    "cmake": "cmake -S . -B built && cmake --build built && built/embed",
    "meson": "meson setup --buildtype=debug built && meson compile -C built && built/embed",
}


@pytest.fixture(name="folder")
def a_copy(tmp_path):
    """The example in such a tree as this."""
    version = run("pkg-config", "--modversion", "python3-embed", check=False).stdout.strip()
    if run("pkg-config", "--exists", "sqlite3", "lua5.4", "libcrypto", check=False).returncode \
            or run(PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"
                   ).stdout.strip() != version:
        pytest.skip("the distribution's headers of SQLite, Lua 5.4, OpenSSL and this Python are not"
                    " installed")
    make("amalgamation")
    (tmp_path / "build").mkdir()
    (tmp_path / "build/amalgamation").symlink_to(BUILD / "amalgamation")
    (tmp_path / "bindings").symlink_to(ROOT / "bindings")
    return shutil.copytree(EXAMPLE, tmp_path / "examples/embed")


@pytest.mark.parametrize("tool", COMMANDS)
def test_embed(tool, folder):
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    done = run("sh", "-ec", f"({COMMANDS[tool].rpartition(' && ')[0]}) >&2; "
               f"{COMMANDS[tool].rpartition(' && ')[2]}", cwd=folder,
               env={"CC": shlex.join(CC), "PATH": f"{Path(PYTHON).parent}:{os.environ['PATH']}"})
    assert done.stdout == promised(EXAMPLE / "main.c")
    needed = run("readelf", "-d", next(folder.rglob("embed"))).stdout
    assert set(re.findall(r"NEEDED.*\[(\w+)", needed)) <= {"libc", "libm"}


KEYS = ROOT / "examples/c/keys.c"
INSTALLED, COMPILED = (block.lines for block in blocks(ROOT / "docs/install.md", run=False)
                       if block.language == "meson")


@pytest.mark.parametrize("lines, kind, libraries", (
    (INSTALLED, "shared", ["libuuid9562", "libc"]), (INSTALLED, "static", ["libc"]),
    (COMPILED, "", ["libcrypto", "libc"])), ids=("shared", "static", "compiled"))
def test_meson_of_the_page(lines, kind, libraries, installed, tmp_path):
    if not shutil.which("meson"):
        pytest.skip("meson is not installed")
    make("amalgamation")
    for name in ("uuid9562.c", *(path.name for path in HEADERS)):
        shutil.copy(BUILD / "amalgamation" / name, tmp_path)
    shutil.copy(KEYS, tmp_path / "app.c")
    (tmp_path / "meson.build").write_text("\n".join(["project('app', 'c')", *lines, ""]).replace(
        "('uuid9562'", f"('uuid9562', static: {str(kind == 'static').lower()}"))
    run("sh", "-ec", COMMANDS["meson"].rpartition(" && ")[0], cwd=tmp_path, env=installed.env)
    assert run(tmp_path / "built/app").stdout == promised(KEYS)
    needed = run("readelf", "-d", tmp_path / "built/app").stdout
    assert re.findall(r"NEEDED.*\[(\w+)", needed) == libraries


def test_libuuid(installed, tmp_path):
    """The program of docs/c.md with both libraries."""
    if run("pkg-config", "--exists", "uuid", check=False).returncode:
        pytest.skip("uuid-dev is not installed")
    program, shell = blocks(ROOT / "docs/c.md", run=False)
    write_c(program, tmp_path)
    done = run("sh", "-ec", "\n".join(shell.lines), cwd=tmp_path, env=installed.env)
    compare(shell, shell.expected(), done.stdout.splitlines())
