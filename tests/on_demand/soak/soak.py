"""All hosts at once, for SOAK_MINUTES, and mistakes that it must find: `./dev soak` runs this file.

Processes of each host generate, with a state file or without; some are killed, or run out of
memory, of file size or of disk, while a clock is set forwards and back. Ten of them, the residents,
live to the end, and may not grow. soak.c has threads, forks and raw clones, and compares what was
generated. At the same time tests/together/feed and tests/unit/clock run. A line a minute shows the
progress; in the end there is a line for each claim.
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from bindings.workers import Worker
from feed.feed import feed
from harness import BUILD, run

SOAK = BUILD / "tests/soak"
FOLDER = BUILD / "soak"
DISK = FOLDER / "disk"  # small, where root may mount; the state file is on it
STATE, ROUND, BUCKETS = DISK / "state", FOLDER / "round", FOLDER / "buckets"
CLOCK_FILE = FOLDER / "clock"
HOSTS = ("C", "command", "SQL", "Lua", "Python")
FATES = ("lives", "lives", "killed", "killed", "memory", "file size", "full disk", "new state")
LIVES = 12  # in a round
BUCKETS_MAX = 2 << 30  # bytes; then they are compared, and begun anew
# A crash, which no limit excuses.
CRASHES = {-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGILL, -signal.SIGFPE, -signal.SIGABRT}
LOCKED = "another process has held its lock"  # for long, on a machine that is busy
# How much of each a resident may have more in the last quarter than in the second.
GROWTH = {"descriptors": 0, "threads": 0, "mappings": 0, "kB of memory": 256}


def start(host, order, state, by_environment, clock, output, stdin):
    worker = Worker(host, state, by_environment, clock)
    if host == "C":
        worker.command = [SOAK, "generate", ROUND, str(order), FOLDER / "board",
                          *worker.command[1:]]
    worker.environment.update(TEST_CLOCK_FILE=str(CLOCK_FILE), MALLOC_ARENA_MAX="1")
    return worker, worker.start(stdin, output)


class Resident:
    """A process that lives to the end."""

    def __init__(self, host, order):
        self.host, self.order, self.samples = host, order, []
        self.worker, self.process = start(host, order, "" if order else STATE, order % 2 == 0,
                                          "stepped", subprocess.PIPE, subprocess.PIPE)

    def generate(self, version, count):
        """Returns the first and the last."""
        self.process.stdin.write(self.worker.ask(version, count).encode())
        self.process.stdin.flush()
        got = self.process.stdout.read(37 * count)
        assert len(got) == 37 * count, f"{self.host} ended: {self.process.stderr.read()}"
        with open(ROUND / f"{self.order}.resident.{self.host}.{time.monotonic()}", "wb") as file:
            file.write(got)
        return got[:36], got[-37:-1]

    def sample(self):
        process = Path("/proc", str(self.process.pid))
        self.samples.append({
            "descriptors": len(os.listdir(process / "fd")),
            "threads": len(os.listdir(process / "task")),
            "mappings": len((process / "maps").read_text().splitlines()),
            "kB of memory": int((process / "statm").read_text().split()[1]) * 4})

    def growth(self, what):
        quarter = len(self.samples) // 4
        values = [sample[what] for sample in self.samples] or [0]
        return min(values[-max(quarter, 1):]) - max(values[quarter:2 * quarter + 1])


class Life:
    """A process with a fate."""

    def __init__(self, number, order, host, fate, chance):
        self.host, self.fate = host, fate
        self.count = 10000 if fate == "lives" else 100000
        self.due = chance.randrange(37 * self.count)  # so much it has written before
        state = DISK / f"state{number}" if fate == "new state" else "" if order else STATE
        folder = DISK if fate == "full disk" else ROUND
        self.output = folder / f"{order}.{host}.{number}"
        with tempfile.TemporaryFile("w+", dir=FOLDER) as stdin, open(self.output, "wb") as stdout:
            stdin.writelines(Worker(host, "", True, "").ask(version, self.count // 4)
                             for version in (7, 4, 1, 6))
            stdin.seek(0)
            self.process = start(host, order, state, chance.random() < 0.5,
                                 chance.choice(("true", "stepped", "hour-back")), stdout, stdin)[1]

    def meet_fate(self):
        try:
            if self.process.poll() is not None or self.output.stat().st_size < self.due:
                return
            self.due = float("inf")
            if self.fate == "killed":
                os.killpg(self.process.pid, signal.SIGKILL)
            if self.fate == "memory":
                now = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[0]) * 4096
                resource.prlimit(self.process.pid, resource.RLIMIT_AS, (now + 65536,) * 2)
            if self.fate == "file size":
                now = self.output.stat().st_size
                resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (now + 10000,) * 2)
        except (ProcessLookupError, FileNotFoundError, ValueError):
            pass  # it has ended

    def end(self):
        """What came of it, and details."""
        said = self.process.communicate()[1].decode(errors="replace").strip()
        code, size = self.process.returncode, self.output.stat().st_size
        if code == -signal.SIGKILL:
            what = "killed"
        elif code == 0 and size == 37 * self.count:
            what = "whole"
        elif code in CRASHES or self.fate == "lives" and LOCKED not in said:
            what = "wrong"
        else:
            what = "met a limit"
        return what, f"{self.host}, {self.fate}: exit code {code}, {size} bytes: {said[-200:]}"


class Soak:
    def __init__(self, minutes, hung):
        self.begin, self.end, self.hung = time.monotonic(), time.monotonic() + minutes * 60, hung
        self.chance = random.Random(1)
        self.order = self.rounds = self.steps = self.epochs = 0
        self.count, self.ends = Counter(), Counter()
        self.lives, self.failures, self.hangs = [], [], []
        self.ending = threading.Event()
        self.beside = [threading.Thread(target=self.keep, args=(what,))
                       for what in (self.fates, self.feed, self.clock)]
        shutil.rmtree(FOLDER, ignore_errors=True)
        for folder in (FOLDER, ROUND, BUCKETS, DISK):
            folder.mkdir(parents=True, exist_ok=True)
        self.mounted = os.geteuid() == 0 and run(
            "mount", "-t", "tmpfs", "-o", "size=3m", "soak", DISK, check=False).returncode == 0
        CLOCK_FILE.touch()
        self.step()
        self.residents = [Resident(host, 0) for host in HOSTS] + [
            Resident(host, self.new_order()) for host in HOSTS]

    def new_order(self):
        self.order += 2
        return self.order - 1

    def step(self):
        os.utime(CLOCK_FILE, (0, 10**9 + self.chance.randrange(-3600, 3600)))
        self.steps += 1

    # ---- beside it

    def keep(self, what):
        try:
            while not self.ending.is_set():
                what()
        except Exception as error:
            self.hangs.append(f"{what.__name__}: {error}")

    def fates(self):
        for life in list(self.lives):
            life.meet_fate()
        time.sleep(0.002)

    def feed(self):
        journal = ("WAL", "DELETE")[self.count["feeds"] % 2]
        result = feed(FOLDER / "feed", journal, 5000)
        self.count.update(feeds=1, rows=result["rows"], killed=result["killed"],
                          skipped=result["skipped"] + result["unknown"] + sum(result["late"]))

    def clock(self):
        run(BUILD / "tests/stress-clock", "3")
        self.count["seconds of the clock"] += 9

    # ---- a round

    def ask(self):
        """A token that goes from resident to resident."""
        version, last = self.chance.choice((6, 7)), b""
        for resident in self.chance.sample(self.residents, len(self.residents)):
            first, end = resident.generate(version, 200)
            if resident.order == 0:
                self.count["out of order"] += first <= last
                self.count["turns"] += 1
                last = end
            resident.generate(self.chance.choice((1, 4)), 200)

    def round(self):
        self.lives = lives = []
        for number in range(LIVES):
            number += self.rounds * LIVES
            fate = self.chance.choice(FATES)
            order = self.new_order()
            if fate == "new state":
                order += 1
            elif self.chance.random() < 0.5:
                order = 0
            lives.append(Life(number, order, self.chance.choice(HOSTS), fate, self.chance))
        while any(life.process.poll() is None for life in lives):
            self.ask()
            self.step()
        for life in lives:
            what, details = life.end()
            self.ends[what] += 1
            if what == "wrong":
                self.failures.append(details)
        for resident in self.residents:
            resident.sample()
        signal.alarm(0)  # what is compared in part would be compared again
        self.compare()
        self.rounds += 1

    def compare(self):
        for folder in (ROUND, DISK):
            paths = [path for path in folder.iterdir() if path != STATE]
            uuids, out_of_order, malformed = map(int, run(SOAK, "add", BUCKETS, input="\n".join(
                str(path) for path in paths if not path.name.startswith("state"))).stdout.split())
            self.count.update({"UUIDs": uuids, "out of order": out_of_order, "files": len(paths),
                               "malformed": malformed if folder == ROUND else 0})
            for path in paths:  # on the full disk, lines were cut off
                path.unlink()
        if sum(path.stat().st_size for path in BUCKETS.iterdir()) > BUCKETS_MAX:
            self.find_repeats()

    def find_repeats(self):
        uuids, times = map(int, run(SOAK, "repeats", BUCKETS).stdout.split())
        self.count.update({"repeats": uuids, "repeated times": times})
        self.epochs += 1
        shutil.rmtree(BUCKETS)
        BUCKETS.mkdir()

    # ---- from begin to end

    def run(self):
        def hung(*_):
            raise TimeoutError(f"nothing happened for {self.hung} seconds")
        signal.signal(signal.SIGALRM, hung)
        shown = self.begin
        for thread in self.beside:
            thread.start()
        try:
            while self.rounds < 8 or time.monotonic() < self.end:
                signal.alarm(self.hung)
                self.round()
                if time.monotonic() > shown + 60:
                    shown = time.monotonic()
                    print(self.progress(), flush=True)
            for resident in self.residents:
                resident.process.communicate()
                assert resident.process.returncode == 0, resident.host
        except Exception as error:
            self.hangs.append(f"{type(error).__name__}: {error}")
        finally:
            signal.alarm(0)
            self.ending.set()
            for one in self.residents + self.lives:
                if one.process.poll() is None:
                    os.killpg(one.process.pid, signal.SIGKILL)
                one.process.wait()
            for thread in self.beside:
                thread.join()
            self.compare()
            self.find_repeats()
            if self.mounted:
                run("umount", "--lazy", DISK)

    def processes(self):
        return (f"{sum(self.ends.values()):,} processes: " +
                ", ".join(f"{count:,} {what}" for what, count in sorted(self.ends.items())))

    def progress(self):
        memory = sum(resident.samples[-1]["kB of memory"] for resident in self.residents)
        return (f"{(time.monotonic() - self.begin) / 60:5.0f} min: {self.count['UUIDs']:,} UUIDs; "
                f"{self.processes()}; {self.steps:,} steps of the clock; "
                f"{self.count['rows']:,} rows; residents {memory:,} kB")

    def claims(self):
        """What each claims, what must be 0, and of what."""
        count = self.count
        yield "repeats", count["repeats"], (
            f"in {count['UUIDs']:,} UUIDs of versions 1 and 3 to 8, from {count['files']:,} "
            f"processes and threads; compared in {self.epochs} parts")
        yield "times twice", count["repeated times"], (
            "in versions 1, 6 and 7 of a process, or of all that share the state file")
        yield "out of order", count["out of order"], (
            f"of them, and in {count['turns']:,} turns from process to process")
        yield "malformed", count["malformed"], "lines"
        for what, allowed in GROWTH.items():
            growth = max(resident.growth(what) for resident in self.residents)
            yield what, max(growth - allowed, 0), (
                f"too many in {len(self.residents)} processes that lived to the end "
                f"(growth {growth:+d}, allowed {allowed})")
        yield "failed", len(self.failures), f"of {self.processes()}"
        yield "skipped", count["skipped"], (
            f"of {count['rows']:,} rows of change feeds, with {count['killed']:,} kills")
        yield "hung or ended", len(self.hangs), (
            "of the processes that lived to the end, the feeds, and "
            f"{count['seconds of the clock']:,} s of the cycle counter beside the clock")


def soak(minutes, hung=600):
    """Returns the names of the claims that failed."""
    one = Soak(minutes, hung)
    one.run()
    claims = list(one.claims())
    print(*one.failures, *one.hangs, *(
        f"{'FAILED ' if failures else ''}{name}: {failures} {text}"
        for name, failures, text in claims), sep="\n")
    return [name for name, failures, _ in claims if failures]


@pytest.mark.parametrize("mistake, claim", (
    ("repeat", "repeats"), ("time", "times twice"), ("order", "out of order"),
    ("memory", "kB of memory"), ("descriptors", "descriptors"), ("mappings", "mappings"),
    ("hung", "hung or ended")))
def test_mistake_is_found(mistake, claim, monkeypatch, capsys):
    monkeypatch.setenv("MISTAKE", mistake)
    failed, said = soak(0, 20 if mistake == "hung" else 600), capsys.readouterr().out
    assert claim in failed, said


def test_soak():
    assert not soak(float(os.environ["SOAK_MINUTES"]))
