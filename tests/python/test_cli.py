"""python -m uuid9562 as a program; test_standard.py has what it generates."""

import os
import re
import signal
import subprocess
import sys
import unittest
from pathlib import Path

import support
import uuid9562

OPTIONS = {"-h", "--help", "-u", "--uuid", "-n", "--namespace", "-N", "--name", "-C", "--count"}


def options_of(module):
    text = support.child("import runpy, sys; sys.argv[1:] = ['-h'];"
                         f"runpy.run_module('{module}', run_name='__main__')")
    return set(re.findall(r"(?<![-\w])--?[a-zA-Z]+", text)) - {"-c", "-m"}  # python's


class CommandLine(unittest.TestCase):
    def test_options(self):
        self.assertEqual(options_of("uuid9562"), OPTIONS)

    @unittest.skipIf(sys.version_info < (3, 12), "the standard module has no command line")
    def test_options_of_the_standard_module(self):
        self.assertEqual(options_of("uuid") | {"-C", "--count"}, OPTIONS)  # which is of 3.14

    def test_name_that_is_no_text(self):
        out = support.child("import runpy, sys;"
                            "sys.argv[1:] = ['-u', 'uuid5', '-n', '@dns', '-N', '\\udcff'];"
                            "runpy.run_module('uuid9562', run_name='__main__')")
        self.assertEqual(out, f"{uuid9562.uuid5('@dns', bytes([0xff]))}\n")

    def test_reader_that_goes_away(self):
        folder = Path(uuid9562.__file__).parent.parent
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        for count in "1", "100000":
            with subprocess.Popen([sys.executable, "-B", "-m", "uuid9562", "-C", count],
                                  env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as program:
                program.stdout.close()
                self.assertEqual(program.stderr.read(), b"")
            self.assertEqual(program.returncode, -signal.SIGPIPE)


if __name__ == "__main__":
    unittest.main()
