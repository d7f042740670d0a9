"""A process of each host that generates, for each line of its input, a number of UUIDs of a
version, one a line. It opens a state file itself, or the environment names it, or there is none."""

import os
import subprocess

from harness import BUILD, CLOCK, COMMAND, EXTENSION, LUA, PACKAGE, PYTHON, SQLITE3, TESTS

IN_PYTHON = """
import sys, uuid9562
if sys.argv[1:]:
    uuid9562.state_open(sys.argv[1])
for line in sys.stdin:
    version, count = map(int, line.split())
    if count > 1:
        print(*uuid9562.batch_str(version, count - 1), sep="\\n")
    print(getattr(uuid9562, f"uuid{version}")(), flush=True)
"""
IN_SHELL = 'while read version count; do "$0" generate -$version -C $count || exit; done'


class Worker:
    """How to start a process of a host."""

    def __init__(self, host, path, by_environment, clock):
        self.host = host
        given = [path] if path and not by_environment else []
        self.command = [str(word) for word in {
            "C": [BUILD / "tests/state-worker", *given],
            "command": ["sh", "-c", IN_SHELL, COMMAND],
            "SQL": [SQLITE3, "-batch", "-bail", ":memory:", "-cmd",
                    f".load {EXTENSION.with_suffix('')}",
                    *(["-cmd", ".output /dev/null",
                       "-cmd", f"SELECT * FROM uuid_state_open('{path}')",
                       "-cmd", ".output"] if given else [])],
            "Lua": [LUA, TESTS / "together/worker.lua", *given],
            "Python": [PYTHON, "-c", IN_PYTHON, *given],
        }[host]]
        self.environment = {
            **os.environ, "TEST_CLOCK": clock, "LD_PRELOAD": str(CLOCK),
            "LUA_CPATH": f"{BUILD}/lua/?.so", "PYTHONPATH": str(PACKAGE),
            "UUID9562_STATE": str(path) if by_environment or host == "command" else ""}

    def ask(self, version, count):
        """The line that has it generate."""
        if self.host == "SQL":
            return f"SELECT uuid{version}() FROM uuid_series(4, {count});\n"
        return f"{version} {count}\n"

    def start(self, stdin, stdout):
        return subprocess.Popen(self.command, env=self.environment, stdin=stdin, stdout=stdout,
                                stderr=subprocess.PIPE, start_new_session=True)
