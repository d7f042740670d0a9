"""The amalgamation in a program, as an SQLite extension, and in a program with SQLite in it."""

import re
import shutil

import pytest
from harness import BUILD, CC, HEADERS, ROOT, SQLITE3, compile_strictly, make, run
from installation import promised

STRICT = CC, "-std=c11", "-O2"
INPUT = ROOT / "examples/sqlite/input.sql"

WITH_SQLITE = r"""
#include <sqlite3.h>
#include <stdio.h>

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int main(void)
{
    sqlite3 *db;
    sqlite3_stmt *statement;

    if (sqlite3_auto_extension((void (*)(void))sqlite3_uuid9562_init) != SQLITE_OK ||
        sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "SELECT uuid5('@dns', 'www.example.com')", -1, &statement, NULL) !=
            SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        return 1;
    puts((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return sqlite3_close(db);
}
"""


@pytest.fixture
def folder(tmp_path):
    """A copy of the amalgamation, away from the tree."""
    make("amalgamation")
    shutil.copytree(BUILD / "amalgamation", tmp_path / "amalgamation")
    return tmp_path / "amalgamation"


# OpenSSL linked, or loaded at first need.
CRYPTO = {"linked": ["-lcrypto"], "loaded": ["-DUUID9562_LOAD_LIBCRYPTO", "-ldl"]}


@pytest.fixture(params=["linked", pytest.param("loaded", marks=pytest.mark.slow)])
def crypto(request):
    return CRYPTO[request.param]


@pytest.fixture
def extension(folder, crypto):
    """The one file, compiled as an extension; it needs no header."""
    if run(*CC, "-E", "-xc", "-", input="#include <sqlite3ext.h>", check=False).returncode:
        pytest.skip("there is no sqlite3ext.h")
    (folder / "uuid9562.c").unlink()
    for header in HEADERS:
        (folder / header.name).unlink()
    compile_strictly(*STRICT, "-fPIC", "-shared", "uuid9562_sqlite.c", *crypto, "-pthread", "-o",
        "uuid9562.so", cwd=folder)
    return folder / "uuid9562.so"


def test_text(folder):
    for name, kept in (("uuid9562.c", {path.name for path in HEADERS}), ("uuid9562_sqlite.c", set())):
        text = (folder / name).read_text(encoding="utf-8")
        assert "MIT License" in "".join(text.splitlines()[:5])
        assert {*re.findall(r'^#\s*include "(.+)"', text, re.M)} - {"sqlite3ext.h"} == kept


def test_program(folder, crypto):
    example = ROOT / "examples/c/keys.c"
    compile_strictly(*STRICT, "-I.", example, "uuid9562.c", *crypto, "-pthread", "-o", "keys", cwd=folder)
    assert run(folder / "keys").stdout == promised(example)
    needed = run("readelf", "-d", folder / "keys").stdout
    assert ("libcrypto" in needed) == (crypto == CRYPTO["linked"])
    exported = run("nm", "-D", "--defined-only", folder / "keys").stdout
    assert not re.search(r"uuid9562_(uuid|parse)", exported)


def test_extension(extension):
    if not shutil.which(SQLITE3):
        pytest.skip(f"{SQLITE3} is not installed")
    done = run(SQLITE3, "-batch", "-cmd", f".load {extension.with_suffix('')}", ":memory:",
               input=INPUT.read_text(encoding="utf-8"))
    assert done.stdout == promised(INPUT)


def test_program_with_sqlite(extension, crypto):
    folder = extension.parent
    (folder / "program.c").write_text(WITH_SQLITE)
    compile_strictly(*STRICT, "-DSQLITE_CORE", "program.c", "uuid9562_sqlite.c", "-lsqlite3", *crypto,
        "-pthread", "-o", "program", cwd=folder)
    assert run(folder / "program").stdout == "2ed6657d-e927-568b-95e1-2665a8aea6a2\n"
