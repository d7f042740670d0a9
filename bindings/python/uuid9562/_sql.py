"""Some SQL functions for a connection that cannot load the SQLite extension.

They return the same as those of the extension: NULL for NULL and for an invalid UUID, and an error
from uuid_check and for an invalid time. tests/hosts/python/test_load.py compares the two. The
collation is not among them: where a text is not UTF-8, sqlite3 calls it equal to any other.
"""

from importlib.util import module_from_spec


def core_that_is_not_frozen():
    """The module _core a second time: uuid9562.testing freezes only the first, as it freezes no
    function of the SQLite extension."""
    from uuid9562 import _core

    again = module_from_spec(_core.__spec__)
    _core.__spec__.loader.exec_module(again)
    return again


_core = core_that_is_not_frozen()


def of_a_uuid(function):
    return lambda u: function(u) if _core.valid(u) else None


def uuid_valid(x):
    return None if x is None else _core.valid(x)


def uuid_check(x):
    if x is not None:
        _core.to_bytes(x)
    return x


def uuid_timestamp(u):
    time = _core.to_datetime(u)
    return time and time.replace(tzinfo=None).isoformat(" ", "milliseconds")


def of_a_time(as_type):
    """uuid7_min, for an integer that SQL has computed as REAL too, if it is exact."""
    def uuid7_min(unix_ms):
        if type(unix_ms) is float and unix_ms.is_integer() and abs(unix_ms) < 2**53:
            unix_ms = int(unix_ms)
        return None if unix_ms is None else as_type(_core.uuid7_min(unix_ms))

    return uuid7_min


GENERATORS = {
    "uuid4": _core.uuid4_str,
    "uuid4_blob": _core.uuid4_bytes,
    "uuid7": _core.uuid7_str,
    "uuid7_blob": _core.uuid7_bytes,
}

# The functions of one argument that give the same result each time.
PURE = {
    "uuid_str": of_a_uuid(_core.to_str),
    "uuid_blob": of_a_uuid(_core.to_bytes),
    "uuid_hex": of_a_uuid(lambda u: _core.format(u, "hex")),
    "uuid_version": of_a_uuid(_core.version),
    "uuid_timestamp": of_a_uuid(uuid_timestamp),
    "uuid_timestamp_ms": of_a_uuid(_core.timestamp_ms),
    "uuid_valid": uuid_valid,
    "uuid_check": uuid_check,
    "uuid7_min": of_a_time(str),
    "uuid7_min_blob": of_a_time(_core.to_bytes),
}


def refuse():
    """A generator in the replicated variant."""
    raise TypeError("not in the replicated variant of uuid9562")


def is_true(connection, condition, values):
    """False where SQLite does not know a function of the condition."""
    try:
        return connection.execute(f"SELECT 1 WHERE {condition}", values).fetchone() is not None
    except Exception as error:  # that module's own
        if "locked" in str(error):  # by another connection: nothing is known
            raise
        return False


def has_extension(connection, versions):
    """Whether it is compiled into the SQLite of any module, in a version of the pattern. The
    functions from Python have no uuid_state."""
    return is_true(connection, "CASE WHEN 1 THEN uuid9562_version() GLOB ? ELSE uuid_state() END",
                   [versions])


def register(connection, replicated):
    """Registers all of it, or the replicated variant, which the other does not replace. SQLite
    refuses to register a function again while a statement runs."""
    version = _core.__version__ + " replicated" * replicated
    if is_true(connection, "uuid9562_version() IN (?, ?)",
               [version, _core.__version__ + " replicated"]):
        return
    for name, function in GENERATORS.items():
        connection.create_function(name, 0, refuse if replicated else function)
    for name, function in PURE.items():
        connection.create_function(name, 1, function, deterministic=True)
    connection.create_function("uuid9562_version", 0, lambda: version, deterministic=True)
