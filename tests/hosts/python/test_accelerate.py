"""accelerate(): everything is as in the standard module, but for the time that it takes."""

import copy
import inspect
import operator
import os
import pickle
import random
import unittest
import unittest.mock
import uuid
import warnings
from uuid import uuid4 as held

import support
import uuid9562
from uuid import UUID

NUMBER = 0x017F22E279B07CC398C4DC0C0C07398F
FUNCTIONS = [uuid.uuid3, uuid.uuid4, uuid.uuid5, UUID.__setstate__]
MEMBERS = [name for name, value in vars(UUID).items() if isinstance(value, property)]
PROPERTIES = ["hex", "bytes", "urn", "fields", "version"]
SLOTS = [UUID.int.__get__, UUID.is_safe.__get__]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


class Text(str):
    def replace(self, *arguments):
        return Text(super().replace(*arguments))


class Number(int):
    def __hash__(self):
        return 5

    def __lt__(self, other):
        return True


class Plain(UUID):
    pass


class Own(UUID):
    """Overrides whatever the methods of the class call."""

    int = property(lambda self: 7, lambda self, value: None)
    variant = property(lambda self: "none")
    time_low = property(lambda self: 8)

    def __str__(self):
        return "own"

    def __eq__(self, other):
        return isinstance(other, UUID)

    def __lt__(self, other):
        return NotImplemented

    __hash__ = UUID.__hash__


class Chatty(UUID):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        object.__setattr__(self, "said", (args, kwargs))


def with_number(number, kind=UUID):
    made = object.__new__(kind)
    made.__setstate__({"int": number})
    return made


def objects():
    chance = random.Random(9562)
    numbers = [0, 1, 2**64 - 1, 2**127, 2**128 - 1, NUMBER]
    numbers += [chance.getrandbits(128) for _ in range(200)]
    yield from (UUID(int=number) for number in numbers)
    yield from (with_number(number) for number in (2**128, -1, 2**200, True, 1.5, "text", None,
                                                   Number(NUMBER), []))
    yield from (kind(int=NUMBER) for kind in (Plain, Own, Chatty))
    yield UUID(int=NUMBER, is_safe=uuid.SafeUUID.safe)
    yield object.__new__(UUID)
    yield object.__new__(Plain)


def texts():
    """Texts that the standard takes, and such as it refuses."""
    chance = random.Random(4122)
    text = str(UUID(int=NUMBER))
    bare = text.replace("-", "")
    yield from (text, text.upper(), bare, f"{{{text}}}", f"urn:uuid:{text}", f"URN:UUID:{text}",
                f"uuid:{text}", f"{{{{{text}", text + "-", text + "}", " " + text, text + "\n",
                text.replace("-", "", 1), text.replace("0", "_", 1), text.replace("-", "_"),
                "-".join(bare), "0x" + bare[2:], "+" + text[1:], text.replace("0", "\u0660"),
                text.replace("-", "\u2010"), text.replace("f", "\uff46"), text + "\0",
                text.replace("7", "\0"), "", "-" * 32, Text(text), text.encode(), text[:8],
                "urn:" + bare[:28])
    for _ in range(3000):
        letters = list(chance.choice((text, bare, f"{{{text}}}")))
        for _ in range(chance.randrange(3)):
            letters[chance.randrange(len(letters))] = chance.choice("0aFg-_ {}u:x\u0661\xe9")
        yield "".join(letters)


