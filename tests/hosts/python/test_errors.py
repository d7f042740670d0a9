"""Every row of the contract's table of errors; no input crashes or leaves anything half done."""

import ctypes
import datetime
import inspect
import os
import tempfile
import unittest
import uuid
from pathlib import Path

import support
import uuid9562
from support import Errors

TEXT = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

PARAMETERS = [(name, parameter) for name, function in support.functions().items()
              for parameter in inspect.signature(function).parameters]
UUIDS = [(name, parameter) for name, parameter in PARAMETERS
            if parameter in ("u", "namespace")]
INTEGERS = [(name, parameter) for name, parameter in PARAMETERS
               if parameter in ("n", "node", "clock_seq", "version", "fraction_bits")
               or name == "uuid8"]
TIMES = [(name, parameter) for name, parameter in PARAMETERS
         if parameter in ("unix_ms", "unix_ns")]
NAMES = [(name, parameter) for name, parameter in PARAMETERS if parameter == "name"]


def call_with(name, parameter, value):
    """A call with valid arguments but for one."""
    function = getattr(uuid9562, name)
    arguments = dict(zip(inspect.signature(function).parameters, support.SAMPLES[name]))
    assert parameter in arguments
    return function(**{**arguments, parameter: value})


class Hostile(uuid.UUID):
    """A UUID whose attribute raises an exception."""

    def __init__(self):
        pass

    @property
    def int(self):
        raise KeyError("hostile")


class Interrupting(uuid.UUID):
    """A UUID whose attribute is interrupted by ctrl-C."""

    def __init__(self):
        pass

    @property
    def int(self):
        raise KeyboardInterrupt


class Pretender:
    """An object that isinstance takes for a UUID."""

    __class__ = uuid.UUID
    int = 5


def modified(value):
    result = uuid.UUID.__new__(uuid.UUID)
    object.__setattr__(result, "int", value)
    return result


class Malformed(Errors):
    def test_text_and_length_in_every_uuid_argument(self):
        self.assertGreaterEqual(len(UUIDS), 20)
        for name, parameter in UUIDS:
            with self.subTest(function=name, parameter=parameter):
                self.assert_malformed(8, call_with, name, parameter, "6ba7b810_9dad")
                self.assert_malformed(36, call_with, name, parameter, TEXT + " ")
                self.assert_malformed(0, call_with, name, parameter, "")
                self.assert_malformed(15, call_with, name, parameter, bytes(15))
                self.assert_malformed(16, call_with, name, parameter, bytes(17))

    def test_long_texts(self):
        self.assert_malformed(36, uuid9562.parse, TEXT * 100000)
        self.assert_malformed(38, uuid9562.parse, str(2**128) + "0" * 100000, "int")
        self.assert_malformed(32, uuid9562.parse, "0" * 33, "hex")
        self.assert_malformed(45, uuid9562.parse, f"urn:uuid:{TEXT}{TEXT}", "urn")


