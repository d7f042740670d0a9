"""Shared by the tests with other packages."""

import importlib
import re
import unittest
import uuid

import uuid9562


# The first versions that the package knows; a distribution may have an older one.
OLDEST = {"django": "4.2", "sqlalchemy": "2.0"}


def needs(name, instead=None):
    """A package, or the test is skipped."""
    try:
        module = importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"{instead or name} is not installed") from None
    if name in OLDEST and _numbers(module.__version__) < _numbers(OLDEST[name]):
        raise unittest.SkipTest(f"{name} {OLDEST[name]} or later is not installed")
    return module


def _numbers(version):
    return [int(number) for number in re.findall(r"\d+", version)[:2]]


def one_of_each():
    """A UUID of every version, Nil and Max."""
    return [uuid9562.uuid1(), uuid9562.uuid3("@dns", "a"), uuid9562.uuid4(),
            uuid9562.uuid5("@dns", "a"), uuid9562.uuid6(), uuid9562.uuid7(), uuid9562.uuid8(),
            uuid9562.uuid8_name("@dns", "a"), uuid9562.NIL, uuid9562.MAX]


def standard(made):
    """The same UUIDs, created by the standard module alone."""
    return [uuid.UUID(bytes=u.bytes) for u in made]
