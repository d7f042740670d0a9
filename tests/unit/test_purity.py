"""The paragraph Purity of uuid9562.h against the object code: a pure function reaches no variable and
no function of the system, and every other function reaches one."""

import re

from harness import CC, HEADERS, ROOT, run

PURE_CALLS = {"memcmp", "memcpy", "memmove", "memset", "strlen", "__stack_chk_fail"}
# The variants that suit the processor, chosen at a first call; all give the same result.
CHOICES = {"hex_chosen", "digest_chosen"}
# A table of functions that this one only counts.
NOT_CALLED = {".text.check_batch": {".rodata.batch_by_version"}}


def arrows(path):
    """What each section of an object file names: sections, and symbols of none."""
    of = {}
    for line in run("readelf", "-rW", path).stdout.splitlines():
        cells = line.split()
        if line.startswith("Relocation section"):
            section = of.setdefault(re.sub(r"^'\.rela?|'$", "", cells[2]), set())
        elif len(cells) > 4 and re.fullmatch("[0-9a-f]+", cells[0]):
            section.add(cells[4].partition("@")[0])
    return of


def reached(of, begin):
    seen, left = set(), [begin]
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += {f".text.{target}" if f".text.{target}" in of else target
                     for target in of.get(name, set()) - NOT_CALLED.get(name, set())}
    return seen


def impure(of, function):
    """What it reaches that can change, or that asks the system."""
    found = set()
    for name in reached(of, f".text.{function}"):
        variable = re.match(r"\.t?(?:bss|data)\b(?!\.rel\.ro)\.?(.*)", name)
        if variable:
            found |= {variable[1]} - CHOICES
        elif name == "uuid9562_clock_state_v1" or not name.startswith((".", "uuid9562_")):
            found |= {name} - PURE_CALLS
    return found


def declared():
    """The public functions, and of these the pure ones."""
    rules = dict(re.findall(r"^ \* +(uuid9562\w*\.h) +((?:all|uuid).*)$",
                            HEADERS[0].parent.joinpath("uuid9562.h").read_text(), re.M))
    functions, pure = set(), set()
    for path in HEADERS:
        text, rule = path.read_text(), rules.get(path.name, "none")
        names = set(re.findall(r"^UUID9562_API [^;(]*?\b(uuid9562_\w+)\(", text, re.M))
        generate = set(re.findall(r"\b(uuid9562_\w+)\(", text.partition("---- Generate")[2]))
        named = set(re.findall(r"uuid9562_\w+", rule))
        functions |= names
        pure |= names - generate - named if rule.startswith("all") else named
    return functions, pure


def test_purity(tmp_path):
    # Not optimised, so that each function is there; with digests of its own.
    run(*CC, "-std=c11", "-w", "-I", ROOT / "core/include", "-O0", "-fno-jump-tables",
        "-ffunction-sections", "-fdata-sections", "-fno-pic", "-DUUID9562_OMIT_OPENSSL", "-c",
        ROOT / "core/uuid9562.c", "-o", tmp_path / "core.o")
    of = arrows(tmp_path / "core.o")
    functions, pure = declared()
    found = {name: impure(of, name) for name in functions}
    assert {name: why for name, why in found.items() if why and name in pure} == {}
    assert {name for name, why in found.items() if not why} == pure
