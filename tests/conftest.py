"""How a run is told: a line for each folder, then what failed, what was skipped, and one line that
counts all tests. With -v or -vv it is told in pytest's own way, but for the last lines."""

import os
import sys
import time
from collections import Counter, defaultdict

import pytest
from harness import BUILD, CLOCK, EXTENSION, PACKAGE, TESTS

# For the tests of tests/python, which run without pytest too, and for every process.
sys.path.insert(0, str(PACKAGE))
os.environ.update(PYTHONPATH=str(PACKAGE), UUID9562_SQLITE=str(EXTENSION),
                  TEST_CLOCK_LIBRARY=str(CLOCK),
                  LUA_CPATH=f"{BUILD}/lua/?.so;;", PYTHONDONTWRITEBYTECODE="1")


def counted(count, *always):
    return ", ".join(f"{count[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped")
                     if count[outcome] or outcome in always)


class Progress:
    """The line of the folder whose tests are running: tests/core   92 passed   10.4 s"""

    def __init__(self, terminal):
        self.terminal, self.folder = terminal, None

    def pytest_runtest_logstart(self, nodeid):
        folder = nodeid.partition("::")[0].rpartition("/")[0]
        if folder != self.folder:
            self.finish_folder()
            self.folder, self.count, self.begin = folder, Counter(), time.monotonic()
            self.terminal.write(f"{folder:18}", flush=True)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.terminal.write(f"\n    failed: {report.nodeid}", flush=True)
        is_subtest = hasattr(report, "context")  # of pytest 9, which reports them one by one
        if not report.passed or report.when == "call" and not is_subtest:
            self.count[report.outcome] += 1

    def pytest_report_teststatus(self, report):
        """As pytest has it, but without the letter that it prints."""
        if report.when != "call" and not report.skipped:
            return "error" if report.failed else "", "", ""
        return report.outcome, "", ""

    def pytest_sessionfinish(self):
        self.finish_folder()

    def finish_folder(self):
        if self.folder:
            if self.count["failed"]:
                self.terminal.write(f"\n{self.folder:18}")
            self.terminal.write_line(f"{counted(self.count):40}"
                                     f"{time.monotonic() - self.begin:8.1f} s")


class Outcomes:
    """What became of each test that was collected: test_named_tests asks, after all others."""

    def __init__(self, config):
        self.of = config.outcomes = {}

    @pytest.hookimpl(tryfirst=True)  # before -k leaves out tests
    def pytest_collection_modifyitems(self, config, items):
        self.of.update((item.nodeid, "did not run") for item in items)
        for item in items:  # for -k tests/cli
            item.extra_keyword_matches.add(item.nodeid)
        config.all_are_collected = {path.name for path in TESTS.iterdir() if any(
            path.glob("test_*.py"))} <= {item.path.parent.name for item in items}
        items.sort(key=lambda item: item.name == "test_named_tests")

    def pytest_deselected(self, items):
        self.of.update((item.nodeid, "left out") for item in items)

    def pytest_runtest_logreport(self, report):
        if self.of[report.nodeid] != "failed" and (report.when == "call" or not report.passed):
            self.of[report.nodeid] = report.outcome


@pytest.hookimpl(trylast=True)  # after the reporter is there
def pytest_configure(config):
    config.pluginmanager.register(Outcomes(config))
    terminal = config.pluginmanager.get_plugin("terminalreporter")
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


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    from installation import Installed
    return Installed(tmp_path_factory.mktemp("install") / "uuid9562")
