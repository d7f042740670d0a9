"""What `import uuid9562` does beyond `import uuid`: as little as can be. bench/python.py has the
times; these are the causes, which no busy machine blurs."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

import uuid9562

MAPS = Path("/proc/self/maps")


def prints(code):
    """What a Python of its own prints, without the packages and the start-up files of the user."""
    code = f"import sys; sys.path.insert(0, {str(Path(uuid9562.__file__).parent.parent)!r})\n{code}"
    return subprocess.run([sys.executable, "-I", "-S", "-B", "-c", code], check=True, timeout=600,
                          stdout=subprocess.PIPE, universal_newlines=True).stdout.split()


class Import(unittest.TestCase):
    def test_modules(self):
        self.assertEqual(prints("""
import uuid
before = set(sys.modules)
import uuid9562
print(*sorted(set(sys.modules) - before - {"cpyext"}))  # which PyPy needs for modules in C
"""), ["uuid9562", "uuid9562._core"])

    @unittest.skipUnless(MAPS.exists(), "no list of what is mapped")
    @unittest.skipIf(os.environ.get("CRYPTO", "load") != "load", "it is linked, or left out")
    def test_libcrypto(self):
        """Neither the import nor a million UUIDs load it; a digest does."""
        self.assertEqual(prints(f"""
def loaded():
    with open({str(MAPS)!r}) as maps:
        return "libcrypto" in maps.read()
import uuid9562
uuid9562.uuid1(), uuid9562.uuid4(), uuid9562.uuid6(), uuid9562.parse(uuid9562.uuid7_str())
uuid9562.batch_bytes(7, 1000000)
print(loaded())
uuid9562.uuid5("@dns", "www.example.com")
print(loaded())
"""), ["False", "True"])

    def test_names_that_come_later(self):
        """They are listed, and are loaded by each way to name them."""
        for use in ("uuid9562.load", "from uuid9562 import load", "from uuid9562 import *; load",
                    "getattr(uuid9562, 'load')"):
            with self.subTest(use):
                self.assertEqual(prints(f"""
import uuid9562
first = "load" in dir(uuid9562), "uuid9562._load" in sys.modules
{use}
print(*first, "uuid9562._load" in sys.modules, "load" in vars(uuid9562))
"""), ["True", "False", "True", "True"])
        with self.assertRaisesRegex(AttributeError, "^module 'uuid9562' has no attribute 'lood'$"):
            uuid9562.lood
        self.assertFalse(hasattr(uuid9562, "_nothing"))
