"""Changes one place of core/src at a time and runs the tests, which must fail: `make mutants`.

    mutants.py [N] [SEED]    all mutants, or N of them, which SEED picks
    --in PATTERN             those of some files: 'text/*'
    --since WHEN             those of files that commits changed since then: 8.days
    --again                  those that survived the last time
    --skip N                 not the first N of them: where a run was stopped

A mutant has another comparison, operator, shift, sign, constant, or letter in a text; a condition
negated; or a call or an assignment left out. It is compiled from a copy in build/mutants. The test
programs run in one process each, the quickest first, until one fails or takes much longer than it
does without a change. One that survives the quickest is compiled again with optimization: where
that gives the same code, it is the same program. One that survives all is run with the sanitizers.
"""

import argparse
import fnmatch
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from harness import BUILD, CC, ROOT, TESTS, run, table

KNOWN = TESTS / "on_demand/mutants.tsv"
WORK = BUILD / "mutants"
FOLDER = "core/src"

# ---- the mutants ----

Token = namedtuple("Token", "kind text begin end")
# file: below core/src; key: as in the table; text: of the file, with the change
Mutant = namedtuple("Mutant", "file begin key text")

TOKENS = re.compile(r"""
    (?P<skip>   \s+ | /\*.*?\*/ | \\\n)
  | (?P<text>   "(?:\\.|[^"\\])*")
  | (?P<char>   '(?:\\.|[^'\\])+')
  | (?P<number> 0[xX][0-9a-fA-F]+[uUlL]* | \d[\w.]*)
  | (?P<name>   [A-Za-z_]\w*)
  | (?P<op>     <<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|.)
""", re.S | re.X)

OTHERS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",),
    "!=": ("==",), "&&": ("||",), "||": ("&&",), "<<": (">>",), ">>": ("<<",), "+": ("-",),
    "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",), "&": ("|",), "|": ("&",), "^": ("|",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",), "%=": ("/=",), "&=": ("|=",),
    "|=": ("&=",), "<<=": (">>=",), ">>=": ("<<=",), "!": ("",), "~": ("",),
    "true": ("false",), "false": ("true",),
}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
ASSIGNMENTS = {"=", "++", "--"} | {op for op in OTHERS if op.endswith("=")} - COMPARISONS
CLOSING = {"(": ")", "[": "]", "{": "}"}
BEFORE_CONDITION = ASSIGNMENTS | {"return", "(", "[", "{", ",", ";", "?", ":"}
BEFORE_STATEMENT = {";", "{", "}", "else"}


def streams(text):
    """The tokens of the file, and those of the body of each macro; other directives are left out.
    A macro may have half a statement."""
    directives = list(re.finditer(r"^[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", text, re.M | re.S))
    blank = lambda match: " " * len(match.group())
    code = text
    for match in directives:
        code = code[:match.start()] + blank(match) + code[match.end():]
        define = re.match(r"\s*#\s*define\s+\w+(?:\([^)]*\))?", match.group())
        if define:
            yield " " * (match.start() + define.end()) + match.group()[define.end():]
    yield code


def tokens(code):
    found = [Token(match.lastgroup, match.group(), *match.span())
             for match in TOKENS.finditer(code) if match.lastgroup != "skip"]
    closing, opened = {}, []  # where the bracket of each place ends
    for i, token in enumerate(found):
        if token.text in CLOSING:
            opened.append(i)
        elif token.text in CLOSING.values() and opened:
            closing[opened.pop()] = i
    return found, closing


def number(token):
    digits = token.text.rstrip("uUlL")
    value = int(digits, 8 if re.fullmatch(r"0\d+", digits) else 0)
    write = hex if digits.startswith("0x") else str
    for other in (value + 1, value - 1):
        if other >= 0:
            yield token.begin, token.end, write(other) + token.text[len(digits):]


def string(token):
    inside = token.text[1:-1]
    if inside and inside[0] != "\\":
        yield token.begin + 1, token.begin + 2, chr(ord(inside[0]) ^ 1)


def operator(token, before, code):
    text = token.text
    if text in ("-", "*", "&"):
        binary = before is not None and (before.kind in ("name", "number", "char")
                                         or before.text in (")", "]"))
        if before is not None and before.text == "return":
            binary = False
        if not binary or code[token.end:token.end + 1] not in (" ", "\n"):
            if text == "-":
                yield token.begin, token.end, ""
            return
    for other in OTHERS.get(text, ()):
        yield token.begin, token.end, other


