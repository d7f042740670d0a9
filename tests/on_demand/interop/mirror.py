"""A directory mirrored into SQLite, its rows known by their entryUUID: they stay who they are when
an entry is renamed, moved or changed, and a new entry under an old name is somebody else
(RFC 4530 section 1).
"""

import sqlite3

import slapd
import uuid9562

PEOPLE, FORMER = (f"cn={name},{slapd.SUFFIX}" for name in ("people", "former"))
TABLES = """
CREATE TABLE mirror(id BLOB PRIMARY KEY, dn TEXT NOT NULL, description TEXT, sync INT)
    WITHOUT ROWID;
CREATE TABLE remark(id BLOB REFERENCES mirror(id) ON DELETE CASCADE, text TEXT);
"""
SEEN = """INSERT INTO mirror VALUES (uuid_blob(:id), :dn, :description, :sync)
    ON CONFLICT(id) DO UPDATE SET dn = :dn, description = :description, sync = :sync"""


def sync(db, server, number):
    """Everything that is there; what was not seen has gone."""
    found = [entry for base in (PEOPLE, FORMER)
             for entry in server.search(base, "description", "entryUUID", scope="one")[0]]
    with db:
        db.executemany(SEEN, [{"id": entry["entryUUID"][0], "dn": entry["dn"][0], "sync": number,
                               "description": entry.get("description", [None])[0]}
                              for entry in found])
        db.execute("DELETE FROM mirror WHERE sync <> ?", (number,))


def rows(db):
    return {dn: (name, description, text) for dn, name, description, text in db.execute(
        "SELECT dn, uuid_str(id), description, text FROM mirror LEFT JOIN remark USING (id)")}


def person(i):
    return f"cn={i},{PEOPLE}"


def compare(said, server):
    db = sqlite3.connect(":memory:")
    try:
        if not uuid9562.load(db):
            said.skipped.append(("the mirror: this Python's sqlite3 loads no extension", 1))
            return
        db.execute("PRAGMA foreign_keys = ON")
        db.executescript(TABLES)
        live(said, server, db)
    finally:
        db.close()


def live(said, server, db):
    """First as it was; then changes of each kind, ten or more of each."""
    added = [slapd.container(dn) for dn in (PEOPLE, FORMER)]
    added += [slapd.entry(i, PEOPLE, description="first") for i in range(300)]
    said.same("adding 300 entries", server.change("".join(added), tool="ldapadd"), (0, ""))
    sync(db, server, 1)
    db.execute("INSERT INTO remark SELECT id, 'of ' || dn FROM mirror")
    first = rows(db)
    said.same("rows", len(first), 300)

    renamed, moved, changed, again, gone = (range(i, i + 50) for i in range(0, 250, 50))
    changes = [slapd.ldif(person(i), changetype="modrdn", newrdn=f"cn=renamed {i}", deleteoldrdn=1)
               for i in renamed]
    changes += [slapd.ldif(person(i), changetype="modrdn", newrdn=f"cn={i}", deleteoldrdn=1,
                           newsuperior=FORMER) for i in moved]
    changes += [slapd.ldif(person(i), changetype="modify", replace="description",
                           description="second") for i in changed]
    changes += [slapd.ldif(person(i), changetype="delete") for i in (*again, *gone)]
    said.same("changes", server.change("".join(changes)), (0, ""))
    added = [slapd.entry(i, PEOPLE, description="again") for i in again]
    said.same("adding again", server.change("".join(added), tool="ldapadd"), (0, ""))
    sync(db, server, 2)
    second = rows(db)

    said.same("rows", len(second), 250)
    for i in renamed:
        said.same(f"renamed {i}", second.get(f"cn=renamed {i},{PEOPLE}"), first[person(i)])
    for i in moved:
        said.same(f"moved {i}", second.get(f"cn={i},{FORMER}"), first[person(i)])
    for i in changed:
        name, _, text = first[person(i)]
        said.same(f"changed {i}", second.get(person(i)), (name, "second", text))
    for i in again:
        name, description, text = second.get(person(i), (None,) * 3)
        said.same(f"{i} again is another", (name == first[person(i)][0], description, text),
                  (False, "again", None))
    for i in gone:
        said.same(f"{i} has gone", second.get(person(i)), None)
    names = [name for name, in db.execute("SELECT uuid_str(id) FROM mirror ORDER BY id")]
    said.same("the order of the keys is that of the UUIDs", names, sorted(names))
    for name in names:
        said.row("to_bytes", f"b:{bytes(uuid9562.to_bytes(name)).hex()}", f"s:{name}")
