"""Frozen time for tests: the module's generators with the time and the random bits of a test.

    >>> from uuid9562.testing import frozen
    >>> with frozen("2022-02-22T19:22:22Z", seed=1):
    ...     uuid9562.uuid7()            # the same in every run

The functions of the module then use a Generator of the test, in all threads of the interpreter, and
in processes forked meanwhile. The clock does not advance, each UUID is greater than the one before,
and the order of the process is unchanged afterwards. The UUIDs are predictable and repeat: only for
tests. Whatever runs at once shares one frozen generator, the tasks of one @frozen function too. The
SQL functions of load() keep the clock and the randomness of the system.
"""

from contextlib import ContextDecorator
from functools import wraps
from inspect import isasyncgenfunction, isclass, iscoroutinefunction, isgeneratorfunction
from operator import index
from random import Random

from uuid9562 import _core


def _to_ns(time):
    """The nanoseconds of a time: milliseconds, or another type that uuid7_at_ns() takes."""
    if hasattr(type(time), "__index__") and type(time) is not bool:
        time = index(time) * 10**6
    pure = _core.Generator(random=bytes)  # zeros, so that a frozen one keeps its bits
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
        self._entered.append(generator)
        _core._freeze(generator, True)
        return generator

    def __exit__(self, *exception):
        _core._freeze(self._entered.pop(), False)

    def __call__(self, func):
        if isclass(func) or isgeneratorfunction(func) or isasyncgenfunction(func):
            raise TypeError("frozen() decorates functions; in a class or a generator, use it in "
                            "with statements")
        if not iscoroutinefunction(func):
            return super().__call__(func)

        @wraps(func)
        async def frozen_coroutine(*args, **kwargs):
            with self:
                return await func(*args, **kwargs)

        return frozen_coroutine
