"""The names, signatures and documentation of the module."""

import inspect
import re
import unittest

import support
import uuid9562


class Names(unittest.TestCase):
    def test_are_those_of_the_surface(self):
        public = {name for name in dir(uuid9562) if not name.startswith("_")}
        public -= {"testing", "sqlalchemy", "django"}  # modules, there once they are imported
        self.assertEqual(public - support.NAMES, set(), "not in surface.tsv")
        self.assertEqual(support.NAMES - public, set(), "not in the module")
        self.assertEqual(sorted(uuid9562.__all__), sorted(public))

    def test_version_is_that_of_the_header(self):
        header = (support.ROOT / "core/include/uuid9562.h").read_text(encoding="utf-8")
        self.assertIn(f'#define UUID9562_VERSION "{uuid9562.__version__}"\n', header)


class Signatures(unittest.TestCase):
    def test_are_kept_by_position_and_by_name(self):
        for name, function in support.functions().items():
            parameters = inspect.signature(function).parameters
            arguments = support.SAMPLES[name]
            self.assertEqual(len(parameters), len(arguments))
            for by_position in range(len(arguments) + 1):
                with self.subTest(function=name, by_position=by_position):
                    by_name = dict(list(zip(parameters, arguments))[by_position:])
                    function(*arguments[:by_position], **by_name)

    def test_refuse_what_they_do_not_say(self):
        for name, function in support.functions().items():
            arguments = support.SAMPLES[name]

            def refuses(what):
                return self.assertRaisesRegex(TypeError, rf"^{name}\(\) {what}")

            with self.subTest(function=name):
                with refuses("takes at most"):
                    function(*arguments, None)
                for keyword in ("nothing", "\ud800", "", "é" * 99):
                    with refuses("got an unexpected keyword"):
                        function(*arguments, **{keyword: None})
                for number, parameter in enumerate(inspect.signature(function).parameters.values()):
                    with refuses(f"got multiple values .*'{parameter.name}'"):
                        function(*arguments, **{parameter.name: None})
                    if parameter.default is parameter.empty:
                        with refuses(f"missing .*'{parameter.name}'"):
                            function(*arguments[:number])

    def test_defaults_are_true(self):
        """What the signature says is what happens without the argument."""
        for name in ("uuid7_make", "uuid8_name", "parse", "format", "format_n", "parse_n"):
            function = getattr(uuid9562, name)
            last = list(inspect.signature(function).parameters.values())[-1]
            arguments = support.SAMPLES[name][:-1]
            with self.subTest(function=name):
                self.assertEqual(function(*arguments), function(*arguments, last.default))

    def test_none_is_left_out_where_it_is_the_default(self):
        self.assertEqual(uuid9562.node(uuid9562.uuid1(None, 5)), uuid9562.node(uuid9562.uuid1()))
        self.assertEqual(uuid9562.version(uuid9562.uuid6(None, None)), 6)
        self.assertEqual(uuid9562.uuid8(1, None, 3).int >> 80, 1)


class Documentation(unittest.TestCase):
    def test_says_what_it_does_its_errors_and_its_clause(self):
        for name, function in support.functions(every=True).items():
            with self.subTest(function=name):
                first, blank, *rest = function.__doc__.split("\n")
                rest = "\n".join(rest)
                self.assertRegex(first, r"^[A-Z].*\.$")
                self.assertEqual(blank, "")
                self.assertIn("Raises ", rest)
                self.assertRegex(rest, r"(RFC (9562|4530) sections? |draft-.* section )[1-9B]"
                                       r"|TypeID specification, version [0-9]")

    def test_modules(self):
        """Where a pickle, or a migration of Django, will look for them."""
        for name, function in support.functions(every=True).items():
            self.assertEqual((function.__module__, function.__qualname__), ("uuid9562", name))

    def test_warns_of_getnode(self):
        self.assertRegex(re.sub(r"\s+", " ", uuid9562.getnode.__doc__),
                         r"uuid1\(\) and uuid6\(\) do not use it unless asked")
