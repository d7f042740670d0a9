"""What programs do with UUIDs, by packages that they use: ours are to them what the standard's are.
What is not installed is skipped by its name."""

import importlib
import time
import unittest
import uuid

import support
import uuid9562


def needs(name):
    """A package, or the test is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"{name} is not installed") from None


class Serialisers(unittest.TestCase):
    def test_orjson(self):
        orjson = needs("orjson")
        made = uuid9562.batch(7, 200)
        self.assertEqual(orjson.loads(orjson.dumps(made)), [str(u) for u in made])

    def test_msgspec(self):
        msgspec = needs("msgspec")
        made = uuid9562.batch(4, 200)
        for coder in (msgspec.json, msgspec.msgpack):
            self.assertEqual(coder.decode(coder.encode(made), type=list[uuid.UUID]), made)

    def test_pydantic(self):
        pydantic = needs("pydantic")

        class Model(pydantic.BaseModel):
            id: uuid.UUID = pydantic.Field(default_factory=uuid9562.uuid7)
            strict: pydantic.UUID4 = pydantic.Field(default_factory=uuid9562.uuid4, strict=True)

        made = Model()
        self.assertEqual(uuid9562.version(made.id), 7)
        self.assertEqual(Model.model_validate_json(made.model_dump_json()), made)
        self.assertEqual(Model(id=made.id, strict=made.strict), made)
        with self.assertRaises(pydantic.ValidationError):
            Model(strict=uuid9562.uuid1())


class Databases(unittest.TestCase):
    def test_sqlite3(self):
        self.assertEqual(support.child("""
import sqlite3, uuid, uuid9562
sqlite3.register_adapter(uuid.UUID, uuid9562.to_bytes)
sqlite3.register_converter("UUID", uuid9562.from_bytes)
connection = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
connection.execute("CREATE TABLE t (id UUID PRIMARY KEY) WITHOUT ROWID")
made = uuid9562.batch(7, 1000)
connection.executemany("INSERT INTO t VALUES (?)", [(u,) for u in made])
print([u for u, in connection.execute("SELECT id FROM t ORDER BY id")] == made)
"""), "True\n")

    def test_sqlalchemy(self):
        alchemy = needs("sqlalchemy")
        engine = alchemy.create_engine("sqlite://")
        table = alchemy.Table("t", alchemy.MetaData(),
                              alchemy.Column("id", alchemy.Uuid, primary_key=True,
                                             default=uuid9562.uuid7),
                              alchemy.Column("x", alchemy.Integer))
        with engine.begin() as connection:
            table.create(connection)
            for x in range(100):
                connection.execute(table.insert().values(x=x))
            rows = connection.execute(table.select().order_by(table.c.id)).all()
        engine.dispose()
        self.assertEqual([x for _, x in rows], list(range(100)))
        self.assertEqual({type(u) for u, _ in rows}, {uuid.UUID})

    def test_django(self):
        needs("django")
        self.assertEqual(support.child("""
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=[], DATABASES={
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
django.setup()
from django.db import connection, models
import uuid9562
class Thing(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid9562.uuid7, editable=False)
    x = models.IntegerField()
    class Meta:
        app_label = "things"
with connection.schema_editor() as editor:
    editor.create_model(Thing)
made = [Thing.objects.create(x=x) for x in range(100)]
read = list(Thing.objects.order_by("id"))
from django.db.migrations.writer import MigrationWriter
print([t.x for t in read] == list(range(100)), [t.id for t in read] == [t.id for t in made],
      MigrationWriter.serialize(uuid9562.uuid7)[0])
"""), "True True uuid9562._core.uuid7\n")

    def test_psycopg(self):
        """Without a server: what is sent, and what is made of what comes."""
        needs("psycopg")
        adapt = importlib.import_module("psycopg.adapt")
        oid = needs("psycopg").adapters.types["uuid"].oid
        made, transformer = uuid9562.uuid7(), adapt.Transformer()
        for binary, sent in ((adapt.PyFormat.BINARY, made.bytes),
                             (adapt.PyFormat.TEXT, made.hex.encode())):
            self.assertEqual(bytes(transformer.get_dumper(made, binary).dump(made)), sent)
        self.assertEqual(transformer.get_loader(oid, 1).load(made.bytes), made)


class FrozenTime(unittest.TestCase):
    """The module reads the clock of the system; a Generator sees what time.time_ns gives."""

    def check(self, freeze):
        generator = uuid9562.Generator(clock=lambda: time.time_ns())
        before = uuid9562.timestamp_ms(uuid9562.uuid7())
        with freeze("2020-01-02 03:04:05"):
            self.assertEqual(uuid9562.to_datetime(generator.uuid7()).isoformat(),
                             "2020-01-02T03:04:05+00:00")
            self.assertGreaterEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), before)

    def test_freezegun(self):
        self.check(needs("freezegun").freeze_time)

    def test_time_machine(self):
        machine = needs("time_machine")
        self.check(lambda moment: machine.travel(moment + "Z", tick=False))


if __name__ == "__main__":
    unittest.main()
