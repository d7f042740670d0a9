"""How many pairs of equal UUIDs are to be expected of many nodes, and the chance of any: the
formulas of docs/internals/scale.md, which derives them.

A load is `nodes` that each generate `rate` UUIDs a second, at independent moments, for `seconds`.
Every function returns expected pairs of equal UUIDs, unless it says another thing; chance() makes
the probability of a repeat of them. Rates are per second, spreads and resolutions in seconds.
"""

import math

# What the layouts consist of; checks.py finds the same in UUIDs of the library.
V4_BITS = 122           # random
V7_BITS = 54            # beside the nanosecond: versions 7 and 6, and 1 once for a process
V7_AT_BITS = 74         # beside the millisecond
POSTGRES_BITS = 62      # beside 1/4096 of a millisecond (PostgreSQL 18)
COUNTER_SEED_BITS = 41  # random, in a counter of 42 bits (Python 3.14, Rust's uuid)
COUNTER_TAIL_BITS = 32  # random, behind the counter
CLOCK_SEQ_BITS = 14     # of a given node
NODE8_BITS = 58         # uuid8_node, beside its slot and these two:
NODE8_NODES = 256       # the numbers of its nodes
NODE8_NUMBER_BITS = 8   # the sequence number
NS, TICK, MS, NODE8_SLOT = 1e-9, 1e-7, 1e-3, 2.0 ** -16
# A buffer of random bytes in a thread holds at most so many (docs/security.md).
FILL_BYTES = 31 * 1024


def pairs(n):
    return n * (n - 1) / 2


def chance(expected):
    """That there is at least one, of events that are rare and independent: Poisson."""
    return -math.expm1(-expected)


# ---- evenly

def random_bits(n, bits=V4_BITS):
    """n UUIDs of nothing but random bits."""
    return pairs(n) / 2.0 ** bits


def per_slot(nodes, rate, seconds, slot, bits):
    """A time in steps of `slot`, and random bits: a node may meet itself in a slot."""
    return (nodes * rate * slot) ** 2 / 2 * (seconds / slot) / 2.0 ** bits


def distinct_per_slot(nodes, rate, seconds, slot=NS, bits=V7_BITS):
    """The same, where no node uses a slot twice: uuid7 and uuid6. Or a counter, which keeps a node
    from meeting itself."""
    return pairs(nodes) * (rate * slot) ** 2 * (seconds / slot) / 2.0 ** bits


def counter(nodes, rate, seconds):
    return distinct_per_slot(nodes, rate, seconds, MS, COUNTER_SEED_BITS + COUNTER_TAIL_BITS)


def mean_minimum(mean):
    """E[min(X, Y)] of two Poisson variables of that mean, which is the sum of P(X > j)^2."""
    if mean > 700:
        return mean - math.sqrt(mean / math.pi)
    above, term, total, j = -math.expm1(-mean), math.exp(-mean), 0.0, 0
    while above > 0 and (above > 1e-9 or j < mean):
        total += above * above
        j += 1
        term *= mean / j
        above -= term
    return total


def coarse_clock(nodes, rate, seconds, resolution, bits=V7_BITS):
    """uuid7 by a clock of this resolution: the nth UUID of a node in a step of the clock is n
    nanoseconds after it."""
    return pairs(nodes) * (seconds / resolution) * mean_minimum(rate * resolution) / 2.0 ** bits


# ---- all at one moment

def shared_slots(count, spread, slot=1.0):
    """Two nodes take `count` slots in a row. Where their beginnings differ by a normal variable of
    this standard deviation: E[(count - |D|)+], the slots that both take."""
    if spread == 0:
        return count
    s, k = spread / slot, count
    if k / s < 1e-4:
        return k * k / (s * math.sqrt(2 * math.pi))
    return (k * math.erf(k / s / math.sqrt(2))
            + s * math.sqrt(2 / math.pi) * math.expm1(-k * k / (2 * s * s)))


def burst(nodes, count, spread, resolution=NS, bits=V7_BITS):
    """Each of the nodes generates `count` UUIDs by uuid7 at once, at moments of this standard
    deviation. A clock of a coarser resolution gives one reading for them."""
    difference = math.sqrt(2) * spread
    if resolution > NS:
        shared = count * shared_slots(1, difference, resolution)
    else:
        shared = shared_slots(count, difference, NS)
    return pairs(nodes) * shared / 2.0 ** bits


def burst_per_slot(nodes, count, spread, slot=MS, bits=V7_AT_BITS):
    """The same with random bits alone behind a slot that all of a node's UUIDs share."""
    met = shared_slots(1, math.sqrt(2) * spread, slot)
    return (pairs(nodes) * count * count * met + nodes * pairs(count)) / 2.0 ** bits


# ---- what is drawn once

def clumped(sources, meetings):
    """The chance of a repeat where `sources` pairs of equal sources are to be expected, which then
    meet in so many UUIDs."""
    return chance(sources * chance(meetings))


def v1_identities(processes, bits=V7_BITS):
    """Pairs of processes with one node and the same random bits of the clock sequence."""
    return pairs(processes) / 2.0 ** bits


def v1_chance(processes, rate, seconds):
    """Of a repeat in version 1 without a given node."""
    return clumped(v1_identities(processes), (rate * NS) ** 2 * (seconds / NS))


def clock_sequences(nodes, processes):
    """Pairs of processes that share a given node and its clock sequence."""
    return nodes * pairs(processes) / 2.0 ** CLOCK_SEQ_BITS


def counters_overlap(count, seeds, tail_bits):
    """Two counters of one millisecond, each with a seed below `seeds` and then `count` values: the
    equal UUIDs to be expected, and the chance that there is one."""
    expected = chance_of_one = 0.0
    for distance in range(-count + 1, count):
        seen = (seeds - abs(distance)) / seeds ** 2
        both = count - abs(distance)
        expected += seen * both / 2.0 ** tail_bits
        chance_of_one += seen * (1 - (1 - 2.0 ** -tail_bits) ** both)
    return expected, chance_of_one


def same_number(nodes, numbers=NODE8_NODES):
    """Pairs of nodes with one number, where the numbers are given out in turn."""
    each, more = divmod(nodes, numbers)
    return more * pairs(each + 1) + (numbers - more) * pairs(each)


def numbered_nodes(nodes, rate, seconds, numbers=NODE8_NODES, bits=NODE8_BITS, slot=NODE8_SLOT):
    """uuid8_node, where the 8-bit sequence numbers of two nodes are unrelated. Below 256 UUIDs in a
    slot no node meets itself."""
    return same_number(nodes, numbers) * (rate * slot) ** 2 * (seconds / slot) / 2.0 ** (
        bits + NODE8_NUMBER_BITS)


def burst_of_numbered_nodes(nodes, count, spread, numbers=NODE8_NODES, bits=NODE8_BITS,
                            slot=NODE8_SLOT):
    """Each generates `count` UUIDs by uuid8_node at once, and all before have kept in step: their
    sequence numbers are equal, as they are in new processes."""
    met = shared_slots(1, math.sqrt(2) * spread, slot)
    return same_number(nodes, numbers) * count * met / 2.0 ** bits


# ---- copies

def copies(bytes_each, spread, slot=NS):
    """Two copies of a process use up one buffer, each UUID at moments that differ by this standard
    deviation."""
    return (FILL_BYTES // bytes_each) * shared_slots(1, spread, slot)
