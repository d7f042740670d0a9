"""Packed bytes and columns in NumPy and pyarrow; docs/columns.md and examples/engines have others."""

import ctypes
import unittest

import uuid9562
from consumers import needs
from support import Item


class Arrays(unittest.TestCase):
    def test_numpy(self):
        numpy = needs("numpy")
        data = uuid9562.batch_bytes(7, 200)
        array = numpy.frombuffer(data, "V16")
        ids = [uuid9562.from_bytes(x.tobytes()) for x in array]
        self.assertEqual(numpy.array(ids, dtype=object).tolist(), ids)
        # The fields are where RFC 9562 says, and the order of the bytes is the order.
        for ms, u in zip(array.view(">u8")[::2] >> 16, ids):
            self.assertEqual(ms, uuid9562.timestamp_ms(u))
        mixed = array.copy()
        numpy.random.shuffle(mixed)
        self.assertEqual(numpy.sort(mixed).tobytes(), data)
        # Texts, as an array of them and back.
        texts = numpy.frombuffer(uuid9562.format_n(array).encode(), "S36")
        self.assertEqual(texts.astype(str).tolist(), [str(u) for u in ids])
        self.assertEqual(uuid9562.parse_n(texts), data)

    def test_numpy_is_filled_in_place(self):
        numpy = needs("numpy")
        target = numpy.zeros((10, 10), "V16")
        uuid9562.fill(7, target)
        self.assertEqual([uuid9562.version(x.tobytes()) for x in target.flat], [7] * 100)
        self.assertEqual(numpy.sort(target, axis=None).tobytes(), target.tobytes())
        for refused in (target[:, ::2], target.view(numpy.uint8)[:, ::2], numpy.frombuffer(bytes(16), "V16")):
            with self.assertRaisesRegex(TypeError, "a writable buffer of bytes, contiguous or"):
                uuid9562.fill(7, refused)
        with self.assertRaises(ValueError):
            uuid9562.fill(7, numpy.zeros(17, numpy.uint8))
        for dtype in ("V16", "S16", "u1", "i1", "?", "S1", [("id", "V16")],
                      [("a", "S8"), ("b", "V8")]):
            target = numpy.zeros(16, dtype)
            uuid9562.fill(7, target)
            self.assertEqual(uuid9562.format_n(target), uuid9562.format_n(target.tobytes()))
            self.assertEqual(bytes(uuid9562.to_arrow(target)), target.tobytes())


class Strided(unittest.TestCase):
    def test_fill(self):
        for step in (2, 3, -1, -2):
            for n in (1, 2, 10, 1000):
                target = (Item * n)()
                view = memoryview(target)[::step]
                uuid9562.fill(7, view)
                packed = bytes(target)
                found = [packed[i:i + 16] for i in range(0, len(packed), 16)]
                filled = found[::step]
                self.assertEqual(filled, sorted(set(filled)))
                self.assertEqual({uuid9562.version(u) for u in filled}, {7})
                self.assertEqual(sum(u != bytes(16) for u in found), len(filled), "the gaps")

    def test_what_is_refused(self):
        for refused in (memoryview(bytearray(64))[::2], memoryview(bytes(64))[::-1]):
            with self.assertRaisesRegex(TypeError, "a writable buffer of bytes, contiguous or of"):
                uuid9562.fill(7, refused)
        with self.assertRaisesRegex(ValueError, "unknown version"):
            uuid9562.fill(5, memoryview((Item * 4)())[::2])

    def test_an_error_leaves_zeros(self):
        target = (Item * 4)()
        ctypes.memset(target, 255, 64)
        with self.assertRaises(ZeroDivisionError):
            uuid9562.Generator(clock=lambda: 1 // 0).fill(7, memoryview(target)[::2])
        self.assertEqual(bytes(target), (bytes(16) + b"\xff" * 16) * 2)


class Packages(unittest.TestCase):
    """Those that programs use: each takes our columns, and we take its."""

    def setUp(self):
        self.uuids = [None, *uuid9562.batch(7, 1000), None, uuid9562.NIL]
        self.texts = [None if u is None else str(u) for u in self.uuids]

    def assert_nulls(self, column, nothing):
        """Of a column with nulls, and of one with nothing else, whose type is often null."""
        made = uuid9562.to_arrow(column)
        self.assertEqual(list(made), self.uuids)
        with self.assertRaisesRegex(BufferError, "with nulls is not a buffer"):
            memoryview(made)
        for type in ("uuid", "text"):
            self.assertEqual(list(uuid9562.to_arrow(nothing, type)), [None] * 3)

    def test_pyarrow(self):
        pyarrow = needs("pyarrow")
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
            column = pyarrow.array(self.texts).cast(kind)
            chunked = pyarrow.chunked_array([column[:300], column[300:]])
            for source in (column, chunked):
                made = pyarrow.array(uuid9562.to_arrow(source))
                made.validate(full=True)
                self.assertEqual(made.type, pyarrow.uuid())
                self.assertEqual(made.to_pylist(), self.uuids)
                for sliced in (made, made[5:], made.storage[7:]):
                    for type in ("text", "large_text"):
                        text = pyarrow.array(uuid9562.to_arrow(sliced, type))
                        text.validate(full=True)
                        self.assertEqual(text.to_pylist(), self.texts[-len(sliced):])
                self.assertEqual(bytes(uuid9562.to_arrow(made[1:1001])),
                                 b"".join(u.bytes for u in self.uuids[1:1001]))
                for nothing in (pyarrow.nulls(3), pyarrow.table({"id": pyarrow.nulls(3)}),
                                pyarrow.chunked_array([pyarrow.nulls(1), [None] * 2])):
                    self.assert_nulls(made, nothing)
        with self.assertRaisesRegex(TypeError, "dictionary"):
            uuid9562.to_arrow(column.cast(pyarrow.string()).dictionary_encode())
        made = uuid9562.batch_arrow(7, 1000)
        taken = pyarrow.array(made)
        again = uuid9562.to_arrow(taken)
        self.assertEqual(pyarrow.array(again).storage.buffers()[1].address,
                         taken.storage.buffers()[1].address)
        self.assertEqual(taken.storage.buffers()[1].to_pybytes(), bytes(made))

    def test_numpy(self):
        numpy = needs("numpy")
        made = uuid9562.batch_arrow(4, 100)
        self.assertEqual(numpy.frombuffer(made, "V16").tobytes(), bytes(made))
        rows = numpy.zeros((5, 7), [("number", "i4"), ("id", "V16")])
        uuid9562.fill(7, rows["id"][2])
        uuid9562.fill(7, rows["id"][::-1, 3])
        self.assertEqual([row.tobytes() != bytes(16) for row in rows["id"][:, 3]], [True] * 5)
        self.assertEqual(sum(x.tobytes() != bytes(16) for x in rows["id"].flat), 11)
        self.assertEqual(rows["number"].any(), False)
        up = [x.tobytes() for x in rows["id"][::-1, 3]]
        self.assertEqual(up, sorted(up))
