"""The stubs of the package, __init__.pyi and _core.pyi, against the module as it is.

The types of a parameter are those that the error message for a wrong type names; the type of a
result is that of a call. mypy.stubtest (test_mypy.py) sees neither, and compares the names.
"""

import inspect
import sys
import types
import typing
import unittest
import unittest.mock
from pathlib import Path

import support
import uuid9562

PACKAGE = Path(uuid9562.__file__).parent

# What the error message for a wrong type says, and the annotation that must agree.
TYPES = {
    "a UUID, str or bytes": "_UUID",
    "a UUID, str, bytes or None": "_UUID | None",
    "str or bytes": "str | bytes",
    "str, or bytes in a binary format": "str",
    "str": "str",
    "bytes": "bytes",
    "int": "SupportsIndex",
    "int or None": "SupportsIndex | None",
    "int, str or None": "_Node",
    "int, str, a date or an aware datetime": "_Time",
    "str, bytes or os.PathLike": "str | bytes | PathLike[str] | PathLike[bytes]",
    "a callable or None": "Callable",
    "a contiguous buffer of bytes": "Buffer",
    "a writable buffer of bytes, contiguous or of items of 16 in one dimension": "Buffer",
    "a contiguous buffer of bytes or an Arrow column":
        "Buffer | _ArrowArrayLike | _ArrowStreamLike",
    "str or a contiguous buffer of bytes": "str | Buffer",
}


def stub(name):
    """What a stub defines, run as a program whose annotations remain texts. Of an overloaded
    function it is the last definition, which is the general one."""
    defined = {"__name__": "stub"}
    extensions = types.SimpleNamespace(Buffer=object, Self=object, TypeAlias=object)
    with unittest.mock.patch.dict(sys.modules, typing_extensions=extensions), \
            unittest.mock.patch("typing.overload", lambda function: function):
        exec("from __future__ import annotations\n" + (PACKAGE / name).read_text("utf-8"), defined)
    return defined


def own(defined):
    """The functions and classes of it, but what it imports."""
    return {name: value for name, value in defined.items()
            if getattr(value, "__module__", None) == "stub" and name[0] != "_"}


CORE = stub("_core.pyi") if sys.version_info >= (3, 10) else {}  # until then, | is no operator


def written_in_c():
    """The name, the object, its definition in the stub, and valid arguments."""
    for name, function in support.functions().items():
        yield name, function, CORE[name], support.SAMPLES[name]
    yield "Generator", uuid9562.Generator, CORE["Generator"].__new__, (None, None, 5, 7)
    generator = uuid9562.Generator()
    for name in support.METHODS:
        yield (f"Generator.{name}", getattr(generator, name), getattr(CORE["Generator"], name),
               support.SAMPLES[name])


def parameters(definition):
    """Without self or cls, which the signature of a method has not."""
    return {name: parameter for name, parameter in inspect.signature(definition).parameters.items()
            if name not in ("self", "cls")}


def fits(value, annotation):
    """Whether a result is exactly of this type: of one in a union, or a list of such."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return any(fits(value, one) for one in annotation.__args__)
    if typing.get_origin(annotation) is list:
        return type(value) is list and all(fits(one, annotation.__args__[0]) for one in value)
    if type(value) is dict:
        return typing.is_typeddict(annotation) or typing.get_origin(annotation) is dict
    return type(value).__name__ == getattr(annotation, "__name__", type(annotation).__name__)


@unittest.skipUnless(CORE, "an older Python")
class Stubs(unittest.TestCase):

    def test_signatures(self):
        for name, function, definition, _ in written_in_c():
            with self.subTest(function=name):
                self.assertEqual(*([(p.name, p.default) for p in parameters(of).values()]
                                   for of in (definition, function)))
        for name, definition in own(stub("__init__.pyi")).items():
            with self.subTest(function=name):
                self.assertEqual(*([(p.name, p.default) for p in parameters(of).values()]
                                   for of in (definition, getattr(uuid9562, name))))

    def test_parameters_have_the_types_of_the_messages(self):
        for name, function, definition, arguments in written_in_c():
            for number, parameter in enumerate(parameters(definition).values()):
                with self.subTest(function=name, parameter=parameter):
                    wrong = (*arguments[:number], object(), *arguments[number + 1:])
                    accepted = self.accepted(function, parameter.name, wrong)
                    annotation = parameter.annotation
                    if annotation.startswith("Callable["):
                        annotation = "Callable"
                    self.assertEqual(annotation, accepted)

    def accepted(self, function, parameter, arguments):
        try:
            function(*arguments)
        except TypeError as error:
            self.assertIn(f" argument '{parameter}' must be ", str(error))
            return TYPES[str(error).split(" must be ")[1].rsplit(", not ", 1)[0]]
        return "object"

    def test_results_have_their_types(self):
        for name, function, definition, arguments in written_in_c():
            returns = definition.__annotations__["return"]
            if returns != "Self":
                with self.subTest(function=name):
                    self.assertTrue(fits(function(*arguments), eval(returns, CORE)))

    def test_binary_formats_are_those_of_the_core(self):
        self.assertEqual(CORE["_Binary"].__args__, tuple(support.BINARY))
