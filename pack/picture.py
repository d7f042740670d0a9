"""Writes docs/anatomy.svg: what `uuid9562 inspect` draws on a terminal, in its colours.

    python3 pack/picture.py
"""

import os
import re
import subprocess
from collections import defaultdict

from release import BUILD, ROOT

PICTURE = ROOT / "docs/anatomy.svg"
UUID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"  # the example of RFC 9562
WIDTH, HEIGHT, EDGE = 8, 18, 12  # of a character, and around all
# By the terminal's colour, those of the playground on light and dark ground; 0 is text.
STYLE = (ROOT / "examples/playground/page/style.css").read_text(encoding="utf-8")
COLOURS = {"0": ("#374151", "#c9d1d9")} | {
    code: tuple(re.findall(rf"--{name}: (#\w+)", STYLE)[:2])
    for code, name in (("33", "free"), ("35", "label"), ("36", "time"))}
STROKES = {"─": "m-4 0h8", "│": "m0-9v18", "└": "m0-9v9h4", "┘": "m0-9v9h-4",
           "├": "m0-9v18m0-9h4", "┤": "m0-9v18m0-9h-4", "┬": "m-4 0h8m-4 0v9"}


def svg(terminal):
    """A picture of a terminal's content."""
    lines, texts, columns = defaultdict(str), [], 0
    for row, line in enumerate(terminal.splitlines()):
        column, colour, y = 0, "0", EDGE + HEIGHT * row + HEIGHT // 2
        for code, words in re.findall("\033\\[(\\d+)m|( +|[─│└┘├┤┬]|[^ ─│└┘├┤┬\033]+)", line):
            x = EDGE + WIDTH * column
            if words in STROKES:
                lines[colour] += f"M{x + WIDTH // 2} {y}{STROKES[words]}"
            elif words.strip():
                texts.append(f'<text x="{x}" y="{y + 5}" textLength="{WIDTH * len(words)}"'
                             f' class="c{colour}">{words}</text>')
            column, colour = column + len(words), code or colour
        columns = max(columns, column)
    width, height = EDGE * 2 + WIDTH * columns, y + HEIGHT // 2 + EDGE
    light, dark = (
        "".join(f"text.c{code}{{fill:{both[i]}}} path.c{code}{{stroke:{both[i]}}}\n"
                for code, both in COLOURS.items()) for i in (0, 1))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="monospace" font-size="13">', f"""<style>
.ground{{fill:#fff}} path{{stroke-width:1.5;fill:none}}
{light}@media (prefers-color-scheme:dark){{.ground{{fill:#0d1117}}
{dark}}}
</style>
<rect width="100%" height="100%" class="ground"/>""",
        *(f'<path d="{path}" class="c{colour}"/>' for colour, path in lines.items()),
        *texts, "</svg>\n"])


def main():
    drawn = subprocess.run(["script", "-qec", f"{BUILD}/cli/uuid9562 inspect {UUID}", "/dev/null"],
                           env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"}, check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8")
    lines = drawn.stdout.replace("\r", "").split("\n\n")[0]
    PICTURE.write_text(svg(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