def arguments():
    """Arguments of UUID(...)."""
    raw = NUMBER.to_bytes(16, "big")
    fields = UUID(int=NUMBER).fields
    for one in (*texts(), None, 5, raw):
        yield (one,), {}
    for name, value in (
            ("hex", str(UUID(int=NUMBER))), ("hex", raw), ("bytes", raw), ("bytes", bytearray(raw)),
            ("bytes", memoryview(raw)), ("bytes", raw[:15]), ("bytes", raw + b"x"),
            ("bytes", "x" * 16), ("bytes_le", raw), ("bytes_le", raw[1:]), ("fields", fields),
            ("fields", list(fields)), ("fields", fields[:5]), ("fields", (2**32, 0, 0, 0, 0, 0)),
            ("int", NUMBER), ("int", -1), ("int", 2**128), ("int", True), ("int", Number(5)),
            ("int", 1.0), ("int", "5"), ("version", 4), ("is_safe", uuid.SafeUUID.safe),
            ("nothing", 1)):
        yield (), {name: value}
        yield (), {"".join(list(name)): value}  # not interned
        yield (), {name: value, "version": 5}
        yield (), {name: value, "is_safe": uuid.SafeUUID.safe}
        yield (str(UUID(int=NUMBER)),), {name: value}
    yield (), {}
    yield (None, raw), {}
    yield (None,) * 6, {}
    yield (1,) * 7, {}
    yield (str(UUID(int=NUMBER)), None, None, None, None, 9), {}


def outcome(call, *args, **kwargs):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that an int is of a derived class
            value = call(*args, **kwargs)
    except Exception as error:
        return type(error), str(error)
    if isinstance(value, UUID):
        return type(value), vars(value) if hasattr(value, "__dict__") else None, number_of(value)
    return type(value), value


def number_of(value):
    """What is in the slots of the class, even if a class derived from it hides them."""
    return [outcome(slot, value) for slot in SLOTS]


def accesses():
    """What can be done with one object."""
    yield from (str, repr, hash, int, bool, format, copy.copy, copy.deepcopy, sorted)
    yield from (lambda u, name=name: getattr(u, name)
                for name in (*MEMBERS, "int", "is_safe", "no"))
    yield from (lambda u, number=number: pickle.dumps(u, number)
                for number in range(pickle.HIGHEST_PROTOCOL + 1))
    yield lambda u: pickle.loads(pickle.dumps(u))
    yield lambda u: "%s %r %.5s" % (u, u, u)
    yield lambda u: f"{u} {u!r} {u!s:>40} {u:>40}"
    yield lambda u: u.__reduce_ex__(2)
    yield lambda u: setattr(u, "int", 5)
    yield lambda u: (u.__str__(), u.__repr__(), u.__hash__(), UUID.__str__(u), UUID.__hash__(u))
    yield lambda u: {u: 1}[u]


class Same(unittest.TestCase):
    """Each result and each error, once by the standard and once accelerated."""

    def compare(self, calls):
        self.addCleanup(uuid9562.accelerate, False)
        uuid9562.accelerate(False)
        standard = [outcome(*call) for call in calls]
        uuid9562.accelerate()
        for call, expected in zip(calls, standard):
            self.assertEqual(outcome(*call), expected, call)
        uuid9562.accelerate(False)
        for call, expected in list(zip(calls, standard))[::7]:
            self.assertEqual(outcome(*call), expected, call)

    def test_objects(self):
        self.compare([(access, one) for access in accesses() for one in objects()])

    def test_comparisons(self):
        few = list(objects())[::9] + list(objects())[-16:]
        other = [5, NUMBER, None, "", str(UUID(int=NUMBER)), unittest.mock.Mock(spec=UUID),
                 unittest.mock.ANY]
        self.compare([(compare, left, right) for compare in COMPARISONS for left in few + other
                      for right in few + other])

    def test_construction(self):
        for kind in (UUID, Plain, Own, Chatty):
            self.compare([(lambda kind=kind, args=args, kwargs=kwargs: kind(*args, **kwargs),)
                          for args, kwargs in arguments()])

    def test_init_of_an_object_that_is(self):
        def again(number):
            made = UUID(int=5, is_safe=uuid.SafeUUID.safe)
            made.__init__(int=number)
            return made

        self.compare([(again, number) for number in (NUMBER, -1, None)])

    def test_setstate(self):
        def set_state(kind, state):
            made = object.__new__(kind)
            result = made.__setstate__(state)
            return result, number_of(made)

        states = ({"int": 5}, {"int": "x"}, {"int": 5, "is_safe": 0}, {"int": 5, "is_safe": 9}, {},
                  None, {"is_safe": 0}, {"no": 0})
        self.compare([(set_state, kind, state) for kind in (UUID, Plain, Own) for state in states])

    def test_names(self):
        few = [one for one in objects()][-40:]
        names = ("www.example.com", "", "\0", "\xe9", "\U0001f600", "\ud800", b"bytes", Text("x"),
                 5, None, "x" * 1000)
        self.compare([(make, space, name) for make in (uuid.uuid3, uuid.uuid5)
                      for space in (uuid.NAMESPACE_DNS, "@dns", None, *few) for name in names])
        self.compare([(lambda: uuid.uuid5(name="x", namespace=uuid.NAMESPACE_DNS),),
                      (lambda: uuid.uuid5(uuid.NAMESPACE_DNS),), (uuid.uuid4, 5),
                      (lambda: uuid.uuid5(uuid.NAMESPACE_DNS, "x", "y"),)])

    def test_identity(self):
        """An int that is given is kept, as the standard does."""
        with uuid9562.accelerate():
            number = NUMBER + 0
            self.assertIs(UUID(int=number).int, number)
            self.assertIs(UUID(int=number).is_safe, uuid.SafeUUID.unknown)


