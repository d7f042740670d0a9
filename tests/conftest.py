"""Test report format: a line for each folder, then what failed, what was skipped, and two lines:
the counts, and how long it took. With -v or -vv it is pytest's own, but for the last lines."""

import os
import re
import sys
import time
from collections import Counter, defaultdict

import pytest
from harness import BUILD, CLOCK, EXTENSION, PACKAGE, ROOT, TESTS

# For the tests of tests/python, which run without pytest too, and for every process.
sys.path.insert(0, str(PACKAGE))
os.environ.update(PYTHONPATH=str(PACKAGE), UUID9562_SQLITE=str(EXTENSION),
                  TEST_CLOCK_LIBRARY=str(CLOCK),
                  LUA_CPATH=f"{BUILD}/lua/?.so;;", PYTHONDONTWRITEBYTECODE="1")
BEGIN = time.time()
CLAIMS = "".join((ROOT / "docs" / page).read_text("utf-8")
                 for page in ("internals/rfc9562.md", "security.md"))
NAMED = set(re.findall(r"`(?:[A-Z]\w+\.)?([^`]+)`", CLAIMS))


def counted(count, *always):
    return ", ".join(f"{count[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped")
                     if count[outcome] or outcome in always)


def duration(seconds):
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


def folder(nodeid):
    return nodeid.partition("::")[0].rpartition("/")[0]


class Progress:
    """A line for each folder whose tests are done: tests/core   92 passed   10.4 s. With several
    processes (pytest-xdist) folders overlap, and the time is the sum of what their tests took."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.expected, self.ended, self.seconds = Counter(), Counter(), Counter()
        self.count = defaultdict(Counter)

    def pytest_collection_finish(self, session):
        self.expected = Counter(folder(item.nodeid) for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        self.expected = Counter(map(folder, ids))

    def pytest_runtest_logreport(self, report):
        name = folder(report.nodeid)
        self.seconds[name] += report.duration
        if report.failed:
            self.terminal.write_line(f"    failed: {report.nodeid}")
        is_subtest = hasattr(report, "context")  # of pytest 9, which reports them one by one
        if not report.passed or report.when == "call" and not is_subtest:
            self.count[name][report.outcome] += 1

    def pytest_runtest_logfinish(self, nodeid):
        name = folder(nodeid)
        self.ended[name] += 1
        if self.ended[name] == self.expected[name]:
            self.terminal.write_line(f"{name:24} {counted(self.count[name]):34}"
                                     f"{self.seconds[name]:8.1f} s")

    @pytest.hookimpl(tryfirst=True)  # before that of subtests (pytest 9)
    def pytest_report_teststatus(self, report):
        """As pytest has it, but without the letter that it prints."""
        if hasattr(report, "context") and not report.failed:
            return "", "", ""
        if report.when != "call" and not report.skipped:
            return "error" if report.failed else "", "", ""
        return report.outcome, "", ""


class Selection:
    """Which tests there are, for test_named_tests; and how many slow ones are left out."""

    def __init__(self, config):
        self.config, config.collected, config.slow = config, set(), 0

    @pytest.hookimpl(tryfirst=True)  # before -k leaves out tests
    def pytest_collection_modifyitems(self, config, items):
        config.collected = {item.nodeid for item in items}
        for item in items:  # for -k tests/cli
            item.extra_keyword_matches.add(item.nodeid)
        config.all_are_collected = {path.name for path in TESTS.iterdir() if any(
            path.glob("test_*.py"))} <= {item.path.parent.name for item in items}

    def pytest_deselected(self, items):
        if self.config.option.markexpr == "not slow":
            self.config.slow += sum("slow" in item.keywords for item in items)

    def pytest_sessionfinish(self):
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["slow"] = self.config.slow

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        self.config.slow = getattr(node, "workeroutput", {}).get("slow", 0)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item):
        """A test that a page of claims names may not be skipped."""
        report = (yield).get_result()
        names = {item.name, item.name.partition("[")[0], item.name.partition("[")[2][:-1]}
        if report.skipped and names & NAMED:
            report.outcome = "failed"
            report.longrepr = f"a page of docs/ names it as evidence; skipped: {report.longrepr[2]}"


@pytest.hookimpl(trylast=True)  # after the reporter is there
def pytest_configure(config):
    config.pluginmanager.register(Selection(config))
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None:  # one of several processes
        return
    terminal.summary_stats = lambda: None  # which would come after the last line
    if terminal.verbosity < 0 and not config.option.collectonly:
        config.pluginmanager.register(Progress(terminal))


def pytest_terminal_summary(terminalreporter, exitstatus, config):
    if config.option.collectonly:
        return
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        terminalreporter.write_line("no test has that in its name")
    stats = terminalreporter.stats
    skipped = defaultdict(list)
    for report in stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        path, _, name = report.nodeid.partition("::")
        skipped[path, reason.removeprefix("Skipped: ")].append(name or "all of it")
    for (path, reason), names in skipped.items():
        terminalreporter.write_line(f"skipped: {path}: {reason}: {', '.join(names)}")
    count = {outcome: len(stats.get(outcome, [])) for outcome in ("passed", "failed", "skipped")}
    count["failed"] += len(stats.get("error", []))
    terminalreporter.write_line(counted(count, *count))
    began = float(os.environ.get("TEST_BEGAN", BEGIN))  # dev sets it before it builds
    built = f", {duration(BEGIN - began)} of it to build" if BEGIN - began > 1 else ""
    left_out = f"; left out: {config.slow} slow tests (./dev test all)" if config.slow else ""
    terminalreporter.write_line(f"{duration(time.time() - began)}{built}{left_out}")


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    from installation import Installed
    return Installed(tmp_path_factory.mktemp("install") / "uuid9562")


@pytest.fixture
def missing_tests(request):
    """Which of some names no test has. A name is that of a function, or what its brackets hold.
    Where only some folders are collected, it may be in another; one that is skipped has failed."""
    names = set()
    for nodeid in request.config.collected:
        item = nodeid.rpartition("::")[2]
        function, _, parameters = item.partition("[")
        names |= {item, function, parameters.removesuffix("]")}
    return lambda some: [name for name in some if name not in names] \
        if request.config.all_are_collected else []
