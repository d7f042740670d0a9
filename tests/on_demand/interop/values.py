"""What the peers are asked about: the UUIDs and the texts of tests/vectors.tsv, and random ones."""

import os
import random
import re
from uuid import UUID

from bindings import ROOT

VECTORS = os.path.join(ROOT, "tests", "vectors.tsv")
EPOCH = 0x01b21dd213814000  # 1970, in ticks of 100 ns since 1582-10-15
CANONICAL = re.compile(r"s:([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})", re.IGNORECASE)
BYTES = re.compile(r"b:([0-9a-f]{32})")

# Texts that vectors.tsv has no need for, but of which some peer has an opinion of its own. None is
# of the format `any`.
ODD_TEXTS = (
    "f81d-4fae-7dec-11d0-a765-00a0-c91e-6bf6", "f81d4fae-7dec11d0-a76500a0-c91e6bf6",
    "f81d4fae7dec-11d0a765-00a0c91e6bf6", "{f81d-4fae-7dec-11d0-a765-00a0-c91e-6bf6}",
    "{f81d4fae7dec11d0a76500a0c91e6bf6}", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "{{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}}", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
    "f-8-1-d-4fae7dec11d0a76500a0c91e6bf6", "-f81d4fae7dec11d0a76500a0c91e6bf6-",
    "uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6urn:", "urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
    "0x1d4fae7dec11d0a76500a0c91e6bf6", "f81d_4fae7dec11d0a76500a0c91e6bf",
    " f81d4fae7dec11d0a76500a0c91e6bf", "+81d4fae7dec11d0a76500a0c91e6bf6",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ", " f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", "f81d4fae\t7dec\t11d0\ta765\t00a0c91e6bf6",
    "f81d4fae 7dec 11d0 a765 00a0c91e6bf6", "f81d4fae:7dec:11d0:a765:00a0c91e6bf6",
    "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", "\u0661" * 32,
    "\\f8\\1d\\4f\\ae\\7d\\ec\\11\\d0\\a7\\65\\00\\a0\\c9\\1e\\6b\\f6",
)


def rows():
    """The rows of vectors.tsv, in cells."""
    with open(VECTORS, encoding="utf-8", newline="\n") as file:
        for line in file:
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield line.split("\t")


def decode(cell):
    """The bytes of a text of vectors.tsv, or None."""
    if cell.startswith("s:"):
        return cell[2:].encode()
    return bytes.fromhex(cell[2:]) if cell.startswith("x:") else None


def texts(form):
    """What vectors.tsv reads as `any` or `strict`: the rows' expected cells and texts."""
    for operation, expected, *arguments in rows():
        if operation == "parse" and arguments[1:] == ([] if form == "any" else [f"s:{form}"]):
            if decode(arguments[0]) is not None and expected != "e:null":
                yield expected, arguments[0]


def not_strict():
    """Texts that are read as `any`, or not at all, but never as `strict`."""
    yield from (cell for _, cell in texts("any") if not CANONICAL.fullmatch(cell))
    yield from (f"x:{odd.encode().hex()}" for odd in ODD_TEXTS)


def uuid_of(cell):
    """The UUID that a cell is in its plainest formats, or None."""
    match = CANONICAL.fullmatch(cell) or BYTES.fullmatch(cell)
    return UUID(match[1]) if match else None


def known():
    """Every UUID that stands in vectors.tsv, once, in its order."""
    return list(dict.fromkeys(u for row in rows() for u in map(uuid_of, row[1:]) if u))


def some(count, seed):
    """Random ones: every second has all its bits random, the others have the versions in turn."""
    source = random.Random(seed)
    for i in range(count):
        number = source.getrandbits(128)
        yield UUID(int=number if i % 2 else of_version(number, 1 + i // 2 % 8))


def of_version(number, version):
    """This Python's UUID may know fewer of them."""
    return number & ~(0xf << 76 | 3 << 62) | version << 76 | 2 << 62
