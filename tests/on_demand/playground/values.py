"""What goes into the page's SQLite and comes out of it (worker/sqlite.js), and what ends a
query that asks for too much."""

import sqlite3

import pytest


@pytest.mark.parametrize("value", [
    None, 0, -1, 2**53 - 1, 2**53, 2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63,
    1.5, 5e-324, 1e300, -1e17, 2.0**60,
    "", "a", "äß\u20ac\U0001f600", "\ufeffa", "a\0b", "\0", "'", "a" * 100000,
    b"", b"\0", bytes(range(256)),
], ids=lambda value: repr(value)[:24].replace("\0", "NUL"))
def test_value(sql, value):
    """A value that is bound is the value that SQLite has, and is read back as the same."""
    known = sqlite3.connect(":memory:").execute("SELECT typeof(?1), hex(?1), ?1", [value])
    assert sql.execute("SELECT typeof(?1), hex(?1), ?1", [value]) == known.fetchall()


@pytest.mark.parametrize("text, rows", [
    ("SELECT CAST(X'61FF62' AS TEXT)", [("a\ufffdb",)]),
    ("SELECT " + "+".join(["(SELECT 1)"] * 900), [(900,)]),
    ("SELECT 1 WHERE " + " OR ".join(f"uuid7() = '{i}'" for i in range(950)), []),
], ids=("invalid UTF-8", "+", "OR"))
def test_answer(sql, text, rows):
    """Expressions may be as deep as SQLite itself permits: the engine's stack is enough."""
    assert sql.execute(text) == rows


@pytest.mark.parametrize("text, message, offset", [
    ("SELEC 1", "syntax error", 0),
    ("SELECT 1, nope", "no such column: nope", 10),
    ("SELECT 'ä\u20ac', nope", "no such column: nope", 16),
    ("SELECT 1; SELECT '\U0001f600'; -- ä\n\tSELECT nope", "no such column: nope", 39),
    ("SELECT 'it", "unrecognized token", 7),
    ("SELECT [a call stack]", "no such column: a call stack$", 7),
    ("SELECT uuid_check('x')", "malformed UUID at offset 0", -1),
    ("SELECT 1; SELECT '\u20ac\0'", "NUL", 21),
])
def test_offset_of_an_error(sql, text, message, offset):
    """In bytes, from the beginning of the text."""
    with pytest.raises(sqlite3.Error, match=message) as error:
        sql.execute(text)
    assert error.value.offset == offset


def test_statements_before_an_error_are_done(sql):
    with pytest.raises(sqlite3.Error, match="nope"):
        sql.execute("CREATE TABLE done AS SELECT 1; SELECT nope; DROP TABLE done")
    assert sql.execute("SELECT * FROM done") == [(1,)]


def test_what_is_shown_is_a_part_of_what_is_found(browser):
    """Of a million rows the prompt gets 500, and of long ones fewer, and counts them all."""
    found = browser.execute_async_script("""
        const done = arguments[0];
        playground.sql.call("script", `SELECT n, uuid FROM uuid_series(7, 1000000);
            SELECT zeroblob(1000000) FROM uuid_series(7, 1000); SELECT 1`).then((results) =>
            done(results.map(({ rows, count }) => [rows.length, count])), (e) => done(e.message));
    """)
    assert found == [[500, 1000000], [4, 1000], [1, 1]]


@pytest.mark.parametrize("query, message", [
    ("SELECT zeroblob(200000000)", "too big"),
    ("SELECT hex(zeroblob(99999999))", "too big"),
    ("SELECT group_concat(hex(zeroblob(1000000))) FROM uuid_series(7, 1000)", "too big"),
    ("CREATE TABLE big AS SELECT zeroblob(90000000) FROM uuid_series(7, 100)", "out of memory"),
    ("SELECT replace(hex(zeroblob(9999)), '0', 'a') LIKE replace(hex(zeroblob(9999)), '0', 'a%')",
     "too complex"),
    ("SELECT " + "abs(" * 1010 + "1" + ")" * 1010, "stack overflow|too large|Recursion limit"),
    ("SELECT " + "+".join(["1"] * 1002), "too large"),
], ids=lambda text: text[:40])
def test_too_much(sql, query, message):
    """It is an error, after which the engine does as before: it has UUIDs, and its sample."""
    with pytest.raises(sqlite3.Error, match=message):
        sql.execute(query)
    assert sql.execute("SELECT uuid5('@dns', 'www.example.com'), count(*) FROM event") == \
        [("2ed6657d-e927-568b-95e1-2665a8aea6a2", 20000)]


def test_database_that_is_too_large_to_copy(tab):
    """The prompt still works; Stop returns to the last copy."""
    found = tab.execute_async_script("""
        const done = arguments[0];
        const script = (text) => playground.sql.call("script", text);
        script("CREATE TABLE big AS SELECT zeroblob(90000000) AS x FROM uuid_series(7, 13)")
            .then(() => script("SELECT count(*) FROM big"))
            .then(([{ rows }, { error }]) => {
                playground.sql.restart("");
                return script("SELECT count(*) FROM sqlite_schema WHERE name = 'big'")
                    .then(([again]) => done([rows, error, again.rows]));
            }).catch(({ message }) => done(message));
    """)
    assert found == [[[13]], "The database is too large to copy: Stop will return to the copy"
                     " before.", [[0]]]


def test_attached_database(sql):
    """A file is in memory, until it is closed, and has a journal."""
    sql.execute("ATTACH 'x' AS x; CREATE TABLE x.t AS SELECT uuid FROM uuid_series(7, 2);"
                " VACUUM x; BEGIN; DELETE FROM x.t; ROLLBACK")
    assert sql.execute("SELECT count(*) FROM x.t") == [(2,)]
    sql.execute("DETACH x; ATTACH 'x' AS x")
    assert sql.execute("SELECT * FROM x.sqlite_schema") == []
    sql.execute("DETACH x")
