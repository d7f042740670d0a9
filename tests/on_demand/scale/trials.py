"""Simulated nodes, and what the arithmetic expects of them.

The nodes are generators of the real library, each with a clock and a source of random bits of its
own. The source gives so few bits that UUIDs repeat; everything else is as in a program. Only a
counter of 42 bits, which this library does not have, is modelled.

A trial draws UUIDs in independent runs. What is compared is the mean number of equal pairs in a
run, and the share of the runs that have any; the error bars come of the runs themselves. Each trial
also names a mistake that its arithmetic could have, whose figure must be refused by the same runs:
else the trial could not tell right from wrong.
"""

import math
import random
from collections import Counter
from dataclasses import dataclass
from typing import Callable

import arithmetic as a
from uuid9562 import Generator

T0 = 1767225600 * 10**9  # 2026-01-01, in nanoseconds
LIMIT = 4.0  # standard errors
S = 10**-9   # so that nanoseconds of the trials become the seconds of the arithmetic


@dataclass
class Trial:
    """draw(rng) returns the UUIDs of one run: values that are equal or are not."""
    name: str
    draw: Callable
    pairs: float     # expected pairs of equal UUIDs in a run
    mistake: str     # what one might think instead, and
    wrong: float     # the pairs that it expects,
    chance: float = None       # of a run with any; without it, that of rare independent pairs
    wrong_chance: bool = False  # the mistake is one of the chance

    def of_any(self):
        return a.chance(self.pairs) if self.chance is None else self.chance


@dataclass
class Result:
    trial: Trial
    pairs: float     # the mean of the runs
    error: float     # its standard error
    share: float     # of the runs with a repeat
    share_error: float
    sigma: float     # how far the arithmetic is off, in standard errors; likewise
    share_sigma: float
    mistake_sigma: float

    def problems(self):
        if not max(abs(self.sigma), abs(self.share_sigma)) <= LIMIT:
            yield f"{self.trial.name}: simulation and arithmetic disagree"
        if not abs(self.mistake_sigma) > LIMIT:
            yield f"{self.trial.name}: the runs are too few to refuse: {self.trial.mistake}"


