"""UUIDs of RFC 9562, generated in C; a drop-in replacement for the standard module `uuid`.

    >>> import uuid9562 as uuid
    >>> uuid.uuid7()                    # an exact uuid.UUID; strictly increasing over all threads
    UUID('0192f3a4-...')
    >>> uuid.uuid7_str(), uuid.uuid7_bytes()
    ('0192f3a4-...', b'...')
    >>> uuid.batch(7, 1000)             # a list; also batch_str and batch_bytes
    >>> uuid.parse_n(uuid.format_n(data, "\\n"), "\\n")     # many at once
    >>> pyarrow.array(uuid.batch_arrow(7, 1000))            # also Polars, DuckDB, pandas
    >>> uuid.load(connection)           # SELECT uuid7(), in Python's sqlite3
    >>> uuid.Generator(clock=lambda: 0).uuid7()     # with a clock and an order of its own
    UUID('00000000-0000-7000-...')

The module has every public name of the standard module of Python 3.14, with the same signature.
Three things differ because the standard module is unsafe there: uuid1() and uuid6() use a random
node unless one is given; values with too many bits are errors, where the standard uuid6(), uuid8()
and the clock_seq of uuid1() drop bits; and `is_safe` is always unknown.

A UUID argument is a uuid.UUID, a str in a common format, or 16 bytes. Malformed input raises
ValueError, whose attribute `offset` is the position of the error; any other type raises TypeError.
Every function may be called from any thread.
"""

import sys as _sys
from uuid import RESERVED_FUTURE, RESERVED_MICROSOFT, RESERVED_NCS, RFC_4122, UUID, SafeUUID

if "_uuid9562" in _sys.builtin_module_names:  # the program contains the module in C
    import _uuid9562 as _core

    _sys.modules["uuid9562._core"] = _core

from uuid9562._core import *
from uuid9562._core import __version__

_LATER = "accelerate", "load", "loadable_path"  # loaded on first use


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "accelerate":  # statements, which programs that collect modules follow
        from uuid9562 import _accelerate as module
    else:
        from uuid9562 import _load as module
    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__():
    return sorted({*globals(), *_LATER})


def main():
    """Run the command line, as python -m uuid9562 does (--help lists its options)."""
    from uuid9562 import _cli

    _cli.run()


__all__ = [name for name in (*globals(), *_LATER) if name[0] != "_"]
