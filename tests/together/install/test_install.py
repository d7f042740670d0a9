"""What `make install` installs, and `make uninstall` removes; ../docs runs examples with it."""

import os
import re
import shutil
import stat
import subprocess

import pytest
from harness import BUILD, HEADERS, MAKE, ROOT, SQLITE3, make, run
from installation import files

PREFIX = "/opt/uuid9562"


def expected_files(version):
    abi = version.rpartition(".")[0]  # as test_abi has it
    return sorted(f"opt/uuid9562/{path}" for path in (
        "bin/uuid9562", *(f"include/{path.name}" for path in HEADERS), "lib/cmake/uuid9562/uuid9562-config-version.cmake",
        "lib/cmake/uuid9562/uuid9562-config.cmake", "lib/libuuid9562.a", "lib/libuuid9562.so",
        f"lib/libuuid9562.so.{abi}", f"lib/libuuid9562.so.{version}", "lib/lua/5.4/uuid9562.so",
        "lib/pkgconfig/uuid9562.pc", "lib/sqlite3/uuid9562.so", "lib/sqlite3/uuid9562_replicated.so",
        "share/man/man1/uuid9562.1"))


def test_files(installed, tmp_path):
    make("install", f"DESTDIR={tmp_path}", f"PREFIX={PREFIX}", "LUA_PC=lua5.4")
    version, = installed.pkg_config("--modversion")
    assert files(tmp_path) == expected_files(version)
    for name in files(tmp_path):
        path = tmp_path / name
        assert stat.S_IMODE(path.stat().st_mode) & 0o444 == 0o444, f"{name} is not for all to read"
        assert str(tmp_path).encode() not in path.read_bytes(), f"{name} names DESTDIR"
    make("uninstall", f"DESTDIR={tmp_path}", f"PREFIX={PREFIX}", "LUA_PC=lua5.4")
    assert files(tmp_path) == [] and not (tmp_path / PREFIX[1:] / "lib/cmake/uuid9562").exists()


def test_other_folders_and_files_that_were_there_before(tmp_path):
    words = (f"DESTDIR={tmp_path}", "PREFIX=/usr", "LIBDIR=/usr/lib/here",
             "LUA_CDIR=/usr/share/lua")
    other = tmp_path / "usr/lib/here/sqlite3/other.so"
    other.parent.mkdir(parents=True)
    other.write_text("")
    make("install", *words)
    make("install", *words)
    abi, = (tmp_path / "usr/lib/here").glob("libuuid9562.so.?.?")
    assert abi.is_symlink()
    assert (tmp_path / "usr/share/lua/uuid9562.so").exists()
    pc = (tmp_path / "usr/lib/here/pkgconfig/uuid9562.pc").read_text()
    assert "\nlibdir=${prefix}/lib/here\n" in pc
    make("uninstall", *words)
    assert files(tmp_path) == ["usr/lib/here/sqlite3/other.so"]


@pytest.mark.parametrize("part, expected", [
    ("command", ["usr/bin/uuid9562", "usr/share/man/man1/uuid9562.1"]),
    ("sqlite", ["usr/lib/sqlite3/uuid9562.so", "usr/lib/sqlite3/uuid9562_replicated.so"]),
])
def test_part(part, expected, tmp_path):
    words = (f"PARTS={part}", f"DESTDIR={tmp_path}", "PREFIX=/usr")
    make("install", *words)
    assert files(tmp_path) == expected
    make("uninstall", *words)
    assert files(tmp_path) == []


def test_a_rock_stays(tmp_path):
    """LuaRocks has moved our file aside."""
    words = ("PARTS=lua", f"DESTDIR={tmp_path}", "LUA_CDIR=/a folder")
    make("install", *words)
    module = tmp_path / "a folder/uuid9562.so"
    module.rename(f"{module}~")
    module.write_text("a rock's")
    make("uninstall", *words)
    assert files(tmp_path) == ["a folder/uuid9562.so"]


@pytest.mark.parametrize("strip, expected", (([], False), (["STRIP=:"], True)),
                         ids=("stripped", "not"))
def test_what_only_a_debugger_reads(strip, expected, tmp_path):
    make("install", f"DESTDIR={tmp_path}", *strip)
    compiled = [name for name in files(tmp_path) if re.search(r"\.so$|\.a$|bin/", name)]
    assert len(compiled) == 6
    for name in compiled:
        sections = run("readelf", "-SW", tmp_path / name).stdout
        assert (" .debug_info " in sections) == expected and " .symtab " in sections, name


def test_with_a_umask(tmp_path):
    """All may read what a cautious root installs."""
    folder = tmp_path / "below"
    run("sh", "-c", 'umask 077 && exec "$@"', "sh", *MAKE, "-s", "-C", ROOT, f"B={BUILD}", "install",
        f"DESTDIR={folder}")
    for path in folder.rglob("*"):
        assert path.is_symlink() or path.stat().st_mode & 0o555 >= (
            0o444 if path.is_file() else 0o555), path


# ---- what it refuses, before anything is written

def refused(*words, **how):
    done = run(*MAKE, "-s", "-C", ROOT, f"B={BUILD}", *words, check=False,
               stderr=subprocess.STDOUT, **how)
    assert done.returncode, done.stdout
    return done.stdout


