"""Several interpreters in one process, each with its own module: they share only the order.

They run in a child process, so that a crash is one of the child."""

import importlib.util
import sysconfig
import unittest

import support

MODULE = next((name for name in ("_interpreters", "_xxsubinterpreters")
               if importlib.util.find_spec(name)), None)

# run(code) runs it in a new interpreter, which has a lock of its own from 3.12 on.
RUN = f"""
import os, threading, uuid9562
import {MODULE} as interpreters
def run(code):
    number = interpreters.create()
    execute = getattr(interpreters, "exec", None) or interpreters.run_string
    failed = execute(number, code)
    assert failed is None, failed
    interpreters.destroy(number)
"""

DRAW = '''
import os, uuid9562
made = b"".join(uuid9562.batch_bytes(version, 2000) + b"".join(
                    getattr(uuid9562, f"uuid{version}")().bytes for _ in range(2000))
                for version in (1, 4, 6, 7) for _ in range(5))
made += b"".join(u.bytes for u in uuid9562.batch(7, 1000))
made += b"".join(uuid9562.Generator().uuid4().bytes for _ in range(1000))
with open(%r, "ab") as file:
    file.write(made)
'''


@unittest.skipUnless(MODULE, "no module for interpreters")
class Interpreters(unittest.TestCase):

    def test_an_order_for_all(self):
        """A UUID of one interpreter is greater than all earlier ones of another."""
        self.assertEqual(support.child(RUN + """
ours, theirs = os.pipe()
last = uuid9562.uuid7_bytes()
for _ in range(20):
    run(f"import os, uuid9562; os.write({theirs}, uuid9562.uuid7_bytes())")
    between = os.read(ours, 16)
    assert last < between, (last, between)
    last = uuid9562.uuid7_bytes()
    assert between < last, (between, last)
print("in order")
"""), "in order\n")

    def test_at_the_same_time(self):
        self.assertEqual(support.child(RUN + """
import tempfile
with tempfile.TemporaryDirectory() as folder:
    files = [os.path.join(folder, str(number)) for number in range(4)]
    threads = [threading.Thread(target=run, args=(draw % file,)) for file in files]
    [thread.start() for thread in threads]
    mine = uuid9562.batch_bytes(7, 5000)
    [thread.join() for thread in threads]
    bytes = mine + b"".join(open(file, "rb").read() for file in files)
made = [bytes[i:i + 16] for i in range(0, len(bytes), 16)]
print(len(made), len(set(made)))
""".replace("draw", repr(DRAW))), "333000 333000\n".replace("333000", str(4 * 82000 + 5000)))

    def test_objects_of_their_own(self):
        self.assertEqual(support.child(RUN + """
code = '''
import uuid, uuid9562
assert type(uuid9562.uuid7()) is uuid.UUID
assert id(uuid.UUID) != %d and id(uuid9562.Generator) != %d
assert uuid9562.uuid7().is_safe is uuid.SafeUUID.unknown
'''
run(code % (id(uuid9562.UUID), id(uuid9562.Generator)))
print("their own")
"""), "their own\n")

    @unittest.skipUnless(sysconfig.get_config_var("Py_GIL_DISABLED"), "a Python with its lock")
    def test_without_the_lock(self):
        self.assertEqual(support.child("import sys, uuid9562; print(sys._is_gil_enabled())"),
                         "False\n")
