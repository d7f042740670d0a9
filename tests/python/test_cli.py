"""python -m uuid9562, beyond what the standard module does: test_standard.py has that."""

import contextlib
import io
import sys
import unittest
import unittest.mock

import support
import uuid9562

INSPECTED_V1 = f"""\
is          version 1: Gregorian time, clock sequence, node
variant     rfc9562
version     1
time        2022-02-22 19:22:22.000 UTC
unix_ms     1645557742000
clock_seq   13256
node        9f6bdeced846
canonical   {support.V1}
"""


class CommandLine(unittest.TestCase):
    def run_main(self, *arguments, status=None):
        """What main() prints; where it ends with a status, what it complains about."""
        out, error = io.StringIO(), io.StringIO()
        ended = None
        with unittest.mock.patch.object(sys, "argv", ["uuid9562", *arguments]), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            try:
                uuid9562.main()
            except SystemExit as end:
                ended = end.code
        self.assertEqual(ended, status)
        return out.getvalue() if status is None else error.getvalue()

    def test_inspect(self):
        out = self.run_main("--inspect", support.V1)
        self.assertTrue(out.startswith(INSPECTED_V1), out)
        facts = dict(line.split(maxsplit=1) for line in out.splitlines())
        for form in support.WRITTEN:
            expected = uuid9562.format(support.V1, form)
            self.assertEqual(facts[form], expected.hex() if form in support.BINARY else expected)

    def test_inspect_says_what_it_is(self):
        for u, what in (
                (uuid9562.NIL, "Nil"), (uuid9562.MAX, "Max"), (uuid9562.uuid4(), "version 4: ran"),
                (uuid9562.uuid5("@dns", "x"), "version 5: of a name, by SHA-1"),
                (uuid9562.uuid8(), "version 8: custom"),
                ("00000000-0000-9000-8000-000000000000", "version 9: not assigned"),
                ("00000000-0000-0000-c000-000000000000", "of the variant microsoft")):
            self.assertIn(f"is          {what}", self.run_main("-i", str(u)))

    def test_inspect_the_last_time(self):
        self.assertIn("time        10889-08-02 05:31:50.655 UTC\n",
                      self.run_main("-i", str(uuid9562.uuid7_max(2**48 - 1))))
        self.assertNotIn("time", self.run_main("-i", str(uuid9562.uuid4())))

    def test_inspect_many(self):
        out = self.run_main("-i", support.V1, support.V6, support.V7)
        self.assertEqual(len(out.split("\n\n")[:-1]), 3)

    def test_convert(self):
        for form in set(support.WRITTEN) - set(support.BINARY):
            text = uuid9562.format(support.V7, form)
            self.assertEqual(self.run_main("-c", support.V7, "-f", form), text + "\n")
            self.assertEqual(self.run_main("--convert=" + text, "--from", form), support.V7 + "\n")
        self.assertEqual(self.run_main("-c", support.V1, support.V7, "-f", "urn"),
                         f"urn:uuid:{support.V1}\nurn:uuid:{support.V7}\n")
        for form in support.BINARY:
            self.assertEqual(self.run_main("-c", support.V7, "-f", form),
                             uuid9562.format(support.V7, form).hex() + "\n")

    def test_generate_in_a_form(self):
        made = self.run_main("-u", "uuid7", "-C", "5", "-f", "ulid").split()
        self.assertEqual(made, sorted(made))
        self.assertEqual({uuid9562.version(uuid9562.parse(text, "ulid")) for text in made}, {7})

    def test_uuid8_name(self):
        self.assertEqual(self.run_main("-u", "uuid8_name", "-n", "@dns", "-N", "www.example.com"),
                         "5c146b14-3c52-8afd-938a-375d0df1fbf6\n")  # RFC 9562 section B.2

    def test_complaints(self):
        for arguments, complaint in (
                (("-i", "x"), "malformed UUID at offset 0"),
                (("-c", support.V7, "x"), "malformed UUID at offset 0"),
                (("-c", support.V7, "-F", "ulid"), "malformed UUID at offset 8"),
                (("-f", "nothing"), "expected one of: "), (("-c", "x", "-F", "nothing"), "expected one of: "),
                (("-c", support.V7, "-F", "guid"), "is bytes"),
                (("-u", "uuid8_name"), "requires a namespace and a name")):
            self.assertIn(complaint, self.run_main(*arguments, status=2))


if __name__ == "__main__":
    unittest.main()
