"""accelerate(): the standard module and its class in C, in place.

There are three ways, and each is seen by code that has imported the class or a function already:

- slots of the class are filled with C functions (accelerate_slots.c);
- properties of the class are replaced by properties whose getter is written in C;
- a function remains the same object, but gets another code, which calls C.

Only the standard's own is replaced. A function that somebody else has replaced is kept, and a class
with one is left alone, as its methods call each other. The C functions do the most common cases,
and call the standard's function for all others.
"""

import os
import types
import uuid
from _thread import RLock

from uuid9562 import _core

UUID = type(_core.NIL)

PROPERTIES = ["hex", "bytes", "urn", "fields", "version"]

# The members of the class that C answers for, or relies on.
NEEDED = {"int", "is_safe", *PROPERTIES,
          *(f"__{name}__" for name in ("init", "str", "repr", "hash", "eq", "lt", "le", "gt", "ge",
                                       "int", "setattr", "setstate"))}

# The members that are neither methods nor properties nor slots, and change no result.
DATA = {"__module__", "__doc__", "__slots__", "__weakref__", "__firstlineno__",
        "__static_attributes__", "__annotations__", "__annotations_cache__",
        "__annotate_func__"}


# The other code of the functions. Its globals are those of the standard module, and it passes on
# the objects that the standard's code uses, so that C notices if a test has replaced them. Our
# names stay in that module, because such a function may be running when the acceleration ends.
#
# It is compiled here: where a program is compiled into C, as by Nuitka, with this module in it, the
# code of a function of the module cannot be run by CPython.

_SOURCE = """
def uuid3(namespace, name):
    return _uuid9562_uuid3(UUID, namespace, name)

def uuid4():
    return _uuid9562_uuid4(UUID, os.urandom)

def uuid5(namespace, name):
    return _uuid9562_uuid5(UUID, namespace, name)

def setstate(self, state):
    return _uuid9562_setstate(self, state)
"""
_ours: dict = {}
exec(compile(_SOURCE, "<uuid9562._accelerate>", "exec"), _ours)

_lock = RLock()         # a signal handler may call accelerate() while its thread holds it
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release,
                        after_in_child=_lock.release)
_wanted = False         # by accelerate() without `with`
_contexts = 0           # how many `with` are in progress
_began = False          # something is replaced, though perhaps no longer in use
_updating = False
_properties: dict = {}  # by name: ours, and the standard's
_codes: dict = {}       # by function that has our code: ours, and its own


def _is_standard(name, function):
    """Its name is compared too, as one of the standard's functions may have replaced another."""
    return (isinstance(function, types.FunctionType) and function.__globals__ is vars(uuid)
            and function.__code__.co_name == name)


def _is_standard_member(name, member):
    if name in ("int", "is_safe"):
        return (isinstance(member, types.MemberDescriptorType) and member.__objclass__ is UUID
                and member.__name__ == name)
    if name.startswith("__"):
        return name in DATA or _is_standard(name, member)
    if isinstance(member, property):
        # One of ours may be back in the class, after somebody replaced it for a while.
        return member in _properties.get(name, ()) or _is_standard(name, member.fget)
    return isinstance(member, classmethod) and _is_standard(name, member.__func__)


def _is_standard_class():
    members = vars(UUID)
    return uuid.UUID is UUID and NEEDED <= members.keys() and all(
        _is_standard_member(name, member) for name, member in members.items())


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


def _replace_code(name, function, kind):
    ours = _ours[kind]
    if not _is_standard(name, function) or _parameters(function) != _parameters(ours):
        return
    code = function.__code__
    standard = types.FunctionType(code, vars(uuid), name, function.__defaults__)
    standard.__kwdefaults__ = function.__kwdefaults__
    setattr(uuid, f"_uuid9562_{kind}", _core._stand_in(kind, standard))
    _codes[function] = ours.__code__, code
    function.__code__ = ours.__code__


def _begin():
    global _began
    if not _is_standard_class():
        return
    _began = True
    if not _core._accelerate(True):
        return
    _find_properties()
    _set_properties(0, 1)
    _replace_code("__setstate__", UUID.__setstate__, "setstate")
    for name in ("uuid3", "uuid4", "uuid5"):
        _replace_code(name, vars(uuid).get(name), name)
    _core._accelerate(True)  # once more, as the class has changed


def _end():
    global _began
    _core._accelerate(False)
    _set_properties(1, 0)
    for function, (ours, code) in _codes.items():
        if function.__code__ is ours:
            function.__code__ = code
    _codes.clear()
    _began = False


def _update():
    """Does nothing if nothing is to change: CPython loses track of a class that changes often.

    A change requested by a signal handler is made by the call that it interrupted.
    """
    global _updating
    if _updating:
        return
    _updating, wanted = True, None
    try:
        while wanted != (_wanted or _contexts > 0):
            wanted = _wanted or _contexts > 0
            if wanted != (_core._accelerate() if wanted else _began):
                if _began:
                    _end()
                if wanted:
                    _begin()
    finally:
        _updating = False


class accelerate:
    """Speed up the standard module in place: the class UUID, uuid3(), uuid4() and uuid5() in C.

    Experimental. All code of the process is faster, whatever it has imported already. Values,
    errors and classes derived from UUID remain the standard's. accelerate(False) undoes it; as a
    context manager it is undone at the end. It may be called again, and from any thread.
    """

    # A `with` takes over the change that its accelerate() began.

    def __init__(self, on=True):
        global _wanted
        self._on = bool(on)
        with _lock:
            self._began = self._on and not _wanted
            _wanted = self._on
            _update()

    def __enter__(self):
        global _wanted, _contexts
        if not self._on:
            raise RuntimeError("accelerate(False) cannot be used as a context manager")
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
