"""load() and loadable_path(): the SQLite extension in the package, and some of its functions from
Python."""

import contextlib
import ctypes
import os
import re
import shutil
import sqlite3
import tempfile
import unittest
import unittest.mock
import warnings
from pathlib import Path

import support
import uuid9562
from uuid9562 import _load, _sql

DETERMINISTIC = 0x800  # SQLITE_DETERMINISTIC, as pragma_function_list shows it

try:
    PATH = uuid9562.loadable_path()
except FileNotFoundError:
    PATH = None
LOADS = bool(PATH) and hasattr(sqlite3.Connection, "enable_load_extension")
NO_EXTENSION = "the package has no extension, or this Python's sqlite3 cannot load it"


class Plain:
    """A connection of a Python that cannot load extensions."""

    def __init__(self):
        self.made = {}
        self.connection = sqlite3.connect(":memory:")
        self.execute = self.connection.execute

    def create_function(self, name, count, function, *, deterministic=False):
        self.made[name, count] = deterministic
        self.connection.create_function(name, count, function, deterministic=deterministic)


class TheirError(Exception):
    """Of another module for SQLite."""


def mapped(pattern):
    """The files of such a name that the process has loaded: {inode: path}."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return dict(re.findall(rf"(?m) (\d+) +(/\S*{pattern}.*)", maps.read()))


class Theirs:
    """A connection of a module with a SQLite of its own."""

    def __init__(self, library):
        self.library = library
        self.database, self.message = ctypes.c_void_p(), ctypes.c_char_p()
        self.call("open", b":memory:", ctypes.byref(self.database))

    def call(self, name, *arguments):
        if getattr(self.library, f"sqlite3_{name}")(*arguments) != 0:
            raise TheirError((self.message.value or b"").decode())

    def enable_load_extension(self, on):
        self.call("enable_load_extension", self.database, on)

    def load_extension(self, path):
        self.call("load_extension", self.database, path.encode(), None, ctypes.byref(self.message))

    def key(self):
        """What SELECT uuid7() returns."""
        rows = []
        row = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int,
                               ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p)
        self.call("exec", self.database, b"SELECT uuid7()",
                  row(lambda _, count, values, names: rows.append(values[0].decode()) or 0), None,
                  ctypes.byref(self.message))
        return rows[0]


def few(connection, **options):
    """Loads where the extension cannot be: a warning says so, at the call."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        loaded = uuid9562.load(connection, **options)
    assert loaded is False and len(said) == 1, (loaded, said)
    assert re.match("connections to SQLite get only a few of .+, and not COLLATE UUID: .+",
                    str(said[0].message)), said[0]
    assert (said[0].category, said[0].filename) == (RuntimeWarning, __file__), said[0]


def plain(test, **options):
    connection = Plain()
    test.addCleanup(connection.connection.close)
    few(connection, **options)
    return connection


def surface():
    """The SQL functions of tests/surface.tsv, {(name, count)}."""
    cells = [row[1].split("/") for _, row in support.table(support.SURFACE) if row[1] != "-"]
    return {(name, int(count)) for name, counts in cells
            if counts[0].isdigit() for count in counts.split(",")}


def answer(connection, statement, arguments):
    try:
        return connection.execute(statement, arguments).fetchone()
    except sqlite3.OperationalError:
        return "error"


class Strict(unittest.TestCase):
    """load(connection, strict=True) raises what load(connection) returns False for."""

    def setUp(self):
        self.connection = sqlite3.connect(":memory:")
        self.addCleanup(self.connection.close)

    def assert_reason(self, error, reason, connection):
        with self.assertRaisesRegex(error, reason):
            uuid9562.load(connection, strict=True)
        with self.assertRaises(sqlite3.OperationalError):
            connection.execute("SELECT uuid7()")
        few(connection)
        connection.execute("SELECT uuid7()")

    def test_what_can_be_loaded(self):
        if not LOADS:
            self.skipTest(NO_EXTENSION)
        self.assertIs(uuid9562.load(self.connection, strict=True), True)

    def test_objects_of_frameworks(self):
        with self.assertRaisesRegex(TypeError, "not object; in Django add 'uuid9562.django' to"):
            uuid9562.load(object())

    def test_a_python_without_extensions(self):
        connection = Plain()
        self.addCleanup(connection.connection.close)
        self.assert_reason(sqlite3.NotSupportedError, "without extensions", connection)

    def test_a_package_without_the_extension(self):
        if not hasattr(self.connection, "enable_load_extension"):
            self.skipTest(NO_EXTENSION)
        with unittest.mock.patch("os.path.exists", return_value=False):
            self.assert_reason(FileNotFoundError,
                               r"sqlite3ext\.h: install .+ libsqlite3-dev .+ uuid9562 again",
                               self.connection)

    def test_a_sqlite_that_refuses_it(self):
        if not hasattr(self.connection, "enable_load_extension"):
            self.skipTest(NO_EXTENSION)
        with unittest.mock.patch.object(_load, "loadable_path", return_value="/no/such/file"):
            self.assert_reason(sqlite3.OperationalError, "/no/such/file", self.connection)


