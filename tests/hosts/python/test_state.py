"""The state file that processes share. It stays open until the process ends, so each test has a
process of its own."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import support
import uuid9562

BEFORE = """
import os, pathlib, sys, uuid9562
path = sys.argv[1]

def error(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, error, getattr(error, "errno", None), sep="|")
"""
REASON = "the state file cannot be opened or created: "


class State(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.path = self.folder / "state"

    def lines(self, code, **environment):
        return support.child(BEFORE + code, self.path, **environment).splitlines()

    def errors(self, *calls, **environment):
        return self.lines("\n".join(f"error({call})" for call in calls), **environment)

    def test_no_file_is_open_at_first(self):
        self.assertEqual(self.lines("uuid9562.uuid7(); print(uuid9562.state())"), ["None"])

    def test_what_it_tells(self):
        self.assertEqual(self.lines("""
print(uuid9562.state_open(path) == path)
u = uuid9562.uuid1()
state = uuid9562.state()
print([(name, type(value).__name__) for name, value in state.items()])
print(state["path"] == path, state["node"] == u.node, state["clock_seq"] == u.clock_seq)
v = uuid9562.uuid7_str()
later = uuid9562.state()
print(state["last_ns"] < later["last_ns"] < later["until_ns"])
print(later["last_ns"] // 10**6 == uuid9562.timestamp_ms(v))
print(oct(os.stat(path).st_mode & 0o777))
"""), ["True", "[('path', 'str'), ('node', 'int'), ('clock_seq', 'int'), ('last_ns', 'int'), "
       "('until_ns', 'int')]", "True True True", "True", "True", "0o600"])

    def test_paths_of_every_type(self):
        for given in ("path", "os.fsencode(path)", "pathlib.Path(path)",
                      "os.path.relpath(path, os.getcwd())"):
            with self.subTest(given):
                opened, same = self.lines(f"print(uuid9562.state_open({given}))\n"
                                          "print(os.path.samefile(uuid9562.state()['path'], path))")
                self.assertTrue(os.path.isabs(opened))
                self.assertEqual(same, "True")

    def test_a_path_that_is_no_text(self):
        self.assertEqual(self.lines("""
given = os.fsencode(path) + b"\\xff"
print(os.fsencode(uuid9562.state_open(given)) == given)
print(os.fsencode(uuid9562.state()["path"]) == given)
"""), ["True", "True"])

    def test_the_node_is_given(self):
        self.assertEqual(self.lines("""
error(uuid9562.state_open, path, 2**48)
error(uuid9562.state_open, path, "@nothing")
print(os.path.exists(path), uuid9562.state())
uuid9562.state_open(path, 5)
print(uuid9562.state()["node"], uuid9562.uuid1().node)
uuid9562.state_open(path, None)
print(uuid9562.state()["node"])
uuid9562.state_open(path, node=2**48 - 1)
print(hex(uuid9562.uuid1().node))
"""), ["ValueError|node is out of range: 0 to 281474976710655|None",
       "ValueError|unknown node; expected a number or @host|None",
       "False None", "5 5", "5", "0xffffffffffff"])

    def test_wrong_types_and_values(self):
        expected = "must be str, bytes or os.PathLike"
        for given, message in (("5", f"{expected}, not int"), ("None", f"{expected}, not NoneType"),
                               ("path, 1.5", "must be int, str or None, not float"),
                               ("'a\\0b'", "embedded null"), ("b'a\\0b'", "embedded null")):
            got, = self.errors(f"uuid9562.state_open, {given}")
            self.assertIn(message, got)
            self.assertEqual(got.split("|")[0], "ValueError" if "null" in message else "TypeError")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_files_that_cannot_be_used(self):
        none = self.folder / "none" / "state"
        for given, type_name, number, reason in (
                (none, "FileNotFoundError", 2, "No such file or directory"),
                (self.folder, "IsADirectoryError", 21, "Is a directory")):
            got, = self.errors(f"uuid9562.state_open, {str(given)!r}")
            self.assertEqual(got, f"{type_name}|[Errno {number}] {REASON}{reason}: {given}|{number}")
        self.path.write_bytes(bytes(12288))
        got, = self.errors("uuid9562.state_open, path")
        self.assertRegex(got, r"^OSError\|not a state file, or a damaged one.*: .*/state\|None$")
        self.path.unlink()
        self.errors("uuid9562.state_open, path")
        self.path.chmod(0o602)
        got, = self.errors("uuid9562.state_open, path")
        self.assertRegex(got, r"^OSError\|.*everyone may write it: .*/state\|None$")

    def test_signature_and_types(self):
        """The tests of all functions, of a process that may open a file."""
        package = str(Path(uuid9562.__file__).parent.parent)
        done = subprocess.run(
            [sys.executable, "-B", "-m", "unittest", "test_surface.Signatures",
             *(f"test_types.Stubs.test_{name}" for name in (
                 "signatures", "parameters_have_the_types_of_the_messages",
                 "results_have_their_types"))],
            cwd=support.TESTS / "hosts/python",
            env={**os.environ, "PYTHONPATH": package, "TEST_STATE": str(self.path)},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertTrue(self.path.exists())
