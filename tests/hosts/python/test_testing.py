"""uuid9562.testing: generators with the time and the random bits of a test."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
import unittest
from datetime import datetime, timezone

import uuid9562
from uuid9562 import _sql
from uuid9562.testing import frozen

TIME = "2022-02-22T19:22:22.000000005Z"


def all_kinds():
    return [uuid9562.uuid1(), uuid9562.uuid4(), uuid9562.uuid6(), uuid9562.uuid7_str(),
            uuid9562.uuid7_bytes(), uuid9562.uuid7_at(5), uuid9562.uuid8(),
            *uuid9562.batch(7, 300), uuid9562.batch_bytes(4, 3), uuid9562.uuid1(node=5),
            uuid9562.lead_ns()]


class Frozen(unittest.TestCase):
    def test_time_and_seed_say_all(self):
        with frozen(TIME, 1):
            first = all_kinds()
        with frozen(TIME, 1):
            self.assertEqual(all_kinds(), first)
        with frozen(TIME, "1"):
            self.assertNotEqual(all_kinds(), first)

    def test_what_they_are_is_the_same_in_every_release(self):
        with frozen(1645557742000, 1):
            self.assertEqual(str(uuid9562.uuid7()), "017f22e2-79b0-7000-8031-65224a58b791")
            self.assertEqual(str(uuid9562.uuid4()), "df6af1d8-303e-41cd-84bb-86c3d1c42710")

    @unittest.skipUnless(hasattr(sys, "getrefcount"), "no counts")
    def test_a_call_keeps_no_reference(self):
        with frozen(TIME) as generator:
            before = sys.getrefcount(generator)
            uuid9562.batch(7, 1), uuid9562.uuid4()
            self.assertEqual(sys.getrefcount(generator), before)
        self.assertEqual(sys.getrefcount(generator), before - 2)

    def test_times(self):
        noon = datetime(2022, 2, 22, 19, 22, 22, tzinfo=timezone.utc)
        for time in (1645557742000, "2022-02-22 19:22:22", noon):
            with frozen(time):
                self.assertEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), 1645557742000)
        with frozen(noon.date()):
            self.assertEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), 1645488000000)
        with frozen(TIME):
            self.assertEqual(uuid9562.timestamp_ns(uuid9562.uuid7()), 1645557742000000005)
        last = (2**63 - 1) // 10**6
        with frozen(last):
            self.assertEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), last)
        for wrong, error in (("now", ValueError), (-1, ValueError), (last + 1, ValueError),
                             (2**48 - 1, ValueError), (2**64, ValueError), (1.5, TypeError),
                             (None, TypeError), (noon.replace(tzinfo=None), ValueError)):
            self.assertRaises(error, frozen, wrong)
        self.assertRaises(TypeError, frozen, 5, None)

    def test_the_order_of_the_process_goes_on(self):
        before = uuid9562.uuid7()
        for time in (0, "2100-01-01"):
            with frozen(time):
                last = uuid9562.uuid7()
                self.assertLess(last, uuid9562.uuid7())
                uuid9562.resync()
                uuid9562.set_max_lead_ns(1)
            self.assertLess(before, before := uuid9562.uuid7())
        self.assertLess(uuid9562.lead_ns(), 10**9)

    def test_one_in_another(self):
        with frozen(5000):
            with frozen(7000):
                self.assertEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), 7000)
            self.assertEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), 5000)
        outer, inner = frozen(5000), frozen(7000)
        outer.__enter__()
        inner.__enter__()
        outer.__exit__(None, None, None)  # as two threads may
        self.assertEqual(uuid9562.timestamp_ms(uuid9562.uuid7()), 7000)
        inner.__exit__(None, None, None)
        self.assertLess(10**12, uuid9562.timestamp_ms(uuid9562.uuid7()))

    def test_one_in_another_takes_none_of_its_random_bits(self):
        with frozen(5, 1):
            expected = uuid9562.uuid4()
        with frozen(5, 1):
            frozen(TIME, 2)
            self.assertEqual(uuid9562.uuid4(), expected)

    def test_sql_is_not_frozen(self):
        for register in (uuid9562.load, lambda connection: _sql.register(connection, False)):
            connection = sqlite3.connect(":memory:")
            register(connection)
            with frozen(5):
                time, = connection.execute("SELECT uuid_timestamp_ms(uuid7())").fetchone()
            connection.close()
            self.assertLess(10**12, time)

    def test_an_exception_ends_it(self):
        with self.assertRaises(KeyError), frozen(5):
            raise KeyError
        self.assertLess(10**12, uuid9562.timestamp_ms(uuid9562.uuid7()))

    def test_functions(self):
        @frozen(5)
        def function():
            return uuid9562.uuid7()

        @frozen(5)
        async def coroutine():
            await asyncio.sleep(0)
            return uuid9562.uuid7()

        self.assertEqual(function(), function())
        self.assertEqual(function(), asyncio.run(coroutine()))
        self.assertRaises(TypeError, frozen(5), Frozen)
        self.assertRaises(TypeError, frozen(5), lambda: (yield))

    def test_threads(self):
        """They generate while it begins and ends; and what they use lives as long."""
        errors, ended = [], threading.Event()

        def generate():
            while not ended.is_set():
                try:
                    uuid9562.uuid7()
                    uuid9562.batch(7, 300)
                except BaseException as error:
                    errors.append(error)

        threads = [threading.Thread(target=generate) for _ in range(4)]
        for thread in threads:
            thread.start()
        for time in range(2000):
            with frozen(time):
                uuid9562.uuid4()
        ended.set()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])

    def test_other_objects_are_refused(self):
        for wrong in (None, 5, uuid9562, uuid9562.Generator, object()):
            self.assertRaises(TypeError, uuid9562._core._freeze, wrong, True)

    def test_what_began_twice_ends_once(self):
        one, other = uuid9562.Generator(lambda: 10**9), uuid9562.Generator(lambda: 2 * 10**9)
        for generator, begin, expected in ((one, 1, 1000), (one, 1, 1000), (other, 1, 2000),
                                           (one, 1, 1000), (one, 0, 2000), (one, 0, 2000),
                                           (other, 0, None), (other, 0, None)):
            uuid9562._core._freeze(generator, begin)
            time = uuid9562.timestamp_ms(uuid9562.uuid7())
            self.assertEqual(time, expected if expected else max(time, 10**12))

    def test_under_libraries_that_freeze_time(self):
        for library, context in (("time_machine", "time_machine.travel(10**9)"),
                                 ("freezegun", "freezegun.freeze_time('2001-09-09')")):
            program = (f"import {library}, uuid9562, uuid9562.testing as t\n"
                       "from datetime import datetime, timezone\n"
                       f"with {context}:\n"
                       "    moment = datetime(2022, 2, 22, 19, 22, 22, tzinfo=timezone.utc)\n"
                       "    with t.frozen(moment, 1): print(uuid9562.uuid7())\n"
                       "assert uuid9562.timestamp_ms(uuid9562.uuid7()) > 1645557742000\n")
            with self.subTest(library=library):
                done = subprocess.run([sys.executable, "-c", program], capture_output=True,
                                      text=True, check=False)
                if "No module named" in done.stderr:
                    self.skipTest(f"{library} is not installed")
                self.assertEqual(done.stdout, "017f22e2-79b0-7000-8031-65224a58b791\n",
                                 done.stderr)
