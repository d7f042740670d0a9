"""Texts and bytes as Python passes them: types, characters outside ASCII, messages. The formats
themselves are tested by tests/unit/formats.c and tests/vectors.tsv."""

import unittest
import uuid

import support
import uuid9562
from support import BINARY, READ, WRITTEN, Errors


class Text(str):
    pass


class Bytes(bytes):
    pass


class Formats(Errors):
    def test_the_table(self):
        """What formats() says is true of what format() and parse() do."""
        rows = {row["name"]: row for row in uuid9562.formats()}
        self.assertEqual(sorted(rows), sorted(READ))
        self.assertEqual([name for name, row in rows.items() if row["writable"]], WRITTEN)
        self.assertEqual([name for name, row in rows.items() if row["binary"]], BINARY)
        self.assertIsNot(uuid9562.formats()[0], uuid9562.formats()[0])
        for name in WRITTEN:
            written = uuid9562.format(support.V7, name)
            self.assertEqual(uuid9562.valid(written) and name not in BINARY, rows[name]["implied"])
            as_subclass = (Bytes if name in BINARY else Text)(written)
            self.assertEqual(uuid9562.parse(as_subclass, Text(name)), uuid.UUID(support.V7))

    def test_characters_outside_ascii(self):
        for name in set(WRITTEN) - set(BINARY):
            text = uuid9562.format(support.V7, name)
            for wrong in ("\ud800", "\udcff", "\xff", "\u0131", "\uff11", "\U0001f600", "\0"):
                for offset in (0, 1, len(text) // 2, len(text) - 1):
                    with self.subTest(format=name, wrong=wrong, offset=offset):
                        self.assert_malformed(offset, uuid9562.parse,
                                              text[:offset] + wrong + text[offset + 1:], name)
                self.assert_malformed(len(text), uuid9562.parse, text + wrong, name)

    def test_types(self):
        for name in READ:
            data = uuid9562.format(support.V7, "canonical" if name in ("any", "strict") else name)
            others = (data.decode("latin-1"), support.V7, "") if name in BINARY else (
                data.encode(), b"", bytes(16))
            expected = "must be .*bytes" if name in BINARY else "must be str"
            for wrong in (*others, bytearray(16), memoryview(bytes(16)), None, 5, uuid9562.NIL):
                with self.subTest(format=name, wrong=wrong):
                    with self.assertRaisesRegex(TypeError, rf"^parse\(\) argument 's' {expected}"):
                        uuid9562.parse(wrong, name)


class Messages(Errors):
    def test_say_what_the_text_shows(self):
        white = "offset 36: expected the end of the UUID; found white space$"
        ulid = "offset 3: expected a hex digit; it looks like ulid: pass that format$"
        typeid = "offset 1: expected 'urn:uuid:'; it looks like typeid: pass that format$"
        for text, message in ((support.V7 + "\n", white), (support.V7 + "\xa0", white),
                              ("\ufeff" + support.V7, "offset 0: .*; found a byte order mark$"),
                              ("01FWHE4YDGFK1SHH6W1G60EECF", ulid),
                              ("user_01fwhe4ydgfk1shh6w1g60eecf", typeid)):
            for function in (uuid9562.parse, uuid9562.version):
                with self.subTest(text=text, function=function):
                    with self.assertRaisesRegex(ValueError, message):
                        function(text)
        with self.assertRaisesRegex(ValueError, "offset 36: .*; found a NUL$"):
            uuid9562.parse(support.V7 + "\0")
        with self.assertRaisesRegex(ValueError, "exactly 16 bytes; it is text$"):
            uuid9562.version(support.V7.encode())
        for space, message in (("dns", "^unknown namespace; expected one of: @dns "),
                               (b"dns", "^malformed namespace at offset 3: expected a UUID"),
                               (support.V7 + "\n", "^malformed namespace .*; found white space$")):
            with self.assertRaisesRegex(ValueError, message):
                uuid9562.uuid5(space, "name")
        for time, shown in (("2024-02-29\n", "; found white space$"),
                            ("2024-02-29\xa0", "offset 10: .*; found white space$"),
                            ("\ufeff2024-02-29", "; found a byte order mark$"),
                            ("1795362046000", "; pass a number as an integer, not as text$")):
            with self.assertRaisesRegex(ValueError, shown):
                uuid9562.uuid7_at(time)
        with self.assertRaisesRegex(ValueError, "^number 1: .*offset 8: .*; found white space$"):
            uuid9562.parse_n(support.V7 + "\n" + support.V7.replace("-", " ") + "\n", "\n")

    def test_name_the_type_of_the_format(self):
        for wrong, expected in (((support.V7, "guid"), "must be bytes, not str$"),
                                ((bytes(16),), "must be str, not bytes$"),
                                ((5,), "be str, or bytes in a binary format, not int$")):
            with self.assertRaisesRegex(TypeError, expected):
                uuid9562.parse(*wrong)
        self.assert_range("unknown input format", uuid9562.parse, bytes(16), "nonsense")


class TypeIds(Errors):
    def test_any_uuid(self):
        same = uuid.UUID(support.V7)
        for u in (same, support.V7, same.bytes, same.hex, same.urn):
            self.assertEqual(uuid9562.typeid(Text("user"), u), support.TYPEID)
        self.assertIs(type(uuid9562.typeid_prefix(Text(support.TYPEID))), str)

    def test_types(self):
        for value in (None, 5, 1.5, b"user", bytearray(b"user"), ["user"], uuid9562.NIL):
            with self.assertRaisesRegex(TypeError, r"^typeid\(\) argument 'prefix' must be str"):
                uuid9562.typeid(value, support.V7)
            with self.assertRaisesRegex(TypeError, r"^typeid_prefix\(\) argument 's' must be str"):
                uuid9562.typeid_prefix(value)

    def test_invalid_prefixes(self):
        for prefix in ("a\0", "\0", "\xe9", "a\u0301b", "\ud800", "a\udcff", "\U0001f600",
                       "a" * 64, "a" * 90, "a" * 91, "a" * 10**6):
            with self.subTest(prefix=prefix[:99]):
                self.assert_range("invalid prefix", uuid9562.typeid, prefix, support.V7)
                self.assertRaises(ValueError, uuid9562.typeid_prefix, f"{prefix}_{'0' * 26}")

    def test_offsets_in_what_is_no_ascii_or_too_long(self):
        longest = uuid9562.typeid("z" * 63, uuid9562.MAX)
        self.assertEqual(len(longest), 90)
        for offset, text in ((0, "\ud800"), (2, "us\xe9r_"), (4, "user\0" + "0" * 26),
                             (31, support.TYPEID + "\0"), (64, longest[:64] + "\ud800"),
                             (90, longest + "0"), (90, longest + "\ud800"),
                             (90, longest + "0" * 10**6)):
            with self.subTest(text=text[:99]):
                self.assert_malformed(offset, uuid9562.typeid_prefix, text)
                self.assert_malformed(offset, uuid9562.parse, text, "typeid")


class Directories(unittest.TestCase):
    def test_schema(self):
        schema = uuid9562.ldap_schema()
        self.assertEqual([row["name"] for row in schema],
                         ["UUID", "uuidMatch", "uuidOrderingMatch", "entryUUID"])
        self.assertEqual({tuple(row) for row in schema}, {("section", "oid", "name", "description")})
        self.assertIsNot(uuid9562.ldap_schema()[0], schema[0])
