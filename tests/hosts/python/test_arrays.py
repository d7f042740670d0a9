"""Packed bytes and columns in NumPy and pyarrow; docs/columns.md and examples/engines have others."""

import unittest

import uuid9562
from consumers import needs


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

    def test_numpy_of_bytes(self):
        numpy = needs("numpy")
        data = uuid9562.batch_bytes(7, 1)
        for dtype in ("V16", "S16", "u1", "i1", "?", "S1", [("id", "V16")],
                      [("a", "S8"), ("b", "V8")]):
            target = numpy.frombuffer(data, dtype)
            self.assertEqual(uuid9562.format_n(target), uuid9562.format_n(data))
            self.assertEqual(bytes(uuid9562.to_arrow(target)), data)


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
