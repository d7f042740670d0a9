"""The pictures of docs/anatomy.md are what the command makes; `make anatomy` writes them again."""

import os
import re

import pytest
from harness import COMMAND, ROOT, run

PAGE = ROOT / "docs/anatomy.md"
PICTURES = re.findall(r"!\[The fields of (\S+?)(?:, with (\S+ \d+))?: ([^]]*)\]\((\S+)\)",
                      PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("uuid, options, names, path", PICTURES, ids=lambda value: value)
def test_picture(uuid, options, names, path):
    made = run(COMMAND, "inspect", "--svg", *options.split(), uuid).stdout
    if os.environ.get("WRITE"):
        (PAGE.parent / path).write_text(made, encoding="utf-8")
    assert (PAGE.parent / path).read_text(encoding="utf-8") == made
    description = re.search("<desc.*</desc>", made)[0]
    assert names.replace("\n", " ").split(", ") == re.findall(r"(\w+), bits? \d", description)


def test_the_page_shows_all():
    assert sorted(path for *_, path in PICTURES) == sorted(
        str(path.relative_to(PAGE.parent)) for path in (ROOT / "docs/anatomy").iterdir())
    versions = {run(COMMAND, "inspect", uuid).stdout.split("\nversion    ")[-1][:1]
                for uuid, *_ in PICTURES}
    assert versions >= set("12345678")
