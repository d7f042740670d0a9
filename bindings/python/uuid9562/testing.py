"""Frozen time for tests: the module's generators with a time and random bits that a test gives.

    >>> from uuid9562.testing import frozen
    >>> with frozen("2022-02-22T19:22:22Z", seed=1):
    ...     uuid9562.uuid7()            # the same in every run

The functions of the module then use a Generator of the test, in all threads of the interpreter: the
clock stands still, each UUID is greater than the one before, and the order of the process is
afterwards as it was. What is generated is predictable and repeats: it is for tests alone. The SQL
functions of load() keep the clock and the randomness of the system.
"""

from contextlib import ContextDecorator
from functools import wraps
from inspect import isasyncgenfunction, isclass, iscoroutinefunction, isgeneratorfunction
from random import Random
from threading import Lock

from uuid9562 import _core

_lock = Lock()
_active = []  # those that were entered and not left, the last one in effect


def _to_ns(time):
    """A time as uuid7_at_ns() takes it as text or datetime; an integer is of milliseconds."""
    if hasattr(type(time), "__index__"):
        return _core.timestamp_ms(_core.uuid7_min(time)) * 10**6
    pure = _core.Generator(random=bytes)  # of zeros: one that is frozen already keeps its bits
    return _core.timestamp_ns(pure.uuid7_at_ns(time))


class frozen(ContextDecorator):
    """Freezes the generators of the module: a context manager, and a decorator of functions."""

    def __init__(self, time, seed=0):
        self._ns = _to_ns(time)
        if not isinstance(seed, (int, str, bytes)):
            raise TypeError(f"seed must be int, str or bytes, not {type(seed).__name__}")
        self._seed = seed
        self._entered = []

    def __enter__(self):
        clock = self._ns
        generator = _core.Generator(clock=lambda: clock, random=Random(self._seed).randbytes)
        with _lock:
            self._entered.append(generator)
            _active.append(generator)
            _core._freeze(generator)
        return generator

    def __exit__(self, *exception):
        with _lock:
            mine = self._entered.pop()
            _active[:] = [one for one in _active if one is not mine]
            _core._freeze(_active[-1] if _active else None)

    def __call__(self, function):
        if isclass(function) or isgeneratorfunction(function) or isasyncgenfunction(function):
            raise TypeError("frozen() decorates functions; in a class or a generator, use it in "
                            "with statements")
        if not iscoroutinefunction(function):
            return super().__call__(function)

        @wraps(function)
        async def frozen_coroutine(*args, **kwargs):
            with self:
                return await function(*args, **kwargs)

        return frozen_coroutine
