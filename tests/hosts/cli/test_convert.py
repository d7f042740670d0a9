"""convert: every format of the library, both ways, in a stream; and changed UUIDs."""

import pytest

from cli import DNS, MAX, NIL, V1, V6, V7, expect, expect_misuse, lines, output

FORMATS = ("canonical upper hex braced urn int oid ulid typeid base32hex base36 base58 base62"
           " base64url base64 guid mysql halves der ldap_filter bytes").split()


@pytest.fixture(scope="module")
def many():
    return output(["-4", "--count", "10000"]) + output(["-1", "--count", "5"]) + lines(NIL, MAX)


@pytest.mark.parametrize("format", FORMATS)
def test_there_and_back(many, format):
    converted = output(["convert", "--to", format], many)
    expect(["convert", "--from", format], many, input=converted)
    expect(["convert", "--from", format, "--to", format], converted, input=converted)


@pytest.mark.parametrize("format", ("any", "strict", "canonical", "upper"))
def test_upper_case_is_read(many, format):
    expect(["convert", "--from", format], many, input=many.upper())


def test_arguments_that_begin_with_a_hyphen():
    text = output(["convert", "--to", "base64url", "fb" + V7[2:]]).strip()
    assert text.startswith("-")
    expect(["convert", "--from", "base64url", "--", text], lines("fb" + V7[2:]))


def test_change_of_another_version():
    message = "the UUID is not of version 1"
    expect(["convert", "--change", "v1_to_v6", V1, V7, V1], lines(V6), f"argument 2: {message}")
    expect(["convert", "--keep-going", "--change", "v1_to_v6", V7, V1, V7, V1], lines(V6, V6),
           f"argument 1: {message}", f"argument 3: {message}")


def test_binary_that_ends_early():
    expect(["convert", "--from", "bytes"], lines("30313233-3435-3637-3839-616263646566"),
           "UUID 2: malformed UUID at offset 15: a binary UUID is exactly 16 bytes",
           input="0123456789abcdef0123456789abcde")


@pytest.mark.parametrize("arguments, message", (
    (["--to", "hex", "--prefix", "user"], "--prefix requires --to typeid"),
    (["--to", "typeid", "--prefix", "User"],
     "invalid prefix; expected at most 63 characters, a-z and _, starting and ending with a letter"),
    (["--change", "v1_to_v7"], "unknown change; expected one of: v1_to_v6 v6_to_v1 guid_swap"),
    (["--from", "guid", DNS], "binary UUIDs are read from standard input, not from arguments")))
def test_misuse(arguments, message):
    expect_misuse(["convert", *arguments], message)


@pytest.mark.parametrize("option, message", (
    ("--from", "unknown input format; expected one of: any strict " + " ".join(FORMATS)),
    ("--to", "unknown output format; expected one of: " + " ".join(FORMATS))))
def test_unknown_format(option, message):
    expect_misuse(["convert", option, "nonsense"], message)
