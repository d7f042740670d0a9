"""A gigabyte through the command, in constant memory but for sort. It is skipped unless the
environment says how many UUIDs, and takes three gigabytes of room for temporary files:

    UUID9562_LONG=29000000 python3 -m pytest -s tests/cli/test_long.py
"""

import filecmp
import os
import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli import complaints
from cli.test_ends import limited
from harness import COMMAND

COUNT = int(os.environ.get("UUID9562_LONG", 0))

pytestmark = pytest.mark.skipif(not COUNT, reason="it is long: UUID9562_LONG=29000000 runs it")


def timed(arguments, source=os.devnull, target=os.devnull, limit=limited):
    """Runs the command from a file to a file, and says how long it took. Returns what it ended with
    and what it complained about."""
    with open(source, "rb") as stdin, open(target, "wb") as stdout:
        begin = time.monotonic()
        done = subprocess.run([COMMAND, *arguments], stdin=stdin, stdout=stdout,
                              stderr=subprocess.PIPE, universal_newlines=True, preexec_fn=limit)
    print(f"\n{' '.join(arguments):36} {time.monotonic() - begin:6.2f} s", end="")
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def folder():
    with TemporaryDirectory() as name:
        yield Path(name)


@pytest.fixture(scope="module")
def many(folder):
    assert timed(["-7", "--count", str(COUNT)], target=folder / "many") == (0, "")
    return folder / "many"


def test_check(many):
    assert timed(["check", "--sorted"], many) == (0, "")


def test_convert(folder, many):
    assert timed(["convert"], many, folder / "same") == (0, "")
    assert filecmp.cmp(many, folder / "same", shallow=False)


@pytest.mark.parametrize("format", ("bytes", "hex", "ulid", "base58"), ids="by-{}".format)
def test_there_and_back(folder, many, format):
    assert timed(["convert", "--to", format], many, folder / "there") == (0, "")
    assert timed(["convert", "--from", format], folder / "there", folder / "back") == (0, "")
    assert filecmp.cmp(many, folder / "back", shallow=False)


def test_sort(folder, many):
    assert timed(["sort", "--reverse"], many, folder / "there", limit=None) == (0, "")
    assert timed(["sort"], folder / "there", folder / "back", limit=None) == (0, "")
    assert filecmp.cmp(many, folder / "back", shallow=False)


def test_one_invalid_line(folder, many):
    """It is told, and what stands before it comes out whole."""
    wrong = COUNT - COUNT // 3
    bad = folder / "bad"
    shutil.copyfile(many, bad)
    with open(bad, "r+b") as file:
        file.seek((wrong - 1) * 37 + 8)
        file.write(b"+")
    expected = 1, complaints(f"line {wrong}: malformed UUID at offset 8: expected '-'")
    assert timed(["convert"], bad, folder / "converted") == expected
    assert timed(["check", "--sorted"], bad, folder / "checked") == expected
    os.truncate(bad, (wrong - 1) * 37)
    assert filecmp.cmp(bad, folder / "converted", shallow=False)
    assert os.path.getsize(folder / "checked") == 0
