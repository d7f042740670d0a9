"""All bindings in one process: Python's, the SQLite extension, the Lua module, the C library.

They give the same UUID for the same name, and where the platform lets them share the clock state,
one order over all of them.

Usage: together.py BUILD
"""

import ctypes
import os
import platform
import sqlite3
import sys

BUILD = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(BUILD, "python"))
import uuid9562  # noqa: E402


def open_sqlite():
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(os.path.join(BUILD, "sqlite", "uuid9562"))
    return lambda expression: connection.execute(f"SELECT {expression}").fetchone()[0]


def open_lua():
    # The library's symbols are for the module to find, as an interpreter's would be.
    lua = ctypes.CDLL("liblua5.4.so.0", mode=ctypes.RTLD_GLOBAL)
    for name, result in (("luaL_newstate", ctypes.c_void_p), ("lua_tolstring", ctypes.c_char_p)):
        getattr(lua, name).restype = result
    state = ctypes.c_void_p(lua.luaL_newstate())
    lua.luaL_openlibs(state)

    def run(source):
        if lua.luaL_loadstring(state, source.encode()) or \
                lua.lua_pcallk(state, 0, 1, 0, None, None):
            raise RuntimeError(lua.lua_tolstring(state, -1, None))
        result = lua.lua_tolstring(state, -1, None)
        lua.lua_settop(state, 0)
        return result.decode() if result else None

    run(f"package.cpath = '{BUILD}/lua/?.so' uuid = require 'uuid9562'")
    return lambda expression: run(f"return {expression}")


def open_c():
    library = ctypes.CDLL(os.path.join(BUILD, "lib", "libuuid9562.so"))

    def uuid7():
        data = ctypes.create_string_buffer(16)
        if library.uuid9562_uuid7(None, data) != 0:
            raise RuntimeError("uuid9562_uuid7 failed")
        return str(uuid9562.from_bytes(data.raw))

    return uuid7


def main():
    sql, lua, c = open_sqlite(), open_lua(), open_c()
    name = "www.example.com"
    answers = {
        str(uuid9562.uuid5("@dns", name)),
        sql(f"uuid5('@dns', '{name}')"),
        lua(f"uuid.uuid5('@dns', '{name}')"),
    }
    if answers != {"2ed6657d-e927-568b-95e1-2665a8aea6a2"}:
        sys.exit(f"together: the bindings disagree: {answers}")

    generators = {
        "Python": uuid9562.uuid7_str,
        "SQLite": lambda: sql("uuid7()"),
        "Lua": lambda: lua("uuid.uuid7()"),
        "C": c,
    }
    made = [generate() for _ in range(2000) for generate in generators.values()]
    inversions = sum(a >= b for a, b in zip(made, made[1:]))
    if len(set(made)) != len(made):
        sys.exit("together: a UUID came twice")
    # The order outlives the connection that loaded the extension.
    del sql, generators
    if not made[-1] < open_sqlite()("uuid7()"):
        sys.exit("together: the order ended with the connection")
    if inversions and platform.libc_ver()[0] == "glibc":
        sys.exit(f"together: {inversions} inversions in {len(made)}")


main()
