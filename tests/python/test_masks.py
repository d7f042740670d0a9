"""Masks by a second definition, of ints and bytes alone: SipHash-2-4 as its paper writes it, and
both methods as uuid9562.h does. The vectors of mask and unmask are its results.
"""

import random
import unittest
import uuid

import support
import uuid9562

# What is left of the 128 bits without version and variant, the first one first.
FREE = [bit for bit in range(128) if bit not in (48, 49, 50, 51, 64, 65)]


def rounds(count, v0, v1, v2, v3):
    def rotate(value, bits):
        return (value << bits | value >> 64 - bits) % 2**64

    for _ in range(count):
        v0 = (v0 + v1) % 2**64
        v1 = rotate(v1, 13) ^ v0
        v0 = rotate(v0, 32)
        v2 = (v2 + v3) % 2**64
        v3 = rotate(v3, 16) ^ v2
        v0 = (v0 + v3) % 2**64
        v3 = rotate(v3, 21) ^ v0
        v2 = (v2 + v1) % 2**64
        v1 = rotate(v1, 17) ^ v2
        v2 = rotate(v2, 32)
    return v0, v1, v2, v3


def siphash(key, message):
    k0, k1 = (int.from_bytes(key[i:i + 8], "little") for i in (0, 8))
    constants = (int.from_bytes(b"somepseudorandomlygeneratedbytes"[i:i + 8], "big")
                 for i in (0, 8, 16, 24))
    v0, v1, v2, v3 = (k ^ constant for k, constant in zip((k0, k1, k0, k1), constants))
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for i in range(0, len(padded), 8):
        word = int.from_bytes(padded[i:i + 8], "little")
        v0, v1, v2, v3 = rounds(2, v0, v1, v2, v3 ^ word)
        v0 ^= word
    v0, v1, v2, v3 = rounds(4, v0, v1, v2 ^ 255, v3)
    return v0 ^ v1 ^ v2 ^ v3


def to_free(u):
    bits = f"{int(u):0128b}"
    return "".join(bits[bit] for bit in FREE)


def from_free(bits, version):
    rest = iter(bits)
    head = f"{version:04b}"
    return uuid.UUID(int=int("".join(
        head[bit - 48] if 48 <= bit < 52 else "10"[bit - 64] if bit in (64, 65) else next(rest)
        for bit in range(128)), 2))


def half_of(key, number, half):
    return siphash(key, (number << 61 | half).to_bytes(8, "little")) % 2**61


def wide(u, key):
    bits = to_free(u)
    left, right = int(bits[:61], 2), int(bits[61:], 2)
    for number in range(8):
        left, right = right, left ^ half_of(key, number, right)
    return from_free(f"{left:061b}{right:061b}", 4)


def unwide(u, key):
    bits = to_free(u)
    left, right = int(bits[:61], 2), int(bits[61:], 2)
    for number in reversed(range(8)):
        left, right = right ^ half_of(key, number, left), left
    return from_free(f"{left:061b}{right:061b}", 7)


def v47(u, key, version=4):
    octets = u.bytes
    message = bytes([octets[6] & 15, octets[7], octets[8] & 63]) + octets[9:]
    time = int.from_bytes(octets[:6], "big") ^ siphash(key, message) % 2**48
    return from_free(f"{time:048b}" + to_free(u)[48:], version)


METHODS = {"wide": (wide, unwide), "v47": (v47, lambda u, key: v47(u, key, 7))}


def octets(source, count):
    """Random ones; one in four is an edge."""
    return bytes(source.choice((0, 255)) if source.random() < 0.25 else source.randrange(256)
                 for _ in range(count))


