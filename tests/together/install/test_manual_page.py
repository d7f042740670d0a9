"""uuid9562(1) names what `uuid9562 --help` names, of which it is made; formatters accept it."""

import re
import shutil

import pytest

from harness import COMMAND, run

FORMATTERS = (["groff", "-wall", "-mandoc", "-z", "-Tutf8"],
              ["mandoc", "-T", "lint", "-W", "warning"], ["man", "--warnings", "-l"])


@pytest.fixture(scope="module")
def page(installed):
    return installed.prefix / "share/man/man1/uuid9562.1"


def test_titles_and_terms(page):
    help = run(COMMAND, "--help").stdout.replace("-", r"\-").replace("Usage:", "Synopsis:")
    text = page.read_text(encoding="utf-8")
    assert text.startswith('.TH UUID9562 1 "" "uuid9562 ')
    for title in re.findall(r"^([A-Z].*):$", help, re.M):
        assert f".SH {title.upper()}\n" in text
    terms = re.findall(r"^  (?:\\-., | {4})?\\-\\-.*?(?=  |$)", help, re.M)
    assert terms
    for term in terms + ["  check", "  NO_COLOR", "  3"]:
        assert f".TP\n.B {term.strip()}\n" in text


@pytest.mark.parametrize("command", FORMATTERS, ids=lambda command: command[0])
def test_formatter(page, command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = run(*command, page, check=command[0] != "mandoc")
    assert done.stderr == ""
    if command[0] != "man":  # mandoc misses a date, of which there is none
        assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []
