"""The SQL functions for a connection of Python's sqlite3: by the SQLite extension, which travels in
this package, or from Python."""

import os


def loadable_path():
    """The file of the SQLite extension, without its suffix, as SQLite's load_extension takes it.

    Raises FileNotFoundError where the package was built without the extension.
    """
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_sqlite", "uuid9562")
    if not os.path.exists(path + ".so"):
        raise FileNotFoundError("this uuid9562 was built without the SQLite extension, which needs "
                                f"sqlite3ext.h: there is no {path}.so")
    return path


def load(connection):
    """Give a connection the SQL functions and the collation; a second time does no harm.

    True where it has all of the extension; False where it has the functions and the collation from
    Python, because this Python's sqlite3 loads no extensions, or refused this one: then it lacks
    the tables and what makes schema (docs/python.md). Afterwards the
    connection loads no extension any more, unless it is told to again.

    Raises what the connection raises: it may be closed, or of another thread.
    """
    from sqlite3 import OperationalError

    if hasattr(connection, "enable_load_extension"):
        try:
            path = loadable_path()
            connection.enable_load_extension(True)
            try:
                connection.load_extension(path)
            finally:
                connection.enable_load_extension(False)
            return True
        except (OperationalError, FileNotFoundError):
            pass
    from uuid9562._sql import register

    register(connection)
    return False
