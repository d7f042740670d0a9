"""The module compiled into programs that embed Lua: embedded.c, and exceptions.cc for a Lua that is
compiled as C++. LUA is the name of Lua for pkg-config; Debian adds -c++ for the latter."""

import shutil

import pytest
from harness import BUILD, CC, LUA, TESTS, compile_strictly, make, run

HERE = TESTS / "hosts/lua"
CXX = ("g++",)
# What Lua is compiled as, and the module.
KINDS = {
    "C": (LUA, (*CC, "-std=c11")),
    "C in C++": (f"{LUA}-c++", (*CC, "-std=c11", "-fexceptions")),
    "C++": (f"{LUA}-c++", (*CXX, "-std=c++17", "-xc++")),
}
EMBEDDED = ("calls", "allocations_that_fail", "closed_while_used")


USES_LUA = "#include <lua.h>\nint main(void) { return lua_gettop(0); }\n"


def flags(kind):
    """What compiles and links a program with the Lua of this kind."""
    lua, compiler = KINDS[kind]
    found = run("pkg-config", "--cflags", "--libs", lua, check=False)
    if found.returncode:
        pytest.skip(f"{lua} is not installed with its headers")
    if kind != "C" and not shutil.which(CXX[0]):
        pytest.skip(f"{CXX[0]} is not installed")
    words = found.stdout.split()
    language = "c++" if "-xc++" in compiler else "c"
    if run(*compiler, "-x", language, "-", "-xnone", *words, "-o", BUILD / "lua/uses-lua",
           input=USES_LUA, check=False).returncode:
        pytest.skip(f"the functions of {lua} do not have the names of {language.upper()}")
    return words


@pytest.fixture(scope="module", params=KINDS)
def embedded(request, tmp_path_factory):
    """The program; the core is in the library that the program links."""
    _, compiler = KINDS[request.param]
    words = flags(request.param)
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
def test_with_sanitizers(tmp_path):
    words = flags("C")
    make("amalgamation")
    compile_strictly(CC, "-std=c11", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
        HERE / "embedded.c", BUILD / "amalgamation/uuid9562_lua.c", *words, "-lcrypto", "-pthread",
        "-o", tmp_path / "embedded")
    for name in EMBEDDED:
        run(tmp_path / "embedded", name)


@pytest.mark.parametrize("kind", ["C in C++", "C++"])
def test_exceptions(kind, tmp_path):
    _, compiler = KINDS[kind]
    words = flags(kind)
    make("lib", "amalgamation")
    compile_strictly(compiler, "-DUUID9562_OMIT_CORE", *words, "-c",
        BUILD / "amalgamation/uuid9562_lua.c", "-o", tmp_path / "module.o")
    compile_strictly(CXX, "-std=c++17", HERE / "exceptions.cc", tmp_path / "module.o",
        BUILD / "lib/libuuid9562.a", *words, "-lcrypto", "-pthread", "-o", tmp_path / "exceptions")
    run(tmp_path / "exceptions")
