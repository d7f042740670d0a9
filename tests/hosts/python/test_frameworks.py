"""What the package has for frameworks: uuid9562.django, uuid9562.sqlalchemy, and the plugins for
Datasette and sqlite-utils. docs/frameworks.md shows how they are used.

./dev ecosystem names folders with a Django each in UUID9562_DJANGO, those of all supported versions
that this Python can have. Without it, it is the Django that is installed; what is missing is skipped
by its name."""

import asyncio
import contextlib
import importlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from importlib.metadata import entry_points
from pathlib import Path

import support
import uuid9562
from consumers import needs

# Models and data; what is new in a version of Django is asked of it.
DJANGO = """
import io, json, sys, threading, unittest.mock, uuid
from datetime import timedelta
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=["uuid9562.django"], SECRET_KEY="-",
                   DATABASES=json.loads(sys.argv[1]))
from django.db import connection, connections, models
early = connection.cursor()  # opened before the app is there
django.setup()
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.db.migrations.writer import MigrationWriter
import uuid9562
from uuid9562.django import UUID4, UUID7, UUIDBlobField

by_database = django.VERSION >= (5, 0)

class Note(models.Model):
    id = models.UUIDField(primary_key=True, editable=False, **(
        {"db_default": UUID7()} if by_database else {"default": uuid9562.uuid7}))
    token = models.UUIDField(null=True, default=uuid9562.uuid7)
    shift = models.DurationField(null=True)
    class Meta:
        app_label = "uuid9562"  # which is installed

class Event(models.Model):
    id = UUIDBlobField(primary_key=True, default=uuid9562.uuid7, editable=False)
    what = models.TextField()
    cause = models.ForeignKey("self", null=True, on_delete=models.CASCADE)
    if by_database:
        made = UUIDBlobField(db_default=models.Func(function="uuid7_blob"))
    class Meta:
        app_label = "uuid9562"  # which is installed

def refused(kind, call):
    try:
        with transaction.atomic():
            call()
    except kind:
        return True

for each in connections:
    with connections[each].schema_editor() as editor:
        for model in (Note, Event):
            editor.create_model(model)

"""

FUNCTIONS = DJANGO + """
from django.core.checks import run_checks
with unittest.mock.patch("uuid9562._load.loadable_path", return_value="/no/such/file"):
    assert [problem.id for problem in run_checks()] == ["uuid9562.W001"]
assert bool(run_checks()) != uuid9562.load(connection.connection)

first = Note.objects.create(shift=timedelta(days=-1))
made = [first, *Note.objects.bulk_create([Note() for _ in range(5)])]
assert first.id.version == 7 and Note.objects.get(id=first.id) == first
assert [note.token for note in Note.objects.order_by("token")] == [note.token for note in made]
assert Note.objects.update(token=UUID4()) == 6
tokens = set(Note.objects.values_list("token", flat=True))
assert len(tokens) == 6 and {token.version for token in tokens} == {4}
assert Note.objects.get(token=tokens.pop())
Note.objects.update(token=UUID7())
assert Note.objects.order_by("token").last().token > uuid9562.uuid7_min("2026-01-01")

def lead(shift):
    made = [note.made for note in Note.objects.filter(id=first.id).annotate(made=UUID7(shift))]
    ms = uuid9562.timestamp_ms(made[0])
    return made[0].version, round((ms - uuid9562.timestamp_ms(uuid9562.uuid7())) / 60000)

assert lead(None) == (7, 0)
assert lead(timedelta(hours=1)) == (7, 60)
assert lead("shift") == (7, -1440)
assert lead(models.F("shift") + timedelta(hours=1)) == (7, -1380)
assert [note.made for note in Note.objects.filter(shift=None).annotate(made=UUID7("shift"))
        ] == [None] * 5
for wrong in ("id", timedelta(days=-36500)):
    assert refused(DatabaseError, lambda: lead(wrong))

# Another program, by a DEFAULT, and a schema or a query that was made without the app.
with connection.cursor() as cursor:
    if by_database:
        cursor.execute("INSERT INTO uuid9562_note (shift) VALUES (77)")
        assert Note.objects.get(id=Note.objects.get(shift=timedelta(microseconds=77)).id)
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'uuid9562_note'")
        assert "DEFAULT (uuid_hex(uuid7()))" in cursor.fetchone()[0]
    cursor.execute("SELECT length(uuidv4()), length(UUIDV7()), uuid_version(uuidv7(5))")
    assert cursor.fetchone() == (32, 32, 7)
text, _ = MigrationWriter.serialize(UUID7(timedelta(hours=1)))
assert text.endswith("UUID7(datetime.timedelta(seconds=3600))"), text

# Another database, and another thread, whose connection this query opens.
def in_a_thread():
    note = Note(id=uuid9562.uuid7())
    note.save(using="other", force_insert=True)
    Note.objects.using("other").update(token=UUID7(timedelta(hours=1)))
    found.append(Note.objects.using("other").get().token.version)
    connections.close_all()

found = []
thread = threading.Thread(target=in_a_thread)
thread.start()
thread.join()
assert found == [7]
print("as it should be")
"""

