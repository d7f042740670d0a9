"""The command on a terminal, which is a pseudoterminal here."""

import fcntl
import os
import struct
import subprocess
import termios

import pytest
from harness import COMMAND

TERMINAL = {"PATH": os.environ["PATH"], "TERM": "xterm", "LC_ALL": "C.UTF-8",
            # where ./dev coverage has the command count what it runs
            **{name: value for name, value in os.environ.items() if name.startswith("LLVM_")}}


def open_terminal(columns=0):
    """Both ends of one."""
    try:
        ends = os.openpty()
    except OSError as error:
        pytest.skip(f"there are no terminals: is /dev/pts mounted? ({error})")
    fcntl.ioctl(ends[1], termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return ends


def read_terminal(terminal):
    """All that is written to it, whose lines end in CR LF."""
    got = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux says so that the other end is closed
            piece = b""
        if not piece:
            os.close(terminal)
            return got.decode().replace("\r\n", "\n")
        got += piece


def on_terminal(arguments, columns=0, **environment):
    """What the command writes to standard output, where that is a terminal and nothing else is."""
    terminal, stdout = open_terminal(columns)
    with subprocess.Popen([COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.DEVNULL, env={**TERMINAL, **environment}) as command:
        os.close(stdout)
        got = read_terminal(terminal)
    assert command.returncode == 0
    return got


def errors_on_terminal(arguments, columns):
    """The exit code of the command, and what it writes to standard error, where that alone is a
    terminal."""
    terminal, stderr = open_terminal(columns)
    with subprocess.Popen([COMMAND, *arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=stderr, env=TERMINAL) as command:
        os.close(stderr)
        got = read_terminal(terminal)
    return command.returncode, got
