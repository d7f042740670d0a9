"""SQLite with the extension compiled in, as docs/hosts.md has it; `make sqlite-hosts`.

Each program is built of the files that the page shows, and of one here that asks the extension for
a key and a digest.
"""

import re
import shutil
from pathlib import Path

import pytest
from examples import blocks, compare, expected
from harness import BUILD, CC, make, run
from loaded import HERE, PAGE, PLACE, npm, toolchain

QUERY = "SELECT uuid_version(uuid7()), uuid5('@dns', 'www.example.com')"
ANSWER = "7 2ed6657d-e927-568b-95e1-2665a8aea6a2\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with the amalgamation of the extension."""
    make("amalgamation")
    shutil.copy(BUILD / "amalgamation/uuid9562_sqlite.c", tmp_path)
    return tmp_path


def write(section, folder):
    """Writes the files of a section of the page, whose first lines are their names; returns its
    shell commands."""
    commands = []
    for block in blocks(PAGE, run=False):
        name = re.match(r"(?:/\*|//|#) (\S+\.\w+)", block.lines[0])
        if block.section == section and block.language == "sh":
            commands += block.lines
        elif block.section == section:
            (folder / name[1]).parent.mkdir(exist_ok=True)
            (folder / name[1]).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
    return "\n".join(commands)


def sqlite(folder):
    """Writes a program, SQLite's amalgamation and what the page puts beside it; returns the
    commands."""
    packages = Path(npm("better-sqlite3@12.11.1")()["NODE_PATH"])
    for file in (packages / "better-sqlite3/deps/sqlite3").iterdir():
        shutil.copy(file, folder)
    shutil.copy(HERE / "compiled.c", folder / "app.c")
    return write("With SQLite's own amalgamation", folder)


def test_amalgamation(folder):
    run("sh", "-ec", re.sub(r"^cc\b", " ".join(CC), sqlite(folder)), cwd=folder)
    assert run(folder / "app", QUERY).stdout == ANSWER


def test_wasm(folder):
    toolchain("emcc", "node")()
    sqlite(folder)
    (folder / "headers").mkdir()
    machine = run(*CC, "-print-multiarch").stdout.strip()
    for path in (f"/usr/include/{machine}/openssl", "/usr/include/openssl"):
        if Path(path).exists():
            shutil.copytree(path, folder / "headers/openssl", dirs_exist_ok=True)
    commands = write("In WebAssembly", folder)
    done = run("sh", "-ec", commands, cwd=folder, timeout=1800)
    compare("WebAssembly", expected(commands.splitlines()), done.stdout.splitlines())


def test_go(folder):
    environment = toolchain("go", "gcc")()
    for name in ("go.mod", "go.sum"):
        shutil.copy(HERE / name, folder)
    shutil.copy(HERE / "compiled.go", folder / "main.go")
    commands = write("With go-sqlite3", folder)
    run("sh", "-ec", commands, cwd=folder, env=environment, timeout=1800)
    assert run(folder / "app").stdout == ANSWER


def test_rust(folder):
    environment = toolchain("cargo", "gcc", CARGO_TARGET_DIR=str(PLACE / "cargo"))()
    commands = write("With rusqlite", folder)
    done = run("sh", "-ec", commands, cwd=folder, env=environment, timeout=1800)
    assert done.stdout == ANSWER
