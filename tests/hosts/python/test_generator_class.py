"""The class Generator: scripted sources, callbacks that fail, the life of the object."""

import contextlib
import copy
import functools
import gc
import inspect
import pickle
import sys
import time
import unittest
import uuid
import weakref

import support
import uuid9562
from uuid9562 import Generator

MS = 10**6
EXAMPLE = 1645557742000 * MS  # the time of the examples of RFC 9562 section A
OUTSIDE = "the clock is out of range for this UUID version"


def clock_of(*times):
    """A clock that shows these times, then only the last one."""
    times = list(times)
    return lambda: times.pop(0) if len(times) > 1 else times[0]


def ns(u):
    """The time of a version 7 UUID in nanoseconds, to its precision."""
    fraction = (u.int >> 64 & 0xfff) << 8 | u.int >> 54 & 0xff
    return (u.int >> 80) * MS + -(-fraction * MS >> 20)


def outcome(function, *arguments, **keywords):
    """The type of the result of a call, or the type and the text of its exception."""
    try:
        return type(function(*arguments, **keywords))
    except Exception as error:
        return type(error), str(error)


class Examples(unittest.TestCase):
    """Known sources give known UUIDs."""

    def test_sources_that_a_call_reads(self):
        """As many random bytes as are used; no clock and no randomness without need."""
        asked = []

        def random(n):
            asked.append(n)
            return bytes(n)

        def clock():
            asked.append("time")
            return EXAMPLE

        generator = Generator(clock, random)
        for name, arguments, expected in (
                ("uuid1", (), ["time", 8]), ("uuid1", (), ["time"]), ("uuid1", (5, 7), ["time"]),
                ("uuid6", (), ["time", 8]), ("uuid6", (5,), ["time", 8]),
                ("uuid6", (5, 7), ["time"]), ("uuid4", (), [16]), ("uuid7", (), ["time", 8]),
                ("uuid7_at", (5,), [10]), ("uuid8", (), [16]), ("uuid8", (1, 2, 3), []),
                ("batch", (4, 300), [4800]),
                ("batch", (7, 300), ["time", 2400]), ("batch", (7, 0), []),
                ("batch", (5, 1), []), ("uuid1", (-1,), []), ("uuid7_at", (-1,), []),
                ("lead_ns", (), ["time"]), ("resync", (), ["time"])):
            asked.clear()
            outcome(getattr(generator, name), *arguments)
            self.assertEqual(asked, expected, (name, arguments))

    def test_defaults_are_the_system(self):
        for arguments in ((), (None,), (None, None, None, None)):
            generator = Generator(*arguments)
            made = generator.uuid7()
            self.assertLess(abs(ns(made) - time.time_ns()), 10**10)
            self.assertEqual(len({generator.uuid4() for _ in range(100)}), 100)
            self.assertEqual(len({generator.uuid1().node for _ in range(100)}), 1)
            self.assertNotEqual(generator.uuid1().node, uuid9562.uuid1().node)


