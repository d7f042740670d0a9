"""Each ORM of docs/orms.md that is here or can be had; `make sqlite-hosts`. test_orms.py
has more of those of Python, which `make ecosystem` has to install.

Its example in examples/orms stores a row by the default of the table of docs/hosts.md, and prints
its name, the key, and how many rows of the last hour it finds by their keys. All of them run twice
on one file: so each finds what each other has stored.
"""

import os
import shlex
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import pytest
from examples import compare, expected
from harness import BUILD, EXTENSION, ROOT, run
from loaded import HERE, PLACE, database, package, path, toolchain
from node import modules

EXAMPLES = ROOT / "examples/orms"
# What is no error: a change of an example; then whether it prints the key that is stored, how many
# rows it finds, and how many it stores.
SILENT = {
    "drizzle": ({"eq(event.id, id)": "eq(event.id, id.toString('hex'))"}, (True, 0, 1)),
    "activerecord": ({'event, = Event.find_by_sql([insert, "activerecord"])':
                      'event = Event.create!(what: "activerecord")'}, (False, 1, 1)),
    "doctrine": ({"SELECT uuid7_blob()": "INSERT INTO event VALUES (uuid7_blob(), ?) RETURNING id",
                  "id');": "id', ['doctrine']);", "$events->persist": "//"}, (True, 2, 2)),
    "hibernate": ({"return true": "return false", "@Generated": "@jakarta.persistence.GeneratedValue("
                   "strategy = jakarta.persistence.GenerationType.IDENTITY)"}, (False, 1, 1)),
}

# A change of an example that has the ORM create the table from what the example declares. (Drizzle
# and Prisma do that with tools of their own; the others declare no default.)
CREATE = {
    "typeorm": {"database: process": "synchronize: true, database: process"},
    "gorm": {"\tevent :=": "\tdb.AutoMigrate(&Event{})\n\tevent :="},
}


# ---- where the ORMs come from: each puts into the folder of the programs what they need, and returns
# their environment, or skips the test


def npm(folder):
    """All ORMs of npm, and the clients that Prisma makes of its models."""
    installed = modules(
        PLACE / "npm/orms", "@prisma/adapter-better-sqlite3@7.10.0", "@prisma/client@7.10.0",
        "better-sqlite3@12.11.1", "drizzle-orm@0.45.4", "knex@3.3.0", "kysely@0.29.9",
        "prisma@7.10.0", "sequelize@6.37.8", "sqlite3@6.0.1", "typeorm@1.1.1")
    (folder / "node_modules").symlink_to(installed)
    for model in folder.glob("*.prisma"):
        # A program that is not called; its own is on a server that not everyone reaches.
        run("node_modules/.bin/prisma", "generate", "--schema", model, cwd=folder,
            env={"PRISMA_SCHEMA_ENGINE_BINARY": shutil.which("true")})
    return {}


RUN = {
    ".cjs": "node {file}",
    ".go": "go run {file}",
    ".java": "sh -c 'javac {file} && java -Djava.util.logging.config.file=/dev/null {name} \"$@\"' sh",
    ".py": "python -B {file}",
    ".php": f"php -d sqlite3.extension_dir={EXTENSION.parent} {{file}}",
    ".rb": "ruby {file}",
    ".rs": "cargo run -q --bin {name} --",
}


def debian(name, check, **environment):
    """Packages of the distribution, as those of loaded.py."""
    get = package(name, check)
    return lambda _: {**get(), **environment}


def crates(folder):
    return had(folder, "cargo", "fetch", CARGO_TARGET_DIR=str(PLACE / "cargo"))


def go(folder):
    return had(folder, "go", "mod", "download")


def had(folder, *command, **environment):
    """Has a toolchain get the packages that its file in the folder orms names."""
    toolchain(command[0], "gcc")()
    got = run(*command, cwd=folder, check=False)
    if got.returncode:
        pytest.skip(f"not to be had: {(got.stdout + got.stderr).strip()[-200:]}")
    return environment


def maven(folder):
    """The jars of pom.xml."""
    toolchain("java", "javac")()
    jars = PLACE / "maven/orms"
    had(folder, "mvn", "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={jars}")
    return {"CLASSPATH": f"{jars}/*:."}


def python(folder):
    """The environment that `make ecosystem` leaves, with this package and the mappers."""
    for place in sorted(BUILD.glob("ecosystem/*/venv/bin/python"), reverse=True):
        mappers = "import django, sqlalchemy, sqlmodel, peewee, tortoise"
        if run(place, "-c", mappers, check=False).returncode == 0:
            return {**path(place.parent), "PYTHONPATH": ""}
    pytest.skip("the mappers of Python are not installed")


@dataclass
class Orm:
    """The file of its example, without whose suffix it is named, and what gets the ORM."""
    file: str
    get: Callable

    def __post_init__(self):
        self.name, self.suffix = os.path.splitext(self.file.lower())


