"""What the documents must have: a row and an example for every name, true contents, links that lead
somewhere."""

import re

import pytest
from examples import DOCUMENTS, blocks
from harness import PYTHON, ROOT, SURFACE, run, table

SURFACE_ROWS = [cells for _, cells in table(SURFACE)]
SQL = {name: counts for name, _, counts in (row[1].partition("/") for row in SURFACE_ROWS)
       if name != "-"}
LUA = {row[2] for row in SURFACE_ROWS} - {"-"}


class Manual:
    """The documents whose paths begin so: their text, the first cells of their tables, their
    examples in that language."""

    def __init__(self, path, language):
        paths = [one for one in DOCUMENTS if str(one.relative_to(ROOT)).startswith(path)]
        self.text = "\n".join(one.read_text(encoding="utf-8") for one in paths)
        self.cells = "\n".join(re.findall(r"^\|((?:[^|`]|`[^`]*`)*)\|", self.text, re.M))
        self.examples = "\n".join(line for one in paths for block in blocks(one)
                                  if block.language == language for line in block.lines)


IN_SQL, IN_LUA = Manual("docs/sqlite", "sql"), Manual("docs/lua", "lua")


def counts(arguments):
    """How many arguments a signature allows: `a [, b [, c]]` has 1 to 3."""
    required = len(re.findall(r"\w+", arguments.partition("[")[0]))
    return set(range(required, len(re.findall(r"\w+", arguments)) + 1))


@pytest.mark.parametrize("name", SQL)
def test_sql(name):
    signatures = re.findall(rf"`{name}\(([^`]*)\)`", IN_SQL.cells)
    if SQL[name][0].isdigit():
        assert set().union(*map(counts, signatures)) == set(map(int, SQL[name].split(",")))
    else:
        assert re.search(rf"`{name}[(`]", IN_SQL.cells), "in no table"
    assert re.search(rf"\b{name}\b", IN_SQL.examples), "in no example"


def declared_in_lua():
    """The functions that uuid9562.meta.lua declares, as a manual writes them: name(a [, b])."""
    text = (ROOT / "bindings/lua/uuid9562.meta.lua").read_text(encoding="utf-8")
    found = {}
    for comment, name, names in re.findall(
            r"((?:^---.*\n)*)^function uuid9562\.(\w+)\((.*)\) end$", text, re.M):
        shown = ""
        for one in filter(None, names.split(", ")):
            comma = ", " if shown else ""
            shown += f" [{comma}{one}" if f"@param {one}? " in comment else comma + one
        found[name] = shown.replace(" [", "[", 1 if shown.startswith(" [") else 0) \
            + "]" * shown.count("[")
    for twin, name in re.findall(r"^uuid9562\.(\w+) = uuid9562\.(\w+)$", text, re.M):
        found[twin] = found[name]
    return found


@pytest.mark.parametrize("name", sorted(LUA))
def test_lua(name):
    if name.isupper() or name.startswith("_"):
        assert f"`{name}`" in IN_LUA.text, "not named"
    else:
        assert f"`{name}({declared_in_lua()[name]})`" in IN_LUA.cells, "in no table"
    assert re.search(rf"uuid\.{name}\b", IN_LUA.examples), "in no example"


def test_formats_of_the_contract():
    """Its table has every format, in order, and what the core says of it; the header has the names."""
    source = (ROOT / "core/src/text/formats.h").read_text(encoding="utf-8")
    formats = [(name, "SORTED" in info, "ANY_CASE" in info)
               for name, info in re.findall(r"^    X\((\w+), (.*?)(?=^    X|^#|^/)", source,
                                             re.M | re.S)]
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


def test_generators_of_lua():
    """Their methods, and their options, are named where they are described."""
    text = (ROOT / "bindings/lua/uuid9562.meta.lua").read_text(encoding="utf-8")
    about = re.search(r"^## Your own clock and randomness\n(.*?)^## ", IN_LUA.text, re.M | re.S)[1]
    for kind in "options", "generator":
        fields = re.search(rf"^---@class uuid9562\.{kind}\n((?:---@field .*\n)+)", text, re.M)[1]
        for name in re.findall(r"@field (\w+)", fields):
            assert f"`{name.removesuffix('_bytes')}`" in about


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
    """Their levels and titles, without those in code."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return [(len(marks), title) for marks, title in re.findall(r"^(#+) (.*)$", text, re.M)]


def anchor(title):
    """As the common forges make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_contents_are_the_sections(path):
    text = path.read_text(encoding="utf-8")
    contents = re.findall(r"^- \[(.+)\]\(#", text, re.M)
    if contents:
        assert contents == [title for level, title in headings(text) if level == 2]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_tables_are_whole(path):
    """Each begins with a head and a line of dashes: a row behind an empty line is no table."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for rows in re.findall(r"(?:^\|.*\n?)+", text, re.M):
        assert re.match(r"\|.*\n(\|[ :-]*-[ :-]*)+\|\n", rows), rows.partition("\n")[0]


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
            assert fragment in [anchor(title) for _, title in headings(
                target.read_text(encoding="utf-8"))], link


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
            assert (ROOT / found[3]).exists(), link
