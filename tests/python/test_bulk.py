"""Packed bytes and packed texts: format_n and parse_n, against the functions for one UUID."""

import array
import random
import threading
import unittest

import support
import uuid9562

SEPARATORS = ("", "\n", ",", "\0", "-", "0", "\x7f")


def texts(data, separator):
    """What format_n is to write."""
    return "".join(uuid9562.to_str(data[i:i + 16]) + separator
                   for i in range(0, len(data), 16))


class Bulk(support.Errors):
    def data(self, n):
        return random.Random(n).getrandbits(128 * n or 1).to_bytes(16 * n or 1, "big")[:16 * n]

    def test_both_ways(self):
        for n in (0, 1, 2, 3, 7, 64, 127, 128, 129, 1000):
            data = self.data(n)
            for separator in SEPARATORS:
                written = uuid9562.format_n(data, separator)
                self.assertEqual(written, texts(data, separator))
                for text in (written, written.upper(), written.encode(),
                             bytearray(written, "ascii"), memoryview(written.encode())):
                    self.assertEqual(uuid9562.parse_n(text, separator), data)
                if n:
                    without = written[:-1] if separator else written
                    self.assertEqual(uuid9562.parse_n(without, separator), data)
        self.assertEqual(uuid9562.format_n(b""), "")
        self.assertEqual(uuid9562.parse_n(""), b"")

    def test_of_a_batch(self):
        data = uuid9562.batch_bytes(7, 100000)
        lines = uuid9562.format_n(data, "\n").splitlines()
        self.assertEqual(lines, sorted(set(lines)))
        self.assertEqual(uuid9562.parse_n("\n".join(lines), "\n"), data)

    def test_of_any_buffer(self):
        data = self.data(200)
        items = array.array("Q", data)
        for buffer in (bytearray(data), memoryview(data), items,
                       memoryview(data).cast("B", (200, 16))):
            self.assertEqual(uuid9562.format_n(buffer), texts(data, ""))
        for function in (uuid9562.format_n, uuid9562.parse_n):
            with self.assertRaisesRegex(TypeError, "must be .*a contiguous buffer, not memoryview"):
                function(memoryview(bytes(144))[::2])

    def test_malformed(self):
        """As parse(text, 'strict') says of the same text alone; the ends are the core's, too."""
        chance = random.Random(9562)
        for n in (1, 3, 300):
            for separator in SEPARATORS[:3]:
                good = texts(self.data(n), separator)
                for _ in range(100):
                    index, place = chance.randrange(n), chance.randrange(36)
                    start = index * (36 + len(separator))
                    for wrong in ("x", "é", "\u0130", "\ud830", "-", " "):
                        text = good[:start + place] + wrong + good[start + place + 1:]
                        if text == good:
                            continue
                        with self.assertRaises(ValueError) as alone:
                            uuid9562.parse(text[start:start + 36], "strict")
                        self.assert_fault(index, alone.exception.offset, text, separator)

    def test_ends_too_early(self):
        for separator in ("", "\n"):
            good = texts(self.data(130), separator)
            for cut in range(1, 36):
                index = 129
                text = good[:index * (36 + len(separator)) + cut]
                self.assert_fault(index, cut, text, separator)
                self.assert_fault(index, cut, text.encode(), separator)
            self.assert_fault(130, 1, good + "0", separator)

    def test_separators(self):
        good = texts(self.data(5), "\n")
        self.assert_fault(0, 36, good.replace("\n", " "), "\n")
        self.assert_fault(3, 36, good[:4 * 37 - 1] + " " + good[4 * 37:], "\n")
        self.assert_fault(1, 0, good, "")
        for separator in ("\n\n", "é", "\x80", "\u4e16", "\ud800", "x" * 99):
            for function, packed in ((uuid9562.format_n, bytes(16)), (uuid9562.parse_n, good)):
                self.assert_range("separator must be one ASCII character", function, packed,
                                  separator)

    def test_lengths(self):
        for length in (1, 15, 17, 16 * 200 + 8):
            self.assert_range("multiple of 16", uuid9562.format_n, bytes(length))
        self.assert_range("multiple of 16", uuid9562.format_n, bytes(1), "too long")

    def test_others_run_meanwhile(self):
        """As far as threads are concerned: what is read stays, and is the same for all."""
        data = self.data(5000)
        expected, failures = texts(data, "\n"), []

        def work():
            for _ in range(20):
                if uuid9562.parse_n(uuid9562.format_n(data, "\n"), "\n") != data:
                    failures.append("parse_n")
                if uuid9562.format_n(bytearray(data), "\n") != expected:
                    failures.append("format_n")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def assert_fault(self, index, offset, text, separator):
        self.assert_malformed(offset, uuid9562.parse_n, text, separator)
        with self.assertRaisesRegex(ValueError, f"^number {index}: ") as caught:
            uuid9562.parse_n(text, separator)
        self.assertEqual(caught.exception.index, index)


if __name__ == "__main__":
    unittest.main()
