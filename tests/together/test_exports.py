"""Each binding exports its entry point and the clock state that all of them share, the C library
the names of core/exports, and nothing else; none runs code when it is loaded."""

import platform
import re
import shutil

import pytest
from harness import BUILD, CC, EXTENSION, HEADERS, ROOT, SURFACE, compile_strictly, run, table

# C libraries other than glibc do not share it.
SHARED = {"uuid9562_clock_state_v1"} if platform.libc_ver()[0] == "glibc" else set()
# By the header that declares them.
BLOCKS = {name: block.split() for name, block in re.findall(
    r"^# (\S+\.h)\n((?:\w+\n)+)", (ROOT / "core/exports").read_text(), re.M)}
EXPORTS = [name for block in BLOCKS.values() for name in block]
LIBRARY = {*EXPORTS} | SHARED
# What uuid9562.c and a host share, which may be linked from two objects.
PRIVATE = {*re.findall(r"\b(uuid9562_\w+)\(", (ROOT / "core/include/private/uuid9562_host.h"
                                               ).read_text())}
MODULES = {EXTENSION: "sqlite3_extension_init", BUILD / "lua/uuid9562.so": "luaopen_uuid9562",
           **{path: "PyInit__core" for path in (BUILD / "python/uuid9562").glob("_core*.so")}}


def names(*options):
    """The names that nm prints, without their versions."""
    listing = run("nm", "--defined-only", *options).stdout
    return {line.split()[-1].partition("@")[0] for line in listing.splitlines()
            if len(line.split()) == 3 and line.split()[1] != "A"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.parent.name)
def test_module(module):
    assert names("-D", module) == {MODULES[module]} | SHARED


def test_surface():
    assert sorted(EXPORTS) == sorted({cells[0] for _, cells in table(SURFACE)} - {"-"})


def test_headers_declare_them():
    for path in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        declared = re.findall(r"^UUID9562_API [^;(]*?\b(uuid9562_\w+)\(", text, re.M)
        assert declared == BLOCKS[path.name], path.name
    assert len(BLOCKS) == len(HEADERS) and len(BLOCKS["uuid9562.h"]) <= 50


@pytest.mark.parametrize("path", HEADERS, ids=lambda path: path.stem)
def test_a_header_alone(path):
    for compiler, *how in ([*CC, "-xc", "-std=c11"], ["g++", "-xc++", "-std=c++17"]):
        if not shutil.which(compiler):
            pytest.skip(f"{compiler} is not installed")
        compile_strictly([compiler], *how, "-fsyntax-only", path)


def test_shared_library():
    assert names("-D", BUILD / "lib/libuuid9562.so") == LIBRARY


def test_archive():
    assert names("-g", BUILD / "lib/libuuid9562.a") == LIBRARY | PRIVATE


def constructors(library):
    """The size of the table of what the loader calls."""
    return re.findall(r"\(INIT_ARRAYSZ\) +(\d+)", run("readelf", "-dW", library).stdout)


@pytest.mark.parametrize("library", [*MODULES, BUILD / "lib/libuuid9562.so"],
                         ids=lambda path: path.parent.name)
def test_constructors(library, tmp_path):
    """As many as a library of nothing has."""
    (tmp_path / "nothing.c").write_text("")
    run(*CC, "-shared", "-fPIC", tmp_path / "nothing.c", "-o", tmp_path / "nothing.so")
    assert constructors(library) == constructors(tmp_path / "nothing.so")


@pytest.mark.skipif(not SHARED, reason="glibc alone shares it")
def test_clock_state():
    """One for a process (u), of 128 bytes that nothing else has, from a cache line's begin on."""
    archive = BUILD / "lib/libuuid9562.a"
    symbol, = [line for line in run("nm", "-S", "-f", "posix", archive).stdout.splitlines()
               if line.startswith("uuid9562_clock_state_v1 ")]
    section, = [line.split() for line in run("readelf", "-SW", archive).stdout.splitlines()
                if " .bss.uuid9562_clock_state_v1 " in line]
    assert symbol == "uuid9562_clock_state_v1 u 0 80"
    assert section[-6:] == ["000080", "00", "WA", "0", "0", "64"]