class Order(unittest.TestCase):
    def test_lead(self):
        times = [1000]
        generator = Generator(lambda: times[0])
        self.assertEqual(generator.lead_ns(), 0)
        generator.uuid7()
        self.assertEqual(generator.lead_ns(), 0)
        times[0] = 400
        self.assertEqual(generator.lead_ns(), 600)
        generator.batch(7, 500)
        self.assertEqual(generator.lead_ns(), 1100)
        generator.uuid1(5, 7)  # a whole tick
        self.assertEqual(generator.lead_ns(), 1699 - 400)
        times[0] = 10**19
        self.assertEqual(generator.lead_ns(), 0)
        generator.uuid7()
        times[0] = 0
        self.assertEqual(generator.lead_ns(), 10**19)
        self.assertIs(type(generator.lead_ns()), int)

    def test_resync(self):
        times = [10**15]
        generator = Generator(lambda: times[0])
        before = generator.uuid7(), generator.uuid6(), generator.uuid1()
        times[0] = 10**12
        self.assertIsNone(generator.resync())
        self.assertEqual(generator.lead_ns(), 0)
        after = generator.uuid7(), generator.uuid6(), generator.uuid1()
        self.assertEqual(ns(after[0]), 10**12 + 1)
        self.assertLess(after[:2], before[:2])
        self.assertNotEqual(after[2].node, before[2].node)
        given = Generator(lambda: times[0], node=5)
        self.assertEqual((given.uuid1().node, given.resync(), given.uuid1().node), (5, None, 5))

    def test_advance(self):
        times = [10**15]
        generator = Generator(lambda: times[0], bytes)
        for after in (None, uuid9562.NIL):
            with contextlib.suppress(ValueError):
                self.assertIsNone(generator.advance(after))
        self.assertEqual(ns(generator.uuid7()), 10**15)
        last = uuid9562.uuid7_max("1970-01-12T13:46:45.000")  # 10**9 + 5000
        for after in (last, str(last), str(last).upper(), last.bytes, last.urn):
            generator = Generator(lambda: times[0], bytes)
            self.assertIsNone(generator.advance(after))
            self.assertEqual(generator.lead_ns(), 5001 * 10**6 - 1)
            self.assertGreater(generator.uuid7(), last)
        self.assertIsNone(generator.advance(u="1b21dd21-3814-6000-8000-000000000000"))
        times[0] = 10**14
        for name, message in (("uuid4", "the UUID has no time; expected one of version 1, 6 or 7"),
                              ("uuid8", "the UUID has no time; expected one of version 1, 6 or 7")):
            with self.assertRaisesRegex(ValueError, message):
                generator.advance(getattr(uuid9562, name)())
        with self.assertRaisesRegex(OSError, "the clock is too far behind the last UUID"):
            generator.advance(last)
        self.assertEqual(generator.lead_ns(), 9 * 10**14 + 5001 * 10**6)

    def test_the_order_of_the_process(self):
        """The functions of the module; test_errors.py calls them with other clocks."""
        for function in (uuid9562.resync, uuid9562.reseed):
            node = uuid9562.uuid1().node
            self.assertEqual(uuid9562.uuid1().node, node)
            self.assertIsNone(function())
            self.assertNotEqual(uuid9562.uuid1().node, node)

    def test_threads_share_one(self):
        for generator in (Generator(), Generator(lambda: 10**18), Generator(time.time_ns)):
            results = []

            def work():
                made = []
                for _ in range(20):
                    made += [generator.uuid7_bytes() for _ in range(100)]
                    made += [uuid9562.to_bytes(u) for u in generator.batch_str(7, 400)]
                results.append(made)

            interval = sys.getswitchinterval()
            sys.setswitchinterval(1e-5)
            try:
                support.run_threads(work)
            finally:
                sys.setswitchinterval(interval)
            for made in results:
                self.assertEqual(made, sorted(made))
            self.assertEqual(len(set().union(*results)), 4 * 20 * 500)


# Each method with arguments that need a clock or randomness.
NEEDS_CLOCK = {"uuid1": (), "uuid6": (), "uuid7": (), "batch": (7, 3),
               "batch_str": (6, 300), "batch_bytes": (1, 300), "lead_ns": (), "resync": ()}
NEEDS_RANDOM = {"uuid1": (), "uuid4": (), "uuid6": (), "uuid7": (), "uuid7_at": (5,), "uuid8": (),
                "batch": (7, 3), "batch_str": (4, 300), "batch_bytes": (6, 300)}


