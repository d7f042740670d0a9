"""load() and loadable_path(): the SQLite extension in the package, and some of its functions from
Python."""

import contextlib
import os
import random
import sqlite3
import tempfile
import unittest
import unittest.mock
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
        self.create_collation = self.connection.create_collation

    def create_function(self, name, count, function, *, deterministic=False):
        self.made[name, count] = deterministic
        self.connection.create_function(name, count, function, deterministic=deterministic)


def plain(test, **options):
    connection = Plain()
    test.addCleanup(connection.connection.close)
    test.assertIs(uuid9562.load(connection, **options), False)
    return connection


def surface():
    """The SQL functions of tests/surface.tsv, {(name, count)}, and the collations."""
    cells = [row[1].split("/") for _, row in support.table(support.SURFACE) if row[1] != "-"]
    functions = {(name, int(count)) for name, counts in cells
                 if counts[0].isdigit() for count in counts.split(",")}
    return functions, {name for name, kind in cells if kind == "collation"}


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
        self.assertIs(uuid9562.load(connection), False)
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
            self.assertIs(uuid9562.load(connection), LOADS)
            self.assertIs(uuid9562.load(connection), LOADS)
            made, = connection.execute("SELECT uuid7()").fetchone()
            self.assertEqual(uuid9562.version(made), 7)
            self.assertEqual(connection.execute("SELECT 'X' COLLATE UUID = 'x'").fetchone(), (0,))

    def test_no_open_connection(self):
        connection = sqlite3.connect(":memory:")
        connection.close()
        with self.assertRaises(sqlite3.ProgrammingError):
            uuid9562.load(connection)

    def test_a_package_without_the_extension(self):
        with unittest.mock.patch.object(_load, "__path__", [os.path.abspath(os.sep + "nowhere")]):
            with self.assertRaisesRegex(FileNotFoundError, "sqlite3ext.h"):
                uuid9562.loadable_path()
            connection = sqlite3.connect(":memory:")
            with contextlib.closing(connection):
                self.assert_loaded_from_python(connection)

    @unittest.skipUnless(LOADS, NO_EXTENSION)
    def test_an_extension_that_sqlite_refuses(self):
        """Whatever its reason and its wording, the functions come from Python, and the connection
        may load nothing afterwards."""
        connection = sqlite3.connect(":memory:")
        with contextlib.closing(connection), tempfile.TemporaryDirectory() as folder:
            Path(folder, "_sqlite").mkdir()
            Path(folder, "_sqlite", "uuid9562.so").write_bytes(b"no shared object")
            with unittest.mock.patch.object(_load, "__path__", [folder]):
                self.assert_loaded_from_python(connection)
            with self.assertRaises(sqlite3.OperationalError):
                connection.load_extension(PATH)

    def assert_loaded_from_python(self, connection):
        self.assertIs(uuid9562.load(connection), False)
        self.assertEqual(connection.execute("SELECT uuid_version(uuid7())").fetchone(), (7,))


class FromPython(unittest.TestCase):
    def test_names_are_those_of_the_extension(self):
        functions, collations = surface()
        made = set(plain(self).made)
        self.assertLessEqual(made, functions)
        self.assertEqual({name for name, count in made},
                         {*_sql.GENERATORS, *_sql.PURE, "uuid9562_version"})
        self.assertEqual(collations, {"UUID"})

    def test_again_while_a_statement_runs(self):
        connection = plain(self)
        running = connection.execute("SELECT uuid7() UNION ALL SELECT uuid7()")
        running.fetchone()
        connection.connection.row_factory = lambda cursor, row: {"whatever": row}
        connection.connection.text_factory = bytes
        self.assertIs(uuid9562.load(connection), False)

    def test_generators_are_called_for_each_row(self):
        connection = plain(self)
        query = ("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) "
                 "SELECT {0}(), uuid_version({0}()) FROM n")
        for name in _sql.GENERATORS:
            made, versions = map(set, zip(*connection.execute(query.format(name))))
            self.assertEqual((len(made), versions), (50, {int(name[4])}), name)

    def test_pure_functions_may_be_indexed(self):
        connection = plain(self)
        connection.execute("CREATE TABLE t (id TEXT)")
        connection.execute("CREATE INDEX i ON t (uuid_timestamp_ms(id))")
        with self.assertRaisesRegex(sqlite3.OperationalError, "non-deterministic"):
            connection.execute("CREATE INDEX j ON t (uuid7())")


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

    def test_same_collation(self):
        chance = random.Random(9562)
        texts = ["", "x", "X", "é", support.V7, support.V7.upper(), support.V1, "0" * 32, "g" * 32]
        texts += [str(uuid9562.UUID(int=chance.getrandbits(128))) for _ in range(20)]
        for left in texts:
            for right in texts:
                for operator in ("<", "="):
                    statement = f"SELECT ? COLLATE UUID {operator} ?"
                    self.assertEqual(answer(self.plain, statement, [left, right]),
                                     answer(self.extension, statement, [left, right]))


class Replicated(unittest.TestCase):
    """load(connection, replicated=True): what is not pure is an error, with and without the
    extension."""

    def setUp(self):
        loaded = sqlite3.connect(":memory:")
        self.addCleanup(loaded.close)
        self.assertIs(uuid9562.load(loaded, replicated=True), LOADS)
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
        for connection in (Plain(), loaded):
            for replicated in (False, True, False):
                uuid9562.load(connection, replicated=replicated)
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