def equal_pairs(uuids):
    return sum(count * (count - 1) // 2 for count in Counter(uuids).values() if count > 1)


def simulate(trial, runs, seed):
    """The equal pairs in each run."""
    rng = random.Random(f"{seed} {trial.name}")
    return [equal_pairs(trial.draw(rng)) for _ in range(runs)]


def judge(trial, found):
    runs = len(found)
    mean, share = sum(found) / runs, sum(map(bool, found)) / runs
    error = math.sqrt(sum((one - mean) ** 2 for one in found) / (runs - 1) / runs)
    chance = trial.of_any()
    share_error = math.sqrt(chance * (1 - chance) / runs)
    wrong = (share, share_error) if trial.wrong_chance else (mean, error)
    return Result(trial, mean, error, share, share_error, off(trial.pairs, mean, error),
                  off(chance, share, share_error), off(trial.wrong, *wrong))


def off(expected, found, error):
    """How far the one is from the other, in standard errors."""
    if expected == found:
        return 0.0
    return (expected - found) / error if error else math.inf


# ---- nodes

def bits(rng, count):
    """A source of random bytes, of which the last `count` bits are random and the others 0."""
    return lambda size: rng.getrandbits(count).to_bytes(size, "big")


def arrivals(rng, mean, slots, resolution=1):
    """Independent moments in 0 .. slots, `mean` a slot, as a clock of this resolution reads them:
    in nanoseconds since 1970."""
    times, now = [], rng.expovariate(mean)
    while now < slots:
        times.append(T0 + int(now) // resolution * resolution)
        now += rng.expovariate(mean)
    return times


def moments(rng, count, spread, step=1):
    """Of a normal variable of this standard deviation, as a clock of such steps reads them, which
    begin anywhere."""
    phase = step * rng.random()
    return [math.floor((rng.gauss(0, spread) + phase) / step) * step for _ in range(count)]


def node(times, source):
    return Generator(clock=iter(times).__next__, random=source)


def standing(time, source, **given):
    return Generator(clock=lambda: time, random=source, **given)


def at_moments(times, source, method="uuid7_bytes"):
    one = getattr(node(times, source), method)
    return [one() for _ in times]


# ---- trials

def version_4(n, count):
    def draw(rng):
        one = Generator(random=bits(rng, count)).uuid4_bytes
        return [one() for _ in range(n)]
    return Trial(f"version 4: {n} UUIDs, {count} random bits", draw, a.random_bits(n, count),
                 "twice the pairs: n^2 for n^2 / 2", n * n / 2**count)


def evenly(method, version, nodes, mean, slots, count):
    """Independent moments, a clock of nanoseconds."""
    def draw(rng):
        source = bits(rng, count)
        return [one for _ in range(nodes)
                for one in at_moments(arrivals(rng, mean, slots), source, method)]
    return Trial(f"version {version}: {nodes} nodes, {mean} a nanosecond each, {count} random bits",
                 draw, a.distinct_per_slot(nodes, mean / S, slots * S, S, count),
                 "pairs within a node count too", a.per_slot(nodes, mean / S, slots * S, S, count))


def off_by_offsets(nodes, mean, slots, count, most):
    """Clocks that are off by a constant of at most that many nanoseconds, for a shorter while."""
    def draw(rng):
        source = bits(rng, count)
        return [one for _ in range(nodes) for offset in [rng.randrange(-most, most + 1)]
                for one in at_moments([time + offset for time in arrivals(rng, mean, slots)],
                                      source)]
    width = 2 * most + 1
    together = slots - sum(abs(x - y) for x in range(width) for y in range(width)) / width**2
    return Trial(f"version 7: {nodes} clocks that are off by up to {most} of {slots} nanoseconds",
                 draw, a.distinct_per_slot(nodes, mean / S, together * S, S, count),
                 "an offset keeps nodes apart",
                 a.distinct_per_slot(nodes, mean / S, slots * S, S, count) / width)


def random_per_ms(nodes, each, count):
    """74 random bits behind the millisecond, here fewer: uuid7_at, all in one."""
    def draw(rng):
        one = Generator(random=bits(rng, count)).uuid7_at
        return [one(T0 // 10**6).bytes for _ in range(nodes * each)]
    n = nodes * each
    return Trial(f"uuid7_at: {n} UUIDs of a millisecond, {count} random bits", draw,
                 a.random_bits(n, count), "a node does not meet itself",
                 a.pairs(nodes) * each * each / 2**count)


def with_counter(nodes, each, seed_bits, tail_bits):
    """A counter with a random beginning in the lower half of its range, one more for each UUID of a
    node, and random bits behind it."""
    def draw(rng):
        return [(first + i, rng.getrandbits(tail_bits)) for _ in range(nodes)
                for first in [rng.getrandbits(seed_bits)] for i in range(each)]
    expected, one = a.counters_overlap(each, 2**seed_bits, tail_bits)
    return Trial(f"a counter: {nodes} nodes, {each} UUIDs each, {seed_bits} random bits to begin "
                 f"with and {tail_bits} behind", draw, a.pairs(nodes) * expected,
                 "all bits of the counter are random", a.pairs(nodes) * expected / 2,
                 chance=a.chance(a.pairs(nodes) * one))


def by_coarse_clock(nodes, mean, steps, resolution, count):
    def draw(rng):
        source = bits(rng, count)
        return [one for _ in range(nodes) for one in at_moments(
            arrivals(rng, mean / resolution, steps * resolution, resolution), source)]
    rate, seconds = mean / (resolution * S), steps * resolution * S
    return Trial(f"version 7: {nodes} clocks of {resolution} ns, {mean} UUIDs a step each, "
                 f"{count} random bits", draw,
                 a.coarse_clock(nodes, rate, seconds, resolution * S, count),
                 "all of a step are equally likely to meet",
                 a.distinct_per_slot(nodes, rate, seconds, resolution * S, count))


def stopped(nodes, each, count):
    """All clocks stand at the same moment."""
    def draw(rng):
        generators = [standing(T0, bits(rng, count)) for _ in range(nodes)]
        return [one.uuid7_bytes() for one in generators for _ in range(each)]
    return Trial(f"version 7: {nodes} clocks stopped at one moment, {each} UUIDs each, "
                 f"{count} random bits", draw, a.burst(nodes, each, 0, bits=count),
                 "all of them share the nanosecond", a.random_bits(nodes * each, count))


def in_a_burst(nodes, each, spread, count, step=1):
    """Batches that begin at moments of a standard deviation of `spread` nanoseconds, by clocks of
    such steps."""
    def draw(rng):
        one, uuids = bits(rng, count), []

        def source(size):
            return b"".join(one(8) for _ in range(size // 8))
        for begin in moments(rng, nodes, spread, step):
            batch = standing(T0 + begin, source).batch_bytes(7, each)
            uuids += [batch[i:i + 16] for i in range(0, len(batch), 16)]
        return uuids
    clock = f", clocks of {step} ns" if step > 1 else ""
    mistake, *wrong = (("at exactly one moment", 0) if step == 1
                       else ("by a clock of 1 ns", spread * S))
    return Trial(f"version 7: {nodes} batches of {each}, {spread} ns apart{clock}, "
                 f"{count} random bits", draw, a.burst(nodes, each, spread * S, step * S, count),
                 mistake, a.burst(nodes, each, *wrong, bits=count))


def in_a_burst_per_ms(nodes, each, spread, count):
    """The same by uuid7_at, at moments that are milliseconds apart."""
    def draw(rng):
        one = Generator(random=bits(rng, count)).uuid7_at
        return [one(T0 // 10**6 + begin).bytes for begin in moments(rng, nodes, spread)
                for _ in range(each)]
    return Trial(f"uuid7_at: {nodes} nodes, {each} UUIDs each, {spread} ms apart, "
                 f"{count} random bits", draw,
                 a.burst_per_slot(nodes, each, spread * a.MS, a.MS, count),
                 "a node does not meet itself",
                 a.burst_per_slot(nodes, each, spread * a.MS, a.MS, count)
                 - nodes * a.pairs(each) / 2**count)


def identities(processes, mean, slots, count):
    def draw(rng):
        source = bits(rng, count)
        return [one for _ in range(processes)
                for one in at_moments(arrivals(rng, mean, slots), source, "uuid1_bytes")]
    meetings = mean * mean * slots
    expected = a.v1_identities(processes, count) * meetings
    return Trial(f"version 1: {processes} processes, {mean} a nanosecond each, "
                 f"{count} random bits for a process", draw, expected,
                 "the bits are drawn each time", a.chance(expected),
                 chance=a.clumped(a.v1_identities(processes, count), meetings), wrong_chance=True)


def given_node(processes):
    """All 14 bits, as they are."""
    def draw(rng):
        return [standing(T0, rng.randbytes, node=0x020000000001).uuid1_bytes()
                for _ in range(processes)]
    return Trial(f"version 1: {processes} processes with one given node, all 14 bits", draw,
                 a.clock_sequences(1, processes), "the sequences have 16 bits",
                 a.clock_sequences(1, processes) / 4)


def node_numbers(nodes, numbers, count, in_step):
    """uuid8_node: one UUID of each node, in one slot. Nodes that are not in step have generated
    others before."""
    def draw(rng):
        uuids, source = [], bits(rng, count)
        for i in range(nodes):
            one = standing(T0, source).uuid8_node_bytes
            for _ in range(0 if in_step else rng.randrange(256)):
                one(i % numbers)
            uuids.append(one(i % numbers))
        return uuids
    together = a.burst_of_numbered_nodes(nodes, 1, 0, numbers, count)
    apart = a.numbered_nodes(nodes, 1 / a.NODE8_SLOT, a.NODE8_SLOT, numbers, count)
    how, expected, mistake, wrong = (
        ("in step", together, "the numbers of the nodes do not help", a.pairs(nodes) / 2**count)
        if in_step else
        ("not in step", apart, "the sequence numbers do not help", together))
    return Trial(f"uuid8_node: {nodes} nodes {how}, {numbers} numbers, {count} random bits", draw,
                 expected, mistake, wrong)


def restored(each, spread, count):
    """Two copies of one machine, with the same random bytes still in the buffer, go on by clocks
    that agree: their UUIDs are generated at moments that differ by a normal variable."""
    def draw(rng):
        left = [rng.getrandbits(count).to_bytes(8, "big") for _ in range(each)]
        uuids = []
        both = [moments(rng, 2, spread / math.sqrt(2)) for _ in range(each)]
        for copy in range(2):
            bytes_left = iter(left)
            times = [T0 + 1000 * i + both[i][copy] for i in range(each)]
            uuids += at_moments(times, lambda _: next(bytes_left))
        return uuids
    met = a.shared_slots(1, spread)
    return Trial(f"version 7: two copies of a machine, {each} UUIDs of the same bytes each, "
                 f"{spread} ns apart", draw, each * met,
                 "the bytes are new", each * met / 2**count, chance=1 - (1 - met) ** each)


def trials():
    return [
        version_4(64, 11),
        evenly("uuid7_bytes", 7, 4, 0.10, 300, 4),
        evenly("uuid6_bytes", 6, 4, 0.10, 300, 4),
        off_by_offsets(30, 0.05, 500, 10, 60),
        random_per_ms(4, 16, 11),
        with_counter(12, 6, 9, 2),
        by_coarse_clock(30, 0.5, 20, 1000, 11),
        by_coarse_clock(12, 3.0, 20, 1000, 11),
        stopped(50, 4, 12),
        in_a_burst(50, 8, 5.0, 12),
        in_a_burst(40, 8, 300.0, 12, step=1000),
        in_a_burst_per_ms(8, 10, 1.5, 10),
        identities(40, 0.05, 500, 9),
        given_node(150),
        node_numbers(60, 8, 8, True),
        node_numbers(48, 2, 1, False),
        restored(12, 3.0, 30),
    ]
