"""Each test of the core in C, by its name, and those of what the core does not export
(tests/unit/inside)."""

import pytest
from harness import BUILD, ROOT, TESTS, make, run

PROGRAMS = ["core"] + sorted(f"inside-{source.stem}" for source in TESTS.glob("unit/inside/*.c"))


def c_tests():
    make("test-programs")
    for name in PROGRAMS:
        program = BUILD / "tests" / name
        for test in run(program, "--list").stdout.split():
            yield pytest.param(program, test, id=test)


@pytest.mark.parametrize("program, test", list(c_tests()))
def test_core(program, test):
    said = run(program, test, cwd=ROOT).stdout
    reason = next((line for line in said.splitlines() if line.startswith("skipped: ")), None)
    if reason:
        pytest.skip(reason.partition(": ")[2])