class Everywhere(unittest.TestCase):
    def test_the_functions_are_there(self):
        connection = sqlite3.connect(":memory:")
        with contextlib.closing(connection):
            for load in (uuid9562.load if LOADS else few,) * 2:
                self.assertIs(load(connection), LOADS or None)
            made, = connection.execute("SELECT uuid7()").fetchone()
            self.assertEqual(uuid9562.version(made), 7)

    @unittest.skipUnless(LOADS, NO_EXTENSION)
    def test_an_extension_that_sqlite_refuses(self):
        """Whatever its reason and its wording, the functions come from Python, and the connection
        may load nothing afterwards."""
        connection = sqlite3.connect(":memory:")
        with contextlib.closing(connection), tempfile.TemporaryDirectory() as folder:
            Path(folder, "_sqlite").mkdir()
            Path(folder, "_sqlite", "uuid9562.so").write_bytes(b"no shared object")
            with unittest.mock.patch.object(_load, "__path__", [folder]):
                few(connection)
            with self.assertRaises(sqlite3.OperationalError):
                connection.load_extension(PATH)

    @unittest.skipUnless(LOADS and os.path.exists("/proc/self/fd"), f"{NO_EXTENSION}, or no Linux")
    def test_beside_another_sqlite(self):
        """The file serves one SQLite, and each other one a copy, which all of its connections
        share; in one order. Each other one here is a copy of Python's."""
        library_path = next(iter(mapped("libsqlite3[.]so").values()), None)
        if library_path is None:
            self.skipTest("this Python has no shared library of SQLite")
        patch = unittest.mock.patch
        for in_memory in (getattr(os, "memfd_create", None), None):
            with self.subTest(in_memory=in_memory), tempfile.TemporaryDirectory() as folder, \
                    patch("tempfile.tempdir", folder), patch("atexit.register") as at_exit, \
                    patch("os.memfd_create", in_memory, create=True), \
                    contextlib.closing(sqlite3.connect(":memory:")) as ours:
                self.assertIs(uuid9562.load(ours), True)
                for name in ("second", "third"):
                    library = ctypes.CDLL(shutil.copy(library_path, Path(folder, name)))
                    keys, before = [], mapped("uuid9562")
                    for _ in range(3):
                        theirs = Theirs(library)
                        self.assertIs(uuid9562.load(theirs), True)
                        keys += [*ours.execute("SELECT uuid7()").fetchone(), theirs.key()]
                    self.assertEqual(keys, sorted(set(keys)))
                    self.assertEqual(len(mapped("uuid9562").keys() - before), 1)
                with patch("os.memfd_create", None, create=True), \
                        patch("tempfile.mkdtemp", side_effect=OSError), \
                        self.assertRaisesRegex(TheirError, "another SQLite .+ load a copy"):
                    library = ctypes.CDLL(shutil.copy(library_path, Path(folder, "fourth")))
                    uuid9562.load(Theirs(library))
                made = [path for path in Path(folder).iterdir() if path.is_dir()]
                self.assertEqual([path.stat().st_mode & 0o777 for path in made],
                                 [] if in_memory else [0o700] * 2)
                with patch("os.getpid", return_value=1):  # at the end of a child
                    for call in at_exit.call_args_list:
                        call.args[0]()
                self.assertEqual([path for path in made if not path.exists()], [])
                for call in at_exit.call_args_list:
                    call.args[0]()
                self.assertEqual([path for path in made if path.exists()], [])

    def test_a_module_with_errors_of_its_own(self):
        def execute(*statement):
            try:
                return connection.connection.execute(*statement)
            except sqlite3.OperationalError as error:
                raise TheirError from error

        connection = Plain()
        self.addCleanup(connection.connection.close)
        connection.execute = execute
        few(connection)
        few(connection)


class FromPython(unittest.TestCase):
    def test_names_are_those_of_the_extension(self):
        made = set(plain(self).made)
        self.assertLessEqual(made, surface())
        self.assertEqual({name for name, count in made},
                         {*_sql.GENERATORS, *_sql.PURE, "uuid9562_version"})

    def test_no_collation(self):
        """Python calls texts that are not UTF-8 equal to all others, and rows would go."""
        connection = plain(self)
        connection.connection.create_collation("UUID", lambda left, right: 0)
        connection.execute("CREATE TABLE t (x TEXT COLLATE UUID)")
        connection.connection.create_collation("UUID", None)
        connection.execute("INSERT INTO t VALUES ('zzz'), (CAST(X'FF' AS TEXT)), (?)", [support.V7])
        with self.assertRaisesRegex(sqlite3.OperationalError, "no such collation sequence: UUID"):
            connection.execute("DELETE FROM t WHERE x = ?", [support.V1])
        self.assertEqual(connection.execute("SELECT count(*) FROM t").fetchone(), (3,))

    def test_again_while_a_statement_runs(self):
        connection = plain(self)
        running = connection.execute("SELECT uuid7() UNION ALL SELECT uuid7()")
        running.fetchone()
        connection.connection.row_factory = lambda cursor, row: {"whatever": row}
        connection.connection.text_factory = bytes
        few(connection)


