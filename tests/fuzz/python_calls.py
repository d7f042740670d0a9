"""The calls of python.c: the functions of the module and the methods of its generators, with
arguments of all types, by position or by name. A call gives a value, or raises what the contract
allows, with a message; and what is pure gives the same twice."""

import struct
from array import array
from datetime import datetime, timedelta, timezone
from uuid import UUID

from uuid9562 import _core as core

GENERATORS = [name for name in dir(core.Generator) if name[0] != "_"]
FUNCTIONS = sorted(name for name in dir(core) if name[0] != "_" and callable(getattr(core, name))
                   and name != "state_open")  # which would create a file
FORMATS = core.formats()
NAMES = ("u", "s", "x", "n", "node", "clock_seq", "version", "unix_ms", "random", "format", "type",
         "namespace", "name", "digest", "key", "method", "fraction_bits", "separator", "clock")
IMPURE = {*GENERATORS, "Generator", "UUID", "ArrowArray", "getnode", "reseed", "state",
          "system_random"}
EXPECTED = TypeError, ValueError, OSError, RuntimeError, MemoryError, BufferError


class Text(str):
    pass


class Index:
    def __index__(self):
        return 7


class Input:
    """What is left of an input. Zeros follow it."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return int.from_bytes(self.take(1), "little")

    def text(self):
        """Of any bytes; or a UUID in a format, or the name of that."""
        first = self.byte()
        if first < 128:
            return self.take(first)
        row = FORMATS[first % len(FORMATS)]
        if first >= 192 or not row["writable"]:
            return row["name"].encode()
        written = core.format(self.take(16).ljust(16, b"\0"), row["name"])
        return written if row["binary"] else written.encode()

    def integer(self):
        first = self.byte()
        if first < 200:
            return first - 20
        return int.from_bytes(self.take(first - 190 if first < 210 else 8), "little", signed=True)

    def date(self):
        year, day, second = self.byte() * 40 % 9999 + 1, self.byte(), self.byte()
        zone = timezone(timedelta(minutes=second - 128)) if day % 2 else None
        return datetime(year, day % 12 + 1, day % 28 + 1, second % 24, second % 60, 59, day, zone)

    def value(self, kinds=16):
        return MAKERS[self.byte() % kinds](self)


MAKERS = (
    lambda given: None,
    Input.integer,
    lambda given: struct.unpack("<d", given.take(8).ljust(8, b"\0"))[0],
    lambda given: given.text().decode("utf-8", "surrogateescape"),
    Input.text,
    lambda given: given.byte() % 2 == 1,
    lambda given: given.text().decode("latin-1"),
    lambda given: Text(given.text().decode("latin-1")),
    Input.date,
    lambda given: bytearray(given.text()),
    lambda given: memoryview(given.text())[::given.byte() % 3 - 1 or 2],
    lambda given: array("H", given.text()[:64].ljust(64)),
    lambda given: UUID(bytes=given.take(16).ljust(16, b"\0")),
    lambda given: [given.value(SIMPLE) for _ in range(given.byte() % 3)],
    lambda given: Index(),
    lambda given: (lambda value: lambda *_: value)(given.value(SIMPLE)),
)
SIMPLE = 13  # those before the ones that contain others


def outcome(function, positional, named):
    try:
        return function(*positional, **named)
    except EXPECTED as error:
        offset = getattr(error, "offset", 0)
        assert (str(error) or isinstance(error, MemoryError)) and offset >= 0
        return type(error), str(error), offset


def run(data):
    given = Input(data)
    name = given.text().decode("latin-1")
    if name not in FUNCTIONS:
        name = FUNCTIONS[sum(data[:1]) % len(FUNCTIONS)]
    flags = given.byte()
    owner = core
    if flags & 1 and name in GENERATORS:
        owner = outcome(core.Generator, (), {
            field: given.value() for field in ("clock", "random", "node", "clock_seq")
            if given.byte() % 4 == 0})
        if not isinstance(owner, core.Generator):
            return
    positional = [given.value() for _ in range(flags // 2 % 5)]
    named = {NAMES[given.byte() % len(NAMES)]: given.value() for _ in range(flags // 16 % 4 // 2)}
    if name.startswith("batch"):  # of no size that takes long
        positional = [value % 2000 if isinstance(value, int) and 2000 < value < 1 << 31 else value
                      for value in positional]
    first = outcome(getattr(owner, name), positional, named)
    if name not in IMPURE:
        assert repr(outcome(getattr(owner, name), positional, named)) == repr(first), name
    core.set_max_lead_ns(0)
    core.resync()
