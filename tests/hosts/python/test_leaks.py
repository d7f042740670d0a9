"""No call leaks memory or references, whether it succeeds or fails."""

import operator
import os
import sys
import sysconfig
import time
import tracemalloc
import unittest
import uuid
from datetime import datetime, timezone

import support
import uuid9562

ODD = (None, 1.5, 2**999, -1, "", "\ud800", "x" * 999, "\ud800" * 99, b"x" * 17, bytearray(17),
       object(), uuid9562.NIL, uuid.UUID.__new__(uuid.UUID))

# Of other items, and with gaps.
REFUSED = memoryview(bytearray(16)).cast("Q"), memoryview(bytearray(32))[::2]

ONE = uuid.UUID(support.V7)

# Sources of all kinds: the system's, Python's, and some that fail.
SOURCES = ((), (time.time_ns, os.urandom), (lambda: -1,), (None, lambda n: b""))


def targets():
    """Functions and methods, with valid arguments."""
    for name, function in support.functions().items():
        yield name, function, support.SAMPLES[name]
    yield "parse", uuid9562.parse, (bytes(16), "guid")
    yield "format", uuid9562.format, (support.V7, "guid")
    yield "uuid7_min", uuid9562.uuid7_min, (datetime.now(timezone.utc),)
    yield "to_arrow", uuid9562.to_arrow, (uuid9562.to_arrow(bytes(48)), "text")
    for sources in SOURCES:
        generator = uuid9562.Generator(*sources)
        for name in support.METHODS:
            yield f"Generator.{name}", getattr(generator, name), support.SAMPLES[name]
    yield "Generator", uuid9562.Generator, (time.time_ns, os.urandom, 5, 7)
    yield from accelerated()


def set_state(state):
    """Of a new object, since it changes the one that it is given."""
    uuid.UUID.__new__(uuid.UUID).__setstate__(state)


def accelerated():
    """Of the standard module, which is accelerated meanwhile; all share one number."""
    u = ONE
    for function, *arguments in (
            (uuid.UUID, support.V7), (lambda b: uuid.UUID(bytes=b), bytes(16)),
            (lambda n: uuid.UUID(int=n), u.int), (set_state, {"int": u.int}),
            (uuid.uuid4,), (uuid.uuid3, u, "x"), (uuid.uuid5, u, "x"), (str, u), (repr, u),
            (hash, u), (hash, uuid.UUID(int=True)), (operator.eq, u, u), (operator.lt, u, u),
            *((vars(uuid.UUID)[name].fget, u) for name in ("hex", "bytes", "urn", "fields",
                                                           "version"))):
        yield f"accelerated {function}", function, tuple(arguments)


def setUpModule():
    uuid9562.accelerate()


def tearDownModule():
    uuid9562.accelerate(False)


def calls():
    """Calls of every function: a valid one, and for each argument many with an odd value."""
    for name, function, arguments in targets():
        yield name, function, arguments, {}
        yield name, function, (*arguments, None), {}
        yield name, function, arguments, {"nothing": None}
        for number in range(len(arguments)):
            yield name, function, arguments[:number], {}
            for odd in ODD:
                yield name, function, arguments[:number] + (odd,) + arguments[number + 1:], {}
    for path, node in (("/dev/null/x", "@x"), ("/dev/null/x", 5), ("\0", 5)):  # which open nothing
        yield "state_open", uuid9562.state_open, (path, node), {}
    for view in REFUSED:
        for function in (uuid9562.format_n, uuid9562.parse_n, uuid9562.to_arrow):
            yield function.__name__, function, (view,), {}


def repeat(times, function, arguments, keywords):
    for _ in range(times):
        try:
            function(*arguments, **keywords)
        except (AttributeError, TypeError, ValueError, OSError):
            pass


