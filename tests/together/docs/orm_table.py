"""What docs/orms.md says of each mapper, for the tests that run them: test_orms.py has those in
Python, tests/on_demand/sqlite_hosts/orms.py the others."""

import re
from dataclasses import dataclass
from typing import Optional

from harness import ROOT

EXAMPLES = ROOT / "examples/orms"


def formats(key):
    """What a column may hold for a key; the page has these words for what a mapper writes and
    seeks."""
    return {"TEXT": str(key), "TEXT, upper case": str(key).upper(), "32 digits": key.hex,
            "BLOB": key.bytes, "BLOB, GUID order": key.bytes_le}


@dataclass
class Row:
    """Of the page's table. The example is None for a mapper that is not run."""
    example: Optional[str]
    ran: str
    writes: str
    seeks: str
    declare: str
    load: str
    fails: str


def rows():
    """The table: the rows by the names of the mappers."""
    found = {}
    page = (ROOT / "docs/orms.md").read_text(encoding="utf-8")
    for line in re.findall(r"^\| (.+) \|$", page, re.M)[1:]:
        name, *cells = line.split(" | ")
        link = re.fullmatch(r"\[(.+)\]\(\.\./examples/orms/(.+)\)", name)
        found[link[1] if link else name] = Row(link and link[2], *cells)
    return found


def check(example, key, writes, seeks):
    """Whether the page has what a mapper stored for a key, and in which formats it found it."""
    row, = (row for row in rows().values() if row.example == example)
    words = {value: word for word, value in formats(key).items()}
    assert (words[writes], " or ".join(seeks)) == (row.writes, row.seeks)
