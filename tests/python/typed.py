"""Writes a program for a type checker, FILE: every public name, in uses that must pass and in uses
that must be refused. A refused one says why, `# type: ignore[why]`, and mypy --strict complains of
one that it would have let pass. test_mypy.py checks it; it is not run.
"""

import inspect
import re
import sys

import support
import uuid9562
from test_types import CORE

OVERLOADED = {"parse", "format"}
ANY_OBJECT = {"valid", "match", "ordering_match"}

HEAD = """\
import array
import sqlite3
import time
from datetime import datetime
from typing import Optional
from uuid import UUID, SafeUUID

from typing_extensions import assert_type

import uuid9562
from uuid9562 import ArrowArray
from uuid9562._core import _Format, _State
from uuid9562.testing import frozen

class Number:
    def __index__(self) -> int:
        return 5

u = uuid9562.uuid7()
g = uuid9562.Generator()
connection = sqlite3.connect(":memory:")
assert_type(g, uuid9562.Generator)
"""

# What no table above has.
GOOD = """
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
with frozen(Number()), frozen("2024-02-29", seed=b"5"), frozen(datetime.now(), 5) as generator:
    assert_type(generator, uuid9562.Generator)

@frozen(5)
def decorated(number: int) -> str:
    return str(number)

assert_type(decorated(5), str)
"""

BAD = """
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
"""


def uses(function, name):
    """The lines for one function: function is how the program calls it."""
    arguments, result = support.SAMPLES[name], CORE[name].__annotations__["return"]
    parameters = inspect.signature(getattr(uuid9562, name)).parameters.values()

    def call(*given):
        return f"{function}({', '.join(given)})"

    by_position = list(map(repr, arguments))
    by_name = [f"{p.name}={argument}" for p, argument in zip(parameters, by_position)]
    for given in (by_position, by_name):
        if result == "None":
            yield call(*given)
            yield f"assert {call(*given)} is None  # type: ignore[func-returns-value]"
        else:
            yield f"assert_type({call(*given)}, {result})"
    why = "call-overload" if name in OVERLOADED else "call-arg"
    yield f"{call(*by_position, 'None')}  # type: ignore[{why}]"
    yield f"{call(*by_position, 'nothing=None')}  # type: ignore[{why}]"
    if any(p.default is p.empty for p in parameters):
        yield f"{call()}  # type: ignore[{why}]"
    if name not in ANY_OBJECT:
        why = "call-overload" if name in OVERLOADED else "arg-type"
        for number in range(len(arguments)):
            wrong = [*by_position[:number], "object()", *by_position[number + 1:]]
            yield f"{call(*wrong)}  # type: ignore[{why}]"


def program():
    yield HEAD
    for name in support.functions(every=True):
        yield from uses(f"uuid9562.{name}", name)
    for name in support.METHODS:
        yield from uses(f"g.{name}", name)
    yield GOOD
    yield BAD


if __name__ == "__main__":
    text = "\n".join(program())
    unused = set(uuid9562.__all__) - set(re.findall(r"\buuid9562\.(\w+)", text))
    if unused:
        sys.exit(f"typed.py: the program does not use {', '.join(sorted(unused))}")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(text)
