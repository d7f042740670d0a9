"""The peer util-linux: uuidparse, and what uuidgen makes."""

import json
import os
import random
import re
import shutil
import subprocess
import time
import uuid
from datetime import datetime, timezone

import values
from values import EPOCH

VARIANTS = {"NCS": "ncs", "DCE": "rfc9562", "Microsoft": "microsoft", "other": "future"}
TYPES = {"time-based": 1, "DCE": 2, "name-based": 3, "random": 4, "sha1-based": 5, "time-v6": 6,
         "time-v7": 7, "vendor": 8}
STORED = "12345678-1234-4678-9234-567812345678"
SINCE_1970 = datetime(1970, 1, 1, tzinfo=timezone.utc)
TIME = re.compile(r"(\d+)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d),(\d{6,})\+00:00")


def run(*command, given=None):
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC"})
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} failed: {done.stdout.decode(errors='replace')[:400]}")
    return done.stdout.decode("utf-8", "surrogateescape")


def parse(*texts, given=None):
    return json.loads(run("uuidparse", "-J", "--", *texts, given=given))["uuids"]


def microseconds(shown):
    """Since 1970; Python's years end at 9999, so a later one is taken 400 years at a time."""
    year, *rest, fraction = (int(part) for part in TIME.fullmatch(shown).groups())
    cycles, year = divmod(year, 400)
    moment = datetime(year + 400, *rest, tzinfo=timezone.utc) - SINCE_1970
    return ((moment.days + (cycles - 1) * 146097) * 86400 + moment.seconds) * 1000000 + fraction


def since_1970(u):
    """The ticks of version 1, 6 or 7, for a Python that knows the first alone."""
    if u.version == 1:
        return u.time - EPOCH
    high = u.int >> 80
    return high * 10000 if u.version == 7 else (high << 12 | u.int >> 64 & 0xfff) - EPOCH


def mistakes(ticks):
    """What some versions show instead of a time before 1970, in microseconds, and why."""
    if ticks < 0:
        seconds, rest = -ticks // 10000000, -ticks % 10000000 // 10
        fraction = ((1 << 32) - rest * 1000) // 1000 if rest else 0
        yield (ticks + (1 << 64)) // 10, "times before 1970 are 2^64 ticks too late"
        if -ticks % 10000000:
            yield fraction - seconds * 1000000, "a fraction of a second before 1970"


def compare_time(said, u, row):
    """Theirs to the microsecond, ours to the millisecond; older ones have it of version 1 alone."""
    if u.variant != uuid.RFC_4122 or u.version not in (1, 6, 7):
        said.same(f"time of {u}", row["time"] or None, None)
        said.row("timestamp_ms", "n:", f"s:{u}")
        return
    if not row["time"] and u.version != 1:
        said.differs("the time of versions 6 and 7", str(u), "nothing", "timestamp_ms")
        return
    theirs, ticks = microseconds(row["time"]), since_1970(u)
    known = dict(mistakes(ticks))
    if theirs in known:
        said.differs(known[theirs], str(u), row["time"][:-6], f"timestamp_ms {ticks // 10000}")
    else:
        said.same(f"time of {u}", theirs, ticks // 10)
        said.row("timestamp_ms", f"i:{theirs // 1000}", f"s:{u}")


def compare_type(said, u, row):
    name = f"s:{u}"
    theirs = TYPES.get(row["type"])
    if u.variant != uuid.RFC_4122:
        said.row("version", "n:", name)
        if row["type"] not in (None, "unknown", "nil"):
            said.differs("a type for other variants than that of RFC 9562", str(u), row["type"],
                         "no version")
    elif theirs is None:
        said.same(f"type of {u}", row["type"], "unknown")
        said.same(f"a type that has a name: {u}", 1 <= u.version <= 5, False)
        if u.version in (6, 7, 8):
            said.differs("versions 6, 7 and 8", str(u), "unknown", f"version {u.version}")
    else:
        said.row("version", f"i:{theirs}", name)


def every(said, uuids):
    rows = parse(given="".join(f"{u}\n" for u in uuids).encode())
    said.same("lines of uuidparse", len(rows), len(uuids))
    for u, row in zip(uuids, rows):
        said.row("parse", f"s:{row['uuid']}", f"s:{str(u).upper()}", "s:strict")
        said.row("variant", f"s:{VARIANTS.get(row['variant'], row['variant'])}", f"s:{u}")
        compare_type(said, u, row)
        compare_time(said, u, row)


def texts(said):
    """It reads what we read as `strict`. An argument of a program holds no NUL."""
    cases = [(f"s:{u}", f"s:{u}") for u in values.known()] + list(values.texts("strict"))
    cases += [("e:", cell) for cell in values.not_strict()]
    cases = [(ours, cell) for ours, cell in cases if b"\0" not in (values.decode(cell) or b"\0")]
    rows = parse(*(values.decode(cell) for _, cell in cases))
    said.same("lines of uuidparse", len(rows), len(cases))
    for (ours, cell), row in zip(cases, rows):
        invalid = row["variant"] == "invalid"
        said.same(f"refuses {cell}", invalid, ours.startswith("e:"))
        equal = values.decode(cell).lower() == STORED.encode()
        said.row("match", "n:" if invalid else f"t:{equal:d}", f"s:{STORED}", cell)


def made(said, source):
    """uuidgen: what it makes of names, and whether what it makes itself is what it says."""
    for space in ("dns", "url", "oid", "x500"):
        for length in range(1, 17):
            name = bytes(source.randrange(33, 127) for _ in range(length))
            for option, operation in (("--md5", "uuid3"), ("--sha1", "uuid5")):
                theirs = run("uuidgen", option, "-n", f"@{space}", "-N", name).strip()
                said.row(operation, f"s:{theirs}", f"s:@{space}", f"x:{name.hex()}")
    offered = run("uuidgen", "--help")
    for option, version in (("--random", 4), ("--time", 1), ("--time-v6", 6), ("--time-v7", 7)):
        for _ in range(32 if f"{option} " in offered else 0):
            now(said, version, time.time(), uuid.UUID(run("uuidgen", option).strip()), time.time())


def now(said, version, before, u, after):
    said.row("version", f"i:{version}", f"s:{u}")
    said.row("variant", "s:rfc9562", f"s:{u}")
    if version != 4:
        at = since_1970(u)
        said.same(f"{u} is of now", before - 2 < at / 1e7 < after + 2, True)
        said.row("timestamp_ms", f"i:{at // 10000}", f"s:{u}")
    for field in ("node", "clock_seq"):
        said.row(field, f"i:{getattr(u, field)}" if version in (1, 6) else "n:", f"s:{u}")


def missing():
    return [name for name in ("uuidparse", "uuidgen") if not shutil.which(name)]


def ask(said, known, some, seed):
    said.version = run("uuidparse", "--version").split("from ")[-1].strip()
    said.values = len(known) + len(some)
    every(said, known + some)
    texts(said)
    made(said, random.Random(seed))
