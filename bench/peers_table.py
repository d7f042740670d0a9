"""This library and others: peers_table.py FOLDER LIB CLOCK prints tables in Markdown.

FOLDER (build/bench/peers) gets a copy of bench/peers. Its programs are built there with the newest
libraries that the registries have; what cannot be built or installed is named and left out. A
program generates by one library, and answers lines (peers/peers.py). LIB is the folder of ours.

All are timed in turn, ROUNDS times after rounds that do not count, pinned to one CPU, in CPU time
of the whole process; a row has the median. Then
each generator of version 7 is tried in a process of its own with a clock that steps
(CLOCK, tests/unit/clock/fake.c), by `tried`. Only what ROWS says is the word of a library.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ROUNDS, WARM_UP, ROUND_NS, BURST_NS = 15, 3, 2e7, 3e8
TAKEN, FORKS, HOUR = 20000, 50, 3600
OURS = "a day, or as set"

BUILD = {
    "C": f"${{CC:-cc}} -std=c11 -O2 -shared -fPIC -I{ROOT}/core/include ours.c -o ours.so"
         " $LIB/libuuid9562.so -Wl,-rpath,$LIB -ldl",
    "Rust": "cargo build -q --release",
    "Python": f"{sys.executable} -m pip install -q --upgrade --target python uuid_utils",
}
PYTHON = [sys.executable, "-B", "peers.py"]
LIBRARY = {"C": "./ours.so", "Rust": "target/release/libpeers.so"}

# The language, the name that its program gets, and of generators what the documentation of the
# library says: whether the random bytes are cryptographic, and of version 7 the unit of time and
# the bound of the lead over the clock. From: core/include/uuid9562.h;
# github.com/util-linux/util-linux; docs.rs/uuid; github.com/aminalaee/uuid-utils
ROWS = [[cell.strip() for cell in row.split("|")] for row in f"""
C          | uuid9562, uuid7                                | yes | 1 ns   | {OURS}
C          | uuid9562, uuid7 by a generator for each thread | yes | 1 ns   | {OURS}
C          | uuid9562, uuid7 in batches of 256              | yes | 1 ns   | {OURS}
Python     | uuid9562.uuid7                                 | yes | 1 ns   | {OURS}
C          | libuuid, uuid7                                 | yes | 1 ms   | -
Rust       | uuid (fast-rng), uuid7                         | yes | 1 ms   | -
Python     | uuid.uuid7                                     | yes | 1 ms   | -
Python     | uuid_utils.uuid7                               | yes | 1 ms   | -
C          | uuid9562, uuid4                                | yes
C          | uuid9562, uuid4 in batches of 256              | yes
Python     | uuid9562.uuid4                                 | yes
C          | libuuid, uuid4                                 | yes
Rust       | uuid (fast-rng), uuid4                         | yes
Python     | uuid.uuid4                                     | yes
Python     | uuid_utils.uuid4                               | yes
C          | uuid9562, uuid6
Rust       | uuid (fast-rng), uuid6
C          | uuid9562, uuid1
C          | libuuid, uuid1
Rust       | uuid (fast-rng), uuid1
C          | uuid9562, uuid5
Rust       | uuid, uuid5
C          | uuid9562, format
Rust       | uuid, format
C          | uuid9562, parse
Rust       | uuid, parse
""".strip().splitlines()]
# The first bit after the time.
FIRST_BIT = {"1 ms": 48, "1 ns": 74}


class Program:
    """A generator in a process of its own."""

    def __init__(self, command, folder, **environment):
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL, env={**os.environ, **environment})
        self.pid = self.process.pid

    def lines(self, question, count):
        """The answer; none if the language cannot do this, or the program failed."""
        answer = []
        try:
            print(question, file=self.process.stdin, flush=True)
            while len(answer) < count and (line := self.process.stdout.readline().strip()):
                answer.append(line)
        except BrokenPipeError:
            pass
        return answer if len(answer) == count else []

    def uuids(self, question, count):
        return [int(line.replace("-", ""), 16) for line in self.lines(question, count)]

    def spent(self, question):
        """CPU time, in nanoseconds; None if the program failed."""
        clock = ~self.pid << 3 | 2  # as clock_getcpuclockid makes it
        try:
            began = time.clock_gettime_ns(clock)
            return self.lines(question, 1) and time.clock_gettime_ns(clock) - began
        except OSError:
            return None

    def run(self, n):
        return self.spent(f"run {n}")

    def close(self):
        self.process.kill()
        self.process.communicate()


def start(language, name, folder, **environment):
    command = [*PYTHON, name]
    if language in LIBRARY:
        command = [*PYTHON, re.sub(r"\W+", "_", name.lower()), LIBRARY[language]]
    return Program(command, folder, **environment)


# ---- what is tried ----

def in_order(uuids):
    return "yes" if all(before < after for before, after in zip(uuids, uuids[1:])) else "no"


def random_bits(uuids, first):
    """How many bits after the time are random: they change from one UUID to the next half the
    time, and so does whether they do, as a counter's second bit does not."""
    changes = [before ^ after for before, after in zip(uuids, uuids[1:])]
    turns = [before ^ after for before, after in zip(changes, changes[1:])]
    return sum(all(0.45 < sum(value >> bit & 1 for value in values) / len(values) < 0.55
                   for values in (changes, turns)) for bit in range(128 - first))


def child_repeats(program):
    """Whether a child and its parent draw the same bits. One that draws more in each millisecond
    may do it at another UUID, or not at each fork."""
    forks = [[uuid % 2**32 for uuid in program.uuids("fork 4", 8)] for _ in range(FORKS)]
    if not forks[0]:
        return "-"
    return "yes" if any(set(last[:4]) & set(last[4:]) for last in forks) else "no"


