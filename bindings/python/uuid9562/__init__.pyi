# The types of the package: those of _core.pyi, and of what is written in Python.

from sqlite3 import Connection
from uuid import RESERVED_FUTURE as RESERVED_FUTURE
from uuid import RESERVED_MICROSOFT as RESERVED_MICROSOFT
from uuid import RESERVED_NCS as RESERVED_NCS
from uuid import RFC_4122 as RFC_4122
from uuid import UUID as UUID
from uuid import SafeUUID as SafeUUID

from typing_extensions import Self

from uuid9562._core import *
from uuid9562._core import __version__ as __version__

class _Acceleration:
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

def accelerate(on: bool = True) -> _Acceleration: ...
def load(connection: Connection, strict: bool = False) -> bool: ...
def loadable_path() -> str: ...
def main() -> None: ...
