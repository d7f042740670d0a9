"""The SQL functions for a connection of Python's sqlite3: the SQLite extension in this package, or
else some of them from Python."""

import atexit
import contextlib
import os
import sys
import warnings

from uuid9562 import __path__

ENDING = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
IN_USE = "in use by another SQLite"  # as sqlite/extension.c says it
_copies: dict = {}  # by path: the paths of copies, of which each serves another SQLite


def loadable_path(replicated=False):
    """Return the path of the SQLite extension without its suffix, as load_extension takes it.

    With replicated=True, it is the variant in which generators, and all else that is not determined
    by its arguments, are errors: for SQL from untrusted users, and for databases that replicate
    statements, as rqlite does.

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
    """Give a connection the SQL functions; return True for all, or False for the few from Python.

    Returns True if the connection got the extension, or has it since it is compiled into SQLite.
    Returns False, with a RuntimeWarning that says why, if this Python's sqlite3 cannot load
    extensions, the package has none, or SQLite refused it; the connection then has a few of the
    functions from Python (docs/python.md lists them), and not the collation. In both cases the
    connection cannot load further extensions unless that is enabled again. Loading twice does no
    harm.

    With strict=True, raises the reason instead of returning False, and the connection gets nothing:
    sqlite3.NotSupportedError from a Python that cannot load extensions, FileNotFoundError where the
    package has none, sqlite3.OperationalError with the message of SQLite.

    With replicated=True, the connection gets the replicated variant (loadable_path), in both cases,
    and keeps it. If SQLite refuses its file, as where a digest is missing, or has the other variant
    compiled in and cannot load this one, that is an error: this node must not differ from the
    others.

    A connection of another module (apsw, pysqlite3, sqlean) gets the extension, or that module
    raises the error of its SQLite. One file serves one SQLite of a process: for another one, load()
    makes a copy, in memory or in a temporary folder, for as long as the process lives.

    Raises the connection's own exception if it is closed or belongs to another thread, and TypeError
    for an object of a framework, which has a way of its own (docs/frameworks.md).
    """
    problem = load_or_register(connection, strict, replicated)
    if problem is not None:
        warnings.warn(problem, RuntimeWarning, stacklevel=2)
    return problem is None


def load_into_host(connection, replicated=False):
    """load() for a plugin: an error is a warning, and the host goes on without the functions."""
    try:
        load(connection, replicated=replicated)
    except Exception as error:  # of the module that the host has for SQLite
        warnings.warn(f"no SQL functions of uuid9562: {error}", RuntimeWarning, stacklevel=2)


def why_not():
    """The warning of load() for a connection of this process, or None."""
    from sqlite3 import connect

    with contextlib.closing(connect(":memory:")) as connection:
        return load_or_register(connection)


def load_or_register(connection, strict=False, replicated=False):
    """Like load(), but returns its warning, or None."""
    from sqlite3 import NotSupportedError, OperationalError

    if not any(hasattr(connection, name)  # the last is of older versions of apsw
               for name in ("create_function", "load_extension", "loadextension")):
        raise TypeError(f"load() takes a connection of sqlite3, not {type(connection).__name__}; in "
                        "Django add 'uuid9562.django' to INSTALLED_APPS, in SQLAlchemy call "
                        "uuid9562.sqlalchemy.load(engine)")
    try:
        return _load_extension(connection, replicated)
    except (NotSupportedError, FileNotFoundError, OperationalError) as error:
        from uuid9562._sql import has_extension, register

        if has_extension(connection, "* replicated" if replicated else "*"):
            return None
        refused = replicated and (isinstance(error, OperationalError)
                                  or has_extension(connection, "*"))
        if strict or refused or not hasattr(connection, "create_function"):  # as of apsw
            raise
        register(connection, replicated)
        return ("connections to SQLite get only a few of the SQL functions of uuid9562, from "
                f"Python, and not COLLATE UUID: {error}")


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
    except Exception as error:  # that module's own
        if IN_USE not in str(error) or not _load_copy(load, path):
            raise
    finally:
        enable(False)


def _load_copy(load, path):
    """Whether SQLite loads a copy: one that is there, or else a new one."""
    copies = _copies.setdefault(path, [])
    for copy in copies:
        with contextlib.suppress(Exception):  # that module's own: it is another SQLite's
            load(copy)
            return True
    for make in _in_memory, _in_folder:
        with contextlib.suppress(Exception), make(path + ENDING) as copy:
            load(copy)
            copies.append(copy)
            return True
    return False


@contextlib.contextmanager
def _in_memory(path):
    """A copy, on Linux, that stays as long as the process."""
    descriptor = os.memfd_create("uuid9562")
    try:
        with open(path, "rb") as source, open(descriptor, "wb", closefd=False) as copy:
            copy.write(source.read())
        yield f"/proc/self/fd/{descriptor}"
    except BaseException:
        os.close(descriptor)
        raise


@contextlib.contextmanager
def _in_folder(path):
    """A copy that the process removes at its end, except on Windows, which keeps loaded files."""
    from shutil import copy, rmtree
    from tempfile import mkdtemp

    folder, maker = mkdtemp(prefix="uuid9562-"), os.getpid()
    try:
        yield copy(path, folder)
    except BaseException:
        rmtree(folder, ignore_errors=True)
        raise
    atexit.register(lambda: os.getpid() == maker and rmtree(folder, ignore_errors=True))
