"""All formats of the core, and TypeIDs."""

import base64
import random
import re
import unittest
import uuid

import support
import uuid9562
from support import BINARY, READ, WRITTEN, Errors

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BASE64URL = BASE62[10:] + BASE62[:10] + "-_"
BASE64SORT = "".join(sorted(BASE64URL))
ZEROMQ = BASE62[:10] + BASE62[36:] + BASE62[10:36] + ".-:+=^!/*?&<>()[]{}@%$#"

TEXTS = [form for form in READ if form not in BINARY]

PREFIXES = ("", "a", "user", "a_b", "a__b", "z" * 63, "a" + "_" * 61 + "z")


def some_uuids():
    """The smallest, the largest, powers of two with their neighbours, and random UUIDs."""
    chance = random.Random(9562)
    numbers = {0, 2**128 - 1}
    numbers.update(2**i + around for i in range(1, 128) for around in (-1, 0, 1))
    numbers.update(chance.getrandbits(chance.randrange(1, 129)) for _ in range(2000))
    return [uuid.UUID(int=number) for number in numbers]


UUIDS = some_uuids()


def number_in(digits, number, length=1):
    """A number in the base that has these digits, by arithmetic."""
    text = ""
    while number or len(text) < length:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text


def base32hex(data):
    """Of RFC 4648, by way of its other alphabet: Python has it under its own name since 3.10."""
    standard, hexadecimal = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHIJKLMNOPQRSTUV"
    return base64.b32encode(data).decode().rstrip("=").translate(
        str.maketrans(standard, hexadecimal))


def z85(data):
    """ZeroMQ's RFC 32: each four bytes are a number of five digits."""
    parts = [data[i:i + 4] for i in range(0, len(data), 4)]
    return "".join(number_in(ZEROMQ, int.from_bytes(part, "big"), 5) for part in parts)


def bookends(u):
    """The version, the other 15 bytes, and the variant, as draft-taylor-uuid-ncname has them."""
    digits = u.hex
    return (int(digits[12], 16), bytes.fromhex(digits[:12] + digits[13:16] + digits[17:]),
            int(digits[16], 16))


def ncname58(u):
    """Bytes as Bitcoin writes them: a 1 for each zero byte in front, and the number after them."""
    version, middle, variant = bookends(u)
    number = int.from_bytes(middle, "big")
    ones = "1" * (len(middle) - len(middle.lstrip(b"\0")))
    text = ones + (number_in(BITCOIN, number) if number else "")
    return BASE64URL[version] + text.ljust(21, "_") + BASE64URL[variant]


# The same formats, written without the core.
PEERS = {
    "canonical": str,
    "upper": lambda u: str(u).upper(),
    "hex": lambda u: u.hex,
    "braced": lambda u: f"{{{u}}}",
    "urn": lambda u: u.urn,
    "int": lambda u: str(u.int),
    "oid": lambda u: f"2.25.{u.int}",
    "ulid": lambda u: number_in(CROCKFORD, u.int, 26),
    "typeid": lambda u: number_in(CROCKFORD.lower(), u.int, 26),
    "base32hex": lambda u: base32hex(u.bytes),
    "base64url": lambda u: base64.urlsafe_b64encode(u.bytes).decode().rstrip("="),
    "base58": lambda u: number_in(BITCOIN, u.int),
    "base32human": lambda u: number_in(CROCKFORD, u.int << 2, 26),
    "base36": lambda u: number_in(BASE62[:36], u.int),
    "base52": lambda u: number_in(BASE64URL[:52], u.int),
    "base62": lambda u: number_in(BASE62, u.int),
    "base62ieee": lambda u: number_in(BASE64URL[:62], u.int),
    "base62id": lambda u: number_in(BASE62, (0b10 << 128) + u.int),
    "base64sort": lambda u: number_in(BASE64SORT, u.int << 4, 22),
    "z85": lambda u: z85(u.bytes),
    "ncname58": ncname58,
    "guid": lambda u: u.bytes_le,
    "der": lambda u: b"\x04\x10" + u.bytes,
    "ldap_filter": lambda u: "".join(f"\\{byte:02x}" for byte in u.bytes),
}


