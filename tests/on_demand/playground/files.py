"""Files that are dropped on the page, or chosen: the panel "Your data" shows what is in them."""

import base64
import re
import shutil
import sqlite3
import uuid
from contextlib import closing
from itertools import zip_longest

import pytest
from chromium import RFC, Connection, click, texts, wait, wait_for_text
from harness import EXTENSION, SQLITE3, run
from selenium.webdriver.common.by import By

UUIDS = [RFC, RFC.upper(), "6ba7b8109dad11d180b400c04fd430c8", "no UUID", None]
AUDIT = "SELECT * FROM uuid_audit('{}', NULL, 'opened')"

DROP = """
    for (const [name, content] of arguments[0]) {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(content), (it) => it.charCodeAt(0))], name));
        for (const kind of ["dragenter", "dragover", "drop"])
            document.getElementById("data-drop").dispatchEvent(new DragEvent(kind,
                { dataTransfer: data, bubbles: true, cancelable: true }));
    }
"""


def choose(browser, path):
    browser.find_element(By.ID, "data-file").send_keys(str(path))


def drop(browser, *paths):
    browser.execute_script(
        DROP, [(path.name, base64.b64encode(path.read_bytes()).decode()) for path in paths])


def show(browser, path, content, bring=drop):
    """The answer to a file that is chosen or dropped."""
    path.write_bytes(content)
    bring(browser, path)
    return answer(browser, path.name)


def answer(browser, name):
    """The problem, or the tables that have UUIDs: {name: findings}."""
    wait(browser, f"document.getElementById('data-answer').textContent.startsWith('{name}:')", 60)
    problems = texts(browser, "#data-answer > .problem")
    if problems:
        return problems[0].removeprefix(f"{name}: ")
    return dict(browser.execute_script("""
        return Array.from(document.querySelectorAll("#data-answer .card"), (card) =>
            [card.querySelector("h3").textContent, [
                ...Array.from(card.querySelectorAll(".finding"), (it) =>
                    /^(\\w+) (.*?): (.*), ([\\d,]+) values?/.exec(it.innerText).slice(1)),
                ...Array.from(card.querySelectorAll("tbody tr"), (row) => ["fact",
                    ...Array.from(row.cells, (cell) => cell.textContent).slice(0, 3)])]]);
    """))


def check_audited(browser, found, tables):
    """What is shown of each table is what uuid_audit says at the prompt, and says something."""
    assert sorted(found) == sorted(tables)
    for name, rows in found.items():
        told = Connection(browser).execute(AUDIT.format(name.replace("'", "''")))
        assert sorted(rows) == sorted([level, column, finding, f"{count:,}"]
                                      for column, finding, level, count, *_ in told)
        assert rows


