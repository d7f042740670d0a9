"""Shared by the tests of the Python package: paths, arguments for functions, assertions."""

import ctypes
import inspect
import os
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import uuid9562

sys.path.append(str(Path(__file__).resolve().parents[2]))
from harness import ROOT, SURFACE, TESTS, VECTORS, host_rows, table  # noqa: E402, F401

V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
V6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
TYPEID = "user_01fwhe4ydgfk1shh6w1g60eecf"  # of V7

NAMES = {cells[3] for _, cells in table(SURFACE)} - {"-"}

# The path of a state file, in a process that may open one: it stays open until the process ends.
STATE = os.environ.get("TEST_STATE")

# Good arguments for functions: by the name of the parameter; by that of the function as well, where
# it takes another.
ARGUMENTS = {
    "a": 1, "assertion": V7, "b": 2, "c": 3, "clock_seq": 7,
    "data": bytes(48),
    "digest": "sha512", "format": "urn", "n": 3,
    "name": "www.example.com", "namespace": "@dns",
    "bytes": bytes(32), "max_lead_ns": 86400 * 10**9, "node": 5, "path": STATE or "", "prefix": "user",
    "random": bytes(10), "s": V7, "separator": "", "stored": V7, "text": V1 + V7,
    "type": "text", "u": V7,
    "unix_ms": 0, "unix_ns": 5, "fraction_bits": 12, "version": 7, "x": V7,
    "clock_seq.u": V1, "from_bytes.b": bytes(16), "node.u": V1,
    "parse.format": "strict", "timestamp_ticks.u": V1, "typeid_prefix.s": TYPEID,
    "v1_to_v6.u": V1, "v6_to_v1.u": V6,
    "uuid4_make.random": bytes(16),
}


def functions(every=STATE is not None):
    """The name and the object of every public function that is written in C; state_open only where
    it may be called, or with `every`."""
    return {name: getattr(uuid9562, name) for name in sorted(NAMES)
            if inspect.isbuiltin(getattr(uuid9562, name, None)) and (every or name != "state_open")}


def _sample(name, function):
    return tuple(ARGUMENTS.get(f"{name}.{parameter}", ARGUMENTS.get(parameter))
                 for parameter in inspect.signature(function).parameters)


# One set of good arguments for each function, all of its parameters given.
SAMPLES = {name: _sample(name, function) for name, function in functions(every=True).items()}


def takes(name, parameter):
    """Whether this is a function's first parameter."""
    return next(iter(inspect.signature(getattr(uuid9562, name)).parameters), None) == parameter


# The functions that are methods of a Generator as well.
METHODS = [name for name in dir(uuid9562.Generator) if not name.startswith("_")]


def _known(function):
    """The formats that the error message for an unknown one lists."""
    try:
        function(V7, "")
    except ValueError as error:
        return re.search("expected one of: (.+)", str(error))[1].split()
    raise AssertionError("there is a format without a name")


# The formats of the core: those to write, those to read, the binary ones.
WRITTEN, READ = _known(uuid9562.format), _known(uuid9562.parse)
BINARY = [name for name in WRITTEN if type(uuid9562.format(V7, name)) is bytes]


class Errors(unittest.TestCase):
    """A test that knows our two kinds of ValueError."""

    def assert_malformed(self, offset, function, *arguments):
        with self.assertRaises(ValueError) as caught:
            function(*arguments)
        self.assertIs(type(caught.exception), ValueError)
        self.assertIs(type(caught.exception.offset), int)
        self.assertEqual(caught.exception.offset, offset)
        self.assertIn(f"offset {offset}:", str(caught.exception))

    def assert_range(self, message, function, *arguments):
        with self.assertRaisesRegex(ValueError, message) as caught:
            function(*arguments)
        self.assertIs(type(caught.exception), ValueError)
        self.assertFalse(hasattr(caught.exception, "offset"))


class Item(ctypes.Structure):
    """16 bytes; the name of the field looks like a type."""
    _fields_ = [("O", ctypes.c_ubyte * 16)]


def run_threads(work, count=4):
    """Has so many threads work at once, and waits for them."""
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def without_memory(call, tries):
    """What becomes of a call that lacks memory once, at its first allocation, its second, ..."""
    try:
        from _testcapi import remove_mem_hooks, set_nomemory
    except ImportError:
        raise unittest.SkipTest("no _testcapi") from None
    outcomes = set()
    for start in range(tries):
        set_nomemory(start, start + 1)
        try:
            call()
            outcomes.add("done")
        except MemoryError:
            outcomes.add("MemoryError")
        finally:
            remove_mem_hooks()
    return outcomes


def child(code, *arguments, check=True, **environment):
    """Runs code in a Python of its own. Returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(Path(uuid9562.__file__).parent.parent), **environment},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=600)
    if check and done.returncode != 0:
        raise AssertionError(f"child ended with {done.returncode}:\n{done.stderr}")
    return done.stdout
