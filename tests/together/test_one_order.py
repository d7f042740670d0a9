"""Several copies of the core in one process share one order."""

import shutil
import sqlite3

import pytest
from harness import BUILD, CC, PYTHON, ROOT, TESTS, run

HERE = TESTS / "together"


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                    reason="this Python's sqlite3 loads no extensions")
def test_all_bindings_together():
    run(PYTHON, "-B", HERE / "together.py", BUILD)


def test_static_library_beside_the_shared_one():
    """Where the program exports the clock state (docs/embedding.md)."""
    program = BUILD / "tests" / "static-program"
    run(*CC, "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Icore/include", "-pthread",
        HERE / "static_program.c", BUILD / "lib/libuuid9562.a", "-lcrypto", "-ldl",
        "-Wl,--export-dynamic-symbol=uuid9562_clock_state_v1", "-o", program, cwd=ROOT)
    run(program, BUILD / "lib/libuuid9562.so")


# What one of them gives out is after what another has advanced to, a minute ahead.
IN_COPIES = """
import ctypes, sys
last, made = ctypes.create_string_buffer(16), ctypes.create_string_buffer(16)
for path in sys.argv[1:]:
    library = ctypes.CDLL(path)
    assert library.uuid9562_uuid7(None, made) == 0 and last.raw < made.raw
    later = ctypes.c_int64(int.from_bytes(made.raw[:6], "big") + 60000)
    assert library.uuid9562_uuid7_make(last, later, bytes(10), ctypes.c_int64(0)) == 0
    assert library.uuid9562_advance(None, last) == 0
"""


def test_copies_that_were_loaded_for_themselves(tmp_path):
    library = BUILD / "lib/libuuid9562.so"
    copies = [shutil.copy(library, tmp_path / name) for name in ("a.so", "b.so")]
    run(PYTHON, "-c", IN_COPIES, copies[0], library, copies[1])
