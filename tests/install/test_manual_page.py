"""uuid9562(1) names what `uuid9562 --help` names, its examples are true, formatters accept it."""

import re
import shutil

import pytest

from harness import COMMAND, ROOT, run

PAGE = ROOT / "cli/uuid9562.1"
TEXT = PAGE.read_text(encoding="utf-8")
HELP = run(COMMAND, "--help").stdout


def test_options():
    page = re.findall(r"^\.It (?:Fl (\w) , )?Fl -([\w-]+)", TEXT, re.M)
    assert sorted(page) == sorted(re.findall(r"^  (?:-(\w),|   ) --([\w-]+)", HELP, re.M))


def test_commands():
    commands = re.search(r"^Commands:\n(.+?)\n\n", HELP, re.M | re.S)[1]
    assert re.findall(r"^\.It Cm (\w+)", TEXT, re.M) == re.findall(r"^  (\w+)", commands, re.M)


def test_examples(installed):
    examples = re.findall(r"^\.Bd -literal.*\n\$ (.+)\n((?:.+\n)*?)\.Ed", TEXT, re.M)
    assert examples
    for command, output in examples:
        done = run("sh", "-c", command, env=installed.env, check=False)
        assert done.stdout + done.stderr == output, command


@pytest.mark.parametrize("command", [
    ["groff", "-wall", "-mandoc", "-z", "-Tutf8"],
    ["mandoc", "-T", "lint", "-W", "warning"],
    ["man", "--warnings", "-l"],
], ids=lambda command: command[0])
def test_formatter(command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = run(*command, PAGE)
    assert done.stderr == ""
    if command[0] != "man":
        assert done.stdout == ""
