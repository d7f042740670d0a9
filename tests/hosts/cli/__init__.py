"""What the tests of the command uuid9562 share. Text stands for bytes, one character each."""

from itertools import zip_longest
from tempfile import TemporaryFile

import pytest

from harness import COMMAND, run

V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
V6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
DNS = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
NIL = "00000000-0000-0000-0000-000000000000"
MAX = "ffffffff-ffff-ffff-ffff-ffffffffffff"

HEX_DIGIT = "malformed UUID at offset 0: expected a hex digit"
SEE_HELP = "see uuid9562 --help"


def uuid9562(arguments, input="", env=None, **options):
    """Runs the command. Returns its exit code, standard output and standard error. The input is a
    file, of which more is read at once than of a pipe."""
    with TemporaryFile() as file:
        file.write(encode(input))
        file.seek(0)
        done = run(COMMAND, *arguments, check=False, env={"LC_ALL": "C", **(env or {})},
                   **{"stdin": file, "universal_newlines": False, **options})
    return done.returncode, decode(done.stdout), decode(done.stderr)


def encode(text):
    return text.encode("latin-1")


def decode(data):
    return (data or b"").decode("latin-1")


def lines(*texts):
    """The texts as lines."""
    return "".join(text + "\n" for text in texts)


def complaints(*messages):
    """The messages as the command writes them on standard error."""
    return lines(*("uuid9562: " + message for message in messages))


def expect(arguments, out="", *messages, code=None, input="", **options):
    """The command writes `out`, and the messages; its exit code is 1 where there are any."""
    got = uuid9562(arguments, input, **options)
    expect_text(got[2], complaints(*messages))
    expect_text(got[1], out)
    code = bool(messages) if code is None else code
    assert got[0] == code, f"exit code {got[0]}, expected {int(code)}"


def expect_text(got, expected):
    """They are equal; where they are not, the first line that differs is told, of any number."""
    if got != expected:
        pairs = zip_longest(got.split("\n"), expected.split("\n"))
        pytest.fail(next(f"line {number}: got {pair[0]!r:.200}, expected {pair[1]!r:.200}"
                         for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]))


def expect_misuse(arguments, message):
    """The command writes nothing but this message, and where there is help."""
    expect(arguments, "", message, SEE_HELP, code=2)


def output(arguments, input="", **options):
    """What the command writes where nothing goes wrong."""
    code, out, err = uuid9562(arguments, input, **options)
    expect_text(err, "")
    assert code == 0, f"exit code {code}"
    return out