class Random(unittest.TestCase):
    def test_uuid4(self):
        with uuid9562.accelerate():
            made = [uuid.uuid4() for _ in range(1000)] + [held() for _ in range(1000)]
        self.assertEqual({(type(u), u.version, u.variant, u.is_safe) for u in made},
                         {(UUID, 4, uuid.RFC_4122, uuid.SafeUUID.unknown)})
        self.assertEqual(len(set(made)), 2000)

    def test_is_ours(self):
        """Otherwise nothing here tests anything."""
        with uuid9562.accelerate(), unittest.mock.patch("os.urandom") as urandom:
            urandom.return_value = bytes(16)
            self.assertEqual(str(uuid.uuid4()), "00000000-0000-4000-8000-000000000000")
        with uuid9562.accelerate():
            self.assertIn("_accelerate", uuid.uuid4.__code__.co_filename)
            self.assertTrue(inspect.isbuiltin(UUID.hex.fget))


class Place(unittest.TestCase):
    """What is replaced, and that all of it is put back."""

    def test_nothing_but_the_properties_is_replaced(self):
        members, functions = dict(vars(UUID)), [vars(uuid)[f"uuid{n}"] for n in (1, 3, 4, 5)]
        signatures = list(map(inspect.signature, [UUID, *functions]))
        with uuid9562.accelerate():
            changed = {name for name in members if vars(UUID)[name] is not members[name]}
            self.assertEqual(changed, set(PROPERTIES))
            self.assertEqual(list(vars(UUID)), list(members))
            self.assertEqual(functions, [vars(uuid)[f"uuid{n}"] for n in (1, 3, 4, 5)])
            self.assertEqual(list(map(inspect.signature, [UUID, *functions])), signatures)
            for name in PROPERTIES:
                self.assertIsInstance(vars(UUID)[name], property)
                self.assertEqual(vars(UUID)[name].__doc__, members[name].__doc__)
        self.assertEqual(dict(vars(UUID)), members)

    def test_codes_are_put_back(self):
        codes = [function.__code__ for function in FUNCTIONS]
        uuid9562.accelerate()
        self.assertTrue(all(function.__code__ is not code
                            for function, code in zip(FUNCTIONS, codes)))
        uuid9562.accelerate(False)
        self.assertTrue(all(function.__code__ is code for function, code in zip(FUNCTIONS, codes)))

    def test_all_is_put_back_after_a_change(self):
        members, codes = dict(vars(UUID)), [function.__code__ for function in FUNCTIONS]
        with uuid9562.accelerate():
            with unittest.mock.patch.object(UUID, "__str__", UUID.__repr__):
                pass
        self.assertEqual(dict(vars(UUID)), members)
        self.assertEqual([function.__code__ for function in FUNCTIONS], codes)

    def test_it_is_counted(self):
        def on():
            return inspect.isbuiltin(UUID.hex.fget)

        self.addCleanup(uuid9562.accelerate, False)
        self.assertFalse(on())
        with uuid9562.accelerate():
            with uuid9562.accelerate():
                self.assertTrue(on())
            self.assertTrue(on())
        self.assertFalse(on())
        uuid9562.accelerate()
        uuid9562.accelerate()
        with uuid9562.accelerate():
            pass
        self.assertTrue(on(), "a with inside leaves what was before")
        uuid9562.accelerate(False)
        self.assertFalse(on())
        first, second = uuid9562.accelerate(), uuid9562.accelerate()
        with first:
            pass
        self.assertFalse(on())
        with second:
            self.assertTrue(on())
            uuid9562.accelerate(False)
            self.assertTrue(on(), "until the with ends")
        self.assertFalse(on())
        with self.assertRaises(ZeroDivisionError), uuid9562.accelerate():
            1 / 0
        self.assertFalse(on())
        with self.assertRaisesRegex(RuntimeError, "context manager"), uuid9562.accelerate(False):
            pass
        self.assertFalse(on())


