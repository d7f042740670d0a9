"""The matching rules of RFC 4530, as slapd answers filters with them: beside our match and
ordering_match, and on bytes beside the format ldap_filter.
"""

import re
from uuid import UUID

import slapd
import uuid9562
import values
from answers import text

OWN = f"cn=own,{slapd.SUFFIX}"  # entries with values of ours
PROBE = UUID("597ae2f6-16a6-1027-98f4-d28b5365dc14")  # that of the RFC
NO_SUCH = UUID("597ae2f6-16a6-1027-98f4-d28b5365dc15")


def escaped(data):
    """An assertion as a filter holds it (RFC 4515 section 3); only what is plain stays plain."""
    return re.sub(rb"[^0-9A-Za-z-]", lambda c: b"\\%02x" % c[0][0], data).decode()


def mixed(u):
    return "".join(c.upper() if i % 3 else c for i, c in enumerate(str(u)))


CASES = (str, lambda u: str(u).upper(), mixed)


def paired(u):
    """Another UUID for the entryUUID of the entry that holds u: its bytes backwards."""
    return UUID(bytes=u.bytes[::-1])


def cell(truth):
    return "n:" if truth is None else f"t:{truth:d}"


class Directory:
    """The entries of our own values, by their numbers."""

    def __init__(self, server, own):
        self.server, self.own = server, own
        self.number = {u: i for i, u in enumerate(own)}

    def truths(self, questions):
        """What each (stored UUID, filter) comes to: True, False, or None where it is Undefined and
        so neither the filter nor its opposite is true (RFC 4511 section 4.5.1.7)."""
        filters = [f"(&(cn={self.number[u]}){part})" for u, asked in questions
                   for part in (asked, f"(!{asked})")]
        found = [len(entries) for entries in self.server.search(OWN, "1.1", filters=filters)]
        said = {(1, 0): True, (0, 1): False, (0, 0): None}
        return [said[found[i], found[i + 1]] for i in range(0, len(found), 2)]

    def rules(self, pairs, attribute="testUUID"):
        """uuidMatch and uuidOrderingMatch for each (stored UUID, assertion)."""
        asked = [(u, f"({attribute}{operator}{escaped(assertion)})") for u, assertion in pairs
                 for operator in ("=", ">=", "<=")]
        truths = self.truths(asked)
        return [tuple(truths[i:i + 3]) for i in range(0, len(truths), 3)]


def compare_rules(said, directory, pairs, cells, attribute="testUUID"):
    """The filters = >= <= beside match and ordering_match: >= is what the ordering rule is not."""
    stored = paired if attribute == "entryUUID" else lambda u: u
    answers = directory.rules(pairs, attribute)
    for (u, _), assertion, (equal, above, below) in zip(pairs, cells, answers):
        sorts_before = None if above is None else not above
        said.row("match", cell(equal), f"s:{stored(u)}", assertion)
        said.row("ordering_match", cell(sorts_before), f"s:{stored(u)}", assertion)
        either = None if equal is None else equal or sorts_before
        said.same(f"<= of {stored(u)} and {assertion}", below, either)


def equality(said, directory, source):
    """Found by its own UUID in each case of letters, not by one that is a bit away."""
    sample = source.sample(directory.own, min(1000, len(directory.own)))
    for attribute, stored in (("testUUID", lambda u: u), ("entryUUID", paired)):
        pairs = [(u, write(stored(u)).encode()) for u in sample for write in CASES]
        pairs += [(u, str(UUID(int=stored(u).int ^ 1 << source.randrange(128))).encode())
                  for u in sample]
        compare_rules(said, directory, pairs, [text(asked) for _, asked in pairs], attribute)
        filters = [f"({attribute}={CASES[i % 3](stored(u))})" for i, u in enumerate(sample)]
        found = directory.server.search(OWN, "cn", filters=filters)
        for u, entries in zip(sample, found):
            said.same(f"entries with {attribute} {stored(u)}",
                      [entry["cn"][0] for entry in entries], [str(directory.number[u])])


def ordering(said, directory, source):
    """The sets that >= and <= find among all values."""
    asked = [UUID(int=n) for n in (0, (1 << 128) - 1, (1 << 127) - 1, 1 << 127)]
    asked += source.sample(directory.own, 4) + [UUID(int=source.getrandbits(128)) for _ in range(4)]
    shown = source.sample(directory.own, min(1000, len(directory.own)))
    for threshold in asked:
        above, below = ({directory.own[i] for i in directory.server.numbers(
            OWN, f"(testUUID{operator}{threshold})")} for operator in (">=", "<="))
        before = {u for u in directory.own if uuid9562.ordering_match(u, str(threshold))}
        said.same(f"entries >= {threshold}", above ^ (set(directory.own) - before), set())
        said.same(f"entries <= {threshold}", below ^ before,
                  {threshold} & set(directory.own))
        for u in shown:
            said.row("ordering_match", cell(u not in above), f"s:{u}", f"s:{threshold}")


def assertions(said, directory):
    """Every text of the vectors as an assertion, and their own rows of the two rules."""
    cells = [one for _, one in values.texts("strict")] + [one for _, one in values.texts("any")]
    cells += [f"x:{odd.encode().hex()}" for odd in values.ODD_TEXTS] + [f"x:{PROBE.bytes.hex()}"]
    for attribute in ("testUUID", "entryUUID"):
        compare_rules(said, directory, [(PROBE, values.decode(one)) for one in cells], cells,
                      attribute)
    pairs = []
    for operation, _, *arguments in values.rows():
        if operation in ("match", "ordering_match") and values.decode(arguments[1]) is not None:
            stored = values.uuid_of(arguments[0])
            if stored:
                pairs.append((stored, arguments[1]))
    compare_rules(said, directory, [(u, values.decode(one)) for u, one in pairs],
                  [one for _, one in pairs])


def data(said, directory, source):
    """The format ldap_filter, on the syntax Octet String: uuidMatch is octetStringMatch."""
    sample = source.sample(directory.own, min(1000, len(directory.own)))
    asked = ["".join(f"\\{c:02x}" for c in u.bytes) for u in sample]
    found = directory.server.search(OWN, "testUUID",
                                    filters=[f"(testOctets={one})" for one in asked])
    for u, written, entries in zip(sample, asked, found):
        said.same(f"entries with the bytes of {u}", len(entries), 1)
        for theirs in (entry["testUUID"][0].lower() for entry in entries):
            said.row("parse", f"s:{theirs}", f"s:{written}", "s:ldap_filter")
            said.row("format", f"s:{written}", f"s:{theirs}", "s:ldap_filter")


def extensible(said, directory):
    """(attribute:rule:=assertion), for a server that has it; where it has not, it is Undefined."""
    for rule, operation, asked in (("uuidMatch", "match", PROBE),
                                   ("uuidOrderingMatch", "ordering_match", NO_SUCH)):
        truth, = directory.truths([(PROBE, f"(testUUID:{rule}:={asked})")])
        if truth is None:
            said.notes.append(f"{rule} is not offered in an extensible filter")
        else:
            said.row(operation, cell(truth), f"s:{PROBE}", f"s:{asked}")


def compare(said, directory, source):
    equality(said, directory, source)
    ordering(said, directory, source)
    assertions(said, directory)
    data(said, directory, source)
    extensible(said, directory)
