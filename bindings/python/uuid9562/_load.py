"""The SQL functions for a connection of Python's sqlite3: the SQLite extension in this package, or
else some of them from Python."""

import os
import sys

from uuid9562 import __path__

ENDING = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")


def loadable_path(replicated=False):
    """Return the path of the SQLite extension without its suffix, as load_extension takes it.

    With replicated=True, it is the variant in which generators, and all else that is not determined
    by its arguments, are errors: for SQL from untrusted users, and for replicated databases.

    Raises FileNotFoundError if the package was built without the extension.
    """
    name = "uuid9562_replicated" if replicated else "uuid9562"
    for folder in __path__:  # of a package that is frozen, none
        path = os.path.join(os.path.abspath(folder), "_sqlite", name)
        if os.path.exists(path + ENDING):
            return path
    raise FileNotFoundError(f"this uuid9562 has no _sqlite/{name}{ENDING}: it is in a zip or a "
                            "program, or was built without sqlite3ext.h: install Debian's "
                            "libsqlite3-dev or the like, then uuid9562 again")


def load(connection, strict=False, replicated=False):
    """Give a connection the SQL functions and the collation; loading twice does no harm.

    Returns True if the connection got the extension, or has it since it is compiled into SQLite.
    Returns False if this Python's sqlite3 cannot load extensions, the package has none, or SQLite
    refused it; the connection then has a few of the functions, and the collation, from Python
    (docs/python.md lists them). In both cases the connection cannot load further extensions unless
    that is enabled again.

    With strict=True, raises the reason instead of returning False, and the connection gets nothing:
    sqlite3.NotSupportedError from a Python that cannot load extensions, FileNotFoundError where the
    package has none, sqlite3.OperationalError with the message of SQLite.

    With replicated=True, the connection gets the replicated variant (loadable_path), in both cases,
    and keeps it. If SQLite refuses its file, as where a digest is missing, or has the other variant
    compiled in and cannot load this one, that is an error: this node must not differ from the
    others.

    A connection of another module (apsw, pysqlite3, sqlean) gets the extension, or that module
    raises the error of its SQLite.

    Raises the connection's own exception if it is closed or belongs to another thread, and TypeError
    for an object of a framework, which has a way of its own (docs/frameworks.md).
    """
    from sqlite3 import NotSupportedError, OperationalError

    if not any(hasattr(connection, name)  # the last is of older versions of apsw
               for name in ("create_function", "load_extension", "loadextension")):
        raise TypeError(f"load() takes a connection of sqlite3, not {type(connection).__name__}; in "
                        "Django add 'uuid9562.django' to INSTALLED_APPS, in SQLAlchemy call "
                        "uuid9562.sqlalchemy.load(engine)")
    try:
        _load_extension(connection, replicated)
        return True
    except (NotSupportedError, FileNotFoundError, OperationalError) as error:
        from uuid9562._sql import has_extension, register

        if has_extension(connection, "* replicated" if replicated else "*"):
            return True
        refused = replicated and (isinstance(error, OperationalError)
                                  or has_extension(connection, "*"))
        if strict or refused or type(connection).__module__ == "apsw":  # whose methods are others
            raise
    register(connection, replicated)
    return False


def why_not(replicated=False):
    """What load() would pass over to return False in this process: a sentence, or None."""
    from contextlib import closing
    from sqlite3 import Error, connect

    try:
        with closing(connect(":memory:")) as connection:
            load(connection, True, replicated)
    except (Error, FileNotFoundError) as error:
        return ("the connections to SQLite get only a few of the SQL functions of uuid9562, from "
                f"Python: {error}")
    return None


def _load_extension(connection, replicated):
    """Has SQLite load the extension, or raises the reason as load() does."""
    from sqlite3 import NotSupportedError

    # Older versions of apsw have other names.
    enable = getattr(connection, "enable_load_extension", None) or \
        getattr(connection, "enableloadextension", None)
    if enable is None:
        raise NotSupportedError("this Python's sqlite3 was built without extensions "
                                "(--enable-loadable-sqlite-extensions)")
    path = loadable_path(replicated)
    load = getattr(connection, "load_extension", None) or connection.loadextension
    enable(True)
    try:
        load(path)
    finally:
        enable(False)