@unittest.skipUnless(LOADS, NO_EXTENSION)
class Extension(unittest.TestCase):
    def setUp(self):
        self.extension = sqlite3.connect(":memory:")
        self.addCleanup(self.extension.close)
        self.assertIs(uuid9562.load(self.extension), True)
        self.plain = plain(self)

    def test_tables_are_there(self):
        count, = self.extension.execute("SELECT count(*) FROM uuid_series(7, 10)").fetchone()
        self.assertEqual(count, 10)

    def test_loads_no_other_afterwards(self):
        with self.assertRaisesRegex(sqlite3.OperationalError, "not authorized"):
            self.extension.load_extension(PATH)

    def test_deterministic_are_the_same(self):
        listed = self.extension.execute("SELECT name, narg, flags FROM pragma_function_list")
        flags = {(name, count): bool(flags & DETERMINISTIC) for name, count, flags in listed}
        for key, deterministic in self.plain.made.items():
            self.assertEqual(deterministic, flags[key], key)

    def test_same_answers(self):
        """From every deterministic function, for valid and odd arguments."""
        v7 = uuid9562.UUID(support.V7)
        values = (None, 5, -1, 2**48 - 1, 2**48, 2**62, 5.0, -1.0, 2.0**53 - 1, 2.0**53, 1e300,
                  float("inf"), 1.5, "", "x", bytes(16), b"", b"x", support.V1, support.V6,
                  support.V7, v7.hex, v7.urn, uuid9562.uuid8(1, 2, 3).bytes, uuid9562.uuid1().bytes,
                  "{" + support.V7.upper() + "}", support.TYPEID, "\0", "é" * 200,
                  "2024-02-29T12:30Z", "2023-02-29", "1969-12-31 23:59", "9999-12-31")
        for name in _sql.PURE:
            for value in values:
                with self.subTest(function=name, argument=value):
                    self.assertEqual(*(answer(connection, f"SELECT {name}(?1), typeof({name}(?1))",
                                              [value])
                                       for connection in (self.plain, self.extension)))


class Replicated(unittest.TestCase):
    """load(connection, replicated=True): what is not pure is an error, with and without the
    extension."""

    def setUp(self):
        loaded = sqlite3.connect(":memory:")
        self.addCleanup(loaded.close)
        (uuid9562.load if LOADS else few)(loaded, replicated=True)
        self.connections = plain(self, replicated=True), loaded

    def assert_replicated(self, connection):
        version, = connection.execute("SELECT uuid9562_version()").fetchone()
        self.assertEqual(version, uuid9562.__version__ + " replicated")
        self.assertEqual(answer(connection, "SELECT uuid7()", []), "error")
        self.assertEqual(answer(connection, "SELECT uuid_version(?)", [support.V7]), (7,))

    def test_what_is_refused(self):
        for connection in self.connections:
            self.assert_replicated(connection)
            for (name, count), deterministic in self.connections[0].made.items():
                if not deterministic:
                    statement = f"SELECT {name}({', '.join('?' * count)})"
                    self.assertEqual(answer(connection, statement, [1] * count), "error", name)

    def test_all_names_are_there(self):
        self.assertEqual(set(self.connections[0].made), set(plain(self).made))

    def test_it_replaces_the_ordinary_one_and_stays(self):
        loaded = sqlite3.connect(":memory:")
        self.addCleanup(loaded.close)
        for connection, load in (Plain(), few), (loaded, uuid9562.load if LOADS else few):
            for replicated in (False, True, False):
                load(connection, replicated=replicated)
            self.assert_replicated(connection)

    @unittest.skipUnless(LOADS, NO_EXTENSION)
    def test_an_extension_that_is_there_where_none_can_be_loaded(self):
        """As compiled into SQLite: it is enough, unless the replicated variant is wanted."""
        for there, wanted in ((False, False), (True, False), (True, True), (False, True)):
            connection = Plain()
            self.addCleanup(connection.connection.close)
            uuid9562.load(connection.connection, replicated=there)
            if wanted and not there:
                with self.assertRaises(sqlite3.NotSupportedError):
                    uuid9562.load(connection, replicated=wanted)
            else:
                self.assertIs(uuid9562.load(connection, True, wanted), True)
            self.assertEqual(connection.made, {})

    def test_paths(self):
        if not PATH:
            self.skipTest(NO_EXTENSION)
        path = uuid9562.loadable_path(replicated=True)
        self.assertEqual(path, PATH + "_replicated")
        self.assertTrue(os.path.exists(path + ".so"))
