"""generate: every version, count, time, node, clock sequence, name and custom bits."""

import json
import re

import pytest

from cli import V1, V6, expect, expect_misuse, lines, output, uuid9562
from harness import TESTS

TIME = ["--at", "1645557742000"]
NODE = ["--node", "0x9f6bdeced846"]
CLOCK_SEQ = ["--clock-seq", "13256"]


@pytest.mark.parametrize("version, arguments", (
    *((version, [f"-{version}"]) for version in "14678"),
    *((version, ["generate", "--uuid", version]) for version in "14678"),
    *((version, ["-u", f"uuid{version}"]) for version in "14678"),
    ("4", []), ("7", ["-7", *TIME]), ("1", ["-1", *TIME]),
    ("6", ["-6", *TIME, *NODE]), ("6", ["-6", "--clock-seq", "5"])))
def test_version(version, arguments):
    many = output([*arguments, "--count", "4"]).splitlines()
    assert len(set(many)) == len(many) == 4
    for uuid in many:
        assert re.fullmatch(f"[0-9a-f]{{8}}-[0-9a-f]{{4}}-{version}[0-9a-f]{{3}}"
                            "-[89ab][0-9a-f]{3}-[0-9a-f]{12}", uuid)


def test_one_by_default():
    assert len(output([])) == 37


@pytest.mark.parametrize("count", (0, 1, 4095, 4096, 4097, 100001))
@pytest.mark.parametrize("version", (4, 6, 7))
def test_count(version, count):
    many = output([f"-{version}", "--count", str(count)]).splitlines()
    assert len(set(many)) == len(many) == count
    assert version == 4 or many == sorted(many)


# ---- time, node, clock sequence

def inspected(*arguments):
    return json.loads(output(["inspect", "--json", output(arguments).strip()]))


def test_time_of_version_7():
    for time in 0, 1645557742000, 281474976710655:
        assert inspected("-7", "--at", str(time))["unix_ms"] == time


def test_time_node_and_clock_seq_of_version_1():
    told = inspected("-1", *TIME, *NODE, *CLOCK_SEQ)
    assert (told["unix_ms"], told["node"], told["clock_seq"]) == (
        1645557742000, 0x9f6bdeced846, 13256)


@pytest.mark.parametrize("unix_ms, time", (
    (0, "1970-01-01T00:00:00.000Z"), (1645557742123, "2022-02-22T19:22:22.123Z"),
    (18446744073708, "2554-07-21T23:34:33.708Z")))
def test_time_of_version_6(unix_ms, time):
    assert inspected("-6", "--at", str(unix_ms))["time"] == time


@pytest.mark.parametrize("arguments, expected", (
    (["-1", *TIME, "--node", "175285648414790", *CLOCK_SEQ], [V1]),
    (["-6", *TIME, *NODE, *CLOCK_SEQ], [V6]),
    (["-1", "--count", "2", *TIME, *NODE, *CLOCK_SEQ], [V1, V1.replace("ab00", "ab01", 1)])))
def test_examples_of_rfc_9562(arguments, expected):  # appendices A.1 and A.5; each takes a tick
    expect(arguments, lines(*expected))


@pytest.mark.parametrize("arguments, message", (
    (["-7", "--at", "-1"], "unix_ms is out of range: 0 to 281474976710655 milliseconds, or "
     "1970-01-01 to 10889-08-02 (version 7)"),
    *((["-7", "--at-ns", time], "unix_ns is out of range: 0 to 9223372036854775807 "
       "nanoseconds, or 1970-01-01 to 2262-04-11 (version 7)")
      for time in ("-1", "1969-12-31", "2262-04-11T23:47:16.854775808Z")),
    *((["-1", "--at", time], "--at is out of range for version 1: 0 to 18446744073709, the "
       "range of a generator's clock")
      for time in ("-1", "-1001", "18446744073710")),
    (["-1", "--node", "281474976710656"], "node is out of range: 0 to 281474976710655"),
    (["-6", "--clock-seq", "16384"], "clock_seq is out of range: 0 to 16383"),
    (["-1", "--node", "@nobody"], "unknown node; expected a number or @host"),
    (["-8", "--b", "4096"], "b is out of range: 0 to 4095 (12 bits)")))
def test_out_of_range(arguments, message):
    expect_misuse(arguments, message)


def test_node_of_the_host():
    code, out, err = uuid9562(["-1", "--node", "@host"])
    if code == 3:  # a machine may have none
        assert "network interface" in err
    else:
        assert output(["-1", "--node", "@host"])[24:] == out[24:]


def test_custom_bits_in_part():
    assert output(["-8", "--a", "0x320c3d4dcc00"])[:15] == "320c3d4d-cc00-8"


