"""What mypy says of the stubs beside the module."""

import os
import site
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path

import uuid9562
from consumers import needs

# Not every framework has types of its own.
SETTINGS = "[mypy]\nignore_missing_imports = true\n"

# It lists the names that there are; in the stub nothing but these is exported.
ALLOWED = "uuid9562.__all__\n"
ALLOWED += "uuid9562.accelerate\n"  # a class, which callers see as a function
if sys.version_info < (3, 12):  # a buffer has no method there
    ALLOWED += "uuid9562._core.ArrowArray.__buffer__\n"
if find_spec("django"):  # what it defines for some versions alone, and what a loop adds
    ALLOWED += "uuid9562.django.UUID[47]-redefinition\nuuid9562.django.UUIDBlobField.class_lookups\n"
for module, needed in (("django", "django"), ("django.apps", "django"),
                       ("sqlalchemy", "sqlalchemy"), ("_datasette", "datasette"),
                       ("_sqlite_utils", "sqlite_utils")):
    if not find_spec(needed):  # so that the module cannot be imported
        ALLOWED += f"uuid9562.{module}\n"


class Types(unittest.TestCase):
    def setUp(self):
        needs("mypy")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_python(self, *arguments):
        package = str(Path(uuid9562.__file__).parent.parent)
        environment = {**os.environ, "PYTHONPATH": package}
        if package not in site.getsitepackages():  # which mypy looks into anyway
            environment["MYPYPATH"] = package
        done = subprocess.run([sys.executable, "-B", *map(str, arguments)], cwd=self.folder,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_stubs(self):
        (self.folder / "allowed").write_text(ALLOWED)
        (self.folder / "settings").write_text(SETTINGS)
        self.run_python("-m", "mypy.stubtest", "--mypy-config-file", "settings", "--allowlist",
                        "allowed", "uuid9562")
