"""Draws what bench/sqlite_keys.c has measured: the time of insertion and the size of the file
against the number of rows, a line for each kind of key.

    sqlite_chart.py FILE.tsv >FILE.svg
"""

import csv
import sys

COLOURS = {"version 4": "#c2410c", "version 7": "#1d4ed8", "INTEGER": "#6b7280"}
HEADING = "One table, one key: INTEGER, or a BLOB of 16 bytes WITHOUT ROWID; WAL"
PANEL, GAP, LEFT, TOP, HEIGHT = 330, 130, 60, 84, 240
STEPS = 4  # lines of the grid above the first


def nice(top):
    """The least of 1, 2, 2.5, 4, 5 times a power of ten, four of which reach over the top."""
    size = 10 ** -6
    while True:
        for digit in (1, 2, 2.5, 4, 5):
            if digit * size * STEPS >= top:
                return digit * size
        size *= 10


def panel(left, title, lines, most):
    """The SVG of one chart: lines are [(name, [(rows, value)])]."""
    step = nice(max(value for _, points in lines for _, value in points))

    def at(rows, value):
        return left + PANEL * rows / most, TOP + HEIGHT * (1 - value / (step * STEPS))

    yield f'<text x="{left}" y="{TOP - 18}" class="title">{title}</text>'
    for i in range(STEPS + 1):
        _, y = at(0, i * step)
        yield f'<path d="M{left} {y:.1f}h{PANEL}" class="{"grid" if i else "axis"}"/>'
        yield f'<text x="{left - 8}" y="{y + 4:.1f}" class="end">{i * step:g}</text>'
    for i in range(0, 5):
        x, y = at(most * i / 4, 0)
        yield f'<text x="{x:.1f}" y="{y + 20:.1f}" class="middle">{most * i // 4:,}</text>'
    yield f'<text x="{left + PANEL / 2}" y="{TOP + HEIGHT + 42}" class="middle">rows</text>'
    labels = []
    for name, points in sorted(lines, key=lambda line: line[1][-1][1]):
        places = [at(0, 0)] + [at(rows, value) for rows, value in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        yield f'<path d="M{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="2.5"/>'
        x, y = places[-1]
        y = min([y + 4] + [above - 16 for above in labels[-1:]])  # labels do not overlap
        labels.append(y)
        yield f'<text x="{x + 8:.1f}" y="{y:.1f}" fill="{COLOURS[name]}">{name}</text>'


def main(file):
    with open(file, encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    most = max(int(row["rows"]) for row in rows)

    def lines(column, unit):
        return [(key, [(int(row["rows"]), float(row[column]) / unit)
                       for row in rows if row["key"] == key]) for key in COLOURS]

    width, height = LEFT + 2 * PANEL + 2 * GAP - 30, TOP + HEIGHT + 60
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
          f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">')
    print("<style>.title{font-size:16px;font-weight:bold}.end{text-anchor:end}"
          ".middle{text-anchor:middle}.grid{stroke:#e5e7eb}.axis{stroke:#374151}</style>")
    print('<rect width="100%" height="100%" fill="white"/>')
    print(f'<g fill="#374151"><text x="{LEFT}" y="24">{HEADING}</text>')
    for line in panel(LEFT, "Seconds of CPU to insert", lines("cpu_s", 1), most):
        print(line)
    for line in panel(LEFT + PANEL + GAP, "Size of the file, MiB", lines("bytes", 1 << 20), most):
        print(line)
    print("</g></svg>")


main(sys.argv[1])
