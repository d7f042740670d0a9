# The types of the package: those of _core.pyi, and of the parts in Python.

from contextlib import AbstractContextManager
from sqlite3 import Connection
from uuid import RESERVED_FUTURE as RESERVED_FUTURE
from uuid import RESERVED_MICROSOFT as RESERVED_MICROSOFT
from uuid import RESERVED_NCS as RESERVED_NCS
from uuid import RFC_4122 as RFC_4122
from uuid import UUID as UUID
from uuid import SafeUUID as SafeUUID

from uuid9562._core import *
from uuid9562._core import __version__ as __version__

def accelerate(on: bool = True) -> AbstractContextManager[object]: ...
def load(connection: Connection, strict: bool = False, replicated: bool = False) -> bool: ...
def loadable_path(replicated: bool = False) -> str: ...
def main() -> None: ...