# ---- names; test_vector_rows.py has more

def test_names_of_standard_input():
    names = ["www.example.com", "", "www.example.org", "a\r", "last"]
    expected = [output(["-5", "--namespace", "@dns", "--name", name]) for name in names]
    assert output(["-5", "--namespace", "@dns"], "\n".join(names)) == "".join(expected)


def test_names_of_a_time():
    """The option for a name, and lines, which have one time."""
    named = ["-7", "--at", "2022-02-22T14:22:22-05:00", "--namespace", "@dns"]
    first = "017f22e2-79b0-7afd-938a-375d0df1fbf6"
    expect([*named, "--name", "www.example.com"], lines(first))
    expect([*named, "--digest", "sha256"], lines(first, first),
           input=lines("www.example.com", "www.example.com"))
    code, out, err = uuid9562([*named[:2], "-1", *named[3:], "--name", "x"])
    assert (code, out) == (2, "") and err.startswith("uuid9562: unix_ms is out of range: 0 to ")


def test_name_of_3_mb():
    expect(["-5", "--namespace", "@dns"], lines("a10f4362-0da7-5307-9dd3-d4a285364a3a"),
           input="\0" * 3000000)


@pytest.mark.parametrize("arguments, message", (
    (["-5", "--name", "x"], "version 5 requires --namespace"),
    (["-8", "--name", "x"], "version 8 with --name requires --namespace"),
    (["-8", "--node", "1"], "--node cannot be used with version 8"),
    (["-7", "--name", "x", "--at", "5"], "version 7 with --name requires --namespace"),
    (["-5", "--namespace", "dns1", "--name", "x"],
     "--namespace: malformed namespace at offset 1: expected a UUID, as text or 16 bytes, or one of:"
     " @dns @url @oid @x500, or @none in uuid3"),
    (["-5", "--namespace", "dns", "--name", "x"],
     "--namespace: unknown namespace; expected one of: @dns @url @oid @x500, or @none in uuid3"),
    (["-5", "--namespace", "@DNS", "--name", "x"],
     "--namespace: unknown namespace; expected one of: @dns @url @oid @x500, or @none in uuid3")))
def test_no_such_namespace(arguments, message):
    expect_misuse(arguments, message)


def test_no_such_digest():
    code, out, err = uuid9562(["-8", "--namespace", "@dns", "--name", "x", "--digest", "md6"])
    assert (code, out) == (2, "")
    assert err.startswith("uuid9562: unknown digest; expected one of: sha256 md5 ")


def test_no_digest_of_the_system():
    code, out, err = uuid9562(["-5", "--namespace", "@dns", "--name", "x"],
                              env={"OPENSSL_CONF": str(TESTS / "no-crypto.cnf")})
    assert (code, out) == (3, "")
    assert err.startswith("uuid9562: ") and err.count("\n") == 1


# ---- what does not go together

@pytest.mark.parametrize("arguments, message", (
    (["--node", "1"], "--node cannot be used with version 4"),
    (["-5", "--namespace", "@dns", "--name", "x", "--count", "2"],
     "--count cannot be used with version 5"),
    (["-7", "--node", "1"], "--node cannot be used with version 7"),
    (["-n", "1000"],
     "--namespace cannot be used with version 4; to generate several, use --count"),
    (["-u", "uuid"], "--uuid: no version number after uuid"),
    (["-u", "2"], "unknown version; expected one of: 1 3 4 5 6 7 8"),
    (["-9"], "invalid option -- '9'"),
    (["-7", "--at", "5", "--at-ns", "5"], "--at-ns cannot be used with version 7 and --at"),
    (["-6", "--at-ns", "5"], "--at-ns cannot be used with version 6"),
    (["-7", "-n", "1000"],
     "version 7 with --namespace requires --at; to generate several, use --count"),
    (["-7", "--namespace", "@dns", "--at-ns", "5"],
     "--at-ns cannot be used with version 7 and --namespace"),
    (["-7", "--namespace", "@dns", "--at", "5", "--count", "2"],
     "--count cannot be used with version 7 and --namespace"),
    (["-7", "--digest", "md5"], "--digest cannot be used with version 7"),
    (["generate", "x"], "unexpected argument: x")))
def test_misuse(arguments, message):
    expect_misuse(arguments, message)


# ---- formats

@pytest.mark.parametrize("arguments, pattern", (
    (["--to", "ulid"], "[0-9A-Z]{26}\n"), (["--to", "typeid", "--prefix", "user"], "user_.{26}\n"),
    (["--to", "bytes", "--count", "3"], "(?s).{48}")))
def test_to_another_format(arguments, pattern):
    assert re.fullmatch(pattern, output(["-7", *arguments]))
