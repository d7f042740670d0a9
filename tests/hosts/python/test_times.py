"""Times that are a date or a datetime: exact, aware, of any zone and class; text of any str."""

import random
import sys
import unittest
import unittest.mock
from datetime import date, datetime, timedelta, timezone, tzinfo

import support
import uuid9562
from uuid9562 import (timestamp_ms, timestamp_ns, uuid7_at_ns, uuid7_max,
                      uuid7_min)

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MS, US = timedelta(milliseconds=1), timedelta(microseconds=1)
ZONES = [timezone(timedelta(minutes=minutes)) for minutes in (0, 60, -210, 1439, -1439)]
ZONES += [timezone(timedelta(hours=-5, seconds=17, microseconds=999999))]


class Datetimes(support.Errors):
    def test_exact(self):
        """By way of a float, one in 150 would be wrong."""
        chance = random.Random(9562)
        for _ in range(20000):
            us = chance.randrange(253402214400 * 10**6)
            moment = (EPOCH + us * US).astimezone(chance.choice(ZONES))
            self.assertEqual(timestamp_ms(uuid7_min(moment)), us // 1000)

    def test_rounded_down(self):
        for us in (0, 1, 999, 1000, 1001):
            text = (EPOCH + us // 1000 * MS).isoformat(timespec="milliseconds")
            self.assertEqual(uuid7_min(EPOCH + us * US), uuid7_min(text))
            self.assertEqual(uuid7_max(EPOCH + us * US), uuid7_max(text))
        self.assert_range("unix_ms is out of range", uuid7_min, EPOCH - US)

    def test_nanoseconds(self):
        for us in (0, 1, 1645557742123456, (2**63 - 1) // 1000):
            self.assertEqual(timestamp_ns(uuid7_at_ns(EPOCH + us * US)), us * 1000)
        for us in (-1, (2**63 - 1) // 1000 + 1):
            self.assert_range("unix_ns is out of range", uuid7_at_ns, EPOCH + us * US)

    def test_ends_of_the_class(self):
        for zone in ZONES:
            self.assert_range("unix_ms is out of range", uuid7_min, datetime.min.replace(tzinfo=zone))
            self.assert_range("unix_ns is out of range", uuid7_at_ns,
                              datetime.max.replace(tzinfo=zone))
        last = datetime.max.replace(tzinfo=timezone.utc)
        self.assertEqual(uuid7_min(last), uuid7_min((last - EPOCH) // MS))

    def test_wherever_a_time_is_taken(self):
        class Odd(date):
            def isoformat(self):
                return "odd"

            __str__ = isoformat

        moment = EPOCH + 5 * MS
        for name, arguments in support.SAMPLES.items():
            for unit in ("unix_ms", "unix_ns"):
                if not support.takes(name, unit):
                    continue
                function = getattr(uuid9562, name)
                made = function(moment, *arguments[1:])
                self.assertEqual(timestamp_ms(made), 5, name)
                self.assert_range("^a naive datetime ", function, datetime(2024, 2, 29),
                                  *arguments[1:])
                for day in (date(1970, 1, 1), date(2024, 2, 29), Odd(2024, 2, 29)):
                    made = [function(x, *arguments[1:]) for x in (day, date.isoformat(day))]
                    if name in support.METHODS:  # which has random bits
                        made = map(timestamp_ms, made)
                    self.assertEqual(*made)
        self.assertEqual(uuid7_max(date(2024, 2, 29)), uuid7_max("2024-02-29T23:59:59.999"))
        self.assert_range("unix_ms is out of range", uuid7_min, date.min)

    def test_naive(self):
        class Nowhere(tzinfo):
            def utcoffset(self, moment):
                return None

        for zone in (None, Nowhere()):
            self.assert_range("^a naive datetime has no time zone; .*timezone.utc", uuid7_min,
                              datetime(2024, 2, 29, tzinfo=zone))

    def test_a_zone_that_fails(self):
        class Fails(tzinfo):
            def utcoffset(self, moment):
                raise KeyError("mine")

        class Lies(tzinfo):
            def utcoffset(self, moment):
                return 5

        with self.assertRaisesRegex(KeyError, "mine"):
            uuid7_min(datetime(2024, 2, 29, tzinfo=Fails()))
        with self.assertRaises(TypeError):
            uuid7_min(datetime(2024, 2, 29, tzinfo=Lies()))

    def test_what_a_look_at_the_type_raises(self):
        for error in (KeyboardInterrupt, MemoryError, KeyError):
            class Fails:
                @property
                def __class__(self):
                    raise error

            with self.subTest(error=error), self.assertRaises(error):
                uuid7_min(Fails())
        with unittest.mock.patch.dict(sys.modules, {"datetime": None}):
            self.assertRaises(ImportError, uuid7_min, 1.5)

    def test_a_subclass_that_computes_otherwise(self):
        class Odd(datetime):
            def __sub__(self, other):
                return "odd"

            def timestamp(self):
                return 0.5

        self.assertEqual(timestamp_ms(uuid7_min(Odd(1970, 1, 2, tzinfo=timezone.utc))), 86400000)


class Text(support.Errors):
    def test_longer_than_any_uuid(self):
        """No part of the text is left out, whatever kind of str it is."""
        class Odd(str):
            pass

        long = "2024-02-29T12:30:45." + "9" * 200
        for text in (long, Odd(long)):
            self.assertEqual(uuid7_min(text), uuid7_min("2024-02-29T12:30:45.999"))
        for wrong in ("x", "\u00e9", "\uff19", "\U0001f552", "\udc80", "?", "\0"):
            for text in (long + wrong, Odd(long + wrong)):
                self.assert_malformed(220, uuid7_min, text)

    def test_an_error_names_what_is_a_time(self):
        with self.assertRaisesRegex(ValueError, "^malformed time at offset 9: a time is an integer,"
                                                " or a text such as 2024-02-29, "):
            uuid7_min("2023-02-29")

    def test_types_come_first(self):
        with self.assertRaises(TypeError):
            uuid9562.uuid7_make("2023-02-29", 5)
        with self.assertRaises(TypeError):
            uuid9562.uuid7_make(datetime(2024, 2, 29), 5)