class Replaced(unittest.TestCase):
    """What somebody else puts into the class or the module counts, before, while and after."""

    def check(self, target, name, value, calls):
        """That the results are those that the standard has with this replacement."""
        with unittest.mock.patch.object(target, name, value):
            expected = [outcome(call) for call in calls]
            with uuid9562.accelerate():
                self.assertEqual([outcome(call) for call in calls], expected, f"{name} before")
        with uuid9562.accelerate():
            with unittest.mock.patch.object(target, name, value):
                self.assertEqual([outcome(call) for call in calls], expected, f"{name} while")
        standard = [outcome(call) for call in calls]
        with uuid9562.accelerate():
            self.assertEqual([outcome(call) for call in calls], standard, f"{name} after")
        before = uuid9562.accelerate()
        patch = unittest.mock.patch.object(target, name, value)
        with before:
            patch.start()
        self.assertEqual([outcome(call) for call in calls], expected, f"{name} across the end")
        patch.stop()
        self.assertEqual([outcome(call) for call in calls], standard, f"{name} in the end")

    def test_members(self):
        one, other = UUID(int=NUMBER), UUID(int=NUMBER + 1)
        calls = [lambda: str(one), lambda: repr(one), lambda: f"{one}", lambda: hash(one),
                 *(lambda compare=compare: compare(one, other) for compare in COMPARISONS),
                 *(lambda name=name: getattr(one, name) for name in MEMBERS),
                 lambda: UUID(int=5), lambda: UUID(str(UUID(int=7))), lambda: UUID(bytes=bytes(16)),
                 lambda: uuid.uuid5(one, "x"), lambda: str(Plain(int=5)),
                 lambda: pickle.loads(pickle.dumps(one)), lambda: type(uuid.uuid4()),
                 lambda: uuid.uuid4() == uuid.uuid4()]
        for name, value in (
                ("__str__", lambda self: "mine"), ("__repr__", lambda self: "mine"),
                ("__hash__", lambda self: 5), ("__eq__", lambda self, other: True),
                ("__lt__", lambda self, other: True), ("__ge__", lambda self, other: NotImplemented),
                ("__init__", lambda self, *args, **kwargs: UUID.__setstate__(self, {"int": 9})),
                ("__setstate__", lambda self, state: UUID.__init__(self, int=3)),
                ("__setattr__", object.__setattr__), ("__getattribute__", lambda self, name: 5),
                *((name, property(lambda self: 6)) for name in MEMBERS),
                # The standard's own in another place, and what is not even a function:
                ("__repr__", UUID.__str__), ("__lt__", UUID.__ge__), ("hex", UUID.urn),
                ("hex", UUID.hex.fget), ("hex", "abc"), ("version", 5), ("__hash__", None),
                ("__eq__", None), ("int", 5), ("int", UUID.is_safe), ("is_safe", 5)):
            with self.subTest(name):
                self.check(UUID, name, value, calls)

    def test_what_the_class_has_not(self):
        calls = [lambda: UUID(int=5) != UUID(int=6), lambda: UUID(int=5), lambda: f"{UUID(int=5)}"]
        for name, value in (("__ne__", lambda self, other: "mine"),
                            ("__format__", lambda self, form: "mine")):
            with self.subTest(name):
                self.addCleanup(uuid9562.accelerate, False)
                for begin_first in (True, False):
                    uuid9562.accelerate(begin_first)
                    setattr(UUID, name, value)
                    try:
                        uuid9562.accelerate()
                        results = [outcome(call) for call in calls]
                        uuid9562.accelerate(False)
                        self.assertEqual(results, [outcome(call) for call in calls])
                    finally:
                        delattr(UUID, name)

    def test_members_that_are_deleted(self):
        calls = [lambda: str(UUID(int=5)), lambda: UUID(int=5) == UUID(int=5),
                 lambda: UUID(int=5) < UUID(int=6), lambda: {UUID(int=5): 1}[UUID(int=5)],
                 lambda: UUID(int=5).hex, lambda: copy.copy(UUID(int=5))]
        for name in ("__eq__", "__lt__", "__hash__", "__init__", "__setstate__", "hex", "int"):
            with self.subTest(name):
                value = vars(UUID)[name]
                delattr(UUID, name)
                try:
                    expected = [outcome(call)[0] for call in calls]
                    with uuid9562.accelerate():
                        self.assertEqual([outcome(call)[0] for call in calls], expected)
                finally:
                    setattr(UUID, name, value)

    def test_annotations(self):
        """Asking for those of the class puts an empty dict into it."""
        self.assertEqual(support.child("""
import uuid, uuid9562
getattr(uuid.UUID, "__annotations__", None)
uuid9562.accelerate()
print(uuid9562._core._accelerate())
"""), "True\n")

    def test_names_of_the_module(self):
        calls = [uuid.uuid4, held, lambda: uuid.uuid5(uuid.NAMESPACE_DNS, "x"),
                 lambda: uuid.uuid4()]
        self.check(uuid, "UUID", Plain, [lambda call=call: type(call()) for call in calls])
        zero = [lambda make=make: make().int == 0x4000 << 64 | 2**63 for make in (uuid.uuid4, held)]
        self.check(os, "urandom", bytes, zero)
        self.check(uuid, "os", unittest.mock.Mock(urandom=bytes), zero)
        self.check(uuid, "uuid4", lambda: 5, [lambda: type(uuid.uuid4())])
        self.check(uuid, "uuid5", uuid.uuid3, calls[2:3] + [lambda: uuid.uuid3(UUID(int=5), "x")])

    def test_reload(self):
        """The functions make UUIDs of the new class; the old one works on, and stays as it was."""
        code = """
import importlib, sys, uuid, uuid9562
if sys.argv[1] == "on":
    uuid9562.accelerate()
first, held, text = uuid.UUID, uuid.uuid4, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
importlib.reload(uuid)
for on in (True, True, False, False):
    one, other = first(text), uuid.UUID(text)
    print(one, other, repr(one), one == other, other == one, one.hex, hash(one) == hash(other),
          type(held()) is uuid.UUID, type(uuid.uuid4()) is uuid.UUID, type(uuid.uuid5(one, "x")))
    if sys.argv[1] == "on":
        uuid9562.accelerate(on)
print(type(first.hex.fget).__name__, type(uuid.UUID.hex.fget).__name__)
"""
        self.assertEqual(support.child(code, "on"), support.child(code, "off"))

    def test_new(self):
        """In a child, because CPython cannot undo this."""
        for code in ("uuid.UUID.__new__ = mine; uuid9562.accelerate()",
                     "uuid9562.accelerate(); uuid.UUID.__new__ = mine"):
            self.assertEqual(support.child("""
import uuid, uuid9562
def mine(cls, *args, **kwargs):
    return 5
""" + code + "; print(uuid.UUID(int=7))"), "5\n")

    def test_what_was_replaced_stays(self):
        def mine(self):
            return "mine"

        standard = UUID.__str__
        with uuid9562.accelerate():
            UUID.__str__ = mine
        try:
            self.assertEqual(str(UUID(int=5)), "mine")
        finally:
            UUID.__str__ = standard
        self.assertEqual(str(UUID(int=5)), "00000000-0000-0000-0000-000000000005")
