"""Progress of long runs, on standard error where that is a terminal."""

import os
import re
import subprocess

import pytest

from cli import HEX_DIGIT, V7, encode, lines, uuid9562
from cli.terminal import TERMINAL, errors_on_terminal, open_terminal, read_terminal
from harness import COMMAND

PIECE = encode(lines(V7) * 100)
LINE = re.compile(r"\r(\d+) UUIDs, (\d+) a second *")
NOTHING = {"stdout": subprocess.DEVNULL}


def pieces_until_shown(written, times=2):
    """Ends when the line of progress has been written again; or fails after minutes."""
    for _ in range(6000):
        if len(LINE.findall(written.decode())) >= times:
            break
        yield PIECE


def check_line(got, seconds):
    """It is written again from a second on, at most ten times a second, counts up, and is gone."""
    shown = LINE.findall(got)
    assert 2 <= len(shown) <= (seconds - 1) * 10 + 1, got
    assert [int(count) for count, _ in shown] == sorted({int(count) for count, _ in shown})
    assert int(shown[0][0]) > 100
    written = re.fullmatch(r"((?:\r\d+ UUIDs, \d+ a second *)+(?:\rsorting *)?)\r( +)\r", got)
    assert written, got
    assert len(written[2]) == len(written[1].split("\r")[-1].rstrip())


@pytest.mark.parametrize("arguments", ("check", "sort", "convert", "inspect --summary", "inspect",
                                       "-5 -n @dns"))
def test_shown(arguments):
    got, code, seconds = errors_on_terminal(arguments.split(), pieces_until_shown, 0.02,
                                            **NOTHING)
    assert code == 0
    check_line(got, seconds)


def test_generate_tells_the_total():
    terminal, stderr = open_terminal()
    with subprocess.Popen([COMMAND, "-C", "1000000000"], stdout=subprocess.DEVNULL, stderr=stderr,
                          env=TERMINAL) as command:
        os.close(stderr)
        got = b""
        while b" of 1000000000 UUIDs, " not in got:
            got += os.read(terminal, 1000)
        command.kill()
        read_terminal(terminal)


def test_gone_before_a_message():
    def pieces(written):
        yield from pieces_until_shown(written, 1)
        shown = len(LINE.findall(written.decode()))
        yield b"x\n"
        while b"uuid9562: " not in written:
            yield PIECE
        yield from pieces_until_shown(written, shown + 2)

    got, code, _ = errors_on_terminal(["check", "-k"], pieces, 0.02, **NOTHING)
    before, _, after = got.partition("uuid9562: ")
    assert code == 1 and re.search(r"second *\r +\r$", before)
    assert re.match(rf"line \d+: {re.escape(HEX_DIGIT)}\n  x\n  \^\n", after)
    assert re.search(r"\r +\r$", after)


def test_as_wide_as_the_terminal():
    got, code, _ = errors_on_terminal(["check"], [PIECE] * 100, 0.02, columns=20, **NOTHING)
    shown = [line for line in got.split("\r") if line.strip()]
    assert code == 0 and shown and max(map(len, shown)) == 19


@pytest.mark.parametrize("line, caret", (
    ("017f22e2-79b0-7cc3-98c4-dc0c0co7398f", 30), (V7[:20], 20), ("zurn", 0),
    ("\u20ac", None), ("\x7f", None), ("x" * 77, 0), ("x" * 78, None)))
def test_caret_below_the_wrong_byte(line, caret):
    """Where the text is ASCII and fits the terminal."""
    got, code, _ = errors_on_terminal(["check", line], [], 0, columns=80, **NOTHING)
    assert code == 1 and got.count("\n") == (1 if caret is None else 3)
    if caret is not None:
        assert got.split("\n", 1)[1] == f"  {line}\n  {' ' * caret}^\n"


def test_no_caret_below_a_very_long_line():
    got, _, _ = errors_on_terminal(["check", "x" * 125], [], 0, columns=200, **NOTHING)
    assert got.count("\n") == 1


def test_none_in_the_first_second():
    got, code, seconds = errors_on_terminal(["check"], [PIECE] * 100, 0.003, **NOTHING)
    if seconds > 1:
        pytest.skip("the machine is too slow")
    assert (got, code) == ("", 0)


@pytest.mark.parametrize("arguments", ("convert", "check"))
def test_none_where_the_output_is_a_pipe(arguments):
    """It may lead to a program that uses the terminal too."""
    got, code, _ = errors_on_terminal(arguments.split(), [PIECE] * 10, 0.15, stdout=subprocess.PIPE)
    assert (got, code) == ("", 0)


def test_none_without_a_terminal():
    terminal, stdin = open_terminal()  # somebody types: standard error is a terminal, too
    with subprocess.Popen([COMMAND, "check"], stdin=stdin, stdout=subprocess.DEVNULL, stderr=stdin,
                          env=TERMINAL, start_new_session=True) as command:
        os.write(terminal, encode(lines(V7)))
        with pytest.raises(subprocess.TimeoutExpired):
            command.wait(1.3)
        os.write(terminal, encode(lines(V7)) + b"\x04")
        command.wait(10)
        os.close(stdin)
        assert "second" not in read_terminal(terminal)
    assert uuid9562(["-C", "30000000", "--to", "ulid"], stdout=subprocess.DEVNULL)[2] == ""