def condition(code, found, first, last):
    """Negates the tokens from first to last, unless that is another mutant: of a comparison alone,
    or of a negation."""
    texts = [token.text for token in found[first:last + 1]]
    plain = not {"&&", "||", "?"} & set(texts)
    if plain and (texts[0] == "!" or sum(text in COMPARISONS for text in texts) == 1):
        return
    begin, end = found[first].begin, found[last].end
    yield begin, end, f"!({code[begin:end]})"


def statement(code, found, closing, i):
    """Leaves out the statement that begins at token i, if it is a call or an assignment."""
    first = found[i]
    if first.kind != "name" and first.text not in ("*", "++", "--"):
        return
    end = i
    while end < len(found) and found[end].text != ";":
        end = closing.get(end, end) + 1
    if end == len(found) or i + 1 >= end:
        return
    inner = found[i:end]
    call = inner[1].text == "(" and closing.get(i + 1) == end - 1
    assignment = (first.kind == "op" or inner[1].kind == "op" and inner[1].text != "*") and any(
        token.text in ASSIGNMENTS for token in inner)
    if first.text in ("if", "while", "for", "switch", "return", "sizeof", "_Static_assert"):
        return
    if call or assignment:
        yield first.begin, found[end].end, ";"


def changes(code):
    """(begin, end, new text) of every mutant."""
    found, closing = tokens(code)
    opening = {end: begin for begin, end in closing.items()}
    loop_heads = [(found[i + 1].begin, found[closing[i + 1]].end) for i, token in enumerate(found)
                  if token.text == "for" and i + 1 in closing]
    for i, token in enumerate(found):
        before = found[i - 1] if i else None
        in_head = any(begin < token.begin < end for begin, end in loop_heads)
        if token.kind == "number":
            yield from number(token)
        elif token.kind == "char":
            yield token.begin, token.end, f"({token.text} + 1)"
        elif token.kind == "text":
            yield from string(token)
        elif token.kind == "op" or token.text in OTHERS:
            yield from operator(token, before, code)
        if token.text in ("++", "--") and not in_head:
            yield token.begin, token.end, {"++": "--", "--": "++"}[token.text]
        if token.text in ("if", "while") and i + 1 in closing:
            yield from condition(code, found, i + 2, closing[i + 1] - 1)
        if token.text == "?":
            first = i - 1
            while first >= 0 and found[first].text not in BEFORE_CONDITION:
                first = opening.get(first, first) - 1
            if first >= -1 and first + 1 < i:
                yield from condition(code, found, first + 1, i - 1)
        begins = not in_head and (before is None or before.text in BEFORE_STATEMENT)
        if before is not None and before.text == ")" and i - 1 in opening:
            begins = found[opening[i - 1] - 1].text in ("if", "for", "while")
        if before is not None and before.text == ":":
            line = code[code.rfind("\n", 0, before.begin) + 1:before.begin].strip()
            begins = line.startswith(("case ", "default"))
        if begins:
            yield from statement(code, found, closing, i)


def function_of(code, begin):
    """The name that the last line in the first column gives."""
    name = "-"
    for match in re.finditer(r"^(?:# *define (?!\w+\n)|[A-Za-z]).*", code[:code.find("\n", begin)],
                             re.M):
        line = re.sub(r"__attribute__\(\(.*?\)\)", "", match.group()).rstrip(" {")
        macro = re.match(r"# *define (\w+)", line)
        name = (macro or re.search(r"(\w+)(?=\(|\[| =|$)", line) or [name, name])[1]
    return name


def mutants_of(path):
    text, file = path.read_text(), str(path.relative_to(ROOT / FOLDER))
    plain = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group()), text,
                   flags=re.S)  # without comments, each character in its place
    done, equal = set(), Counter()
    for code in streams(text):
        for begin, end, new in changes(code):
            if (begin, end, new) in done:
                continue
            done.add((begin, end, new))
            before = plain[plain.rfind("\n", 0, begin) + 1:begin]
            after = plain[end:plain.find("\n", end)].rstrip("\\")
            line = " ".join(f"{before}[{' '.join(text[begin:end].split())} -> "
                            f"{' '.join(new.split())}]{after}".split())
            key = path.name, function_of(plain, begin), line
            equal[key] += 1
            if equal[key] > 1:
                key = *key[:2], f"{line} #{equal[key]}"
            yield Mutant(file, begin, key, text[:begin] + new + text[end:])


