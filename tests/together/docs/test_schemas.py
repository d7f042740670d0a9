"""A table with BLOB keys, wherever a reader may copy it from, refuses TEXT and BLOBs of another
length, by what SQLite itself has: a shell without the extension can copy it."""

import re

import pytest
from examples import DOCUMENTS
from harness import ROOT

FILES = [*DOCUMENTS, *sorted(path for path in (ROOT / "examples").glob("*/*") if path.is_file()),
         *sorted((ROOT / "examples/demo").glob("*.sql"))]
# A CREATE TABLE statement up to its options; in C and Python it is in quotation marks.
TABLE = re.compile(r"CREATE TABLE(?! AS)[^;]*?\b\w+ +BLOB +PRIMARY +KEY[^;]*")


def tables():
    for path in FILES:
        for found in TABLE.finditer(path.read_text(encoding="utf-8")):
            statement = found[0][found[0].rindex("CREATE TABLE"):]
            yield pytest.param(statement, id=f"{path.relative_to(ROOT)}:{statement[13:40]!r}")


@pytest.mark.parametrize("statement", tables())
def test_table(statement):
    assert re.search(r"\)\s+STRICT\b", statement), statement
    key = re.search(r"(\w+) +BLOB +PRIMARY +KEY(.*)", statement, re.S)
    assert f"CHECK (length({key[1]}) = 16" in " ".join(key[2].replace('"', " ").split())
