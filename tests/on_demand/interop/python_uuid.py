"""The peer that is always there: uuid of Python's standard library, the one that runs this."""

import platform
import random
import re
import sys
import uuid
from uuid import UUID

import values
from answers import text

EPOCH = 0x01b21dd213814000  # 1970, in ticks of 100 ns since 1582-10-15
VARIANTS = {uuid.RESERVED_NCS: "ncs", uuid.RFC_4122: "rfc9562",
            uuid.RESERVED_MICROSOFT: "microsoft", uuid.RESERVED_FUTURE: "future"}

# What it reads and we do not, tried in this order; what is left is no known difference.
LENIENT = (
    ("hyphens, braces, urn: and uuid: anywhere are passed over",
     lambda t: re.fullmatch(r"[0-9a-f]{32}", re.sub(r"urn:|uuid:|[-{}]", "", t), re.I)),
    ("digits as in int(): 0x, +, _, white space, other scripts",
     lambda t: len(re.sub(r"urn:|uuid:|[-{}]", "", t)) == 32),
)


def numbers(said, u):
    """node, clock_seq and the time: theirs are of any UUID, ours of those that hold them."""
    holds, name = u.variant == uuid.RFC_4122 and u.version in (1, 6), f"s:{u}"
    for field in ("node", "clock_seq"):
        said.row(field, f"i:{getattr(u, field)}" if holds else "n:", name)
    if not holds:
        said.differs("node and clock_seq of UUIDs that are not of version 1 or 6", str(u),
                     f"node {u.node}", "absent")
    if holds and u.version == 1:
        said.row("timestamp_ms", f"i:{(u.time - EPOCH) // 10000}", name)
        time = u.time
        v6 = f"{time >> 28:08x}-{time >> 12 & 0xffff:04x}-6{time & 0xfff:03x}-{str(u)[19:]}"
        said.row("v1_to_v6", f"s:{v6}", name)
        said.row("v6_to_v1", f"s:{u}", f"s:{v6}")
    elif holds and sys.version_info >= (3, 14):
        said.row("timestamp_ms", f"i:{(u.time - EPOCH) // 10000}", name)
    elif holds:
        said.differs("time of version 6: before 3.14 the fields are read in the order of version 1",
                     str(u), f"time {u.time}", "timestamp_ms as RFC 9562, 5.6")


def one(said, u, i):
    name = f"s:{u}"
    said.row("from_bytes", name, f"b:{u.bytes.hex()}")
    written = (str(u).upper(), u.urn, f"{{{u}}}", u.hex)[i % 4]
    said.row("to_bytes", f"b:{u.bytes.hex()}", f"s:{written}")
    form, written = (("int", str(u.int)), ("hex", u.hex), ("urn", u.urn))[i % 3]
    said.row("format", f"s:{written}", name, f"s:{form}")
    if i % 3 == 0:
        said.row("parse", name, f"s:{u.int}", "s:int")
    said.row("parse", name, "s:%08X-%04x-%04x-%02x%02x-%012X" % u.fields)
    said.row("guid_swap", f"s:{UUID(bytes=u.bytes_le)}", name)
    if i % 2:
        said.row("format", f"b:{u.bytes_le.hex()}", name, "s:guid")
    said.row("variant", f"s:{VARIANTS[u.variant]}", name)
    said.row("version", "n:" if u.version is None else f"i:{u.version}", name)
    numbers(said, u)


def reads(data):
    try:
        return f"s:{UUID(data.decode('utf-8', 'surrogateescape'))}"
    except ValueError:
        return None


def texts(said):
    for expected, cell in values.texts("any"):
        compare_text(said, "parse", expected, cell)
    for odd in values.ODD_TEXTS:
        compare_text(said, "valid", "t:0", text(odd))


# An operation's last argument.
FORM = {"parse": ("s:any",), "valid": ()}


def compare_text(said, operation, ours, cell):
    theirs = reads(values.decode(cell))
    said.row(operation, ours, cell, *FORM[operation])
    refused = ours.startswith("e:") or ours == "t:0"
    if theirs is None and not refused and re.match("s:urn:uuid:", cell, re.I):
        said.differs("urn:uuid: in another case of letters", cell[2:], "refused", "read")
        return
    if theirs is None or not refused:
        said.same(f"reads {cell}", theirs, None if refused else ours)
        return
    shown = values.decode(cell).decode("utf-8", "surrogateescape")
    reason = next((reason for reason, is_it in LENIENT if is_it(shown)), None)
    if reason is None:
        said.same(f"reads {cell}", theirs, None)
    else:
        said.differs(reason, cell[2:], "read", "malformed")


def names(said, source):
    for constant in ("NAMESPACE_DNS", "NAMESPACE_URL", "NAMESPACE_OID", "NAMESPACE_X500"):
        space = getattr(uuid, constant)
        said.row("constant", f"s:{space}", f"s:{constant}")
        for length in range(64):
            name = "".join(chr(source.randrange(32, 0x800)) for _ in range(length))
            for version in (uuid.uuid3, uuid.uuid5):
                said.row(version.__name__, f"s:{version(space, name)}", f"s:{space}",
                         f"x:{name.encode().hex()}")


def ask(said, known, some, seed):
    said.version = f"{platform.python_implementation()} {platform.python_version()}, uuid"
    every = known + some
    said.values = len(every)
    for i, u in enumerate(every):
        one(said, u, i)
        other = every[i - 1]
        said.row("compare", f"i:{(u > other) - (u < other)}", f"s:{u}", f"s:{other}")
    texts(said)
    names(said, random.Random(seed))
