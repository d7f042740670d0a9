#!/usr/bin/env python3
"""Runs SQL whose lines say what they give, with the extension loaded.

    sql_file.py [--shell] [--setup SQL] EXTENSION FILE [OPERATION]

A line of a FILE is one statement, or a comment. What stands behind ` -- => ` is what it gives:

    SELECT 1, 'a' -- => 1|a                     columns and rows joined by |; NULL is empty
    SELECT uuid4() -- => ~ ^[0-9a-f-]{36}$      what a regular expression finds
    SELECT uuid7(0) -- => error                 an error
    SELECT uuid7_at(0.5) -- => error: must be   an error whose code and message have this text in it
    SELECT uuid7_at(0.5) -- => error~ be an? I  the same as a regular expression

Without it a statement gives no rows, or NULL, and no error. RUN in front of a SELECT runs what that
gives, all or nothing. The lines of a file share a connection, to a new database.

The code is SQLite's name of it, such as SQLITE_CONSTRAINT_UNIQUE. A message is expected by its text
only where it is ours: SQLite's own, and its shell's, change from version to version.

A FILE that ends in .tsv has vectors (tests/vectors.tsv); OPERATION takes those of one operation.
--setup is run first. --shell runs it all in the sqlite3 shell, SQLITE3, where --setup may be one of
its commands; there an error of RUN is known only as what prints nothing, and no error has a code. It
prints the plan of a query in its own way: EXPLAIN is left out.

Prints each line that gives something else, and then how many passed and failed.
"""

import argparse
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from itertools import accumulate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from harness import SQLITE3, SURFACE, host_rows, table  # noqa: E402

# ---- what is run: (line number, statement, expected)


