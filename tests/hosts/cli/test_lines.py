"""The shapes that a stream of lines comes in, and where it goes wrong."""

import select
import subprocess

import pytest

from cli import DNS, HEX_DIGIT, V1, V6, V7, expect, lines, output
from harness import COMMAND

HYPHEN = "malformed UUID at offset 8: expected '-'"
SHORT = "unexpected end of input"
LONG = "expected the end of the UUID"
WHITE = "; found white space"
RUN = "a" * 1000000


@pytest.mark.parametrize("input, out, messages", (
    ("", [], []),
    (V7, [V7], []),
    (lines(V7, "{" + V6 + "}", "urn:uuid:" + V1, DNS), [V7, V6, V1, DNS], []),
    ("\n", [], [f"line 1: malformed UUID at offset 0: {SHORT}"]),
    (lines(V7, "", V7), [V7], [f"line 2: malformed UUID at offset 0: {SHORT}"]),
    (V7 + "\r\n", [],
     [f"line 1: malformed UUID at offset 36: {LONG}{WHITE} (the line ends in CR LF)"]),
    (lines(V7) + V7 + "\r", [V7],
     [f"line 2: malformed UUID at offset 36: {LONG}{WHITE} (the line ends in CR LF)"]),
    (lines(" " + V7), [], [f"line 1: {HEX_DIGIT}{WHITE}"]),
    (lines(V7 + " "), [], [f"line 1: malformed UUID at offset 36: {LONG}{WHITE}"]),
    (lines("01FWHE4YDGFK1SHH6W1G60EECF"), [],
     ["line 1: malformed UUID at offset 3: expected a hex digit; it looks like ulid: "
      "pass that format"]),
    (lines(V7 + "\0"), [], [f"line 1: malformed UUID at offset 36: {LONG}; found a NUL"]),
    (lines("\xef\xbb\xbf" + V7), [], [f"line 1: {HEX_DIGIT}; found a byte order mark"]),
    (lines(V7[:35]), [], [f"line 1: malformed UUID at offset 35: {SHORT}"]),
    (lines(V7, V7[:8] + "+", V7), [V7], [f"line 2: {HYPHEN}"])))
def test_lines(input, out, messages):
    expect(["convert"], lines(*out), *messages, input=input)


def test_an_argument_is_no_line():
    for end in ("\r", "\r\n", "\n"):
        expect(["check", V7 + end], "",
               f"argument 1: malformed UUID at offset 36: {LONG}{WHITE}",
               "text in white space: 1; white space around a UUID")


@pytest.mark.parametrize("arguments", (
    "convert", "convert --to guid", "convert --to ulid", "convert --from bytes --to bytes",
    "convert --change guid_swap", "inspect", "inspect --json", "inspect --draw", "sort --reverse",
    "sort --unique --reverse", "sort --unique --to mysql", "check", "check --sorted -u 7", "check -k",
    "-3 --namespace @dns", "-5 --namespace @dns", "-8 --namespace @dns --to bytes",
    "-7 --namespace @dns --at 0", *(f"-{version} -C 0" for version in (1, 4, 6, 7, 8)),
    "-1 -C 0 --node 1", "-6 -C 0 --at 5", "-7 -C 0 --at 5", "-7 -C 0 --at-ns 5 --to bytes",
    "-8 -C 0 --a 1"))
def test_of_nothing_comes_nothing(arguments):
    expect(arguments.split())


def test_keep_going():
    expect(["convert", "--keep-going"], lines(V7, V6, V1), f"line 2: {HYPHEN}",
           f"line 4: {HEX_DIGIT}", input="\n".join([V7, V7[:8] + "+", V6, "x", V1]))


@pytest.fixture(scope="module")
def many():
    return output(["--count", "30000"]).splitlines()


@pytest.mark.parametrize("place", (1, 2, 4095, 4096, 4097, 7084, 7085, 7086, 8192, 8193, 29999,
                                   30000))  # around the ends of what is read and held at once
def test_one_invalid_line(many, place):
    before, wrong, after = many[:place - 1], many[place - 1], many[place:]
    input = lines(*before, wrong.replace("-", "+", 1), *after)
    expect(["convert"], lines(*before), f"line {place}: {HYPHEN}", input=input)
    expect(["convert", "-k"], lines(*before, *after), f"line {place}: {HYPHEN}", input=input)
    expect(["check", "--from", "hex"], "", f"line {place}: {HEX_DIGIT}",
           input=lines(*before, "g" + wrong[1:], *after).replace("-", ""))


def test_lines_of_several_lengths(many):
    mixed = [(uuid, uuid.replace("-", ""), "{" + uuid + "}", "urn:uuid:" + uuid)[i % 7 % 4]
             for i, uuid in enumerate(many)]
    expect(["convert"], lines(*many), input=lines(*mixed))


# ---- lines that are longer than what is read at once

def test_long_line():
    message = f"line 2: malformed UUID at offset 32: {LONG}"
    expect(["convert"], lines(V7), message, input=lines(V7, RUN + V7, V6))
    expect(["convert", "-k"], lines(V7, V6), message, input=lines(V7, RUN + V7, V6))
    expect(["check"], "", f"line 1: {HEX_DIGIT}; found a NUL", input="\0" * 300000)


def test_long_line_without_an_end():
    expect(["check", "-k"], "", f"line 1: malformed UUID at offset 32: {LONG}",
           f"line 2: malformed UUID at offset 32: {LONG}", input=RUN + "\n" + RUN)


@pytest.mark.parametrize("length", (262100, 262107, 262143, 262144, 262145, 524288))
def test_rest_of_a_long_line_is_no_uuid(length):
    expect(["convert", "-k"], lines(V6), f"line 1: malformed UUID at offset 32: {LONG}",
           input=lines(RUN[:length] + V7, V6))


def test_pieces():
    """What has come goes out before the next piece is waited for."""
    command = subprocess.Popen([COMMAND, "convert"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               bufsize=0)
    with command:
        command.stdin.write((V7 + "\n" + V6[:20]).encode())
        assert select.select([command.stdout], [], [], 60)[0]
        assert command.stdout.read(37).decode() == lines(V7)
        command.stdin.write((V6[20:] + "\n").encode())
        command.stdin.close()
        assert command.stdout.read().decode() == lines(V6)
    assert command.returncode == 0
