"""The rock in every Lua that is found, as users of LuaRocks have it; `make hosts`.

From a checkout and without a network: made, tested, packed, installed from the package where there
is no compiler, and removed. Nothing may be left in the checkout. Paths have spaces.
"""

import os
import re
import shutil

import pytest
from harness import run
from installation import copy_tree, files

COMPILERS = ("cc", "c89", "c99", "gcc", "clang", "tcc")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    if not shutil.which("luarocks"):
        pytest.skip("luarocks is not installed")
    place = tmp_path_factory.mktemp("rock")
    for name in ("home", "temporary", "no compiler"):
        (place / name).mkdir()
    for name in COMPILERS:
        (place / "no compiler" / name).write_text("#!/bin/sh\nexit 127\n")
        (place / "no compiler" / name).chmod(0o755)
    (place / "config.lua").write_text("rocks_servers = {}\n")
    copy_tree(place / "a copy")
    return place


@pytest.fixture
def luarocks(place, version, monkeypatch):
    """Runs luarocks for that Lua in the copy, with no rocks and no settings but these, and with no
    network where the system lets us have none."""
    lua = f"lua{version}"
    if not shutil.which(lua) or run("pkg-config", "--exists", lua, check=False).returncode:
        pytest.skip(f"{lua} is not installed, or its headers are not")
    env = {"HOME": str(place / "home"), "TMPDIR": str(place / "temporary"),
           "LUAROCKS_CONFIG": str(place / "config.lua"), "UUID9562_COUNT": "2000"}
    alone = [] if run("unshare", "-n", "true", check=False).returncode else ["unshare", "-n"]
    for name in ("LUA_PATH", "LUA_CPATH"):
        monkeypatch.delenv(name, raising=False)

    def luarocks(*words, cwd=place / "a copy", **more):
        return run(*alone, "luarocks", "--lua-version", version, *words, cwd=cwd,
                   env={**env, **more})

    return luarocks


def loaded(version, cpath):
    """The file that `require` loads."""
    maps = run(f"lua{version}", "-e", 'require "uuid9562"', "-e",
               'for line in io.lines("/proc/self/maps") do print(line) end',
               env={"LUA_CPATH": cpath}).stdout
    return {*re.findall(r" (/.*/uuid9562\.so)$", maps, re.M)}


@pytest.mark.parametrize("version", ("5.1", "5.2", "5.3", "5.4", "5.5"))
def test_rock(version, luarocks, place, tmp_path):
    before = files(place / "a copy"), files(place / "temporary")
    first, second = tmp_path / "first tree", tmp_path / "second tree"
    module = f"lib/lua/{version}/uuid9562.so"

    luarocks("--tree", first, "make")
    assert (files(place / "a copy"), files(place / "temporary")) == before
    assert files(first / "lib/lua") == [f"{version}/uuid9562.so"]
    # Of what `luarocks path` says only this is needed; all of it would keep a LuaRocks from its own
    # modules that runs in another Lua.
    cpath = f"{first}/lib/lua/{version}/?.so;;"
    luarocks("test", LUA_CPATH=cpath)
    assert loaded(version, cpath) == {str(first / module)}

    if not shutil.which("zip"):
        pytest.skip("the package: zip is not installed")
    luarocks("--tree", first, "pack", "uuid9562", cwd=tmp_path)
    shutil.rmtree(first)
    package, = tmp_path.glob("uuid9562-scm-1.*.rock")
    luarocks("--tree", second, "install", package,
             PATH=f"{place / 'no compiler'}:{os.environ['PATH']}")
    assert loaded(version, f"{second}/lib/lua/{version}/?.so") == {str(second / module)}
    luarocks("--tree", second, "remove", "uuid9562")
    assert not [name for name in files(second) if "uuid9562" in name]
    assert (files(place / "a copy"), files(place / "temporary")) == before