ORMS = (
    Orm("drizzle.cjs", npm),
    Orm("kysely.cjs", npm),
    Orm("knex.cjs", npm),
    Orm("typeorm.cjs", npm),
    Orm("sequelize.cjs", npm),
    Orm("prisma.cjs", npm),
    Orm("activerecord.rb", debian("ruby-activerecord or ruby-sqlite3",
                                  "ruby -e 'require \"active_record\"; require \"sqlite3\"'")),
    Orm("doctrine.php", debian(
        "php-doctrine-orm, php-symfony-cache, php-symfony-doctrine-bridge or php-symfony-uid",
        "php -r 'require \"Doctrine/ORM/autoload.php\"; new SQLite3(\":memory:\");"
        " foreach ([\"Component/Cache\", \"Component/Uid\", \"Bridge/Doctrine\"] as $name)"
        " require \"Symfony/$name/autoload.php\";'",
        UUID9562_EXTENSION=EXTENSION.name)),
    Orm("gorm.go", go),
    Orm("Hibernate.java", maven),
    Orm("sqlx.rs", crates),
    Orm("seaorm.rs", crates),
    Orm("diesel.rs", crates),
    *(Orm(f"{name}_keys.py", python)
      for name in ("django", "sqlalchemy", "sqlmodel", "peewee", "tortoise")),
)


# ---- the tests


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """What runs a program with an ORM, and returns the lines that it prints."""
    folders = {}

    def runs(orm, program, *words, changes=None):
        if orm.get not in folders:
            folder = tmp_path_factory.mktemp("orms")
            for source in (EXAMPLES, HERE / "orms"):
                shutil.copytree(source, folder, dirs_exist_ok=True)
            folders[orm.get] = folder, orm.get(folder)
        folder, environment = folders[orm.get]
        text = same = (folder / program).read_text(encoding="utf-8")
        for old, new in (changes or {}).items():
            assert old in text
            text = text.replace(old, new)
        (folder / program).write_text(text, encoding="utf-8")
        command = RUN[orm.suffix].format(file=program, name=Path(program).stem)
        done = run(*shlex.split(command), *words, cwd=folder,
                   env={"UUID9562_EXTENSION": str(EXTENSION.with_suffix("")), **environment})
        (folder / program).write_text(same, encoding="utf-8")
        assert done.stderr == ""
        return done.stdout.splitlines()
    return runs


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """The file that all write into."""
    file = tmp_path_factory.mktemp("orms") / "shared.db"
    database(file)
    return file


def rows(file):
    with closing(sqlite3.connect(file)) as connection:
        return set(connection.execute("SELECT what, lower(hex(id)) FROM event"))


@pytest.mark.parametrize("orm", ORMS, ids=lambda orm: orm.name)
def test_example(orm, runs, tmp_path):
    database(tmp_path / "event.db")
    promised = expected((EXAMPLES / orm.file).read_text(encoding="utf-8").splitlines())
    compare(orm.name, promised, runs(orm, orm.file, tmp_path / "event.db"))


@pytest.mark.parametrize("orm", ORMS, ids=lambda orm: orm.name)
@pytest.mark.parametrize("again", (False, True), ids=("first", "again"))
def test_finds_the_rows_of_all(orm, again, runs, shared):
    before = rows(shared)
    (line,) = runs(orm, orm.file, shared)
    name, key, found = line.split()
    assert rows(shared) - before == {(name, key)}
    assert int(found) == len(before) + 1


@pytest.mark.parametrize("name", CREATE)
def test_declaration(name, runs, tmp_path):
    (orm,) = (orm for orm in ORMS if orm.name == name)
    (line,) = runs(orm, orm.file, tmp_path / "new.db", changes=CREATE[name])
    assert rows(tmp_path / "new.db") == {tuple(line.split()[:2])}
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        ((declared, default, key),) = connection.execute(
            "SELECT type, dflt_value, pk FROM pragma_table_info('event') WHERE name = 'id'")
    assert (declared, default.strip("()"), key) == ("BLOB", "uuid7_blob", 1)


def test_relations_of_drizzle(runs, tmp_path):
    """They are JSON, which has no BLOB."""
    database(tmp_path / "event.db")
    error, key, line = runs(ORMS[0], "drizzle.cjs", tmp_path / "event.db", changes={
        "drizzle(client)": """drizzle(client, { schema: { event, of: require('drizzle-orm').relations(
            event, ({ one }) => ({ same: one(event, { fields: [event.id], references: [event.id] }) })
        ) } })""",
        "console.log": """const related = same => db.query.event.findFirst({ with: { same } }).sync();
            try { related(true); } catch (error) { console.log(error.message); }
            console.log(related({
                columns: { id: false }, extras: { id: sql`uuid_hex(id)`.as('id') } }).same.id);
            console.log"""})
    assert (error, line.split()[1]) == ("JSON cannot hold BLOB values", key)


@pytest.mark.parametrize("name", SILENT)
def test_fails_silently(name, runs, tmp_path):
    (orm,) = (orm for orm in ORMS if orm.name == name)
    database(tmp_path / "event.db")
    changes, result = SILENT[name]
    (line,) = runs(orm, orm.file, tmp_path / "event.db", changes=changes)
    name, key, found = line.split()
    stored = rows(tmp_path / "event.db")
    assert ((name, key) in stored, int(found), len(stored)) == result