BLOBS = DJANGO + """
began = Event.objects.create(what="began")
ended, = Event.objects.bulk_create([Event(what="ended", cause=began)])
for key in (began.id, str(began.id), began.id.hex, began.id.bytes, bytearray(began.id.bytes),
            memoryview(began.id.bytes), began.id.int):
    assert Event.objects.get(id=key) == began
for kind in (lambda u: u, str, lambda u: u.hex, lambda u: u.int, lambda u: u.bytes,
             lambda u: bytearray(u.bytes), lambda u: memoryview(u.bytes)):
    given = [kind(u) for u in uuid9562.batch(7, 3)]
    with transaction.atomic():
        first = Event.objects.create(id=given[0], what="one")
        Event.objects.bulk_create([Event(id=key, what="many", cause_id=given[0])
                                   for key in given[1:]])
        first.save()
        assert Event.objects.get_or_create(id=given[1])[1] is False
        assert Event.objects.filter(id__in=given).count() == len(Event.objects.in_bulk(given)) == 3
        assert Event.objects.filter(cause=given[0]).update(cause_id=given[1]) == 2
        assert Event.objects.filter(id=given[2]).delete()[0] == 1
        transaction.set_rollback(True)
for wrong in (b"x", "x", 5.5, -1, object(), began.id.hex + "0"):
    assert refused(ValidationError, lambda: Event.objects.get(id=wrong)), wrong
assert Event.objects.get(cause=began).cause_id == began.id
assert Event.objects.select_related("cause").get(id=ended.id).cause == began
assert Event.objects.filter(id__in=[began.id, str(ended.id)]).count() == 2
assert Event.objects.filter(id__range=(began.id, ended.id)).count() == 2
assert set(Event.objects.in_bulk([began.id])) == {began.id}
assert Event.objects.get(cause__id__startswith=str(began.id)[:23]) == ended
digits = began.id.hex
for lookup, value in (("iexact", digits.upper()), ("contains", digits[5:25]),
                      ("icontains", digits[5:25].upper()), ("startswith", digits[:22]),
                      ("istartswith", digits[:22].upper()), ("endswith", digits[12:]),
                      ("iendswith", digits[12:].upper()), ("regex", "^" + digits[:22]),
                      ("iregex", digits[12:].upper() + "$")):
    assert Event.objects.get(**{"id__" + lookup: value}) == began, lookup
ended.cause = None
assert Event.objects.bulk_update([ended], ["cause"]) == 1
assert Event.objects.filter(cause=None).count() == 2

for form in ("json", "xml"):
    stored = serializers.serialize(form, Event.objects.order_by("id"))
    assert str(began.id) in stored
    assert [one.object for one in serializers.deserialize(form, stored)] == [began, ended]
assert refused(ValidationError, lambda: Event(id="x", what="x").full_clean())
assert Event._meta.get_field("id").formfield().clean(str(began.id)) == began.id
assert MigrationWriter.serialize(UUIDBlobField())[0] == "uuid9562.django.UUIDBlobField()"

with connection.cursor() as cursor:
    cursor.execute("SELECT DISTINCT typeof(id), length(id) FROM uuid9562_event")
    assert cursor.fetchall() == [("blob", 16)]
    for wrong in (began.id.hex, b"x", str(began.id)):
        assert refused(IntegrityError, lambda: cursor.execute(
            "INSERT INTO uuid9562_event (id, what) VALUES (%s, 'wrong')", [wrong]))
for each in connections:
    with connections[each].schema_editor() as editor:
        for model in (Event, Note):
            editor.delete_model(model)
print("as it should be")
"""

