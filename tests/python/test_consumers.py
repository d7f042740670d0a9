"""Packages that programs use with UUIDs: they treat ours as those of the standard module. A package
that is not installed is skipped by its name; ./dev ecosystem installs them all. Databases and
arrays are tested in files of their own."""

import dataclasses
import inspect
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path
from xml.etree import ElementTree

import uuid9562
from consumers import needs, one_of_each, standard


class Serialisers(unittest.TestCase):
    def test_json(self):
        made = one_of_each()
        self.assertEqual(json.loads(json.dumps(made, default=str)), [str(u) for u in made])
        self.assertEqual(json.loads(json.dumps({str(u): uuid9562.to_str(u) for u in made})),
                         {str(u): str(u) for u in made})
        for u in (made[0], uuid.uuid4()):
            with self.assertRaisesRegex(TypeError, "UUID is not JSON serializable"):
                json.dumps(u)

    def test_pickle(self):
        """A process without this package reads them: they are objects of the standard module."""
        made = one_of_each()
        protocols = range(pickle.HIGHEST_PROTOCOL + 1)
        for protocol in protocols:
            for u, same in zip(made, standard(made)):
                self.assertEqual(pickle.dumps(u, protocol), pickle.dumps(same, protocol))
        sent = "\n".join(pickle.dumps(made, protocol).hex() for protocol in protocols)
        done = subprocess.run([sys.executable, "-I", "-S", "-c", """
import copy, importlib.util, pickle, sys, uuid
assert importlib.util.find_spec("uuid9562") is None
for line in sys.stdin:
    read = pickle.loads(bytes.fromhex(line))
    assert {type(u) for u in read} == {uuid.UUID}
    assert copy.deepcopy(read) == [copy.copy(u) for u in read] == read
    print(*read)
"""], input=sent, stdout=subprocess.PIPE, check=True, universal_newlines=True, timeout=600)
        self.assertEqual(done.stdout.splitlines(),
                         [" ".join(map(str, made))] * len(protocols))

    def test_orjson(self):
        orjson = needs("orjson")
        made = uuid9562.batch(7, 200) + one_of_each()
        self.assertEqual(orjson.loads(orjson.dumps(made)), [str(u) for u in made])
        self.assertEqual(orjson.dumps(made), orjson.dumps(standard(made)))
        self.assertEqual(orjson.dumps(made), orjson.dumps([uuid9562.to_str(u) for u in made]))
        keyed = orjson.dumps({u: u for u in made}, option=orjson.OPT_NON_STR_KEYS)
        self.assertEqual(orjson.loads(keyed), {str(u): str(u) for u in made})

        @dataclasses.dataclass
        class Thing:
            id: uuid.UUID = dataclasses.field(default_factory=uuid9562.uuid7)

        thing = Thing()
        self.assertEqual(orjson.loads(orjson.dumps(thing)), {"id": str(thing.id)})

    def test_msgspec(self):
        msgspec = needs("msgspec")
        made = uuid9562.batch(4, 200) + one_of_each()
        for coder in (msgspec.json, msgspec.msgpack):
            sent = coder.encode(made)
            self.assertEqual(sent, coder.encode(standard(made)))
            self.assertEqual(coder.decode(sent, type=list[uuid.UUID]), made)
        for form, length in (("canonical", 36), ("hex", 32), ("bytes", 16)):
            coder = msgspec.msgpack
            sent = coder.Encoder(uuid_format=form).encode(made)
            self.assertEqual({len(x) for x in coder.decode(sent)}, {length})
            self.assertEqual(coder.decode(sent, type=list[uuid.UUID]), made)
        Thing = msgspec.defstruct("Thing", [
            ("id", uuid.UUID, msgspec.field(default_factory=uuid9562.uuid7))])
        thing = Thing()
        self.assertEqual(uuid9562.version(thing.id), 7)
        self.assertEqual(msgspec.json.decode(msgspec.json.encode(thing), type=Thing), thing)
        self.assertEqual(msgspec.convert({"id": str(thing.id)}, Thing), thing)

    def test_pydantic(self):
        pydantic = needs("pydantic")

        class Model(pydantic.BaseModel):
            id: uuid.UUID = pydantic.Field(default_factory=uuid9562.uuid7)
            strict: pydantic.UUID4 = pydantic.Field(default_factory=uuid9562.uuid4, strict=True)

        made = Model()
        self.assertEqual(uuid9562.version(made.id), 7)
        self.assertEqual(Model.model_validate_json(made.model_dump_json()), made)
        self.assertEqual(Model(id=made.id, strict=made.strict), made)
        self.assertEqual(Model(id=uuid9562.to_str(made.id), strict=made.strict), made)
        self.assertEqual(Model(id=uuid9562.to_bytes(made.id), strict=made.strict), made)
        self.assertEqual(made.model_dump(mode="json"),
                         {"id": str(made.id), "strict": str(made.strict)})
        with self.assertRaises(pydantic.ValidationError):
            Model(strict=uuid9562.uuid1())

    def test_pydantic_versions(self):
        """Each of its types accepts UUIDs of its version only."""
        pydantic = needs("pydantic")
        made = {u.version: u for u in one_of_each()}
        types = {int(name[4:]): pydantic.TypeAdapter(getattr(pydantic, name))
                 for name in pydantic.__all__ if name.startswith("UUID")}
        self.assertLessEqual({1, 3, 4, 5}, set(types))
        for version, adapter in types.items():
            self.assertEqual(adapter.validate_python(made[version], strict=True), made[version])
            for other in set(types) - {version}:
                with self.assertRaises(pydantic.ValidationError):
                    adapter.validate_python(made[other])


