"""Measures which statements, branches and conditions (MC/DC) of the C code the tests run, in the
build that ships: the Makefile's flags, with clang's counters. `./dev coverage` runs this file.

It builds everything in build/coverage, runs the suites there, merges what all processes counted,
prints a line for each part, and writes build/coverage/html. In one part or another each file of the
core is compiled many times, also over fake system calls (tests/unit/inside): a line that one of them
covers is covered.

known.tsv lists what is uncovered in the core, for a reason: the file, the function, the line
without its comment, what is missing in it, the reason. A gap without a row is a failure, and so is
a row without its gap, unless its reason is a race, which a run may win or lose. `coverage.py
--list` prints the gaps of all parts, from the last run.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from harness import MAKE, PYTHON, ROOT, run, table

LLVM = "19"  # of Debian 12 and 13: MC/DC is in clang 18 and later
WORK = ROOT / "build/coverage"
PROFILES = WORK / "profiles"
PROFILE = WORK / "all.profdata"
CC = [f"clang-{LLVM}", f"-fprofile-instr-generate={PROFILES}/%m.profraw",
      "-fprofile-update=atomic", "-fcoverage-mapping", "-fcoverage-mcdc", "-w"]
# A program of tests/unit/inside is one file that includes the core: with the name of the core's file
# its functions are the same as those of the core, and their counts are added up.
INSIDE = ["-O1", "-Xclang", "-main-file-name", "-Xclang", "uuid9562.c"]
TESTED = ["tests/unit", "tests/hosts", "tests/together/torture",
          *sorted(str(path) for path in Path("tests/together").glob("test_*.py"))]
# What looks at what compilers make of the code, and what takes single instructions for steps.
NOT_HERE = ["test_architecture", "test_purity", "test_exports", "exported", "test_omit", "in_threads",
            "test_exceptions", "state_steps", "test_all_calls_are_known"]
# The counters need memory when the host loads the library, which it lacks there.
NOT_HERE_EITHER = [f"--deselect=tests/together/torture/test_torture.py::test_host[{host}]"
                   for host in ("Lua", "SQL")]
PARTS = {"core": "core/", "sqlite": "sqlite/", "lua": "bindings/lua/", "python": "bindings/python/",
         "cli": "cli/", "origins": "origins/"}
HERE = Path(__file__).parent
KNOWN = HERE / "known.tsv"
CODE, EXPANSION = 0, 1  # kinds of region


def llvm(tool, *words):
    return run(f"llvm-{tool}-{LLVM}", *words, cwd=ROOT).stdout


def measure():
    """Builds, and runs the tests. All processes of a program add their counts to one profile."""
    shutil.rmtree(PROFILES, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    run(*CC, "-fPIC", "-c", HERE / "exit.c", "-o", WORK / "exit.o")
    env = {**os.environ, "B": str(WORK.relative_to(ROOT)), "CC": shlex.join(CC),
           "LDLIBS": f"{WORK}/exit.o -Wl,--wrap=_exit", "TEST_CFLAGS": shlex.join(INSIDE)}
    subprocess.run([*MAKE, "-s", "-j2", f"B={env['B']}", "all", "test-programs"], cwd=ROOT,
                   env=env, check=True)
    subprocess.run([PYTHON, "-B", "-m", "pytest", "-n", "auto", "--dist", "loadfile",
                    "-k", f"not ({' or '.join(NOT_HERE)})", "-m", "not slow", *NOT_HERE_EITHER,
                    *TESTED],
                   cwd=ROOT, env=env, check=True)
    llvm("profdata", "merge", "-sparse", *PROFILES.iterdir(), "-o", PROFILE)


def binaries():
    """What has counters in it."""
    for path in sorted(WORK.rglob("*")):
        if path.is_file() and not path.is_symlink() and os.access(path, os.X_OK):
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF" and b"__llvm_covmap" in path.read_bytes():
                    yield path


def is_of_tests(path):
    return (WORK / "tests") in path.parents


class Function:
    """What one compiled copy of a function has: the places of its regions, branches, decisions. A
    place is (line, column, end line, end column), behind the places of the macros it comes from."""

    def __init__(self, entry):
        self.entry = entry
        self.file, self.name = entry["filenames"][0], entry["name"].rpartition(":")[2]
        self.macros = {expanded: (file, tuple(place))
                       for *place, _count, file, expanded, kind in entry["regions"]
                       if kind == EXPANSION}

    def site(self, file):
        """The places of the macros, outermost first, that a file of the function's comes from."""
        if file not in self.macros:
            return ()
        outer, place = self.macros[file]
        return (*self.site(outer), place)

    def regions(self):
        for *place, count, file, _expanded, kind in self.entry["regions"]:
            if kind == CODE:
                yield (*self.site(file), tuple(place)), count

    def branches(self):
        """Without those that the compiler decides."""
        for *place, true, false, file, _expanded, _kind in self.entry["branches"]:
            yield (*self.site(file), tuple(place)), self.entry["filenames"][file], true, false

    def decisions(self):
        for *place, _expanded, _kind, pairs in self.entry["mcdc_records"]:
            yield (tuple(place),), pairs


