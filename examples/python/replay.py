"""A generator with its own clock and randomness: the same UUIDs each time."""

import uuid9562 as uuid

generator = uuid.Generator(
    clock=lambda: 1645557742000000000,  # 2022-02-22T19:22:22Z, in nanoseconds
    random=bytes,
)
# The clock is stopped, but the UUIDs increase.
print(*generator.batch(7, 3), sep="\n")
# => 017f22e2-79b0-7000-8000-000000000000
# => 017f22e2-79b0-7000-8040-000000000000
# => 017f22e2-79b0-7000-8080-000000000000
