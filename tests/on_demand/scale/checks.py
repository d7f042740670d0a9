"""What many nodes repeat: a short run of the simulation, that it would see a mistake, and the
figures of docs/internals/scale.md. `./dev scale` runs this, and then the simulation at length."""

import math
from dataclasses import replace

import arithmetic as a
import page
import pytest
import trials

TRIALS = trials.trials()
RUNS, SEED = 400, 1


@pytest.fixture(scope="module", params=TRIALS, ids=lambda trial: trial.name.replace(":", ""))
def simulated(request):
    return request.param, trials.simulate(request.param, RUNS, SEED)


def test_simulation(simulated):
    """It agrees with the arithmetic, and not with the mistake that the trial names."""
    assert list(trials.judge(*simulated).problems()) == []


def test_mistake_is_found(simulated):
    """In the arithmetic: then the program fails."""
    trial, found = simulated
    wrong = replace(trial, **{"chance" if trial.wrong_chance else "pairs": trial.wrong})
    assert f"{trial.name}: simulation and arithmetic disagree" in trials.judge(
        wrong, found).problems()


# ---- the sizes in the arithmetic are those of the library

def differing(method, *arguments):
    """How many bits of a UUID come of the random source: it gives zeros, and then ones."""
    uuids = [getattr(trials.standing(trials.T0, lambda size: bytes([byte]) * size), method)(
        *arguments) for byte in (0, 255)]
    return bin(uuids[0].int ^ uuids[1].int).count("1")


@pytest.mark.parametrize("method, arguments, bits", [
    ("uuid4", (), a.V4_BITS), ("uuid7", (), a.V7_BITS), ("uuid7_at", (0,), a.V7_AT_BITS),
    ("uuid6", (), a.V7_BITS), ("uuid1", (), a.V7_BITS), ("uuid1", (1,), a.CLOCK_SEQ_BITS),
    ("uuid6", (1,), a.CLOCK_SEQ_BITS), ("uuid8_node", (1,), a.NODE8_BITS)])
def test_random_bits(method, arguments, bits):
    assert differing(method, *arguments) == bits


def zeros(times):
    return trials.node(times, lambda size: bytes(size))


@pytest.mark.parametrize("method, arguments, step", [
    ("uuid7", (), 1), ("uuid6", (), 1), ("uuid1", (), 1), ("uuid1", (1,), 100),
    ("uuid6", (1,), 100)])
def test_steps(method, arguments, step):
    """Two generators without random bits meet in a step of the time, and not in the next one."""
    first, second, other = (getattr(zeros([trials.T0 + ns]), method)(*arguments)
                            for ns in (0, step - 1, step))
    assert first == second != other


def test_slot_of_uuid8_node():
    slots = [zeros([trials.T0 + math.ceil(a.NODE8_SLOT * 1e9 * i) + ns]).uuid8_node(1).int >> 80
             for i in range(5) for ns in (0, 15257)]
    assert [one - slots[0] for one in slots] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_sequence_of_uuid8_node():
    """It begins at 0, whatever the random source gives, and has 8 bits."""
    one = trials.standing(trials.T0, lambda size: b"\xff" * size).uuid8_node
    assert [one(7).int & 0xFFFF for _ in range(257)] == [7 << 8 | i % 256 for i in range(257)]
    assert 2**a.NODE8_NUMBER_BITS == 256


def test_coarse_clock():
    """The nth UUID in a step of the clock is n nanoseconds after it, so what several nodes generate
    then is at the same few nanoseconds."""
    one = zeros([trials.T0] * 3 + [trials.T0 + 1000]).uuid7
    assert [one() for _ in range(4)] == [
        zeros([trials.T0 + ns]).uuid7() for ns in (0, 1, 2, 1000)]


# ---- parts of the arithmetic, otherwise

@pytest.mark.parametrize("mean", [1e-6, 0.01, 1, 40, 650])
def test_mean_minimum(mean):
    most = int(mean + 12 * math.sqrt(mean) + 20)
    weights = [math.exp(-mean + x * math.log(mean) - math.lgamma(x + 1)) for x in range(most)]
    above = [math.fsum(weights[x + 1:]) for x in range(most)]
    assert a.mean_minimum(mean) == pytest.approx(math.fsum(x * x for x in above), rel=1e-6)


def test_mean_minimum_of_many():
    assert a.mean_minimum(701) == pytest.approx(a.mean_minimum(699), rel=0.005)


@pytest.mark.parametrize("count, spread", [(1, 0.1), (1, 3), (8, 5), (100, 10), (2, 1e5)])
def test_shared_slots(count, spread):
    step = count / 20000
    points = [-count + step * (i + 0.5) for i in range(40000)]
    total = math.fsum((count - abs(d)) * math.exp(-d * d / (2 * spread * spread)) for d in points)
    assert a.shared_slots(count, spread) == pytest.approx(
        total * step / spread / math.sqrt(2 * math.pi), rel=1e-4)
    assert a.shared_slots(count, 0) == count


def test_random_bits_of_few():
    """The exact product, where it can be had."""
    none = math.prod(1 - i / 2**30 for i in range(2000))
    assert a.chance(a.random_bits(2000, 30)) == pytest.approx(1 - none, rel=1e-3)


def test_what_other_pages_say():
    assert a.chance(a.random_bits(1e12)) == pytest.approx(1e-13, rel=0.1)  # choosing.md
    assert a.chance(a.clock_sequences(1, 16)) == pytest.approx(0.007, rel=0.05)  # contract.md
    assert a.FILL_BYTES // 16 == 1984  # security.md


# ---- docs/internals/scale.md

def test_figures():
    assert list(page.differences()) == []


def test_simulation_of_the_page():
    """The trials and what is expected of them; what was found is another matter in each run."""
    rows = [line.split(" | ") for line in page.shown("simulation")[2:]]
    assert [(row[0].removeprefix("| "), row[1], row[3]) for row in rows] == [
        (trial.name, f"{trial.pairs:.3f}", f"{trial.of_any():.3f}") for trial in TRIALS]