def every_mutant():
    for path in sorted((ROOT / FOLDER).rglob("*.[ch]")):
        yield from mutants_of(path)


# ---- building and running ----

# Without forced inlining it compiles faster. (always_inline is an attribute.)
# Where each file is compiled alone, -fcommon lets them declare a variable several times.
COMPILE = [*CC, "-Dalways_inline=unused", "-fcommon", "-std=c11", "-w", "-pthread",
           "-D_GNU_SOURCE", f"-I{WORK}/core/include"]
# With -g1 gcc takes no precompiled header, of which the sanitizers make it crash.
ASAN = ["-g1", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
LIBS = ["-lcrypto"]  # of the programs of tests/unit/inside; the others load it
LOADED = "-DUUID9562_LOAD_LIBCRYPTO"
FAST_TESTS = ["-O2"]  # in addition
LEVELS = {"-O0": ["-O0"], "-O2": ["-O2"], "asan": ASAN}
QUICK = 0.5  # seconds that a part of the tests may take to come first

# The files in which a long test, or a program of tests/unit/inside, can see changes.
TEXT = "text/* names.c bits/layout.* compiler.h"
SECRETS = "generate/entropy.* system/secret_memory.* crypto/stream* crypto/chacha20.c " \
          "system/os.h system/thread.* "
STATE = "state/* "
OWN_DIGESTS = "crypto/own_digests.c crypto/digests.h crypto/md5.c crypto/sha*"
ONLY = {"text": TEXT, "typeid": TEXT, "formats": TEXT, "many": TEXT, "entropy": SECRETS,
        "entropy_life": SECRETS, "secrets": SECRETS, "wipe": SECRETS + "system/fork.* generate/*",
        "openssl": "crypto/* system/thread.* system/fork.c", "process": SECRETS + "system/fork.*",
        "randomness": SECRETS + "generate/*", "fork": "system/fork.* generate/*",
        "clock_step": "bits/clock_step.* generate/batch.c",
        "step": "bits/clock_step.* generate/batch.c", "hex": "text/hex* processor.h",
        "cycle_counter": "generate/cycle_clock.* system/os.h generate/generator.* "
                         "generate/time_source.*",
        "numbers": "text/numbers.c", "order": "generate/*",
        "build_n": "bits/build* bits/layout.h generate/batch.c",
        "own_digests": OWN_DIGESTS,
        "os": "system/* names.c", "open_state_file": STATE + "generate/*",
        "state_file_in_use": STATE + "generate/*", "disk": STATE, "state_steps": STATE}
# Programs of tests/unit/inside that compile what others leave out of a file.
OTHERWISE = {"numbers": "text/numbers.c", "own_digests": OWN_DIGESTS}
INSIDE = sorted(path.stem for path in TESTS.glob("unit/inside/*.c"))
SANITIZED = ["asan-" + name for name in ["core", *INSIDE] if name != "secrets"]  # it reads a stack


def fits(file, patterns):
    return any(fnmatch.fnmatch(file, pattern) for pattern in patterns.split())


def sees(part, file):
    part = part.replace("asan-", "")
    return fits(file, ONLY.get(part, "" if part in INSIDE else "*"))


def compiles(*words):
    return subprocess.run([str(word) for word in [*COMPILE, *words]],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def demand(condition, what):
    if not condition:
        sys.exit(f"mutants: without a change, {what}")


def prepare():
    """Copies the sources, and compiles all that a mutant does not change. Here each file of the
    core is compiled alone, so that what it shares with others is not static."""
    shutil.rmtree(WORK, ignore_errors=True)
    for name in ("core", "tests"):
        shutil.copytree(ROOT / name, WORK / name)
    for name in ("bin", "system.h.gch"):
        (WORK / name).mkdir()
    names = {name for path in (WORK / FOLDER).rglob("*.[ch]")
             for name in re.findall(r"^#\s*include (<.*>)", path.read_text(), re.M)}
    (WORK / "system.h").write_text("".join(
        f"#if __has_include({name})\n#include {name}\n#endif\n" for name in sorted(names)))
    for level in ("-O0", "-O2"):  # gcc takes from the folder what fits
        run(*COMPILE, level, "-x", "c-header", WORK / "system.h", "-o",
            WORK / "system.h.gch" / level)
    COMPILE[-1:-1] = ["-include", WORK / "system.h"]
    LIBS[:0] = run("pkg-config", "--cflags", "--libs", "check").stdout.split()


def compile_each(level):
    for folder, flags in (FOLDER, LEVELS[level]), ("tests/unit", LEVELS[level] + FAST_TESTS):
        (WORK / level / folder).mkdir(parents=True)
        for path in (WORK / folder).rglob("*.c"):
            out = WORK / level / folder / f"{path.stem}.o"
            demand(compiles(*flags, LOADED, "-c", path, "-o", out), f"{path.name} does not compile")


def compile_changed(file, level):
    """Returns the object of a file of the core, or of all of it for a header."""
    source = WORK / (f"{FOLDER}/{file}" if file.endswith(".c") else "core/uuid9562.c")
    out = WORK / f"changed{level}.o"
    if not compiles(*LEVELS[level], LOADED, "-c", source, "-o", out):
        raise NotBuilt
    return out


def build(program, file):
    """A program of the tests, with the core as it is now. This file is what may have changed."""
    out = ["-o", WORK / "bin" / program, *LIBS]
    level = "asan" if program in SANITIZED else "-O0"
    if program in ("core", "asan-core"):
        others = [path for path in (WORK / level / FOLDER).iterdir()
                  if file.endswith(".c") and path.stem != Path(file).stem]
        return compiles(*LEVELS[level], *(WORK / level / "tests/unit").iterdir(), *others,
                        WORK / f"changed{level}.o", *out)
    return compiles(*LEVELS[level],
                    WORK / "tests/unit/inside" / f"{program.replace('asan-', '')}.c", *out)


def passes(program, part, seconds):
    """Whether a part of the tests passes, in a few times these seconds. What it leaves running ends
    here."""
    def limit():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, 2 * (int(2 + 4 * seconds),))

    process = subprocess.Popen([WORK / "bin" / program, part], cwd=WORK, preexec_fn=limit,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, "CK_FORK": "no", "UUID9562_ROUNDS": "10000"})
    try:
        return process.wait(5 + 10 * seconds) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


