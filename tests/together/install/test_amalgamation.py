"""The amalgamation in a program, as an SQLite extension, and in programs with its hosts in them."""

import re
import shutil

import pytest
from harness import BUILD, CC, HEADERS, LUA, PYTHON, ROOT, SQLITE3, compile_strictly, make, run
from installation import promised

STRICT = CC, "-std=c11"
INPUT = ROOT / "examples/sqlite/input.sql"

# Each UUID follows the one of another host.
WITH_SQLITE_AND_LUA = r"""
#include <lauxlib.h>
#include <sqlite3.h>
#include <string.h>
#include "uuid9562.h"

int luaopen_uuid9562(lua_State *L);
int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static sqlite3_stmt *statement;
static lua_State *L;

static void from_c(char text[37])
{
    uuid9562_t uuid;

    if (uuid9562_uuid7(NULL, &uuid) == UUID9562_OK)
        uuid9562_to_string(text, &uuid);
}

static void from_sqlite(char text[37])
{
    sqlite3_step(statement);
    strcpy(text, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_reset(statement);
}

static void from_lua(char text[37])
{
    lua_getfield(L, 1, "uuid7");
    lua_call(L, 0, 1);
    strcpy(text, lua_tostring(L, -1));
    lua_pop(L, 1);
}

int main(void)
{
    void (*const hosts[])(char *) = {from_c, from_sqlite, from_lua};
    char last[37] = "", next[37] = "";
    sqlite3 *db;

    L = luaL_newstate();
    lua_pushcfunction(L, luaopen_uuid9562);
    lua_call(L, 0, 1);
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_uuid9562_init(db, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "SELECT uuid7()", -1, &statement, NULL) != SQLITE_OK)
        return 1;
    for (int i = 0; i < 30000; i++, strcpy(last, next)) {
        hosts[i % 3](next);
        if (strcmp(last, next) >= 0)
            return 2;
    }
    sqlite3_finalize(statement);
    lua_close(L);
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


# The file of each host: what it defines, the header that it needs, and what says where that is.
HOSTS = {
    "sqlite": ("sqlite3_uuid9562_init", "sqlite3ext.h", "echo -DSQLITE_CORE"),
    "lua": ("luaopen_uuid9562", "lua.h", f"pkg-config --cflags {LUA}"),
    "python": ("PyInit__uuid9562", "Python.h", f"""{PYTHON} -c '
import sysconfig
print("-I" + sysconfig.get_path("include"))'"""),
}


def host_flags(host):
    """What compiles the file of a host into a program; skips where its headers are missing."""
    _, header, command = HOSTS[host]
    flags = run("sh", "-c", command, check=False).stdout.split()
    if run(*CC, *flags, "-E", "-xc", "-", input=f"#include <{header}>", check=False).returncode:
        pytest.skip(f"there is no {header}")
    return flags


def test_text(folder):
    for name, kept in (("uuid9562.c", {path.name for path in HEADERS}),
                       *((f"uuid9562_{host}.c", set()) for host in HOSTS)):
        text = (folder / name).read_text(encoding="utf-8")
        commit = (ROOT / ".git").exists() * r" \(commit [0-9a-f]{40}(-dirty)?\)"
        assert re.match(rf"/\*\n \* uuid9562 [\d.]+{commit}\n.+\n \*\n \* MIT License\n", text)
        assert {*re.findall(r'^#\s*include "(.+)"', text, re.M)} - {"lua.h", "lauxlib.h"} == kept


def test_program(folder, crypto):
    example = ROOT / "examples/c/keys.c"
    compile_strictly(*STRICT, "-I.", example, "uuid9562.c", *crypto, "-pthread", "-o", "keys", cwd=folder)
    assert run(folder / "keys").stdout == promised(example)
    needed = run("readelf", "-d", folder / "keys").stdout
    assert ("libcrypto" in needed) == (crypto == CRYPTO["linked"])
    exported = run("nm", "-D", "--defined-only", folder / "keys").stdout
    assert not re.search(r"uuid9562_(uuid|parse)", exported)


def test_in_cpp(folder):
    if not shutil.which("g++"):
        pytest.skip("g++ is not installed")
    done = run("g++", "-fmax-errors=1", "-fsyntax-only", "uuid9562.c", cwd=folder, check=False)
    assert "compile uuid9562.c as C" in done.stderr


def test_extension(extension):
    if not shutil.which(SQLITE3):
        pytest.skip(f"{SQLITE3} is not installed")
    done = run(SQLITE3, "-batch", "-cmd", f".load {extension.with_suffix('')}", ":memory:",
               input=INPUT.read_text(encoding="utf-8"))
    assert done.stdout == promised(INPUT)


def symbols(file):
    """What an object defines, and whatever else it is linked with sees."""
    return run("nm", "-g", "--defined-only", "--format=just-symbols", file).stdout.split()


@pytest.mark.parametrize("host", HOSTS)
def test_host(host, folder):
    """With the core, and no other file of ours; and without the core, which is in uuid9562.c."""
    words = (CC, "-std=c11", "-Wshadow", "-Wconversion", *host_flags(host), "-c",
             f"uuid9562_{host}.c", "-o", "host.o")
    for header in HEADERS:
        (folder / header.name).unlink()
    compile_strictly(*words, cwd=folder)
    assert {HOSTS[host][0], "uuid9562_uuid7"} <= {*symbols(folder / "host.o")}
    compile_strictly(*words, "-O1", "-DUUID9562_OMIT_CORE", cwd=folder)
    assert symbols(folder / "host.o") == [HOSTS[host][0]]


def test_hosts_with_one_core(folder):
    flags = [*host_flags("sqlite"), *host_flags("lua")]
    (folder / "program.c").write_text(WITH_SQLITE_AND_LUA)
    compile_strictly(CC, "-std=c11", "-DUUID9562_OMIT_CORE", *flags, "program.c", "uuid9562.c",
        "uuid9562_sqlite.c", "uuid9562_lua.c", "-lsqlite3", *run("pkg-config", "--libs", LUA
        ).stdout.split(), "-lcrypto", "-pthread", "-o", "program", cwd=folder)
    run(folder / "program")
