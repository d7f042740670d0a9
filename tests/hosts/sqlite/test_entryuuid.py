"""An entryUUID (uuid_entryuuid_sql) between databases and connections: under other settings, after
a dump or a copy, in a shell without the extension, where nothing can be written or generated.

entryuuid.sql and entryuuid_schema.sql say what it does within one database.
"""

import pytest
from harness import CLOCK, EXTENSION, SQLITE3, TESTS, run
from test_sqlite import check, pytestmark  # noqa: F401

HERE = TESTS / "hosts/sqlite"
NAME = EXTENSION.with_suffix("")
NO_RANDOM = {"TEST_RANDOM": "fails", "LD_PRELOAD": str(CLOCK)}


def shell(database, *statements, load=True, options=(), env=None):
    """What the shell prints, of an error too, and whether it failed."""
    loading = ["-cmd", f".load {NAME}"] if load else []
    script = "".join(line + ("\n" if line.startswith(".") else ";\n") for line in statements)
    done = run(SQLITE3, "-batch", "-bail", "-list", "-noheader", *options, *loading, database,
               check=False, input=script, env=env)
    return done.stdout + done.stderr, done.returncode != 0


def ask(database, *statements, **more):
    printed, failed = shell(database, *statements, **more)
    assert not failed, printed
    return printed.split()


def refuse(database, message, *statements, **more):
    printed, failed = shell(database, *statements, **more)
    assert failed and message in printed, printed


def run_script(database, call, **more):
    script = shell(database, f"SELECT {call}", **more)[0]
    ask(database, f"BEGIN;\n{script}COMMIT;", **more)


@pytest.fixture
def database(tmp_path):
    """Three rows of t have an entryUUID."""
    path = tmp_path / "a.db"
    ask(path, "CREATE TABLE t (k INTEGER PRIMARY KEY, x TEXT)",
        "INSERT INTO t VALUES (1, 'a'), (2, 'b;''\"')")
    run_script(path, "uuid_entryuuid_sql('t')")
    ask(path, "INSERT INTO t(k) VALUES (3)")
    return path


def assigned(path):
    return ask(path, "SELECT hex(entryUUID) FROM t WHERE k <= 3 ORDER BY k")


def still_holds(path, given):
    """The rows have the UUIDs that they had, a fourth is assigned its own, and no one may assign
    or change one."""
    assert assigned(path) == given
    assert ask(path, "INSERT INTO t(k) VALUES (4)",
               "SELECT count(*), count(DISTINCT entryUUID), min(length(entryUUID)) FROM t") == [
                   "4|4|16"]
    assert ask(path, 'SELECT "unique" FROM pragma_index_list(\'t\')') == ["1"]
    refuse(path, "NO-USER-MODIFICATION", "INSERT INTO t(entryUUID) VALUES (uuid7_blob())")
    refuse(path, "entryUUID is immutable", "UPDATE t SET entryUUID = NULL")
    assert shell(path, "SELECT uuid_entryuuid_sql('t')")[0].startswith("-- Renews")
    assert ask(path, "PRAGMA integrity_check") == ["ok"]


@pytest.mark.parametrize("setup", [".dbconfig defensive on", ".dbconfig dqs_ddl off",
                                   ".dbconfig dqs_dml off"])
@pytest.mark.parametrize("name", ["entryuuid", "entryuuid_schema"])
def test_in_a_shell(name, setup):
    check(HERE / f"{name}.sql", options=["--shell", "--setup", setup])


@pytest.mark.parametrize("setup", ["PRAGMA encoding = 'UTF-16le'", "PRAGMA journal_mode = WAL"])
@pytest.mark.parametrize("name", ["entryuuid", "entryuuid_schema"])
def test_in_a_database(name, setup):
    check(HERE / f"{name}.sql", options=["--setup", setup])


