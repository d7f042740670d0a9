"""Lua's own tests, all of them, in a Lua with its internal checks, with the module loaded, which
generates whenever the garbage collector has finished a cycle; `./dev host-suites`.

LUA_TESTS names a checkout of github.com/lua/lua at a version, such as v5.4.4; no package has it.
"""

import os
import shutil
import signal

import pytest
from harness import CC, run
from ours import PLACE, compiled

CHECKS = ("-DLUA_USER_H=\"ltests.h\"", "-DLUA_USE_APICHECK")
LIBRARIES = {"lib1": "lib1", "lib11": "lib11", "lib2": "lib2", "lib21": "lib21", "lib2-v2": "lib22"}

GENERATE = """
local uuid = require "uuid9562"
local assert, pcall, setmetatable = assert, pcall, setmetatable -- the tests clear the globals
local generator, last, meta = uuid.generator(), "", {}
function meta.__gc()
    local id = uuid.uuid7()
    assert(id > last and uuid.version(id) == 7 and #uuid.batch(4, 10) == 10)
    assert(generator:uuid7() and not pcall(uuid.parse, "x"))
    last = id
    setmetatable({}, meta)
end
setmetatable({}, meta)
"""

# Puts more on the stack than a function may that has not asked for it.
MISTAKE = ('    lua_pushliteral(L, "uuid9562");\n',
           "    for (int i = 0; i < 40; i++)\n        lua_pushnil(L);\n    lua_pop(L, 40);\n"
           '    lua_pushliteral(L, "uuid9562");\n')


@pytest.fixture(scope="module", name="lua")
def luas_tests():
    """The folder of a copy of the checkout, where Lua is compiled."""
    checkout, folder = os.environ.get("LUA_TESTS"), PLACE / "lua"
    if not checkout:
        pytest.skip("LUA_TESTS does not name a checkout of Lua's repository")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(checkout, folder, ignore=shutil.ignore_patterns(".git"))
    # Its last part interrupts a child whose number it expects before the child's output: on a busy
    # machine it reads them in the other order, and waits for ever.
    main = folder / "testes/main.lua"
    before, ctrl_c, _ = main.read_text("latin-1").partition("print('testing Ctrl C')")
    assert ctrl_c, "main.lua has changed"
    main.write_text(before, "latin-1")
    sources = [path.name for path in folder.glob("*.c") if path.name != "onelua.c"]
    run(*CC, "-std=gnu99", "-O1", "-DLUA_USE_LINUX", "-DLUA_USE_READLINE", *CHECKS, "-Wl,-E",
        *sources, "-o", "lua", "-lm", "-ldl", "-lreadline", cwd=folder)
    for library, source in LIBRARIES.items():
        run(*CC, "-O1", "-fPIC", "-shared", *CHECKS, "-I../..", f"{source}.c", "-o",
            f"{library}.so", cwd=folder / "testes/libs")
    return folder


def run_tests(lua, *words, **how):
    """Runs Lua's tests. Their standard input must be a pipe, and a hang-up must end a child, even
    under nohup."""
    module = compiled("lua", lua / "ours", f"-I{lua}", *CHECKS, name="uuid9562.so", **how)
    return run("env", "--default-signal=HUP", lua / "lua", *words, "all.lua", cwd=lua / "testes",
               input="", check=False, errors="replace",
               env={"LUA_CPATH": f"{module.parent}/?.so;;", "LUA_INIT": ""})


@pytest.mark.parametrize("words", ([], ["-e", GENERATE]), ids=("alone", "with_ours"))
def test_all(lua, words):
    done = run_tests(lua, *words)
    assert done.returncode == 0 and "final OK" in done.stdout, done.stderr[-2000:]


def test_mistake_is_found(lua):
    done = run_tests(lua, "-e", GENERATE, mistake=MISTAKE)
    assert done.returncode == -signal.SIGABRT and "stack overflow" in done.stderr
