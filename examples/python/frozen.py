"""A test of code that generates UUIDs, with a time and random bits that the test gives."""

import uuid9562
from uuid9562.testing import frozen


def number_invoice():
    """The code under test."""
    return uuid9562.uuid7()


with frozen("2022-02-22T19:22:22Z", seed=1):
    print(number_invoice())
# => 017f22e2-79b0-7000-8031-65224a58b791
    print(number_invoice())
# => 017f22e2-79b0-7000-806a-f1d8303e61cd
with frozen("2022-02-22T19:22:23Z", seed=1):
    print(number_invoice())
# => 017f22e2-7d98-7000-8031-65224a58b791
