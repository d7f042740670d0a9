"""Masks by a second definition, of ints and bytes alone: SipHash-2-4 as its paper writes it, and
both methods as uuid9562.h does. The vectors of mask and unmask are its results.
"""

import random
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
    raw = u.bytes
    message = bytes([raw[6] & 15, raw[7], raw[8] & 63]) + raw[9:]
    time = int.from_bytes(raw[:6], "big") ^ siphash(key, message) % 2**48
    return from_free(f"{time:048b}" + to_free(u)[48:], version)


METHODS = {"wide": (wide, unwide), "v47": (v47, lambda u, key: v47(u, key, 7))}


def random_bytes(source, count):
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
                key, bits = random_bytes(source, 16), random_bytes(source, 16)
                u = uuid.UUID(bytes=bits, version=4)
                u7 = uuid9562.uuid7_make(int.from_bytes(bits[:6], "big"), bits[6:])
                self.assertEqual(uuid9562.mask(u7, key, method), mask(u7, key))
                self.assertEqual(uuid9562.unmask(u, key, method), unmask(u, key))
                self.assertEqual(unmask(mask(u7, key), key), u7)

    def test_wide_is_the_default(self):
        u, key = uuid9562.uuid7(), bytes(range(16))
        self.assertEqual(uuid9562.mask(u, key), wide(u, key))
        self.assertEqual(uuid9562.unmask(wide(u, key), key), u)

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