class Callbacks(unittest.TestCase):
    def fail_or(self, result):
        """A callback that returns the result, or raises self.failure if there is one."""
        def callback(*arguments):
            if self.failure is not None:
                raise self.failure
            return result(*arguments)
        return callback

    def test_failures_pass_through_and_leave_the_order_unchanged(self):
        for kind in (ZeroDivisionError, OSError, MemoryError, KeyboardInterrupt, SystemExit):
            for needs, sources in ((NEEDS_CLOCK, {"clock": self.fail_or(lambda: EXAMPLE)}),
                                   (NEEDS_RANDOM, {"random": self.fail_or(lambda n: b"x" * n)})):
                for name, arguments in needs.items():
                    self.failure = None
                    generator = Generator(**sources)
                    last = generator.uuid7()
                    self.failure = mine = kind("mine")
                    with self.subTest(kind=kind, function=name):
                        with self.assertRaises(kind) as caught:
                            getattr(generator, name)(*arguments)
                        self.assertIs(caught.exception, mine)
                        self.assertEqual(mine.args, ("mine",))
                        self.assertIsNone(mine.__cause__ or mine.__context__)
                        self.failure = None
                        self.assertGreater(generator.uuid7(), last)
                        if sources.get("clock"):
                            self.assertEqual(generator.lead_ns(), 2 - 1)

    def test_clocks_outside(self):
        for shown in (-1, -10**9, -2**63, -2**64, 2**64, 2**1000, -2**1000):
            generator = Generator(clock_of(5, shown))
            last = generator.uuid7()
            for name, arguments in NEEDS_CLOCK.items():
                self.assertEqual(outcome(getattr(generator, name), *arguments), (OSError, OUTSIDE))
            self.assertEqual(ns(last), 5)
        for shown in (0, 1, True, 2**63, 2**64 - 2):
            self.assertEqual(ns(Generator(lambda: shown).uuid7()), max(shown, 1))

    def test_clocks_that_return_no_int(self):
        class Fails:
            def __index__(self):
                raise KeyError("mine")

        for wrong in (1.5, "5", b"5", None, [], time.time()):
            generator = Generator(clock_of(5, wrong, 5))
            generator.uuid7()
            for name, arguments in NEEDS_CLOCK.items():
                said = outcome(getattr(Generator(lambda: wrong), name), *arguments)
                self.assertEqual(said, (TypeError, "clock() must return int, the nanoseconds since "
                                                   f"1970, not {type(wrong).__name__}"))
            self.assertEqual(outcome(generator.uuid7)[0], TypeError)
            self.assertEqual(ns(generator.uuid7()), 6)
        self.assertEqual(outcome(Generator(Fails).uuid7), (KeyError, "'mine'"))
        self.assertEqual(outcome(Generator(lambda too_many: 5).uuid7)[0], TypeError)

    def test_random_that_returns_other_bytes(self):
        for wrong in (5, None, "x" * 8, [0] * 8):
            for name, arguments in NEEDS_RANDOM.items():
                said = outcome(getattr(Generator(random=lambda n: wrong), name), *arguments)
                self.assertEqual(said, (TypeError, "random() must return bytes, not "
                                                   f"{type(wrong).__name__}"))
        self.assertEqual(outcome(Generator(random=bytearray).uuid4)[0], TypeError)
        for more in (-1, 1, 1000):
            said = outcome(Generator(random=lambda n: bytes(n + more)).uuid4)
            self.assertEqual(said, (ValueError, f"random(16) returned {16 + more} bytes"))
        self.assertEqual(outcome(Generator(random=lambda n: b"").uuid8, 1, 2, 3), uuid.UUID)

    def test_may_use_the_generator(self):
        """The order holds for the UUIDs that a callback generates meanwhile."""
        made = []

        def meddle(result):
            if not busy:
                busy.append(True)
                made.append(generator.uuid7())
                made.extend(generator.batch(7, 200))
                generator.uuid1(), generator.uuid6(), generator.uuid8(), generator.lead_ns()
                generator.batch_bytes(4, 300)
                busy.clear()
            return result

        busy = [True]
        generator = Generator(lambda: meddle(EXAMPLE), lambda n: meddle(b"x" * n))
        busy.clear()
        for _ in range(100):
            made.append(generator.uuid7())
            made.append(generator.batch(7, 200)[0])
        self.assertEqual(made, sorted(set(made)))

    def test_may_not_recurse_for_ever(self):
        generator = Generator(lambda: generator.uuid7())
        self.assertRaises(RecursionError, generator.uuid7)
        generator = Generator(random=lambda n: generator.batch_bytes(4, 1))
        self.assertRaises(RecursionError, generator.uuid4)
        loop = functools.partial(int)  # in C alone
        generator = Generator(loop)
        loop.__setstate__((generator.uuid7, (), {}, {}))
        self.assertRaises(RecursionError, generator.uuid7)

    def test_may_resync(self):
        generator = Generator(random=lambda n: (len(asked) > 3 or asked.append(generator.resync()),
                                                bytes(n))[1])
        asked = []
        made = generator.batch(1, 3)
        self.assertEqual(len({(u.time, u.clock_seq) for u in made}), 3)
        self.assertEqual(len(asked), 4)


