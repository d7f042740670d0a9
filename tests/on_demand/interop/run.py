"""Agreement with other programs: their answers beside those of C and the three bindings.

    run.py [PEER ...]       util-linux, openldap, postgresql; without one, all of them

Each peer has a file of its own here. Its answers are written in the format of tests/vectors.tsv,
and the four suites run on them as they run on that file. A peer that is not installed is skipped by
its name. ./dev interop builds what this needs; B, LUA, PYTHON and SQLITE3 name the build and the
tools.

    INTEROP_VALUES   how many random UUIDs, beside those of tests/vectors.tsv (100000)
    INTEROP_SEED     which ones; it is printed, and another each time without
"""

import os
import signal
import sys
import tempfile
import time
import traceback

import bindings

sys.path.insert(0, str(bindings.BUILD / "python"))

import openldap  # noqa: E402
import postgres  # noqa: E402
import util_linux  # noqa: E402
import values  # noqa: E402
from answers import SHOWN, Answers  # noqa: E402

PEERS = {"util-linux": util_linux, "openldap": openldap, "postgresql": postgres}


def meet(name, known, some, seed, folder):
    """Asks one peer. Returns its answers, or the reason why there are none."""
    peer = PEERS[name]
    absent = peer.missing() if hasattr(peer, "missing") else []
    if absent:
        return f"{name}: not installed: {', '.join(absent)}"
    begun = time.monotonic()
    said = Answers(name, folder)
    try:
        peer.ask(said, known, some, seed)
    except Exception:
        said.failed += 1
        said.problems.append(f"{name} could not be asked to the end:\n{traceback.format_exc()}")
    said.compare()
    said.seconds = time.monotonic() - begun
    return said


def table(head, rows):
    rows = [head] + [tuple(map(str, row)) for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        print("  " + "  ".join(one.ljust(width) for one, width in zip(row, widths)).rstrip())


def report(answers, absent):
    print("\npeers (4 x: beside C, SQL, Lua and Python; +: checks of the peer alone)")
    table(("peer", "version", "UUIDs", "comparisons", "disagreements", "seconds"),
          [(said.name, said.version, said.values, f"4 x {said.rows} + {said.checked}", said.failed,
            f"{said.seconds:.0f}") for said in answers])
    differences = [(said.name, reason, cases, example[:50], theirs, ours) for said in answers
                   for reason, (cases, example, theirs, ours) in said.differences.items()]
    if differences:
        print("\nknown differences, not counted as disagreements")
        table(("peer", "what", "cases", "for instance", "theirs", "ours"), differences)
    notes = [f"  {said.name}: {note}" for said in answers for note in said.notes]
    if notes:
        print("\n" + "\n".join(notes))
    skipped = absent + [f"{said.name}: {what}" + (f" ({cases})" if cases > 1 else "")
                        for said in answers for what, cases in said.skipped]
    for what in skipped:
        print(f"skipped: {what}")
    for said in answers:
        for problem in said.problems[:SHOWN]:
            print(f"FAILED: {said.name}: {problem}")
        if len(said.problems) > SHOWN:
            print(f"FAILED: {said.name}: and {len(said.problems) - SHOWN} more")
    failed = sum(said.failed for said in answers)
    print(f"\n{sum(said.passed for said in answers)} passed, {failed} failed, "
          f"{len(skipped)} skipped")
    return failed


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def leave(number, _):
    """Exits through every `finally`; further signals are ignored meanwhile."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    sys.exit(128 + number)


def main():
    names = sys.argv[1:] or list(PEERS)
    if set(names) - set(PEERS):
        sys.exit(f"usage: run.py [{' | '.join(PEERS)}] ...")
    for number in SIGNALS:
        signal.signal(number, leave)
    seed = int(os.environ.get("INTEROP_SEED") or int.from_bytes(os.urandom(4), "big"))
    count = int(os.environ.get("INTEROP_VALUES") or 100000)
    known, some = values.known(), list(values.some(count, seed))
    print(f"interop: {count} random UUIDs of the seed {seed}, {len(known)} of tests/vectors.tsv",
          flush=True)
    with tempfile.TemporaryDirectory(prefix="interop-") as folder:
        met = [meet(name, known, some, seed, folder) for name in names]
    answers = [said for said in met if not isinstance(said, str)]
    return 1 if report(answers, [why for why in met if isinstance(why, str)]) else 0


if __name__ == "__main__":
    sys.exit(main())