def test_a_script_has_a_statement_or_a_comment_on_each_line(database):
    ask(database, "CREATE TABLE u (x)")
    for call in ["uuid_entryuuid_sql('u')", "uuid_entryuuid_sql('t', 'entryUUID', 4)",
                 "uuid_entryuuid_drop_sql('t')"]:
        lines = shell(database, f"SELECT {call}")[0].removesuffix("\n").splitlines()
        assert len(lines) > 5 and all(line.startswith("-- ") or line.endswith(";")
                                      for line in lines)
        for line in lines:
            ask(database, line)
    assert ask(database, "SELECT sql FROM sqlite_schema WHERE tbl_name = 't'") == (
        "CREATE TABLE t (k INTEGER PRIMARY KEY, x TEXT)".split())


def test_dump_and_restore_without_the_extension(database, tmp_path):
    given, restored, again = assigned(database), tmp_path / "b.db", tmp_path / "c.db"
    for source, target in (database, restored), (restored, again):
        dump = shell(source, ".dump", load=False)[0]
        assert shell(target, dump, load=False) == ("", False)
    still_holds(restored, given)
    still_holds(again, given)


def test_schema_alone(database, tmp_path):
    target = tmp_path / "b.db"
    assert shell(target, shell(database, ".schema")[0], load=False) == ("", False)
    assert ask(target, "INSERT INTO t(k) VALUES (1)",
               "SELECT count(*), count(entryUUID) FROM t") == ["1|1"]


def test_attach_under_another_name(database):
    given = assigned(database)
    assert ask(":memory:", f"ATTACH '{database}' AS \"o'\"\"ther\"",
               "CREATE TABLE t (k, entryUUID)", "INSERT INTO \"o'\"\"ther\".t(k) VALUES (9)",
               "INSERT INTO t(k) VALUES (1)",
               "SELECT count(*), count(DISTINCT entryUUID), (SELECT entryUUID IS NULL FROM main.t)"
               " FROM \"o'\"\"ther\".t") == ["4|4|1"]
    ask(database, "DELETE FROM t WHERE k = 9")
    still_holds(database, given)


def test_attached_there_main_here(tmp_path):
    path = tmp_path / "b.db"
    attach = [f"ATTACH '{path}' AS one", "CREATE TABLE IF NOT EXISTS one.t (k)"]
    script = shell(":memory:", *attach, "SELECT uuid_entryuuid_sql('t', 'u', 4, 'ONE')")[0]
    assert ask(":memory:", *attach, script, "INSERT INTO t(k) VALUES (1)",
               "SELECT uuid_version(u) FROM t") == ["4"]
    assert ask(path, "INSERT INTO t(k) VALUES (2)", "SELECT DISTINCT uuid_version(u) FROM t") == [
        "4"]
    run_script(path, "uuid_entryuuid_drop_sql('t')")
    assert ask(path, "SELECT sql FROM sqlite_schema") == "CREATE TABLE t (k)".split()


def test_a_bare_shell_does_all_but_insert(database):
    given = assigned(database)
    for statement in ["INSERT INTO t(k) VALUES (9)",
                      "INSERT INTO t(k, entryUUID) VALUES (9, zeroblob(16))",
                      "UPDATE t SET entryUUID = NULL"]:
        refuse(database, "", statement, load=False)
    assert ask(database, "UPDATE t SET x = 'c', k = k + 10", "UPDATE t SET k = k - 10", "VACUUM",
               "PRAGMA integrity_check", load=False) == ["ok"]
    still_holds(database, given)


def test_a_read_only_database(database):
    given = shell(database, "SELECT uuid_entryuuid_drop_sql('t')")
    assert shell(database, "SELECT uuid_entryuuid_drop_sql('t')", options=["-readonly"]) == given


def test_no_randomness(database):
    ask(database, "CREATE TABLE u (x)", "INSERT INTO u VALUES (1)")
    script = shell(database, "SELECT uuid_entryuuid_sql('u')", env=NO_RANDOM)[0]
    refuse(database, "the random generator failed; UUID9562_RANDOM, if set, must be system", f"BEGIN;\n{script}COMMIT;", env=NO_RANDOM)
    assert ask(database, "SELECT sql FROM sqlite_schema WHERE tbl_name = 'u'") == (
        "CREATE TABLE u (x)".split())
    refuse(database, "the random generator failed; UUID9562_RANDOM, if set, must be system", "INSERT INTO t(k) VALUES (99)", env=NO_RANDOM)
    assert ask(database, "SELECT count(*) FROM t WHERE k = 99") == ["0"]
