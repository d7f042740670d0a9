"""Every example of every document, by its file and line. The files of examples/ are tests of
tests/together/install."""

import shlex

import pytest
from examples import DOCUMENTS, RUNNERS, blocks
from harness import BUILD, CC, LUA, PYTHON, ROOT, SQLITE3, run

BLOCKS = [block for path in DOCUMENTS for block in blocks(path)]


@pytest.fixture
def place(tmp_path):
    """A folder with what the examples name of this repository."""
    for name in ("bindings", "core", "docs", "examples", "sqlite"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").symlink_to(BUILD)
    return tmp_path


@pytest.fixture
def environment(tmp_path_factory, installed, monkeypatch):
    """The tools under their usual names, and what is installed."""
    tools = tmp_path_factory.mktemp("tools")
    for name, command in (("cc", shlex.join(CC)), ("lua5.4", LUA), ("python3", PYTHON),
                          ("sqlite3", SQLITE3)):
        command = run("sh", "-c", f"command -v {command}").stdout.strip()
        (tools / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (tools / name).chmod(0o755)
    for name, value in {**installed.env, "PATH": f"{tools}:{installed.env['PATH']}"}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_example(block, place, request):
    if block.language == "sh":
        request.getfixturevalue("environment")
    RUNNERS[block.language](block, place)
