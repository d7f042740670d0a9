"""bench/peers_table.py: what it tries of a generator turns out either way, and what it times may
fail."""

import os
import sys

import pytest
from harness import CLOCK, PACKAGE, ROOT

sys.path.insert(0, str(ROOT / "bench"))
import peers_table  # noqa: E402

FAKE = """
import itertools, os, random, threading, time, uuid
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
calls = itertools.count()
def soon_gone():
    return drawn() if next(calls) < 1000 else os._exit(0)
"""


def start_fake(folder, name, **environment):
    (folder / "fake.py").write_text(FAKE)
    return peers_table.start(
        "Python", name, ROOT / "bench/peers",
        PYTHONPATH=os.pathsep.join([str(folder), str(PACKAGE)]), **environment)


@pytest.mark.parametrize("preload, module, function, expected", [
    (CLOCK, "uuid9562", "uuid7", ["54", "yes", "yes", "no", "in order"]),
    (CLOCK, "fake", "drawn", ["62", "no", "no", "yes", "goes back"]),
    (CLOCK, "fake", "counted", ["0", "yes", "no", "yes", "goes back"]),
    (CLOCK, "fake", "careful", ["62", "no", "no", "yes", "error"]),
    ("", "fake", "drawn", ["62", "no", "no", "yes", "-"]),
])
def test_tried(tmp_path, preload, module, function, expected):
    (tmp_path / "clock").touch()
    program = start_fake(tmp_path, f"{module}.{function}", LD_PRELOAD=str(preload),
                         TEST_CLOCK="stepped", TEST_CLOCK_FILE=str(tmp_path / "clock"))
    try:
        unit = "1 ms" if module == "fake" else "1 ns"
        assert peers_table.tried(program, unit, tmp_path / "clock") == expected
    finally:
        program.close()


def test_left_out_when_it_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(peers_table, "ROUND_NS", 1e6)
    programs = {("Python", name): start_fake(tmp_path, name)
                for name in ("fake.drawn", "fake.soon_gone", "fake.absent")}
    try:
        assert list(peers_table.timed(programs)) == [("Python", "fake.drawn")]
        assert peers_table.lead(programs["Python", "fake.soon_gone"], 1000) == "-"
    finally:
        for program in programs.values():
            program.close()
