"""docs/internals/rfc9562.md: what its rows name exists, and its summary counts them."""

import re

from harness import ROOT, TESTS, VECTORS

PAGE = ROOT / "docs/internals/rfc9562.md"
PROOF = TESTS / "proof"
ANSWERS = ("met", "otherwise", "n/a")


class Row:
    def __init__(self, document, number, cells):
        self.document, self.line = document, f"docs/internals/rfc9562.md:{number}"
        if len(cells) == 6:
            self.section, self.word, self.statement, self.answer, self.where, self.shown = cells
            self.answer_word = re.match(r"[\w/]*", self.answer)[0]
        else:  # a misprint
            self.section, self.statement, _, _, self.shown = cells
            self.word = self.answer = self.where = self.answer_word = None
        names = re.findall(r"`([^`]+)`", self.shown)
        self.proofs = [name for name in names if name.startswith(("model/", "prove/"))]
        self.tests = [name for name in names if name not in self.proofs]
        self.groups = re.findall(r'"([^"]+)"', self.shown)


def rows():
    document, found = None, []
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            document = re.match(r"## (RFC \d+|draft-[\w-]+|.*)", line)[1]
        elif line.startswith("| ") and not line.startswith(("| section ", "| document ")):
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


# The columns of the summary, and the key words that mean the same (BCP 14).
COLUMNS = ("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", *ANSWERS)
SYNONYMS = {"SHALL": "MUST", "RECOMMENDED": "SHOULD", "NOT RECOMMENDED": "SHOULD NOT",
            "OPTIONAL": "MAY"}


def test_summary_counts_the_rows():
    """Each document's key words, some of them two in a row, by word and answer."""
    counts = {}
    for row in STATEMENTS:
        for word in row.word.split(", ") if row.word != "-" else ():
            count = counts.setdefault(row.document, dict.fromkeys(COLUMNS, 0))
            count[SYNONYMS.get(word, word)] += 1
            count[row.answer_word] += 1
    assert SUMMARY == [[document, *map(str, count.values())] for document, count in counts.items()]


def test_groups_of_vectors():
    text = VECTORS.read_text(encoding="utf-8")
    for row in ROWS:
        for group in row.groups:
            assert len(re.findall(rf"^# {re.escape(group)}.*\n(?:# .*\n)*\w", text, re.M)) == 1, \
                f"{row.line}: {group}"


# What runs the vectors.
RUNNERS = ("vectors.shared_vectors", "test_every_row", "test_vectors")


def test_named_tests(missing_tests):
    wrong = [f"{row.line}: there is no test {name}" for row in ROWS
             for name in missing_tests(row.tests + list(RUNNERS if row.groups else ()))]
    assert not wrong, "\n" + "\n".join(wrong)


def test_named_models_and_proofs():
    """They exist; and every model is named, since it shows what no test can."""
    named = {name for row in ROWS for name in row.proofs}
    there = {str(path.relative_to(PROOF).with_suffix(""))
             for path in (*PROOF.glob("model/*.pml"), *PROOF.glob("prove/*/"))}
    assert named <= there and {name for name in there if name.startswith("model/")} <= named
