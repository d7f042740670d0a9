"""Processes of all hosts with one state file: no UUID comes twice, whoever is killed meanwhile, and
the order of a token that is handed to and fro is the order of the UUIDs.

Every other process has a clock that is an hour behind, and so lives on what the others have left in
the file. STATE_FILE_COUNT is how many UUIDs of each version a process generates; `make stress`
takes 2 million.
"""

import os
import random
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGKILL
from tempfile import TemporaryDirectory

import pytest
from harness import BUILD, CC, CLOCK, COMMAND, EXTENSION, LUA, PACKAGE, PYTHON, ROOT, SQLITE3, run

COUNT = int(os.environ.get("STATE_FILE_COUNT", 3000))
DEATHS = 3 if COUNT < 100000 else 30
VERSIONS = (1, 6, 7)
# How many bits below the time are random: in version 1 none are, and all else is the same.
RANDOM_BITS = {1: 0, 6: 55, 7: 54}

IN_LUA = """
local uuid = require "uuid9562"
if arg[1] then uuid.state_open(arg[1]) end
for line in io.lines() do
    local version, count = line:match("(%d) (%d+)")
    for i = 1, count do io.write(uuid["uuid" .. version](), "\\n") end
    io.flush()
end
"""
IN_PYTHON = """
import sys, uuid9562
if sys.argv[1:]:
    uuid9562.state_open(sys.argv[1])
for line in sys.stdin:
    version, count = map(int, line.split())
    if count > 1:
        print(*uuid9562.batch_str(version, count - 1), sep="\\n")
    print(getattr(uuid9562, f"uuid{version}_str")(), flush=True)
"""
IN_SHELL = 'while read version count; do "$0" generate -$version -C $count || exit; done'


@pytest.fixture(scope="module", autouse=True)
def program():
    run(*CC, "-std=c11", "-Wall", "-Wextra", "-Icore/include", "-pthread",
        "tests/bindings/state_worker.c", BUILD / "lib/libuuid9562.a", "-lcrypto", "-ldl", "-o",
        BUILD / "tests/state-worker", cwd=ROOT)


class Worker:
    """A process of a host. It opens the file itself, or the environment names it."""

    def __init__(self, host, path, by_environment, clock):
        self.host = host
        given = [] if by_environment else [path]
        (BUILD / "tests/state_worker.lua").write_text(IN_LUA)
        self.command = [str(word) for word in {
            "C": [BUILD / "tests/state-worker", *given],
            "command": ["sh", "-c", IN_SHELL, COMMAND],
            "SQL": [SQLITE3, "-batch", "-bail", ":memory:", "-cmd",
                    f".load {EXTENSION.with_suffix('')}",
                    *(["-cmd", f".once /dev/null\nSELECT * FROM uuid_state_open('{path}');"]
                      if given else [])],
            "Lua": [LUA, BUILD / "tests/state_worker.lua", *given],
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


def workers(path):
    hosts = ("C", "SQL", "Lua", "Python", "command", "Python", "C", "Lua", "SQL")
    return [Worker(host, path, by_environment=number % 4 < 2,
                   clock="hour-back" if number % 2 else "true")
            for number, host in enumerate(hosts)]


# ---- killed and started again


def kill_in_the_middle(process, output):
    """Kills it when it has written some part of its output, which is at most 2 MB."""
    part = random.uniform(0, min(COUNT * len(VERSIONS) * 37, 2000000))
    while process.poll() is None:
        if output.stat().st_size >= part:
            os.killpg(process.pid, SIGKILL)
            break
        time.sleep(0.001)
    return process.wait() == -SIGKILL


def live(worker, folder, deaths):
    """Generates all of it, after as many lives that end early. Returns what it has written, and how
    many did."""
    chunk = 50 if COUNT < 100000 else 1000
    folder.mkdir()
    with open(folder / "input", "w", encoding="ascii") as file:
        for _ in range(COUNT // chunk):
            file.writelines(worker.ask(version, chunk) for version in VERSIONS)
    outputs, killed = [], 0
    while True:
        outputs.append(folder / str(len(outputs)))
        mortal = killed < deaths and len(outputs) < 10 * deaths  # some end before they are killed
        with open(folder / "input", "rb") as stdin, open(outputs[-1], "wb") as stdout, \
                worker.start(stdin, stdout) as process:
            if mortal:
                killed += kill_in_the_middle(process, outputs[-1])
                continue
            said = process.stderr.read()
            assert process.wait() == 0, (worker.command, said)
            return outputs, killed


def whole_lines(path, version):
    with open(path, "rb") as file:
        for line in file:
            if len(line) == 37 and line[14:15] == b"%d" % version:  # the last one may be cut off
                yield line


def in_order(files, version):
    """The UUIDs of that version of all files as sorted numbers, in a file of 16 bytes each."""
    target = BUILD / "tests/state-sorted"
    with open(target, "wb") as stdout, subprocess.Popen(
            [COMMAND, "sort", "--to", "bytes"], stdin=subprocess.PIPE, stdout=stdout) as sort:
        for path in files:
            last = b""
            for line in whole_lines(path, version):
                assert version == 1 or last < line, (path, last, line)
                last = line
                sort.stdin.write(line)
        sort.stdin.close()
    assert sort.returncode == 0
    with open(target, "rb") as file:
        while block := file.read(1 << 20):
            for at in range(0, len(block), 16):
                yield int.from_bytes(block[at:at + 16], "big")
    target.unlink()


@pytest.fixture
def path():
    """In memory: no wait for the file's lock, of which the longest is 5 seconds, depends on a disk
    that others use."""
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Path(folder, "state")


def test_processes_that_are_killed(tmp_path, path):
    hosts = workers(path)
    mortal = {hosts[number].host: number for number in range(len(hosts))}.values()
    with ThreadPoolExecutor(len(hosts)) as pool:
        lives = [pool.submit(live, worker, tmp_path / str(number),
                             DEATHS if number in mortal else 0)
                 for number, worker in enumerate(hosts)]
        files = [path for life in lives for path in life.result()[0]]
    assert sum(life.result()[1] for life in lives) > DEATHS
    for version in VERSIONS:
        last, count, identities = -1, 0, set()
        for number in in_order(files, version):
            assert last < number >> RANDOM_BITS[version], f"version {version}: twice"
            last = number >> RANDOM_BITS[version]
            count += 1
            if version == 1:
                identities.add(number & (1 << 62) - 1)
        assert count >= len(hosts) * COUNT
        assert version != 1 or len(identities) == 1


# ---- a token


def test_the_order_of_a_token(path):
    """It goes from host to host by pipes: each generates when it has it."""
    hosts = [(worker, worker.start(subprocess.PIPE, subprocess.PIPE))
             for worker in workers(path) if worker.host != "command"]

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
                for turn in range(max(COUNT // 10, 100)):
                    got = generated((one, other)[turn % 2], version)
                    assert len(got) == 37 and last < got, (hosts[one][0].command, last, got)
                    last = got
    finally:
        for _, process in hosts:
            process.kill()
            process.communicate()