class Types(Errors):
    def test_types_that_cannot_be_a_uuid(self):
        for name, parameter in UUIDS:
            for value in (None, 5, 1.5, True, [], (), {}, object(), uuid.UUID, bytearray(16),
                          memoryview(bytes(16)), Pretender()):
                if name == "advance" and value is None:  # of an empty table
                    continue
                with self.subTest(function=name, parameter=parameter, value=value):
                    with self.assertRaisesRegex(TypeError, f"^{name}\\(\\) argument '{parameter}'"):
                        call_with(name, parameter, value)
            for value in (uuid.UUID.__new__(uuid.UUID), modified(-1), modified(2**128),
                          modified("5"), Hostile()):
                with self.assertRaisesRegex(
                        TypeError, f"^{name}\\(\\) argument '{parameter}' must be a UUID, str or "
                                   "bytes, not a UUID without a value of 128 bits$"):
                    call_with(name, parameter, value)
        for value in (None, 5, bytes(16), bytearray(16), uuid9562.NIL):
            self.assertRaises(TypeError, uuid9562.parse, value)
        for value in (None, 5, TEXT, bytearray(16), uuid9562.NIL):
            self.assertRaises(TypeError, uuid9562.from_bytes, value)

    def test_types_that_are_no_integer(self):
        self.assertGreaterEqual(len(INTEGERS), 15)
        for name, parameter in INTEGERS:
            values = ["5", "now", "", 1.5, 5.0, b"5", [], object()]
            default = inspect.signature(getattr(uuid9562, name)).parameters[parameter].default
            if default is not None:
                values.append(None)
            elif parameter == "node":  # a node may be a name
                values = [value for value in values if type(value) is not str]
            for value in values:
                with self.subTest(function=name, parameter=parameter, value=value):
                    with self.assertRaisesRegex(TypeError, f"^{name}\\(\\) argument '{parameter}'"):
                        call_with(name, parameter, value)

    def test_types_that_are_no_time(self):
        self.assertGreaterEqual(len(TIMES), 6)
        for name, parameter in TIMES:
            for value in (None, True, 1.5, 5.0, b"2024-02-29", [], object(), datetime.time(12),
                          datetime.timedelta(5), datetime.datetime, datetime.date):
                with self.subTest(function=name, parameter=parameter, value=value):
                    expected = f"^{name}\\(\\) argument '{parameter}' must be int, str, a date or"
                    with self.assertRaisesRegex(TypeError, expected + " an aware datetime, not "):
                        call_with(name, parameter, value)

    def test_integers_have_an_index(self):
        class Index:
            def __index__(self):
                return 5

        class Fails:
            def __index__(self):
                raise KeyError("mine")

        class Lies:
            def __index__(self):
                return "5"

        for name, parameter in INTEGERS:
            if parameter == "version":
                continue
            with self.subTest(function=name, parameter=parameter):
                call_with(name, parameter, Index())
                call_with(name, parameter, True)
                self.assertRaises(KeyError, call_with, name, parameter, Fails())
                self.assertRaises(TypeError, call_with, name, parameter, Lies())

    def test_types_that_are_no_name(self):
        for name, parameter in NAMES:
            for value in (None, 5, 1.5, [], bytearray(b"x"), uuid9562.NIL):
                with self.subTest(function=name, value=value):
                    with self.assertRaisesRegex(TypeError, f"^{name}\\(\\) argument 'name'"):
                        call_with(name, parameter, value)
            with self.assertRaises(ValueError):
                call_with(name, parameter, "no UTF-8: \ud800")

    def test_types_that_name_no_format_or_digest(self):
        for value in (None, 5, b"any"):
            self.assertRaises(TypeError, uuid9562.parse, TEXT, value)
            self.assertRaises(TypeError, uuid9562.format, TEXT, value)
            self.assertRaises(TypeError, uuid9562.uuid8_name, "@dns", "x", value)

    def test_types_that_are_no_random_bytes(self):
        for value in (None, 5, "0123456789", bytearray(10)):
            self.assertRaises(TypeError, uuid9562.uuid7_make, 5, value)
            self.assertRaises(TypeError, uuid9562.uuid4_make, value)


class Ranges(Errors):
    def test_integers_beyond_any_range(self):
        """No size of an integer wraps or raises OverflowError."""
        for name, parameter in INTEGERS:
            for value in (2**63, 2**64, 2**64 + 5, 2**65, 2**1000, -2**63, -2**63 - 1, -2**64,
                          -2**64 + 5, -2**1000):
                with self.subTest(function=name, parameter=parameter, value=value):
                    self.assert_range("range|unknown", call_with, name, parameter, value)

    def test_unknown_names(self):
        for unknown in ("Any", "any ", "", "\ud800", "é", "canonical\0", "any" * 100):
            self.assert_range("expected one of: any strict canonical", uuid9562.parse, TEXT,
                              unknown)
            self.assert_range("expected one of: canonical upper", uuid9562.format, TEXT, unknown)
            self.assert_range("expected one of: sha256", uuid9562.uuid8_name, "@dns", "x", unknown)
            self.assert_range("expected one of: @dns", uuid9562.uuid5, "@" + unknown, "x")
            self.assert_range("expected a number or @host", uuid9562.uuid1, unknown)
        self.assert_range("expected one of: canonical upper", uuid9562.format, TEXT, "strict")

    def test_years_that_datetime_lacks(self):
        last = uuid9562.uuid7_at(253402300799999)
        self.assertEqual(uuid9562.to_datetime(last).isoformat(),
                         "9999-12-31T23:59:59.999000+00:00")
        for unix_ms in (253402300800000, 2**48 - 1):
            self.assert_range("9999", uuid9562.to_datetime, uuid9562.uuid7_at(unix_ms))


class NeverAnError(unittest.TestCase):
    def test_valid(self):
        for value in (TEXT, TEXT.upper(), bytes(16), uuid9562.NIL, uuid.UUID(TEXT)):
            self.assertIs(uuid9562.valid(value), True)
        for value in (None, 5, 1.5, True, [], {}, object(), "", "\ud800", TEXT + "\0", b"",
                      bytes(17), bytearray(16), Hostile(), Pretender(), uuid.UUID,
                      uuid.UUID.__new__(uuid.UUID), modified(-1), modified(2**128),
                      modified(2**9999), modified("5"), modified(None), modified(1.5)):
            with self.subTest(type=type(value)):
                self.assertIs(uuid9562.valid(value), False)

    def test_valid_of_subclasses(self):
        class Text(str):
            pass

        class Bytes(bytes):
            pass

        class Uuid(uuid.UUID):
            pass

        for value in (Text(TEXT), Bytes(16), Uuid(TEXT)):
            self.assertIs(uuid9562.valid(value), True)
            self.assertIs(type(uuid9562.to_str(value)), str)
            self.assertIs(type(uuid9562.guid_swap(value)), uuid.UUID)


