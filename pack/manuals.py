"""Writes the parts of the manuals that come from the sources.

    python3 pack/manuals.py [--check]

takes them from the library and the Python package that are built, from docs/internals/benchmarks.md,
and, if SIZES names a file, from the output of bench/sizes.sh. A part is between two comments,
`<!-- make manuals: NAME -->` and `<!-- end -->`, and a function makes its text of the present one,
from which it keeps what a person wrote; README.md as a whole is such a part. Where a person must
write something, it puts a "?". With --check nothing is written: a part that differs, or has a "?",
is an error.
"""

import ctypes
import inspect
import os
import re
import sys
from pathlib import Path

from release import BUILD, HEADERS, ROOT

sys.path.insert(0, str(BUILD / "python"))
import uuid9562


def statuses(old):
    """A row for each error: its last cell is written by hand."""
    advice = dict(re.findall(r"^\| (\d+) .*\| (.*?) *\|$", old, re.M))
    strerror = ctypes.CDLL(BUILD / "lib/libuuid9562.so").uuid9562_strerror
    strerror.restype = ctypes.c_char_p
    errors = re.findall(r"UUID9562_ERR_(\w+) = (\d+)", "".join(map(read, HEADERS)))
    return "\n".join(["", "", "| `UUID9562_ERR_...` | message | what it means, what to do |",
                      "|---|---|---|",
                      *(f"| {number} `{name}` | `{strerror(int(number)).decode()}` | "
                        f"{advice.get(number) or '?'} |" for name, number in errors), "", ""])


def names(old):
    """A row for each public name of the Python module, with its twins; new ones come last. The order
    and the rows of other text, which group them, are written by hand."""
    rows, standard = {}, []
    for name in uuid9562.__all__:
        value = getattr(uuid9562, name)
        base = re.sub("_(bytes|str)$", "", name)
        if getattr(value, "__module__", "uuid") == "uuid":
            standard.append(name)
        elif base != name and base in rows:
            rows[base][0] += f", `{name}`"
        else:
            rows[name] = [f"`{name}{signature(value)}`", inspect.getdoc(value).splitlines()[0]]
    standard.sort(key=lambda name: not callable(getattr(uuid9562, name)))  # classes first
    rows[standard[0]] = [", ".join(f"`{name}`" for name in standard),
                         "Those of the standard module, on every Python."]
    lines = []
    for line in old.strip("\n").splitlines():
        name = re.match(r"\| `(\w+)", line)
        if not name:
            lines.append(line)
        elif name[1] in rows:
            lines.append("| {} | {} |".format(*rows.pop(name[1])))
    new = ["| ? | |", *map("| {} | {} |".format, *zip(*rows.values()))] if rows else []
    return "\n".join(["", "", *lines, *new, "", ""])


def signature(value):
    """Empty for a class that programs do not call."""
    try:
        return inspect.signature(value)
    except ValueError:
        return ""


def sizes(old):
    """The bytes that were printed, row by row; what no core has is empty."""
    if "SIZES" not in os.environ:
        return old
    printed = re.findall(r"^\| (.+?) \| (.+) \|$", Path(os.environ["SIZES"]).read_text("utf-8"), re.M)
    lines = old.splitlines()
    rows = [number for number, line in enumerate(lines) if re.search(r"\d,\d{3} \|", line)]
    for number, (name, sizes) in zip(rows, printed[1:], strict=True):
        cells = sizes.split(" | ")
        if "-" in cells:
            sys.exit(f"make sizes: {name}: a compiler or Lua's header is missing")
        if name in ("AUDIT", "ENTRYUUID"):
            cells = ["", "", cells[2], ""]
        words = re.match(r"\|[^|]*\|[^|]*\|", lines[number])[0]
        lines[number] = words + "".join(f" {int(cell):,} |" if cell else " |" for cell in cells)
    return "\n".join([*lines, ""])


def figures(readme):
    """The size and the nanoseconds in README.md: those of the tables that `make sizes` and `./dev
    bench` have written."""
    measured = read(ROOT / "docs/embedding.md") + read(ROOT / "docs/internals/benchmarks.md")

    def round_(pattern, unit=1):
        return f"{float(re.search(pattern, measured)[1].replace(',', '')) / unit:.0f}"

    def in_c(version):
        return round_(rf"\| uuid9562, uuid{version} \| C \| ([\d.]+)")

    def row(version):
        python = rf"\| uuid{version}\(\) \| {{}} \| (?:uuid {{}}, )?uuid_utils {{}}".format
        any_, this = r"[\d.]+", r"([\d.]+)"
        sql = round_(rf"\| uuid{version}\(\) \| ([\d.]+) \| constant")
        return " | ".join([
            f"| version {version}, ns per call",
            f"C {in_c(version)}, SQL {sql}, Python {round_(python(this, any_, any_))}",
            round_(r"\| libuuid, uuid4 \| C \| ([\d.]+)") if version == 4 else "-",
            round_(rf"sqlean uuid{version}\(\) ([\d.]+)"),
            round_(python(any_, this, any_)) if version == 4 else "-",
            round_(python(any_, any_, this)),
            round_(rf"\| uuid \(fast-rng\), uuid{version} \| Rust \| ([\d.]+)")
            + " with `fast-rng` |"])

    for old, new in (
            (r"(?<=\*\*Small\.\*\* )\d+ KB",
             round_(r"\| nothing \| ([\d,]+)", 1000) + " KB"),
            (r"(?<=\*\*Fast\.\*\* )\d+ ns for version 4, \d+ for 7",
             f"{in_c(4)} ns for version 4, {in_c(7)} for 7"),
            (r"(?m)^\| version 4, ns .*", row(4)), (r"(?m)^\| version 7, ns .*", row(7))):
        readme, count = re.subn(old, lambda _, new=new: new, readme)
        assert count == 1, old
    return readme


PARTS = (
    ("docs/errors.md", "statuses", statuses),
    ("docs/python.md", "names", names),
    ("docs/embedding.md", "sizes", sizes),
    ("README.md", None, figures),
)


def read(path):
    return path.read_text(encoding="utf-8")


def main(check):
    problems = []
    for page, name, make in PARTS:
        text = read(ROOT / page)
        before, old, after = ("", text, "") if name is None else re.fullmatch(
            rf"(.*<!-- make manuals: {name} -->)(.*?)(<!-- end -->.*)", text, re.S).groups()
        new = make(old)
        if "| ? |" in new:
            problems.append(f"{page}: {name}: write something in place of ?")
        if check and new != old:
            problems.append(f"{page}: {name or 'figures'}: differs; call make manuals")
        elif new != old:
            (ROOT / page).write_text(before + new + after, encoding="utf-8")
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
