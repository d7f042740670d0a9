"""UUIDs in databases, through Python's sqlite3, SQLAlchemy, Django and psycopg; the last three also
with a PostgreSQL server of the test's own, if one is installed."""

import importlib
import json
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


DJANGO = """
import json, random, sys
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=[], DATABASES={"default": json.loads(sys.argv[1])})
django.setup()
from django.db import connection, models
from django.db.migrations.writer import MigrationWriter
import uuid9562
class Thing(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid9562.uuid7, editable=False)
    other = models.UUIDField(unique=True, default=uuid9562.uuid4)
    x = models.IntegerField()
    class Meta:
        app_label = "things"
with connection.schema_editor() as editor:
    editor.create_model(Thing)
made = [Thing.objects.create(x=x) for x in range(100)]
bulk = [Thing(x=x) for x in range(100, 200)]
Thing.objects.bulk_create(random.sample(bulk, 100))
made += bulk
read = list(Thing.objects.order_by("id"))
assert [t.x for t in read] == list(range(200))
assert [t.id for t in read] == [t.id for t in made]
assert [t.other for t in read] == [t.other for t in made]
for key in (made[7].id, uuid9562.to_str(made[7].id), uuid9562.format(made[7].id, "urn")):
    assert Thing.objects.get(pk=key).x == 7
assert Thing.objects.filter(id__gt=made[149].id).count() == 50
first = uuid9562.timestamp_ms(made[0].id)
assert Thing.objects.filter(id__range=(uuid9562.uuid7_min(0), uuid9562.uuid7_max(first - 1))
                            ).count() == 0
# What a migration of this model says of the default.
text, imports = MigrationWriter.serialize(uuid9562.uuid7)
names = {}
exec("\\n".join(imports), names)
assert eval(text, names) is uuid9562.uuid7
with connection.schema_editor() as editor:
    editor.delete_model(Thing)
connection.close()
print("as it should be")
"""


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

    def test_sqlalchemy(self):
        alchemy = needs("sqlalchemy")
        engine = alchemy.create_engine("sqlite://")
        self.addCleanup(engine.dispose)
        check_sqlalchemy(self, engine)

    def test_django(self):
        needs("django")
        self.assertEqual(support.child(DJANGO, json.dumps(
            {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"})), "as it should be\n")

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
                connection = (getattr(module, "connect", None) or module.Connection)(":memory:")
                self.addCleanup(connection.close)
                if name == "sqlite3" and not hasattr(connection, "enable_load_extension"):
                    self.skipTest("this Python's sqlite3 loads no extensions")
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
                        self.assertRaises(FileNotFoundError, uuid9562.load, connection)
                    else:
                        self.assertFalse(uuid9562.load(connection))

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


def check_sqlalchemy(test, engine):
    """Its type Uuid with our functions as defaults: objects, text, and no type of the server."""
    alchemy, orm = needs("sqlalchemy"), needs("sqlalchemy.orm")
    table = alchemy.Table(
        "t", alchemy.MetaData(),
        alchemy.Column("id", alchemy.Uuid, primary_key=True, default=uuid9562.uuid7),
        alchemy.Column("text", alchemy.Uuid(as_uuid=False), default=uuid9562.uuid4_str),
        alchemy.Column("other", alchemy.Uuid(native_uuid=False), default=uuid9562.uuid6),
        alchemy.Column("x", alchemy.Integer))
    with engine.begin() as connection:
        table.create(connection)
        for x in range(100):
            connection.execute(table.insert().values(x=x))
        rows = connection.execute(table.select().order_by(table.c.id)).all()
        found = connection.execute(table.select().where(table.c.id == rows[7].id,
                                                        table.c.text == rows[7].text,
                                                        table.c.other == rows[7].other)).all()
    test.assertEqual([row.x for row in rows], list(range(100)))
    test.assertEqual({(type(row.id), type(row.text), type(row.other)) for row in rows},
                     {(uuid.UUID, str, uuid.UUID)})
    test.assertEqual({(row.id.version, uuid9562.version(row.text), uuid9562.version(row.other))
                      for row in rows}, {(7, 4, 6)})
    test.assertEqual(found, [rows[7]])

    base = orm.declarative_base()

    class Thing(base):
        __tablename__ = "things"
        id = alchemy.Column(alchemy.Uuid, primary_key=True, default=uuid9562.uuid7)

    base.metadata.create_all(engine)
    with orm.Session(engine) as session:
        thing = Thing()
        session.add(thing)
        session.commit()
        key = thing.id
        session.expunge_all()
        test.assertEqual(session.get(Thing, uuid.UUID(bytes=key.bytes)).id, key)
        test.assertEqual(uuid9562.version(key), 7)


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

    def test_copy(self):
        made = uuid9562.batch(7, 200)
        with self.connection.cursor() as cursor:
            with cursor.copy("COPY t FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(["int4", "uuid"])
                for row in enumerate(made):
                    copy.write_row(row)
            with cursor.copy("COPY t TO STDOUT (FORMAT BINARY)") as copy:
                copy.set_types(["int4", "uuid"])
                self.assertEqual(list(copy.rows()), list(enumerate(made)))

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

    def test_uuid7_are_in_order_and_in_range(self):
        made = uuid9562.batch(7, 200)
        self.insert(random.sample(made, 200))
        self.assertEqual([u for u, in self.rows("SELECT id FROM t ORDER BY id")], made)
        ms = uuid9562.timestamp_ms(made[0])
        first, last = uuid9562.uuid7_min(ms), uuid9562.uuid7_max(ms)
        self.assertEqual([u for u, in self.rows(
            "SELECT id FROM t WHERE id BETWEEN %s AND %s ORDER BY id", first, last)],
            [u for u in made if uuid9562.timestamp_ms(u) == ms])

    def test_equality(self):
        for u in one_of_each():
            self.assertEqual(self.rows("SELECT %t::uuid = %b::uuid, %t = ANY(%b)", u, u, u, [u]),
                             [(True, True)])
            for form in ("canonical", "upper", "hex", "braced"):  # what its uuid_in takes
                self.assertEqual(self.rows("SELECT %s::text::uuid", uuid9562.format(u, form)),
                                 [(u,)])
        twice = uuid9562.uuid7()
        with self.assertRaises(self.psycopg.errors.UniqueViolation):
            self.insert([twice, uuid9562.from_bytes(twice.bytes)])

    def test_sqlalchemy(self):
        alchemy = needs("sqlalchemy")
        engine = alchemy.create_engine(alchemy.URL.create(
            "postgresql+psycopg", username=postgresql.ROLE, database="postgres",
            query={"host": self.server.folder}))
        self.addCleanup(engine.dispose)
        check_sqlalchemy(self, engine)
        self.assertEqual(self.rows("SELECT data_type FROM information_schema.columns "
                                   "WHERE table_name = 'things'"), [("uuid",)])

    def test_django(self):
        needs("django")
        self.assertEqual(support.child(DJANGO, json.dumps(
            {"ENGINE": "django.db.backends.postgresql", "HOST": self.server.folder,
             "USER": postgresql.ROLE, "NAME": "postgres"})), "as it should be\n")


if __name__ == "__main__":
    unittest.main()
