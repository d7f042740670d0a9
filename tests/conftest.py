"""What all tests share: the environment, `-k` for folders, and the rule that a test which a page of
claims names as evidence may not be skipped."""

import os
import re
import sys

import pytest
from harness import BUILD, CLOCK, EXTENSION, PACKAGE, ROOT, TESTS

# For the tests of tests/hosts/python, which run without pytest too, and for every process.
sys.path.insert(0, str(PACKAGE))
os.environ.update(PYTHONPATH=str(PACKAGE), UUID9562_SQLITE=str(EXTENSION),
                  TEST_CLOCK_LIBRARY=str(CLOCK),
                  LUA_CPATH=f"{BUILD}/lua/?.so;;", PYTHONDONTWRITEBYTECODE="1")
CLAIMS = "".join((ROOT / "docs" / page).read_text("utf-8")
                 for page in ("internals/rfc9562.md", "security.md"))
# Folders whose files take longest. A process runs a file, and the last ones should be short.
LONG = "torture", "unit", "sqlite"
NAMED = set(re.findall(r"`(?:[A-Z]\w+\.)?([^`]+)`", CLAIMS))


def names(item):
    """Those of a test: with its parameters, of its function, what the brackets hold."""
    return {item.name, item.name.partition("[")[0], item.name.partition("[")[2][:-1]}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    if report.skipped and names(item) & NAMED:
        report.outcome = "failed"
        report.longrepr = f"a page of docs/ names it as evidence; skipped: {report.longrepr[2]}"


@pytest.hookimpl(tryfirst=True)  # before -k leaves out tests
def pytest_collection_modifyitems(config, items):
    config.all_names = set().union(*map(names, items))
    config.folders = {item.path.parent for item in items}
    items.sort(key=lambda item: item.path.parent.name not in LONG)
    for item in items:  # for -k tests/hosts/cli
        item.extra_keyword_matches.add(item.nodeid)


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    from installation import Installed
    return Installed(tmp_path_factory.mktemp("install") / "uuid9562")


@pytest.fixture
def missing_tests(request):
    """Which of some names no test has; none where only some folders are collected."""
    folders = {path.parent for path in TESTS.rglob("test_*.py")}
    return lambda some: [name for name in some if name not in request.config.all_names] \
        if folders <= request.config.folders else []
