"""Shared by the tests with other packages."""

import importlib
import unittest
import uuid

import uuid9562


def needs(name, instead=None):
    """A package, or the test is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"{instead or name} is not installed") from None


def one_of_each():
    """A UUID of every version, Nil and Max."""
    return [uuid9562.uuid1(), uuid9562.uuid3("@dns", "a"), uuid9562.uuid4(),
            uuid9562.uuid5("@dns", "a"), uuid9562.uuid6(), uuid9562.uuid7(), uuid9562.uuid8(),
            uuid9562.uuid8_name("@dns", "a"), uuid9562.NIL, uuid9562.MAX]


def standard(made):
    """The same UUIDs, created by the standard module alone."""
    return [uuid.UUID(bytes=u.bytes) for u in made]
