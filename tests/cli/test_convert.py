"""convert: every format of the library, both ways, in a stream; and changed UUIDs."""

from pathlib import Path

import pytest

from cli import DNS, MAX, NIL, V1, V6, V7, expect, expect_misuse, lines, output, uuid9562
from harness import CC, TESTS, run

FORMATS = ("canonical upper hex braced urn int oid ulid typeid base32hex base36 base58 base62"
           " base64url guid mysql der ldap_filter bytes").split()


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
    (["--change", "v1_to_v7"], "unknown change; expected one of: v1_to_v6 v6_to_v1 guid_swap"
     " mask unmask"),
    (["--from", "guid", DNS], "binary UUIDs are read from standard input, not from arguments")))
def test_misuse(arguments, message):
    expect_misuse(["convert", *arguments], message)


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "key"
    path.write_bytes(bytes.fromhex("efcdab89674523011032547698badcfe"))
    return str(path)


def test_masks(key, many):
    """The published pair of UUIDv47; and there and back for many."""
    expect(["convert", "--change", "mask", "--method", "v47", "--key-file", key, V7],
           lines("ff86d1d8-79db-4cc3-98c4-dc0c0c07398f"))
    for method in ([], ["--method", "wide"], ["--method=v47"]):
        plain = output(["-7", "--count", "10000"])
        masked = output(["convert", "--change=mask", "--key-file", key, *method], plain)
        expect(["check", "-u", "4"], "", input=masked)
        expect(["convert", "--change=unmask", "--key-file", key, *method], plain, input=masked)


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    library = tmp_path_factory.mktemp("memory") / "memory.so"
    run(*CC, "-std=c11", "-O2", "-fPIC", "-shared", TESTS / "cli/memory.c", "-o", library)
    return library


@pytest.mark.parametrize("texts", ([V7], [V7, V6], ["wrong"], []))
def test_a_key_is_wiped(key, memory, texts):
    """However the command ends. The name of the file is there."""
    arguments = ["convert", "--change=mask", "--key-file", key, *texts]
    for wanted, is_there in ((Path(key).read_bytes(), False), (key.encode(), True)):
        env = {"LD_PRELOAD": str(memory), "TEST_BYTES": wanted.hex()}
        found = uuid9562(arguments, V7, env)[2].splitlines()[-1]
        assert found.startswith("found: ") and (found != "found: 0") == is_there


def test_masks_of_another_version(key):
    message = "the UUID is not of version 7"
    expect(["convert", "--change=mask", "--key-file", key, V6], "", f"argument 1: {message}")


@pytest.mark.parametrize("arguments, message", (
    (["--change", "mask"], "--change mask requires --key-file"),
    (["--key-file", "/dev/null"], "--key-file requires --change mask or unmask"),
    (["--method", "v47", "--change", "guid_swap"], "--method requires --change mask or unmask"),
    (["--change", "unmask", "--key-file", "/dev/null"], "key must be exactly 16 bytes"),
    (["--change", "mask", "--key-file", "/dev/zero"], "key must be exactly 16 bytes")))
def test_misuse_of_masks(arguments, message):
    expect_misuse(["convert", *arguments], message)


def test_a_key_that_cannot_be_read(key, tmp_path):
    arguments = ["convert", "--change", "mask", "--key-file"]
    expect_misuse([*arguments, key, "--method", "v4"],
                  "unknown method; expected one of: wide v47")
    for path, message in ((tmp_path / "none", "No such file or directory"),
                          (tmp_path, "Is a directory")):
        code, out, err = uuid9562([*arguments, str(path)], "")
        assert (code, out, err) == (3, "", f"uuid9562: {path}: {message}\n")


@pytest.mark.parametrize("option, message", (
    ("--from", "unknown input format; expected one of: any strict " + " ".join(FORMATS)),
    ("--to", "unknown output format; expected one of: " + " ".join(FORMATS))))
def test_unknown_format(option, message):
    expect_misuse(["convert", option, "nonsense"], message)
