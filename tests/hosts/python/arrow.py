"""A producer and a consumer of Apache Arrow's C interfaces, in ctypes, with which
test_arrow.py compares columns. It knows the specification and nothing of our code, and needs no package.
"""

import ctypes
import struct

from ctypes import (CFUNCTYPE, POINTER, Structure, addressof, byref, c_char_p, c_int, c_int32,
                    c_int64, c_void_p, py_object, pythonapi)

new_capsule, open_capsule = pythonapi.PyCapsule_New, pythonapi.PyCapsule_GetPointer
new_capsule.restype, new_capsule.argtypes = py_object, [c_void_p, c_char_p, c_void_p]
open_capsule.restype, open_capsule.argtypes = c_void_p, [py_object, c_char_p]


class Schema(Structure):
    pass


class Array(Structure):
    pass


class Stream(Structure):
    pass


# Called without the interpreter's lock, as another library calls them.
RELEASE = CFUNCTYPE(None, c_void_p)
GET = CFUNCTYPE(c_int, c_void_p, c_void_p)
LAST_ERROR = CFUNCTYPE(c_void_p, c_void_p)

Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64),
    ("n_children", c_int64), ("children", POINTER(POINTER(Schema))), ("dictionary", POINTER(Schema)),
    ("release", RELEASE), ("private_data", c_void_p)]
Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
    ("n_children", c_int64), ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)), ("release", RELEASE), ("private_data", c_void_p)]
Stream._fields_ = [("get_schema", GET), ("get_next", GET), ("get_last_error", LAST_ERROR),
                   ("release", RELEASE), ("private_data", c_void_p)]


# ---- consumer ----

def take(capsule, name, type):
    """What a capsule holds, which is then ours to release."""
    place = type.from_address(open_capsule(capsule, name))
    assert place.release, "the capsule is empty"
    taken = type.from_buffer_copy(place)
    place.release = RELEASE()
    return taken


def take_schema(column):
    return take(column.__arrow_c_schema__(), b"arrow_schema", Schema)


def take_both(column):
    schema, array = column.__arrow_c_array__()
    return take(schema, b"arrow_schema", Schema), take(array, b"arrow_array", Array)


def release(taken):
    taken.release(addressof(taken))


def metadata(schema):
    """The pairs of a schema's metadata as a dict."""
    if not schema.metadata:
        return {}
    place = schema.metadata

    def number():
        nonlocal place
        place += 4
        return c_int32.from_address(place - 4).value

    def text():
        nonlocal place
        length = number()
        place += length
        return ctypes.string_at(place - length, length).decode()

    return {text(): text() for _ in range(number())}


