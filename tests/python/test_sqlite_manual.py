"""The manual of the SQLite extension, docs/sqlite.md: its examples in Python's own sqlite3, and
whether it has every function with the arguments that the function really takes.

tests/sqlite/manual.sh says how the examples are written, and runs them in the sqlite3 shell.
"""

import contextlib
import os
import re
import sqlite3
import unittest
from pathlib import Path

import support

EXTENSION = Path(os.environ.get("UUID9562_SQLITE") or support.ROOT / "build/sqlite/uuid9562.so")
MANUAL = support.ROOT / "docs/sqlite.md"

SHOWS = " *-- => ?"


def connect(extension):
    connection = sqlite3.connect(":memory:", isolation_level=None)
    if extension:
        connection.enable_load_extension(True)
        connection.load_extension(str(EXTENSION.with_suffix("")))
    return connection


def sections(text):
    """The statements of each section that has any: [[(line, statement, what it prints)]]."""
    found, language, lines = [], None, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            language = None if language is not None else line[3:]
        elif language is None and line.startswith("#"):
            found.append([])
        elif language == "sql" and line and not line.startswith("."):
            code, *shown = re.split(SHOWS, line, maxsplit=1)
            if code:
                if not lines:
                    found[-1].append((number, "", []))
                lines.append(code)
                found[-1][-1] = (found[-1][-1][0], "\n".join(lines), found[-1][-1][2])
            found[-1][-1][2].extend(shown)
            if code.endswith(";"):
                lines = []
    return [section for section in found if section]


def printed(connection, statement):
    """The rows of a statement as the shell prints them, or the message of its error."""
    try:
        rows = connection.execute(statement).fetchall()
    except sqlite3.Error as error:
        return f"error: {error}"
    if statement.startswith("EXPLAIN QUERY PLAN"):
        rows = [row[3:] for row in rows]
    return ["|".join("NULL" if cell is None else str(cell) for cell in row) for row in rows]


def listed(extension):
    """What a connection has: {function name: {counts of arguments}}, {tables and collations}."""
    functions = {}
    with contextlib.closing(connect(extension)) as connection:
        for name, count in connection.execute("SELECT name, narg FROM pragma_function_list"):
            functions.setdefault(name, set()).add(count)
        others = connection.execute("SELECT name FROM pragma_module_list"
                                    " UNION ALL SELECT name FROM pragma_collation_list")
        return functions, {name for name, in others}


def counts(arguments):
    """How many arguments a signature allows: `a [, b [, c]]` has 1 to 3."""
    names = re.findall(r"\w+", arguments)
    return set(range(len(re.findall(r"\w+", arguments.split("[")[0])), len(names) + 1))


@unittest.skipUnless(hasattr(sqlite3.Connection, "enable_load_extension"),
                     "a Python whose sqlite3 loads no extensions")
@unittest.skipUnless(EXTENSION.exists(), "no SQLite extension: make sqlite")
@unittest.skipIf(sqlite3.sqlite_version_info < (3, 38), "SQLite before 3.38")
class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = MANUAL.read_text(encoding="utf-8")
        cls.sections = sections(cls.text)

    def test_examples(self):
        self.assertGreater(sum(map(len, self.sections)), 100)
        for section in self.sections:
            with contextlib.closing(connect(extension=True)) as connection:
                for line, statement, shown in section:
                    with self.subTest(line=line, statement=statement):
                        got = printed(connection, statement)
                        if shown and shown[0].startswith("error:"):
                            self.assertIsInstance(got, str)
                            self.assertIn(shown[0][len("error: "):], got)
                        else:
                            self.assertEqual(got, shown)

    def test_every_function(self):
        before, others_before = listed(extension=False)
        functions, others = listed(extension=True)
        ours = {name: functions[name] for name in functions.keys() - before.keys()}
        self.assertGreater(len(ours), 50)

        # The first cells of the rows of tables: a signature is `name(arguments)`.
        cells = re.findall(r"^\|((?:[^|`]|`[^`]*`)*)\|", self.text, re.MULTILINE)
        signatures = re.findall(r"`(\w+)\(([^`]*)\)`", "".join(cells))
        written = {}
        for name, arguments in signatures:
            if name in ours:
                written.setdefault(name, set()).update(counts(arguments))
        self.assertEqual(written, ours)
        named = set(re.findall(r"`(\w+)[(`]", "".join(cells)))
        self.assertEqual(others - others_before - named, set())

        examples = "\n".join(statement for section in self.sections for _, statement, _ in section)
        for name in [*ours, *(others - others_before)]:
            with self.subTest(name=name):
                self.assertRegex(examples, rf"\b{name}\b")

    def test_python(self):
        text = self.text.replace("build/sqlite/uuid9562", str(EXTENSION.with_suffix("")))
        tried, wrong = support.run_examples(text, "sqlite.md", MANUAL)
        self.assertGreater(tried, 5)
        self.assertEqual(wrong, "")


if __name__ == "__main__":
    unittest.main()
