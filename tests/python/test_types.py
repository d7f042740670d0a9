"""The stubs of the package, __init__.pyi and _core.pyi, against the module as it is.

They are read as source, so that no type checker is needed. The types of a parameter are those that
the error message for a wrong type names; the type of a result is that of a call.
"""

import ast
import contextlib
import inspect
import sys
import unittest
from pathlib import Path

import support
import uuid9562

PACKAGE = Path(uuid9562.__file__).parent

# What the error message for a wrong type says, and the annotation that must agree.
TYPES = {
    "a UUID, str or bytes": {"UUID", "str", "bytes"},
    "a UUID, str, bytes or None": {"UUID", "str", "bytes", "None"},
    "str or bytes": {"str", "bytes"},
    "str, or bytes in a binary format": {"str", "bytes"},
    "str": {"str"},
    "bytes": {"bytes"},
    "int": {"SupportsIndex"},
    "int or None": {"SupportsIndex", "None"},
    "int, str or None": {"SupportsIndex", "str", "None"},
    "int, str or an aware datetime": {"SupportsIndex", "str", "datetime"},
    "str, bytes or os.PathLike": {"str", "bytes", "PathLike"},
    "a callable or None": {"Callable", "None"},
    "a contiguous buffer": {"Buffer"},
    "a writable buffer, contiguous or of items of 16 bytes in one dimension": {"Buffer"},
    "a contiguous buffer or an Arrow column": {"Buffer", "_ArrowArrayLike", "_ArrowStreamLike"},
    "str or a contiguous buffer": {"str", "Buffer"},
}


class Stub:
    """What a stub defines. An overloaded function has several definitions, the general one last."""

    def __init__(self, path):
        self.functions, self.classes, self.variables, self.imports = {}, {}, {}, {}
        self.aliases, self.stars = {}, []
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            self.add(node)

    def add(self, node):
        if isinstance(node, ast.FunctionDef):
            self.functions.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.ClassDef) and [base.id for base in node.bases] == ["TypedDict"]:
            self.aliases[node.name] = ast.Name("dict")
        elif isinstance(node, ast.ClassDef) and [base.id for base in node.bases] == ["Protocol"]:
            pass  # for the type checker alone
        elif isinstance(node, ast.ClassDef):
            self.classes[node.name] = methods_of(node)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self.aliases[node.target.id] = node.value
        elif isinstance(node, ast.AnnAssign):
            self.variables[node.target.id] = ast.unparse(node.annotation)
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            self.stars.append(node.module)
        elif isinstance(node, ast.ImportFrom):
            # Without an alias, a stub does not export what it imports.
            self.imports.update((name.asname, node.module) for name in node.names if name.asname)
        else:
            raise AssertionError(f"unexpected in a stub: {ast.unparse(node)}")

    def names(self):
        return {*self.functions, *self.classes, *self.variables, *self.imports}

    def types_in(self, annotation):
        """The members of a union, without their parameters; aliases are looked up."""
        if isinstance(annotation, ast.BinOp):
            return self.types_in(annotation.left) | self.types_in(annotation.right)
        if isinstance(annotation, ast.Subscript):
            return {ast.unparse(annotation.value)}
        name = ast.unparse(annotation)
        return self.types_in(self.aliases[name]) if name in self.aliases else {name}


def methods_of(class_node):
    """Methods as functions of an object, without the parameter self."""
    methods = {}
    for node in class_node.body:
        (node.args.posonlyargs or node.args.args).pop(0)
        methods.setdefault(node.name, []).append(node)
    return methods


