"""For SQLAlchemy 2: the SQL functions on the connections of an engine, and a type of 16 bytes."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.types import LargeBinary, TypeDecorator, TypeEngine, Uuid

import uuid9562


def load(engine: Engine | Any, strict: bool = False, replicated: bool = False) -> None:
    """Give each connection that an engine will open what uuid9562.load() gives to one.

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


class UUIDBlob(TypeDecorator[uuid.UUID]):
    """A UUID as 16 bytes on SQLite, where Uuid stores 32 digits; elsewhere as Uuid.

    Values to store or compare may be a UUID, text in a common format, or 16 bytes.
    """

    impl = Uuid
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return LargeBinary(16) if dialect.name == "sqlite" else Uuid()

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        data = uuid9562.to_bytes(value)
        return data if dialect.name == "sqlite" else uuid9562.from_bytes(data)

    def process_result_value(self, value: Any, dialect: Dialect) -> uuid.UUID | None:
        return uuid9562.from_bytes(value) if isinstance(value, bytes) else value

    def literal_processor(self, dialect: Dialect) -> Callable[[Any], str] | None:
        if dialect.name != "sqlite":
            return super().literal_processor(dialect)
        return lambda value: f"X'{uuid9562.to_bytes(value).hex()}'"
