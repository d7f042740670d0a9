"""Processes of all hosts with one state file: no UUID comes twice, whoever is killed meanwhile, and
the order of a token that is handed to and fro is the order of the UUIDs.

Every other process has a clock that is an hour behind, and so lives on what the others have left in
the file.
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
from harness import BUILD, CC, COMMAND, ROOT, run
from workers import Worker

COUNT = 3000  # of each version, that a process generates
DEATHS = 3
VERSIONS = (1, 6, 7)
# How many bits below the time are random: in version 1 none are, and all else is the same.
RANDOM_BITS = {1: 0, 6: 55, 7: 54}


@pytest.fixture(scope="module", autouse=True)
def program():
    run(*CC, "-std=c11", "-Wall", "-Wextra", "-Icore/include", "-pthread",
        "tests/bindings/state_worker.c", BUILD / "lib/libuuid9562.a", "-lcrypto", "-ldl", "-o",
        BUILD / "tests/state-worker", cwd=ROOT)


def workers(path):
    hosts = ("C", "SQL", "Lua", "Python", "command", "Python", "C", "Lua", "SQL")
    return [Worker(host, path, by_environment=number % 4 < 2,
                   clock="hour-back" if number % 2 else "true")
            for number, host in enumerate(hosts)]


# ---- killed and started again


def kill_in_the_middle(process, output):
    """Kills it when it has written some part of its output."""
    part = random.uniform(0, COUNT * len(VERSIONS) * 37)
    while process.poll() is None:
        if output.stat().st_size >= part:
            os.killpg(process.pid, SIGKILL)
            break
        time.sleep(0.001)
    return process.wait() == -SIGKILL


def live(worker, folder, deaths):
    """Generates all of it, after as many lives that end early. Returns what it has written, and how
    many did."""
    folder.mkdir()
    with open(folder / "input", "w", encoding="ascii") as file:
        for _ in range(COUNT // 50):
            file.writelines(worker.ask(version, 50) for version in VERSIONS)
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
                for turn in range(COUNT // 10):
                    got = generated((one, other)[turn % 2], version)
                    assert len(got) == 37 and last < got, (hosts[one][0].command, last, got)
                    last = got
    finally:
        for _, process in hosts:
            process.kill()
            process.communicate()
