"""What the documents must have: a row and an example for every name of tests/surface.tsv, links that
lead somewhere."""

import re

import pytest
from examples import DOCUMENTS, blocks
from harness import BUILD, PYTHON, ROOT, SURFACE, run, table

ROWS = [cells for _, cells in table(SURFACE)]
NAMES = {"sqlite": [row[1].partition("/")[0] for row in ROWS], "lua": [row[2] for row in ROWS]}


class Manual:
    """The documents whose paths begin so: their text, the first cells of their tables, their
    examples in that language."""

    def __init__(self, path, language):
        paths = [one for one in DOCUMENTS if str(one.relative_to(ROOT)).startswith(path)]
        self.text = "\n".join(one.read_text(encoding="utf-8") for one in paths)
        self.cells = "\n".join(re.findall(r"^\|((?:[^|`]|`[^`]*`)*)\|", self.text, re.M))
        self.examples = "\n".join(line for one in paths for block in blocks(one)
                                  if block.language == language for line in block.lines)


MANUALS = {"sqlite": Manual("docs/sqlite", "sql"), "lua": Manual("docs/lua", "lua")}


@pytest.mark.parametrize("host, name", sorted(
    {(host, name) for host in NAMES for name in NAMES[host] if name != "-"}))
def test_name(host, name):
    manual = MANUALS[host]
    if name.isupper() or name.startswith("_"):
        assert f"`{name}`" in manual.text, "not named"
    else:
        assert re.search(rf"`{name}[(`]", manual.cells), "in no table"
    assert re.search(rf"\b{name}\b", manual.examples), "in no example"


def test_formats_of_the_contract():
    """Its table has every format, in order, and what the core says of it; the header has the names."""
    source = (ROOT / "core/src/text/formats.c").read_text(encoding="utf-8")
    formats = [(name, "SORTED" in row, "ANY_CASE" in row)
               for name, row in re.findall(r"^    ROW\((\w+), (.*?)\),$", source, re.M | re.S)]
    contract = (ROOT / "docs/contract.md").read_text(encoding="utf-8")
    about = re.search(r"^## Formats\n(.*?)^## ", contract, re.M | re.S)[1]
    rows = [[cell.strip() for cell in line.split(" | ")] for line in about.splitlines()
            if line.startswith("| `")]
    assert [(re.search("`(.+?)`", row[0])[1], row[2].startswith("yes"), row[3] == "either")
            for row in rows if "input only" not in row[1]] == formats[2:]
    header = (ROOT / "core/include/uuid9562.h").read_text(encoding="utf-8")
    about = re.search(r"A format of UUIDs.*? \*\n(.*?)^ \*\n", header, re.M | re.S)[1]
    assert (sorted(re.findall(r"\b(?!only|read|text|bytes)\w+", about))
            == sorted(name for name, _, _ in formats))


def test_parts_from_the_sources():
    """`make manuals` would change nothing, and no row waits for its words."""
    run(PYTHON, "-B", "pack/manuals.py", "--check", cwd=ROOT, env={"B": str(BUILD)})


def test_findings_of_the_manual():
    """Its table has every hypothesis of origins/, and how many values each needs."""
    source = (ROOT / "origins/table.c").read_text(encoding="utf-8")
    manual = (ROOT / "docs/sqlite/audit.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in manual.splitlines() if line.startswith("| `")]
    told = {(name, least) for row in rows if len(row) == 4
            for name in re.findall("`(.+?)`", row[0]) for least in re.findall(r"\d+", row[2])}
    letters = {"version %d": "version N", "variant %s": "variant V", "text %s": "text F", "%s": "S"}
    for name, least in re.findall(r'\] = {"(.+?)", LEVEL_\w+,\s*(\d+)', source):
        for given, letter in letters.items():
            name = name.replace(given, letter)
        assert (name, least) in told


@pytest.mark.parametrize("path", ["README.md", "core/include/uuid9562.h", "docs/sqlite/start.md",
                                  "docs/lua.md", "docs/python.md", "pack/install/manual.awk"])
def test_advice_is_linked(path):
    """RFC 9562 section 8, where people look: and docs/choosing.md, but in the page that is read
    without it."""
    text = " ".join((ROOT / path).read_text(encoding="utf-8").split())
    assert "not a secret" in text
    assert "choosing.md" in text or path.startswith("pack/")


# ---- in all documents


def headings(text):
    """Without those in code."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return re.findall(r"^#+ (.*)$", text, re.M)


def anchor(title):
    """As the common forges make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match("https?:", link):
            continue
        name, _, fragment = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        if fragment:
            assert fragment in [anchor(title) for title in headings(
                target.read_text(encoding="utf-8"))], link


def test_the_index_lists_each_manual_once():
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"\]\((\w[^)]*\.md)\)", index)
    assert sorted(listed) == sorted(
        str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").glob("**/*.md")
        if path.parent.name != "internals" and path.name != "README.md")


def test_links_lead_somewhere_from_an_index():
    """Of packages, which shows README.md and has none of the files beside it."""
    text = run(PYTHON, "setup.py", "-q", "--long-description", cwd=ROOT).stdout
    links = re.findall(r"(!?)\[[^]]*\]\(([^)\s]+)\)", text)
    ours = [re.fullmatch(r"https://(raw\.githubusercontent|github)\.com/[^/]+/uuid9562(/blob)?/v[\d.]+"
                         r"/(.+)", link) for _, link in links]
    assert all(link.startswith("https://") for _, link in links) and any(ours)
    for (is_picture, link), found in zip(links, ours):
        if found:
            assert (found[1] == "github", found[2]) == ((False, None) if is_picture
                                                        else (True, "/blob")), link
            assert (ROOT / found[3].partition("#")[0]).exists(), link
