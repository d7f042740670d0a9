"""sort: by bytes, whatever the format."""

import random

import pytest

from cli import HEX_DIGIT, V6, V7, expect, lines, output


@pytest.fixture(scope="module")
def many():
    return output(["--count", "50000"]).splitlines()


@pytest.mark.parametrize("count", (0, 1, 2, 32, 33, 1000, 50000))
def test_count(many, count):
    expect(["sort"], lines(*sorted(many[:count])), input=lines(*many[:count]))


def test_reverse(many):
    expect(["sort", "--reverse"], lines(*sorted(many, reverse=True)), input=lines(*many))


@pytest.mark.parametrize("count", (0, 1, 2, 50000))
def test_unique(many, count):
    expect(["sort", "--unique"], lines(*sorted(many[:count])), input=lines(*many[:count] * 3))


def test_equal_ones_stay(many):
    expect(["sort"], lines(*sorted(many * 2)), input=lines(*many * 2))


@pytest.mark.parametrize("reverse", (False, True))
def test_in_order_before(reverse):
    many = sorted(output(["-7", "--count", "50000"]).splitlines(), reverse=reverse)
    expect(["sort"], lines(*sorted(many)), input=lines(*many))


def test_much_alike():
    many = [f"00000000-0000-4000-8000-00000000{i:04x}" for i in range(5000)]
    mixed = random.Random(5).sample(many, len(many))
    expect(["sort"], lines(*many), input=lines(*mixed))
    expect(["sort", "--unique"], lines(*many), input=lines(*mixed * 128))


def test_other_formats():
    expect(["sort", "--from", "base58", "--to", "int", "4oVbpzb8BpnTH1mg11dmWd", "1"],
           lines("0", "40921815930960820517455393747779901510"))


def test_invalid_line():
    expect(["sort"], "", f"line 2: {HEX_DIGIT}", input=lines(V7, "x", V6))
    expect(["sort", "-k"], lines(V7, V6), f"line 2: {HEX_DIGIT}", input=lines(V6, "x", V7))
