"""Columns for Apache Arrow: batch_arrow, to_arrow and the class ArrowArray. arrow.py is the
other side; in test_arrays.py it is other packages."""

import ctypes
import gc
import random
import tracemalloc
import unittest

import arrow
import support
import uuid9562
from uuid9562.testing import frozen

TYPES = {"uuid": b"w:16", "binary": b"w:16", "text": b"u", "large_text": b"U"}
# Around the block that is converted at once, the byte of the bits, and the release of the lock.
COUNTS = (0, 1, 2, 7, 8, 9, 127, 128, 129, 255, 256, 257, 513, 1000)
TEXT_FORMATS = ("canonical", "hex", "braced", "urn")


def items(n, seed=0):
    """Random UUIDs, of bytes."""
    return [random.Random(seed * 10**6 + i).getrandbits(128).to_bytes(16, "big") for i in range(n)]


def shown(uuids, type):
    """What a column of a type has for UUIDs of bytes or None."""
    if type in ("uuid", "binary"):
        return uuids
    return [None if u is None else uuid9562.to_str(u) for u in uuids]


def column(format, encoded, **slice):
    return arrow.Column(arrow.Type(format), arrow.Chunk(format, encoded, **slice))


class Export(unittest.TestCase):
    def test_types(self):
        for type, format in TYPES.items():
            for made in (uuid9562.batch_arrow(4, 3, type), uuid9562.to_arrow(bytes(48), type)):
                self.assertEqual(repr(made), f"<uuid9562.ArrowArray of type {type}, length 3>")
                for schema in (arrow.take_schema(made), arrow.take_both(made)[0]):
                    self.assertEqual((schema.format, schema.name, schema.flags), (format, b"", 2))
                    self.assertEqual((schema.n_children, bool(schema.dictionary)), (0, False))
                    extension = {"ARROW:extension:name": "arrow.uuid",
                                 "ARROW:extension:metadata": ""}
                    self.assertEqual(arrow.metadata(schema), extension if type == "uuid" else {})
                    arrow.release(schema)
                    self.assertFalse(schema.release)

    def test_bytes(self):
        for n in COUNTS:
            uuids = items(n)
            for type in TYPES:
                made = uuid9562.to_arrow(b"".join(uuids), type)
                self.assertEqual(len(made), n)
                self.assertEqual(arrow.read(made), shown(uuids, type))
                self.assertEqual(arrow.read(made), shown(uuids, type), "a second time")
        with self.assertRaisesRegex(ValueError, "the length of data must be a multiple of 16"):
            uuid9562.to_arrow(bytes(17))

    def test_batch(self):
        for n in COUNTS:
            for type in TYPES:
                made = arrow.read(uuid9562.batch_arrow(7, n, type))
                self.assertEqual(made, sorted(set(made)))
                self.assertEqual((len(made), {uuid9562.version(u) for u in made}),
                                 (n, {7} if n else set()))
        with frozen(5, seed=1):
            expected = uuid9562.batch_bytes(7, 300)
        for type in TYPES:
            with frozen(5, seed=1):
                made = uuid9562.batch_arrow(7, 300, type)
            self.assertEqual(bytes(uuid9562.to_arrow(made)), expected)
        made = uuid9562.Generator(clock=lambda: 0).batch_arrow(7, 2)
        self.assertEqual({uuid9562.timestamp_ms(u) for u in arrow.read(made)}, {0})

    def test_sequence(self):
        expected = [uuid9562.uuid7_min(0), None, uuid9562.uuid7_max(0)]
        source = [u and u.bytes for u in expected]
        for begin in (0, 1):
            for type, what in (("uuid", lambda u: u), ("binary", uuid9562.to_bytes),
                               ("text", uuid9562.to_str), ("large_text", uuid9562.to_str)):
                kept = column("w:16", source, begin=begin)  # its memory becomes that of the array
                made = uuid9562.to_arrow(kept, type)
                wanted = [u and what(u) for u in expected[begin:]]
                self.assertEqual((list(made), made[0], made[-1]), (wanted, wanted[0], wanted[-1]))
                with self.assertRaises(IndexError):
                    made[3 - begin]
                del made

    def test_errors(self):
        for call in (lambda: uuid9562.batch_arrow(7, 1, "texts"),
                     lambda: uuid9562.to_arrow(b"", ""), lambda: uuid9562.to_arrow(b"", "Uuid")):
            with self.assertRaisesRegex(ValueError, "unknown type; expected one of: uuid binary"):
                call()
        with self.assertRaisesRegex(ValueError, "unknown version"):
            uuid9562.batch_arrow(5, 1, "texts")
        with self.assertRaisesRegex(ValueError, "type text holds at most 59652323 UUIDs; use large_text"):
            uuid9562.batch_arrow(7, 59652324, "text")
        with self.assertRaises(ZeroDivisionError):
            uuid9562.Generator(clock=lambda: 1 // 0).batch_arrow(7, 1)
        with self.assertRaisesRegex(TypeError, "use batch_arrow"):
            uuid9562.ArrowArray()
        with self.assertRaises(TypeError):
            type("Derived", (uuid9562.ArrowArray,), {})

    def test_buffer(self):
        for type in ("uuid", "binary"):
            made = uuid9562.batch_arrow(4, 200, type)
            view = memoryview(made)
            self.assertEqual((view.format, view.shape, view.readonly), ("B", (3200,), True))
            self.assertEqual(bytes(view), b"".join(arrow.read(made)))
            self.assertEqual(uuid9562.parse_n(uuid9562.format_n(made)), bytes(view))
            del made
            self.assertEqual(uuid9562.version(bytes(view[-16:])), 4)
        for type in ("text", "large_text"):
            with self.assertRaisesRegex(BufferError, "an ArrowArray of text is not a buffer"):
                memoryview(uuid9562.batch_arrow(4, 1, type))

    def test_a_null_is_no_buffer(self):
        """What lies under it is undefined."""
        message = "an ArrowArray with nulls is not a buffer of UUIDs; drop the nulls first"
        some = [None, *items(9), None]
        for begin, end in ((0, 11), (0, 2), (9, 11), (1, 10), (2, 9), (1, 1)):
            for format, counted in (("w:16", True), ("w:16", False), ("z", False)):
                kept = column(format, some, begin=begin, end=end, counted=counted)
                made = uuid9562.to_arrow(kept)
                if None not in some[begin:end]:
                    self.assertEqual(bytes(made), b"".join(some[begin:end]))
                else:
                    with self.assertRaisesRegex(BufferError, f"^{message}$"):
                        memoryview(made)
                    with self.assertRaisesRegex(TypeError, f"not uuid9562.ArrowArray: {message}$"):
                        uuid9562.format_n(made)
                del made

    def test_aligned(self):
        for type in TYPES:
            _, array = arrow.take_both(uuid9562.batch_arrow(4, 1, type))
            self.assertEqual(array.buffers[1] % 64, 0)
            self.assertEqual((array.buffers[2] if array.n_buffers == 3 else 0) % 64, 0)
            arrow.release(array)

    def test_requested_schema(self):
        made = uuid9562.batch_arrow(4, 1)
        schema, _ = made.__arrow_c_array__(requested_schema=made.__arrow_c_schema__())
        self.assertEqual(arrow.take(schema, b"arrow_schema", arrow.Schema).format, b"w:16")
        with self.assertRaises(TypeError):
            made.__arrow_c_array__(1, 2)


class Ownership(unittest.TestCase):
    def test_an_array_outlives_the_object(self):
        made = uuid9562.batch_arrow(7, 5000)
        expected = bytes(made)
        taken = [arrow.take_both(made) for _ in range(3)]
        del made
        gc.collect()
        for schema, array in taken:
            self.assertEqual(b"".join(arrow.values(schema, array)), expected)
            arrow.release(array)
            self.assertFalse(array.release)

    def test_a_buffer_is_copied(self):
        data = bytearray(48)
        for type in TYPES:
            made = uuid9562.to_arrow(data, type)
            data.append(0)  # which is an error while somebody holds the buffer
            data.pop()
            data[0] = 1
            self.assertEqual(arrow.read(made)[0], shown([bytes(16)], type)[0])
            data[0] = 0

    # Has release called at the end of the process, when Python has gone.
    AT_EXIT = """
import ctypes, sys
sys.path.insert(0, sys.argv[1])
import arrow, uuid9562
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
def keep(column):
    _, taken = arrow.take_both(column)
    place = libc.malloc(ctypes.sizeof(arrow.Array))
    ctypes.memmove(place, ctypes.byref(taken), ctypes.sizeof(arrow.Array))
    return place
def release_at_exit(place):
    callback = ctypes.cast(arrow.Array.from_address(place).release, ctypes.c_void_p)
    libc.__cxa_atexit(callback, ctypes.c_void_p(place), None)
"""

    def test_release_after_the_end(self):
        """Of memory of its own, and of an array that another one holds."""
        self.assertEqual(support.child(self.AT_EXIT + """
data = bytes(16000)
for made in (uuid9562.batch_arrow(7, 1000), uuid9562.to_arrow(uuid9562.to_arrow(data))):
    release_at_exit(keep(made))
print("done")
""", support.TESTS / "hosts/python"), "done\n")


class Import(support.Errors):
    def encoded(self, uuids, format, chance):
        """As a column of an Arrow format has them: texts are in any of the formats."""
        if format.endswith(("z", "Z", "16")):
            return uuids
        formats = TEXT_FORMATS if chance.random() < 0.5 else TEXT_FORMATS[:1]
        return [None if u is None else uuid9562.format(u, chance.choice(formats)).encode()
                for u in uuids]

    def test_all_layouts(self):
        chance = random.Random(9562)
        for format in ("u", "U", "vu", "z", "Z", "vz", "w:16"):
            for n in COUNTS:
                for nulls in (0, 0.5, 1):
                    uuids = [None if chance.random() < nulls else u for u in items(n)]
                    encoded = self.encoded(uuids, format, chance)
                    begin = chance.randrange(n // 2 + 1)
                    end = chance.randrange(begin, n + 1)
                    for slice in ({}, {"begin": begin, "end": end, "counted": False}):
                        expected = uuids[slice.get("begin"):slice.get("end")]
                        for type in TYPES:
                            source = column(format, encoded, **slice)
                            made = uuid9562.to_arrow(source, type)
                            self.assertEqual(arrow.read(made), shown(expected, type))
                            if type == "binary":
                                again = uuid9562.to_arrow(made, "text")
                                self.assertEqual(arrow.read(again), shown(expected, "text"))
                            del made
                            self.assertEqual(source.chunk.released, 1)
                            self.assertEqual(source.type.released, 0, "is the capsule's")

    def test_16_bytes_are_not_copied(self):
        source = column("w:16", [None, *items(9)], begin=1)
        made = uuid9562.to_arrow(source, "binary")
        self.assertEqual(source.chunk.released, 0)
        _, array = arrow.take_both(made)
        self.assertEqual((array.offset, array.buffers[1]), (1, source.chunk.pointers[1]))
        self.assertEqual(bytes(made), b"".join(items(9)))
        del made
        self.assertEqual(source.chunk.released, 0)
        arrow.release(array)
        self.assertEqual(source.chunk.released, 1)

    def test_chunks(self):
        for format in ("u", "vu", "w:16"):
            for counts in ((), (0,), (300,), (0, 3, 0, 5), (256, 1, 255), (1,) * 20):
                uuids = [items(n, seed) for seed, n in enumerate(counts)]
                uuids = [[None, *part] if number % 2 else part for number, part in enumerate(uuids)]
                chunks = [arrow.Chunk(format, self.encoded(part, format, random.Random(1)))
                          for part in uuids]
                for type in TYPES:
                    source = arrow.Chunks(arrow.Type(format), chunks)
                    for chunk in chunks:
                        chunk.released, chunk.array.release = 0, chunk.callback
                    made = uuid9562.to_arrow(source, type)
                    self.assertEqual(arrow.read(made), shown(sum(uuids, []), type))
                    del made
                    self.assertEqual([chunk.released for chunk in chunks], [1] * len(chunks))
                    self.assertEqual((source.released, source.type.released), (1, 1))

    def test_a_table_of_one_column(self):
        for inner in range(3):
            for outer in range(3):
                uuids = [*items(5), None, *items(5, 1)]
                child = arrow.Chunk("w:16", uuids, begin=inner)
                table = arrow.Chunk("+s", uuids[inner:-1], begin=outer, counted=False,
                                    children=(child,))
                if outer < 2:  # no row of a table is null, and which are need not be counted
                    table.array.buffers[0] = None
                else:
                    ctypes.memset(table.array.buffers[0], 255, 2)
                source = arrow.Chunks(arrow.Type("+s", (arrow.Type("w:16"),)), (table,))
                for type in TYPES:
                    source.left, table.array.release = [table], table.callback
                    source.stream.release = source.callbacks[3]
                    source.type.schema.release = source.type.callback
                    made = uuid9562.to_arrow(source, type)
                    self.assertEqual(arrow.read(made), shown(uuids[inner + outer:-1], type))
                    with self.assertRaises(BufferError):
                        memoryview(made)

    def test_a_column_of_nulls(self):
        """Its type is often null, as nothing in the data says another."""
        null = arrow.Type("n")
        for n in (0, 1, 300):
            for type in TYPES:
                for source in (
                        column("n", [None] * n), column("n", [None] * (n + 7), begin=7),
                        arrow.Chunks(null, [arrow.Chunk("n", [None] * m) for m in (n, 0)]),
                        arrow.Column(arrow.Type("+s", (null,)), arrow.Chunk(
                            "+s", [b""] * n, children=(arrow.Chunk("n", [None] * n),)))):
                    made = uuid9562.to_arrow(source, type)
                    self.assertEqual((arrow.read(made), list(made)), ([None] * n, [None] * n))
                    if n:
                        self.assertRaises(BufferError, memoryview, made)

    def test_what_is_refused(self):
        text = arrow.Type("u")
        for type, chunk, message in (
                (arrow.Type("l"), arrow.Chunk("w:16", []), "format 'l'"),
                (arrow.Type("w:15"), arrow.Chunk("w:16", []), "format 'w:15'"),
                (arrow.Type("i", dictionary=text), arrow.Chunk("w:16", []), "dictionary-encoded"),
                (arrow.Type("+s", (text, text)), arrow.Chunk("w:16", []), r"format '\+s'"),
                *((arrow.Type("+s", (text,)),
                   arrow.Chunk("+s", [b"", None], counted=counted,
                               children=(arrow.Chunk("u", [b"", b""]),)), "null rows")
                  for counted in (True, False))):
            with self.subTest(message):
                with self.assertRaisesRegex(TypeError, message):
                    uuid9562.to_arrow(arrow.Column(type, chunk))
                chunk.array.release = chunk.callback
                source = arrow.Chunks(type, [chunk])
                with self.assertRaisesRegex(TypeError, message):
                    uuid9562.to_arrow(source)
                self.assertEqual((source.released, source.type.released), (1, 1))
                type.released, type.schema.release = 0, type.callback
        with self.assertRaisesRegex(TypeError, "buffer of bytes or an Arrow column, not list"):
            uuid9562.to_arrow([])
        with self.assertRaisesRegex(TypeError, "a contiguous buffer of bytes or an Arrow column"):
            uuid9562.to_arrow(memoryview(bytes(32))[::2])

    def test_malformed(self):
        chance = random.Random(9562)
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for format in ("u", "U", "vu"):
            for n in (1, 3, 300, 1000):
                for _ in range(5):
                    texts = self.encoded([None, *items(n)], format, chance)
                    index = chance.randrange(1, n + 1)
                    place = chance.randrange(len(texts[index]) + 1)
                    cut = place + chance.randrange(2)
                    wrong = texts[index][:place] + chance.choice(
                        (b"x", b"\xc3\xa9", b"-", b"")) + texts[index][cut:]
                    try:
                        uuid9562.parse(wrong.decode("latin-1"))
                        continue
                    except ValueError as alone:
                        offset = alone.offset
                    texts[index] = wrong
                    for source in (column(format, texts),
                                   arrow.Chunks(arrow.Type(format),
                                                [arrow.Chunk(format, texts[:n // 2]),
                                                 arrow.Chunk(format, texts[n // 2:])])):
                        for type in ("uuid", "text"):
                            if type == "text":
                                source = column(format, texts)
                            with self.assertRaisesRegex(ValueError, f"^number {index}: ") as caught:
                                uuid9562.to_arrow(source, type)
                            self.assertEqual((caught.exception.index, caught.exception.offset),
                                             (index, offset))
        gc.collect()
        self.assertLess(tracemalloc.get_traced_memory()[0], 2**20)  # a column has 16 KiB

    def test_bytes_that_are_not_16(self):
        for wrong in (b"", bytes(15), bytes(17), bytes(99)):
            for format in ("z", "Z", "vz"):
                with self.assertRaisesRegex(ValueError, "^number 2: .*16 bytes") as caught:
                    uuid9562.to_arrow(column(format, [bytes(16), bytes(16), wrong]))
                self.assertEqual(caught.exception.index, 2)

    def test_streams_that_fail(self):
        for error in ({"error": 5}, {"schema_error": 12}):
            chunk = arrow.Chunk("u", [support.V7.encode()])
            source = arrow.Chunks(arrow.Type("u"), [chunk], **error)
            with self.assertRaisesRegex(OSError, r"error (5|12): the disk is gone"):
                uuid9562.to_arrow(source)
            given = 1 if "error" in error else 0
            self.assertEqual((chunk.released, source.type.released, source.released),
                             (given, given, 1))

    def test_capsules_that_are_wrong(self):
        class Returns:
            def __init__(self, value):
                self.value = value

            def __arrow_c_array__(self):
                if isinstance(self.value, Exception):
                    raise self.value
                return self.value

        made = uuid9562.batch_arrow(4, 1)
        schema, array = made.__arrow_c_array__()
        self.assertEqual(len(uuid9562.to_arrow(Returns((schema, array)))), 1)
        with self.assertRaisesRegex(ValueError, "the capsule 'arrow_array' was used before"):
            uuid9562.to_arrow(Returns((schema, array)))
        stream = arrow.Chunks(arrow.Type("w:16"), [arrow.Chunk("w:16", [bytes(16)])])
        self.assertEqual(len(uuid9562.to_arrow(stream)), 1)
        with self.assertRaisesRegex(ValueError, "the capsule 'arrow_array_stream' was used before"):
            uuid9562.to_arrow(stream)
        stream.__class__ = type("Junk", (arrow.Chunks,), {"__arrow_c_stream__": lambda self: 7})
        with self.assertRaisesRegex(TypeError, "__arrow_c_stream__.. must return a capsule"):
            uuid9562.to_arrow(stream)
        schema, array = made.__arrow_c_array__()
        for wrong in ((schema,), (schema, array, array), [schema, array], None, (array, schema),
                      (schema, schema), (1, 2), schema, array):
            with self.assertRaises((TypeError, ValueError)):
                uuid9562.to_arrow(Returns(wrong))
        with self.assertRaises(ZeroDivisionError):
            uuid9562.to_arrow(Returns(ZeroDivisionError()))

    def test_an_error_of_an_attribute(self):
        class Odd:
            def __getattr__(self, name):
                raise ZeroDivisionError if name in self.names else AttributeError

        for names in (("__arrow_c_array__",), ("__arrow_c_stream__",)):
            Odd.names = names
            with self.assertRaises(ZeroDivisionError):
                uuid9562.to_arrow(Odd())