class FrozenTime(unittest.TestCase):
    """The module reads the system's clock; a Generator reads time.time_ns."""

    def check(self, freeze):
        generator = uuid9562.Generator(clock=lambda: time.time_ns())
        before = uuid9562.uuid7()
        with freeze("2020-01-02 03:04:05"):
            for made in (generator.uuid7(), generator.uuid6(), generator.uuid1()):
                self.assertEqual(uuid9562.to_datetime(made).isoformat(),
                                 "2020-01-02T03:04:05+00:00")
            many = generator.batch(7, 100)  # the clock stands still, the order does not
            self.assertEqual(many, sorted(set(many)))
            self.assertGreater(uuid9562.uuid7(), before)
            self.assertGreater(uuid9562.to_datetime(uuid9562.uuid1()).year, 2020)
        with freeze("2030-01-02 03:04:05"):
            self.assertEqual(uuid9562.to_datetime(generator.uuid7()).year, 2030)
        with freeze("2030-01-01 12:00:00"):  # a step back is not followed
            self.assertEqual(uuid9562.to_datetime(generator.uuid7()).day, 2)
        with freeze("2020-01-02 03:04:05"):  # by more than a day it is an error
            with self.assertRaises(OSError):
                generator.uuid7()
            generator.resync()
            self.assertEqual(uuid9562.to_datetime(generator.uuid7()).year, 2020)
        self.assertGreater(uuid9562.uuid7(), before)

    def function_itself(self, freeze):
        """The year of a Generator whose clock is the function time.time_ns, not a call of it."""
        generator = uuid9562.Generator(clock=time.time_ns)
        with freeze("2020-01-02 03:04:05"):
            return uuid9562.to_datetime(generator.uuid7()).year

    def test_freezegun(self):
        """It replaces time.time_ns by another function."""
        freeze = needs("freezegun").freeze_time
        self.check(freeze)
        self.assertGreater(self.function_itself(freeze), 2020)

    def test_time_machine(self):
        """It changes the function itself."""
        machine = needs("time_machine")

        def freeze(moment):
            return machine.travel(moment + "Z", tick=False)

        self.check(freeze)
        self.assertEqual(self.function_itself(freeze), 2020)


def public(cls):
    return {name for name in dir(cls) if not name.startswith("_")}


# Of each source distribution: what the test files name that run, and some tests that must pass.
OF_LANGCHAIN = {
    "langchain_core": ("uuid", ["tests.unit_tests.utils.test_uuid_utils.test_uuid7",
                                "tests.unit_tests.utils.test_uuid_utils.test_monotonicity"]),
    "langsmith": ("uuid7", ["tests.unit_tests.test_uuid_v7.test_uuid7_deterministic"]),
}


def in_place_of_uuid_utils(*words, **options):
    """Runs Python where the module as_uuid_utils is found."""
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(uuid9562.__file__).parents[1])])
    return subprocess.run([sys.executable, "-B", *map(str, words)], capture_output=True, text=True,
                          check=False, timeout=600, env={**os.environ, "PYTHONPATH": path},
                          **options)


