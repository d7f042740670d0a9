"""The rock in every Lua that is found, as users of LuaRocks have it, without a network; `make
hosts` and `./dev pack rock`.

From a checkout: made, tested, packed, installed from the package where there is no compiler, and
removed. Nothing may be left in the checkout. Paths have spaces. And the packages of pack/rock.py:
the source rock in the same way, the binary ones in a new Debian that has luarocks and a Lua.
"""

import os
import re
import shutil

import pytest
from harness import BUILD, PYTHON, ROOT, run
from installation import chroot, copy_tree, files, new_debian, promised

PACKED = BUILD / "pack/rock"
VERSIONS = ("5.1", "5.2", "5.3", "5.4", "5.5")
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


@pytest.mark.parametrize("version", VERSIONS)
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


# ---- the packages of pack/rock.py

def packed(pattern):
    """The one package of this name."""
    if not PACKED.exists():
        pytest.skip("the packages have not been built")
    path, = PACKED.glob(pattern)
    return path


@pytest.mark.parametrize("version", VERSIONS)
def test_source_rock(version, luarocks, place, tmp_path):
    luarocks("--tree", tmp_path / "a tree", "install", packed("*.src.rock"))
    module = f"lib/lua/{version}/uuid9562.so"
    assert files(tmp_path / "a tree/lib/lua") == [f"{version}/uuid9562.so"]
    assert loaded(version, f"{tmp_path}/a tree/lib/lua/{version}/?.so") == {
        str(tmp_path / "a tree" / module)}
    assert files(place / "temporary") == []


def test_lint(tmp_path):
    shutil.unpack_archive(packed("*.src.rock"), tmp_path, "zip")
    run("luarocks", "lint", *tmp_path.glob("*.rockspec"))


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    """A new Debian with luarocks, and no compiler."""
    packed("*.src.rock")
    root = tmp_path_factory.mktemp("debian") / "root"
    new_debian(root, "luarocks")
    shutil.copytree(PACKED, root / "packed")
    shutil.copytree(ROOT / "examples", root / "examples")
    assert chroot(root, "sh", "-c", "command -v cc gcc make", check=False).stdout == ""
    return root


@pytest.mark.parametrize("lua, version", [(f"lua{version}", version) for version in VERSIONS]
                         + [("luajit", "5.1")])
def test_binary_rock(lua, version, debian):
    if not (PACKED / version).exists():
        pytest.skip("it was not installed, or its headers were not")
    chroot(debian, "apt-get", "install", "-y", "--no-install-recommends", lua, f"lua{version}")
    rock = "/packed" / packed(f"{version}/*.rock").relative_to(PACKED)
    tree = f"/trees/{lua}"
    # In no network.
    chroot(debian, "unshare", "-n", "luarocks", "--lua-version", version, "--tree", tree, "install",
           rock)
    for name in ("frozen", "input", "keys", "replay"):
        path = ROOT / f"examples/lua/{name}.lua"
        done = chroot(debian, f"LUA_CPATH={tree}/lib/lua/{version}/?.so", lua,
                      f"/examples/lua/{path.name}")
        assert done.stdout + done.stderr == promised(path), path
    chroot(debian, "luarocks", "--lua-version", version, "--tree", tree, "remove", "uuid9562")
    assert not [name for name in files(debian / tree[1:]) if "uuid9562" in name]


def test_lines_of_the_page(debian):
    """Those of docs/install.md; only the second needs a compiler."""
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    binary, source = re.findall(r"^luarocks .+ install .+$", page, re.M)
    (debian / "build/pack").mkdir(parents=True)
    (debian / "build/pack/rock").symlink_to("/packed")
    compilers = "make", "gcc", "libc6-dev", "libssl-dev", "liblua5.4-dev"
    for line, packages in (binary, ["lua5.4"]), (source, compilers):
        chroot(debian, "apt-get", "install", "-y", "--no-install-recommends", *packages)
        chroot(debian, "sh", "-c", f"cd / && {line} && lua5.4 -e 'require \"uuid9562\"'")
        chroot(debian, "luarocks", "--lua-version", "5.4", "remove", "uuid9562")


def test_the_same_bits_another_time(tmp_path):
    packed("*.src.rock")
    run(PYTHON, "-B", ROOT / "pack/rock.py", env={"B": str(tmp_path), "TZ": "Asia/Kathmandu"})
    for name in files(PACKED):
        assert (tmp_path / "pack/rock" / name).read_bytes() == (PACKED / name).read_bytes(), name