class NotBuilt(Exception):
    """The mutant is not C, or cannot be linked."""


class Ladder:
    """What a mutant goes through: programs, and in each the files of tests, or the tests of its
    one file, by the time they take without a change."""

    def __init__(self):
        self.programs = ["core", *INSIDE]
        self.plain = {}  # (file, level): its object
        self.parts = {}  # program: (seconds, part)
        self.build_plain(self.programs, "-O0")

    def build_plain(self, programs, level):
        compile_each(level)
        for name in ("bits/layout.c", "bits/layout.h"):
            compile_changed(name, level)
            demand(build(programs[0], name), "the core cannot be linked")
        for program in programs:
            demand(build(program, "bits/layout.h"), f"{program} cannot be built")
            (WORK / "bin" / program).rename(WORK / "bin" / f"{program}-plain")

    def object_of(self, file, level):
        """Without a change; to be asked for before the first change."""
        key = file if file.endswith(".c") else "*.h", level
        if key not in self.plain:
            self.plain[key] = compile_changed(file, level).read_bytes()
        return self.plain[key]

    def parts_of(self, program):
        if program not in self.parts:
            plain = f"{program}-plain"
            names = run(WORK / "bin" / plain, "--list").stdout.split()
            if program in ("core", "asan-core"):
                names = list(dict.fromkeys(name.partition(".")[0] for name in names))
            if program == "asan-core":
                names = [part for seconds, part in self.parts_of("core") if seconds < QUICK]
            self.parts[program] = []
            for part in names:
                begin = time.monotonic()
                demand(passes(plain, part, 60), f"{program} {part} fails")
                self.parts[program].append((time.monotonic() - begin, part))
            self.parts[program].sort()
        return self.parts[program]

    def catches(self, program, file, quick):
        """Whether a test fails, of those that take no longer than QUICK, or of the others."""
        if not sees(program, file):
            return False
        parts = [(seconds, part) for seconds, part in self.parts_of(program)
                 if (seconds < QUICK) == quick and sees(part, file)]
        if parts and not build(program, file):
            raise NotBuilt
        return any(not passes(program, part, seconds) for seconds, part in parts)

    def judge(self, mutant):
        for level in ("-O0", "-O2"):
            self.object_of(mutant.file, level)
        verdict = self.with_change(mutant, self.climb)
        if verdict == "survived":
            if not (WORK / "asan").exists():
                self.build_plain(SANITIZED, "asan")
            verdict = self.with_change(mutant, self.climb_sanitized)
        return verdict

    def with_change(self, mutant, climb):
        path = WORK / FOLDER / mutant.file
        plain = path.read_text()
        path.write_text(mutant.text)
        try:
            return climb(mutant.file)
        except NotBuilt:
            return "not C"
        finally:
            path.write_text(plain)

    def climb(self, file):
        """The verdict on the core with this file as it is now."""
        changed = compile_changed(file, "-O0")
        if changed.read_bytes() == self.object_of(file, "-O0"):
            otherwise = [name for name, files in OTHERWISE.items() if fits(file, files)]
            if any(self.catches(name, file, quick) for name in otherwise
                   for quick in (True, False)):
                return "caught"
            return "survived" if otherwise else "not compiled"
        if any(self.catches(program, file, True) for program in self.programs):
            return "caught"
        if compile_changed(file, "-O2").read_bytes() == self.object_of(file, "-O2"):
            return "same"
        slow = any(self.catches(program, file, False) for program in self.programs)
        return "caught" if slow else "survived"

    def climb_sanitized(self, file):
        compile_changed(file, "asan")
        caught = any(self.catches(program, file, True) for program in SANITIZED)
        return "caught" if caught else "survived"