class Leaks(unittest.TestCase):
    def test_memory(self):
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)

        def kept(call):
            before = tracemalloc.get_traced_memory()[0]
            repeat(50, *call)
            return tracemalloc.get_traced_memory()[0] - before

        for name, *call in calls():
            # A leak keeps 16 bytes a call at the least, and in every round; CPython's own
            # free lists and caches grow for some rounds.
            leaks = all(kept(call) >= 50 * 16 for _ in range(10))
            self.assertFalse(leaks, (name, *call))

    def test_no_memory(self):
        """Calls that lack it at each of their allocations, again and again."""
        def kept(call):
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(50):
                support.without_memory(call, 60)
            return tracemalloc.get_traced_memory()[0] - before

        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for name, call in {
                "batch": lambda: uuid9562.batch_arrow(4, 300, "text").__arrow_c_array__(),
                "schema": uuid9562.batch_arrow(4, 1).__arrow_c_schema__,
                "bytes": lambda: uuid9562.to_arrow(bytes(160)),
                "column": lambda: uuid9562.to_arrow(uuid9562.batch_arrow(4, 3), "text"),
                "list": lambda: uuid9562.batch(7, 3), "rows": uuid9562.ldap_schema,
                "error": lambda: repeat(1, uuid9562.parse, ("",), {}),
                "formats": uuid9562.formats}.items():
            outcomes = support.without_memory(call, 999 if name == "formats" else 60)
            self.assertEqual(outcomes, {"done", "MemoryError"}, name)
            self.assertFalse(all(kept(call) >= 50 * 16 for _ in range(5)), name)

    @unittest.skipIf(sysconfig.get_config_var("Py_GIL_DISABLED"), "each thread counts its own")
    def test_modules(self):
        """Each interpreter has one, and leaves nothing of it."""
        self.assertEqual(support.child("""
import gc, importlib.util, os, sys, tracemalloc, uuid, uuid9562
spec = uuid9562._core.__spec__
shared = [uuid.UUID, uuid.SafeUUID, uuid.SafeUUID.unknown, uuid, os, os.urandom, "int", "is_safe",
          "hex", "bytes", "uuid9562", "uuid7", vars(uuid.UUID)["int"]]
def state():
    getattr(sys, "_clear_type_cache", gc.collect)()
    return [tracemalloc.get_traced_memory()[0] / 500, *map(sys.getrefcount, shared)]
def kept():
    before = state()
    for _ in range(50):
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module._accelerate(True), module._accelerate(False), module._stand_in("hex", len)
        module._freeze(module.Generator(), True), module._freeze(module.Generator(), True)
    del module
    gc.collect()
    return {place for place, (a, b) in enumerate(zip(before, state())) if b - a >= 49}
tracemalloc.start()
print(*set.intersection(*(kept() for _ in range(5))))
"""), "\n")

    @unittest.skipUnless(hasattr(sys, "gettotalrefcount"), "no debug build of Python")
    def test_all_references(self):
        def kept(call):
            before = sys.gettotalrefcount()
            repeat(200, *call)
            return sys.gettotalrefcount() - before

        for name, *call in calls():
            leaks = all(kept(call) >= 200 for _ in range(3))
            self.assertFalse(leaks, (name, *call))


def resident():
    """Memory of the process, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@unittest.skipUnless(os.path.exists("/proc/self/statm"), "no /proc")
class Process(unittest.TestCase):
    """What the counts do not see: memory of the core and of OpenSSL."""

    def test_every_function(self):
        good = [(2000, function, arguments, {}) for _, function, arguments in targets()]
        good += [(200, uuid9562.batch_bytes, (4, 10000), {}), (2000, uuid9562.batch, (7, 1000), {}),
                 (200000, uuid9562.Generator, (), {}),  # which are small
                 (200000, uuid9562.Generator, (time.time_ns, None, -1), {})]
        for times, *call in good:
            repeat(100, *call)
        before = resident()
        for call in good:
            repeat(*call)
        self.assertLess(resident() - before, 2**22)

    def test_a_call_that_ends_early_leaves_the_rest_of_its_memory_untouched(self):
        """With an error, or by Ctrl-C in a result that is too large for the machine."""
        peak = support.child("""
import time, uuid9562
generator = uuid9562.Generator()
generator.advance(uuid9562.uuid7_max(time.time_ns() // 10**6 + 10**6))
generator.set_max_lead_ns(1)
try:
    generator.batch_bytes(7, 2**25)
except OSError:
    print(*[line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")])
""")
        self.assertLess(int(peak), 2**18)  # KiB; the result is twice as large
