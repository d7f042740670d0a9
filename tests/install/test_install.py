"""What `make install` installs, and `make uninstall` removes; tests/docs runs examples with it."""

import stat

import pytest
from installation import files, make

PREFIX = "/opt/uuid9562"


def expected_files(version):
    abi = version.rpartition(".")[0]  # as test_abi has it
    return sorted(f"opt/uuid9562/{path}" for path in (
        "bin/uuid9562", "include/uuid9562.h", "lib/libuuid9562.a", "lib/libuuid9562.so",
        f"lib/libuuid9562.so.{abi}", f"lib/libuuid9562.so.{version}", "lib/lua/5.4/uuid9562.so",
        "lib/pkgconfig/uuid9562.pc", "lib/sqlite3/uuid9562.so", "share/man/man1/uuid9562.1"))


def test_files(installed, tmp_path):
    make("install", f"DESTDIR={tmp_path}", f"PREFIX={PREFIX}", "LUA_PC=lua5.4")
    version, = installed.pkg_config("--modversion")
    assert files(tmp_path) == expected_files(version)
    for name in files(tmp_path):
        path = tmp_path / name
        assert stat.S_IMODE(path.stat().st_mode) & 0o444 == 0o444, f"{name} is not for all to read"
        assert str(tmp_path).encode() not in path.read_bytes(), f"{name} names DESTDIR"
    make("uninstall", f"DESTDIR={tmp_path}", f"PREFIX={PREFIX}", "LUA_PC=lua5.4")
    assert files(tmp_path) == []


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
    ("sqlite", ["usr/lib/sqlite3/uuid9562.so"]),
])
def test_part(part, expected, tmp_path):
    words = (f"PARTS={part}", f"DESTDIR={tmp_path}", "PREFIX=/usr")
    make("install", *words)
    assert files(tmp_path) == expected
    make("uninstall", *words)
    assert files(tmp_path) == []


@pytest.mark.parametrize("version, abi", (("0.9.0", "0.9"), ("0.12.3", "0.12"), ("1.2.3", "1"),
                                          ("12.0.1", "12")))
def test_abi(version, abi):
    """The soname, the link that the dynamic linker follows, the version of the symbols."""
    commands = make("-n", "-B", "lib", "install-c", f"VERSION={version}", "DESTDIR=/nowhere").stdout
    assert f" -Wl,-soname,libuuid9562.so.{abi} " in commands
    assert f'"UUID9562_{abi} {{ "' in commands
    assert f'"/nowhere/usr/local/lib/libuuid9562.so.{abi}"\n' in commands
    assert f" libuuid9562.so.{version} " in commands


def test_flags():
    """Every compiler's command has the builder's flags, after its own."""
    commands = make("-n", "-B", "all", "test-programs", "CPPFLAGS=-DCPP", "CFLAGS=-O1",
                    "LDFLAGS=-Wl,-O1", "LDLIBS=-lm").stdout.replace("\\\n", "").splitlines()
    compiled = [command for command in commands if " -std=c11 " in command]
    assert len(compiled) > 5
    for command in compiled:
        assert " -DCPP -O1 " in command.partition(" -fstack-protector ")[2]
        assert " -c " in command or " -Wl,-O1 " in command and command.endswith(" -lm"), command