# ---- the run ----

def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("n", nargs="?", type=int, default=0, help="how many; all by default")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--in", dest="pattern", default="*", help="files: 'text/*'")
    parser.add_argument("--since", help="files that commits changed since then: 8.days")
    parser.add_argument("--again", action="store_true", help="those that survived the last time")
    parser.add_argument("--skip", type=int, default=0, help="not the first so many of them")
    parser.add_argument("--list", action="store_true", help="print them only")
    options = parser.parse_args()

    known = {tuple(cells[:3]) for _, cells in table(KNOWN)}
    chosen = [mutant for mutant in every_mutant() if fits(mutant.file, options.pattern)]
    if options.since:
        changed = run("git", "log", f"--since={options.since}", "--name-only", "--format=",
                      "--relative", cwd=ROOT / FOLDER).stdout.split()
        chosen = [mutant for mutant in chosen if mutant.file in changed]
    survivors = BUILD / "mutants-survived.tsv"
    if options.again:
        last = {tuple(cells) for _, cells in table(survivors)}
        chosen = [mutant for mutant in chosen if mutant.key in last]
    if options.n:
        chosen = random.Random(options.seed).sample(chosen, min(options.n, len(chosen)))
    chosen = chosen[options.skip:]
    if options.list:
        print("\n".join("\t".join(mutant.key) for mutant in chosen))
        return 0

    prepare()
    ladder = Ladder()
    count, done = Counter(), 0
    begin = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with open(survivors, "w", encoding="utf-8") as out:
            for mutant in chosen:
                verdict = "same" if mutant.key in known else ladder.judge(mutant)
                count.update([(mutant.file, verdict), ("all", verdict)])
                done += 1
                if verdict == "survived":
                    print("\t".join(mutant.key), file=out, flush=True)
                    print("survived:", *mutant.key, sep="\t", flush=True)
                if done % 50 == 0:
                    print(f"{done} of {len(chosen)}, {(time.monotonic() - begin) / done:.2f} s each",
                          file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"stopped after {done} of {len(chosen)}: --skip {options.skip + done} goes on")

    for file in [*sorted({file for file, _ in count} - {"all"}), "all"]:
        print(f"{file}:", ", ".join(f"{n} {verdict}" for (of, verdict), n in sorted(count.items())
                                    if of == file))
    return 1 if count["all", "survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
