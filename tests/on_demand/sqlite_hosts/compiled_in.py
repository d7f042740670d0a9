"""SQLite with the extension compiled in, as docs/hosts.md has it; `make sqlite-hosts`.

Each program is built by the commands of the page from examples/hosts/compiled_in, and from a file
here that asks the extension for a key and a digest.
"""

import re
import shutil
from pathlib import Path

import pytest
from examples import blocks, compare, expected
from harness import BUILD, CC, make, run
from loaded import EXAMPLES, HERE, PAGE, PLACE, npm, toolchain

FILES = EXAMPLES / "compiled_in"

QUERY = "SELECT uuid_version(uuid7()), uuid5('@dns', 'www.example.com')"
ANSWER = "7 2ed6657d-e927-568b-95e1-2665a8aea6a2\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with the amalgamation of the extension."""
    make("amalgamation")
    shutil.copy(BUILD / "amalgamation/uuid9562_sqlite.c", tmp_path)
    return tmp_path


def commands(section):
    """Those of a section of the page."""
    return "\n".join(line for block in blocks(PAGE, run=False)
                     if block.section == section and block.language == "sh" for line in block.lines)


def sqlite(folder):
    """Writes a program, SQLite's amalgamation and what the page puts beside it."""
    packages = Path(npm("better-sqlite3@12.11.1")()["NODE_PATH"])
    for file in (packages / "better-sqlite3/deps/sqlite3").iterdir():
        shutil.copy(file, folder)
    shutil.copy(HERE / "compiled.c", folder / "app.c")
    shutil.copy(FILES / "uuid9562_init.c", folder)


def test_amalgamation(folder):
    sqlite(folder)
    lines = commands("With SQLite's own amalgamation")
    run("sh", "-ec", re.sub(r"^cc\b", " ".join(CC), lines), cwd=folder)
    assert run(folder / "app", QUERY).stdout == ANSWER


def test_wasm(folder):
    toolchain("emcc", "node")()
    sqlite(folder)
    lines = commands("In WebAssembly")
    done = run("sh", "-ec", lines, cwd=folder)
    compare("WebAssembly", expected(lines.splitlines()), done.stdout.splitlines())


def test_go(folder):
    environment = toolchain("go", "gcc")()
    for name in ("go.mod", "go.sum"):
        shutil.copy(HERE / name, folder)
    shutil.copy(HERE / "compiled.go", folder / "main.go")
    shutil.copy(FILES / "uuid9562.go", folder)
    run("sh", "-ec", commands("With go-sqlite3"), cwd=folder, env=environment)
    assert run(folder / "app").stdout == ANSWER


def test_rust(folder):
    environment = toolchain("cargo", "gcc", CARGO_TARGET_DIR=str(PLACE / "cargo"))()
    shutil.copytree(FILES / "rusqlite", folder, dirs_exist_ok=True)
    done = run("sh", "-ec", commands("With rusqlite"), cwd=folder, env=environment)
    assert done.stdout == ANSWER