@pytest.mark.parametrize("lua, package", (("lua5.9", "liblua5.9-dev"),
                                          ("luajot", "libluajot-dev")))
def test_lua_that_pkg_config_does_not_know(lua, package, tmp_path):
    """Its modules have no folder; that of another Lua is not taken."""
    words = (f"DESTDIR={tmp_path}", "PARTS=lua")
    make("install", *words, "LUA_PC=lua5.4")
    module, = before = files(tmp_path)
    for goal in ("install", "uninstall"):
        assert (f"pkg-config does not know {lua}; on Debian: apt-get install {package}; "
                f"or set LUA_CDIR") in refused(goal, *words, f"LUA_PC={lua}")
        assert files(tmp_path) == before
    make("uninstall", *words, f"LUA_PC={lua}", f"LUA_CDIR=/{os.path.dirname(module)}")
    assert files(tmp_path) == []


@pytest.mark.parametrize("parts, wrong", (("lau", "unknown PARTS: lau;"),
                                          ("c,lua", "unknown PARTS: c,lua;"),
                                          ("c all python", "unknown PARTS: all python;"),
                                          ("", "PARTS is empty;")))
def test_unknown_parts(parts, wrong, tmp_path):
    for goal in ("install", "uninstall"):
        told = refused(goal, f"PARTS={parts}", f"DESTDIR={tmp_path}")
        assert f"{wrong} expected some of: c command sqlite lua" in told
    assert files(tmp_path) == []


@pytest.mark.parametrize("name, folder", (("PREFIX", "opt"), ("PREFIX", "~/.local"), ("PREFIX", ""),
                                          ("BINDIR", "bin")))
def test_path_that_is_not_absolute(name, folder, tmp_path):
    for goal in ("install", "uninstall"):
        told = refused(goal, "PARTS=command", f"{name}={folder}", f"DESTDIR={tmp_path}/")
        assert f"uuid9562: {name} is {folder}; expected an absolute path" in told
    assert files(tmp_path) == []
    assert "DESTDIR is ~/package; expected" in refused("install", "DESTDIR=~/package")


# ---- what it says in the end


def test_line_for_the_shell_of_sqlite(tmp_path):
    """It can be pasted, whatever the folder is called."""
    told = make("install", "PARTS=sqlite", f"PREFIX={tmp_path}/a folder", "DESTDIR=").stdout
    line = re.search(r"\.load .+", told)[0]
    assert run(SQLITE3, "-batch", ":memory:", input=f"{line}\nSELECT uuid_version(uuid7());"
               ).stdout == "7\n"


@pytest.mark.skipif(not os.path.exists("/etc/ld.so.conf"), reason="the linker has no cache")
@pytest.mark.parametrize("user, searched, told", (
    (0, True, "ldconfig has been run.\n"),
    (1000, True, "ldconfig has not been run: run it as root.\n"),
    (0, False, "-Wl,-rpath,{prefix}/lib\n"), (1000, False, "-Wl,-rpath,{prefix}/lib\n")))
def test_ldconfig(user, searched, told, tmp_path, monkeypatch):
    """It is run as root, where it helps."""
    prefix, log, programs = tmp_path / "usr", tmp_path / "log", tmp_path / "bin"
    programs.mkdir()
    (programs / "id").write_text(f"#!/bin/sh\necho {user}\n")
    (programs / "ldconfig").write_text(
        f"#!/bin/sh\necho \"ldconfig $*\" >>{log}\necho '/lib: (from here:1)'\n"
        + f"echo '{prefix}/bin/../lib: (from here:2)'\n" * searched)
    for program in programs.iterdir():
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    said = make("install", "PARTS=c command", f"PREFIX={prefix}", "DESTDIR=").stdout
    assert said.endswith(told.format(prefix=prefix))
    assert ("ldconfig \n" in log.read_text()) == (searched and user == 0)


def test_variables(tmp_path, monkeypatch):
    """Once they are set as it says, it says no more."""
    def told():
        return re.findall(r"^export (\w+)='(.+)'$", make("install", "PARTS=c lua", "LUA_PC=lua5.4",
                          f"PREFIX={tmp_path}/a folder", "DESTDIR=").stdout, re.M)

    lines = dict(told())
    assert [*lines] == ["LUA_CPATH"] * bool(shutil.which("lua5.4")) + ["PKG_CONFIG_PATH"]
    for name, value in lines.items():
        monkeypatch.setenv(name, value)
    assert told() == []


def test_flags():
    """Every compiler's command has the builder's flags, after its own."""
    commands = make("-n", "-B", "all", "test-programs", "CPPFLAGS=-DCPP", "CFLAGS=-O1",
                    "LDFLAGS=-Wl,-O1", "LDLIBS=-lm").stdout.replace("\\\n", "").splitlines()
    compiled = [command for command in commands if " -std=c11 " in command]
    assert len(compiled) > 5
    for command in compiled:
        assert " -DCPP -O1 " in command.partition(" -fstack-protector ")[2]
        assert " -c " in command or " -Wl,-O1 " in command and command.endswith(" -lm"), command
