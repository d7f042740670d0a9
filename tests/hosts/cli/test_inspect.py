"""inspect: as text and as JSON."""

import json

import pytest

from cli import DNS, HEX_DIGIT, MAX, NIL, V6, V7, expect, lines, output, uuid9562

UNKNOWN = "not defined by RFC 9562"
KINDS = {
    "0": UNKNOWN, "1": "made from a time and a node (a MAC address, or random)",
    "2": "made from a time and a local id (DCE Security)", "3": "made from a name, by MD5",
    "4": "random", "5": "made from a name, by SHA-1", "6": "made as version 1, but sorts by time",
    "7": "made from a time and random bits, sorts by time", "8": "defined by its application",
    "9": UNKNOWN, "a": UNKNOWN, "f": UNKNOWN,
}


def test_text():
    expect(["inspect", V6, NIL], f"""\
uuid       {V6}
kind       {KINDS["6"]}
variant    rfc9562
version    6
time       2022-02-22T19:22:22.000Z
unix_ms    1645557742000
ticks      138648505420000000
node       0x9f6bdeced846
clock_seq  13256

uuid       {NIL}
kind       Nil UUID
variant    ncs
""")


def test_node_has_12_digits():
    text = output(["inspect", output(["-1", "--node", "7"]).strip()])
    assert "node       0x000000000007\n" in text


def test_first_tick():
    assert "ticks      0\n" in output(["inspect", "00000000-0000-1000-8000-000000000000"])


def json_line(*values):
    """One object with all fields, as the command writes it."""
    names = "uuid kind variant version time unix_ms ticks node clock_seq".split()
    return json.dumps(dict(zip(names, values)), separators=(",", ":"))


def test_json():
    expect(["inspect", "--json", "{" + V7 + "}", DNS, MAX], lines(
        json_line(V7, KINDS["7"], "rfc9562", 7, "2022-02-22T19:22:22.000Z", 1645557742000, None,
                  None, None),
        json_line(DNS, "RFC 9562's namespace for DNS names", "rfc9562", 1,
                  "1998-02-04T22:13:53.151Z", 886630433151, "131059232331511824", 825973027016,
                  180),
        json_line(MAX, "Max UUID", "future", None, None, None, None, None, None)))


@pytest.mark.parametrize("uuid, kind", (
    *((f"00000000-0000-{version}000-8000-000000000001", kind) for version, kind in KINDS.items()),
    ("00000000-0000-4000-c000-000000000001", UNKNOWN)))
def test_kind(uuid, kind):
    assert output(["inspect", uuid]).splitlines()[1] == f"kind       {kind}"


@pytest.mark.parametrize("format", ("ulid", "guid", "bytes"))
def test_from_another_format(format):
    other = output(["convert", "--to", format, V7])
    assert output(["inspect", "--from", format], other) == output(["inspect", V7])


def test_stream():
    many = output(["-4", "--count", "5000"])
    told = [json.loads(line) for line in output(["inspect", "-j"], many).splitlines()]
    assert lines(*(one["uuid"] for one in told)) == many
    assert {one["version"] for one in told} == {4}


def test_invalid_argument():
    assert uuid9562(["inspect", V7, "x", V6]) == (
        1, output(["inspect", V7]), f"uuid9562: argument 2: {HEX_DIGIT}\n")


def test_nanoseconds_by_the_fraction_that_is_said():
    uuid = output(["-7", "--at-ns", "2022-02-22T20:22:22.123456789+01:00"]).strip()
    for bits, told in (("20", "1645557742123456789"), ("12", "1645557742123456788"),
                       ("0", "1645557742123000000")):
        assert f"\nunix_ns    {told}\n" in output(["inspect", "--fraction-bits", bits, uuid])
        assert json.loads(output(["inspect", "-j", "--fraction-bits", bits, uuid]))["unix_ns"] == told
    assert "unix_ns" not in output(["inspect", "--json", uuid])
    assert json.loads(output(["inspect", "-j", "--fraction-bits", "20", NIL]))["unix_ns"] is None
    assert uuid9562(["inspect", "--fraction-bits", "21"])[0] == 2


@pytest.mark.parametrize("version", "167")
def test_a_time_as_text(version):
    uuid = output([f"-{version}", "--at", "2022-02-22 19:22:22.678999"]).strip()
    assert json.loads(output(["inspect", "--json", uuid]))["time"] == "2022-02-22T19:22:22.678Z"
