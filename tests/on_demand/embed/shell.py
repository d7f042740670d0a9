"""SQLite's own shell with the extension compiled in by the lines of docs/hosts.md: every
connection that it opens has it, whether or not it can load extensions; `make embed`."""

import shutil
import tarfile
from textwrap import dedent

import pytest
from harness import CC, ROOT, run
from installation import promised
from node import modules
from sources import AMALGAMATION, PLACE, amalgamation

EXAMPLES = sorted((ROOT / "examples/sqlite").glob("*.sql"))


@pytest.fixture(scope="module", params=("", "-DSQLITE_OMIT_LOAD_EXTENSION"),
                ids=("loads", "omit_load_extension"))
def shell(request, tmp_path_factory):
    amalgamation()
    folder = tmp_path_factory.mktemp("shell")
    packed, = (modules(PLACE / "npm/sqlite3", "sqlite3@6.0.1") / "sqlite3/deps").glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        for member in archive:
            if member.name.count("/") == 1 and member.name.endswith((".c", ".h")):
                name = member.name.partition("/")[2]
                (folder / name).write_bytes(archive.extractfile(member).read())
    shutil.copy(ROOT / "examples/hosts/compiled_in/uuid9562_init.c", folder)
    run(*CC, "-O1", "-I.", f"-I{AMALGAMATION}", "-DSQLITE_CORE", *request.param.split(),
        "-DSQLITE_EXTRA_INIT=uuid9562_extra_init", "-DUUID9562_LOAD_LIBCRYPTO", "shell.c",
        "sqlite3.c", "uuid9562_init.c", AMALGAMATION / "uuid9562_sqlite.c", "-pthread", "-ldl",
        "-lm", "-o", "sqlite3", cwd=folder)
    return folder / "sqlite3"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example(example, shell):
    done = run(shell, "-batch", ":memory:", input=example.read_text(encoding="utf-8"))
    assert done.stdout == promised(example)


def test_each_connection(shell, tmp_path):
    """.open, .connection and VACUUM INTO, and a schema whose keys the extension generates."""
    sql = f"""
        CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), n) WITHOUT ROWID;
        INSERT INTO t(n) SELECT value FROM generate_series(1, 1000);
        VACUUM INTO '{tmp_path}/b.db';
        .open {tmp_path}/b.db
        INSERT INTO t(n) VALUES (1001);
        .connection 1
        .open {tmp_path}/a.db
        INSERT INTO t(n) VALUES (1001);
        SELECT count(*), max(n), (SELECT n FROM t ORDER BY id DESC LIMIT 1) FROM t;
        """
    assert run(shell, "-batch", tmp_path / "a.db", input=dedent(sql)).stdout == "1001|1001|1001\n"
