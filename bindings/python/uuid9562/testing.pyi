# The types of testing.py.

from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any, TypeVar

from uuid9562._core import _Time, Generator

_F = TypeVar("_F", bound=Callable[..., Any])

class frozen(ContextDecorator):
    def __init__(self, time: _Time, seed: int | str | bytes = 0) -> None: ...
    def __enter__(self) -> Generator: ...
    def __exit__(self, *exception: object) -> None: ...
    def __call__(self, func: _F) -> _F: ...