def statements(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            statement, _, expected = line.rstrip("\n").partition(" -- => ")
            if statement and not statement.startswith("--"):
                yield number, statement, expected


NAMES = {cells[1].partition("/")[0] for _, cells in table(SURFACE)}
OTHERWISE = {"to_bytes": "uuid_blob", "from_bytes": "uuid_str"}
RANGE_ERROR = "error~ out of range|unknown|not of version|exactly|invalid prefix"
TYPE_ERROR = "error~ must be (an INTEGER|TEXT|a BLOB|a UUID).*, not "


def literal(value):
    kind, text = value[:2], value[2:]
    if kind == "s:":
        return "'" + text.replace("'", "''") + "'"
    if kind == "x:":
        return f"CAST(X'{text.upper()}' AS TEXT)"
    if kind == "b:":
        return f"X'{text.upper()}'"
    return {"i:": text, "r:": text, "t:": text, "n:": "NULL"}[kind]


def expression(operation, arguments):
    values = ", ".join(map(literal, arguments))
    if operation == "batch":
        return f"(SELECT count(*) FROM uuid_series({values}))"
    if operation == "ldap_schema":
        return ("(SELECT section || ' ' || oid || ' ' || name || ' ' || description"
                f" FROM uuid_ldap_schema WHERE name = {values})")
    if operation == "formats":
        return ("(SELECT printf('%s %s %d %d %d %d %d %d', name, coalesce(length, '-'), "
                "fixed_length, sorted, any_case, binary, writable, implied)"
                f" FROM uuid_formats WHERE name = {values})")
    prefixed = OTHERWISE.get(operation, f"uuid_{operation}")
    name = operation if operation in NAMES else prefixed
    return f"{name}({values})"


def outcome(operation, expected):
    if operation == "uuid7_name" and expected.startswith("e:namespace@"):
        return f"error: malformed namespace at offset {expected.partition('@')[2]}: "
    if operation == "uuid7_name" and expected == "e:null":
        return TYPE_ERROR
    if expected.startswith("e:time@"):
        return f"error: malformed time at offset {expected.partition('@')[2]}: "
    if expected.startswith("e:range "):
        return r"error~ \w: " + re.escape(expected[8:])
    if expected.startswith("e:"):
        return {"range": RANGE_ERROR, "type": TYPE_ERROR}.get(expected[2:], "NULL")
    return literal(expected)


def vectors(path, only=None):
    for number, (operation, expected, *arguments) in host_rows(path):
        if only not in (None, operation) or operation == "constant":  # SQL has none
            continue
        yield (number, f"SELECT quote({expression(operation, arguments)})",
               outcome(operation, expected))
        if operation == "format" and arguments[1:] == ["s:hex"]:
            yield number, f"SELECT quote(uuid_hex({literal(arguments[0])}))", literal(expected)
        # uuid_check refuses what is malformed where the others return NULL, and says where.
        if operation == "parse":
            checked = f"uuid_check({', '.join(map(literal, arguments))})"
            if expected.startswith("e:malformed"):
                yield (number, f"SELECT {checked}",
                       f"error: malformed UUID at offset {expected.partition('@')[2]}: ")
            elif not expected.startswith("e:"):
                yield number, f"SELECT {checked} IS {literal(arguments[0])}", "1"
            elif len(arguments) > 1:
                yield (number, f"SELECT {checked}",
                       TYPE_ERROR if expected == "e:null" else outcome(operation, expected))


# ---- how it is run: each statement gives (has it failed?, text)


def text(value):
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "" if value is None else str(value)


def ask(connection, statement):
    try:
        rows = connection.execute(statement).fetchall()
    except sqlite3.Error as error:
        return True, f"{error.sqlite_errorname}: {error}"
    return False, "|".join(text(value) for row in rows for value in row)


def run_scripts(connection, select):
    connection.execute("SAVEPOINT run")
    try:
        for script in [text(value) for row in connection.execute(select) for value in row]:
            statement = ""
            for line in script.split("\n"):
                statement += line + "\n"
                if sqlite3.complete_statement(statement):
                    connection.execute(statement)
                    statement = ""
    except sqlite3.Error as error:
        connection.execute("ROLLBACK TO run")
        return True, f"{error.sqlite_errorname}: {error}"
    finally:
        connection.execute("RELEASE run")
    return False, ""


def on_connection(connection, tests):
    for test in tests:
        if test[1].startswith("RUN "):
            yield test, run_scripts(connection, test[1][len("RUN "):])
        else:
            yield test, ask(connection, test[1])


def in_python(extension, setup, tests, scratch):
    connection = sqlite3.connect(f"{scratch}/test.db", isolation_level=None)
    connection.text_factory = bytes
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.enable_load_extension(False)
    for statement in setup:
        connection.execute(statement)
    yield from on_connection(connection, tests)
    connection.close()


def in_shell(extension, setup, tests, scratch):
    tests = [test for test in tests if not test[1].startswith("EXPLAIN ")]
    script = [f".load {extension}", *setup]
    places = []  # of the tests, in it
    for i, (_, statement, expected) in enumerate(tests):
        script.append(f".print @{i}")
        places.append(len(script))
        if statement.startswith("RUN "):
            script += ['.separator "" "\\n"', f".once {scratch}/script.sql",
                       statement[len("RUN "):] + ";", '.separator "|" "\\n"', "SAVEPOINT run;",
                       f".read {scratch}/script.sql",
                       "ROLLBACK TO run;" if expected.startswith("error") else "", "RELEASE run;"]
        else:
            script.append(statement + ";")
    done = subprocess.run([SQLITE3, "-batch", "-list", "-noheader", f"{scratch}/test.db"],
                          input="\n".join(script), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    printed = re.split(r"^@\d+\n", done.stdout, flags=re.MULTILINE)[1:]
    lines_of_script = list(accumulate((entry.count("\n") + 1 for entry in script), initial=1))
    said = {int(line): message for line, message in re.findall(
        r"^[^\n]*[Ee]rror:? near line (\d+): (.*)$", done.stderr, flags=re.MULTILINE)}
    for test, place, lines in zip(tests, places, printed, strict=True):
        lines = lines.rstrip("\n").replace("\n", "|")
        failed = test[2].startswith("error") and lines == ""
        if failed and not test[1].startswith("RUN ") and "SQLITE_" not in test[2]:
            lines = said.get(lines_of_script[place], "no error")
        yield test, (failed, lines)


def holds(expected, failed, got):
    if expected.startswith("error"):
        kind, wanted = expected[5:6], expected[7:]
        return failed and (re.search(wanted, got) if kind == "~" else wanted in got or not got)
    if expected.startswith("~ "):
        return not failed and re.search(expected[2:], got)
    return not failed and got == expected


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", action="store_true")
    parser.add_argument("--setup", action="append", default=[])
    parser.add_argument("extension")
    parser.add_argument("file")
    parser.add_argument("operation", nargs="?")
    options = parser.parse_args()
    is_vectors = options.file.endswith(".tsv")
    tests = vectors(options.file, options.operation) if is_vectors else statements(options.file)
    lines, failed_lines = set(), set()
    with tempfile.TemporaryDirectory() as scratch:
        engine = in_shell if options.shell else in_python
        for test, (failed, got) in engine(options.extension, options.setup, tests, scratch):
            number, statement, expected = test
            lines.add(number)
            if not holds(expected, failed, got):
                failed_lines.add(number)
                print(f"{options.file}:{number}: {statement}\n    expected: {expected}\n"
                      f"    got: {'error: ' if failed else ''}{got}")
    print(f"{'vectors' if is_vectors else os.path.basename(options.file)}: "
          f"{len(lines - failed_lines)} passed, {len(failed_lines)} failed, 0 skipped")
    return len(failed_lines) > 0 or not lines


if __name__ == "__main__":
    sys.exit(main())
