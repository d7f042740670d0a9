"""check: writes nothing but what is wrong."""

import pytest

from cli import HEX_DIGIT, V1, V6, V7, expect, expect_misuse, lines, output
from cli.terminal import errors_on_terminal

ORDER = "the UUID is not greater than the one before it"


@pytest.fixture(scope="module")
def many():
    return output(["-7", "--count", "20000"]).splitlines()


@pytest.mark.parametrize("arguments", ([], ["--uuid", "7", "--sorted"], ["-7"], ["-u", "uuid7"]))
def test_all_valid(many, arguments):
    expect(["check", *arguments], input=lines(*many))


def test_another_version(many):
    expect(["check", "-4"], "", "line 1: the UUID is not of version 4", input=lines(*many))
    many = [*many[:12344], many[12344][:14] + "4" + many[12344][15:], *many[12345:]]
    expect(["check", "-7"], "", "line 12345: the UUID is not of version 7", input=lines(*many))


@pytest.mark.parametrize("line", (2, 4096, 4097, 4098, 20000))  # around the ends of blocks
def test_not_in_order(many, line):
    before, (one, other), after = many[:line - 2], many[line - 2:line], many[line:]
    expect(["check", "--sorted"], "", f"line {line}: {ORDER}",
           input=lines(*before, other, one, *after))


def test_equal_is_not_in_order():
    expect(["check", "--sorted"], "", f"line 2: {ORDER}", input=lines(V7, V7))


def test_keep_going():
    expect(["check", "-k", "-7"], "", "line 2: the UUID is not of version 7",
           f"line 3: {HEX_DIGIT}", "line 4: the UUID is not of version 7",
           input=lines(V7, V1, "x", V1, V7))


def test_arguments():
    expect(["check", V7, "{" + V6 + "}", "urn:uuid:" + V1])
    expect(["check", "--from", "strict", "{" + V6 + "}"], "", f"argument 1: {HEX_DIGIT}")


def test_a_file_is_not_an_argument(tmp_path):
    expect(["check", tmp_path], "", f"argument 1: {HEX_DIGIT} (to read a file: < FILE)")


def test_says_who_made_refused_lines():
    message = "text in quotes: {}; quotes around a UUID"
    expect(["check", f"'{V7}'"], "", f"argument 1: {HEX_DIGIT}", message.format(1))
    expect(["check", "--keep-going"], "", f"line 1: {HEX_DIGIT}", f"line 3: {HEX_DIGIT}",
           message.format(2), input=lines(f'"{V7}"', V7, f'"{V1}"'))
    expect(["convert", f"'{V7}'"], "", f"argument 1: {HEX_DIGIT}")


def test_version_0_is_a_version():
    expect(["check", "-u", "0", "00000000-0000-0000-8000-000000000000"])
    expect(["check", "-u", "0", "00000000-0000-0000-0000-000000000000"], "",
           "argument 1: the UUID is not of version 0")


def test_no_such_version():
    expect_misuse(["check", "-u", "16"], "version is out of range: 0 to 15")


@pytest.mark.parametrize("line, columns, caret", (
    ("017f22e2-79b0-7cc3-98c4-dc0c0co7398f", 80, 30), (V7[:20], 80, 20), ("zurn", 80, 0),
    ("\u20ac", 80, None), ("\x7f", 80, None), ("x" * 77, 80, 0), ("x" * 78, 80, None),
    ("x" * 125, 200, None)))
def test_caret_below_the_wrong_byte(line, columns, caret):
    """Where the text is ASCII and fits the terminal."""
    code, got = errors_on_terminal(["check", line], columns)
    assert code == 1 and got.count("\n") == (1 if caret is None else 3)
    if caret is not None:
        assert got.split("\n", 1)[1] == f"  {line}\n  {' ' * caret}^\n"
