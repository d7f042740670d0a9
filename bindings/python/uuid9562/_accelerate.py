"""The standard module and its class in C, in place: accelerate() of the package.

There are three ways, and each reaches whoever holds the class or a function already:

- slots of the class are filled with C functions (_core_accelerate.c);
- properties of the class are replaced by properties whose getter is written in C;
- a function remains the object that it is, but gets another code, which calls C.

The standard's own alone is touched: what somebody else has put in its place stays there. What is
written in C does the most common cases, and calls the standard's function for all others.
"""

import os
import types
import uuid
from _thread import allocate_lock

from uuid9562 import _core

# Each slot, and the functions of the class that it answers for.
SLOTS = {
    "str": ["__str__"],
    "repr": ["__repr__"],
    "hash": ["__hash__"],
    "compare": ["__eq__", "__lt__", "__gt__", "__le__", "__ge__"],
    "call": ["__init__"],
}
PROPERTIES = ["hex", "bytes", "urn", "fields", "version"]


# The functions that get another code: here it is. It runs among the names of the standard module,
# and passes on what the standard's uses, so that C sees when a test has replaced that. The names of
# ours stay in the module, because such a function may be running when the acceleration ends.

def uuid3(namespace, name):
    return _uuid9562_uuid3(UUID, namespace, name)


def uuid4():
    return _uuid9562_uuid4(UUID, os.urandom)


def uuid5(namespace, name):
    return _uuid9562_uuid5(UUID, namespace, name)


def setstate(self, state):
    return _uuid9562_setstate(self, state)


_lock = allocate_lock()
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release,
                    after_in_child=_lock.release)
_wanted = False         # by accelerate() without `with`
_contexts = 0           # how many `with` are in progress
_undo = []              # what takes out what is in place, if anything is


def _is_standard(function):
    return isinstance(function, types.FunctionType) and function.__globals__ is vars(uuid)


def _parameters(function):
    code = function.__code__
    return code.co_varnames[:code.co_argcount + code.co_kwonlyargcount], code.co_flags & 0xC


def _replace_property(name):
    found = vars(uuid.UUID).get(name)
    if not isinstance(found, property) or not _is_standard(found.fget):
        return
    ours = property(_core._stand_in(name, found.fget), found.fset, found.fdel, found.__doc__)

    def undo():
        if vars(uuid.UUID).get(name) is ours:
            setattr(uuid.UUID, name, found)

    setattr(uuid.UUID, name, ours)
    _undo.append(undo)


def _replace_code(function, ours):
    if not _is_standard(function) or _parameters(function) != _parameters(ours):
        return
    code, name = function.__code__, ours.__name__
    standard = types.FunctionType(code, vars(uuid), name, function.__defaults__)
    standard.__kwdefaults__ = function.__kwdefaults__
    setattr(uuid, f"_uuid9562_{name}", _core._stand_in(name, standard))

    def undo():
        if function.__code__ is ours.__code__:
            function.__code__ = code

    function.__code__ = ours.__code__
    _undo.append(undo)


def _begin():
    members = vars(uuid.UUID)
    slots = [slot for slot, names in SLOTS.items() if all(map(_is_standard, map(members.get, names)))]
    if not _core._fill_slots(slots):
        return
    for name in PROPERTIES:
        _replace_property(name)
    for ours in (uuid3, uuid4, uuid5):
        _replace_code(getattr(uuid, ours.__name__, None), ours)
    _replace_code(members.get("__setstate__"), setstate)
    _core._fill_slots(slots)  # once more, as the class has changed


def _end():
    _core._fill_slots(())
    while _undo:
        _undo.pop()()


def _update():
    wanted = _wanted or _contexts > 0
    if wanted and not _undo:
        _begin()
    elif not wanted and _undo:
        _end()


class accelerate:
    """See accelerate() of the package. A `with` takes over what its accelerate() began."""

    def __init__(self, on=True):
        global _wanted
        with _lock:
            self._on = bool(on)
            self._began = self._on and not _wanted
            _wanted = self._on
            _update()

    def __enter__(self):
        global _wanted, _contexts
        if not self._on:
            raise RuntimeError("accelerate(False) is for the whole process")
        with _lock:
            _contexts += 1
            if self._began:
                self._began = _wanted = False
            _update()
        return self

    def __exit__(self, *exception):
        global _contexts
        with _lock:
            _contexts -= 1
            _update()
