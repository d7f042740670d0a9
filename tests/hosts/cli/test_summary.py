"""inspect --summary, check --summary: a stream as a whole."""

import json
import os
import random
from datetime import datetime, timedelta, timezone

import pytest

from cli import (DNS, HEX_DIGIT, MAX, NIL, V6, V7, expect, expect_misuse, lines, output, uuid9562)
from harness import COMMAND, run
from cli.terminal import on_terminal

V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
ROWS = 16
ROUND = {number * unit for unit, numbers in (
    (1, (1, 2, 5, 10, 20, 50, 100, 200, 500)), (1000, (1, 2, 5, 10, 20, 30)),
    (60000, (1, 2, 5, 10, 20, 30)), (3600000, (1, 2, 3, 6, 12)),
    (86400000, (first * 10 ** zeros for zeros in range(6) for first in (1, 2, 5)))) for number in numbers}


def at(unix_ms):
    """A UUID of version 7 of that time, or of version 6 before 1970."""
    if unix_ms >= 0:
        digits = f"{unix_ms:012x}7000"
    else:
        ticks = f"{unix_ms * 10000 + 0x01b21dd213814000:015x}"
        digits = ticks[:12] + "6" + ticks[12:]
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:]}-8000-000000000000"


def unix_ms(time):
    since = datetime.fromisoformat(time.replace("Z", "+00:00")) - EPOCH
    return since // timedelta(milliseconds=1)


def summary(uuids, *options):
    return json.loads(output(["inspect", "--summary", "--json", *options], lines(*uuids)))


def test_text():
    expect(["inspect", "--summary", at(1000), at(1001), at(1001), V4, NIL, MAX, V4, at(1040)], """\
count      8
invalid    0
variants   ncs: 1, rfc9562: 6, future: 1
versions   4: 2, 7: 4
first      1970-01-01T00:00:01.000Z
last       1970-01-01T00:00:01.040Z
ascending  no
descents   3
repeats    1
warning    nil: 1, first: 5
           means the absence of a UUID
fact       max: 1, first: 6
row        5 ms

1970-01-01T00:00:01.000Z  3  ##################################################
""" + "".join(f"1970-01-01T00:00:01.{ms:03}Z  0\n" for ms in range(5, 40, 5)) + """\
1970-01-01T00:00:01.040Z  1  ################
""")


def test_all_versions_and_variants():
    """The list goes on in the next line."""
    uuids = [f"00000000-0000-{version:x}000-8000-000000000000" for version in range(16)] * 1000
    uuids += [f"00000000-0000-0000-{digit}000-000000000000" for digit in "0ce"]
    text = output(["inspect", "--summary"], lines(*uuids))
    assert text.splitlines()[2:5] == [
        "variants   ncs: 1, rfc9562: 16000, microsoft: 1, future: 1",
        "versions   " + ", ".join(f"{version}: 1000" for version in range(7)) + ",",
        " " * 11 + ", ".join(f"{version}: 1000" for version in range(7, 14)) + ","]
    assert max(map(len, text.splitlines())) <= 79


def test_of_nothing():
    expect(["inspect", "--summary"], lines("count      0", "invalid    0", "ascending  yes",
                                           "descents   0", "repeats    0"))
    assert summary([]) == {
        "count": 0, "invalid": 0, "variants": {}, "versions": {}, "first": None, "last": None,
        "ascending": True, "descents": 0, "repeats": 0, "row_ms": None, "rows": [],
        "findings": []}


def test_without_times():
    expect(["check", "--summary", V4, MAX], lines(
        "count      2", "invalid    0", "variants   rfc9562: 1, future: 1", "versions   4: 1",
        "ascending  yes", "descents   0", "repeats    0", "fact       max: 1, first: 2"))


def test_all_times():
    """From the first that a UUID can have to the last."""
    got = summary(["00000000-0000-1000-8000-000000000000", "ffffffff-ffff-7fff-bfff-ffffffffffff"])
    assert got["first"] == "1582-10-15T00:00:00.000Z" == got["rows"][0]["from"]
    assert got["last"] == "10889-08-02T05:31:50.655Z"
    assert [row["count"] for row in got["rows"]] == [1] + [0] * 6 + [1]


