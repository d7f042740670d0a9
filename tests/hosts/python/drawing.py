"""What the processes of test_processes.py run, in a module so that they can import it."""

import uuid9562

VERSIONS = (1, 4, 6, 7)

# The process's generator and another; children that are forked inherit both.
SOURCES = (uuid9562, uuid9562.Generator())


def draw(count):
    """So many UUIDs of each version, from all functions, as one bytes object."""
    made = []
    for version in VERSIONS:
        for source in SOURCES:
            one = getattr(source, f"uuid{version}")
            made += [one().bytes for _ in range(count // 4)]
            made.append(source.batch_bytes(version, count // 4))
    return b"".join(made)


draw(8)  # so that there is something to inherit
