"""UUIDs in databases, through modules for SQLite and through psycopg, which also asks a PostgreSQL
server of the test's own, if one is installed. test_frameworks.py has SQLAlchemy and Django."""

import importlib
import random
import subprocess
import sys
import unittest
import unittest.mock
import uuid

import postgresql
import support
import uuid9562
from consumers import needs, one_of_each


class Databases(unittest.TestCase):
    """Without a server."""

    def test_sqlite3(self):
        for to, back in (("to_bytes", "from_bytes"), ("to_str", "parse")):
            with self.subTest(adapter=to):
                self.assertEqual(support.child("""
import random, sqlite3, sys, uuid, uuid9562
to, back = (getattr(uuid9562, name) for name in sys.argv[1:])
sqlite3.register_adapter(uuid.UUID, to)
# A converter is given the bytes of TEXT as well.
sqlite3.register_converter("UUID", back if back is uuid9562.from_bytes
                           else lambda data: back(data.decode()))
connection = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
connection.execute("CREATE TABLE t (id UUID PRIMARY KEY) WITHOUT ROWID")
made = uuid9562.batch(7, 1000)
connection.executemany("INSERT INTO t VALUES (?)", [(u,) for u in random.sample(made, 1000)])
print([u for u, in connection.execute("SELECT id FROM t ORDER BY id")] == made)
print(connection.execute("SELECT id FROM t WHERE id = ?", [made[7]]).fetchall() == [(made[7],)])
has_all = uuid9562.load(connection)
print(connection.execute("SELECT count(*) FROM t WHERE uuid_version(id) = 7").fetchone()[0])
connection.close()
""", to, back), "True\nTrue\n1000\n")

    def test_datasette_and_sqlite_utils(self):
        """They load the extension by its path."""
        for module, *words in (
                ("sqlite_utils", "query", ":memory:", "SELECT uuid_version(uuid7()) AS v", "--arrays"),
                ("datasette", "--memory", "--get",
                 "/_memory.json?sql=SELECT+uuid_version(uuid7())&_shape=arrays")):
            with self.subTest(module):
                needs(module, module.replace("_", "-"))
                done = subprocess.run(
                    [sys.executable, "-m", module, *words, "--load-extension",
                     uuid9562.loadable_path()], capture_output=True, text=True, check=True)
                self.assertIn("[[7]]", done.stdout)

    def test_other_modules_for_sqlite(self):
        """Each has a SQLite of its own in the process; they share one order."""
        last = ""
        for name, package in (("apsw", "apsw"), ("pysqlite3", "pysqlite3-binary"),
                              ("sqlean", "sqlean.py"), ("sqlite3", "Python with sqlite3")):
            with self.subTest(package):
                module = needs(name, package)
                if name == "apsw" and hasattr(sys, "gettotalrefcount"):
                    self.skipTest("apsw's own errors abort a debug build of Python")
                connect = getattr(module, "connect", None) or module.Connection
                connections = [connect(":memory:") for _ in range(3)]
                for connection in connections:
                    self.addCleanup(connection.close)
                other = connections.pop()
                if name == "sqlite3" and not hasattr(other, "enable_load_extension"):
                    self.skipTest("this Python's sqlite3 loads no extensions")
                for connection in connections:
                    self.assertTrue(uuid9562.load(connection))
                    (key, count), = connection.execute(
                        "SELECT uuid7(), count(*) FROM uuid_series(4, 3)").fetchall()
                    self.assertEqual((uuid9562.version(key), count), (7, 3))
                    self.assertGreater(key, last)
                    last = key
                with self.assertRaisesRegex(Exception, "uuid7_at: malformed time at offset 0"):
                    connection.execute("SELECT uuid7_at('no time')").fetchall()
                with unittest.mock.patch("uuid9562._load.loadable_path",
                                         side_effect=FileNotFoundError("no file")):
                    if name == "apsw":
                        self.assertRaises(FileNotFoundError, uuid9562.load, other)
                    else:
                        with self.assertWarnsRegex(RuntimeWarning, "a few of the SQL functions"):
                            self.assertFalse(uuid9562.load(other))

    def test_psycopg(self):
        """What psycopg sends, and what it returns for what it receives."""
        needs("psycopg")
        adapt = importlib.import_module("psycopg.adapt")
        oid = needs("psycopg").adapters.types["uuid"].oid
        made, transformer = uuid9562.uuid7(), adapt.Transformer()
        for binary, sent in ((adapt.PyFormat.BINARY, made.bytes),
                             (adapt.PyFormat.TEXT, made.hex.encode())):
            self.assertEqual(bytes(transformer.get_dumper(made, binary).dump(made)), sent)
        self.assertEqual(transformer.get_loader(oid, 1).load(made.bytes), made)


class PostgreSQL(unittest.TestCase):
    """With a server, which has a type for UUIDs."""

    @classmethod
    def setUpClass(cls):
        cls.psycopg = needs("psycopg", "psycopg, for PostgreSQL,")
        cls.server = postgresql.Server()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.connection = self.psycopg.connect(
            host=self.server.folder, user=postgresql.ROLE, dbname="postgres")
        self.addCleanup(self.connection.close)
        self.connection.execute("CREATE TEMPORARY TABLE t (n int, id uuid PRIMARY KEY)")

    def rows(self, query, *arguments, binary=False):
        return self.connection.cursor(binary=binary).execute(query, arguments).fetchall()

    def insert(self, made, placeholder="%s"):
        with self.connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO t VALUES (%s, {placeholder})", list(enumerate(made)))

    def test_values_come_back(self):
        made = uuid9562.batch(7, 200) + one_of_each()
        for placeholder in ("%t", "%b", "%s"):
            self.insert(made, placeholder)
            for binary in (False, True):
                with self.subTest(sent=placeholder, read_binary=binary):
                    read = [u for u, in self.rows("SELECT id FROM t ORDER BY n", binary=binary)]
                    self.assertEqual(read, made)
                    self.assertEqual({type(u) for u in read}, {uuid.UUID})
            self.assertEqual(self.rows("SELECT id::text, uuid_send(id) FROM t ORDER BY n"),
                             [(uuid9562.to_str(u), uuid9562.to_bytes(u)) for u in made])
            self.connection.execute("DELETE FROM t")

    def test_order_is_the_servers(self):
        made = [u for version in (1, 4, 6, 7) for u in uuid9562.batch(version, 50)]
        made += one_of_each()
        self.insert(random.sample(made, len(made)))
        read = [u for u, in self.rows("SELECT id FROM t ORDER BY id")]
        self.assertEqual(read, sorted(made))
        pairs = self.rows("SELECT a.id, b.id, a.id < b.id, a.id = b.id, a.id > b.id "
                          "FROM t AS a JOIN t AS b ON b.n = a.n + 1")
        self.assertEqual(len(pairs), len(made) - 1)
        for a, b, less, equal, greater in pairs:
            self.assertEqual(greater - less, uuid9562.compare(a, b))
            self.assertEqual(equal, a == b)
