"""Several copies of the core in one process share one order."""

import platform
import sqlite3

import pytest
from harness import BUILD, CC, PYTHON, ROOT, TESTS, run

HERE = TESTS / "bindings"


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                    reason="this Python's sqlite3 loads no extensions")
def test_all_bindings_together():
    run(PYTHON, "-B", HERE / "together.py", BUILD)


def test_static_library_beside_the_shared_one():
    """Where the program exports the clock state (docs/install.md)."""
    program = BUILD / "tests" / "static-program"
    run(*CC, "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Icore/include", "-pthread",
        HERE / "static_program.c", BUILD / "lib/libuuid9562.a", "-lcrypto", "-ldl",
        "-Wl,--export-dynamic-symbol=uuid9562_clock_state_v1", "-o", program, cwd=ROOT)
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("built; with this C library its order is its own")
    run(program, BUILD / "lib/libuuid9562.so")
