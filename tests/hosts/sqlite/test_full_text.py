"""The triggers of FTS5's manual beside ours that change the row that fired them: of the script of
uuid_entryuuid_sql, and of the recipes in docs/sqlite, as they are printed there. Whichever the table
had first, the index agrees with it afterwards, and in a copy.
"""

import re

import pytest
from harness import ROOT
from test_entryuuid import ask, shell

INDEX = """
    CREATE VIRTUAL TABLE found USING fts5(b, content='tbl', content_rowid='a');
    INSERT INTO found(found) VALUES ('rebuild');
"""
TRIGGERS = """
    CREATE TRIGGER tbl_ai AFTER INSERT ON tbl BEGIN
        INSERT INTO found(rowid, b) VALUES (new.a, new.b); END;
    CREATE TRIGGER "tbl; ""ad" AFTER DELETE ON "TBL" BEGIN
        INSERT INTO found(found, rowid, b) VALUES ('delete', old.a, old.b); END;
    CREATE TRIGGER main.[tbl au] AFTER /* OF */ UPDATE ON tbl BEGIN -- of b; of all
        INSERT INTO found(found, rowid, b) VALUES ('delete', old.a, old.b);
        INSERT INTO found(rowid, b) VALUES (new.a, new.b); END;
"""
DROP = """DROP TRIGGER tbl_ai; DROP TRIGGER "tbl; ""ad"; DROP TRIGGER [tbl au];"""
FILL = "WITH n(n) AS (VALUES (1), (2), (3)) INSERT INTO tbl (b) SELECT 'row ' || n FROM n;"
# FTS5 notices the deletion of a row that it lacks where this has more words than all others.
CHANGES = [f"INSERT INTO tbl (b) VALUES ('{'word ' * 50}')",
           "INSERT INTO tbl (b) VALUES ('b c'), (1)", "UPDATE tbl SET b = b || ' more words'",
           "UPDATE tbl SET id = id, b = 'last' WHERE a = 2",
           "INSERT INTO tbl (a, b) VALUES (1, 'up') ON CONFLICT (a) DO UPDATE SET b = excluded.b",
           "INSERT OR IGNORE INTO tbl (a, b) VALUES (1, 'x y z'), (90, 'ninety')",
           "DELETE FROM tbl WHERE a IN (1, 90)"]
TEXT = "'017F22E2-79B0-7CC3-98C4-DC0C0C07398F'"


def printed(page, table, *names):
    """Triggers of a page, for the table tbl, in which b is searched."""
    page = (ROOT / "docs/sqlite" / page).read_text(encoding="utf-8")
    found = [re.search(rf"CREATE TRIGGER {name} .*?END;", page, re.DOTALL)[0] for name in names]
    return re.sub(r"\bbody\b", "b", re.sub(rf"\b{table}\b", "tbl", "".join(found)))


# The column that a recipe needs, its triggers, and what else it is there for.
RECIPES = {
    "entryUUID": ("", None, []),
    "a UUID column": ("id BLOB UNIQUE", printed("keys-and-ranges.md", "note", "note_new"), []),
    "every format": ("id BLOB NOT NULL UNIQUE DEFAULT (uuid7_blob())",
                     printed("recipes.md", "item", "item_insert", "item_update"),
                     [f"INSERT INTO tbl (id, b) VALUES ({TEXT}, '{'many ' * 500}')",
                      f"INSERT OR IGNORE INTO tbl (id, b) VALUES ({TEXT}, '{'more ' * 5000}')",
                      "UPDATE tbl SET b = 'with an id', id = '{' || uuid_str(id) || '}'"]),
    "changed rows": ("id BLOB UNIQUE DEFAULT (uuid7_blob()), rev BLOB DEFAULT (uuid7_blob())",
                     printed("feeds.md", "doc", "doc_changed", "doc_deleted"),
                     [f"UPDATE tbl SET b = '{'other ' * 500}' WHERE a = 3"]),
}


@pytest.mark.parametrize("rows", ["", FILL], ids=["empty", "full"])
@pytest.mark.parametrize("order", ["ours first", "ours last", "temp"])
@pytest.mark.parametrize("recipe", RECIPES)
def test_a_search_index(recipe, order, rows, tmp_path):
    column, ours, changes = RECIPES[recipe]
    path, copies = tmp_path / "a.db", [tmp_path / "vacuumed.db", tmp_path / "restored.db"]
    theirs = TRIGGERS
    if order == "temp":
        theirs = re.sub(r" ON (\S*tbl)", r" ON main.\1", TRIGGERS.replace("main.", "").replace(
            "CREATE", "CREATE TEMP"), flags=re.IGNORECASE)
    table = f"CREATE TABLE tbl (a INTEGER PRIMARY KEY, {column or 'id'}, b); {rows}"
    before = [table, INDEX, theirs] if order != "ours first" else [table]
    if not ours:
        ours = shell(path, *before, "SELECT uuid_entryuuid_sql('tbl', 'id')")[0]
        before = [] if order != "temp" else [theirs]
    elif order == "ours last":
        ours = DROP + ours + theirs
    after = [INDEX, theirs] if order == "ours first" else []
    check = "INSERT INTO found(found, rank) VALUES ('integrity-check', 1)"
    checked = [statement for change in [*CHANGES, *changes] for statement in (change, check)]
    ask(path, *before, f"BEGIN;{ours}COMMIT", *after, *checked, f"VACUUM INTO '{copies[0]}'")
    ask(copies[1], shell(path, ".dump")[0])
    for copy in copies if order != "temp" else []:
        ask(copy, CHANGES[0], check)
