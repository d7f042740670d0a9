"""The figures of docs/internals/scale.md: its tables, between marks in the page, and scale.svg."""

import math
import re

import arithmetic as a
from harness import ROOT

PAGE, CHART = ROOT / "docs/internals/scale.md", ROOT / "docs/internals/scale.svg"
DAY, YEAR = 86400, 365 * 86400
TIMES = {"second": 1, "day": DAY, "year": YEAR, "ten years": 10 * YEAR}
EACH = 1000  # UUIDs a second of a node


# ---- the pairs that each layout expects under an even load

def all_random(nodes, rate, seconds):
    return a.random_bits(nodes * rate * seconds)


def microseconds(nodes, rate, seconds):
    return a.coarse_clock(nodes, rate, seconds, 1e-6)


def milliseconds(nodes, rate, seconds):
    return a.coarse_clock(nodes, rate, seconds, 1e-3)


def postgres(nodes, rate, seconds):
    return a.distinct_per_slot(nodes, rate, seconds, a.MS / 4096, a.POSTGRES_BITS)


def per_ms(nodes, rate, seconds):
    return a.per_slot(nodes, rate, seconds, a.MS, a.V7_AT_BITS)


EVEN = {
    "`uuid4`": all_random,
    "`uuid8_node`, numbered in turn": a.numbered_nodes,
    "12 bits of fraction, 62 random": postgres,
    "`uuid7_at`: 74 random": per_ms,
    "`uuid7`, `uuid6`": a.distinct_per_slot,
    "a counter of 42 bits, 32 random": a.counter,
    "`uuid7`, `uuid6` by a clock of microseconds": microseconds,
    "`uuid7`, `uuid6` by a clock of milliseconds": milliseconds,
}
V1 = "`uuid1`, a random node for each process"  # its chance is not that of its pairs


# ---- tables

def logarithm(chance):
    if chance > 0.995:
        return "certain"
    return f"{math.log10(chance):.1f}" if chance < 0.89 else f"{math.log10(chance):.2f}"


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


def power(x):
    return f"10^{round(math.log10(x))}" if x > 1 else "1"


def even(nodes):
    """The chance of a repeat; the logarithm, as everywhere."""
    rows = [(name, *(logarithm(a.chance(expected(nodes, EACH, seconds)))
                     for seconds in TIMES.values())) for name, expected in EVEN.items()]
    rows.append((V1, *(logarithm(a.v1_chance(nodes, EACH, seconds)) for seconds in TIMES.values())))
    return table([f"{power(nodes)} nodes, {power(nodes * EACH)} a second", *TIMES], rows)


def second():
    """The same rate of few nodes and of many."""
    loads = [(1e3, 1e9), (1e6, 1e9), (1e9, 1e9), (1e6, 1e12), (1e9, 1e12)]
    rows = [(name, *(logarithm(a.chance(expected(nodes, rate / nodes, 1)))
                     for nodes, rate in loads)) for name, expected in EVEN.items()]
    rows.append((V1, *(logarithm(a.v1_chance(nodes, rate / nodes, 1)) for nodes, rate in loads)))
    return table(["in a second, of", *(f"{power(nodes)} nodes, {power(rate)} a second"
                                       for nodes, rate in loads)], rows)


def given_nodes():
    counts = (2, 4, 16)
    return table(["nodes, each with an address of its own",
                  *(f"{count} processes on each" for count in counts)],
                 [(power(nodes), *(logarithm(a.chance(a.clock_sequences(nodes, count)))
                                   for count in counts)) for nodes in (1, 1e3, 1e6, 1e9)])


def rate_of(expected, chance):
    """UUIDs a second, of very many nodes, that repeat with this chance in a year."""
    low, high = 0.0, 20.0  # its logarithm
    for _ in range(60):
        middle = (low + high) / 2
        nodes = 1e9
        is_less = a.chance(expected(nodes, 10**middle / nodes, YEAR)) < chance
        low, high = (middle, high) if is_less else (low, middle)
    return low


def rounded(x):
    digit, exponent = f"{x:.0e}".split("e+")
    return f"{digit} x 10^{int(exponent)}".removeprefix("1 x ")


def rates():
    chances = {"a million": 1e-6, "a thousand": 1e-3, "two": 0.5}
    rows = [(name, *(rounded(10 ** rate_of(expected, chance)) for chance in chances.values()))
            for name, expected in EVEN.items()]
    return table(["UUIDs a second, in all, at which a year has a chance of one in", *chances], rows)


