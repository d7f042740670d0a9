"""What the tests of the Python face share: where things are, what functions take, how they fail."""

import doctest
import inspect
import os
import re
import sqlite3
import subprocess
import sys
import unittest
from pathlib import Path

import uuid9562

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
VECTORS = Path(os.environ.get("UUID9562_VECTORS") or TESTS / "vectors.tsv")
SURFACE = TESTS / "surface.tsv"

V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
V6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
TYPEID = "user_01fwhe4ydgfk1shh6w1g60eecf"  # of V7

# One set of good arguments for each function, all of its parameters given.
_ARGUMENTS = {
    "uuid1": (5, 7),
    "uuid3": ("@dns", "www.example.com"),
    "uuid4": (),
    "uuid5": ("@dns", b"www.example.com"),
    "uuid6": (5, 7),
    "uuid6_min": (-1,),
    "uuid6_max": (-1,),
    "uuid7": (),
    "uuid7_at": (5,),
    "uuid7_make": (5, bytes(10), 1),
    "uuid7_min": (5,),
    "uuid7_max": (5,),
    "uuid8": (1, 2, 3),
    "uuid8_name": ("@dns", "www.example.com", "sha512"),
    "uuid8_node": (5,),
}
SAMPLES = {
    **{name + face: arguments for name, arguments in _ARGUMENTS.items()
       for face in ("", "_bytes", "_str")},
    "batch": (7, 3),
    "batch_bytes": (7, 3),
    "batch_str": (7, 3),
    "fill": (7, bytearray(48)),
    "lead_ns": (),
    "resync": (),
    "reseed": (),
    "parse": (V7, "strict"),
    "format": (V7, "urn"),
    "format_n": (bytes(32), ""),
    "parse_n": (V1 + V7, ""),
    "typeid": ("user", V7),
    "typeid_prefix": (TYPEID,),
    "to_str": (V7,),
    "to_bytes": (V7,),
    "from_bytes": (bytes(16),),
    "valid": (V7,),
    "version": (V7,),
    "variant": (V7,),
    "timestamp_ms": (V7,),
    "to_datetime": (V7,),
    "node": (V1,),
    "clock_seq": (V1,),
    "compare": (V1, V6),
    "v1_to_v6": (V1,),
    "v6_to_v1": (V6,),
    "guid_swap": (V7,),
    "match": (V7, V7),
    "ordering_match": (V7, V1),
    "ldap_schema": (),
    "getnode": (),
}


# The functions that are methods of a Generator as well.
METHODS = [name + face for name in ("uuid1", "uuid4", "uuid6", "uuid7", "uuid7_at", "uuid8",
                                    "uuid8_node", "batch") for face in ("", "_bytes", "_str")]
METHODS += ["fill", "lead_ns", "resync"]


def _known(function):
    """The forms that the error message of an unknown one lists."""
    try:
        function(V7, "")
    except ValueError as error:
        return re.search("expected one of: (.+)", str(error))[1].split()
    raise AssertionError("there is a form without a name")


# The forms of the core: those that can be written, those that can be read, those that are bytes.
WRITTEN, READ = _known(uuid9562.format), _known(uuid9562.parse)
BINARY = [form for form in WRITTEN if type(uuid9562.format(V7, form)) is bytes]


def functions():
    """The name and the object of every public function that is made in C."""
    return {name: getattr(uuid9562, name) for name in uuid9562.__all__
            if inspect.isbuiltin(getattr(uuid9562, name))}


def makers():
    """The names of the functions with three faces."""
    return list(_ARGUMENTS)


def table(path):
    """The rows of a .tsv file: (line number, cells)."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield number, line.split("\t")


def run_examples(text, title, path):
    """Runs the examples of a text for doctest. Returns how many there were, and what went wrong."""
    test = doctest.DocTestParser().get_doctest(text, {}, title, str(path), 0)
    said = []
    tried = doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)[1]
    for value in test.globs.values():
        if isinstance(value, sqlite3.Connection):
            value.close()
    return tried, "".join(said)


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


def child(code, *arguments, check=True, **environment):
    """Runs code in a Python of its own. Returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(Path(uuid9562.__file__).parent.parent), **environment},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=120)
    if check and done.returncode != 0:
        raise AssertionError(f"child ended with {done.returncode}:\n{done.stderr}")
    return done.stdout
