"""Puts ours into the place of uuid_utils, with the parameters that its uuid7() has: for a process that
imports this before all else, as `python -m pytest -p as_uuid_utils` does."""

import sys
import types

import uuid9562


def uuid7(timestamp=None, nanos=0, *, nanoseconds=None):
    if timestamp is not None:
        nanoseconds = timestamp * 10**9 + nanos
    return uuid9562.uuid7() if nanoseconds is None else uuid9562.uuid7_at_ns(nanoseconds)


if "uuid_utils" in sys.modules:
    raise ImportError("uuid_utils was imported before")
compat = sys.modules["uuid_utils.compat"] = types.ModuleType("uuid_utils.compat")
vars(compat).update({name: getattr(uuid9562, name) for name in uuid9562.__all__}, uuid7=uuid7)
sys.modules["uuid_utils"] = types.ModuleType("uuid_utils")
