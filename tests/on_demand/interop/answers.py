"""The answers of one peer: written as a file of vectors for C and the bindings, or checked directly
where they concern the peer alone. Known differences are counted by their reason.
"""

import os
import re

import bindings

SHOWN = 10  # of what went wrong
TELLING = re.compile(r"\.tsv:\d+: |^    (expected|got): ")


def text(data):
    """A cell; what a line of the file cannot hold is written as hex."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogateescape")
    plain = data.isascii() and data.decode("ascii").isprintable()
    return "s:" + data.decode() if plain else "x:" + data.hex()


class Answers:
    """The results of one peer."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.version = "?"
        self.values = 0      # how many UUIDs it was asked about
        self.rows = 0        # comparisons with each of the bindings
        self.checked = 0     # comparisons here
        self.problems = []
        self.notes = []      # what else there is to know of it
        self.skipped = []    # of its parts, with the reason
        self.differences = {}  # reason: [number of cases, an example, theirs, ours]
        self.passed, self.failed = 0, 0
        self.path = os.path.join(folder, name + ".tsv")
        self.file = open(self.path, "w", encoding="utf-8", newline="\n")

    def row(self, operation, expected, *arguments):
        """One answer, which every binding must return as well."""
        line = "\t".join((operation, expected) + arguments)
        self.file.write(line + "\n")
        self.rows += 1

    def same(self, what, theirs, ours):
        """A comparison beside the vectors."""
        self.checked += 1
        if theirs == ours:
            self.passed += 1
        else:
            self.failed += 1
            self.problems.append(f"{what}: {self.name} says {theirs!r}, expected {ours!r}")

    def differs(self, reason, example, theirs, ours):
        """A known difference, one case more of it."""
        self.differences.setdefault(reason, [0, example, theirs, ours])[0] += 1

    def compare(self):
        """Asks the bindings; test_vectors_are_seen.py shows that each sees a wrong answer."""
        self.file.close()
        if not self.rows:
            return
        for binding, answer in bindings.ask_all(self.path, self.rows).items():
            self.passed += answer.passed
            self.failed += answer.failed
            if answer.failed:
                self.problems.append(f"{binding} disagrees:\n{excerpt(answer.said)}")
            if answer.skipped:
                self.skipped.append((f"{binding}: rows that it has no type for", answer.skipped))


def excerpt(said):
    """The first lines of what a suite said that look like a disagreement."""
    lines = [line for line in said.splitlines() if line.strip(" -=~^")]
    telling = [line for line in lines if TELLING.search(line)]
    return "\n".join("    " + line[:200] for line in (telling or lines)[:SHOWN])
