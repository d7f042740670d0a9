"""Several copies of the core in one process share one order."""

import shutil
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
    run(program, BUILD / "lib/libuuid9562.so")


def test_copies_that_were_loaded_for_themselves(tmp_path):
    program, library = tmp_path / "copies", BUILD / "lib/libuuid9562.so"
    run(*CC, "-std=c11", "-Wall", "-Wextra", "-Icore/include", HERE / "copies.c", "-ldl", "-o",
        program, cwd=ROOT)
    shutil.copy(library, tmp_path / "a.so")
    shutil.copy(library, tmp_path / "b.so")
    assert run(program, tmp_path / "a.so", library, tmp_path / "b.so").stdout == "one order\n"
