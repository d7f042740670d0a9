"""Writes the parts of the manuals that come from the sources.

    python3 pack/manuals.py [--check]

takes them from the library and the Python package that are built. A part is between two comments,
`<!-- make manuals: NAME -->` and `<!-- end -->`, and a function makes its text of the present one,
from which it keeps what a person wrote. Where a person must write something, it puts a "?". With
--check nothing is written: a part that differs, or has a "?", is an error.
"""

import ctypes
import inspect
import re
import sys

from release import BUILD, HEADERS, ROOT

sys.path.insert(0, str(BUILD / "python"))
import uuid9562


def statuses(old):
    """A row for each error: its last cell is written by hand."""
    advice = dict(re.findall(r"^\| (\d+) \|.*\| (.*?) *\|$", old, re.M))
    strerror = ctypes.CDLL(BUILD / "lib/libuuid9562.so").uuid9562_strerror
    strerror.restype = ctypes.c_char_p
    errors = re.findall(r"(UUID9562_ERR_\w+) = (\d+)", "".join(map(read, HEADERS)))
    return "\n".join(["", "", "| number | in C | message | what it means, what to do |",
                      "|---|---|---|---|",
                      *(f"| {number} | `{name}` | `{strerror(int(number)).decode()}` | "
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


PARTS = (
    ("docs/errors.md", "statuses", statuses),
    ("docs/python.md", "names", names),
)


def read(path):
    return path.read_text(encoding="utf-8")


def main(check):
    problems = []
    for page, name, make in PARTS:
        text = read(ROOT / page)
        before, old, after = re.fullmatch(
            rf"(.*<!-- make manuals: {name} -->)(.*?)(<!-- end -->.*)", text, re.S).groups()
        new = make(old)
        if "| ? |" in new:
            problems.append(f"{page}: {name}: write something in place of ?")
        if check and new != old:
            problems.append(f"{page}: {name}: differs; call make manuals")
        elif new != old:
            (ROOT / page).write_text(before + new + after, encoding="utf-8")
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
