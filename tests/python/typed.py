"""A program for a type checker: uses that must pass, and uses that must be refused. A refused one
says why, `# type: ignore[why]`, and mypy --strict complains of one that it would have let pass.
test_mypy.py checks it; it is not run.
"""

import array
import sqlite3
import time
from datetime import date, datetime
from typing import Optional
from uuid import UUID, SafeUUID

from typing_extensions import assert_type

import uuid9562
from uuid9562 import ArrowArray
from uuid9562.testing import frozen

class Number:
    def __index__(self) -> int:
        return 5

u = uuid9562.uuid7()
g = uuid9562.Generator()
connection = sqlite3.connect(":memory:")
assert_type(g, uuid9562.Generator)

assert_type(uuid9562.NIL, UUID)
assert_type(uuid9562.MAX, UUID)
assert_type(uuid9562.NAMESPACE_DNS, UUID)
assert_type(uuid9562.NAMESPACE_URL, UUID)
assert_type(uuid9562.NAMESPACE_OID, UUID)
assert_type(uuid9562.NAMESPACE_X500, UUID)
assert_type(uuid9562.__version__, str)
assert_type(uuid9562.UUID(int=5), UUID)
assert_type(uuid9562.uuid1().is_safe, SafeUUID)
safe: SafeUUID = uuid9562.SafeUUID.unknown
variants: list[str] = [uuid9562.RESERVED_NCS, uuid9562.RFC_4122, uuid9562.RESERVED_MICROSOFT,
                       uuid9562.RESERVED_FUTURE]
assert_type(uuid9562.load(connection), bool)
assert_type(uuid9562.load(connection, strict=True, replicated=True), bool)
assert_type(uuid9562.loadable_path(), str)
assert_type(uuid9562.loadable_path(replicated=True), str)
with uuid9562.accelerate(), uuid9562.accelerate(on=True):
    uuid9562.accelerate(False)
uuid9562.main()
assert_type(uuid9562.version(u), Optional[int])
assert_type(uuid9562.version(str(u)), Optional[int])
assert_type(uuid9562.version(u.bytes), Optional[int])
assert_type(uuid9562.uuid1(), UUID)
assert_type(uuid9562.uuid1(None, None), UUID)
assert_type(uuid9562.uuid1("@host"), UUID)
assert_type(uuid9562.uuid8(b=Number()), UUID)
assert_type(uuid9562.uuid7_at(Number()), UUID)
assert_type(uuid9562.uuid7_at(datetime.now()), UUID)
assert_type(uuid9562.uuid5(u, b"name"), UUID)
assert_type(uuid9562.parse("", "ulid"), UUID)
assert_type(uuid9562.formats()[0]["length"], Optional[int])
assert_type(uuid9562.parse(bytes(16), "guid"), UUID)
assert_type(uuid9562.format(u), str)
assert_type(uuid9562.format(u, format="guid"), bytes)
assert_type(uuid9562.valid(None), bool)
uuid9562.fill(4, memoryview(bytearray(16)))
uuid9562.fill(4, array.array("B", bytes(16)))
column = uuid9562.batch_arrow(4, 5, type="large_text")
assert_type(column, uuid9562.ArrowArray)
assert_type(len(column), int)
assert_type(memoryview(column), memoryview)
assert_type(uuid9562.to_arrow(column), uuid9562.ArrowArray)
assert_type(uuid9562.to_arrow(bytearray(16), "binary"), uuid9562.ArrowArray)
assert_type(uuid9562.parse_n(bytearray(36)), bytes)
assert_type(uuid9562.Generator(time.time_ns, bytes, "@host", 5), uuid9562.Generator)
assert_type(uuid9562.Generator(clock=None, random=None, node=None, clock_seq=None).uuid7(), UUID)
with frozen(Number()), frozen("2024-02-29", seed=b"5"), frozen(date(2024, 2, 29), 5) as generator:
    assert_type(generator, uuid9562.Generator)

@frozen(5)
def decorated(number: int) -> str:
    return str(number)

assert_type(decorated(5), str)

uuid9562.version(5)  # type: ignore[arg-type]
uuid9562.uuid5("@dns", 5)  # type: ignore[arg-type]
uuid9562.uuid7_at(5.0)  # type: ignore[arg-type]
uuid9562.from_bytes("")  # type: ignore[arg-type]
uuid9562.batch("7", 5)  # type: ignore[arg-type]
uuid9562.parse(bytes(16), "ulid")  # type: ignore[call-overload]
uuid9562.batch_arrow(7, 5, 5)  # type: ignore[arg-type]
uuid9562.to_arrow([u])  # type: ignore[arg-type]
uuid9562.load("file")  # type: ignore[arg-type]
uuid9562.load()  # type: ignore[call-arg]
uuid9562.accelerate(True, 2)  # type: ignore[call-arg]
uuid9562.loadable_path("replicated")  # type: ignore[arg-type]
uuid9562.main(5)  # type: ignore[call-arg]
uuid9562.timestamp_ms(u) + 1  # type: ignore[operator]
uuid9562.to_datetime(u).year  # type: ignore[union-attr]
text: str = uuid9562.uuid7()  # type: ignore[assignment]
uuid9562.Generator(clock=5)  # type: ignore[arg-type]
uuid9562.Generator(clock=lambda: "5")  # type: ignore[arg-type,return-value]
uuid9562.Generator(random=lambda: b"")  # type: ignore[arg-type,misc]
uuid9562.Generator(None, None, None, None, None)  # type: ignore[call-arg]
frozen()  # type: ignore[call-arg]
frozen(5.0)  # type: ignore[arg-type]
frozen(5, seed=None)  # type: ignore[arg-type]
decorated("5")  # type: ignore[arg-type]
g.reseed()  # type: ignore[attr-defined]
uuid9562.uuid9  # type: ignore[attr-defined]
uuid9562.datetime  # type: ignore[attr-defined]
uuid9562.Connection  # type: ignore[attr-defined]

class Derived(uuid9562.Generator):  # type: ignore[misc]
    pass
