"""C programs that are hosts of the SQLite extension, built and run; those that have it in them once
more under AddressSanitizer and UndefinedBehaviorSanitizer."""

import functools
import os
import shlex
import shutil
from pathlib import Path

import pytest
from harness import BUILD, CC, EXTENSION, ROOT, SQLITE3, TESTS, run

HERE = TESTS / "hosts/sqlite"
OUT = BUILD / "tests" / "sqlite"
FLAGS = ("-std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion"
         " -Wno-sign-conversion -pthread").split()
FLAVOURS = {"plain": [],
            "sanitized": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]}
BUILT_IN = sorted(path.stem for path in HERE.glob("*.c") if path.stem != "load")


def flags_from(variable):
    return shlex.split(os.environ.get(variable, ""))


@functools.lru_cache(maxsize=None)
def compiled(name, flavour, *arguments):
    """The path of what these sources and flags are compiled to."""
    if flavour != "plain" and not Path("/proc/self/maps").exists():
        pytest.skip("sanitizers need /proc")
    target = OUT / flavour / name
    target.parent.mkdir(parents=True, exist_ok=True)
    run(*CC, *FLAGS, *FLAVOURS[flavour], *flags_from("CPPFLAGS"), f"-I{ROOT / 'core/include'}",
        *arguments, "-o", target, *flags_from("LDFLAGS"), "-lsqlite3", "-lcrypto")
    return target


def extension_objects(flavour):
    return (compiled("extension.o", flavour, "-DSQLITE_CORE", "-c", ROOT / "sqlite/extension.c"),
            compiled("core.o", flavour, "-c", ROOT / "core/uuid9562.c"))


@pytest.mark.parametrize("flavour", ["plain", pytest.param("sanitized", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BUILT_IN)
def test_program(name, flavour, tmp_path):
    program = compiled(name, flavour, HERE / f"{name}.c", *extension_objects(flavour))
    run(program, tmp_path / "test.db", cwd=tmp_path)  # uuid_state_open makes files, too


@pytest.mark.parametrize("feature, names", [("AUDIT", {"uuid_audit"}), (
    "ENTRYUUID", {"uuid_entryuuid_sql", "uuid_entryuuid_drop_sql"})])
def test_omit(feature, names):
    extension = compiled(f"omit_{feature}.so", "plain", f"-DUUID9562_OMIT_{feature}", "-O0",
                         "-fPIC", "-shared", ROOT / "sqlite/extension.c", ROOT / "core/uuid9562.c")
    query = ("SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE 'uuid%'"
             " UNION SELECT name FROM pragma_module_list WHERE name LIKE 'uuid%'")
    whole, part = ({*run(SQLITE3, "-list", "-noheader", "-cmd", f".load {path}", ":memory:",
                         query).stdout.split()}
                   for path in (EXTENSION.with_suffix(""), extension.with_suffix("")))
    assert whole - part == names and part < whole


def test_load(tmp_path):
    shutil.copy(EXTENSION, tmp_path / "copy.so")
    run(compiled("load", "plain", "-rdynamic", HERE / "load.c"), EXTENSION.with_suffix(""),
        tmp_path / "copy")