def values(schema, array):
    """The elements of an array: bytes, or str if it is text, or None."""
    validity, data, *texts = array.buffers[:array.n_buffers]
    found = []
    for i in range(array.offset, array.offset + array.length):
        if validity and not ctypes.string_at(validity + i // 8, 1)[0] >> i % 8 & 1:
            found.append(None)
        elif schema.format == b"w:16":
            found.append(ctypes.string_at(data + 16 * i, 16))
        else:
            type = {b"u": c_int32, b"U": c_int64}[schema.format]
            begin, end = (type * (i + 2)).from_address(data)[i:i + 2]
            found.append(ctypes.string_at(texts[0] + begin, end - begin).decode())
    assert array.null_count in (-1, found.count(None)), array.null_count
    assert array.n_buffers == (2 if schema.format == b"w:16" else 3)
    assert array.n_children == 0 and not array.children and not array.dictionary
    return found


def read(column):
    """The elements of an object with the interface, which is used and released."""
    schema, array = take_both(column)
    found = values(schema, array)
    for taken in (schema, array):
        release(taken)
        assert not taken.release
    return found


# ---- producer ----

def bits(flags):
    packed = bytearray(len(flags) // 8 + 1)
    for i, flag in enumerate(flags):
        packed[i // 8] |= flag << i % 8
    return bytes(packed)


def view_buffers(items):
    """The views and two buffers of data, which take turns."""
    views, data = b"", [b"front", b""]
    for number, item in enumerate(items):
        if len(item) <= 12:
            views += struct.pack("=i12s", len(item), item)
        else:
            views += struct.pack("=i4sii", len(item), item[:4], number // 5 % 2,
                                 len(data[number // 5 % 2]))
            data[number // 5 % 2] += item
    return [views, *data, struct.pack("=qq", *map(len, data))]


def buffers_of(format, items):
    """The buffers of an array but the first; items are bytes."""
    if format == "w:16":
        return [b"".join(item.ljust(16, b"\0") for item in items)]
    if format.startswith("v"):
        return view_buffers(items)
    ends = [3]  # the texts need not begin at 0
    for item in items:
        ends.append(ends[-1] + len(item))
    code = "i" if format.islower() else "q"
    return [struct.pack(f"={len(ends)}{code}", *ends), b"..." + b"".join(items)]


class Chunk:
    """An array of a format of Arrow: `items` are bytes or None. Only a slice of it is meant, and the
    validity is left out or counted where that is allowed. Counts how often it is released."""

    def __init__(self, format, items, begin=0, end=None, counted=True, children=()):
        self.format, self.children, self.released = format, children, 0
        nulls = items[begin:end].count(None)
        filled = [b"" if item is None else item for item in items]
        parts = [bits([item is not None for item in items]) if None in items else None]
        if format == "n":  # nulls, which need no buffer
            parts = []
        elif not children:
            parts += buffers_of(format, filled)
        self.kept = [None if part is None else ctypes.create_string_buffer(part, len(part) + 1)
                     for part in parts]
        self.pointers = (c_void_p * len(parts))(
            *(None if part is None else addressof(part) for part in self.kept))
        self.array = Array(len(items[begin:end]), nulls if counted else -1, begin, len(parts),
                           len(children), self.pointers)
        if children:
            self.arrays = (POINTER(Array) * len(children))(
                *(ctypes.pointer(child.array) for child in children))
            self.array.children = self.arrays
        self.array.release = self.callback = RELEASE(self.on_release)

    def on_release(self, place):
        self.released += 1
        Array.from_address(place).release = RELEASE()


class Type:
    """A schema; counts how often it is released."""

    def __init__(self, format, children=(), dictionary=None):
        self.schema = Schema(format.encode(), b"", None, 2, len(children))
        self.children, self.released = children, 0
        self.schemas = (POINTER(Schema) * len(children))(
            *(ctypes.pointer(child.schema) for child in children))
        self.schema.children = self.schemas
        if dictionary:
            self.schema.dictionary = ctypes.pointer(dictionary.schema)
        self.schema.release = self.callback = RELEASE(self.on_release)

    def on_release(self, place):
        self.released += 1
        Schema.from_address(place).release = RELEASE()


class Column:
    """An object with __arrow_c_array__, of a type and a chunk, once."""

    def __init__(self, type, chunk):
        self.type, self.chunk = type, chunk

    def __arrow_c_array__(self, requested_schema=None):
        return (new_capsule(addressof(self.type.schema), b"arrow_schema", None),
                new_capsule(addressof(self.chunk.array), b"arrow_array", None))


class Chunks:
    """An object with __arrow_c_stream__, of a type and chunks, once. If `error` is not 0, the stream
    ends with that error number and a message."""

    def __init__(self, type, chunks, error=0, schema_error=0):
        self.type, self.chunks, self.left = type, chunks, list(chunks)
        self.error, self.schema_error, self.released = error, schema_error, 0
        self.message = ctypes.create_string_buffer(b"the disk is gone")
        self.callbacks = (GET(self.on_schema), GET(self.on_next),
                          LAST_ERROR(lambda _: addressof(self.message)), RELEASE(self.on_release))
        self.stream = Stream(*self.callbacks)

    def on_schema(self, _, place):
        if self.schema_error == 0:
            ctypes.memmove(place, byref(self.type.schema), ctypes.sizeof(Schema))
        return self.schema_error

    def on_next(self, _, place):
        if self.left:
            ctypes.memmove(place, byref(self.left.pop(0).array), ctypes.sizeof(Array))
            return 0
        Array.from_address(place).release = RELEASE()
        return self.error

    def on_release(self, place):
        self.released += 1
        Stream.from_address(place).release = RELEASE()

    def __arrow_c_stream__(self, requested_schema=None):
        return new_capsule(addressof(self.stream), b"arrow_array_stream", None)
