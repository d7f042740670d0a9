"""Packages that programs use with UUIDs: they treat ours as those of the standard module. A package
that is not installed is skipped by its name; ./dev ecosystem installs them all. Databases and
arrays are tested in files of their own."""

import inspect
import json
import pickle
import subprocess
import sys
import unittest
import uuid

import uuid9562
from consumers import needs, one_of_each, standard


class Serialisers(unittest.TestCase):
    def test_of_other_packages(self):
        """They write ours as they write those of the standard module, and read them again."""
        made = one_of_each()
        msgspec, pydantic = needs("msgspec"), needs("pydantic")
        adapter = pydantic.TypeAdapter(list[uuid.UUID])
        for write, read in (
                (needs("orjson").dumps, adapter.validate_json), (adapter.dump_json, json.loads),
                (msgspec.json.encode, adapter.validate_json),
                (msgspec.msgpack.encode, msgspec.msgpack.decode)):
            self.assertEqual(write(made), write(standard(made)))
            self.assertEqual([str(u) for u in read(write(made))], [str(u) for u in made])

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


def public(cls):
    return {name for name in dir(cls) if not name.startswith("_")}


class Peers(unittest.TestCase):
    """UUIDs of other packages have the same value here; their classes are not uuid.UUID."""

    def test_value(self):
        for name in ("uuid_utils", "fastuuid"):
            theirs = needs(name).uuid7()
            self.assertEqual(uuid9562.parse(str(theirs)), uuid9562.from_bytes(theirs.bytes))
            with self.assertRaisesRegex(TypeError, f"not {name}"):
                uuid9562.version(theirs)

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
