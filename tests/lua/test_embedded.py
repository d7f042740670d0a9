"""The module compiled into programs that embed Lua: embedded.c, and exceptions.cc for a Lua that is
compiled as C++. LUA is the name of Lua for pkg-config; Debian adds -c++ for the latter."""

import shutil

import pytest
from harness import BUILD, CC, LUA, TESTS, compile_strictly, make, run

HERE = TESTS / "lua"
CXX = ("g++",)
# What Lua is compiled as, and the module.
KINDS = {
    "C": (LUA, (*CC, "-std=c11")),
    "C in C++": (f"{LUA}-c++", (*CC, "-std=c11", "-fexceptions")),
    "C++": (f"{LUA}-c++", (*CXX, "-std=c++17", "-xc++")),
}
EMBEDDED = ("calls", "allocations_that_fail", "limit", "preload", "closed_while_used", "threads")


def flags(lua):
    """What compiles and links a program with this Lua."""
    found = run("pkg-config", "--cflags", "--libs", lua, check=False)
    if found.returncode:
        pytest.skip(f"{lua} is not installed with its headers")
    return found.stdout.split()


@pytest.fixture(scope="module", params=KINDS)
def embedded(request, tmp_path_factory):
    """The program; the core is in the library that the program links."""
    lua, compiler = KINDS[request.param]
    words = flags(lua)
    if not shutil.which(compiler[0]):
        pytest.skip(f"{compiler[0]} is not installed")
    make("lib", "amalgamation")
    program = tmp_path_factory.mktemp("embedded") / "program"
    compile_strictly(compiler, "-DUUID9562_OMIT_CORE", HERE / "embedded.c",
        BUILD / "amalgamation/uuid9562_lua.c", "-xnone", BUILD / "lib/libuuid9562.a", *words,
        "-lcrypto", "-pthread", "-o", program)
    return program


@pytest.mark.parametrize("name", EMBEDDED)
def test_embedded(embedded, name):
    run(embedded, name)


@pytest.mark.slow
@pytest.mark.parametrize("sanitizer", ["address,undefined", "thread"])
def test_with_sanitizer(sanitizer, tmp_path):
    words = flags(LUA)
    make("amalgamation")
    compile_strictly(CC, "-std=c11", "-O1", "-g", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all",
        HERE / "embedded.c", BUILD / "amalgamation/uuid9562_lua.c", *words, "-lcrypto", "-pthread",
        "-o", tmp_path / "embedded")
    for name in EMBEDDED:
        run(tmp_path / "embedded", name)


@pytest.mark.parametrize("kind", ["C in C++", "C++"])
def test_exceptions(kind, tmp_path):
    lua, compiler = KINDS[kind]
    words = flags(lua)
    if not shutil.which(CXX[0]):
        pytest.skip(f"{CXX[0]} is not installed")
    make("lib", "amalgamation")
    compile_strictly(compiler, "-DUUID9562_OMIT_CORE", *words, "-c",
        BUILD / "amalgamation/uuid9562_lua.c", "-o", tmp_path / "module.o")
    compile_strictly(CXX, "-std=c++17", HERE / "exceptions.cc", tmp_path / "module.o",
        BUILD / "lib/libuuid9562.a", *words, "-lcrypto", "-pthread", "-o", tmp_path / "exceptions")
    run(tmp_path / "exceptions")
