"""docs/orms.md: its table, and examples/orms in Python, each with the package that it is for;
`make ecosystem` installs them. tests/on_demand/sqlite_hosts runs the other examples."""

import functools
import re
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

import pytest
from harness import PACKAGE, PYTHON, run
from orm_table import EXAMPLES, check, formats, rows

KEY = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
OLDEST = {"django": 5, "sqlalchemy": 2, "sqlmodel": 0, "peewee": 4, "tortoise": 1}

# In a table `thing` with the mapper's own type: store() stores KEY; find() whether it finds KEY;
# silent() does what the page says that fails silently.
PROBES = {
    "django": """
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=["uuid9562.django"], DATABASES={
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATABASE}})
django.setup()
from django.db import connection, models

class Thing(models.Model):
    id = models.UUIDField(primary_key=True)
    class Meta:
        app_label, db_table = "app", "thing"

def store():
    with connection.schema_editor() as editor:
        editor.create_model(Thing)
    Thing.objects.create(id=KEY)

def find():
    return Thing.objects.filter(id=KEY).exists()

def silent():
    with connection.cursor() as cursor:
        cursor.execute("UPDATE thing SET id = uuid7()")
    thing = Thing.objects.get()
    assert not Thing.objects.filter(id=thing.id).exists()
    thing.save()
    assert Thing.objects.count() == 2
""",
    "sqlalchemy": """
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

engine = sa.create_engine(f"sqlite:///{DATABASE}")
metadata = sa.MetaData()
thing = sa.Table("thing", metadata, sa.Column("id", sa.Uuid, primary_key=True))
wrong = sa.Table("wrong", metadata, sa.Column("a", sa.UUID), sa.Column("b", postgresql.UUID))

def store():
    metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(thing.insert().values(id=KEY))

def find():
    with engine.begin() as connection:
        return connection.execute(sa.select(thing).where(thing.c.id == KEY)).first()

def silent():
    key = uuid.UUID("12345678-1234-5678-1234-56781234e567")
    with engine.begin() as connection:
        connection.execute(wrong.insert().values(a=key, b=key))
        assert connection.execute(sa.text("SELECT * FROM wrong")).all() == [(float("inf"),) * 2]
""",
    "sqlmodel": """
from sqlmodel import Field, Session, SQLModel, create_engine, text

class Thing(SQLModel, table=True):
    id: uuid.UUID = Field(primary_key=True)

engine = create_engine(f"sqlite:///{DATABASE}")

def store():
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        session.add(Thing(id=KEY))
        session.commit()

def find():
    with Session(engine) as session:
        return session.get(Thing, KEY)

def silent():
    with Session(engine) as session:
        query = text("SELECT id FROM thing WHERE id = :key")
        assert session.execute(query, {"key": KEY.hex}).all() == [(KEY.hex,)]
        assert session.execute(query, {"key": str(KEY)}).all() == []
""",
    "peewee": """
from peewee import SQL, BinaryUUIDField, Model, SqliteDatabase, UUIDField
import uuid9562

database = SqliteDatabase(DATABASE)
database.load_extension(uuid9562.loadable_path())

class Thing(Model):
    id = UUIDField(primary_key=True)
    class Meta:
        database = database

class Other(Model):
    id = BinaryUUIDField(primary_key=True, constraints=[SQL("DEFAULT (uuid7_blob())")])
    class Meta:
        database = database

def store():
    database.create_tables([Thing, Other])
    Thing.create(id=KEY)

def find():
    return Thing.get_or_none(Thing.id == KEY)

def silent():
    assert Other.create().id == 1 and Other.get().id.version == 7
""",
    "tortoise": """
from tortoise import Tortoise, fields, models, run_async
from tortoise.fields.db_defaults import SqlDefault

class Thing(models.Model):
    id = fields.UUIDField(primary_key=True)

class Other(models.Model):
    id = fields.UUIDField(primary_key=True, db_default=SqlDefault("(uuid7())"))

def told(what):
    async def run():
        await Tortoise.init(db_url=f"sqlite://{DATABASE}", modules={"models": [__name__]})
        await Tortoise.generate_schemas()
        seen.append(await what())
    seen = []
    run_async(run())
    return seen[0]

def store():
    told(lambda: Thing.create(id=KEY))

def find():
    return told(lambda: Thing.exists(id=KEY))

def silent():
    assert told(Other.create).id.version == 4
""",
}
PROBE = """
import sqlite3, sys, uuid
DATABASE, KEY = sys.argv[1], uuid.UUID(sys.argv[2])
{}
def see():
    store()
    connection = sqlite3.connect(DATABASE)
    stored, = connection.execute("SELECT id FROM thing").fetchone()
    found = []
    for name, value in {}.items():
        with connection:
            connection.execute("UPDATE thing SET id = ?", [value])
        if find():
            found.append(name)
    with connection:
        connection.execute("UPDATE thing SET id = ?", [stored])
    connection.close()
    silent()
    print([stored, found])

see()
"""


@functools.lru_cache(maxsize=None)
def is_installed(name):
    program = f"import {name}; exit(int({name}.__version__.split('.')[0]) < {OLDEST[name]})"
    return run(PYTHON, "-c", program, check=False).returncode == 0


def needs(name):
    """A mapper, or the test is skipped."""
    if not is_installed(name):
        pytest.skip(f"{name} {OLDEST[name]} or later is not installed")


def run_in(*words):
    return run(PYTHON, "-B", *words, env={"PYTHONPATH": str(PACKAGE)}).stdout


def rows_found(name, file):
    """Runs an example, and returns how many rows it found by their keys."""
    said, _, found = run_in(EXAMPLES / f"{name}_keys.py", file).split()
    assert said == name
    return int(found)


def query(file, sql):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


@pytest.mark.parametrize("name", PROBES)
def test_what_it_writes_and_seeks(name, tmp_path):
    needs(name)
    program = PROBE.format(PROBES[name], formats(KEY))
    check(f"{name}_keys.py", KEY, *eval(run_in("-c", program, tmp_path / "db", KEY)))


@pytest.mark.parametrize("name", PROBES)
def test_declaration(name, tmp_path):
    needs(name)
    assert rows_found(name, tmp_path / "db") == 1
    assert query(tmp_path / "db", "SELECT type, dflt_value, pk FROM pragma_table_info('event') "
                                  "WHERE name = 'id'") == [("BLOB", "uuid7_blob()", 1)]


def test_each_finds_the_rows_of_all(tmp_path):
    names = list(filter(is_installed, PROBES)) or [needs(name) for name in PROBES]
    found = [rows_found(name, tmp_path / "db") for name in names * 2]
    assert found == list(range(1, 2 * len(names) + 1))
    for key, in query(tmp_path / "db", "SELECT id FROM event"):
        assert uuid.UUID(bytes=key).version == 7


@pytest.mark.parametrize("name, row", rows().items(), ids=rows())
def test_row(name, row):
    """The example has the code that the table shows."""
    assert (row.example is None) == (row.ran == "not run")
    codes = re.findall(r"`(.+?)`", f"{row.declare} {row.load}") if row.example else ()
    text = "".join(file.read_text(encoding="utf-8") for file in EXAMPLES.iterdir()
                   if row.example and file.stem == Path(row.example).stem)
    for code in codes:
        pattern = ".*".join(re.escape("".join(part.split())) for part in code.split("..."))
        assert re.search(pattern, "".join(text.split())), code


def test_each_example_has_a_row():
    assert {Path(row.example).stem for row in rows().values() if row.example} == \
        {path.stem for path in EXAMPLES.iterdir()}
