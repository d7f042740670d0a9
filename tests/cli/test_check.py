"""check: writes nothing but what is wrong."""

import pytest

from cli import HEX_DIGIT, V1, V6, V7, expect, expect_misuse, lines, output

VERSION = "the UUID is of another version"
ORDER = "the UUID does not sort after the one before it"


@pytest.fixture(scope="module")
def many():
    return output(["-7", "--count", "20000"]).splitlines()


@pytest.mark.parametrize("arguments", ([], ["--uuid", "7", "--sorted"], ["-7"]))
def test_all_valid(many, arguments):
    expect(["check", *arguments], input=lines(*many))


def test_another_version(many):
    expect(["check", "-4"], "", f"line 1: {VERSION}", input=lines(*many))
    many = [*many[:12344], many[12344][:14] + "4" + many[12344][15:], *many[12345:]]
    expect(["check", "-7"], "", f"line 12345: {VERSION}", input=lines(*many))


@pytest.mark.parametrize("line", (2, 4096, 4097, 4098, 20000))  # around the ends of blocks
def test_not_in_order(many, line):
    expect(["check", "--sorted"], "", f"line {line}: {ORDER}",
           input=lines(*many[:line - 1], V7, *many[line:]))


def test_equal_is_not_in_order():
    expect(["check", "--sorted"], "", f"line 2: {ORDER}", input=lines(V7, V7))


def test_keep_going():
    expect(["check", "-k", "-7"], "", f"line 2: {VERSION}", f"line 3: {HEX_DIGIT}",
           f"line 4: {VERSION}", input=lines(V7, V1, "x", V1, V7))


def test_arguments():
    expect(["check", V7, "{" + V6 + "}", "urn:uuid:" + V1])
    expect(["check", "--from", "strict", "{" + V6 + "}"], "", f"argument 1: {HEX_DIGIT}")


def test_version_0_is_a_version():
    expect(["check", "-u", "0", "00000000-0000-0000-8000-000000000000"])
    expect(["check", "-u", "0", "00000000-0000-0000-0000-000000000000"], "",
           f"argument 1: {VERSION}")


def test_no_such_version():
    expect_misuse(["check", "-u", "16"], "--uuid: a version is 0 to 15")
