"""The tests in C once more, where a tool watches every access: the sanitizers, valgrind, and a
fuzzer for a moment."""

import os
import shutil

import pytest
from harness import BUILD, LUA, ROOT, built, run

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/maps"),
                                reason="sanitizers and valgrind need /proc")
ONE_PROCESS = {"CK_FORK": "no"}


@pytest.mark.parametrize("name", ("core-asan", "inside-asan-hex", "inside-asan-entropy",
                                  "inside-asan-fork", "inside-asan-os", "inside-asan-anchor",
                                  "inside-asan-wipe", "inside-asan-crypto",
                                  "inside-asan-entropy_life"))
def test_address_and_undefined_behaviour(name):
    run(built(name), cwd=ROOT, env=ONE_PROCESS)


@pytest.mark.parametrize("file", ("order", "process"))
def test_threads(file):
    run(built("core-tsan"), file, cwd=ROOT, env=ONE_PROCESS)


def valgrind(*command, **env):
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed")
    run("valgrind", "-q", "--leak-check=full", "--error-exitcode=1", *command, cwd=ROOT,
        env={**ONE_PROCESS, **env})


def test_valgrind_versions():
    valgrind(built("core"), "versions")


def test_valgrind_entropy():
    valgrind(built("inside-entropy"))
    valgrind(built("inside-entropy_life"))


def test_valgrind_lua():
    valgrind(LUA, "tests/lua/run.lua", UUID9562_COUNT="500", LUA_CPATH=f"{BUILD}/lua/?.so")
