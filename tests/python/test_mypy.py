"""What mypy says of the types: of a program that uses every public name, well and badly (typed.py),
and of the stubs beside the module."""

import os
import site
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import support
import uuid9562
from consumers import needs

# It lists the names that there are; in the stub nothing but these is exported.
ALLOWED = "uuid9562.__all__\n"
if sys.version_info < (3, 12):  # a buffer has no method there
    ALLOWED += "uuid9562._core.ArrowArray.__buffer__\n"


class Types(unittest.TestCase):
    def setUp(self):
        needs("mypy")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_python(self, *arguments):
        package = str(Path(uuid9562.__file__).parent.parent)
        environment = {**os.environ, "PYTHONPATH": f"{package}:{support.TESTS / 'python'}"}
        if package not in site.getsitepackages():  # which mypy looks into anyway
            environment["MYPYPATH"] = package
        done = subprocess.run([sys.executable, "-B", *map(str, arguments)], cwd=self.folder,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_program(self):
        self.run_python(support.TESTS / "python/typed.py", "program.py")
        self.run_python("-m", "mypy", "--config-file=", "--strict", "program.py")

    def test_stubs(self):
        (self.folder / "allowed").write_text(ALLOWED)
        self.run_python("-m", "mypy.stubtest", "--mypy-config-file=", "--allowlist", "allowed",
                        "uuid9562")


if __name__ == "__main__":
    unittest.main()