SPREADS = {"nothing": 0, "100 ns": 1e-7, "1 microsecond": 1e-6, "10 microseconds": 1e-5,
           "1 millisecond": 1e-3, "1 second": 1, "1 minute": 60}
BURST_NODES = 10**6


def counter_burst(nodes, count, spread):
    """A node does not meet itself."""
    return a.burst_per_slot(nodes, count, spread, a.MS, 73) - nodes * a.pairs(count) / 2**73


BURSTS = {
    "`uuid4`": lambda nodes, count, spread: a.random_bits(nodes * count),
    "`uuid8_node`": a.burst_of_numbered_nodes,
    "`uuid7_at`": a.burst_per_slot,
    "counter": counter_burst,
    "`uuid7`": a.burst,
    "by microseconds": lambda nodes, count, spread: a.burst(nodes, count, spread, 1e-6),
    "by milliseconds": lambda nodes, count, spread: a.burst(nodes, count, spread, 1e-3),
}


def bursts():
    return table([f"{power(BURST_NODES)} moments, apart by", *BURSTS], [
        (name, *(logarithm(a.chance(expected(BURST_NODES, 1, spread)))
                 for expected in BURSTS.values())) for name, spread in SPREADS.items()])


def factor(x):
    return f"{x:.2f}" if 0 < x < 10 else f"{float(f'{x:.1e}'):,.0f}"


def ratios():
    """uuid7 by uuid7_at."""
    nodes = 10**6
    rows = [(f"{name}, evenly", expected(count, EACH, 1) / per_ms(count, EACH, 1))
            for name, count, expected in (
                ("one process", 1, a.distinct_per_slot), ("10 nodes", 10, a.distinct_per_slot),
                ("10^6 nodes", nodes, a.distinct_per_slot),
                ("10^6 clocks of microseconds", nodes, microseconds),
                ("10^6 clocks of milliseconds", nodes, milliseconds))]
    for count in (1, 1000):
        for name in ("nothing", "1 microsecond", "1 millisecond", "1 minute"):
            each = "one UUID" if count == 1 else f"a batch of {count}"
            rows.append((f"10^6 nodes at once, {each} each, moments apart by {name}",
                         a.burst(nodes, count, SPREADS[name])
                         / a.burst_per_slot(nodes, count, SPREADS[name])))
    return table(["load", "`uuid7` : `uuid7_at`"], [(name, factor(x)) for name, x in rows])


def plain(x):
    return f"{x:.0f}" if x >= 10 else f"{x:.2g}"


def copied():
    spreads = ("100 ns", "1 microsecond", "10 microseconds", "1 millisecond")
    rows = [("`uuid7`, `uuid6`", 8, a.NS), ("`uuid7_at`", 10, a.MS),
            ("`uuid8_node`", 8, a.NODE8_SLOT)]
    return table(["moments of the two copies apart by", *spreads], [
        (name, *(plain(a.copies(size, SPREADS[spread], slot)) for spread in spreads))
        for name, size, slot in rows])


TABLES = {
    "even 3": lambda: even(10**3), "even 6": lambda: even(10**6), "even 9": lambda: even(10**9),
    "second": second,
    "given nodes": given_nodes, "rates": rates, "bursts": bursts, "ratios": ratios,
    "copies": copied,
}


def simulated(results):
    return table(["trial", "pairs expected", "found", "a repeat expected", "found"], [
        (result.trial.name, f"{result.trial.pairs:.3f}",
         f"{result.pairs:.3f} +- {result.error:.3f}", f"{result.trial.of_any():.3f}",
         f"{result.share:.3f} +- {result.share_error:.3f}") for result in results])


# ---- the page

def block(name):
    return re.compile(rf"(<!-- figures: {re.escape(name)} -->\n).*?(<!-- end -->)", re.S)


def shown(name):
    """What the page has between the marks."""
    found = block(name).search(PAGE.read_text(encoding="utf-8"))
    return found[0].split("\n")[1:-1] if found else None


def replace(name, lines):
    text, count = block(name).subn(lambda mark: mark[1] + "".join(f"{line}\n" for line in lines)
                                   + mark[2], PAGE.read_text(encoding="utf-8"))
    assert count == 1, name
    PAGE.write_text(text, encoding="utf-8")


