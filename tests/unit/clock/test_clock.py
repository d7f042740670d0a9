"""The time by the cycle counter beside the real clock, for a second of each; `make soak` runs it for
minutes. And a library that is built without."""

import os

import pytest
from harness import MAKE, ROOT, built, run


@pytest.mark.parametrize("clock", ("", "system"))
def test_the_time_is_the_clock_s(clock):
    said = run(built("stress-clock"), "1", env={"UUID9562_CLOCK": clock}).stdout
    assert [line.split()[0] for line in said.splitlines()] == ["the", "alone", "stopped", "set"]
    assert not clock or "source: system" in said and said.count(" 0.0 % by the counter") == 3


def test_built_without(tmp_path):
    run(*MAKE, "-s", "-C", ROOT, f"B={tmp_path}", "CLOCK=system", "CFLAGS=-O1", "cli")
    command = tmp_path / "cli/uuid9562"
    assert run(command, "--version").stdout.endswith("clock: system\n")
    if os.uname().machine == "x86_64":
        code = run("objdump", "-d", "--no-show-raw-insn", command).stdout
        assert "rdtsc" not in code and "uuid9562_uuid7>:" in code


def test_no_other_build():
    done = run(*MAKE, "-C", ROOT, "CLOCK=sundial", "help", check=False)
    assert done.returncode != 0 and "CLOCK is counter or system" in done.stderr
