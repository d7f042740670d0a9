"""UUIDs in databases, through modules for SQLite. test_frameworks.py has SQLAlchemy and Django."""

import sys
import unittest
import unittest.mock

import support
import uuid9562
from consumers import needs


class Databases(unittest.TestCase):
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