def differences():
    """The tables, and the chart, that are not what the arithmetic gives."""
    yield from (name for name, lines in TABLES.items() if shown(name) != list(lines()))
    if CHART.read_text(encoding="utf-8") != chart():
        yield CHART.name


def write(results):
    for name, lines in TABLES.items():
        replace(name, lines())
    replace("simulation", simulated(results))
    CHART.write_text(chart(), encoding="utf-8")


# ---- the chart

WIDTH, HEIGHT, LEFT, TOP, GAP = 380, 300, 66, 74, 90
LOWEST, STEP = -24, 4  # decades of the chance, and between two lines of the grid
COLOURS = ["#2f9e44", "#1c7ed6", "#e8590c", "#ae3ec9", "#868e96"]
STYLE = """\
text{fill:#24292f}.title{font-size:16px;font-weight:bold}.end{text-anchor:end}\
.middle{text-anchor:middle}.grid{stroke:#d0d7de}.axis{stroke:#57606a}.back{fill:#ffffff}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}.axis{stroke:#8b949e}\
.back{fill:#0d1117}}"""


def panel(left, title, below, exponents, lines):
    """The SVG of one diagram: both axes are logarithms, and a line is (name, function, dashes)."""
    first, last = exponents

    def at(x, y):
        return left + WIDTH * (x - first) / (last - first), TOP + HEIGHT * y / LOWEST

    yield f'<text x="{left}" y="{TOP - 20}" class="title">{title}</text>'
    for y in range(0, LOWEST - 1, -STEP):
        _, place = at(first, y)
        yield f'<path d="M{left} {place:.1f}h{WIDTH}" class="{"grid" if y > LOWEST else "axis"}"/>'
        yield f'<text x="{left - 8}" y="{place + 4:.1f}" class="end">{f"1e{y}" if y else 1}</text>'
    for x in range(first, last + 1):
        place, _ = at(x, 0)
        yield f'<text x="{place:.1f}" y="{TOP + HEIGHT + 20}" class="middle">1e{x}</text>'
    yield f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 42}" class="middle">{below}</text>'
    for i, (name, chance, dashes) in enumerate(lines):
        places = []
        for step in range(20 * (last - first) + 1):
            x = first + step / 20
            y = math.log10(chance(10**x))
            if y >= LOWEST:
                places.append("{:.1f} {:.1f}".format(*at(x, y)))
        look = (f'fill="none" stroke="{COLOURS[i]}" stroke-width="2.5"'
                + (f' stroke-dasharray="{dashes}"' if dashes else ""))
        if places:
            yield f'<path d="M{"L".join(places)}" {look}/>'
        y = TOP + HEIGHT + 70 + 20 * i
        yield f'<path d="M{left} {y - 4}h36" {look}/><text x="{left + 44}" y="{y}">{name}</text>'


def chart():
    nodes = 10**6

    def year(expected):
        return lambda rate: a.chance(expected(nodes, rate / nodes, YEAR))

    def at_once(expected, spread):
        return lambda count: a.chance(expected(count, 1, spread))

    evenly = [("uuid4", year(all_random), ""),
              ("uuid8_node, numbered in turn", year(a.numbered_nodes), "8 4"),
              ("uuid7, or 74 random bits, or a counter of 42", year(a.distinct_per_slot), ""),
              ("uuid7 by a clock of microseconds", year(microseconds), "8 4"),
              ("uuid7 by a clock of milliseconds", year(milliseconds), "2 4")]
    moments = [("uuid4", at_once(BURSTS["`uuid4`"], 0), ""),
               ("74 random bits, or a counter of 42; within 1 ms", at_once(a.burst_per_slot, 0),
                "8 4"),
               ("uuid7, moments apart by 1 ms", at_once(a.burst, 1e-3), ""),
               ("uuid7, moments apart by 1 microsecond", at_once(a.burst, 1e-6), "8 4"),
               ("uuid7, at one nanosecond", at_once(a.burst, 0), "2 4")]
    second = LEFT + WIDTH + GAP
    width, height = second + WIDTH + 30, TOP + HEIGHT + 170
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<style>{STYLE}</style><rect width="100%" height="100%" class="back"/>',
        f'<text x="{LEFT}" y="26">The chance that any UUID of many nodes repeats</text>',
        *panel(LEFT, "Evenly, in a year", "UUIDs a second, of a million nodes", (3, 12), evenly),
        *panel(second, "All at once, one UUID each", "nodes", (3, 9), moments), "</svg>", ""])
