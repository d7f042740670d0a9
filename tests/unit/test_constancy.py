"""No branch and no address depends on the key, the stream or what is hashed: shown on the object
code of the variants, not all of which valgrind can run (test_sanitizers.py has those that it
can).

The rule: a function begins with its arguments, addresses and numbers, and none of them is secret.
All that it loads is taken for secret, and so is every vector register. A general register is
secret from where something of these goes into it until something else does; the flags, from where
something secret may have set them until a comparison does. No address has a secret register in
it, no jump depends on one or on secret flags, the function calls nothing, and it has no
instructions of general registers but those that this file knows.

This suffices: then the next instruction and each address come from the arguments and from
constants alone, on every path. It is stricter than needed, since much of the memory that is read
is not secret.
"""

import platform
import re
import shutil

import pytest
from harness import CC, ROOT, run

LEVELS = ("-O2", "-O3")
FUNCTIONS = {
    "x86_64": ("chacha_blocks", "expand_aes", "generate_aes", "generate_vaes", "mix_sha1_ni",
               "mix_sha256_ni"),
    "aarch64": ("chacha_blocks", "expand_aes_arm", "generate_aes_arm", "mix_sha1_armv8",
                "mix_sha256_armv8"),
}
LINE = re.compile(r" *([0-9a-f]+):\t(?:data16 |cs )*(\S+) *(.*?)\s*(?:<.*|# .*|//.*)?")
VECTOR = re.compile(r"\b(?:[xyz]mm\d+|[bhsdqvk]\d+)\b")
GENERAL = re.compile(r"\b(?:[er]?([abcd])[xhl]|[er]?([sd]i|[sb]p)l?|r(\d+)[dwb]?|[xw](\d+))\b")
MEMORY = re.compile(r"\[[^]]*\](?:, *x\d+)?")

# Of general registers: what replaces its first operand, changes it, only reads it, or jumps.
MOVES = re.compile(r"mov|mov[sz]x|movsxd|lea|adrp?|ldu?r[bh]?|ldp|pop")
CHANGES = re.compile(r"(?:add|sub|and|orr?|x?or|eor|neg|inc|dec|sh[lr]|sa[lr]|ls[lr]|asr|ro[lr]|rev"
                     r"|[su]bfi?[xz]|csel|cset)s?")
READS = re.compile(r"cmp|cmn|test|tst|push|stu?r[bh]?|stp")
JUMPS = re.compile(r"j\w+|b|b\.\w+|[ct]bn?z")
NOTHING = re.compile(r"nop\w?|xchg|leave|vzero\w+|endbr64|bti|ret")
COMPARISONS = re.compile(r"cmp|cmn|test|tst|adds|subs|ands")
# Of vector registers, which set the flags.
FLAGS_OF_VECTORS = re.compile(r"v?u?comis[sd]|v?ptest\w*|vtestp\w|v?pcmp[ei]str\w*|k\w*test\w"
                              r"|fc?cmpe?")


def registers(text):
    return {"".join(found) for found in GENERAL.findall(text)}


def after(name, text, secret):
    """What is secret after an instruction, or None if it breaks the rule."""
    address = " ".join(MEMORY.findall(text))
    if NOTHING.fullmatch(name) and (name != "xchg" or text == "ax,ax"):
        return secret
    if registers(address) & secret or VECTOR.search(address) or FLAGS_OF_VECTORS.fullmatch(name):
        return None
    if JUMPS.fullmatch(name):
        depends = registers(text) | ({"flags"} if name not in ("b", "jmp") else set())
        return None if depends & secret else secret
    operands = [MEMORY.sub("[]", part) for part in re.split(r",(?![^[{]*[]}])", text)]
    if VECTOR.search(text):
        return secret | registers(operands[0])
    count = 0 if READS.fullmatch(name) else 2 if name == "ldp" else 1
    into, others = registers(" ".join(operands[:count])), registers(" ".join(operands[count:]))
    if MOVES.fullmatch(name) or CHANGES.fullmatch(name) and len(operands) > 2:
        others |= registers(address) if name == "lea" else set()
    elif CHANGES.fullmatch(name) or READS.fullmatch(name):
        others |= into
    else:
        return None
    loads = address and name != "lea" and not name.startswith("st")
    if loads or others & secret or name.startswith("cs") and "flags" in secret:
        return secret | into | (set() if MOVES.fullmatch(name) else {"flags"})
    return secret - into - ({"flags"} if COMPARISONS.fullmatch(name) else set())


def violations(code):
    """The instructions of a function, {address: (mnemonic, operands)}, that break the rule, given all
    that may be secret when each is reached."""
    next_of = dict(zip(code, list(code)[1:]))
    before, left, found = {next(iter(code)): frozenset()}, [next(iter(code))], set()
    while left:
        here = left.pop()
        name, text = code[here]
        secret = after(name, text, before[here])
        if secret is None:
            found.add(f"{here} {name} {text}")
            continue
        ways = set() if name in ("ret", "b", "jmp") else {next_of.get(here)}
        if JUMPS.fullmatch(name):
            ways.add(text.split(",")[-1].split()[-1])
        for way in ways:
            if way not in code:
                found.add(f"{here} {name} {text}")  # it leaves the function
            elif way not in before or not secret <= before[way]:
                before[way] = before.get(way, frozenset()) | secret
                left.append(way)
    return found


def check(processor, level, tmp_path):
    prefix = f"{processor}-linux-gnu-"
    compiler = CC if platform.machine() == processor else [prefix + "gcc"]
    for tool in (compiler[0], prefix + "objdump"):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
    run(*compiler, "-std=c11", "-w", "-I", ROOT / "core/include", level, "-fPIC",
        "-DUUID9562_OMIT_OPENSSL", "-c", ROOT / "core/uuid9562.c", "-o", tmp_path / "core.o")
    code = {}
    for line in run(prefix + "objdump", "-d", "--no-show-raw-insn", *(
            ["-Mintel"] if processor == "x86_64" else []), tmp_path / "core.o").stdout.splitlines():
        head = re.fullmatch(r"[0-9a-f]+ <(\w+).*>:", line)
        found = LINE.fullmatch(line)
        if head:
            code[head[1]] = function = {}
        elif found:
            function[found[1]] = (found[2], found[3])
    assert {name: violations(code[name]) for name in FUNCTIONS[processor]} == {
        name: set() for name in FUNCTIONS[processor]}


@pytest.mark.parametrize("level", LEVELS)
def test_constancy(level, tmp_path):
    if platform.machine() not in FUNCTIONS:
        pytest.skip("no variant has instructions of this processor")
    check(platform.machine(), level, tmp_path)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("processor", [one for one in FUNCTIONS if one != platform.machine()])
def test_constancy_elsewhere(processor, level, tmp_path):
    check(processor, level, tmp_path)