WITHOUT = """
import django, json, sys
from django.conf import settings
settings.configure(DATABASES=json.loads(sys.argv[1]))
django.setup()
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, models
import uuid9562
from uuid9562.django import UUID7, UUIDBlobField

if django.VERSION >= (5, 0):
    class Event(models.Model):
        id = UUIDBlobField(primary_key=True, db_default=models.Func(function="uuid7_blob"))
        other = UUIDBlobField(default=uuid9562.uuid7, db_default=bytes(16))
        another = UUIDBlobField(db_default=models.Func(16, function="randomblob"))
        class Meta:
            app_label = "app"

    problem, = Event.check(databases=["default"])
    assert problem.id == "uuid9562.W002" and problem.obj.name == "id", problem
    assert "'uuid9562.django' in INSTALLED_APPS" in problem.msg, problem
if django.VERSION < (6, 1):
    try:
        UUID7().as_sqlite(None, connection)
    except ImproperlyConfigured as error:
        assert "'uuid9562.django' in INSTALLED_APPS" in str(error), error
    else:
        raise AssertionError("no error")
print("as it should be")
"""


def djangos():
    """What PYTHONPATH needs in front, for each Django."""
    folders = os.environ.get("UUID9562_DJANGO", "")
    if not folders:
        needs("django")
    return folders.split(os.pathsep)


def in_django(folder, program, *arguments, cwd=None):
    path = os.pathsep.join(filter(None, [folder, str(Path(uuid9562.__file__).parents[1])]))
    return subprocess.run([sys.executable, "-B", *program, *arguments], capture_output=True,
                          env={**os.environ, "PYTHONPATH": path}, text=True, cwd=cwd, timeout=600)


