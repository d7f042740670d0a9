"""Packed bytes and packed texts: format_n and parse_n, against the functions for one UUID."""

import _thread
import array
import ctypes
import itertools
import operator
import random
import re
import signal
import sys
import tracemalloc

import support
import uuid9562

SEPARATORS = ("", "\n", ",", "\0", "-", "0", "\x7f")


class Texts(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 36)]


class Half(ctypes.Structure):
    """Of 8 bytes."""
    _fields_ = [("half", ctypes.c_ubyte * 8)]


class Pair(ctypes.Structure):
    """Two numbers of 8 bytes, of which the first 16 bytes are a UUID's."""
    _fields_ = [("high", ctypes.c_uint64), ("low", ctypes.c_uint64)]


def interrupted(half):
    """Yields it twice in one, while Ctrl-C waits for a handler: no Python runs in between."""
    interrupt = _thread.interrupt_main if sys.version_info >= (3, 10) else signal.raise_signal
    return map(operator.mul, itertools.filterfalse(interrupt, [int(signal.SIGINT)]), [half])


def texts(data, separator):
    """What format_n should write."""
    return "".join(uuid9562.to_str(data[i:i + 16]) + separator
                   for i in range(0, len(data), 16))


class Bulk(support.Errors):
    def data(self, n):
        return random.Random(n).getrandbits(128 * n or 1).to_bytes(16 * n or 1, "big")[:16 * n]

    def test_both_ways(self):
        for n in (0, 1, 2, 3, 7, 64, 127, 128, 129, 1000):
            data = self.data(n)
            for separator in SEPARATORS:
                written = uuid9562.format_n(data, separator)
                self.assertEqual(written, texts(data, separator))
                for text in (written, written.upper(), written.encode(),
                             bytearray(written, "ascii"), memoryview(written.encode())):
                    self.assertEqual(uuid9562.parse_n(text, separator), data)
                if n:
                    without = written[:-1] if separator else written
                    self.assertEqual(uuid9562.parse_n(without, separator), data)
        self.assertEqual(uuid9562.format_n(b""), "")
        self.assertEqual(uuid9562.parse_n(""), b"")

    def test_any_buffer(self):
        data = self.data(200)
        for buffer in (bytearray(data), *(memoryview(data).cast(code) for code in "bBc?"),
                       memoryview(data).cast("B", (200, 16)), array.array("b", data),
                       (support.Item * 200).from_buffer_copy(data)):
            self.assertEqual(uuid9562.format_n(buffer), texts(data, ""))
            self.assertEqual(bytes(uuid9562.to_arrow(buffer)), data)
        text = uuid9562.format_n(data).encode()
        self.assertEqual(uuid9562.parse_n((Texts * 200).from_buffer_copy(text)), data)
        for function in (uuid9562.format_n, uuid9562.parse_n):
            with self.assertRaisesRegex(TypeError,
                                        "must be .*a contiguous buffer of bytes, not memoryview"):
                function(memoryview(bytes(144))[::2])

    def test_items_that_are_not_bytes(self):
        """The address of an object is 8 bytes, and a number has an order of its bytes: nothing is
        read, and nothing written."""
        join = "b''.join(map(to_bytes, x))"
        buffers = [(type * (144 // ctypes.sizeof(type)))() for type in (
            ctypes.py_object, ctypes.c_wchar, ctypes.c_double, ctypes.c_longdouble, ctypes.c_uint16,
            ctypes.c_uint64.__ctype_be__, Pair, Half)]
        for code in {*array.typecodes} - {*"bBuw"}:
            buffers.append(array.array(code, [0] * 36))
        for buffer in buffers:
            before = bytes(memoryview(buffer))
            for function, instead in (
                    (uuid9562.parse_n, "''.join(x)"), (uuid9562.format_n, join),
                    (uuid9562.to_arrow, f"the Series or column itself, or {join}")):
                if function is uuid9562.parse_n and buffer is buffers[7]:
                    continue  # texts may be in pieces
                message = (f"not of items '{memoryview(buffer).format}'; for objects or texts use "
                           f"{instead}; for packed bytes, memoryview(x).cast('B')")
                with self.assertRaisesRegex(TypeError, re.escape(message)):
                    function(buffer)
            self.assertEqual(bytes(memoryview(buffer)), before)
        ids = [uuid9562.NIL, support.V7]
        self.assertEqual(uuid9562.format_n(b"".join(map(uuid9562.to_bytes, ids))),
                         str(ids[0]) + ids[1])
        items = array.array("Q", self.data(2))
        self.assertEqual(uuid9562.format_n(memoryview(items).cast("B")), texts(self.data(2), ""))

    def test_malformed(self):
        """The same errors as parse(text, 'strict') for that text alone."""
        chance = random.Random(9562)
        for n in (1, 3, 300):
            for separator in SEPARATORS[:3]:
                valid = texts(self.data(n), separator)
                for _ in range(100):
                    index, place = chance.randrange(n), chance.randrange(36)
                    start = index * (36 + len(separator))
                    for wrong in ("x", "é", "\u0130", "\ud830", "-", " "):
                        text = valid[:start + place] + wrong + valid[start + place + 1:]
                        if text == valid:
                            continue
                        with self.assertRaises(ValueError) as alone:
                            uuid9562.parse(text[start:start + 36], "strict")
                        self.assert_fault(index, alone.exception.offset, text, separator)

    def test_unexpected_end(self):
        for separator in ("", "\n"):
            valid = texts(self.data(130), separator)
            for cut in range(1, 36):
                index = 129
                text = valid[:index * (36 + len(separator)) + cut]
                self.assert_fault(index, cut, text, separator)
                self.assert_fault(index, cut, text.encode(), separator)
            self.assert_fault(130, 1, valid + "0", separator)

    def test_separators(self):
        valid = texts(self.data(5), "\n")
        self.assert_fault(0, 36, valid.replace("\n", " "), "\n")
        self.assert_fault(3, 36, valid[:4 * 37 - 1] + " " + valid[4 * 37:], "\n")
        self.assert_fault(1, 0, valid, "")
        for separator in ("\n\n", "é", "\x80", "\u4e16", "\ud800", "x" * 99):
            for function, packed in ((uuid9562.format_n, bytes(16)), (uuid9562.parse_n, valid)):
                self.assert_range("separator must be one ASCII character", function, packed,
                                  separator)

    def test_lengths(self):
        for length in (1, 15, 17, 16 * 200 + 8):
            self.assert_range("multiple of 16", uuid9562.format_n, bytes(length))
        self.assert_range("multiple of 16", uuid9562.format_n, bytes(1), "too long")

    def test_interrupted(self):
        """The call itself ends with the exception, rather than the statement after it."""
        # A shell starts what is in its background with Ctrl-C ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        n = 10000
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        results, column = [], uuid9562.batch_bytes(7, n)
        for call, *arguments in (
                (uuid9562.batch, [7], interrupted(n)), (uuid9562.batch_str, [7], interrupted(n)),
                (uuid9562.batch_bytes, [7], interrupted(n)),
                (uuid9562.batch_arrow, [7], interrupted(n)),
                (uuid9562.Generator().batch_bytes, [7], interrupted(n)),
                (uuid9562.format_n, interrupted(column)),
                (uuid9562.parse_n, interrupted(support.V7 * n)),
                (uuid9562.parse_n, interrupted(support.V7 * 2**20 + "x" * 36)),  # in two pieces
                (uuid9562.to_arrow, interrupted(column), ["text"])):
            before = tracemalloc.get_traced_memory()[0]
            with self.assertRaises(KeyboardInterrupt):
                results.extend(map(call, *arguments))
            self.assertEqual(results, [], call.__name__)
            self.assertLess(tracemalloc.get_traced_memory()[0] - before, 2**16, call.__name__)

    def test_sources_in_python_see_one_call(self):
        calls = []
        generator = uuid9562.Generator(random=lambda n: calls.append(n) or bytes(n))
        generator.batch_bytes(7, 2**20 + 1)
        self.assertEqual(calls, [8 * (2**20 + 1)])

    def assert_fault(self, index, offset, text, separator):
        self.assert_malformed(offset, uuid9562.parse_n, text, separator)
        with self.assertRaisesRegex(ValueError, f"^number {index}: ") as caught:
            uuid9562.parse_n(text, separator)
        self.assertEqual(caught.exception.index, index)