def database(*script):
    """The bytes of one, each of whose tables with an id of type TEXT has UUIDS."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in script:
            connection.execute(statement)
        for quoted, in connection.execute("SELECT format('\"%w\"', name) FROM sqlite_schema"
                                          " WHERE sql LIKE 'CREATE TABLE%id TEXT%'").fetchall():
            connection.executemany(f"INSERT INTO {quoted} (id) VALUES (?)", [[u] for u in UUIDS])
        return connection.serialize()


ONE, TWO = "CREATE TABLE one (id TEXT)", 'CREATE TABLE "a ""b\'" (id TEXT)'
WHOLE = database(ONE, TWO)


@pytest.mark.parametrize("bring", [choose, drop])
@pytest.mark.parametrize("content", [
    WHOLE, WHOLE[:18] + b"\2\2" + WHOLE[20:], database("PRAGMA page_size = 512", ONE, TWO),
    database("PRAGMA page_size = 65536", ONE, TWO), database("PRAGMA auto_vacuum = FULL", ONE, TWO),
], ids=("plain", "WAL", "512", "65536", "auto_vacuum"))
def test_database(browser, tmp_path, bring, content):
    found = show(browser, tmp_path / f"{tmp_path.name}.sqlite", content, bring)
    check_audited(browser, found, ["one", "a \"b'"])


def test_database_with_modules(browser, tmp_path):
    found = show(browser, tmp_path / "modules.sqlite", database(
        ONE, "CREATE VIRTUAL TABLE words USING fts5(id)",
        "CREATE VIRTUAL TABLE boxes USING rtree(id, a, b)",
        "CREATE TABLE own (id BLOB, x COLLATE RTRIM UNIQUE)").replace(b"RTRIM", b"OTHER"))
    check_audited(browser, {"one": found["one"]}, ["one"])
    problem, = texts(browser, "#data-answer .problem")
    assert problem == "uuid_audit: no such collation sequence: OTHER"
    summary, = texts(browser, "#data-answer .summary")
    assert " 1 of 1 table has UUIDs: " in summary and " 1 table could not be read." in summary


WRONG = """
    CREATE TABLE "a ""b'" ("i""d" TEXT UNIQUE);
    INSERT INTO "a ""b'" SELECT uuid FROM uuid_series(7, 20);
    INSERT INTO "a ""b'" VALUES (upper(uuid7())), ('n/a');
    CREATE TABLE customer (id BLOB PRIMARY KEY);
    INSERT INTO customer SELECT uuid_guid_swap(blob) FROM uuid_series(4, 100);
    CREATE TABLE invoice (customer BLOB REFERENCES customer);
    INSERT INTO invoice SELECT id FROM customer LIMIT 3;
    CREATE TABLE letter (customer BLOB REFERENCES customer (ID));
    INSERT INTO letter SELECT id FROM customer;
    CREATE TABLE part ("$&$'" TEXT REFERENCES "a ""b'" ("i""d"));
    INSERT INTO part SELECT * FROM "a ""b'" WHERE uuid_valid("i""d");
    CREATE TABLE unclear ("\u202e" TEXT);
    INSERT INTO unclear SELECT * FROM "a ""b'" WHERE "i""d" = lower("i""d");"""
RIGHT = """
    SELECT finding FROM pragma_table_list AS list, uuid_audit(name) WHERE level = 'fault';
    SELECT count(*) FROM (SELECT * FROM invoice UNION ALL SELECT * FROM letter) JOIN customer
        ON customer = id WHERE uuid_version(id) = 4"""


def test_statements(browser, tmp_path):
    """They correct what is wrong in the file, and references once, with and without a finding of
    their own; or list rows; there are none with names that do not show."""
    path = tmp_path / "wrong.sqlite"
    shell = (SQLITE3, "-cmd", f".load {EXTENSION.with_suffix('')}", path)
    run(*shell, input=WRONG)
    drop(browser, path)
    answer(browser, path.name)
    script = "\n".join([*texts(browser, ".help pre"), "SELECT total_changes();"])
    assert run(*shell, input=script).stdout == "n/a\n205\n"
    assert run(*shell, input=RIGHT).stdout == "text malformed\n" * 2 + "103\n"


def fill(path, tables, *script):
    """Runs statements, and inserts {table: (version of the key, numbers)}. Returns: pages"""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in script:
            connection.execute(statement)
        for table, (version, numbers) in tables.items():
            connection.executemany(f'INSERT INTO "{table}" VALUES (?, ?)', [
                (str(uuid.uuid4()) if version == 4 else f"019c1310-{n:04x}-7000-8000-{0:012}", n)
                for n in numbers])
    return [path.read_bytes()[at:at + 4096] for at in range(0, path.stat().st_size, 4096)]


def test_cost(browser, tmp_path):
    """The pages that 1,000 rows change in a copy of the file; or why that is not measured."""
    path, copy = tmp_path / "cost.sqlite", tmp_path / "copy"
    tables = {'o""ld': (4, range(20000)), "new": (7, range(2000)), "stuck": (4, range(1000)),
              "few": (4, range(999))}
    fill(path, tables | {name: (4, range(1000)) for name in ("link", "pair")},
         *(f'CREATE TABLE "{table}" ("i""d" TEXT UNIQUE, n INTEGER PRIMARY KEY)' for table in tables),
         "CREATE UNIQUE INDEX only ON stuck (n % 1000)",
         "CREATE TABLE link (id TEXT PRIMARY KEY REFERENCES new, n)",
         "CREATE TABLE pair (id TEXT, n, UNIQUE (id, n))")
    pages = fill(path, {}, """CREATE TRIGGER no BEFORE INSERT ON "o""ld"
                              BEGIN SELECT RAISE(ABORT, 'no'); END""")
    expected = []
    for version in 4, 7:
        shutil.copy(path, copy)
        changed = fill(copy, {'o""ld': (version, range(30000, 31000))}, "DROP TRIGGER no")
        expected.append(sum(one != other for one, other in zip_longest(pages, changed)))
    drop(browser, path)
    answer(browser, path.name)
    wait(browser, "document.querySelector('#data-answer > div > details')", 60)
    (*names, own, seven, times), *others = browser.execute_script("""
        return Array.from(document.querySelectorAll("#data-answer > div tbody tr"),
            (row) => Array.from(row.cells, (cell) => cell.textContent))""")
    assert names == ['o"ld', 'i"d', "4"] and float(times) > 3
    assert [int(own), int(seven)] == pytest.approx(expected, rel=0.1)
    assert (f"in \u201co\"ld\u201d (key \u201ci\"d\u201d), in one transaction, write "
            f"{float(times):.2g} times") in texts(browser, "#data-answer .summary")[0]
    assert [(name, why) for name, *_, why in others] == [
        ("stuck", "UNIQUE constraint failed: index 'only'"), ("few", "fewer than 1,000 rows")]


@pytest.mark.parametrize("name, content, message", [
    ("empty.csv", b"", "the file is empty"),
    ("empty.sqlite", b"", "the file is empty"),
    ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "neither a database of SQLite nor"),
    ("latin1.csv", "id\nä\n".encode("latin1"), "neither a database of SQLite nor"),
    ("header.sqlite", b"SQLite format 3\0", "file is not a database"),
    ("zeros.sqlite", b"SQLite format 3\0" + bytes(5000), "file is not a database"),
    ("utf16.sqlite", database("PRAGMA encoding = 'UTF-16le'", ONE), "UTF-16le"),
], ids=lambda value: value if isinstance(value, str) and "." in value else "")
def test_what_cannot_be_shown(browser, tmp_path, name, content, message):
    assert message in show(browser, tmp_path / name, content)
    assert Connection(browser).execute("SELECT count(*) FROM event") == [(20000,)]


def test_damaged_database(browser, tmp_path):
    content = WHOLE[:4096] + b"\xff" * (len(WHOLE) - 4096)
    assert sorted(show(browser, tmp_path / "damaged.sqlite", content)) == ["a \"b'", "one"]
    problems = texts(browser, "#data-answer .card .problem")
    assert len(problems) == 2 and all("malformed" in problem for problem in problems)


def test_same_file_again(browser, tmp_path):
    """A file that has changed may be chosen again."""
    for count in (1, 2):
        (tmp_path / "again.csv").write_text(f"{RFC}\n" * count, encoding="utf-8")
        choose(browser, tmp_path / "again.csv")
        wait_for_text(browser, "#data-answer .summary", f"again.csv: {count} UUID")


def test_several_at_once(browser, tmp_path):
    """What is shown of a file is never of another that came meanwhile."""
    counts = {"one": 100, "two": 200, "three": 300}
    for name, count in counts.items():
        (tmp_path / f"{name}.csv").write_text(f"{RFC}\n" * count, encoding="utf-8")
    browser.execute_script("""
        globalThis.seen = [];
        new MutationObserver(() => seen.push(document.getElementById("data-answer").textContent))
            .observe(document.getElementById("data-answer"), { childList: true, subtree: true });
    """)
    drop(browser, *(tmp_path / f"{name}.csv" for name in counts))
    assert answer(browser, "three.csv") == {}
    seen = [match for text in browser.execute_script("return seen")
            if (match := re.match(r"(\w+)\.csv: (\d+)", text))]
    assert seen and all(int(match[2]) == counts[match[1]] for match in seen)


def test_open_transaction(browser):
    """Statements that fail leave none open that they began."""
    sql = Connection(browser)
    failed, = browser.execute_script("return playground.sql.call('script', 'BEGIN; nope')")[1:]
    assert "rolled back" in failed["error"]
    sql.execute("BEGIN")
    click(browser, "#data-sample")
    assert "COMMIT or ROLLBACK" in answer(browser, "untidy.csv")
    sql.execute("ROLLBACK")
