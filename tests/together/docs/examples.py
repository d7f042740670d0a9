"""Finds the examples in the documents, runs them, and compares what they show with what they say.

tests/README.md describes how an example is written.
"""

import contextlib
import functools
import re
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness import CC, EXTENSION, LUA, PYTHON, ROOT, compile_strictly, run

HERE = Path(__file__).parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md"),
                    *ROOT.glob("tests/*.md"), *ROOT.glob("tests/together/field/*.md")])

EXPECTED = re.compile(r" *(?:--|#|//|/\*) => ?(.*?)(?: \*/)?$")
NOT_RUN = re.compile(r"<!-- not run: .+ -->$")


def expected(lines):
    """What these lines of code say that they show."""
    return [match[1] for match in map(EXPECTED.search, lines) if match]


@dataclass
class Block:
    """The code between two fences, the first of which is in this line. A session is the blocks of
    one language in one section: they share a database, variables, files."""
    path: Path
    section: str
    line: int
    language: str
    lines: list
    session: list

    def __str__(self):
        return f"{self.path.relative_to(ROOT)}:{self.line}"

    def before(self):
        """The blocks of the session up to this one, which is the last."""
        return self.session[:self.session.index(self) + 1]

    def expected(self):
        return expected(self.lines)


def blocks(path, run=True):
    """The blocks that have a language, but for those that say that they are not run; or, without
    `run`, these, for the tests that run them in their own way."""
    sessions, section, block, previous = {}, "", None, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if block is None and line.startswith("#"):
            sessions, section = {}, line.lstrip("# ")
        elif block is None and line.startswith("```"):
            language = line[3:]
            session = sessions.setdefault(language, [])
            block = Block(path, section, number, language, [], session)
            if language and run != bool(NOT_RUN.match(previous)):
                session.append(block)
        elif line == "```":
            if block in block.session:
                yield block
            block = None
        elif block is not None:
            block.lines.append(line)
        previous = line or previous


# ---- what was said, and what was shown


def as_pattern(expected):
    """`...` is any text; white space counts as one space."""
    if re.match(r"error\b(?!:)", expected):
        expected = "error: ..."
    words = " ".join(expected.split())
    return ".*".join(map(re.escape, words.split("...")))


def same(expected, shown):
    return len(expected) == len(shown) and all(
        re.fullmatch(as_pattern(one), " ".join(other.split()))
        for one, other in zip(expected, shown))


def compare(place, expected, shown):
    if not same(expected, shown):
        pytest.fail("\n".join([f"{place}:", *(f"    says   {line}" for line in expected),
                               *(f"    shows  {line}" for line in shown)]), pytrace=False)


# ---- SQL: a statement ends with its semicolon; the first line of what it shows may stand behind


def statements(block):
    """The statements of a block: (line, statement, expected)."""
    found, code = [], ""
    for number, line in enumerate(block.lines, block.line + 1):
        if line.startswith(".load "):
            continue  # it is loaded
        match = EXPECTED.search(line)
        code += line[:match.start() if match else None] + "\n"
        if sqlite3.complete_statement(code) and code.strip():
            found.append((number, code.strip(), []))
            code = ""
        if match:
            found[-1][2].append(match[1])
    assert not code.strip(), f"{block}: no statement: {code.strip()}"
    return found


def in_sql(value):
    if isinstance(value, bytes):
        return f"X'{value.hex().upper()}'"
    return "NULL" if value is None else str(value)


def show_rows(connection, statement):
    try:
        rows = connection.execute(statement).fetchall()
    except sqlite3.Error as error:
        return [f"error: {error}"]
    if statement.startswith("EXPLAIN QUERY PLAN"):
        rows = [row[3:] for row in rows]
    return ["|".join(map(in_sql, row)) for row in rows]


LOADS_EXTENSIONS = "import sqlite3; sqlite3.Connection.enable_load_extension"


@functools.lru_cache(maxsize=None)
def needs_extensions(python):
    if run(python, "-c", LOADS_EXTENSIONS, check=False).returncode:
        pytest.skip("this Python's sqlite3 loads no extensions")


def run_sql(block, folder):
    needs_extensions(sys.executable)
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.enable_load_extension(True)
        connection.load_extension(str(EXTENSION.with_suffix("")))
        for one in block.before():
            for line, statement, expected in statements(one):
                shown = show_rows(connection, statement)
                if one is block:
                    compare(f"{block.path.name}:{line}", expected, shown)


# ---- Python and Lua: a program in a process of its own, which session.py and session.lua run


def run_session(block, folder, *command, blocks=None):
    """Its lines have the numbers that they have in the document."""
    lines = []
    for one in blocks or block.before():
        lines += [""] * (one.line - len(lines)) + one.lines
    program = folder / "example"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(*command, program, block.line, cwd=folder, check=False)
    if done.returncode == 77:
        pytest.skip(done.stdout.splitlines()[-1])
    if done.returncode != 0:
        pytest.fail(f"{block}:\n{done.stdout}{done.stderr}", pytrace=False)
    if block.expected():
        compare(block, block.expected(), done.stdout.splitlines())


def run_python(block, folder):
    if any(re.search("strict=True|enable_load_extension", line)
           for one in block.before() for line in one.lines):
        needs_extensions(PYTHON)
    run_session(block, folder, PYTHON, "-B", HERE / "session.py")


@functools.lru_cache(maxsize=None)
def lua_version():
    return run(LUA, "-e", "print(_VERSION)").stdout.strip()


def run_lua(block, folder):
    """A block whose first line is the name of a version, as in `-- Lua 5.4`, is for no earlier."""
    def has_version(one):
        needed = re.fullmatch(r"-- (Lua 5\.\d)", one.lines[0])
        return not needed or needed[1] <= lua_version()

    if not has_version(block):
        pytest.skip(f"not in {lua_version()}")
    run_session(block, folder, LUA, HERE / "session.lua",
                blocks=list(filter(has_version, block.before())))


# ---- C and shell: in a folder that has what the commands of the documents name


def run_c(block, folder):
    """It parses without a warning. A block of the shell's below it compiles and runs it."""
    compile_strictly(CC, "-std=c11", "-fsyntax-only", f"-I{ROOT}/core/include",
                     write_c(block, folder))


def write_c(block, folder):
    """Into a file of the name that is in its first line: /* program.c */"""
    name = re.fullmatch(r"/\* (\w+\.c) \*/", block.lines[0])
    assert name, f"{block}: the first line is not its name, as in /* program.c */"
    (folder / name[1]).write_text("\n".join(block.lines) + "\n")
    return folder / name[1]


def run_shell(block, folder):
    for one in blocks(block.path):
        if one.language == "c" and one.line < block.line:
            write_c(one, folder)
    done = run("sh", "-e", "-c", "\n".join(block.lines), cwd=folder, check=False,
               stderr=subprocess.STDOUT)
    if done.returncode != 0:
        pytest.fail(f"{block}: ended with {done.returncode}:\n{done.stdout}", pytrace=False)
    if block.expected():
        compare(block, block.expected(), done.stdout.splitlines())


RUNNERS = {"c": run_c, "lua": run_lua, "python": run_python, "sh": run_shell, "sql": run_sql}
