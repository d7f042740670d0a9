"""Programs that embed Lua, from Debian's sources, with the module compiled in; `make embed`.

Redis has a Lua 5.1 of its own, whose scripts share a state without io, os and package. HAProxy has
Lua 5.4, an allocator with a limit, and a state for each thread. The patches beside this file are
what one adds to each. Lua 5.4 itself is compiled as C++, with the names of C++, and so the module.
The sources stay in build/embed, and what was compiled.
"""

import http.client
import shutil
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from archive import fetch_source
from harness import BUILD, MAKE, TESTS, compile_strictly, make, run
from test_embedded import CXX, EMBEDDED

HERE = TESTS / "on_demand/embed"
PLACE = BUILD / "embed"


def source(package):
    """The folder of a package's sources, with a patch and the module's one file in src."""
    folder = PLACE / package
    if not (folder / "patched").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch_source(folder, "bookworm", package)
        run("patch", "-p1", "-i", HERE / f"{package}.patch", cwd=folder / "source")
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
    folder = source("redis")
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


# ---- HAProxy

CONFIGURATION = """
global
    nbthread 4
    tune.lua.maxmem 16
    lua-load shared.lua
    lua-load-per-thread thread.lua
defaults
    mode http
    timeout client 60s
    timeout server 60s
    timeout connect 60s
frontend keys
    bind unix@socket
    http-request use-service lua.shared if { path /shared }
    http-request use-service lua.thread if { path /thread }
"""
SERVICE = """
local uuid = require "uuid9562"

core.register_service("KIND", "http", function(applet)
    local fits, problem = pcall(uuid.batch, 7, 10000000)
    local uuids = uuid.batch(7, 19)
    table.insert(uuids, uuid.uuid7())
    local body = tostring(fits) .. problem .. "\\n" .. table.concat(uuids, "\\n")
    applet:set_status(200)
    applet:add_header("content-length", #body)
    applet:start_response()
    applet:send(body)
end)
"""


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self.path))


@pytest.fixture(scope="module")
def haproxy(tmp_path_factory):
    """The socket of a new server."""
    if not Path("/usr/include/lua5.4/lua.h").exists():
        pytest.skip("liblua5.4-dev is not installed")
    folder = source("haproxy")
    run(*MAKE, "-s", "-j2", "-C", folder, "TARGET=linux-glibc", "CPU_CFLAGS=-O1", "USE_LUA=1",
        "LUA_LIB_NAME=lua5.4", "LUA_INC=/usr/include/lua5.4", "EXTRA_OBJS=src/uuid9562_lua.o",
        "ADDLIB=-lcrypto")
    place = tmp_path_factory.mktemp("haproxy")
    (place / "haproxy.cfg").write_text(CONFIGURATION)
    for kind in ("shared", "thread"):
        (place / f"{kind}.lua").write_text(SERVICE.replace("KIND", kind))
    server = subprocess.Popen([folder / "haproxy", "-f", "haproxy.cfg"], cwd=place,
                              stderr=(place / "log").open("w"))
    try:
        wait_for(place / "socket")
        yield place / "socket"
        assert server.poll() is None, (place / "log").read_text()
    finally:
        server.terminate()
        server.wait()


@pytest.mark.parametrize("kinds", ["shared", "thread", "shared thread"])
def test_haproxy(haproxy, kinds):
    """Each connection has its UUIDs in order, whichever state served it, and all are different."""
    def ask(number):
        connection, uuids = Connection(haproxy), []
        for i in range(200):
            connection.request("GET", f"/{kinds.split()[(i + number) % len(kinds.split())]}")
            problem, *more = connection.getresponse().read().decode().split("\n")
            assert problem == "falsenot enough memory"
            uuids += more
        connection.close()
        return uuids

    with ThreadPoolExecutor(8) as pool:
        connections = list(pool.map(ask, range(8)))
    for uuids in connections:
        assert len(uuids) == 4000
        ascend(uuids)
    assert len({u for uuids in connections for u in uuids}) == 8 * 4000


# ---- Lua as C++


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """Lua without its programs, the module, and the core in C. Debian's luaconf.h, which makes the
    names of Lua those of C, is patched to be that of Lua's authors."""
    folder, place = source("lua5.4") / "src", tmp_path_factory.mktemp("lua")
    files = [path for path in folder.glob("*.c")
             if path.name not in ("lua.c", "luac.c", "uuid9562_lua.c")]
    run(*CXX, "-w", "-xc++", "-O1", "-DLUA_USE_POSIX", "-c", *files, cwd=place)
    compile_strictly(CXX, "-std=c++17", "-xc++", "-DUUID9562_OMIT_CORE", f"-I{folder}", "-c",
                     folder / "uuid9562_lua.c", "-o", place / "module.o")
    return [f"-I{folder}", "-xnone", *place.glob("*.o"), BUILD / "lib/libuuid9562.a", "-lcrypto",
            "-pthread", "-ldl"]


@pytest.mark.parametrize("program", ["embedded.c", "exceptions.cc"])
def test_lua_as_cxx(program, objects, tmp_path):
    make("lib")
    compile_strictly(CXX, "-std=c++17", "-xc++", TESTS / "lua" / program, *objects, "-o",
                     tmp_path / "program")
    symbols = run("nm", "--format=just-symbols", tmp_path / "program").stdout.split()
    assert "_Z16luaopen_uuid9562P9lua_State" in symbols and "lua_callk" not in symbols
    for name in EMBEDDED if program == "embedded.c" else [""]:
        run(tmp_path / "program", *name.split())
