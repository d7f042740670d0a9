"""The answers of one peer: written as a file of vectors for C and the bindings, or checked directly
where they concern the peer alone. Known differences are counted by their reason.
"""

import collections
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


def wrong(expected):
    """Another result of the same kind, which no binding may return."""
    kind, rest = expected[:2], expected[2:]
    if kind in ("s:", "b:") and rest:
        return kind + rest[:-1] + ("1" if rest[-1] == "0" else "0")
    return {"i:": "n:", "n:": "i:0", "t:": "t:" + ("0" if rest == "1" else "1"),
            "e:": "n:"}.get(kind, "s:x")


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
        self.samples = collections.defaultdict(list)
        self.passed, self.failed = 0, 0
        self.path = os.path.join(folder, name + ".tsv")
        self.file = open(self.path, "w", encoding="utf-8", newline="\n")

    def row(self, operation, expected, *arguments):
        """One answer, which every binding must return as well."""
        line = "\t".join((operation, expected) + arguments)
        self.file.write(line + "\n")
        self.rows += 1
        kept = self.samples[operation]
        if len(kept) < 3:
            kept.append("\t".join((operation, wrong(expected)) + arguments))

    def same(self, what, theirs, ours):
        """A comparison that is no vector."""
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
        """Asks the bindings, and checks that each of them sees a wrong answer."""
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
        self.compare_spoiled()

    def compare_spoiled(self):
        """Wrong answers: none of them may pass."""
        spoiled = [line for kept in self.samples.values() for line in kept]
        path = self.path + ".spoiled"
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(line + "\n" for line in spoiled)
        for binding, answer in bindings.ask_all(path, len(spoiled)).items():
            self.same(f"{binding} sees that answers are wrong", len(spoiled) - answer.skipped,
                      answer.failed)


def excerpt(said):
    """The first lines of what a suite said that look like a disagreement."""
    lines = [line for line in said.splitlines() if line.strip(" -=~^")]
    telling = [line for line in lines if TELLING.search(line)]
    return "\n".join("    " + line[:200] for line in (telling or lines)[:SHOWN])