def signature_of(node):
    """What inspect.signature gives for the same function."""
    args = node.args
    assert not (args.posonlyargs or args.vararg or args.kwonlyargs or args.kwarg)
    defaults = [inspect.Parameter.empty] * (len(args.args) - len(args.defaults))
    defaults += [ast.literal_eval(default) for default in args.defaults]
    return inspect.Signature([
        inspect.Parameter(arg.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
        for arg, default in zip(args.args, defaults)])


def annotations_of(definitions):
    """The annotations of each parameter by its name, one for each definition that has it."""
    found = {}
    for node in definitions:
        for arg in node.args.args:
            found.setdefault(arg.arg, []).append(arg.annotation)
    return found


PUBLIC, CORE = Stub(PACKAGE / "__init__.pyi"), Stub(PACKAGE / "_core.pyi")


def written_in_c():
    """The name, the object, its definitions in the stub, and valid arguments."""
    for name in CORE.functions.keys() & support.functions():
        definitions = CORE.functions[name]
        yield name, getattr(uuid9562._core, name), definitions, support.SAMPLES[name]
    generator = uuid9562.Generator()
    for name, definitions in CORE.classes["Generator"].items():
        if name == "__new__":
            yield "Generator", uuid9562.Generator, definitions, (None, None, 5, 7)
        else:
            yield (f"Generator.{name}", getattr(generator, name), definitions,
                   support.SAMPLES[name])


class Names(unittest.TestCase):
    def test_package_says_that_it_has_types(self):
        self.assertEqual((PACKAGE / "py.typed").read_bytes(), b"")

    def test_are_those_of_the_module(self):
        public = {name for name in dir(uuid9562._core) if not name.startswith("_")}
        self.assertEqual(CORE.names(), public | {"__version__"})
        self.assertEqual(PUBLIC.stars, ["uuid9562._core"])
        self.assertEqual(PUBLIC.names() - CORE.names(), set(uuid9562.__all__) - public)

    def test_methods_are_those_of_the_class(self):
        public = {name for name in dir(uuid9562.Generator) if not name.startswith("_")}
        self.assertEqual(list(CORE.classes), ["ArrowArray", "Generator"])
        self.assertEqual(set(CORE.classes["Generator"]), public | {"__new__"})
        own = {name for name in vars(uuid9562.ArrowArray)} - {"__buffer__", "__release_buffer__"}
        self.assertEqual(set(CORE.classes["ArrowArray"]) | {"__doc__", "__module__", "__new__",
                                                             "__repr__"}, own | {"__buffer__"})

    def test_what_is_imported_is_the_same_object(self):
        for name, module in PUBLIC.imports.items():
            standard = __import__(module, fromlist=["*"])
            self.assertIs(getattr(uuid9562, name), getattr(standard, name))

    def test_variables(self):
        for stub in (PUBLIC, CORE):
            for name, annotation in stub.variables.items():
                self.assertEqual(type(getattr(uuid9562, name)).__name__, annotation, name)


class Signatures(unittest.TestCase):
    def test_are_those_of_the_functions(self):
        for name, function, definitions, _ in written_in_c():
            if name == "Generator" and sys.version_info < (3, 10):
                continue  # inspect shows no signature of such a class
            with self.subTest(function=name):
                general = inspect.signature(function)
                self.assertEqual(str(signature_of(definitions[-1])), str(general))
                for special in definitions[:-1]:
                    self.assertEqual(list(signature_of(special).parameters),
                                     list(general.parameters))
        for name, (node,) in PUBLIC.functions.items():
            with self.subTest(function=name):
                self.assertEqual(signature_of(node), inspect.signature(getattr(uuid9562, name)))

    def test_parameters_have_the_types_of_the_messages(self):
        for name, function, definitions, arguments in written_in_c():
            for number, (parameter, annotations) in enumerate(annotations_of(definitions).items()):
                with self.subTest(function=name, parameter=parameter):
                    stub = set().union(*map(CORE.types_in, annotations)) - {"Literal"}
                    wrong = (*arguments[:number], object(), *arguments[number + 1:])
                    self.assertEqual(stub, self.accepted(function, parameter, wrong))

    def accepted(self, function, parameter, arguments):
        try:
            function(*arguments)
        except TypeError as error:
            self.assertIn(f" argument '{parameter}' must be ", str(error))
            return TYPES[str(error).split(" must be ")[1].rsplit(", not ", 1)[0]]
        return {"object"}

    def test_results_have_their_types(self):
        for name, function, definitions, arguments in written_in_c():
            returns = CORE.types_in(definitions[-1].returns)
            result = function(*arguments)
            with self.subTest(function=name):
                if name == "Generator":
                    self.assertEqual(returns, {"Self"})
                else:
                    self.assertIn("None" if result is None else type(result).__name__, returns)
                if type(result) is list:
                    written = ast.unparse(definitions[-1].returns)
                    item = "_Format" if name == "formats" else type(result[0]).__name__
                    self.assertEqual(f"list[{item}]", written.replace("[str, str]", ""))

    def test_none_is_a_result_where_it_is_said(self):
        """And nowhere else. The calls have a UUID without any field, and an invalid assertion."""
        odd = {"u": uuid9562.MAX, "assertion": "no assertion"}
        for name, function, definitions, arguments in written_in_c():
            parameters = annotations_of(definitions)
            arguments = [odd.get(*pair) for pair in zip(parameters, arguments)]
            with self.subTest(function=name), contextlib.suppress(ValueError):
                result = function(*arguments)
                self.assertEqual(result is None, "None" in CORE.types_in(definitions[-1].returns))

    def test_binary_forms_are_those_of_the_core(self):
        self.assertEqual(ast.unparse(CORE.aliases["_Binary"]),
                         f"Literal[{', '.join(map(repr, support.BINARY))}]")
        for name, types in (("parse", ["bytes", "UUID"]), ("format", ["_UUID", "bytes"])):
            special = CORE.functions[name][0]
            given, form = (arg.annotation for arg in special.args.args)
            self.assertEqual(ast.unparse(form), "_Binary")
            self.assertEqual([ast.unparse(given), ast.unparse(special.returns)], types)


if __name__ == "__main__":
    unittest.main()
