"""examples/embed and its variants under the address, undefined behaviour and thread sanitizers,
with each Lua that is installed with its headers; `make embed`. SQLite is instrumented too, and so
is a Lua 5.4 from its source; the other Luas and libpython are the distribution's."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from debian_source import debian
from harness import CC, run
from installation import promised
from sources import AMALGAMATION, EXAMPLE, HERE, example, sqlite

LUAS = ("lua5.1", "lua5.2", "lua5.3", "lua5.4", "lua5.5", "luajit", "source")
SANITIZERS = {"address": "-fsanitize=address,undefined -fno-sanitize-recover=all",
              "thread": "-fsanitize=thread"}
LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}  # of CPython, when it ends
DEFINED = "-DSQLITE_CORE -DUUID9562_OMIT_CORE -DLUA_USE_POSIX"
# Lua 5.1 has no luaL_requiref.
LUA_5_1 = """#include <lauxlib.h>
#if LUA_VERSION_NUM < 502
#define luaL_requiref(L, name, open, global) (lua_pushcfunction(L, open), lua_call(L, 0, 1))
#endif
"""


@pytest.fixture(scope="module", params=SANITIZERS)
def sanitized(request, tmp_path_factory):
    """A copy of the example in which all that does not depend on Lua is compiled, and how."""
    folder = example(tmp_path_factory.mktemp(request.param))
    python = run("pkg-config", "--cflags", "python3-embed").stdout
    words = (f"{' '.join(CC)} -O1 -g {SANITIZERS[request.param]} {DEFINED} {python.strip()}"
             f" -I{AMALGAMATION} -I{sqlite()}")
    run("make", "config.c", "frozen.c", cwd=folder)
    (folder / "lua_5_1.h").write_text(LUA_5_1)
    sources = ("config.c", "frozen.c", sqlite() / "sqlite3.c",
               *(AMALGAMATION / f"uuid9562{host}.c" for host in ("", "_sqlite", "_python")))
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda source: run(*words.split(), "-c", source, cwd=folder), sources))
    return folder, words


@pytest.fixture(name="build", params=LUAS)
def with_each_lua(request, sanitized):
    """Builds the example from its main.c, or from another file in place of that."""
    lua, (folder, words) = request.param, sanitized
    files, included = [AMALGAMATION / "uuid9562_lua.c"], "-include lua_5_1.h"
    if lua == "source":
        source = debian("lua5.4") / "src"
        (folder / "lua5.4-deb-multiarch.h").write_text('#define DEB_HOST_MULTIARCH "."\n')
        files += [path for path in source.glob("l*.c") if path.name not in ("lua.c", "luac.c")]
        found, library, included = f"-I{source}", "", ""
    elif run("pkg-config", "--exists", lua, check=False).returncode:
        pytest.skip(f"{lua} is not installed")
    else:
        found, library = run("pkg-config", "--cflags", lua).stdout.strip(), lua

    def build(main):
        (folder / "embed").unlink(missing_ok=True)
        run("make", f"HOSTS=python3-embed libcrypto expat zlib {library}",
            f"CC={words} {found}", f"CPPFLAGS={included}", "CFLAGS=", "SOURCES=" + " ".join(
                map(str, [main, *sorted(path.name for path in folder.glob("*.o")), *files])),
            cwd=folder)
        return folder / "embed"

    return build


def test_example(build):
    assert run(build("main.c"), env=LEAKS).stdout == promised(EXAMPLE / "main.c")


def test_variants(build, tmp_path):
    program = build(HERE / "variants.c")
    run(program, "threads", env={**LEAKS, "UUID9562_STATE": str(tmp_path / "state")})
    run(program, "signals", env=LEAKS)
    run(program, "children", env=LEAKS)