class Formats(Errors):
    def test_the_table(self):
        """What formats() says is true of what format() and parse() do."""
        rows = {row["name"]: row for row in uuid9562.formats()}
        self.assertEqual(sorted(rows), sorted(READ))
        self.assertEqual([name for name, row in rows.items() if row["writable"]], WRITTEN)
        self.assertEqual([name for name, row in rows.items() if row["binary"]], BINARY)
        self.assertIsNot(uuid9562.formats()[0], uuid9562.formats()[0])
        for form in WRITTEN:
            with self.subTest(form=form):
                lengths = {len(uuid9562.format(u, form)) for u in UUIDS}
                self.assertEqual(max(lengths), rows[form]["length"])
                self.assertEqual(len(lengths) == 1, rows[form]["fixed_length"])
                self.assertEqual(uuid9562.valid(uuid9562.format(support.V7, form))
                                 and form not in BINARY, rows[form]["implied"])

    def test_known_formats(self):
        self.assertLessEqual(set(PEERS), set(WRITTEN))
        self.assertEqual(set(READ), {"any", "strict", *WRITTEN})
        self.assertEqual(BINARY, ["guid", "mysql", "der"])

    def test_round_trips(self):
        for form in WRITTEN:
            with self.subTest(form=form):
                written = [uuid9562.format(u, form) for u in UUIDS]
                self.assertEqual({type(text) for text in written},
                                 {bytes if form in BINARY else str})
                self.assertEqual(len(set(written)), len(UUIDS))
                self.assertEqual([uuid9562.parse(text, form) for text in written], UUIDS)

    def test_grammars(self):
        for u in UUIDS:
            for form in ("canonical", "upper", "hex", "braced", "urn"):
                self.assertEqual(uuid9562.parse(uuid9562.format(u, form)), u)
            for form in ("canonical", "upper"):
                self.assertEqual(uuid9562.parse(uuid9562.format(u, form), "strict"), u)

    def test_without_the_core(self):
        for form, peer in PEERS.items():
            with self.subTest(form=form):
                for u in UUIDS:
                    self.assertEqual(uuid9562.format(u, form), peer(u))

    def test_order(self):
        """Texts sort as UUIDs do in the formats that the header marks as sorted, and no other."""
        manual = (support.ROOT / "core/include/uuid9562.h").read_text(encoding="utf-8")
        marked = re.findall(r"^ \*   (\w+) .* sorted$", manual, re.MULTILINE)
        self.assertIn("ulid", marked)
        in_order = sorted(UUIDS)
        for form in WRITTEN:
            with self.subTest(form=form):
                texts = [uuid9562.format(u, form) for u in in_order]
                self.assertEqual(texts == sorted(texts), form in marked)

    def test_ulids_of_a_batch_are_in_order(self):
        texts = [uuid9562.format(u, "ulid") for u in uuid9562.batch(7, 1000)]
        self.assertEqual(texts, sorted(texts))

    def test_ends_are_found(self):
        """No format accepts more or less than it writes; the offset of the error is in the text."""
        for form in WRITTEN:
            whole = uuid9562.format(uuid9562.MAX, form)
            more = whole[:1] * 200
            for wrong in (whole[:0], whole + whole[:1], whole + more, more):
                with self.subTest(form=form, wrong=wrong):
                    with self.assertRaises(ValueError) as caught:
                        uuid9562.parse(wrong, form)
                    self.assertLessEqual(caught.exception.offset, min(len(wrong), len(whole)))

    def test_characters_outside_ascii(self):
        for form in set(WRITTEN) - set(BINARY):
            text = uuid9562.format(support.V7, form)
            for wrong in ("\ud800", "\udcff", "\xff", "\u0131", "\u017f", "\uff11", "\U0001f600",
                          "\0"):
                for offset in (0, 1, len(text) // 2, len(text) - 1):
                    with self.subTest(form=form, wrong=wrong, offset=offset):
                        self.assert_malformed(offset, uuid9562.parse,
                                              text[:offset] + wrong + text[offset + 1:], form)
                self.assert_malformed(len(text), uuid9562.parse, text + wrong, form)

    def test_formats_in_either_case(self):
        for u in UUIDS:
            for form in ("canonical", "urn", "ulid", "base32hex", "base32human", "base36",
                         "ncname32"):
                self.assertEqual(uuid9562.parse(uuid9562.format(u, form).swapcase(), form), u)
            for form in ("ncname58", "ncname64"):  # only their first and last letter
                text = uuid9562.format(u, form)
                text = text[0].swapcase() + text[1:-1] + text[-1].swapcase()
                self.assertEqual(uuid9562.parse(text, form), u)

    def test_formats_in_one_case(self):
        u = uuid.UUID(support.V7)
        for form in ("base62", "base64url", "ncname64"):  # in which every letter is a digit
            text = uuid9562.format(u, form)
            self.assertNotEqual(uuid9562.parse(text[0] + text[1:-1].swapcase() + text[-1], form), u)


class Types(Errors):
    def test_bytes_for_a_text_format(self):
        for form in TEXTS:
            text = uuid9562.format(support.V7, "canonical" if form in ("any", "strict") else form)
            for wrong in (text.encode(), b"", bytes(16), bytearray(16), memoryview(bytes(16)),
                          None, 5, uuid9562.NIL):
                with self.subTest(form=form, wrong=wrong):
                    with self.assertRaisesRegex(TypeError, r"^parse\(\) argument 's' must be str"):
                        uuid9562.parse(wrong, form)

    def test_text_for_a_binary_format(self):
        for form in BINARY:
            data = uuid9562.format(support.V7, form)
            for wrong in (data.decode("latin-1"), support.V7, "", "\ud800", bytearray(data),
                          memoryview(data), None, 5, uuid9562.NIL):
                with self.subTest(form=form, wrong=wrong):
                    with self.assertRaisesRegex(TypeError, r"^parse\(\) argument 's' must be .*by"):
                        uuid9562.parse(wrong, form)

    def test_messages_say_what_the_text_shows(self):
        white = "offset 36: expected the end of the UUID; found white space$"
        ulid = "offset 3: expected a hex digit; it looks like ulid: name the form$"
        typeid = "offset 1: expected 'urn:uuid:'; it looks like typeid: name the form$"
        for text, message in ((support.V7 + "\n", white), ("01FWHE4YDGFK1SHH6W1G60EECF", ulid),
                              ("user_01fwhe4ydgfk1shh6w1g60eecf", typeid)):
            for function in (uuid9562.parse, uuid9562.version,
                             lambda u: uuid9562.uuid5(u, "name")):
                with self.subTest(text=text, function=function):
                    with self.assertRaisesRegex(ValueError, message):
                        function(text)
        with self.assertRaisesRegex(ValueError, "offset 36: .*; found a NUL$"):
            uuid9562.parse(support.V7 + "\0")
        with self.assertRaisesRegex(ValueError, "^unknown namespace; expected one of: @dns "):
            uuid9562.uuid5("dns", "name")
        for time, shown in (("2024-02-29\n", "; found white space$"),
                            ("1795362046000", "; pass a number as an integer, not as text$")):
            with self.assertRaisesRegex(ValueError, shown):
                uuid9562.uuid7_at(time)
        with self.assertRaisesRegex(ValueError, "^number 1: .*offset 8: .*; found white space$"):
            uuid9562.parse_n(support.V7 + "\n" + support.V7.replace("-", " ") + "\n", "\n")

    def test_messages_name_the_type_of_the_format(self):
        with self.assertRaisesRegex(TypeError, "must be bytes, not str$"):
            uuid9562.parse(support.V7, "guid")
        with self.assertRaisesRegex(TypeError, "must be str, not bytes$"):
            uuid9562.parse(bytes(16))
        with self.assertRaisesRegex(TypeError, "be str, or bytes in a binary format, not int$"):
            uuid9562.parse(5)
        self.assert_range("unknown input format", uuid9562.parse, bytes(16), "nonsense")

    def test_subclasses(self):
        class Text(str):
            pass

        class Bytes(bytes):
            pass

        for form in WRITTEN:
            whole = uuid9562.format(support.V7, form)
            as_subclass = (Bytes if form in BINARY else Text)(whole)
            self.assertEqual(uuid9562.parse(as_subclass, Text(form)), uuid.UUID(support.V7))
        self.assertEqual(uuid9562.typeid(Text("user"), Bytes(16)), "user_" + "0" * 26)
        self.assertIs(type(uuid9562.typeid_prefix(Text(support.TYPEID))), str)


class TypeIds(Errors):
    def test_round_trips(self):
        for prefix in PREFIXES:
            for u in UUIDS[::50]:
                text = uuid9562.typeid(prefix, u)
                self.assertEqual(text, f"{prefix}{'_' if prefix else ''}"
                                       f"{uuid9562.format(u, 'typeid')}")
                self.assertEqual(uuid9562.typeid_prefix(text), prefix)
                self.assertEqual(uuid9562.parse(text, "typeid"), u)

    def test_any_uuid(self):
        same = uuid.UUID(support.V7)
        for u in (same, support.V7, same.bytes, same.hex, same.urn):
            self.assertEqual(uuid9562.typeid("user", u), support.TYPEID)

    def test_invalid_prefixes(self):
        for prefix in ("A", "uSer", "_", "_a", "a_", "a1", "1", "a-b", " ", "a ", "a\0", "\0",
                       "\xe9", "a\u0301b", "\u0430", "\ud800", "a\udcff", "\U0001f600", "a" * 64,
                       "a" * 90, "a" * 91, "a" * 10**6, "a" * 62 + "_b"):
            with self.subTest(prefix=prefix[:99]):
                self.assert_range("invalid prefix", uuid9562.typeid, prefix, support.V7)
                if prefix:
                    self.assertRaises(ValueError, uuid9562.typeid_prefix,
                                      f"{prefix}_{'0' * 26}")

    def test_types_that_are_no_prefix(self):
        for value in (None, 5, 1.5, b"user", bytearray(b"user"), ["user"], uuid9562.NIL):
            with self.assertRaisesRegex(TypeError, r"^typeid\(\) argument 'prefix' must be str"):
                uuid9562.typeid(value, support.V7)

    def test_malformed_typeids(self):
        longest = uuid9562.typeid("z" * 63, uuid9562.MAX)
        self.assertEqual(len(longest), 90)
        for offset, text in ((0, ""), (4, "user"), (5, "user_"), (0, "\ud800"), (2, "us\xe9r_"),
                             (4, "user\0" + "0" * 26), (31, support.TYPEID + "\0"),
                             (5, "user_8" + "0" * 25), (64, longest[:64] + "\ud800"),
                             (90, longest + "0"), (90, longest + "\ud800"),
                             (90, longest + "0" * 10**6), (0, support.TYPEID.upper()),
                             (8, support.V7)):
            with self.subTest(text=text[:99]):
                self.assert_malformed(offset, uuid9562.typeid_prefix, text)
                self.assert_malformed(offset, uuid9562.parse, text, "typeid")
        for value in (None, 5, support.TYPEID.encode(), uuid9562.NIL):
            with self.assertRaisesRegex(TypeError, r"^typeid_prefix\(\) argument 's' must be str"):
                uuid9562.typeid_prefix(value)


class Directories(unittest.TestCase):
    def test_schema(self):
        schema = uuid9562.ldap_schema()
        self.assertEqual([row["section"] for row in schema], ["2.1", "2.2", "2.3", "2.4"])
        self.assertEqual([row["name"] for row in schema],
                         ["UUID", "uuidMatch", "uuidOrderingMatch", "entryUUID"])
        for row in schema:
            self.assertEqual(set(row), {"section", "oid", "name", "description"})
            self.assertTrue(row["description"].startswith(f"( {row['oid']} "))
        self.assertIsNot(uuid9562.ldap_schema()[0], schema[0])


if __name__ == "__main__":
    unittest.main()
