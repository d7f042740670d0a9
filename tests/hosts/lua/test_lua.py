"""Each test of the Lua module by its name; run.lua, which needs nothing but a Lua, runs it."""

import pytest
from harness import BUILD, LUA, ROOT, run


def run_lua(*arguments):
    return run(LUA, "tests/hosts/lua/run.lua", *arguments, cwd=ROOT,
               env={"LUA_CPATH": f"{BUILD}/lua/?.so"}).stdout


@pytest.mark.parametrize("name", run_lua("--list").split())
def test_lua(name):
    skipped, found, reason = run_lua(name).partition(f"skipped: {name}: ")
    if found:
        pytest.skip(reason.partition("\n")[0])