def collect():
    """{(file, function): {(kind, place, part of it): whether it is covered}}, and the text of the
    parts that have one."""
    covered, texts = defaultdict(dict), {}
    for path in sorted(binaries(), key=is_of_tests):
        exported = json.loads(llvm("cov", "export", path, "-instr-profile", PROFILE,
                                   *PARTS.values()))
        for function in map(Function, exported["data"][0]["functions"]):
            items = covered[function.file, function.name]

            def add(kind, place, part, is_covered):
                key = kind, place, part
                if key in items or not is_of_tests(path):
                    items[key] = items.get(key, False) or is_covered

            for place, count in function.regions():
                add("statements", place, "", count > 0)
            for place, file, true, false in function.branches():
                texts[function.file, place] = text_of(file, place[-1])
                add("branches", place, "true", true > 0)
                add("branches", place, "false", false > 0)
            for place, pairs in function.decisions():
                for number, is_covered in enumerate(pairs, 1):
                    add("conditions", place, f"{number} of {len(pairs)}", is_covered)
    return covered, texts


def text_of(file, place):
    line, column, end_line, end_column = place
    lines = (ROOT / file).read_text("utf-8").splitlines()[line - 1:end_line]
    lines[-1] = lines[-1][:end_column - 1]
    lines[0] = lines[0][column - 1:]
    return " ".join(" ".join(lines).split()) or "it"  # a macro of the system


def gaps(covered, texts):
    """{(file, function, line without comments): what is missing, in words}. A statement that is
    never run is no row if a branch leads to it, or its function is not called at all."""
    found = defaultdict(list)
    for (file, function), items in sorted(covered.items()):
        lines = (ROOT / file).read_text("utf-8").splitlines()
        missing = sorted(key[::-1] for key, is_covered in items.items() if not is_covered)
        has_branches = any(kind == "branches" for *_, kind in missing)
        called = any(items.values())
        for part, place, kind in sorted(missing, key=lambda item: item[1]):
            line = re.sub(r"/\*.*?(\*/|$)", "", lines[place[0][0] - 1])
            key = file, function, " ".join(line.split())
            if not called:
                found[file, function, "-"] = ["never called"]
            elif kind == "branches":
                found[key].append(f"{texts[file, place]} is never {part}")
            elif kind == "conditions":
                found[key].append(f"no pair for condition {part}")
            elif not has_branches:
                found[key].append("never run")
    return {key: list(dict.fromkeys(parts)) for key, parts in found.items()}


def main():
    if sys.argv[1:] != ["--list"]:
        measure()
    covered, texts = collect()
    missing = gaps(covered, texts)
    if sys.argv[1:] == ["--list"]:
        print("\n".join("\t".join((*key, "; ".join(parts))) for key, parts in missing.items()))
        return 0
    shipped = [path for path in binaries() if not is_of_tests(path)]
    llvm("cov", "show", "-format=html", "-show-branches=count", "-show-mcdc", "-instr-profile",
         PROFILE, "-output-dir", WORK / "html", shipped[0],
         *(f"-object={path}" for path in shipped[1:]), *PARTS.values())
    for part, folder in PARTS.items():
        figures = []
        for kind in ("statements", "branches", "conditions"):
            of_kind = [is_covered for (file, _), items in covered.items() if
                       file.startswith(folder) for key, is_covered in items.items()
                       if key[0] == kind]
            figures.append(f"{sum(of_kind):6} of {len(of_kind)} {kind}"
                           f" ({100 * sum(of_kind) / len(of_kind):.1f} %)")
        print(f"{part:7}", ",".join(figures))
    gaps_of_core = {(*key, part) for key, parts in missing.items() for part in parts
                    if key[0].startswith(PARTS["core"])}
    rows = {(*cells[:3], part): cells[4] for _, cells in table(KNOWN)
            for part in cells[3].split("; ")}
    wrong = [("uncovered", *gap) for gap in sorted(gaps_of_core - rows.keys())]
    wrong += [("stale row", *row) for row in sorted(rows.keys() - gaps_of_core)
              if not rows[row].startswith("a race")]
    for cells in wrong:
        print("\t".join(cells))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