class Object(unittest.TestCase):
    def test_methods(self):
        generator = Generator()
        for name in support.METHODS:
            method, function = getattr(generator, name), getattr(uuid9562, name)
            self.assertEqual(inspect.signature(method), inspect.signature(function))
            self.assertEqual(method.__doc__, function.__doc__)
            signature = inspect.signature(getattr(Generator, name))
            self.assertEqual(list(signature.parameters),
                             ["self", *inspect.signature(function).parameters])

    def test_methods_equal_the_functions(self):
        """The same types of results, the same errors with the same messages."""
        odd = (None, 1.5, "", "@host", "\ud800", b"", -1, 2**14, 2**48, 2**62, 2**64, [], object())
        generator = Generator()
        for name in support.METHODS:
            good = support.SAMPLES[name]
            calls = [good, (*good, None), good[:-1], ()]
            calls += [good[:i] + (value,) + good[i + 1:] for i in range(len(good)) for value in odd]
            for arguments in calls:
                with self.subTest(function=name, arguments=arguments):
                    self.assertEqual(outcome(getattr(generator, name), *arguments),
                                     outcome(getattr(uuid9562, name), *arguments))
            for keywords in ({"nothing": 5}, {"node": 5}, {"n": 5}):
                self.assertEqual(outcome(getattr(generator, name), **keywords),
                                 outcome(getattr(uuid9562, name), **keywords))

    def test_arguments(self):
        if sys.version_info >= (3, 10):  # before, inspect shows no signature of such a class
            self.assertEqual(str(inspect.signature(Generator)),
                             "(clock=None, random=None, node=None, clock_seq=None)")
        self.assertEqual(Generator.__module__, "uuid9562")
        for wrong in (5, "x", b"x", [], 1.5):
            for name in ("clock", "random"):
                self.assertEqual(outcome(Generator, **{name: wrong}), (
                    TypeError, f"Generator() argument '{name}' must be a callable or None, not "
                               f"{type(wrong).__name__}"))
        for arguments, keywords, said in (
                ((None,) * 5, {}, (TypeError, "Generator() takes at most 4 arguments (5 given)")),
                ((), {"time": None},
                 (TypeError, "Generator() got an unexpected keyword argument 'time'")),
                ((None,), {"clock": None},
                 (TypeError, "Generator() got multiple values for argument 'clock'")),
                ((), {"node": 1.5},
                 (TypeError, "Generator() argument 'node' must be int, str or None, not float")),
                ((), {"node": -1, "clock_seq": ""},
                 (TypeError, "Generator() argument 'clock_seq' must be int or None, not str")),
                ((), {"node": -1, "clock_seq": -1},
                 (ValueError, "node is out of range: 0 to 281474976710655")),
                ((None, None, 2**48), {},
                 (ValueError, "node is out of range: 0 to 281474976710655")),
                ((), {"node": "host"}, (ValueError, "unknown node; expected a number or @host")),
                ((), {"clock_seq": -1}, (ValueError, "clock_seq is out of range: 0 to 16383")),
                ((), {"clock_seq": 2**14}, (ValueError, "clock_seq is out of range: 0 to 16383")),
                ((), {"node": 2**48 - 1, "clock_seq": 2**14 - 1}, Generator)):
            self.assertEqual(outcome(Generator, *arguments, **keywords), said)

    def test_has_no_subclasses_and_no_attributes(self):
        with self.assertRaisesRegex(TypeError, "not an acceptable base type"):
            type("Mine", (Generator,), {})
        generator = Generator()
        for attempt in (lambda: setattr(generator, "clock", None),
                        lambda: setattr(generator, "uuid7", None), lambda: vars(generator)):
            self.assertRaises((AttributeError, TypeError), attempt)
        if sys.version_info >= (3, 10) and sys.implementation.name == "cpython":
            for cls in (Generator, uuid9562.ArrowArray):
                with self.assertRaisesRegex(TypeError, "immutable type"):
                    cls.new = None

    def test_is_not_copied(self):
        generator = Generator()
        attempts = [functools.partial(copy.copy, generator),
                    functools.partial(copy.deepcopy, generator)]
        attempts += [functools.partial(pickle.dumps, generator, protocol)
                     for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for attempt in attempts:
            with self.assertRaisesRegex(TypeError, "cannot pickle"):
                attempt()


class Callback:
    """A callback to which there can be a weak reference."""

    def __call__(self, *arguments):
        return arguments and bytes(*arguments) or 5


class Memory(unittest.TestCase):
    def test_callbacks_live_as_long_as_the_generator(self):
        for name in ("clock", "random"):
            callback = Callback()
            gone = weakref.ref(callback)
            generator = Generator(**{name: callback})
            method = generator.uuid7
            del callback, generator
            gc.collect()
            method()
            self.assertIsNotNone(gone())
            del method
            self.assertIsNone(gone())

    def test_cycles_are_collected(self):
        gc.collect()
        for name in ("clock", "random"):
            for hold in (lambda generator: generator, lambda generator: generator.uuid7,
                         lambda generator: [{"generator": generator}]):
                callback = Callback()
                gone = weakref.ref(callback)
                callback.held = hold(Generator(**{name: callback}))
                del callback
                self.assertIsNotNone(gone())
                gc.collect()
                self.assertIsNone(gone(), (name, hold))

    def test_a_failed_constructor_keeps_nothing(self):
        callback = Callback()
        for keywords in ({"node": -1}, {"clock_seq": ""}, {"node": "x"}):
            before = sys.getrefcount(callback)
            outcome(Generator, callback, callback, **keywords)
            self.assertEqual(sys.getrefcount(callback), before)

    def test_long_chains_are_torn_down(self):
        generator = Generator()
        for _ in range(100000):
            generator = Generator(generator.lead_ns)
        del generator