NO_PROVIDER = (support.TESTS / "no-crypto.cnf").read_text(encoding="utf-8")
FIPS_POLICY = """
openssl_conf = conf
[conf]
alg_section = policy
providers = providers
[policy]
default_properties = fips=yes
[providers]
default = default
[default]
activate = 1
"""

# Prints the result of each line of code that it gets.
REPORT = """
import sys
from uuid9562 import *
def report(line):
    try:
        print(line, "->", repr(eval(line)))
    except Exception as error:
        print(line, "->", type(error).__name__, error)
"""


class Passed(unittest.TestCase):
    """Exceptions that pass through."""

    def test_interrupt(self):
        for name in ("valid", "version", "to_bytes", "format"):
            with self.assertRaises(KeyboardInterrupt):
                getattr(uuid9562, name)(Interrupting())
        with self.assertRaises(KeyboardInterrupt):
            uuid9562.match(Interrupting(), support.V7)

    def test_no_memory_for_a_valid_uuid(self):
        good = uuid.UUID(support.V7)
        for name in ("valid", "version", "to_str", "to_datetime"):
            support.without_memory(lambda: getattr(uuid9562, name)(good), 8)
            self.assertTrue(uuid9562.valid(good))


class System(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def report(self, lines, before="", **environment):
        code = f"{REPORT}\n{before}\nfor line in {lines!r}: report(line)"
        results = support.child(code, **environment).splitlines()
        self.assertEqual([line.split(" -> ")[0] for line in results], lines)
        return [line.split(" -> ")[1] for line in results]

    def openssl(self, configuration, lines, before=""):
        path = self.folder / "openssl.cnf"
        path.write_text(configuration)
        return self.report(lines, before, OPENSSL_CONF=str(path))

    def no_random(self, lines, before=""):
        clock = os.environ.get("TEST_CLOCK_LIBRARY")
        if not clock:
            self.skipTest("no TEST_CLOCK_LIBRARY, which is tests/unit/clock/fake.c compiled")
        return self.report(lines, before, TEST_RANDOM="fails",
                           LD_PRELOAD=" ".join([os.environ.get("LD_PRELOAD", ""), clock]))

    def test_no_entropy(self):
        lines = [f"{name}{suffix}{arguments}" for suffix in ("", "_bytes", "_str")
                 for name, arguments in (("uuid4", "()"), ("uuid7", "()"), ("batch", "(4, 5)"),
                                         ("batch", "(7, 5000)"))]
        lines += ["uuid1()", "uuid6()", "uuid7_at(5)", "uuid8()", "reseed()", "Generator().uuid7()", "Generator(lambda: 5).batch(1, 500)"]
        for result in self.no_random(lines):
            self.assertEqual(result, "OSError the random generator failed; UUID9562_RANDOM, if set, must be system")

    def test_refused_digest(self):
        lines = ["uuid3('@dns', 'x')", "uuid5('@dns', 'x')", "uuid8_name('@dns', 'x')",
                 "uuid8_name('@dns', 'x', 'md5')"]
        for configuration in (NO_PROVIDER, FIPS_POLICY):
            for result in self.openssl(configuration, lines):
                self.assertIn("RuntimeError this digest is not available (for ", result)

    def test_host_without_an_address(self):
        clone_newuser, clone_newnet = 0x10000000, 0x40000000
        before = f"""
import ctypes
unshare = ctypes.CDLL(None).unshare
if unshare({clone_newnet}) != 0 and unshare({clone_newuser | clone_newnet}) != 0:
    print("not allowed")
    sys.exit()
"""
        if not hasattr(ctypes.CDLL(None), "unshare"):
            self.skipTest("no unshare")
        if support.child(f"{REPORT}\n{before}") == "not allowed\n":
            self.skipTest("not allowed to make a network without interfaces")
        refused, node, again = self.report(["uuid1('@host')", "getnode()", "getnode()"], before)
        self.assertEqual(refused, "OSError no network interface has a hardware address")
        self.assertEqual(node, again)
        self.assertTrue(int(node) >> 40 & 1, "a random node has the multicast bit set")
        self.assertLess(int(node), 2**48)

    def test_no_memory(self):
        before = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))"
        for result in self.report(["batch(4, 2**31 - 1)", "batch_str(4, 2**31 - 1)",
                                   "batch_bytes(4, 2**31 - 1)"], before):
            self.assertEqual(result.split()[0], "MemoryError")
