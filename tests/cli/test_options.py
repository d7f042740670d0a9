"""How the command is called, and what it says of itself."""

import re
import subprocess

import pytest

from cli import expect, expect_misuse, output
from harness import COMMAND, ROOT


def test_version():
    header = (ROOT / "core/include/uuid9562.h").read_text()
    version = re.search('#define UUID9562_VERSION "(.*)"', header)[1]
    expect(["--version"], f"uuid9562 {version}\n")


@pytest.mark.parametrize("word", "generate inspect convert sort check --uuid --keep-going canonical"
                                 " guid bytes".split())
def test_help_names(word):
    assert word in output(["--help"])


def test_help_fits_into_79_columns():
    assert max(map(len, output(["--help"]).splitlines())) <= 79


def test_help_of_a_command_is_its_own():
    help = output(["sort", "-h"])
    assert "--unique" in help and "--namespace" not in help


def examples():
    """The examples of the help: the line behind the $, and what stands below it."""
    _, _, text = output(["--help"]).partition("\nExamples:\n")
    return re.findall(r"^  \$ (.+)\n((?:  .+\n)*)", text, re.M)


def test_help_examples():
    assert len(examples()) > 2
    for line, expected in examples():
        got = subprocess.run(["sh", "-c", f'uuid9562() {{ "{COMMAND}" "$@"; }}; {line}'],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             universal_newlines=True, timeout=60).stdout
        assert got == re.sub("^  ", "", expected, flags=re.M)


@pytest.mark.parametrize("arguments, message", (
    (["nonsense"], "unknown command: nonsense"),
    (["--nonsense"], "unrecognized option '--nonsense'"),
    (["sort", "--json"], "unrecognized option '--json'"),
    (["convert", "--to"], "option '--to' requires an argument"),
    (["--count", "ten"], "--count: not a number: ten"),
    (["--count="], "--count: not a number: "),
    (["--count", "-1"], "--count: not a number: -1"),
    (["--count", " 1"], "--count: not a number:  1"),
    (["--count", "0x"], "--count: not a number: 0x"),
    (["--count", "18446744073709551616"], "--count: number too large: 18446744073709551616"),
    (["-7", "--at", "-9223372036854775808"], "--at: number too large: -9223372036854775808")))
def test_misuse(arguments, message):
    expect_misuse(arguments, message)