def at(program, clock_file, seconds, resolution_ns, question):
    """What a program answers once its clock differs by so much."""
    os.utime(clock_file, ns=(0, (10**9 + seconds) * 10**9 + resolution_ns))
    time.sleep(0.02)
    return program.uuids(question, int(question.split()[1]))


def tried(program, unit, clock_file):
    """The number of random bits; whether UUIDs are in order within a thread, and over threads,
    which a clock of milliseconds decides; whether a child repeats its parent; and what follows when
    the clock goes an hour ahead, which must show, and back."""
    taken = at(program, clock_file, 0, 0, f"take {TAKEN}")
    in_turns = at(program, clock_file, 0, 10**6, f"turns {TAKEN}")
    repeats = child_repeats(program)
    ahead = at(program, clock_file, HOUR, 0, "take 1000")
    after = at(program, clock_file, 0, 0, "take 1000")
    if not ahead or abs((ahead[-1] >> 80) / 1000 - HOUR - time.time()) > HOUR / 60:
        back = "-"
    elif not after:
        back = "error"
    elif in_order(ahead[-1:] + after) == "yes":
        back = "in order"
    else:
        back = "goes back" if min(after) >> 80 < ahead[-1] >> 80 else "keeps its time"
    return [str(random_bits(taken[-4096:], FIRST_BIT[unit])), in_order(taken),
            in_order(in_turns) if in_turns else "-", repeats, back]


def lead(program, ns):
    """How far the time is ahead of the clock after a burst."""
    program.run(round(BURST_NS / ns / 256) * 256)
    last = program.uuids("take 1", 1)
    if not last:
        return "-"
    ahead = (last[0] >> 80) - time.time() * 1000
    return "0" if ahead < 1 else f"{ahead:.0f} ms" if ahead < 10000 else f"{ahead / 1000:.0f} s"


# ---- the tables ----

def timed(programs):
    """The medians, in nanoseconds for each UUID, of all that answer until the end."""
    calls, results = {}, {key: [] for key in programs}
    for key, program in programs.items():
        n = 256
        while (ns := program.run(n)) and ns < ROUND_NS and n < 2**30:
            n *= 2
        calls[key] = max(round(n * ROUND_NS / (ns or ROUND_NS) / 256), 1) * 256
    for _ in range(WARM_UP + ROUNDS):
        for key, program in programs.items():
            results[key].append((program.run(calls[key]) or 0) / calls[key])
    return {key: statistics.median(found[WARM_UP:]) for key, found in results.items() if all(found)}


def print_table(head, rows):
    print("\n| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def versions(folder):
    """Of what the registries gave."""
    def found(path, pattern):
        file = folder / path
        return re.findall(pattern, file.read_text(encoding="utf-8")) if file.exists() else []
    pairs = found("Cargo.lock", r'name = "(\S*uuid\S*)"\nversion = "(.*)"')
    pairs += [path.stem.rsplit("-", 1) for path in folder.glob("python/*.dist-info")]
    return ", ".join(" ".join(pair) for pair in pairs)


def main(folder, lib, clock):
    folder, clock_file = Path(folder).resolve(), Path(folder, "clock").resolve()
    shutil.copytree(ROOT / "bench" / "peers", folder, dirs_exist_ok=True)
    clock_file.touch()
    os.utime(clock_file, (10**9,) * 2)
    os.environ["PYTHONPATH"] = os.pathsep.join(
        ["python", *map(os.path.abspath, os.environ.get("PYTHONPATH", "").split(os.pathsep))])
    with open(folder / "log", "wb") as log:
        for command in BUILD.values():
            subprocess.run(command, shell=True, cwd=folder, stdout=log, stderr=log, check=False,
                           env={**os.environ, "LIB": str(Path(lib).resolve())})

    cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cpus)})
    programs, leads = {}, {}
    for language, name, *_ in ROWS:
        try:
            programs[language, name] = start(language, name, folder)
        except OSError:
            pass
    cost = timed(programs)
    absent = [f"{name} ({language})" for language, name, *_ in ROWS if (language, name) not in cost]
    rows = {count: sorted((cost[tuple(row[:2])], *row) for row in ROWS
                          if tuple(row[:2]) in cost and len(row) == count) for count in (5, 3, 2)}
    for ns, language, name, *_ in rows[5]:
        leads[language, name] = lead(programs[language, name], ns)
    repeats = {name: child_repeats(programs[language, name]) for _, language, name, *_ in rows[3]}
    for program in programs.values():
        program.close()
    os.sched_setaffinity(0, cpus)

    table = []
    for ns, language, name, secure, unit, bound in rows[5]:
        program = start(language, name, folder, LD_PRELOAD=str(Path(clock).resolve()),
                        TEST_CLOCK="stepped", TEST_CLOCK_FILE=str(clock_file))
        bits, *order = tried(program, unit, clock_file)
        program.close()
        table.append([name, language, f"{ns:.2f}", secure, bits, *order,
                      leads[language, name], bound, unit])
    print_table(["version 7", "language", "ns", "cryptographic", "random bits", "order in a thread",
                 "over threads", "child repeats parent", "clock an hour back", "lead",
                 "bound of the lead", "unit of time"], table)
    print_table(["version 4", "language", "ns", "cryptographic", "child repeats parent"],
                [[name, language, f"{ns:.2f}", secure, repeats[name]]
                 for ns, language, name, secure in rows[3]])
    print_table(["other", "library", "language", "ns"], sorted(
        ([*reversed(name.split(", ")), language, f"{ns:.2f}"] for ns, language, name in rows[2]),
        key=lambda row: row[0]))
    print(f"\nVersions: {versions(folder)}.")
    if absent:
        print(f"Left out, as they could not be built, installed or run: {'; '.join(absent)}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
