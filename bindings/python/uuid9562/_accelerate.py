"""The standard module and its class in C, in place: accelerate() of the package.

There are three ways, and each reaches whoever holds the class or a function already:

- slots of the class are filled with C functions (_core_accelerate.c);
- properties of the class are replaced by properties whose getter is written in C;
- a function remains the object that it is, but gets another code, which calls C.

Only the standard's own is replaced: a function that somebody else has put in its place stays, and a
class with one is left alone, as its methods call each other. What is written in C does the most
common cases, and calls the standard's function for all others.
"""

import os
import types
import uuid
from _thread import allocate_lock

from uuid9562 import _core

UUID = type(_core.NIL)

PROPERTIES = ["hex", "bytes", "urn", "fields", "version"]

# What a class has beside methods and properties, which are looked at one by one.
DATA = (str, tuple, int, type(None), types.MemberDescriptorType, types.GetSetDescriptorType)


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
_properties: dict = {}  # of each name: ours, and the standard's
_codes: dict = {}       # of each function that has our code: ours, and its own


def _is_standard(member):
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, classmethod):
        member = member.__func__
    return isinstance(member, types.FunctionType) and member.__globals__ is vars(uuid)


def _is_standard_class():
    """A property of ours may be back in the class, if somebody replaced it for a while."""
    ours = [pair[0] for pair in _properties.values()]
    return uuid.UUID is UUID and all(
        isinstance(member, DATA) or _is_standard(member) or any(member is one for one in ours)
        for member in vars(UUID).values())


def _find_properties():
    for name in () if _properties else PROPERTIES:
        standard = vars(UUID)[name]
        getter = _core._stand_in(name, standard.fget)
        _properties[name] = (property(getter, standard.fset, standard.fdel, standard.__doc__),
                             standard)


def _set_properties(wanted, other):
    for name, pair in _properties.items():
        if vars(UUID).get(name) is pair[other]:
            setattr(UUID, name, pair[wanted])


def _parameters(function):
    code = function.__code__
    return code.co_varnames[:code.co_argcount + code.co_kwonlyargcount], code.co_flags & 0xC


def _replace_code(function, ours):
    if not _is_standard(function) or _parameters(function) != _parameters(ours):
        return
    name, code = ours.__name__, function.__code__
    standard = types.FunctionType(code, vars(uuid), name, function.__defaults__)
    standard.__kwdefaults__ = function.__kwdefaults__
    setattr(uuid, f"_uuid9562_{name}", _core._stand_in(name, standard))
    _codes[function] = ours.__code__, code
    function.__code__ = ours.__code__


def _begin():
    if not _is_standard_class() or not _core._accelerate(True):
        return
    _find_properties()
    _set_properties(0, 1)
    _replace_code(UUID.__setstate__, setstate)
    for ours in (uuid3, uuid4, uuid5):
        _replace_code(vars(uuid).get(ours.__name__), ours)
    _core._accelerate(True)  # once more, as the class is another now


def _end():
    _core._accelerate(False)
    _set_properties(1, 0)
    for function, (ours, code) in _codes.items():
        if function.__code__ is ours:
            function.__code__ = code
    _codes.clear()


def _update():
    """Nothing, if it is as it is wanted: CPython loses track of a class that changes often."""
    wanted = _wanted or _contexts > 0
    if _core._accelerate() != wanted:
        _end()
        if wanted:
            _begin()


class accelerate:
    """Make the standard module fast, in place: the class UUID, uuid3(), uuid4() and uuid5() in C.

    It reaches all code of the process, whatever it has imported already, and changes nothing but
    the time: values, errors and classes derived from UUID are the standard's. accelerate(False)
    undoes it; as a context manager it is undone at the end. It may be called again, and from any
    thread.
    """

    # A `with` takes over what its accelerate() began.

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
