"""Parse UUIDs from elsewhere: a uuid.UUID, or an error with its offset."""

import uuid9562 as uuid

print(uuid.parse("{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}"))
# => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
print(uuid.parse("01FWHE4YDGFK1SHH6W1G60EECF", "ulid"))  # => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
print(uuid.parse("user_01fwhe4ydgfk1shh6w1g60eecf", "typeid"))
# => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
try:
    uuid.parse("017f22e2+79b0-7cc3-98c4-dc0c0c07398f")
except ValueError as error:
    print(error, error.offset, sep=" / ")  # => malformed UUID at offset 8: expected '-' / 8
