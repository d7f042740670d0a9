"""The peer OpenLDAP: what slapd makes, stores and sorts (RFC 4530), by its own tools; what it
matches is in matching.py, and what it publishes in schema.py.
"""

import random
import time
from datetime import datetime, timedelta, timezone
from uuid import UUID

import matching
import schema
import slapd
import uuid9562
import values
from answers import text
from matching import CASES, NO_SUCH, OWN, PROBE, paired
from values import EPOCH

MADE, STORED = (f"cn={name},{slapd.SUFFIX}" for name in ("made", "stored"))

# slapd's own constant for the ticks before 1970 lacks the last two digits (UUID_TPLUS of OpenLDAP's
# libraries/liblutil/uuid.c). Its times are this much too early.
SHORT_MS = (EPOCH - EPOCH // 256) / 10000


def load(server, own):
    def entries():
        yield slapd.ldif(slapd.SUFFIX, objectClass="testEntry", cn="interop")
        for dn in (OWN, MADE, STORED):
            yield slapd.container(dn)
        for i, u in enumerate(own):
            yield slapd.entry(i, OWN, structuralObjectClass="testEntry", entryUUID=paired(u),
                              testUUID=CASES[i % 3](u), testOctets=u.bytes)

    server.load("".join(entries()))


def read_back(said, server, own):
    """What was stored comes back; the rules do not mind in which case of letters."""
    found, = server.search(OWN, "cn", "testUUID", "entryUUID", scope="one")
    said.same("entries", len(found), len(own))
    for entry in found:
        i, theirs = int(entry["cn"][0]), entry["testUUID"][0]
        u = own[i]
        said.row("parse", f"s:{theirs.lower()}", f"s:{CASES[i % 3](u)}", "s:strict")
        if theirs != theirs.lower():
            said.differs("slapadd keeps the case of letters, ldapadd does not", CASES[i % 3](u),
                         theirs, str(u))
        said.row("from_bytes", f"s:{entry['entryUUID'][0]}", f"b:{paired(u).bytes.hex()}")


def sort(said, server, count):
    """Its order, by the control of RFC 2891: each with the next."""
    if not server.sorts:
        said.skipped.append(("slapd without the overlay sssvlv: its order", 1))
        return
    for attribute in ("testUUID", "entryUUID"):
        found, = server.search(OWN, attribute, scope="one", options=("-E", f"!sss={attribute}"))
        order = [entry[attribute][0].lower() for entry in found]
        said.same("sorted entries", len(order), count)
        for before, after in zip(order, order[1:]):
            said.row("compare", "i:-1", f"s:{before}", f"s:{after}")


def stores(said, server):
    """What it takes as a value of the syntax UUID is what we read as `strict`."""
    cases = list(values.texts("strict"))
    cases += [(None, one) for one in values.not_strict()]
    cases = [(ours, one) for ours, one in cases if values.decode(one)]
    server.change("".join(slapd.entry(i, STORED, testUUID=values.decode(one))
                          for i, (_, one) in enumerate(cases)), "-c", tool="ldapadd")
    found, = server.search(STORED, "cn", "testUUID", scope="one")
    stored = {int(entry["cn"][0]): entry["testUUID"][0] for entry in found}
    for i, (ours, one) in enumerate(cases):
        said.same(f"stores {one}", i in stored, bool(ours) and not ours.startswith("e:"))
        if i in stored:
            said.row("parse", f"s:{stored[i]}", one, "s:strict")
        else:
            said.row("match", "n:", f"s:{PROBE}", one)


def makes(said, server):
    """The UUIDs that slapd gives to entries (RFC 4530 section 2.4)."""
    begun = time.time()
    server.change("".join(slapd.entry(i, MADE) for i in range(500)), tool="ldapadd")
    ended = time.time()
    found, = server.search(MADE, "entryUUID", "createTimestamp", scope="one")
    said.same("entries", len(found), 500)
    for entry in found:
        u, cell_of = UUID(entry["entryUUID"][0]), text(entry["entryUUID"][0])
        said.row("parse", f"s:{u}", cell_of, "s:strict")
        said.same(f"version of {u}", u.version in (1, 4), True)
        said.row("version", f"i:{u.version}", cell_of)
        said.row("variant", "s:rfc9562", cell_of)
        if u.version == 1:
            made_when(said, u, cell_of, entry["createTimestamp"][0], begun, ended)
    names = {entry["entryUUID"][0] for entry in found}
    said.same("UUIDs that it made", len(names), 500)
    said.same("nodes that it has", len({uuid9562.node(name) for name in names}), 1)


def made_when(said, u, cell_of, created, begun, ended):
    """The fields of version 1. Its time is that of the run and of the entry, or SHORT_MS before."""
    said.row("timestamp_ms", f"i:{(u.time - EPOCH) // 10000}", cell_of)
    said.row("node", f"i:{u.node}", cell_of)
    said.row("clock_seq", f"i:{u.clock_seq}", cell_of)
    at = uuid9562.timestamp_ms(u)
    if at < 0:
        said.differs(f"its entryUUIDs are {SHORT_MS / 86400000 / 365.2425:.1f} years too early: to "
                     f"timestamp_ms add {SHORT_MS:.0f}", str(u), created,
                     f"{datetime(1970, 1, 1) + timedelta(milliseconds=at):%Y-%m-%d %H:%M:%S}")
        at += SHORT_MS
    created = datetime.strptime(created, "%Y%m%d%H%M%SZ").replace(tzinfo=timezone.utc).timestamp()
    said.same(f"{u} is of the time of the run", begun - 1 <= at / 1000 <= ended + 1, True)
    said.same(f"{u} is of its createTimestamp", abs(at / 1000 - created) < 2, True)


def immutable(said, server):
    """A client cannot give an entryUUID, nor change one; 19 is constraintViolation."""
    given = slapd.entry("given", MADE, entryUUID=str(PROBE))
    change = slapd.ldif(f"cn=0,{MADE}", changetype="modify", replace="entryUUID",
                        entryUUID=str(NO_SUCH))
    for what, content, tool in (("adding with an entryUUID", given, "ldapadd"),
                                ("changing an entryUUID", change, "ldapmodify")):
        code, why = server.change(content, tool=tool)
        said.same(what, (code, "no user modification allowed" in why), (19, True))
        if server.change(content, "-e", "!relax", tool=tool)[0] == 0:
            said.notes.append(f"{what} is refused, but not to the rootdn that asks to relax the "
                              "rules (draft-zeilenga-ldap-relax)")


missing = slapd.missing


def ask(said, known, some, seed):
    said.version = slapd.version()
    own = list(dict.fromkeys(known + some + [PROBE, NO_SUCH]))
    said.values = len(own)
    server = slapd.Server(said.folder)
    load(server, own)
    with server:
        read_back(said, server, own)
        sort(said, server, len(own))
        matching.compare(said, matching.Directory(server, own), random.Random(seed))
        stores(said, server)
        makes(said, server)
        immutable(said, server)
        schema.compare(said, server)
