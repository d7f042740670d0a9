"""A drop-in for the standard module: its names and its values."""

import copy
import hashlib
import inspect
import pickle
import random
import unittest
import uuid
import weakref

import uuid9562

NAMESPACES = ("NAMESPACE_DNS", "NAMESPACE_URL", "NAMESPACE_OID", "NAMESPACE_X500")


class Names(unittest.TestCase):
    def test_public_names_and_signatures(self):
        """Of the standard module of the Python that runs."""
        own = {name for name, value in vars(uuid).items()
               if not name.startswith("_") and not name.endswith("_")
               and not inspect.ismodule(value) and getattr(value, "__module__", "uuid") == "uuid"}
        self.assertLessEqual({"UUID", "SafeUUID", "uuid1", "uuid5", "NAMESPACE_DNS"}, own)
        self.assertLessEqual(own, set(uuid9562.__all__))
        for name in own:
            if inspect.isfunction(getattr(uuid, name)):
                self.assertEqual(inspect.signature(getattr(uuid, name)),
                                 inspect.signature(getattr(uuid9562, name)))

    def test_the_same_objects(self):
        for name in ("UUID", "SafeUUID", "RESERVED_NCS", "RFC_4122", "RESERVED_MICROSOFT",
                     "RESERVED_FUTURE"):
            self.assertIs(getattr(uuid9562, name), getattr(uuid, name))

    def test_constants(self):
        for name in NAMESPACES:
            self.assertEqual(getattr(uuid9562, name), getattr(uuid, name))
        self.assertEqual(uuid9562.NIL, uuid.UUID(int=0))
        self.assertEqual(uuid9562.MAX, uuid.UUID(int=2**128 - 1))
        for name in ("NIL", "MAX", *NAMESPACES):
            self.assertIs(type(getattr(uuid9562, name)), uuid.UUID)


class Values(unittest.TestCase):
    def test_uuid3_and_uuid5_of_random_names(self):
        chance = random.Random(9562)
        for _ in range(500):
            namespace = uuid.UUID(int=chance.getrandbits(128))
            name = "".join(chr(chance.choice((65, 0xe9, 0x4e16, 0x1f600, 0)) + chance.randrange(26))
                           for _ in range(chance.randrange(100)))
            for ours, standard in ((uuid9562.uuid3, uuid.uuid3), (uuid9562.uuid5, uuid.uuid5)):
                expected = standard(namespace, name)
                for space in (namespace, str(namespace), namespace.bytes, namespace.hex):
                    self.assertEqual(ours(space, name), expected)
                self.assertEqual(ours(namespace, name.encode()), expected)

    def test_names_as_bytes(self):
        for name in (b"", b"\xff\xfe\0", bytes(range(256)) * 100):
            digest = hashlib.sha1(uuid.NAMESPACE_URL.bytes + name).digest()
            self.assertEqual(uuid9562.uuid5("@url", name), uuid.UUID(bytes=digest[:16], version=5))

    def test_a_uuid_is_a_uuid(self):
        for made in (uuid9562.uuid4(), uuid9562.uuid7(), uuid9562.NIL, *uuid9562.batch(6, 2)):
            same = uuid.UUID(str(made))
            self.assertEqual(made, same)
            self.assertEqual(hash(made), hash(same))
            self.assertEqual(repr(made), repr(same))
            self.assertEqual({made: 1}[same], 1)
            self.assertEqual(made.fields, same.fields)
            self.assertEqual(made.bytes_le, same.bytes_le)
            self.assertIs(weakref.ref(made)(), made)
            for copied in (copy.copy(made), copy.deepcopy(made),
                           *(pickle.loads(pickle.dumps(made, protocol))
                             for protocol in range(pickle.HIGHEST_PROTOCOL + 1))):
                self.assertIs(type(copied), uuid.UUID)
                self.assertEqual(copied, made)
                self.assertIs(copied.is_safe, uuid.SafeUUID.unknown)
            with self.assertRaises(TypeError):
                made.int = 5
            self.assertFalse(hasattr(made, "__dict__"))

    def test_accessors_agree(self):
        variants = {"ncs": uuid.RESERVED_NCS, "rfc9562": uuid.RFC_4122,
                    "microsoft": uuid.RESERVED_MICROSOFT, "future": uuid.RESERVED_FUTURE}
        chance = random.Random(9562)
        for _ in range(2000):
            u = uuid.UUID(int=chance.getrandbits(128))
            self.assertEqual(uuid9562.version(u), u.version)
            self.assertEqual(variants[uuid9562.variant(u)], u.variant)
            self.assertEqual(uuid9562.guid_swap(u).bytes, u.bytes_le)
            self.assertEqual(uuid9562.to_bytes(u), u.bytes)
            self.assertEqual(uuid9562.to_str(u), str(u))
            self.assertEqual(uuid9562.format(u, "urn"), u.urn)
            self.assertEqual(uuid9562.format(u, "int"), str(u.int))
            self.assertEqual(uuid9562.from_bytes(u.bytes), u)
            self.assertEqual(uuid9562.parse(u.hex), u)

    def test_what_it_reads_and_has_otherwise(self):
        """The rows of docs/other-systems.md."""
        text = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"
        for lenient in ("f81d-4fae7dec41d0a76500a0c91e6bf6", f"{{urn:uuid:{text}", f"uuid:{text}",
                        "0x1d4fae7dec41d0a76500a0c91e6bf6", "f81d_4fae7dec41d0a76500a0c91e6bf"):
            self.assertIsInstance(uuid.UUID(lenient), uuid.UUID)
            self.assertRaises(ValueError, uuid9562.parse, lenient)
        self.assertRaises(ValueError, uuid.UUID, f"URN:UUID:{text}")
        u = uuid9562.parse(f"URN:UUID:{text}")
        self.assertIsInstance(u.node + u.clock_seq, int)
        self.assertEqual((uuid9562.node(u), uuid9562.clock_seq(u)), (None, None))
