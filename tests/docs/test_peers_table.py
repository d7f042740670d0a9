"""bench/peers_table.py: what it tries of a generator turns out either way."""

import os
import sys

import pytest
from harness import CLOCK, PACKAGE, ROOT

sys.path.insert(0, str(ROOT / "bench"))
import peers_table  # noqa: E402

FAKE = """
import random, threading, time, uuid
draw, own, last = random.Random(9562).getrandbits, threading.local(), 0
def at(rest):
    return uuid.UUID(int=time.time_ns() // 10**6 << 80 | 7 << 76 | 2 << 62 | rest)
def drawn():
    return at(draw(62))
def counted():  # by each thread for itself
    own.count = getattr(own, "count", threading.get_ident() % 2**30 << 30) + 1
    return at(own.count)
def careful():  # fails when the clock is set back
    global last
    uuid = drawn()
    assert uuid.int >> 80 >= last
    last = uuid.int >> 80
    return uuid
"""


@pytest.mark.parametrize("preload, module, function, expected", [
    (CLOCK, "uuid9562", "uuid7", ["54", "yes", "yes", "no", "in order"]),
    (CLOCK, "fake", "drawn", ["62", "no", "no", "yes", "goes back"]),
    (CLOCK, "fake", "counted", ["0", "yes", "no", "yes", "goes back"]),
    (CLOCK, "fake", "careful", ["62", "no", "no", "yes", "error"]),
    ("", "fake", "drawn", ["62", "no", "no", "yes", "-"]),
])
def test_tried(tmp_path, preload, module, function, expected):
    (tmp_path / "fake.py").write_text(FAKE)
    (tmp_path / "clock").touch()
    program = peers_table.start(
        "Python", f"{module}.{function}", ROOT / "bench/peers", LD_PRELOAD=str(preload),
        PYTHONPATH=os.pathsep.join([str(tmp_path), str(PACKAGE)]),
        TEST_CLOCK="stepped", TEST_CLOCK_FILE=str(tmp_path / "clock"))
    try:
        unit = "1 ms" if module == "fake" else "1 ns"
        assert peers_table.tried(program, unit, tmp_path / "clock") == expected
    finally:
        program.close()
