"""How the command ends if the system fails: no reader, a full disk, no input, no memory."""

import os
import resource
import signal
import subprocess
import threading
import time

import pytest

from cli import HEX_DIGIT, V7, encode, expect, lines, output, uuid9562
from harness import CC, COMMAND, run

full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


# ---- the output

@pytest.mark.parametrize("ignored, code, message", (
    (False, -signal.SIGPIPE, b""), (True, 3, b"uuid9562: cannot write: Broken pipe\n")))
def test_reader_goes_away(ignored, code, message):
    with subprocess.Popen([COMMAND, "--count", "100000000"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, restore_signals=not ignored) as command:
        assert len(command.stdout.readline()) == 37
        command.stdout.close()
        assert command.stderr.read() == message
    assert command.returncode == code


@full_disk
@pytest.mark.parametrize("arguments", ("", "--count 1000000", "--help", f"inspect {V7}",
                                       f"convert {V7}", f"sort {V7}"))
def test_full_disk(arguments):
    with open("/dev/full", "w") as full:
        expect(arguments.split(), "", "cannot write: No space left on device", code=3, stdout=full)


@full_disk
def test_full_disk_and_nothing_to_write():
    with open("/dev/full", "w") as full:
        expect(["--count", "0"], stdout=full)


def test_no_output():
    expect([], "", "cannot write: Bad file descriptor", code=3, preexec_fn=lambda: os.close(1))


@pytest.fixture(scope="module")
def full_at_the_end(tmp_path_factory):
    """Of a file system that says only when a file is closed that it is full."""
    source = tmp_path_factory.mktemp("close") / "close.c"
    source.write_text("""#include <errno.h>
        int close(int descriptor) { errno = ENOSPC; return descriptor == 1 ? -1 : 0; }""")
    run(*CC, "-fPIC", "-shared", source, "-o", source.with_suffix(".so"))
    return {"LD_PRELOAD": str(source.with_suffix(".so"))}


@pytest.mark.parametrize("arguments, out", (
    (["convert", V7], lines(V7)), (["convert", V7, "x"], lines(V7)), (["check", V7], ""),
    (["-C", "0"], "")))
def test_disk_that_is_full_at_the_end(full_at_the_end, arguments, out):
    code, written, told = uuid9562(arguments, env=full_at_the_end)
    assert (code, written) == (3, out)
    assert told.endswith("uuid9562: cannot write: No space left on device\n")


# ---- the input

def test_no_input():
    expect(["check"], "", "cannot read: Bad file descriptor", code=3,
           preexec_fn=lambda: os.close(0))


def test_folder_as_input():
    folder = os.open(".", os.O_RDONLY)
    expect(["check"], "", "cannot read: Is a directory", code=3, stdin=folder)
    os.close(folder)


# ---- memory

def limited():
    """For 40 MB of memory, which is much less than what the tests let pass through it."""
    resource.setrlimit(resource.RLIMIT_AS, (40960000, 40960000))


@pytest.fixture
def limit():
    """Skips where the limit is too small for any program, as it is under a sanitizer."""
    if uuid9562(["--version"], preexec_fn=limited)[0] != 0:
        pytest.skip("the command does not start in 40 MB")
    return {"preexec_fn": limited}


def test_constant_memory(limit):
    many = output(["--count", "3000000"], **limit)
    expect(["convert"], many, input=many, **limit)
    expect(["check"], input=many, **limit)


def test_line_of_100_mb(limit):
    expect(["check"], "", f"line 1: {HEX_DIGIT}; found a NUL", input="\0" * 100000000, **limit)


@pytest.mark.parametrize("arguments, input", (
    (["-5", "--namespace", "@dns"], "a" * 60000000), (["sort"], lines(V7) * 3000000)),
    ids=("name", "sort"))
def test_no_memory(limit, arguments, input):
    expect(arguments, "", "out of memory", code=3, input=input, **limit)


# ---- descriptors that do not block, as another program may leave them

def test_descriptors_that_do_not_block():
    """What cannot be written or read at once waits, and arrives whole."""
    text = encode(output(["--count", "300000"]))
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    os.set_blocking(to_read, False)
    os.set_blocking(from_write, False)
    command = subprocess.Popen([COMMAND, "convert"], stdin=to_read, stdout=from_write)
    os.close(to_read)
    os.close(from_write)

    def feed():
        with open(to_write, "wb", buffering=0) as pipe:
            for i in range(0, len(text), 300001):
                time.sleep(0.01)
                rest = text[i:i + 300001]
                while rest:
                    rest = rest[pipe.write(rest):]

    feeder = threading.Thread(target=feed)
    feeder.start()
    got = []
    with open(from_read, "rb", buffering=0) as pipe:
        while piece := pipe.read(50000):
            got.append(piece)
            time.sleep(0.0005)
    feeder.join()
    assert (command.wait(), b"".join(got) == text) == (0, True)
