"""How a uuid.UUID is created and read: through the slots of the class, and without them."""

import gc
import uuid
import weakref

import support
import uuid9562

# A standard module whose UUIDs store their attributes elsewhere; the results must be the same.
WITHOUT_SLOTS = """
import sys, types
import uuid as standard
with open(standard.__file__, encoding="utf-8") as file:
    source = file.read()
assert source.count("__slots__ = (") == 1
changed = types.ModuleType("uuid")
exec(source.replace("__slots__ = (", sys.argv[1] + "; other = ("), vars(changed))
sys.modules["uuid"] = changed
import uuid9562
made = uuid9562.uuid7()
assert type(made) is uuid9562.UUID is changed.UUID and "int" in vars(made)
assert made.is_safe is changed.SafeUUID.unknown
for u in (made, *uuid9562.batch(4, 300), uuid9562.NIL, uuid9562.MAX):
    assert changed.UUID(str(u)) == u == uuid9562.parse(uuid9562.to_str(u))
    assert uuid9562.to_bytes(u) == u.bytes
uuid9562.accelerate()  # which it cannot be
assert changed.UUID.__str__(made) == str(made) and not uuid9562._core._accelerate()
print("same")
"""


class Created(support.Errors):
    def made(self):
        yield from (uuid9562.uuid4(), uuid9562.uuid7(), uuid9562.from_bytes(bytes(16)))
        yield from uuid9562.batch(7, 300)
        yield from uuid9562.Generator().batch(1, 3)

    def test_exact_and_complete(self):
        for made in self.made():
            self.assertIs(type(made), uuid.UUID)
            self.assertIs(type(made.int), int)
            self.assertIs(made.is_safe, uuid.SafeUUID.unknown)
            self.assertEqual(weakref.getweakrefcount(made), 0)

    def test_numbers_of_every_length(self):
        for bits in range(129):
            for number in (2**bits - 1, 2**bits & (2**128 - 1)):
                made = uuid9562.from_bytes(number.to_bytes(16, "big"))
                self.assertEqual(made.int, number)
                self.assertEqual(hash(made.int), hash(number))
                self.assertEqual(uuid9562.to_bytes(uuid.UUID(int=number)), made.bytes)

    def test_not_tracked_by_the_garbage_collector(self):
        for made in self.made():
            self.assertFalse(gc.is_tracked(made))

    def test_of_a_class_without_slots(self):
        """The class has no attribute with these names, or another kind of attribute."""
        for instead in ("pass", "int = is_safe = None"):
            self.assertEqual(support.child(WITHOUT_SLOTS, instead), "same\n")


class Read(support.Errors):
    def test_modified_uuids(self):
        too_large = [2**bits + add for bits in (128, 129, 134, 135, 149, 150, 180, 999)
                     for add in (-1, 0, 1) if 2**bits + add >= 2**128]
        for number in (None, "5", 1.5, -1, -2**31, -2**64, -2**127, *too_large):
            modified = uuid.UUID(int=0)
            object.__setattr__(modified, "int", number)
            with self.assertRaisesRegex(TypeError, "must be a UUID"):
                uuid9562.to_bytes(modified)
            self.assertIs(uuid9562.valid(modified), False)
        with self.assertRaisesRegex(TypeError, "must be a UUID"):
            uuid9562.to_bytes(uuid.UUID.__new__(uuid.UUID))

    def test_attributes_of_a_derived_class(self):
        class Derived(uuid.UUID):
            int = 7

            def __init__(self):
                pass

        self.assertEqual(uuid9562.to_bytes(Derived()), bytes(15) + b"\7")
