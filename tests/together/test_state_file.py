"""Processes of all hosts with one state file: the order of a token that is handed to and fro is the
order of the UUIDs. (unit/inside/state_file_in_use.c and feed have processes that are killed.)

Every other process has a clock that is an hour behind, and so lives on what the others have left in
the file.
"""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from harness import BUILD, CC, ROOT, run
from workers import Worker

TURNS = 300  # of each version, that two hosts generate


@pytest.fixture(scope="module", autouse=True)
def program():
    run(*CC, "-std=c11", "-Wall", "-Wextra", "-Icore/include", "-pthread",
        "tests/together/state_worker.c", BUILD / "lib/libuuid9562.a", "-lcrypto", "-ldl", "-o",
        BUILD / "tests/state-worker", cwd=ROOT)


def workers(path):
    hosts = ("C", "SQL", "Lua", "Python", "Python", "C", "Lua", "SQL")
    return [Worker(host, path, by_environment=number % 4 < 2,
                   clock="hour-back" if number % 2 else "true")
            for number, host in enumerate(hosts)]


@pytest.fixture
def path():
    """In memory: no wait for the file's lock, of which the longest is 5 seconds, depends on a disk
    that others use."""
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Path(folder, "state")


def test_the_order_of_a_token(path):
    """It goes from host to host by pipes: each generates when it has it."""
    hosts = [(worker, worker.start(subprocess.PIPE, subprocess.PIPE))
             for worker in workers(path)]

    def generated(number, version):
        worker, process = hosts[number]
        process.stdin.write(worker.ask(version, 1).encode())
        process.stdin.flush()
        return process.stdout.readline()

    try:
        for one in range(len(hosts)):
            other = (one + 1) % len(hosts)
            for version in (6, 7):
                last = b""
                for turn in range(TURNS):
                    got = generated((one, other)[turn % 2], version)
                    assert len(got) == 37 and last < got, (hosts[one][0].command, last, got)
                    last = got
    finally:
        for _, process in hosts:
            process.kill()
            process.communicate()
