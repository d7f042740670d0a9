"""The peer PostgreSQL: its type uuid, in the temporary server of the Python suite."""

import os
import random
import re
import shutil
import subprocess
import sys
import unittest

import values
from answers import text
from bindings import ROOT

sys.path.append(os.path.join(ROOT, "tests", "python"))
import postgresql  # noqa: E402

WRITTEN = (str, lambda u: str(u).upper(), lambda u: f"{{{u}}}", lambda u: u.hex)
READ = """
CREATE FUNCTION read(text) RETURNS uuid LANGUAGE plpgsql IMMUTABLE AS
    'BEGIN RETURN $1::uuid; EXCEPTION WHEN invalid_text_representation THEN RETURN NULL; END';
"""

# What it reads and we do not, and what we read and it does not.
LENIENT = re.compile(r"([0-9a-f]{4}-?){7}[0-9a-f]{4}|\{([0-9a-f]{4}-?){7}[0-9a-f]{4}\}", re.I)
URN = re.compile(r"urn:uuid:", re.I)


class Client:
    """psql, in its own plain format: columns by tabs."""

    def __init__(self, server):
        self.server = server

    def __call__(self, script):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1",
             "-h", self.server.folder, "-U", postgresql.ROLE, "-d", "postgres", "-f", "-"],
            input=script.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"})
        if done.returncode != 0:
            raise AssertionError(f"psql failed: {done.stderr.decode()[:400]}")
        return [line.split("\t") for line in done.stdout.decode().splitlines()]


def copy(table, lines):
    return f"COPY {table} FROM STDIN;\n" + "".join(lines) + "\\.\n"


def stores(said, psql, every):
    written = [WRITTEN[i % 4](u) for i, u in enumerate(every)]
    psql("CREATE TABLE value(n int PRIMARY KEY, u uuid UNIQUE);\n" +
         copy("value", (f"{i}\t{one}\n" for i, one in enumerate(written))))
    found = psql("SELECT n, u, encode(uuid_send(u), 'hex') FROM value ORDER BY n;")
    said.same("rows", len(found), len(every))
    for n, shown, data in found:
        said.row("parse", f"s:{shown}", f"s:{written[int(n)]}")
        said.row("to_bytes", f"b:{data}", f"s:{shown}")


def sorts(said, psql):
    """Its order by an index, each with the next; and its operators on pairs in no order."""
    order = [u for u, in psql("SET enable_seqscan = off; SELECT u FROM value ORDER BY u;")]
    for before, after in zip(order, order[1:]):
        said.row("compare", "i:-1", f"s:{before}", f"s:{after}")
    for left, right, sign, less, equal in psql(
            "SELECT a.u, b.u, sign(uuid_cmp(a.u, b.u)), (a.u < b.u)::int, (a.u = b.u)::int "
            "FROM value a JOIN value b ON b.n IN (a.n, a.n + 1);"):
        said.row("compare", f"i:{sign}", f"s:{left}", f"s:{right}")
        said.row("ordering_match", f"t:{less}", f"s:{left}", f"s:{right}")
        said.row("match", f"t:{equal}", f"s:{left}", f"s:{right.upper()}")


def can_hold(data):
    """Whether its text is UTF-8 without a NUL."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def texts(said, psql):
    cases = [("parse", ours, one) for ours, one in values.texts("any")]
    cases += [("valid", "t:0", text(odd)) for odd in values.ODD_TEXTS]
    cases = [case for case in cases if can_hold(values.decode(case[2]))]
    found = psql(READ + "CREATE TABLE text(n int, t text);\n" + copy("text", (
        "%d\t%s\n" % (i, values.decode(one).decode().replace("\\", "\\\\").replace("\n", "\\n")
                      .replace("\r", "\\r").replace("\t", "\\t"))
        for i, (_, _, one) in enumerate(cases))) + "SELECT n, read(t) FROM text ORDER BY n;")
    said.same("texts", len(found), len(cases))
    for (operation, ours, one), (_, theirs) in zip(cases, found):
        shown = values.decode(one).decode()
        refused = operation == "valid" or ours.startswith("e:")
        said.row(operation, ours, one, *(("s:any",) if operation == "parse" else ()))
        if theirs and refused and LENIENT.fullmatch(shown):
            said.differs("a hyphen after any four digits, or not; in braces, too", one[2:], "read",
                         "malformed")
        elif not theirs and not refused and URN.match(shown):
            said.differs("urn:uuid: in front", one[2:], "refused", "read")
        else:
            said.same(f"reads {one}", theirs and f"s:{theirs}", "" if refused else ours)


def names(said, psql, source):
    """UUIDs of names, by its extension uuid-ossp where that is installed."""
    if not psql("SELECT 1 FROM pg_available_extensions WHERE name = 'uuid-ossp';"):
        said.skipped.append(("its extension uuid-ossp", 1))
        return
    psql('CREATE EXTENSION "uuid-ossp";')
    for space in ("dns", "url", "oid", "x500"):
        asked = ["".join(chr(source.randrange(32, 0x800)) for _ in range(length)).encode().hex()
                 for length in range(64)]
        for name, v3, v5 in psql("".join(
                f"SELECT '{name}', uuid_generate_v3(uuid_ns_{space}(), given), "
                f"uuid_generate_v5(uuid_ns_{space}(), given) "
                f"FROM convert_from('\\x{name}', 'UTF8') AS given;\n" for name in asked)):
            said.row("uuid3", f"s:{v3}", f"s:@{space}", f"x:{name}")
            said.row("uuid5", f"s:{v5}", f"s:@{space}", f"x:{name}")


def missing():
    absent = [] if shutil.which("psql") else ["psql"]
    try:
        postgresql.programs()
        postgresql.user()
    except unittest.SkipTest as skip:
        absent.append(str(skip))
    return absent


def ask(said, known, some, seed):
    said.version = postgresql.version().replace("postgres (", "").replace(")", "", 1)
    every = list(dict.fromkeys(known + some))
    said.values = len(every)
    server = postgresql.Server()
    try:
        psql = Client(server)
        stores(said, psql, every)
        sorts(said, psql)
        texts(said, psql)
        names(said, psql, random.Random(seed))
        for u, in psql("SELECT gen_random_uuid() FROM generate_series(1, 1000);"):
            said.row("version", "i:4", f"s:{u}")
            said.row("variant", "s:rfc9562", f"s:{u}")
    finally:
        server.stop()
