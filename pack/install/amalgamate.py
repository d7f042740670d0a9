#!/usr/bin/env python3
"""Writes C sources as one file: each #include of a file of this tree becomes that file, once.

    amalgamate.py RELEASE [--keep NAME]... [--unless MACRO] SOURCE...

RELEASE stands at its head. A file named by --keep stays an #include. Compiled with the macro of
--unless, the result lacks the first source. A file that is first included under a condition (#if) is
repeated where it is included outside of that condition; include guards make that harmless.
"""

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEARCHED = [ROOT / "core/include"]  # beside the folder of the file that includes


class Amalgamation:
    def __init__(self, kept):
        self.kept = kept
        self.lines = []
        self.inlined = [set()]  # by the condition in which it happened, the outermost first

    def resolve(self, name, folder):
        candidates = (directory / name for directory in [folder, *SEARCHED])
        return next((path.resolve() for path in candidates if path.exists()), None)

    def add(self, path):
        if any(path in inlined for inlined in self.inlined):
            return
        self.inlined[-1].add(path)
        self.lines.append(f"\n/* ======== {path.relative_to(ROOT)} ======== */\n")
        text = path.read_text(encoding="utf-8")
        guard = re.search(r"^#ifndef (\w+)\n#define \1$", text, re.M)
        for line in text.splitlines():
            include = re.match(r'#\s*include "([^"]+)"', line)
            found = include and self.resolve(include[1], path.parent)
            if found and found.name in self.kept:
                self.lines.append(f'#include "{found.name}"')
            elif found:
                self.add(found)
            else:
                self.condition(line, guard)
                self.lines.append(line)

    def add_unless(self, macro, path):
        self.lines.append(f"\n#ifndef {macro}")
        self.inlined.append(set())
        self.add(path)
        self.inlined.pop()
        self.lines.append(f"\n#endif /* {macro} */")

    def condition(self, line, guard):
        directive = re.match(r"#\s*(if|el|endif)", line)
        if not directive:
            return
        if directive[1] == "endif":
            self.inlined.pop()
        elif directive[1] == "el":
            self.inlined[-1] = set()
        else:  # an include guard is no condition: what it holds is there from now on
            self.inlined.append(self.inlined[-1] if guard and line == f"#ifndef {guard[1]}"
                                else set())


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("release", metavar="RELEASE")
    parser.add_argument("--keep", action="append", default=[], metavar="NAME")
    parser.add_argument("--unless", metavar="MACRO")
    parser.add_argument("sources", nargs="+", metavar="SOURCE", type=Path)
    arguments = parser.parse_args()
    amalgamation = Amalgamation(arguments.keep)
    paths = [source.resolve() for source in arguments.sources]
    if arguments.unless:
        amalgamation.add_unless(arguments.unless, paths.pop(0))
    for path in paths:
        amalgamation.add(path)
    license_text = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
    sources = " and ".join(map(str, arguments.sources))
    head = [f"uuid9562 {arguments.release}", f"In one file, generated from {sources}.", "",
            *license_text]
    print("/*", *(f" * {line}".rstrip() for line in head), " */", *amalgamation.lines, sep="\n")


if __name__ == "__main__":
    main()
