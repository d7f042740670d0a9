"""python -m uuid9562 as a program; tests/hosts/cli/test_options.py has what it generates."""

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

    def test_options_that_it_refuses(self):
        for arguments, message in ((["-C", "-5"], "--count: out of range: 0 to 18446744073709551615"),
                                   (["-C", "x"], "invalid int"), (["-u", "uuid2"], "invalid choice"),
                                   (["-u", "uuid7", "-N", "x"], "uuid7 takes neither"),
                                   (["-n", "@dns"], "uuid4 takes neither"),
                                   (["-u", "uuid5", "-N", "x"], "requires a namespace and a name"),
                                   (["-u", "uuid5", "-n", "@ns", "-N", "x"], "unknown namespace"),
                                   (["-u", "uuid5", "-n", "x", "-N", "x"],
                                    "argument -n/--namespace: malformed namespace at offset 0")):
            code, problem = self.end(["-m", "uuid9562"], arguments)
            self.assertEqual(code, 2)
            self.assertIn(message, problem)

    def test_name_that_is_no_text(self):
        out = support.child("import runpy, sys;"
                            "sys.argv[1:] = ['-u', 'uuid5', '-n', '@dns', '-N', '\\udcff'];"
                            "runpy.run_module('uuid9562', run_name='__main__')")
        self.assertEqual(out, f"{uuid9562.uuid5('@dns', bytes([0xff]))}\n")

    def end(self, program, arguments, stdout=None, setup=None, **environment):
        """How it ends whose reader is gone, or that writes to another file: status and message."""
        variables = {**os.environ, "PYTHONPATH": str(Path(uuid9562.__file__).parent.parent),
                     "PYTHONUNBUFFERED": "", **environment}
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, "wb") as gone, \
                subprocess.Popen([sys.executable, "-B", *program, *arguments], env=variables,
                                 stdout=stdout or gone, stderr=subprocess.PIPE,
                                 preexec_fn=setup) as process:
            message = process.stderr.read().decode()
        return process.returncode, message

    def test_reader_that_goes_away(self):
        for count in "1", "100000":
            self.assertEqual(self.end(["-m", "uuid9562"], ["-C", count]), (-signal.SIGPIPE, ""))

    def test_output_that_cannot_be_written(self):
        """As the command uuid9562 ends: with a message, and no traceback."""
        def block():
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})

        module, call = ["-m", "uuid9562"], ["-c", "import uuid9562; uuid9562.main()"]
        for arguments in ["-C", "1"], ["-C", "100000"], ["-h"]:
            for unbuffered in "", "1":
                if arguments == ["-h"] and unbuffered:
                    continue  # argparse itself passes over the error, from Python 3.12 on
                with self.subTest(arguments=arguments, unbuffered=unbuffered), \
                        open("/dev/full", "w") as full:
                    for program, setup, stdout, why in (
                            (module, block, None, "Broken pipe"),
                            (call, None, None, "Broken pipe"),
                            (module, lambda: os.close(1), None, "Bad file descriptor"),
                            (module, None, full, "No space left on device")):
                        self.assertEqual(
                            self.end(program, arguments, stdout, setup, PYTHONUNBUFFERED=unbuffered),
                            (3, f"python -m uuid9562: cannot write: {why}\n"))
