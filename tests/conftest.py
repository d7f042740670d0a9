"""How the run ends: the skipped by name, then one line that counts all tests."""


def pytest_terminal_summary(terminalreporter):
    count = {key: len(terminalreporter.stats.get(key, [])) for key in
             ("passed", "failed", "error", "skipped")}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"skipped: {report.nodeid}: {reason}")
    terminalreporter.write_line(f"{count['passed']} passed, {count['failed'] + count['error']} failed,"
                                f" {count['skipped']} skipped")