class Django(unittest.TestCase):
    def check(self, program):
        for folder in djangos():
            with self.subTest(folder=folder), tempfile.TemporaryDirectory() as place:
                names = {"default": ":memory:", "other": f"{place}/db"}
                done = in_django(folder, ["-c", program], json.dumps(
                    {alias: {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
                     for alias, name in names.items()}))
                self.assertEqual(done.stdout, "as it should be\n", done.stderr)

    def test_functions(self):
        self.check(FUNCTIONS)

    def test_16_bytes(self):
        self.check(BLOBS)

    def test_without_the_app(self):
        self.check(WITHOUT)


class SQLAlchemy(unittest.TestCase):
    def setUp(self):
        self.alchemy, self.orm = needs("sqlalchemy"), needs("sqlalchemy.orm")
        self.module = importlib.import_module("uuid9562.sqlalchemy")

    def engine(self, url="sqlite://", **options):
        engine = self.alchemy.create_engine(url)
        self.addCleanup(engine.dispose)
        self.module.load(engine, **options)
        return engine

    def model(self, column_type, default):
        alchemy = self.alchemy
        base = self.orm.declarative_base()

        class Thing(base):
            __tablename__ = "thing"
            id = alchemy.Column(column_type, primary_key=True, server_default=default)
            other = alchemy.Column(column_type, alchemy.ForeignKey("thing.id"))
            what = alchemy.Column(alchemy.Text)

        return Thing

    def test_server_defaults_that_the_mapper_finds(self):
        function = self.alchemy.func
        for column_type, default in (
                (self.alchemy.Uuid, function.uuid_hex(function.uuid7())),
                (self.module.UUIDBlob, function.uuid7_blob())):
            with self.subTest(type=column_type), tempfile.TemporaryDirectory() as folder:
                model = self.model(column_type, default)
                engine = self.engine(f"sqlite:///{folder}/db")
                model.metadata.create_all(engine)
                with self.orm.Session(engine) as session:
                    things = [model(what=str(x)) for x in range(20)]
                    session.add_all(things)
                    session.commit()
                    self.assertEqual({thing.id.version for thing in things}, {7})
                    first, second = things[0].id, things[1].id
                    things[1].other = first
                    session.commit()
                    session.expunge_all()
                    self.assertEqual(session.get(model, second).other, first)
                    listed = session.scalars(self.alchemy.select(model.what).order_by(model.id))
                    self.assertEqual(listed.all(), [str(x) for x in range(20)])
                engine.dispose()

    def test_16_bytes(self):
        select, model = self.alchemy.select, self.model(self.module.UUIDBlob, None)
        engine = self.engine()
        model.metadata.create_all(engine)
        made = uuid9562.uuid7()
        with self.orm.Session(engine) as session:
            session.add(model(id=made, what="it"))
            session.commit()
            for key in (made, str(made), made.bytes, made.hex):
                query = select(model.id).where(model.id == key, model.other.is_(None))
                self.assertEqual(session.scalars(query).all(), [made])
                written = query.compile(engine, compile_kwargs={"literal_binds": True})
                self.assertEqual(session.execute(self.alchemy.text(str(written))).all(),
                                 [(made.bytes,)])
            self.assertEqual(session.scalar(select(self.alchemy.func.max(model.id))), made)
            for wrong in ("x", b"x", 5):
                with self.assertRaises(self.alchemy.exc.StatementError):
                    session.scalars(select(model).where(model.id == wrong))
            for wrong in ("uuid7()", "uuid_hex(uuid7())", "X'01'"):  # of another program
                with self.assertRaises(self.alchemy.exc.IntegrityError):
                    session.execute(self.alchemy.text(f"UPDATE thing SET other = {wrong}"))
                with self.assertRaisesRegex(ValueError, "not a BLOB of 16 bytes"):
                    session.scalar(select(self.alchemy.literal_column(wrong, self.module.UUIDBlob)))

    def test_every_kind_of_value_on_every_path(self):
        """Except for the keys of objects that one INSERT with RETURNING stores, which SQLAlchemy
        compares with those that come back: a UUID, or what a validator makes of the others."""
        alchemy, orm, base = self.alchemy, self.orm, self.orm.declarative_base()

        class Columns:
            __mapper_args__ = {"eager_defaults": True}
            id = alchemy.Column(self.module.UUIDBlob, primary_key=True)
            made = alchemy.Column(alchemy.Text, server_default="now")

        class Thing(Columns, base):
            __tablename__ = "thing"

        class Converting(Columns, base):
            __tablename__ = "converting"

            @orm.validates("id")
            def convert(self, name, value):
                return uuid9562.from_bytes(uuid9562.to_bytes(value))

        engine = self.engine()
        base.metadata.create_all(engine)
        for kind in (None, str, uuid9562.to_bytes, lambda u: u.hex):
            keys = uuid9562.batch(7, 8)
            given = [kind(u) if kind else u for u in keys]
            with self.subTest(given=given[0]), orm.Session(engine) as session:
                session.add(Thing(id=given[0]))
                session.commit()
                session.execute(alchemy.insert(Thing), [{"id": key} for key in given[1:3]])
                session.execute(alchemy.insert(Thing).returning(Thing.id),
                                [{"id": key} for key in given[3:5]])
                session.commit()
                for model in (Thing, Converting):
                    session.add_all([model(id=key) for key in given[5:]])
                    with contextlib.nullcontext() if kind is None or model is Converting else \
                            self.assertRaisesRegex(alchemy.exc.InvalidRequestError, "sentinel"):
                        session.commit()
                    session.rollback()
                session.merge(Thing(id=given[0], made="merged"))
                session.commit()
                self.assertEqual(session.get(Thing, given[0]).made, "merged")
                for model, expected in (Thing, keys if kind is None else keys[:5]), \
                        (Converting, keys[5:]):
                    query = alchemy.select(model.id).where(model.id.in_(given)).order_by(model.id)
                    self.assertEqual(session.scalars(query).all(), expected)

    def test_elsewhere_it_is_the_type_of_the_database(self):
        dialect = importlib.import_module("sqlalchemy.dialects.postgresql").dialect()
        model = self.model(self.module.UUIDBlob, None)
        table = str(self.alchemy.schema.CreateTable(model.__table__).compile(dialect=dialect))
        self.assertIn("id UUID NOT NULL", table)
        made = uuid9562.uuid7()
        query = self.alchemy.select(model.id).where(model.id == made.bytes)
        self.assertIn(f"'{made}'", str(query.compile(
            dialect=dialect, compile_kwargs={"literal_binds": True})))

    def test_every_connection(self):
        """Also in other threads; the replicated variant; an engine of another database."""
        with tempfile.TemporaryDirectory() as folder:
            text = self.alchemy.text
            engine = self.engine(f"sqlite:///{folder}/db", replicated=True)
            for _ in range(2):
                with engine.connect() as one, engine.connect() as two:
                    for connection in (one, two):
                        self.assertTrue(connection.scalar(
                            text("SELECT uuid9562_version()")).endswith(" replicated"))
                engine.dispose()
        self.module.load(self.alchemy.create_mock_engine("postgresql://", print))

    def test_strict(self):
        with unittest.mock.patch("uuid9562._load.loadable_path",
                                 side_effect=FileNotFoundError("no file")):
            engine = self.engine(strict=True)
            with self.assertRaises((FileNotFoundError, sqlite3.NotSupportedError,
                                    self.alchemy.exc.DBAPIError)):
                engine.connect()
            with self.assertWarnsRegex(RuntimeWarning, "only a few of the SQL functions"):
                self.engine().connect().close()

    def test_asynchronous(self):
        needs("aiosqlite")
        needs("greenlet")
        asynchronous = importlib.import_module("sqlalchemy.ext.asyncio")
        function, text = self.alchemy.func, self.alchemy.text
        model = self.model(self.alchemy.Uuid, function.uuid_hex(function.uuid7()))

        async def run():
            engine = asynchronous.create_async_engine("sqlite+aiosqlite://")
            self.module.load(engine)
            async with engine.begin() as connection:
                await connection.run_sync(model.metadata.create_all)
                same = await connection.scalar(text("SELECT 'X' COLLATE UUID = 'x'"))
            async with asynchronous.AsyncSession(engine) as session:
                thing = model(what="it")
                session.add(thing)
                await session.commit()
                await session.refresh(thing)
            await engine.dispose()
            return same, thing.id.version

        self.assertEqual(asyncio.run(run()), (0, 7))


class Plugins(unittest.TestCase):
    """Of Datasette and sqlite-utils."""

    def connection(self, module):
        connection = (getattr(module, "connect", None) or module.Connection)(":memory:")
        self.addCleanup(connection.close)
        return connection

    def plugin(self, name):
        """As a host imports it."""
        host = unittest.mock.Mock(hookimpl=lambda function: function)
        with unittest.mock.patch.dict(sys.modules, {name: host}):
            sys.modules.pop(f"uuid9562._{name}", None)
            return importlib.import_module(f"uuid9562._{name}")

    def test_a_host_goes_on_without_the_functions(self):
        """Datasette prefers pysqlite3, whose errors are its own."""
        class Connection(sqlite3.Connection):
            def enable_load_extension(self, on):
                raise KeyError("its own")

        for name in ("datasette", "sqlite_utils"):
            connection = sqlite3.connect(":memory:", factory=Connection)
            self.addCleanup(connection.close)
            with self.assertWarnsRegex(RuntimeWarning, "no SQL functions of uuid9562: .*its own"):
                self.plugin(name).prepare_connection(connection)

    def test_datasette_gives_what_is_pure(self):
        plugin = self.plugin("datasette")
        connection = self.connection(sqlite3)
        connection.row_factory = sqlite3.Row
        for _ in range(2):
            plugin.prepare_connection(connection)
            version, = connection.execute("SELECT uuid9562_version()").fetchone()
            self.assertTrue(version.endswith(" replicated"))
        for query in ("SELECT uuid7()", "SELECT * FROM uuid_advance(uuid7_max(0))",
                      "SELECT * FROM uuid_state_open('x')"):
            with self.assertRaises(sqlite3.OperationalError):
                connection.execute(query)

    def test_datasette_shows_versions_1_to_8(self):
        shown = [version for version in range(16) if self.plugin("datasette").render_cell(
            bytes(6) + bytes([version << 4, 0, 0x80]) + bytes(7), "id")]
        self.assertEqual(shown, [*range(1, 9)])

    def test_datasette_leaves_what_is_there(self):
        plugin = self.plugin("datasette")
        ours, theirs = self.connection(sqlite3), self.connection(sqlite3)
        uuid9562.load(ours)
        theirs.create_function("UUID4", 0, lambda: "theirs")
        for connection, call, expected in ((ours, "uuid_version(uuid7())", 7),
                                           (theirs, "uuid4()", "theirs")):
            plugin.prepare_connection(connection)
            self.assertEqual(connection.execute(f"SELECT {call}").fetchone(), (expected,))
        with self.assertRaises(sqlite3.OperationalError):
            theirs.execute("SELECT uuid9562_version()")

    def test_datasette_shows_keys(self):
        """As text where they are keys; a row is found by its link where Datasette finds it."""
        app = needs("datasette.app", "datasette")
        plugins = importlib.import_module("datasette.plugins")
        plugin = importlib.import_module("uuid9562._datasette")
        if not plugins.pm.is_registered(plugin):
            plugins.pm.register(plugin)
        v4, v7 = (bytes.fromhex(key.replace("-", "")) for key in (support.V4, support.V7))
        with tempfile.TemporaryDirectory() as folder:
            connection = sqlite3.connect(f"{folder}/d.db")
            connection.executescript("""CREATE TABLE event (id BLOB PRIMARY KEY, what TEXT);
                CREATE TABLE note (n INTEGER PRIMARY KEY, event REFERENCES event (id), userId, md5,
                    grid, uuid);""")
            connection.execute("INSERT INTO event VALUES (?, '<began>')", [v7])
            connection.execute("INSERT INTO note VALUES (77, ?, ?, ?, ?, ?)",
                               [v7, v4, v4, v4, b"c" * 16])
            connection.commit()
            connection.close()

            async def get(path):
                return (await app.Datasette([f"{folder}/d.db"]).client.get(path)).text

            page, binary = asyncio.run(get("/d/note")), "&lt;Binary:&nbsp;16&nbsp;bytes&gt;"
            shown = {column: re.sub("<[^>]+>", "", cell) for column, cell in re.findall(
                r'(?s)<td class="col-(\S+) .*?>(.*?)</td>', page)}
            self.assertEqual(shown, {"n": "77", "event": f"&lt;began&gt; ({support.V7})",
                                     "userId": support.V4, "md5": binary, "grid": binary,
                                     "uuid": binary})
            self.assertIn('<a href="/d/note/77">77</a>', page)
            self.assertIn(support.V4, asyncio.run(get("/d/note/77")))

    def test_sqlite_utils_gives_everything(self):
        connection = self.connection(sqlite3)
        self.plugin("sqlite_utils").prepare_connection(connection)
        self.assertEqual(connection.execute("SELECT uuid_version(uuid7())").fetchone(), (7,))

    def test_the_commands_find_them(self):
        """By the entry points of a package that pip has installed."""
        with contextlib.suppress(TypeError):  # of Python 3.9
            found = entry_points(group="datasette")
        if sys.version_info < (3, 10):
            found = entry_points().get("datasette", ())
        if "uuid9562" not in {point.name for point in found}:
            self.skipTest("uuid9562 is not installed by pip")
        key = uuid9562.uuid7_str()
        for module, words, expected in (
                ("sqlite_utils", ["query", ":memory:", "SELECT uuid_version(uuid7())", "--arrays"],
                 r"\[\[7\]\]"),
                ("datasette", ["--memory", "--get", "/_memory.json?_shape=arrays&sql="
                               f"SELECT+uuid_version('{key}'),uuid9562_version()"],
                 rf'\[\[7, "{re.escape(uuid9562.__version__)} replicated"\]\]'),
                ("datasette", ["--memory", "--get", "/_memory.json?sql=SELECT+uuid7()"],
                 "not in the replicated variant|user-defined function")):
            with self.subTest(words=words):
                needs(module, module.replace("_", "-"))
                done = subprocess.run([sys.executable, "-m", module, *words], capture_output=True,
                                      text=True)
                self.assertRegex(done.stdout, expected)


class Imports(unittest.TestCase):
    def test_the_package_imports_none_of_them(self):
        self.assertEqual(support.child("""
import sys
import uuid9562
print(sorted({"django", "sqlalchemy", "datasette", "sqlite_utils", "sqlite3", "uuid9562.django",
              "uuid9562.sqlalchemy"} & set(sys.modules)))
"""), "[]\n")
