"""Draws what bench/sqlite_keys.c has measured, and prints its table in Markdown.

    sqlite_chart.py FILE.tsv FOLDER

FOLDER gets sqlite_keys.svg, how the cost of a row grows with the table, and
sqlite_keys_layouts.svg, all layouts at one number of rows.
"""

import csv
import sys
from math import ceil, floor, log10
from pathlib import Path
from types import SimpleNamespace

CACHE, LOW_CACHE = 16000, 2000
PAYLOAD, ROW_PAYLOAD = 8, 100
KEYS = {"INTEGER": "INTEGER", "7": "version 7", "7 of 8": "7 by 8 hosts", "4": "version 4"}
TABLES = {"rowid": "", "without": "WITHOUT ROWID", "index": "rowid and index"}
STYLE = """<style>
.ground{fill:#fff} text{fill:#374151} .grid{stroke:#e5e7eb} .light{opacity:.45}
.title{font-size:1.15em;font-weight:bold} .end{text-anchor:end} .middle{text-anchor:middle}
.line{stroke-width:2.5;fill:none} .gap{stroke:#6b7280;stroke-dasharray:3 3}
rect.integer{fill:#6b7280} rect.v7{fill:#2563eb} rect.v4{fill:#c2410c}
.line.integer{stroke:#6b7280} .line.v7{stroke:#2563eb} .line.v4{stroke:#c2410c}
@media (prefers-color-scheme:dark){
.ground{fill:#0d1117} text{fill:#c9d1d9} .grid{stroke:#30363d}
rect.v7{fill:#58a6ff} rect.v4{fill:#f0883e} .line.v7{stroke:#58a6ff} .line.v4{stroke:#f0883e}}
</style>
<rect width="100%" height="100%" class="ground"/>"""


def read(file):
    """The lines, with their numbers as attributes; what a run has at its end, others lack."""
    with open(file, encoding="utf-8", newline="") as table:
        for line in csv.DictReader(table, delimiter="\t"):
            key, kind, tree = names = [line.pop(name) for name in ("key", "type", "table")]
            if key == "key":  # the heading of another size
                continue
            run = SimpleNamespace(**{name: float(value) for name, value in line.items() if value})
            run.key, run.layout, run.case = key, tuple(names), (run.payload, run.cache_kib)
            words = KEYS[key], kind.replace("INTEGER", ""), TABLES[tree]
            run.name = ", ".join(filter(None, words))
            run.colour = {"I": "integer", "7": "v7", "4": "v4"}[key[0]]
            run.written = (run.wal_pages + run.db_pages) / run.rows  # pages for a row
            run.ended = hasattr(run, "fill")
            yield run


