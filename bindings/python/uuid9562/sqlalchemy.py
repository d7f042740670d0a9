"""For SQLAlchemy 2: the SQL functions on the connections of an engine, and a type of 16 bytes."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, event
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.types import LargeBinary, TypeDecorator, TypeEngine, Uuid

import uuid9562


def load(engine: Engine | Any, strict: bool = False, replicated: bool = False) -> None:
    """Call uuid9562.load() for each connection that an engine will open.

    An engine of another database is left alone. The engine may be an AsyncEngine (aiosqlite). It
    raises the exceptions of load() when it connects, and has its warning.
    """
    engine = getattr(engine, "sync_engine", engine)

    def on_connect(connection: Any, record: Any) -> None:
        if hasattr(connection, "run_async"):  # of aiosqlite, with a thread for the real one
            connection.run_async(
                lambda real: real._execute(uuid9562.load, real._conn, strict, replicated))
        else:
            uuid9562.load(connection, strict, replicated)

    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", on_connect)


class _Blob(LargeBinary):
    """The type of 16 bytes on SQLite; the definition of a column has a CHECK."""


@compiles(_Blob, "sqlite")
def _define(blob: _Blob, compiler: Any, type_expression: Any = None, **options: Any) -> str:
    if not isinstance(type_expression, Column):  # as in CAST
        return "BLOB"
    name = compiler.dialect.identifier_preparer.format_column(type_expression)
    return f"BLOB CHECK (typeof({name}) IN ('blob', 'null') AND length({name}) = 16)"


class UUIDBlob(TypeDecorator[uuid.UUID]):
    """A UUID as 16 bytes on SQLite, where Uuid stores 32 digits; elsewhere as Uuid.

    Values to store or compare may be a UUID, text in a common format, or 16 bytes; but the key of
    objects that an INSERT with RETURNING stores together must be a UUID. On SQLite the column has a
    CHECK, and a value in it that is not a BLOB of 16 bytes raises ValueError when it is read.
    """

    impl = Uuid
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return _Blob(16) if dialect.name == "sqlite" else Uuid()

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        data = uuid9562.to_bytes(value)
        return data if dialect.name == "sqlite" else uuid9562.from_bytes(data)

    def process_result_value(self, value: Any, dialect: Dialect) -> uuid.UUID | None:
        if value is None or dialect.name != "sqlite":
            return value
        if not isinstance(value, bytes) or len(value) != 16:
            raise ValueError(f"a column of UUIDBlob holds {value!r:.60}, not a BLOB of 16 bytes")
        return uuid9562.from_bytes(value)

    def literal_processor(self, dialect: Dialect) -> Callable[[Any], str] | None:
        if dialect.name != "sqlite":
            return super().literal_processor(dialect)
        return lambda value: f"X'{uuid9562.to_bytes(value).hex()}'"
