"""How the command is called, and what it says of itself."""

import os
import re
import subprocess

import pytest

from cli import V7, expect, expect_misuse, output
from harness import BUILD, COMMAND, PYTHON, ROOT, run


def test_version():
    header = (ROOT / "core/include/uuid9562.h").read_text()
    version = re.search('#define UUID9562_VERSION "(.*)"', header)[1]
    assert re.fullmatch(rf"uuid9562 {version}\nclock: (counter|system)\n", output(["--version"]))
    expect(["--version"], f"uuid9562 {version}\nclock: system\n",
           env=os.environ | {"UUID9562_CLOCK": "system"})


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
    (["-C", "-5"], "--count is out of range: 0 to 18446744073709551615"),
    (["--count", "--5"], "--count: not a number: --5"),
    (["-6", "--node", "-5"], "node is out of range: 0 to 281474976710655"),
    (["-6", "--clock-seq", "-0x5"], "clock_seq is out of range: 0 to 16383"),
    (["-8", "--c", "18446744073709551616"],
     "c is out of range: 0 to 4611686018427387903 (62 bits)"),
    (["-u", "-5"], "unknown version; expected one of: 1 3 4 5 6 7 8"),
    (["check", "-u", "-5"], "version is out of range: 0 to 15"),
    (["inspect", "--fraction-bits", "-5"], "fraction_bits is out of range: 0 to 20"),
    (["--count", " 1"], "--count: not a number:  1"),
    (["--count", "0x"], "--count: not a number: 0x"),
    (["--count", "18446744073709551616"], "--count is out of range: 0 to 18446744073709551615"),
    (["-7", "--at", "-9223372036854775808"], "--at: number too large: -9223372036854775808")))
def test_misuse(arguments, message):
    expect_misuse(arguments, message)


# ---- python -m uuid9562, which has the options of the standard module

def python(*arguments):
    return run(PYTHON, "-B", "-m", "uuid9562", *arguments,
               env={"PYTHONPATH": str(BUILD / "python")}).stdout


def letters(help):
    """The options with a letter: pairs of letter and name."""
    return set(re.findall("^ +-([a-zA-Z])\\b.*?, --([a-z-]+)", help, re.M))


def test_options_of_python():
    theirs = letters(python("-h"))
    assert ("n", "namespace") in theirs
    assert theirs <= letters(output(["generate", "-h"]))


@pytest.mark.parametrize("arguments", (
    "-u uuid5 -n @dns -N www.example.com", f"--uuid=uuid3 --namespace={V7} --name=x"))
def test_same_name_as_in_python(arguments):
    assert output(arguments.split()) == python(*arguments.split())


@pytest.mark.parametrize("arguments, version", (
    ("", "4"), ("-u uuid7 -C 3", "7"), ("--uuid uuid6 --count 2", "6"), ("-C 0", "4")))
def test_same_count_and_version_as_in_python(arguments, version):
    mine, theirs = output(arguments.split()), python(*arguments.split())
    assert len(mine) == len(theirs)
    assert {line[14] for line in (mine + theirs).splitlines()} <= {version}
