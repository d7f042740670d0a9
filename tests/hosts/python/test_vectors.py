"""tests/vectors.tsv: the same operations, results and errors as in every other binding."""

import unittest
from uuid import UUID

import support
import uuid9562


def decode(cell):
    """A value of the table as a value of Python."""
    kind, text = cell[:2], cell[2:]
    if kind == "s:":
        return text
    if kind == "x:":
        # What is no UTF-8 cannot be a str; its bytes then are lone surrogates.
        return bytes.fromhex(text).decode("utf-8", "surrogateescape")
    if kind == "b:":
        return bytes.fromhex(text)
    if kind == "i:":
        return int(text)
    if kind == "r:":
        return float(text)
    if kind == "t:":
        return {"0": False, "1": True}[text]
    if cell == "n:":
        return None
    raise AssertionError(f"no value: {cell}")


def encode(value):
    """A result as the table writes it."""
    if value is None:
        return "n:"
    if type(value) is bool:
        return f"t:{value:d}"
    if type(value) is int:
        return f"i:{value}"
    if type(value) in (str, UUID):
        return f"s:{value}"
    if type(value) is bytes:
        return f"b:{value.hex()}"
    raise AssertionError(f"no result: {value!r}")


def outcome(function, arguments):
    """What a call gives, as the table writes it."""
    try:
        result = function(*arguments)
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        if not hasattr(error, "offset"):
            return f"e:range {error}"
        kind = str(error).split()[1]
        return f"e:{'malformed' if kind == 'UUID' else kind}@{error.offset}"
    except TypeError:
        return "e:null or e:type"
    return encode(result)


def timestamp(u):
    """SQL's uuid_timestamp, by way of to_datetime."""
    time = uuid9562.to_datetime(u)
    if time is None:
        return None
    return f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond // 1000:03}"


def constant(name):
    return getattr(uuid9562, name)


def ldap_schema(name):
    """The row of that name, its cells with a space between them."""
    for row in uuid9562.ldap_schema():
        if row["name"] == name:
            return " ".join(row[cell] for cell in ("section", "oid", "name", "description"))
    return None


def formats(name):
    """The format of that name, likewise."""
    for row in uuid9562.formats():
        if row["name"] == name:
            assert {type(row[flag]) for flag in FLAGS} == {bool}
            length = "-" if row["length"] is None else row["length"]
            return f"{name} {length} " + " ".join(str(int(row[flag])) for flag in FLAGS)
    return None


FLAGS = ("fixed_length", "sorted", "any_case", "binary", "writable", "implied")

# Operations that are no functions of the module by the same name.
OPERATIONS = {"timestamp": timestamp, "constant": constant, "ldap_schema": ldap_schema,
              "formats": formats}


def find(operation):
    if operation in OPERATIONS:
        return OPERATIONS[operation]
    if operation in support.SAMPLES:
        return getattr(uuid9562, operation)
    raise AssertionError(f"an operation that this suite does not know: {operation}")


class Vectors(unittest.TestCase):
    def test_every_row(self):
        passed, problems = 0, []
        for number, (operation, expected, *arguments) in support.host_rows(support.VECTORS):
            try:
                self.check(operation, expected, [decode(cell) for cell in arguments])
                passed += 1
            except Exception as error:
                row = " ".join((operation, expected, *arguments))
                problems.append(f"{support.VECTORS}:{number}: {row}\n    {error}")
        print(f"vectors: {passed} passed, {len(problems)} failed, 0 skipped")
        self.assertEqual(problems, [], "\n".join(problems))
        self.assertGreater(passed, 0)

    def check(self, operation, expected, arguments):
        function = find(operation)
        if operation == "timestamp" and expected[6:7].isdigit():  # s:10000-...
            expected = "e:range"  # a datetime has no year of five digits
        elif expected in ("e:null", "e:type"):
            expected = "e:null or e:type"
        elif expected.startswith("x:"):
            expected = f"s:{decode(expected)}"
        got = outcome(function, arguments)
        if expected.startswith("e:range"):
            got = got[:len(expected)]
        self.assertEqual(got, expected)