@pytest.mark.parametrize("seed", range(8))
def test_histogram(seed):
    """The rows share out all times, in whichever order they come and however far apart."""
    chance = random.Random(seed)
    spread = 2 ** chance.randrange(1, 44)
    begin = chance.choice((chance.randrange(2 ** 47 - spread), -1000, -spread // 2, -2 ** 43))
    times = [begin + int(spread * chance.random() ** 3) for _ in range(chance.randrange(1, 3000))]
    {0: list.sort, 1: lambda them: them.sort(reverse=True)}.get(seed % 3, id)(times)
    got = summary(map(at, times))
    rows, width = got["rows"], got["row_ms"]
    froms = [unix_ms(row["from"]) for row in rows] if max(times) < 253402300800000 else None
    assert sum(row["count"] for row in rows) == len(times)
    assert rows[0]["count"] and rows[-1]["count"]
    assert len(rows) <= ROWS and (len(rows) > ROWS / 3 or width == 1)
    assert width in ROUND
    if froms:
        assert froms[0] == min(times) == unix_ms(got["first"])
        assert max(times) == unix_ms(got["last"])
        edges = [froms[0], *froms[1:], froms[-1] + width]
        assert [row["count"] for row in rows] == [
            sum(low <= one < high for one in times) for low, high in zip(edges, edges[1:])]
        assert {high - low for low, high in zip(froms[1:], froms[2:])} <= {width}


@pytest.mark.parametrize("uuids, descents, repeats", (
    ([V4], 0, 0), ([V6, V7], 1, 0), ([V7, V6], 0, 0), ([V7, V7, V7], 0, 2),
    ([MAX, NIL, NIL, V7], 1, 1)))
def test_order(uuids, descents, repeats):
    got = summary(uuids)
    assert (got["ascending"], got["descents"], got["repeats"]) == (
        not descents and not repeats, descents, repeats)


def test_order_between_blocks():
    many = output(["-7", "-C", "20000"]).splitlines()
    assert summary(many)["ascending"]
    many[4095], many[4096] = many[4096], many[4095]
    many[8192] = many[8191]
    got = summary(many)
    assert (got["count"], got["descents"], got["repeats"]) == (20000, 1, 1)
    assert got["versions"] == {"7": 20000} and got["variants"] == {"rfc9562": 20000}


def test_invalid():
    """They are counted with --keep-going, and else end the command before there is a summary."""
    code, out, err = uuid9562(["inspect", "-jsk", V7, "x", DNS, "y"])
    told = json.loads(out)
    assert (code, told["count"], told["invalid"]) == (1, 2, 2)
    assert err == f"uuid9562: argument 2: {HEX_DIGIT}\nuuid9562: argument 4: {HEX_DIGIT}\n"
    expect(["inspect", "--summary", V7, "x"], "", f"argument 2: {HEX_DIGIT}")


def convert(*options):
    return lambda them: output(["convert", *options], them)


def reorder(order, *options):
    return lambda them: convert("--from", "bytes", *options)(convert("--to", order)(them))


def each(pattern):
    """Writes a line around each UUID."""
    return lambda them: "".join(pattern.format(line) + "\n" for line in them.splitlines())


@pytest.mark.parametrize("version, write, options, found", (
    ("4", convert(), [], []),
    ("7", convert("--to", "upper"), [], []),
    ("4", reorder("guid"), [], ["text in guid order"]),
    ("4", convert("--to", "guid"), ["--from", "bytes"], ["blob in guid order"]),
    ("4", reorder("guid", "--to", "base58"), ["--from", "base58"], ["text in guid order"]),
    ("4", reorder("halves", "--to", "base64"), [], ["base64 in halves order", "text base64"]),
    ("7", convert("--to", "ulid"), [], ["text ulid"]),
    ("4", convert("--to", "base62"), [], ["text base62"]),
    ("7", each("0x{}"), [], ["text with a prefix"]),
    ("7", each("'{}'"), [], ["text in quotes"]),
    ("7", each("{}\r"), [], ["text in white space"])))
def test_findings(version, write, options, found):
    """The command of a finding, or of the first of two, brings the UUIDs back."""
    uuids = output(["-u", version, "-C", "32"])
    written = write(uuids)
    _, out, _ = uuid9562(["check", "-ksj", *options], written)
    got = sorted(json.loads(out)["findings"], key=lambda finding: finding["finding"])
    assert [(it["finding"], it["count"], it["first"]) for it in got] == [(it, 32, 1) for it in found]
    for finding in got[:1]:
        path = f"{COMMAND.parent}:{os.environ['PATH']}"
        done = run("sh", "-c", finding["command"], input=written.encode("latin-1"),
                   env={**os.environ, "PATH": path}, universal_newlines=False)
        assert done.stdout.decode() == uuids


def test_findings_of_several_kinds():
    """A command is for all lines, or leaves the others as they are. Few lines are told so. Bytes
    in one order may have a version in another."""
    guids = (f"{'a1'[i % 5 == 0]}a8{i:05x}-abcd-ab4{i % 16:x}-8{i % 16:x}cd-ffffffffffff"
             for i in range(30))
    told = json.loads(uuid9562(["check", "-ksj"], lines(*guids, V7, f"'{V6}'"))[1])
    assert {it["finding"]: (it["count"], it["first"], it["command"]) for it in told["findings"]
            } == {"text in guid order": (30, 1, None),
                  "text in quotes": (1, 32, "tr -d \\\"\\' | uuid9562 convert")}
    few, = json.loads(uuid9562(["check", "-ksj"], convert("--to", "base62")(
        lines(V4, V7)))[1])["findings"]
    assert few["advice"] == "perhaps text base62: 12 such values would tell"


def test_check():
    """What is not as expected is told, and is invalid."""
    code, out, err = uuid9562(["check", "-7", "--sorted", "-k", "-s", "-j"], lines(V7, V6, V7, MAX))
    told = json.loads(out)
    assert (code, told["count"], told["invalid"], told["ascending"]) == (1, 1, 3, True)
    assert len(err.splitlines()) == 3
    same = output(["check", "--summary", V7, DNS])
    assert same == output(["inspect", "--summary", V7, DNS])


def test_terminal():
    """Bars of eighths of a character. A count that is not 0 shows."""
    times = [at(1000)] * 1000 + [at(1001)] * 503 + [at(1002)]
    text = output(["check", "--summary"], lines(*times)).splitlines()[-3:]
    assert [len(line) for line in text] == [79, 32 + 23, 32 + 1]
    got = on_terminal(["check", "--summary", *times]).splitlines()[-3:]
    assert [line[32:] for line in got] == ["█" * 47, "█" * 23 + "▋", "▏"]
    assert "#" in on_terminal(["check", "--summary", *times], LC_ALL="C")
    got = on_terminal(["check", "--summary", *times], columns=40).splitlines()
    assert max(map(len, got)) == 39 and got[-3].endswith("  " + "█" * 7)


@pytest.mark.parametrize("arguments, message", (
    (["check", "--json"], "--json requires --summary"),
    (["inspect", "--summary", "--draw"], "--summary cannot be used with --draw"),
    (["inspect", "--summary", "--fraction-bits", "0"],
     "--summary cannot be used with --fraction-bits")))
def test_misuse(arguments, message):
    expect_misuse(arguments, message)
