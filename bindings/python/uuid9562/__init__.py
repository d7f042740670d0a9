"""UUIDs as RFC 9562 defines them, made in C; a drop-in for the standard module `uuid`.

    >>> import uuid9562 as uuid
    >>> uuid.uuid7()                    # an exact uuid.UUID; in order over all threads
    UUID('0192f3a4-...')
    >>> uuid.uuid7_str(), uuid.uuid7_bytes()
    ('0192f3a4-...', b'...')
    >>> uuid.batch(7, 1000)             # a list; batch_str, batch_bytes and fill() likewise
    >>> uuid.parse_n(uuid.format_n(data, "\\n"), "\\n")     # of many at once
    >>> uuid.load(connection)           # SELECT uuid7(), in Python's sqlite3
    >>> uuid.Generator(clock=lambda: 0).uuid7()     # with a clock, and an order, of its own
    UUID('00000000-0000-7000-...')

Here is every public name of the standard module of Python 3.14, with its signature. Three things
differ, because the standard is unsafe there: the node of uuid1() and uuid6() is random unless one
is given; what does not fit is refused, where the standard drops bits of it (in uuid6() and uuid8(),
and the clock_seq of uuid1()); and `is_safe` is always unknown.

Wherever a UUID is expected, so are its text in any accepted form and its 16 bytes as bytes.
Malformed input is a ValueError that says in its attribute `offset` where the input went wrong; a
type that can be no UUID is a TypeError.
"""

from uuid import RESERVED_FUTURE, RESERVED_MICROSOFT, RESERVED_NCS, RFC_4122, UUID, SafeUUID

from uuid9562 import _core
from uuid9562._core import *
from uuid9562._core import __version__
from uuid9562._load import load, loadable_path


# Where others find them: a migration of Django writes down the name of a function's module.
for _thing in list(vars().values()):
    if getattr(_thing, "__module__", None) == _core.__name__:
        _thing.__module__ = __name__
del _thing


def main():
    """Print UUIDs as the command line asks: python -m uuid9562 --help."""
    from uuid9562 import _cli  # which a program that only makes UUIDs need not load

    _cli.run()


__all__ = [name for name in dir() if not name.startswith("_")]
