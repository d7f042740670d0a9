"""Public functions called as their author never would (misuse.c), in C and C++ with the
sanitizers; and NULL for each pointer of each prototype, which stops unless a header allows it."""

import re
import shutil
from pathlib import Path

import pytest
from harness import CC, HEADERS, ROOT, run

HERE = Path(__file__).parent
INCLUDE = ROOT / "core/include"
SANITIZE = "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"
NO_LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}
# What a call gets that is right, by FUNCTION.PARAMETER, by the parameter, or by its type. Any other
# number is 0.
NUMBERS = {"find_format.length": 3, "find_digest.length": 3,
           "parse_namespace.length": 4, "parse_node.length": 5, "parse_time.length": 10,
           "parse_time_ns.length": 10, "parse_typeid.length": 28,
           "from_bytes.length": 16, "length": 36, "prefix_length": 1, "n": 1, "separator": -1,
           "version": 7, "count": 1}
POINTERS = {"find_format.name": '"hex"', "find_digest.name": '"md5"',
            "parse_namespace.text": '"@dns"', "parse_node.text": '"@host"',
            "parse_time.text": '"2024-02-29"', "parse_time_ns.text": '"2024-02-29"',
            "parse_typeid.text": '"a_01fwhe4ydgfk1shh6w1g60eecf"',
            "get_timestamp_ticks.uuid": "&v1", "get_node.uuid": "&v1", "get_clock_seq.uuid": "&v1",
            "v1": "&v1", "v6": "&v6", "text": "TEXT", "assertion": "TEXT", "name": "TEXT",
            "prefix": '"a"', "random": "bytes", "path": '""', "bytes": "text",
            "char *": "text", "uuid9562_t *": "many", "const uuid9562_t *": "&v7",
            "bool *": "&present", "size_t *": "&length", "uint64_t *": "&wide", "int64_t *": "&ms",
            "format_as.format": 'find("hex")', "const uuid9562_format_t *": 'find("strict")',
            "const uint64_t *": "&number", "uint32_t *": "&width",
            "const uuid9562_format_t **": "&format", "uuid9562_digest_t *": "&digest",
            "uuid9562_generator_t **": "&generator",
            "uuid9562_generator_t *": "own", "const uuid9562_sources_t *": "&sources",
            "uuid9562_state_t *": "&state", "void *": "text", "const void *": "TEXT"}
# Pointers that a header lets be NULL.
MAY_BE_NULL = {"generator", "offset", "context", "parse_n.index", "parse_time.width_ms",
               "uuid1.node", "uuid6.node", "uuid1.clock_seq", "uuid6.clock_seq", "uuid8.a",
               "uuid8.b", "uuid8.c", "generator_new.sources", "generator_new.node",
               "generator_new.clock_seq",
               "find_digest.name", "field_at.value", "state_open.node",
               "state_create.node", "describe.text"}
# The first is an error; the others may write nothing: no network interface, no state file.
STOPS_OR_NOT = {"system_random.bytes", "parse_node.node", "state_get.out"}


def prototypes():
    """Each function without its prefix, and its parameters: a type and a name."""
    for path in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for name, words in re.findall(r"^UUID9562_API [^;(]*?\buuid9562_(\w+)\(([^;]*?)\)", text,
                                      re.M):
            found = re.findall(r"\s*([^,]*?)\s*(\w+)(\[\w+\])?\s*(?:,|$)", " ".join(words.split()))
            yield name, [(kind + " *" * bool(array), parameter) for kind, parameter, array in found
                         if parameter != "void"]


def right(function, kind, name):
    values = POINTERS if kind.endswith("*") else NUMBERS
    kind = re.sub(r"^(const )?(char|uint8_t) \*$", "char *", kind)
    for key in (f"{function}.{name}", name, kind):
        if key in values:
            return str(values[key])
    assert not kind.endswith("*"), (function, kind, name)
    return f"({kind})0"


def nulls():
    """FUNCTION.PARAMETER for each pointer, and the call in which it is NULL."""
    for function, parameters in prototypes():
        for at, (kind, name) in enumerate(parameters):
            if kind.endswith("*"):
                values = [right(function, *parameter) for parameter in parameters]
                values[at] = "NULL"
                yield f"{function}.{name}", f"uuid9562_{function}({', '.join(values)})"


def may_be_null(key):
    return (key != "generator_new.generator" and
            not {key, key.partition(".")[2]}.isdisjoint(MAY_BE_NULL))


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """The core with the sanitizers, and the calls with NULL beside it."""
    folder = tmp_path_factory.mktemp("misuse")
    (folder / "nulls.h").write_text("".join(f"case {at}: (void){call}; break;\n"
                                            for at, (_, call) in enumerate(nulls())))
    run(*CC, "-std=c11", *SANITIZE, "-O1", "-w", "-DUUID9562_LOAD_LIBCRYPTO", "-I", INCLUDE, "-c",
        ROOT / "core/uuid9562.c", "-o", folder / "core.o")
    return folder / "core.o"


@pytest.fixture(scope="module", params=(["gcc", "-xc", "-std=c11"], ["g++", "-xc++", "-std=c++17"]),
                ids=("C", "C++"))
def program(request, core):
    compiler, *language = request.param
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    out = core.with_name(compiler)
    run(compiler, *language, *SANITIZE, "-w", "-I", INCLUDE, "-I", core.parent, HERE / "misuse.c",
        "-xnone", core, "-o", out, "-ldl", "-pthread", "-lm")
    return out


def test_rows(program):
    said = run(program, check=False, env=NO_LEAKS)
    assert (said.stdout, said.returncode) == ("", 0), said.stderr


def test_each_function_has_a_row(program):
    """In the order of the headers."""
    rows = [line.split()[0] for line in run(program, "--list", env=NO_LEAKS).stdout.splitlines()]
    assert list(dict.fromkeys(rows)) == [name for name, _ in prototypes()]


def test_null(program):
    stopped = {key for at, (key, _) in enumerate(nulls())
               if run(program, str(at), check=False, env=NO_LEAKS,
                      cwd=program.parent).returncode != 0}
    keys = {key for key, _ in nulls()} - STOPS_OR_NOT
    assert stopped - STOPS_OR_NOT == {key for key in keys if not may_be_null(key)}


def test_a_format_cannot_be_copied(tmp_path):
    (tmp_path / "copy.c").write_text("#include <uuid9562.h>\n"
                                     "void f(const uuid9562_format_t *format)\n"
                                     "{ uuid9562_format_t copy = *format; (void)copy; }\n")
    said = run(*CC, "-fsyntax-only", "-I", INCLUDE, tmp_path / "copy.c", check=False)
    assert "incomplete" in said.stderr