def outcomes_in(folder, files, *options):
    """Runs tests of another project, without a network. Returns what became of each."""
    with tempfile.TemporaryDirectory() as place:
        done = in_place_of_uuid_utils(
            "-m", "pytest", "-c", os.devnull, "--rootdir", folder, "-p", "no:cacheprovider",
            "-o", "asyncio_mode=auto", "--disable-socket", "--allow-unix-socket",
            f"--junitxml={place}/report.xml", *options, *files, cwd=folder)
        if not Path(place, "report.xml").exists():
            raise AssertionError(done.stdout + done.stderr)
        cases = ElementTree.parse(f"{place}/report.xml").findall(".//testcase")
    return {f"{case.get('classname')}.{case.get('name')}": next(
        (child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")
        for case in cases}


class Peers(unittest.TestCase):
    """UUIDs of other packages have the same value here; their classes are not uuid.UUID."""

    def test_uuid_utils(self):
        peer, compat = needs("uuid_utils"), needs("uuid_utils.compat")
        for name in ("uuid1", "uuid4", "uuid6", "uuid7"):
            theirs = getattr(peer, name)()
            with self.subTest(function=name):
                self.assertEqual(uuid9562.version(theirs.bytes), theirs.version)
                self.assertEqual(uuid9562.parse(str(theirs)).int, theirs.int)
                self.assertEqual(peer.UUID(str(getattr(uuid9562, name)())).version, theirs.version)
                self.assertEqual(uuid9562.version(getattr(compat, name)()), theirs.version)
                with self.assertRaisesRegex(TypeError, "not uuid_utils"):
                    uuid9562.version(theirs)
        for theirs in (peer.uuid6(), peer.uuid7()):
            self.assertEqual(uuid9562.timestamp_ms(theirs.bytes), theirs.timestamp)
        self.same_names(compat, uuid.NAMESPACE_URL, str)

    def test_names_of_uuid_utils(self):
        """What ours lacks is in the table "Coming from uuid-utils" of docs/python.md."""
        lacking = {"reseed_rng"}
        parameters = {"uuid7": {"nanoseconds", "timestamp", "nanos"},
                      "uuid6": {"timestamp", "nanos"}, "uuid8": {"bytes"}}
        for peer in (needs("uuid_utils"), needs("uuid_utils.compat")):
            names = {name for name, value in vars(peer).items()
                     if not name.startswith("_") and not inspect.ismodule(value)}
            self.assertLessEqual(names - lacking, set(uuid9562.__all__))
            for name in (name for name in names - lacking if name.startswith(("uuid", "getnode"))):
                with self.subTest(function=f"{peer.__name__}.{name}"):
                    theirs = inspect.signature(getattr(peer, name)).parameters
                    ours = inspect.signature(getattr(uuid9562, name)).parameters
                    self.assertLessEqual(set(theirs) - parameters.get(name, set()), set(ours))
        of_class = {"timestamp", "set_version", "from_hex", "from_bytes", "from_bytes_le",
                    "from_int", "from_fields"}
        self.assertLessEqual(public(needs("uuid_utils").UUID) - of_class, public(uuid.UUID))
        unix_ns = 1645557742123456789
        self.assertEqual(uuid9562.timestamp_ns(uuid9562.uuid7_at_ns(unix_ns)), unix_ns)

    def test_langchain(self):
        """Their functions, with ours in the place of uuid_utils.compat."""
        for module in ("langchain_core.utils.uuid", "langsmith._internal._uuid"):
            needs(module.partition(".")[0])
            with self.subTest(module):
                done = in_place_of_uuid_utils("-c", f"""
import as_uuid_utils, uuid
import uuid9562
import {module} as theirs
made = [theirs.uuid7() for _ in range(1000)]
assert made == sorted(set(made)) and {{type(u) for u in made}} == {{uuid.UUID}}
assert {{u.version for u in made}} == {{7}}
assert made[-1] < uuid9562.uuid7()
unix_ns = 1645557742123456789
assert uuid9562.timestamp_ms(theirs.uuid7(unix_ns)) == unix_ns // 10**6
""")
                self.assertEqual((done.returncode, done.stderr[-2000:]), (0, ""))

    def test_the_tests_of_langchain(self):
        """Their own, in the files that name what OF_LANGCHAIN says: what fails with ours in the place
        of uuid_utils fails without. ./dev ecosystem names their folders."""
        folders = os.environ.get("UUID9562_USERS", "")
        if not folders:
            self.skipTest("the tests of langchain-core and langsmith are not there")
        for folder in map(Path, folders.split(os.pathsep)):
            named, some = OF_LANGCHAIN[folder.name.rpartition("-")[0]]
            files = [path for path in sorted(folder.glob("tests/unit_tests/**/test_*.py"))
                     if named in path.read_text(encoding="utf-8")]
            with self.subTest(folder.name):
                ours = outcomes_in(folder, files, "-p", "as_uuid_utils")
                self.assertEqual([ours.get(name) for name in some], ["passed"] * len(some), ours)
                failed = {name for name in ours if ours[name] in ("failure", "error")}
                again = [path for path in files if any(f".{path.stem}." in name for name in failed)]
                theirs = outcomes_in(folder, again) if again else {}
                self.assertEqual({name for name in failed if theirs[name] == "passed"}, set())

    def test_fastuuid(self):
        peer = needs("fastuuid")
        made = [peer.uuid4(), *peer.uuid4_bulk(10), peer.uuid1(), peer.uuid7()]
        for theirs in made:
            self.assertEqual(uuid9562.version(theirs.bytes), theirs.version)
            self.assertEqual(uuid9562.parse(str(theirs)).int, theirs.int)
            with self.assertRaisesRegex(TypeError, "not fastuuid"):
                uuid9562.version(theirs)
        self.same_names(peer, peer.UUID(str(uuid.NAMESPACE_URL)), str.encode)

    def same_names(self, peer, namespace, takes):
        for function in ("uuid3", "uuid5"):
            for name in ("", "www.example.com", "hér", "x" * 1000):
                self.assertEqual(getattr(peer, function)(namespace, takes(name)).bytes,
                                 getattr(uuid9562, function)("@url", name).bytes)


if __name__ == "__main__":
    unittest.main()
