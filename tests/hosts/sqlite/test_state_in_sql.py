"""The state file, in SQL. It stays open until the process ends, so each test asks a process of its
own."""

import json
import os
import sqlite3
import sys

import pytest
from harness import EXTENSION, run

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")

ASK = """
import json, sqlite3, sys
connection = sqlite3.connect(":memory:")
connection.enable_load_extension(True)
connection.load_extension(sys.argv[1])
for statement in sys.argv[2:]:
    try:
        print(json.dumps([value for value, in connection.execute(statement)]))
    except sqlite3.Error as error:
        print(json.dumps(str(error)))
"""


def ask(*statements, **options):
    """The column that each gives, or the message of its error."""
    done = run(sys.executable, "-B", "-c", ASK, EXTENSION.with_suffix(""), *statements, **options)
    return [json.loads(line) for line in done.stdout.splitlines()]


def quoted(path):
    return "'" + str(path).replace("'", "''") + "'"


def test_none_is_open():
    assert ask("SELECT uuid7() > ''", "SELECT uuid_state()") == [[1], [None]]


@pytest.mark.parametrize("name", ("state", "it's \"a\" \\ \n\tfile", "ü"))
def test_state_is_json(tmp_path, name):
    path = tmp_path / name
    opened, (state,), node, clock_seq, (again,) = ask(
        f"SELECT value FROM uuid_state_open({quoted(path)})", "SELECT uuid_state()",
        "SELECT uuid_node(uuid1())", "SELECT uuid_clock_seq(uuid1())", "SELECT uuid_state()")
    state, again = json.loads(state), json.loads(again)
    assert opened == [str(path)]
    assert list(state) == ["path", "node", "clock_seq", "last_ns", "until_ns"]
    assert state["path"] == str(path)
    assert [state["node"]] == node and [state["clock_seq"]] == clock_seq
    assert state["last_ns"] < again["last_ns"] < again["until_ns"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_path_from_here(tmp_path):
    assert ask("SELECT value FROM uuid_state_open('here')", cwd=tmp_path) == [[str(tmp_path / "here")]]


def test_the_node_is_given(tmp_path):
    path = quoted(tmp_path / "state")
    assert ask(f"SELECT value FROM uuid_state_open({path}, 281474976710656)",
               f"SELECT value FROM uuid_state_open({path}, '@nothing')", "SELECT uuid_state()") == [
        "uuid_state_open: node is out of range: 0 to 281474976710655",
        "uuid_state_open: unknown node; expected a number or @host", [None]]
    assert not (tmp_path / "state").exists()
    for rest in (", 5)", ") WHERE node IS 5", ") WHERE node LIKE 5", ") WHERE node > 4 OR node < 9"):
        answers = ask(f"SELECT value FROM uuid_state_open({path}{rest}",
                      f"SELECT path || node FROM uuid_state_open({path})",
                      f"SELECT path || node FROM uuid_state_open({path}, 5)",
                      "SELECT uuid_state() ->> 'node'")
        assert answers == [[str(tmp_path / "state")], *[[str(tmp_path / "state") + "5"]] * 2, [5]]


@pytest.mark.parametrize("arguments, message", (
    ("NULL", "path must be TEXT, not NULL"), ("5", "path must be TEXT, not an INTEGER"),
    ("x'2f'", "path must be TEXT, not a BLOB"),
    ("''", "path must be a name: not empty, without a NUL"),
    ("'state' || char(0) || 'x'", "path must be a name: not empty, without a NUL"),
    ("'state', NULL", "node must be an INTEGER or '@host', not NULL"),
    ("'state', 1.5", "node must be an INTEGER or '@host', not the REAL 1.5")))
def test_wrong_types(arguments, message, tmp_path):
    assert ask(f"SELECT value FROM uuid_state_open({arguments})", cwd=tmp_path) == [
        f"uuid_state_open: {message}"]
    assert list(tmp_path.iterdir()) == []


def test_the_file_that_the_environment_names(tmp_path):
    assert ask("SELECT uuid7() > ''", "SELECT uuid_state() ->> 'path'",
               env={"UUID9562_STATE": str(tmp_path / "state")}) == [[1], [str(tmp_path / "state")]]
    reason = ("the state file cannot be opened or created: No such file or directory: "
              f"{tmp_path}/none/state (UUID9562_STATE)")
    assert ask("SELECT uuid7()", "SELECT n FROM uuid_series(7, 1)", "SELECT uuid4() > ''",
               env={"UUID9562_STATE": str(tmp_path / "none/state")}) == [
        f"uuid7: {reason}", f"uuid_series: {reason}", [1]]


def test_no_schema_may_use_it():
    _, answer = ask("CREATE VIEW v AS SELECT uuid_state()", "SELECT * FROM v")
    assert "unsafe use of" in answer


def test_paths_in_messages(tmp_path):
    """That of the file that is open, not of the environment, which came too late; and a path that
    does not fit ends with a whole character."""
    paths = "/" + "\u00e9" * 300, "//" + "\u00e9" * 300, tmp_path / "open", tmp_path / "other"
    answers = ask(*(f"SELECT value FROM uuid_state_open({quoted(path)})" for path in paths),
                  env={"UUID9562_STATE": str(tmp_path / "late")})
    assert answers[0][-1] == answers[1][-1] == "\u00e9"
    assert answers[3].endswith(f": {tmp_path}/open")


def test_messages_are_utf_8(tmp_path):
    """Whatever bytes a path holds, as an argument or in the environment."""
    path = bytes(tmp_path / "none/") + b"/\xc3\xa9\xe9\xc0\xaf\xe0\x80\xed\xa0\x80\xf0\x9f\x8c\x8d\xf4\x90\xf5\xe2\x82"
    text = f"CAST(x'{path.hex()}' AS TEXT)"
    shown = f"{tmp_path}/none/\u00e9????????\U0001f30d?????"
    assert [answer.partition("directory: ")[2] for answer in ask(
        f"SELECT value FROM uuid_state_open({text})", "SELECT uuid7()",
        env={"UUID9562_STATE": os.fsdecode(path)})] == [shown, f"{shown} (UUID9562_STATE)"]
