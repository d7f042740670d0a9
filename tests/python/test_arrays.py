"""Packed bytes as arrays of NumPy and Arrow."""

import io
import random
import tempfile
import unittest
from pathlib import Path

import uuid9562
from consumers import needs, one_of_each


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
            with self.assertRaisesRegex(TypeError, "a writable buffer, contiguous or of items"):
                uuid9562.fill(7, refused)
        with self.assertRaises(ValueError):
            uuid9562.fill(7, numpy.zeros(17, numpy.uint8))

    def test_numpy_is_kept_in_a_file(self):
        numpy = needs("numpy")
        data, file = uuid9562.batch_bytes(4, 100), io.BytesIO()
        numpy.save(file, numpy.frombuffer(data, "V16"))
        file.seek(0)
        self.assertEqual(numpy.load(file).tobytes(), data)

    def test_pyarrow(self):
        arrow, compute = needs("pyarrow"), needs("pyarrow.compute")
        made = random.sample(uuid9562.batch(7, 200), 200)
        column = arrow.array([u.bytes for u in made], arrow.uuid())
        self.assertEqual(column.to_pylist(), made)
        self.assertEqual(column.storage.buffers()[1].to_pybytes(), b"".join(u.bytes for u in made))
        order = compute.sort_indices(column.storage)
        self.assertEqual(column.take(order).to_pylist(), sorted(made))
        self.assertEqual(uuid9562.format_n(column.storage.buffers()[1], "\n").splitlines(),
                         [str(u) for u in made])
        target = arrow.allocate_buffer(16 * 100)
        uuid9562.fill(7, target)
        filled = arrow.FixedSizeBinaryArray.from_buffers(arrow.binary(16), 100, [None, target])
        self.assertEqual({uuid9562.version(x) for x in filled.to_pylist()}, {7})

    def test_pyarrow_is_kept_in_a_file(self):
        arrow, parquet = needs("pyarrow"), needs("pyarrow.parquet")
        made = one_of_each()
        table = arrow.table({"id": arrow.array([u.bytes for u in made], arrow.uuid())})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "ids.parquet")
            parquet.write_table(table, path)
            read = parquet.read_table(path)
        stream = io.BytesIO()
        with arrow.ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table)
        for column in (read["id"], arrow.ipc.open_stream(stream.getvalue()).read_all()["id"]):
            self.assertEqual(column.type, arrow.uuid())
            self.assertEqual(column.to_pylist(), made)


if __name__ == "__main__":
    unittest.main()
