"""Programs that embed Lua, from Debian's sources, with the module compiled in; `make embed`.

Redis has a Lua 5.1 of its own, whose scripts share a state without io, os and package. The patch
beside this file is what one adds to it. The sources stay in build/embed, and what was compiled.
"""

import shutil
import socket
import subprocess
import time

import pytest
from archive import fetch_source
from harness import BUILD, MAKE, TESTS, make, run

HERE = TESTS / "on_demand/embed"
PLACE = BUILD / "embed"


def source(package, patch):
    """The folder of a package's sources with a patch and the module's one file in src."""
    folder = PLACE / package
    if not (folder / "patched").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch_source(folder, "bookworm", package)
        run("patch", "-p1", "-i", patch, cwd=folder / "source")
        (folder / "patched").touch()
    make("amalgamation")
    file = BUILD / "amalgamation/uuid9562_lua.c"
    copy = folder / "source/src" / file.name
    if not copy.exists() or copy.read_bytes() != file.read_bytes():
        shutil.copy(file, copy)
    return folder / "source"


def wait_for(path):
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.1)
    pytest.fail(f"{path} does not appear")


# ---- Redis


class Client:
    """A connection that sends commands and returns what Redis answers."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.file = self.socket.makefile("rb")

    def __call__(self, *words):
        words = [str(word).encode() for word in words]
        self.socket.sendall(b"*%d\r\n" % len(words) + b"".join(
            b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
        return self.answer()

    def answer(self):
        line = self.file.readline().decode().rstrip()
        kind, rest = line[0], line[1:]
        if kind == "*":
            return [self.answer() for _ in range(int(rest))]
        if kind == "$":
            return None if rest == "-1" else self.file.read(int(rest) + 2)[:-2].decode()
        return int(rest) if kind == ":" else line

    def lua(self, script):
        return self("EVAL", script, 0)


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    """Calls a new server."""
    folder = source("redis", HERE / "redis.patch")
    makefile = folder / "src/Makefile"
    text = makefile.read_text()
    if "uuid9562_lua.o" not in text:
        makefile.write_text(text.replace(" script_lua.o", " script_lua.o uuid9562_lua.o"))
    run(*MAKE, "-s", "-j2", "-C", folder / "src", "MALLOC=libc", "OPTIMIZATION=-O1",
        "REDIS_CFLAGS=-DUUID9562_LOAD_LIBCRYPTO", "redis-server")
    place = tmp_path_factory.mktemp("redis")
    server = subprocess.Popen([folder / "src/redis-server", "--port", "0", "--unixsocket", "socket",
                               "--save", ""], cwd=place, stdout=(place / "log").open("w"))
    try:
        wait_for(place / "socket")
        yield Client(place / "socket")
        assert server.poll() is None, (place / "log").read_text()
    finally:
        server.terminate()
        server.wait()
    assert "uuid9562" not in (place / "log").read_text()  # no warning about a global name


def ascend(uuids):
    assert all(a < b for a, b in zip(uuids, uuids[1:]))


def test_redis_order(redis):
    """Over scripts, and functions, which have another Lua state."""
    redis("FUNCTION", "LOAD", "#!lua name=keys\n"
          "redis.register_function('key', function() return uuid9562.uuid7() end)")
    uuids = []
    for _ in range(5000):
        uuids.append(redis.lua("return uuid9562.uuid7()"))
        uuids.append(redis("FCALL", "key", 0))
        uuids += redis.lua("return uuid9562.batch(7, 3)")
    assert len(uuids) == 25000 and {len(u) for u in uuids} == {36}
    ascend(uuids)
    assert redis.lua("redis.call('SET', 'key', uuid9562.uuid7()) return redis.call('GET', 'key')"
                     ) > uuids[-1]


def test_redis_forks(redis):
    """BGSAVE and BGREWRITEAOF fork while scripts generate."""
    redis.lua("for i = 1, 100000 do redis.call('SET', uuid9562.uuid7(), i) end")
    uuids, forks = [], 0
    while forks < 20:
        if redis("BGSAVE" if forks % 2 else "BGREWRITEAOF").startswith("+"):
            forks += 1
        for version in (4, 7, 7):
            uuids += redis.lua(f"return uuid9562.batch({version}, 50)")
    ascend([u for u in uuids if u[14] == "7"])
    assert len({*uuids}) == len(uuids) > 1000
    assert redis("DBSIZE") >= 100000


def test_redis_sandbox(redis):
    for name in ("io", "os", "package", "require", "debug"):
        assert "nonexistent global variable" in redis.lua(f"return {name}"), name
    for change in ("uuid9562.uuid7 = nil", "uuid9562 = nil", "rawset(uuid9562, 'uuid7', nil)",
                   "getmetatable(uuid9562).__call = nil", "setmetatable(uuid9562, nil)"):
        assert "readonly" in redis.lua(change), change
    for name in ("state_open", "advance", "resync", "set_max_lead_ns", "generator"):
        assert redis.lua(f"return uuid9562.{name} == nil") == 1, name
    assert "bad argument #1 to 'uuid7_at'" in redis.lua("return uuid9562.uuid7_at({})")
    assert redis.lua("return {uuid9562.uuid5('@dns', 'www.example.com'), uuid9562.parse('x')}"
                     )[0] == "2ed6657d-e927-568b-95e1-2665a8aea6a2"


def test_redis_has_new_scripts_in_order(redis):
    """SCRIPT FLUSH makes a new Lua state, and closes the one before."""
    uuids = []
    for _ in range(50):
        uuids.append(redis.lua("return uuid9562.uuid7()"))
        assert redis("SCRIPT", "FLUSH", "SYNC") == "+OK"
    ascend(uuids)