def text(x, y, words, kind=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{words}</text>'


def short(number):
    return f"{number:,.0f}" if number >= 100 or number < 0.001 else f"{number:.3g}"


def write(file, width, height, size, elements):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" font-family="sans-serif" font-size="{size}">')
    Path(file).write_text("\n".join([head, STYLE, *elements, "</svg>\n"]), encoding="utf-8")


def curves(left, title, runs, value):
    """A chart of one value against the rows, both logarithmic, and how many times as much version 4
    takes as version 7, where both were last measured."""
    if not runs:
        return
    values = [log10(value(run)) for run in runs]
    low, high = floor(min(values)), ceil(max(values))
    first, last = (log10(pick(run.rows for run in runs)) for pick in (min, max))

    def at(rows, y):
        return left + 290 * (rows - first) / (last - first), 290 - 230 * (y - low) / (high - low)

    yield text(left, 40, title, "title")
    for power in range(low, high + 1):
        _, y = at(first, power)
        yield f'<path d="M{left} {y:.1f}h290" class="grid"/>'
        yield text(left - 8, y + 4, f"{10 ** power:g}", "end")
    for power in range(ceil(first), int(last) + 1):
        yield text(at(power, low)[0], 310, f"{10 ** power:,}", "middle")
    yield text(left + 145, 332, "rows", "middle")
    for layout in dict.fromkeys(run.layout for run in runs):
        line = sorted((run for run in runs if run.layout == layout), key=lambda run: run.rows)
        points = [at(log10(run.rows), log10(value(run))) for run in line]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path d="M{path}" class="line {line[0].colour}"/>'
        yield text(points[-1][0] + 8, points[-1][1] + 4, KEYS[line[0].key])
    ordered, random = ({run.rows: value(run) for run in runs if run.key == key} for key in "74")
    rows = max(ordered.keys() & random.keys(), default=0)
    if rows:
        (x, bottom), (_, top) = (at(log10(rows), log10(line[rows])) for line in (ordered, random))
        yield f'<path d="M{x:.1f} {top + 4:.1f}V{bottom - 4:.1f}" class="gap"/>'
        yield text(x + 8, (top + bottom) / 2, f"{random[rows] / ordered[rows]:.0f} times", "title")


def growth(runs):
    shown = [run for run in runs if run.case == (PAYLOAD, CACHE)
             and run.layout[2] in ("rowid", "without") and run.layout[1] != "TEXT"
             and run.key != "7 of 8"]
    yield text(60, 20, "A key and 8 bytes, BLOB WITHOUT ROWID or INTEGER, cache 16 MB;"
               " each line is 10 times the one below")
    yield from curves(60, "KiB written to insert a row", shown, lambda run: run.written * 4)
    yield from curves(500, "Microseconds of CPU to insert a row", shown,
                      lambda run: run.cpu_s / run.rows * 1e6)


def layouts(runs):
    """For each layout two bars in each of three charts, at the least number of rows."""
    ended = [run for run in runs if run.ended and run.case[0] == ROW_PAYLOAD]
    rows = min((run.rows for run in ended), default=0)
    cases = {(run.layout, run.case[1]): run for run in ended if run.rows == rows}
    pairs = [{cache: cases[layout, cache] for cache in (CACHE, LOW_CACHE)}
             for layout, cache in cases if cache == CACHE and (layout, LOW_CACHE) in cases]
    charts = (
        ("Pages written for a row", "cache of 16 MB; faint: 2 MB",
         lambda pair: (pair[CACHE].written, pair[LOW_CACHE].written)),
        ("Bytes of the file for a row", "faint: after VACUUM",
         lambda pair: [pages * 4096 / rows
                       for pages in (pair[CACHE].file_pages, pair[CACHE].vacuumed_pages)]),
        ("Pages to read 10,000 rows", "as inserted; faint: at random",
         lambda pair: (pair[CACHE].scan_pages, pair[CACHE].find_pages)))
    yield text(10, 24, f"{rows:,.0f} rows of a key and {ROW_PAYLOAD} bytes")
    for i, pair in enumerate(pairs):
        yield text(10, 98 + 34 * i, pair[CACHE].name)
    for left, (title, light, values) in zip((270, 510, 750), charts):
        most = max((max(values(pair)) for pair in pairs), default=0)
        yield text(left, 48, title, "title") + text(left, 66, light)
        for i, pair in enumerate(pairs):
            for j, value in enumerate(values(pair)):
                y, width = 80 + 34 * i + 13 * j, max(1, 160 * value / most)
                yield (f'<rect x="{left}" y="{y}" width="{width:.1f}" height="12"'
                       f' class="{pair[CACHE].colour}{" light" * j}"/>')
                yield text(left + width + 5, y + 11, short(value))


COLUMNS = {
    "rows": lambda run: f"{run.rows:,.0f}",
    "key": lambda run: run.name,
    "pages written": lambda run: short(run.written),
    "pages read": lambda run: short(run.read_pages / run.rows),
    "CPU, µs": lambda run: short(run.cpu_s / run.rows * 1e6),
    "splits": lambda run: short((run.leaves - 1) / run.rows * 1000),
    "fill": lambda run: f"{run.fill:.0%}",
    "bytes": lambda run: short(run.file_pages * 4096 / run.rows),
    "as inserted: pages": lambda run: short(run.scan_pages),
    "ms": lambda run: f"{short(run.scan_cold_ms)}, {short(run.scan_warm_ms)}",
    "at random: pages": lambda run: short(run.find_pages),
    "ms ": lambda run: f"{short(run.find_cold_ms)}, {short(run.find_warm_ms)}",
    "VACUUM: bytes": lambda run: short(run.vacuumed_pages * 4096 / run.rows),
    "s": lambda run: short(run.vacuum_s),
}


def main(file, folder):
    runs = list(read(file))
    write(f"{folder}/sqlite_keys.svg", 930, 345, 15, growth(runs))
    write(f"{folder}/sqlite_keys_layouts.svg", 990, 425, 13, layouts(runs))
    print("|", " | ".join(COLUMNS), "|\n" + "|---" * len(COLUMNS) + "|")
    for run in runs:
        if run.ended and run.case == (PAYLOAD, CACHE):
            print("|", " | ".join(value(run) for value in COLUMNS.values()), "|")


main(*sys.argv[1:])
