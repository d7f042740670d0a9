"""The rows of tests/vectors.tsv that the command can answer, many as the lines of one stream."""

import json
import re
from itertools import zip_longest
from tempfile import NamedTemporaryFile

import pytest

from cli import decode, encode, uuid9562
from harness import VECTORS, table

# The arguments that ask for what an operation does, where {0} is the row's first argument, and a
# word that names one beyond its last is left out; and which argument is a line of standard input. A
# key is in hex here, and in a file when the command is run.
QUESTIONS = {
    "parse": ("convert -k --from={1}", 0),
    "format": ("convert -k --to={1}", 0),
    "to_bytes": ("convert -k --to=bytes", 0),
    "from_bytes": ("convert -k --from=bytes", 0),
    "valid": ("check -k", 0),
    "version": ("inspect -k --json", 0),
    "variant": ("inspect -k --json", 0),
    "timestamp": ("inspect -k --json", 0),
    "timestamp_ms": ("inspect -k --json", 0),
    "timestamp_ns": ("inspect -k --json --fraction-bits={1}", 0),
    "node": ("inspect -k --json", 0),
    "clock_seq": ("inspect -k --json", 0),
    "v1_to_v6": ("convert -k --change=v1_to_v6", 0),
    "v6_to_v1": ("convert -k --change=v6_to_v1", 0),
    "guid_swap": ("convert -k --change=guid_swap", 0),
    "typeid": ("convert -k --to=typeid --prefix={0}", 1),
    "uuid3": ("-3 --namespace={0}", 1),
    "uuid5": ("-5 --namespace={0}", 1),
    "uuid7_name": ("-7 --at={0} --namespace={1} --digest={3}", 2),
    "uuid8_name": ("-8 --namespace={0} --digest={2}", 1),
    "uuid1": ("-1 --node={0} --clock-seq={1}", None),
    "uuid6": ("-6 --node={0} --clock-seq={1}", None),
    "uuid7_at": ("-7 --at={0}", None),
    "uuid7_at_ns": ("-7 --at-ns={0}", None),
    "uuid8": ("-8 --a={0} --b={1} --c={2}", None),
}
# Under another name in inspect.
FIELDS = {"timestamp": "time", "timestamp_ms": "unix_ms", "timestamp_ns": "unix_ns"}
# Two arguments are wrong: options come first, and the namespace before the time.
BOTH_WRONG = (["bad", "nosuch"], ["x", "99"], ["dns", "5a", "none"], ["-1", "dns", "x"])
BINARY = {"bytes": 16, "guid": 16, "mysql": 16, "halves": 16, "der": 18}  # bytes of a UUID


def filled(word, values):
    try:
        return word.format(*values)
    except IndexError:
        return None


def content(cell):
    """What a cell holds, each byte a character."""
    return decode(bytes.fromhex(cell[2:]) if cell[0] in "xb" else cell[2:].encode())


def binary(arguments, option):
    """The bytes of a UUID where this option names a binary format, else 0."""
    name, _, value = arguments[-1].partition("=")
    return BINARY.get(value, 0) if name == option else 0


def question(operation, cells):
    """The arguments and the input that ask for a row, or None where nothing can."""
    kinds = {cell[0] for cell in cells}
    if not kinds <= set("sxib"):
        return None
    words, place = QUESTIONS[operation]
    values = [content(cell) for cell in cells]
    if operation == "timestamp_ns" and len(values) == 1:
        values.append("20")  # the default of the function; the command has none
    arguments = tuple(filter(None, (filled(word, values) for word in words.split())))
    size = binary(arguments, "--from")
    if size:
        return (arguments, values[0]) if 0 < len(values[0]) <= size else None
    if values in BOTH_WRONG or "\0" in "".join(arguments):
        return None
    if operation == "uuid7_at" and cells == ["s:5"]:  # digits are a number to the command
        return None
    if "b" in kinds or place is not None and "\n" in values[place]:
        return None
    return arguments, "" if place is None else values[place] + "\n"


def streams():
    """The rows that are asked for together, by the name of their test."""
    found = {}
    for number, (operation, expected, *cells) in table(VECTORS):
        asked = question(operation, cells) if operation in QUESTIONS else None
        if asked and expected not in ("e:null", "e:type"):
            arguments, input = asked
            alone = "" if input.endswith("\n") else f" line {number}"
            name = f"{operation}: {' '.join(arguments)}{alone}"
            if expected.startswith("e:range "):  # options come first, so the message may differ
                expected = "e:range"
            found.setdefault(name, (operation, arguments, []))[2].append((number, input, expected))
    return found


def error(message):
    malformed = re.match(r"(?:--[\w-]+: )?malformed (\w+) at offset (\d+): ", message)
    if not malformed:
        return "e:range"
    return f"e:{malformed[1].replace('UUID', 'malformed')}@{malformed[2]}"


def cell(operation, written):
    """What the command has written, as the vectors write it."""
    if not QUESTIONS[operation][0].startswith("inspect "):
        return f"s:{written}"
    value = json.loads(written)[FIELDS.get(operation, operation)]
    if operation == "timestamp" and value is not None:
        value = value.replace("T", " ").rstrip("Z")
    if operation == "timestamp_ns" and value is not None:
        value = int(value)
    return "n:" if value is None else f"i:{value}" if isinstance(value, int) else f"s:{value}"


def answers(operation, arguments, inputs):
    """For each input what comes of it, as the vectors write it."""
    code, out, err = uuid9562(arguments, "".join(inputs))
    if code > 1:
        return [error(err.replace("uuid9562: ", "", 1))] * len(inputs)
    wrong = {int(number): error(message) for number, message
             in re.findall(r"^uuid9562: (?:line|UUID) (\d+): (.*)", err, re.M)}
    numbers = range(1, len(inputs) + 1)
    if operation == "valid":
        return [f"t:{int(number not in wrong)}" for number in numbers]
    size = binary(arguments, "--to")
    written = (f"b:{encode(out[i:i + size]).hex()}" for i in range(0, len(out), size)) if size \
        else (cell(operation, line) for line in out.split("\n")[:-1])
    return [wrong.get(number) or next(written, None) for number in numbers] + list(written)


STREAMS = streams()


@pytest.mark.parametrize("name", STREAMS)
def test_rows(name):
    operation, arguments, rows = STREAMS[name]
    numbers, inputs, expected = zip(*rows)
    assert list(zip_longest(numbers, answers(operation, arguments, inputs))) == list(
        zip(numbers, expected))
