"""UUIDs in several processes: none repeats those of another, hangs, or crashes at its end."""

import contextlib
import multiprocessing
import os
import signal
import unittest
import warnings
from pathlib import Path

import drawing
import support

COUNT = 20000  # of each version, at the least
EXTENSION = Path(os.environ.get("UUID9562_SQLITE") or support.ROOT / "build/sqlite/uuid9562.so")


def forked(work):
    """Runs work() in a child that is forked now. Returns a function that waits for the child and
    gives what work() gave there, as bytes; a child that hangs or fails is an AssertionError."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads
        child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(300)
            os.close(ours)
            with open(theirs, "wb") as pipe:
                pipe.write(work())
            status = 0
        finally:
            os._exit(status)
    os.close(theirs)

    def wait():
        with open(ours, "rb") as pipe:
            result = pipe.read()
        _, status = os.waitpid(child, 0)
        if status != 0:
            raise AssertionError(f"a child ended with the status {status:#x}")
        return result

    return wait


def tree(draw, depth, width):
    """What a process draws before and after it forks children, and all that these draw likewise."""
    made = [draw()]
    children = []
    if depth > 0:
        children = [forked(lambda: tree(draw, depth - 1, width)) for _ in range(width)]
    made.append(draw())
    made += [wait() for wait in children]
    return b"".join(made)


class Processes(unittest.TestCase):
    def assert_no_repetition(self, data, count):
        """So many of each version, all distinct."""
        made = [data[i:i + 16] for i in range(0, len(data), 16)]
        self.assertEqual(len(set(made)), len(made))
        for version in drawing.VERSIONS:
            of_version = [u for u in made if u[6] >> 4 == version]
            self.assertEqual(len(of_version), count)
            if version != 1:  # it keeps its node; the others differ in more than time
                self.assertEqual(len({u[8:] for u in of_version}), count)


@unittest.skipUnless(hasattr(os, "fork"), "no fork")
class Forks(Processes):

    def test_inherited_connection(self):
        """SQLite with the extension, in the process of the module and its children."""
        with contextlib.closing(self.connect()) as connection:
            def draw():
                made = [drawing.draw(COUNT // 10)]
                for version in drawing.VERSIONS:
                    for row in connection.execute(
                            f"SELECT blob, uuid{version}_blob() FROM uuid_series(?, ?)",
                            (version, COUNT // 20)):
                        made += row
                return b"".join(made)

            made = tree(draw, 2, 2)
        self.assert_no_repetition(made, 7 * 2 * (COUNT // 5))

    def connect(self):
        try:
            from sqlite3 import Connection
        except ImportError:
            Connection = None
        if not hasattr(Connection, "enable_load_extension"):
            self.skipTest("a Python whose sqlite3 loads no extensions")
        if not EXTENSION.exists():
            self.skipTest("no SQLite extension: make sqlite, or UUID9562_SQLITE=FILE")
        connection = Connection(":memory:")
        connection.enable_load_extension(True)
        connection.load_extension(str(EXTENSION.with_suffix("")))
        return connection


class Multiprocessing(Processes):
    def test_fork(self):
        with multiprocessing.get_context("fork").Pool(4) as pool:
            results = pool.map_async(drawing.draw, [COUNT // 8] * 16, 1).get(60)
        self.assert_no_repetition(b"".join([*results, drawing.draw(COUNT)]), 3 * COUNT)


class Ends(unittest.TestCase):
    def test_threads_that_outlive_main(self):
        """Daemon threads that generate while the interpreter shuts down, and what atexit calls."""
        code = """
import atexit, sys, threading, time, uuid9562
own, called = uuid9562.Generator(), uuid9562.Generator(time.time_ns)
def work():
    while True:
        for source in (uuid9562, own, called):
            source.uuid1(), source.uuid4_str(), source.uuid6(), source.uuid7()
            source.batch(7, 200), source.batch_bytes(4, 300000)
        uuid9562.uuid5("@dns", "x")
def short():
    while True:
        threading.Thread(target=uuid9562.uuid4, daemon=True).start()
        time.sleep(0.0001)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
# Before 3.11, and in its debug build, Python may crash if a thread starts while it ends.
if sys.version_info >= (3, 11 + hasattr(sys, "gettotalrefcount")):
    threading.Thread(target=short, daemon=True).start()
atexit.register(lambda: print(len(set(uuid9562.batch(7, 1000) + own.batch(1, 1000)))))
time.sleep(0.02)
"""
        crashes = 0
        for _ in range(5):
            try:
                self.assertEqual(support.child(code), "2000\n")
            except AssertionError as error:
                # OpenSSL's own, once in some thousand runs (docs/internals/openssl.md).
                if "double free" not in str(error):
                    raise
                crashes += 1
        self.assertLessEqual(crashes, 2)