class Masks(support.Errors):
    def test_siphash_of_the_paper(self):
        """Appendix A."""
        self.assertEqual(siphash(bytes(range(16)), bytes(range(15))), 0xa129ca6149be45e5)

    def test_published_pairs_of_uuidv47(self):
        key = (0x0123456789abcdef).to_bytes(8, "little") + (0xfedcba9876543210).to_bytes(8, "little")
        for u, masked in (
                ("00000000-0000-7000-8000-000000000000", "22d97126-9609-4000-8000-000000000000"),
                ("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "ff86d1d8-79db-4cc3-98c4-dc0c0c07398f")):
            self.assertEqual(str(v47(uuid.UUID(u), key)), masked)

    def test_both_definitions_agree(self):
        source = random.Random(47)
        for method, (mask, unmask) in METHODS.items():
            for _ in range(2000):
                key, bits = octets(source, 16), octets(source, 16)
                u = uuid.UUID(bytes=bits, version=4)
                u7 = uuid9562.uuid7_make(int.from_bytes(bits[:6], "big"), bits[6:])
                self.assertEqual(uuid9562.mask(u7, key, method), mask(u7, key))
                self.assertEqual(uuid9562.unmask(u, key, method), unmask(u, key))
                self.assertEqual(unmask(mask(u7, key), key), u7)

    def test_wide_is_the_default(self):
        u, key = uuid9562.uuid7(), bytes(range(16))
        self.assertEqual(uuid9562.mask(u, key), wide(u, key))
        self.assertEqual(uuid9562.unmask(wide(u, key), key), u)

    def test_another_version_is_refused(self):
        for version in (1, 2, 3, 4, 5, 6, 8):
            u = uuid.UUID(int=0, version=version) if version < 6 else \
                uuid9562.uuid8(0, 0, 0) if version == 8 else uuid9562.uuid6()
            self.assert_range("the UUID is not of version 7", uuid9562.mask, u, bytes(16))
            if version != 4:
                self.assert_range("the UUID is not of version 4", uuid9562.unmask, u, bytes(16))

    def test_no_message_holds_the_key(self):
        key = "0123456789abcdefX"
        for wrong in (key.encode(), key, bytearray(16), memoryview(bytes(16)), 16, None):
            for call in (lambda: uuid9562.mask(uuid9562.uuid7(), wrong),
                         lambda: uuid9562.unmask(uuid9562.uuid4(), wrong),
                         lambda: uuid9562.mask("x", wrong),
                         lambda: uuid9562.mask(uuid9562.uuid7(), wrong, "none")):
                with self.assertRaises((TypeError, ValueError)) as caught:
                    call()
                message = repr(caught.exception)
                self.assertFalse([i for i in range(len(key) - 3) if key[i:i + 4] in message])


def neighbours(values):
    return zip(values, values[1:])


def ones(values, bit):
    """In how many of them this bit is 1; the first one is bit 0."""
    return sum(value >> 127 - bit & 1 for value in values)


class Batches(unittest.TestCase):
    """What somebody sees who has a batch of masked UUIDs and no key. Everything is fixed, so a
    bound that holds once holds always; each is at 5 or more standard deviations."""

    COUNT = 4000

    @classmethod
    def setUpClass(cls):
        source = random.Random(7)
        generator = uuid9562.Generator(clock=lambda: 1700000000 * 10**9, random=source.randbytes)
        cls.key = source.randbytes(16)
        cls.plain = generator.batch(7, cls.COUNT)

    def masked(self, method):
        return [int(uuid9562.mask(u, self.key, method)) for u in self.plain]

    def biased_bits(self, values):
        """Of the 122, those that are not 1 in half of the UUIDs."""
        deviation = self.COUNT**0.5 / 2
        return [bit for bit in FREE
                if abs(ones(values, bit) - self.COUNT / 2) > 5 * deviation]

    def repeating_bits(self, values):
        """Those that do not change from one UUID to the next in half of all cases."""
        changes = [left ^ right for left, right in neighbours(values)]
        deviation = self.COUNT**0.5 / 2
        return [bit for bit in FREE
                if abs(ones(changes, bit) - self.COUNT / 2) > 5 * deviation]

    def in_order(self, values):
        """How many neighbours in time are in order by the 12 bits behind the version and the 8
        behind the variant."""
        keys = [(value >> 64 & 0xfff) << 8 | value >> 54 & 0xff for value in values]
        return sum(left < right for left, right in neighbours(keys))

    def test_v47_fails(self):
        values = self.masked("v47")
        self.assertGreaterEqual(self.in_order(values), self.COUNT - 3)
        self.assertGreater(len(self.repeating_bits(values)), 10)

    def test_wide_does_not(self):
        values = self.masked("wide")
        deviation = (self.COUNT / 12)**0.5  # of neighbours in order in a random sequence
        self.assertLess(abs(self.in_order(values) - self.COUNT / 2), 5 * deviation)
        self.assertEqual(self.biased_bits(values), [])
        self.assertEqual(self.repeating_bits(values), [])

    def test_each_bit_changes_half_of_all(self):
        """The avalanche: one bit of the UUID, or of the key, and which bits of the result."""
        source = random.Random(122)
        for flipped in [127 - bit for bit in FREE] + list(range(128, 256)):
            changes = []
            for _ in range(64):
                u, key = int(source.choice(self.plain)), int.from_bytes(source.randbytes(16), "big")
                other = (u ^ 1 << flipped, key) if flipped < 128 else (u, key ^ 1 << flipped - 128)
                left, right = (int(uuid9562.mask(uuid.UUID(int=u), key.to_bytes(16, "big")))
                               for u, key in ((u, key), other))
                changes.append(bin(left ^ right).count("1"))
            self.assertLess(abs(sum(changes) / 64 - 61), 5 * 122**0.5 / 2 / 8, flipped)

    def test_equal_random_bits_show_the_difference_of_times_by_v47_alone(self):
        left, right = uuid9562.uuid7_min(1000), uuid9562.uuid7_min(1023)
        for method, shown in (("v47", True), ("wide", False)):
            difference = int(uuid9562.mask(left, self.key, method)) ^ \
                int(uuid9562.mask(right, self.key, method))
            self.assertEqual(difference == (1000 ^ 1023) << 80, shown)


if __name__ == "__main__":
    unittest.main()
