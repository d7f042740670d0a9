"""The core with parts left out, by each switch and by all: it has all names and no warning, answers
the vectors that apply, and of the rest it says what there is.

A binding asks for no switch. Lua's runs on each of these cores, in place of all.
"""

import os
import re

import pytest
from harness import BUILD, CC, LUA, ROOT, VECTORS, compile_strictly, make, run, table
from installation import promised
from test_exports import EXPORTS, PRIVATE, SHARED, names

FORMATS = re.findall(r"\bX\(([a-z]\w+)\)", (ROOT / "core/src/text/formats.h").read_text())
U = "'017f22e2-79b0-7cc3-98c4-dc0c0c07398f'"

FLAGS = ("-std=c11", "-Wshadow", "-Wconversion", "-Icore/include", "-Os")
WITHOUT_OPENSSL = ("OMIT_OPENSSL", "OMIT_DIGESTS", "OS_BARE")

NO_STATE = {"uuid.state_open('/tmp/x')": "the state file cannot be opened or created: state files"
                                         " are not supported on this system: /tmp/x"}
TEXTS = "canonical upper hex braced urn int"

# What is left out: operations, and names of formats and digests; what an expression of Lua gives
# last, the message of an error or another value.
SWITCHES = {
    "OMIT_FORMATS": (
        {"typeid", "typeid_prefix", "formats"}, {*FORMATS[FORMATS.index("int") + 1:]},
        {f"uuid.format({U}, 'ulid')": f"unknown output format; expected one of: {TEXTS}",
         f"uuid.typeid('user', {U})": f"unknown output format; expected one of: {TEXTS}",
         "uuid.typeid_prefix('user_1')":
         f"unknown input format; expected one of: any strict {TEXTS}"}),
    "OMIT_OPENSSL": (set(), set(), {}),
    "OMIT_LDAP": ({"ldap_schema"}, set(), {"#uuid.ldap_schema()": "0"}),
    "OMIT_STATE": (set(), set(), NO_STATE),
    "OMIT_DIGESTS": ({"uuid3", "uuid5", "uuid7_name", "uuid8_name"}, set(),
                     {"uuid.uuid5('@dns', '')": "this build has no digests"}),
    "OS_BARE": (set(), set(), {
        "uuid.uuid1('@host')": "no network interface has a hardware address", **NO_STATE}),
}
SMALL = ("OMIT_FORMATS", "OMIT_OPENSSL", "OMIT_LDAP", "OMIT_STATE")
BUILDS = [pytest.param(SMALL, id="small"), pytest.param((*SMALL, "OS_BARE"), id="firmware"),
          *(pytest.param((name,), id=name, marks=pytest.mark.slow) for name in SWITCHES)]


def vectors(switches):
    """The rows of tests/vectors.tsv that apply."""
    operations = {name for switch in switches for name in SWITCHES[switch][0]}
    absent = {f"s:{name}" for switch in switches for name in SWITCHES[switch][1]}
    return "".join("\t".join(cells) + "\n" for _, cells in table(VECTORS)
                   if cells[0] not in operations and absent.isdisjoint(cells))


@pytest.mark.parametrize("switch", SWITCHES)
def test_warnings(switch):
    """Of the file that programs compile, where no name is an included file's; test_omit has those of
    the optimizer."""
    make("amalgamation")
    compile_strictly(CC, *FLAGS, "-O0", f"-DUUID9562_{switch}",
                     *run("pkg-config", "--cflags", LUA).stdout.split(), "-c",
                     BUILD / "amalgamation/uuid9562_lua.c", "-o", os.devnull, cwd=ROOT)


@pytest.mark.parametrize("switches", BUILDS)
def test_omit(switches, tmp_path):
    answers = {call: last for switch in switches for call, last in SWITCHES[switch][2].items()}
    compile_strictly(CC, *FLAGS, *(f"-DUUID9562_{switch}" for switch in switches), "-fPIC", "-c",
                     "core/uuid9562.c", "-o", tmp_path / "core.o", cwd=ROOT)
    system = ["tests/together/os_bare.c"] if "OS_BARE" in switches else ["-lcrypto"]
    run(*CC, "-std=c11", "-Icore/include", *run("pkg-config", "--cflags", LUA).stdout.split(),
        "-fPIC", "-shared", "bindings/lua/module.c", tmp_path / "core.o", *system, "-o",
        tmp_path / "uuid9562.so", cwd=ROOT)
    (tmp_path / "vectors.tsv").write_text(vectors(switches))
    env = {"LUA_CPATH": f"{tmp_path}/?.so", "UUID9562_VECTORS": str(tmp_path / "vectors.tsv")}
    run(LUA, "tests/hosts/lua/run.lua", "vectors", env=env, cwd=ROOT)
    said = run(LUA, "-e", "uuid = require 'uuid9562'" + "".join(
        f" print((select(-1, pcall(function() return {call} end))))" for call in answers),
               env=env).stdout
    said = [line.split("(command line):1: ")[-1] for line in said.splitlines()]
    assert dict(zip(answers, said)) == answers
    assert names("-g", tmp_path / "core.o") - SHARED == {*EXPORTS} | PRIVATE
    undefined = run("nm", "-u", tmp_path / "core.o").stdout
    assert ("EVP_" in undefined) == {*switches}.isdisjoint(WITHOUT_OPENSSL)


# The first copy has a state file open; the second, without state files, shares its clock state.
SECOND_COPY = """
local folder, full, omit = ...
full = package.loadlib(full, "luaopen_uuid9562")()
omit = package.loadlib(omit, "luaopen_uuid9562")()
assert(full.state_open(folder .. "/state"))
local last = full.uuid7()
for i = 1, 1000 do
    local next = (i % 2 == 0 and full or omit).uuid7()
    assert(last < next)
    last = next
end
print(omit.state())
print((select(2, pcall(omit.resync))))
print((select(2, pcall(omit.advance, full.uuid7_max(full.timestamp_ms(last) + 600000)))))
assert(last < full.uuid7() and full.state().path)
"""


def test_second_copy_without_state_files(tmp_path):
    omit = tmp_path / "uuid9562.so"
    make("lua")
    run(*CC, "-std=c11", "-Icore/include", *run("pkg-config", "--cflags", LUA).stdout.split(),
        "-DUUID9562_OMIT_STATE", "-DUUID9562_LOAD_LIBCRYPTO", "-fPIC", "-shared", "-Wl,-z,nodelete",
        "bindings/lua/module.c", "core/uuid9562.c", "-ldl", "-o", omit, cwd=ROOT)
    (tmp_path / "program.lua").write_text(SECOND_COPY)
    state, *refused = run(LUA, tmp_path / "program.lua", tmp_path, BUILD / "lua/uuid9562.so", omit
                          ).stdout.splitlines()
    assert state == "nil" and len(refused) == 2
    assert all("state files are not supported on this system" in line for line in refused)


def test_firmware(tmp_path):
    """examples/embed/firmware.c, here; tests/on_demand/embed/firmware.py runs it on its processor."""
    firmware = ROOT / "examples/embed/firmware.c"
    compile_strictly(CC, *FLAGS, *(f"-DUUID9562_{switch}" for switch in (*SMALL, "OS_BARE")),
                     firmware, "tests/together/board.c", "core/uuid9562.c", "-o", tmp_path / "run",
                     cwd=ROOT)
    assert run(tmp_path / "run").stdout == promised(firmware)
