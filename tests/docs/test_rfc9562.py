"""docs/internals/rfc9562.md: its rows are complete, and what they name exists, ran and passed."""

import re
from collections import Counter, defaultdict

import pytest
from harness import ROOT, VECTORS

PAGE = ROOT / "docs/internals/rfc9562.md"
ANSWERS = ("met", "otherwise", "n/a")

# How often each key word stands in each section, as counted in the documents themselves, where they
# are defined as key words: RFC 9562 sections 4 to 8 and the appendices (88), RFC 4122 sections 4.2
# to 4.5 (2), RFC 4530 (2).
KEY_WORDS = {
    "RFC 9562": """
        4: MAY 1            4.1: MUST 1
        5.1: MUST 3, MUST NOT 1, SHOULD 2, MAY 5
        5.3: SHOULD 1       5.4: MAY 1          5.5: MUST 1, MUST NOT 1
        5.6: SHOULD 2, MAY 1, OPTIONAL 1        5.7: SHOULD 1, MAY 1, OPTIONAL 2
        5.8: MUST 1, MUST NOT 1
        6.1: MUST 3, MUST NOT 1, MAY 1
        6.2: MUST 4, SHOULD 5, SHOULD NOT 1, MAY 8
        6.3: MAY 3          6.4: MUST 1, SHOULD 1, SHOULD NOT 1, NOT RECOMMENDED 1, MAY 1
        6.5: MUST 1, SHOULD 1
        6.6: MUST 2, MUST NOT 2, SHOULD 1, SHOULD NOT 1, RECOMMENDED 1, MAY 2
        6.8: MAY 3          6.9: SHOULD 1       6.10: MUST 1, MAY 2
        6.13: SHOULD 1, MAY 2
        8: MUST NOT 2, SHOULD 2, SHOULD NOT 2
        B.2: MUST 2, MAY 1""",
    "RFC 4122": "4.2.1.2: MUST 1    4.3: MUST 1",
    "RFC 4530": "2.4: SHALL 1, MUST 1",
}


class Row:
    def __init__(self, document, number, cells):
        self.document, self.line = document, f"docs/internals/rfc9562.md:{number}"
        if len(cells) == 6:
            self.section, self.word, self.statement, self.answer, self.where, self.shown = cells
            self.answer_word = re.match(r"[\w/]*", self.answer)[0]
        else:  # a misprint
            self.section, self.statement, _, _, self.shown = cells
            self.word = self.answer = self.where = self.answer_word = None
        self.tests = re.findall(r"`([^`]+)`", self.shown)
        self.groups = re.findall(r'"([^"]+)"', self.shown)


def rows():
    document, found = None, []
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            document = re.match(r"## (RFC \d+|draft-[\w-]+|.*)", line)[1]
        elif line.startswith("| ") and not line.startswith(("| section ", "| key word ")):
            cells = line.strip("| ").split(" | ")
            found.append(cells if document == "Summary" else Row(document, number, cells))
    return found


ROWS = [row for row in rows() if isinstance(row, Row)]
SUMMARY = [row for row in rows() if not isinstance(row, Row)]
STATEMENTS = [row for row in ROWS if row.answer is not None]


def test_rows_answer():
    for row in STATEMENTS:
        assert row.answer_word in ANSWERS, f"{row.line}: {row.answer}"
        if row.answer_word != "met":
            assert re.match(r"\S+: \S", row.answer), f"{row.line}: says no reason"
        if row.answer_word != "n/a" and row.where != "-":
            assert row.tests or row.groups, f"{row.line}: is not shown by a test"
        for name in re.findall(r"`([^`]+)`", row.where):
            assert any((ROOT / "core/src").rglob(name)), f"{row.line}: there is no {name}"
    for row in ROWS:
        assert row.shown == "-" or row.tests or row.groups, f"{row.line}: {row.shown}"


@pytest.mark.parametrize("document", KEY_WORDS)
def test_rows_are_complete(document):
    in_page, in_document = defaultdict(Counter), {}
    for row in STATEMENTS:
        if row.document == document and row.word != "-":
            in_page[row.section][row.word] += 1
    for section, words in re.findall(r"(\w[\w.]*): ([A-Z \d,]+?\d)(?=\s+\w[\w.]*:|\s*$)",
                                     KEY_WORDS[document]):
        in_document[section] = Counter(
            {word: int(count) for word, count in re.findall(r"([A-Z ]*[A-Z]) (\d+)",
                                                            words.replace(", ", ","))})
    assert dict(in_page) == in_document


def test_summary_counts_the_rows():
    """Those of RFC 9562 with a key word, by word and answer."""
    counted = [row for row in STATEMENTS if row.document == "RFC 9562" and row.word != "-"]
    assert {row.word for row in counted} | {"all"} == {cells[0] for cells in SUMMARY}
    for word, *counts in SUMMARY:
        answers = [row.answer_word for row in counted if word in (row.word, "all")]
        assert counts == [str(answers.count(answer)) for answer in ANSWERS] + [str(len(answers))]


def test_groups_of_vectors():
    text = VECTORS.read_text(encoding="utf-8")
    for row in ROWS:
        for group in row.groups:
            assert len(re.findall(rf"^# {re.escape(group)}.*\n(?:# .*\n)*\w", text, re.M)) == 1, \
                f"{row.line}: {group}"


# What runs the vectors.
RUNNERS = ("vectors.shared_vectors", "test_every_row", "test_vectors")


def test_named_tests(request):
    """They exist: a name is that of a function, or what its brackets hold. Where only some folders
    are collected, it may be in another. One that is skipped has failed (conftest.py)."""
    names = set()
    for nodeid in request.config.collected:
        item = nodeid.rpartition("::")[2]
        function, _, parameters = item.partition("[")
        names |= {item, function, parameters.removesuffix("]")}
    wrong = [f"{row.line}: there is no test {name}" for row in ROWS
             for name in row.tests + list(RUNNERS if row.groups else ()) if name not in names]
    assert not (wrong and request.config.all_are_collected), "\n" + "\n".join(wrong)
