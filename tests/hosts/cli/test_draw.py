"""inspect: a drawing of the fields under the digits, on a terminal or where --draw asks for it."""

import re

import pytest

from cli import DNS, MAX, NIL, V1, V6, V7, expect, expect_misuse, output
from cli.terminal import on_terminal

V2 = "000003e8-9414-21ec-b300-9f6bdeced846"
V7_FIELDS = output(["inspect", V7])


def test_version_7():
    expect(["inspect", "--draw", V7], f"""\
017f22e2-79b0-7cc3-98c4-dc0c0c07398f
\\-----+-----/ |\\+/ +-------+-------/
      |       | |  |       `- rand_b      62 bits  random, perhaps a counter
      |       | |  `--------- var          2 bits  10: as in RFC 9562
      |       | `------------ rand_a      12 bits  random, counter, finer time
      |       `-------------- ver          4 bits  version 7
      `---------------------- unix_ts_ms  48 bits  2022-02-22T19:22:22.000Z

{V7_FIELDS}""")


@pytest.mark.parametrize("uuid, names", (
    (V1, "time_low time_mid ver time_high var clock_seq node"),
    (V2, "local_id time_mid ver time_high var clock_seq local_domain node"),
    (V6, "time_high time_mid ver time_low var clock_seq node"),
    ("919108f7-52d1-4320-9bac-f847db4148a8", "random_a ver random_b var random_c"),
    ("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "custom_a ver custom_b var custom_c"),
    (NIL, "reserved var reserved"), (MAX, "reserved var reserved")))
def test_each_field_has_a_line(uuid, names):
    """From the last on, each at the foot of a stem that begins under its digits."""
    drawn = output(["inspect", "--draw", uuid]).split("\n\n")[0].splitlines()
    assert drawn[0] == uuid and len(drawn) == 2 + len(names.split())
    found = [re.fullmatch(r"[ |]*`-+ (\w+) +(\d+) bits?( .*)?", line) for line in drawn[2:]]
    assert [one[1] for one in found] == names.split()[::-1]
    assert sum(int(one[2]) for one in found) == 128
    assert max(map(len, drawn)) <= 80
    feet = [line.index("`") for line in drawn[2:]]
    assert feet == sorted(feet, reverse=True) and all(drawn[1][foot] in "+|" for foot in feet)


def test_what_it_says():
    drawing = output(["inspect", "-d", V2])
    for said in ("local_id      32 bits  1000", "local_domain   8 bits  id of a person",
                 "clock_seq      6 bits  51, in case times repeat",
                 "node          48 bits  random 9f:6b:de:ce:d8:46"):
        assert said in drawing
    assert "node       48 bits  MAC 00:c0:4f:d4:30:c8" in output(["inspect", "-d", DNS])
    assert "var        1 bit   0: Nil, or Apollo's NCS" in output(["inspect", "-d", NIL])
    assert "var        3 bits  111: Max, or not yet defined" in output(["inspect", "-d", MAX])


def test_several():
    one, other = (output(["inspect", "-d", uuid]) for uuid in (V7, V6))
    assert output(["inspect", "-d", V7, V6]) == one + "\n" + other


def test_a_pipe_gets_none():
    assert output(["inspect", V7], env={"TERM": "xterm", "LC_ALL": "C.UTF-8"}) == V7_FIELDS


# ---- on a terminal

COLOUR = re.compile("\033\\[[0-9;]*m")


def test_terminal():
    got = on_terminal(["inspect", V7])
    assert COLOUR.sub("", got) == f"""\
017f22e2-79b0-7cc3-98c4-dc0c0c07398f
└─────┬─────┘ │└┬┘ ├───────┬───────┘
      │       │ │  │       └─ rand_b      62 bits  random, perhaps a counter
      │       │ │  └───────── var          2 bits  10: as in RFC 9562
      │       │ └──────────── rand_a      12 bits  random, counter, finer time
      │       └────────────── ver          4 bits  version 7
      └────────────────────── unix_ts_ms  48 bits  2022-02-22T19:22:22.000Z

{V7_FIELDS}"""
    first = got.splitlines()[0]
    assert first.startswith("\033[36m017f22e2\033[0m-\033[36m79b0\033[0m-\033[35m7\033[33mcc3")
    for line in got.splitlines():  # no colour runs into the next line
        assert not COLOUR.search(line) or COLOUR.findall(line)[-1] == "\033[0m"


@pytest.mark.parametrize("environment, colour, wide", (
    ({}, True, True),
    ({"NO_COLOR": "1"}, False, True),
    ({"NO_COLOR": ""}, True, True),
    ({"TERM": "dumb"}, False, True),
    ({"TERM": ""}, False, True),
    ({"LC_ALL": "C"}, True, False),
    ({"LC_ALL": "", "LANG": "de_AT.utf8"}, True, True),
    ({"LC_ALL": "", "LC_CTYPE": "en_US.ISO-8859-1", "LANG": "en_US.UTF-8"}, True, False),
    ({"LC_ALL": ""}, True, False)), ids=str)
def test_what_the_terminal_shows(environment, colour, wide):
    got = on_terminal(["inspect", V7], **environment)
    assert ("\033" in got, "─" in got) == (colour, wide)


def test_json_on_a_terminal():
    assert on_terminal(["inspect", "--json", V7]) == output(["inspect", "--json", V7])


# ---- misuse

def test_drawing_and_json_exclude_each_other():
    expect_misuse(["inspect", "--draw", "--json", V7], "--draw cannot be used with --json")


@pytest.mark.parametrize("uuid", (V1, V2, V6, V7, NIL, DNS))
def test_narrow(uuid):
    """The names and meanings are a list, whose numbers are below their brackets."""
    wide = on_terminal(["inspect", "--draw", uuid], NO_COLOR="1").split("\n\n")[0].splitlines()
    got = on_terminal(["inspect", "--draw", uuid], columns=40, NO_COLOR="1").split("\n\n")[0].splitlines()
    assert got[:2] == wide[:2] and max(map(len, got)) < 40
    names = [line.split(", ")[0] for line in got[3:] if line[0] != " "]
    assert names == [f"{number} {name}" for number, name in enumerate(
        reversed([re.search(r"[└├]─* (\w+)", line)[1] for line in wide[2:]]), 1)]
    stems = [column for column, sign in enumerate(got[1]) if sign in "┬│├┤"]
    assert [(column, sign) for column, sign in enumerate(got[2]) if sign != " "] == \
        list(zip(stems, "12345678"[:len(names)], strict=True))
