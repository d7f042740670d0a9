"""The cost of the Python binding and of its alternatives (peers):
PYTHONPATH=build/python python3 bench/python.py

All of it is measured in turn, ROUNDS times, after one round that does not count, in CPU time of the
thread, which other programs do not disturb; the table has the medians, in nanoseconds for each
UUID. Prints tables in Markdown.
"""

import functools
import importlib
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
import uuid
from pathlib import Path

import uuid9562

ROUNDS, CALLS, MANY, IMPORTS = 15, 20000, 10**6, 50
TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
BYTES = bytes.fromhex(TEXT.replace("-", ""))


def installed(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def call(statement, each=1, calls=CALLS, **names):
    """A measurement: nanoseconds for each UUID that the statement makes."""
    timer = timeit.Timer(statement, timer=time.thread_time, globals=names)
    calls = max(1, calls // each)
    return lambda: timer.timeit(calls) * 1e9 / (calls * each)


def peers():
    """Measurements by the name of a row and of a peer, and the peers that are not installed."""
    found = {
        "uuid4()": {"uuid": call("f()", f=uuid.uuid4)},
        "uuid7()": {},
        "parse(str)": {"uuid": call("f(x)", f=uuid.UUID, x=TEXT)},
        "from_bytes": {"uuid": call("f(bytes=x)", f=uuid.UUID, x=BYTES)},
    }
    if hasattr(uuid, "uuid7"):
        found["uuid7()"]["uuid"] = call("f()", f=uuid.uuid7)
    missing = []
    for name in ("uuid_utils", "uuid_utils.compat"):
        module = installed(name)
        if module is None:
            missing.append(name)
            continue
        found["uuid4()"][name] = call("f()", f=module.uuid4)
        found["uuid7()"][name] = call("f()", f=module.uuid7)
        if name == "uuid_utils.compat":
            continue  # whose UUID is that of the standard library
        found["parse(str)"][name] = call("f(x)", f=module.UUID, x=TEXT)
        found["from_bytes"][name] = call("f(bytes=x)", f=module.UUID, x=BYTES)
    return found, missing


def rows():
    """The name of a call, and how it is measured."""
    u = uuid9562
    return {
        "uuid4()": call("f()", f=u.uuid4),
        "uuid7()": call("f()", f=u.uuid7),
        "uuid7_str()": call("f()", f=u.uuid7_str),
        "uuid7_bytes()": call("f()", f=u.uuid7_bytes),
        "parse(str)": call("f(x)", f=u.parse, x=TEXT),
        "from_bytes": call("f(x)", f=u.from_bytes, x=BYTES),
        "batch(7, 1000)": call("f(7, 1000)", 1000, f=u.batch),
        f"batch_bytes(7, {MANY})": call(f"f(7, {MANY})", MANY, f=u.batch_bytes),
    }


def measured_in_turn(measurements, rounds=ROUNDS):
    """The results of each, after a round that does not count: what disturbs one disturbs all."""
    return list(zip(*[[measure() for measure in measurements] for _ in range(rounds + 1)][1:]))


def medians(measurements):
    return [statistics.median(results) for results in measured_in_turn(measurements)]


def print_calls(beside):
    print("\n| call | ns | peers, ns |\n|---|---|---|")
    for name, ours in rows().items():
        others = beside.get(name, {})
        ns, *rest = medians([ours, *others.values()])
        said = ", ".join(f"{peer} {value:.0f}" for peer, value in zip(others, rest)) or "-"
        print(f"| {name} | {ns:.1f} | {said} |", flush=True)


def spent(code, environment):
    """CPU time of a process, of the user and of the system: microseconds."""
    process = subprocess.Popen([sys.executable, "-c", code], env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        sys.exit(f"{code}: status {status}")
    return (usage.ru_utime + usage.ru_stime) * 1e6


def printed(code, environment):
    """The number that a process prints."""
    return float(subprocess.run([sys.executable, "-c", code], env=environment,
                                stdout=subprocess.PIPE, check=True).stdout)


STATEMENT = ("import time; begin = time.thread_time_ns(); import {}; "
             "print((time.thread_time_ns() - begin) / 1000)")


def print_imports():
    """Of processes that do nothing else, with compiled modules: the statement, and all of it."""
    print("\n| import | microseconds | compared with | ratio | ratio of the minima |"
          "\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(Path(uuid9562.__file__).parent.parent),
                       "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for row, measure, code in (("the statement", printed, STATEMENT),
                                   ("a process", spent, "import {}")):
            ours, theirs = measured_in_turn(
                [functools.partial(measure, code.format(name), environment)
                 for name in ("uuid9562", "uuid")], IMPORTS)
            print(f"| uuid9562, {row} | {statistics.median(ours):.0f} "
                  f"| import uuid {statistics.median(theirs):.0f} "
                  f"| {statistics.median(ours) / statistics.median(theirs):.2f} "
                  f"| {min(ours) / min(theirs):.2f} |", flush=True)


# What accelerate() does to the standard class and functions.
ACCELERATED = ("str(u)", "repr(u)", "UUID(text)", "UUID(bytes=data)", "UUID(int=number)", "u == v",
               "hash(u)", "u.hex", "u.bytes", "u.fields", "u.version", "uuid4()",
               "uuid5(u, 'www.example.com')", "pickle.loads(pickled)")


def print_accelerated():
    """Each with its standard code and accelerated, in turn."""
    u = uuid.UUID(TEXT)
    names = {"u": u, "v": uuid.UUID(TEXT), "UUID": uuid.UUID, "text": TEXT, "data": BYTES,
             "number": u.int, "uuid4": uuid.uuid4, "uuid5": uuid.uuid5, "pickle": pickle,
             "pickled": pickle.dumps(u)}

    def switched(on, measure):
        uuid9562.accelerate(on)
        return measure()

    print("\n| accelerated | ns | the standard | times faster |\n|---|---|---|---|")
    for statement in ACCELERATED:
        measure = call(statement, **names)
        ours, theirs = medians([functools.partial(switched, on, measure) for on in (True, False)])
        print(f"| {statement} | {ours:.1f} | {theirs:.1f} | {theirs / ours:.1f} |", flush=True)
    uuid9562.accelerate(False)


def main():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found, missing = peers()
    print(f"### Python {sys.version.split()[0]}")
    print_calls(found)
    print_accelerated()
    print_imports()
    if missing:
        print(f"\nLeft out, as they are not installed: {', '.join(missing)}.")


if __name__ == "__main__":
    main()
