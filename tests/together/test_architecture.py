"""The rules of docs/internals/architecture.md that a machine can check."""

import functools
import os
import re
import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from harness import BUILD, CC, PYTHON, ROOT, compile_strictly, run

FOLDERS = ("core", "origins", "sqlite", "bindings", "cli")
SOURCES = sorted(path.relative_to(ROOT) for folder in FOLDERS
                 for path in (ROOT / folder).rglob("*.[ch]"))
SRC = Path("core/src")
CORE = [path for path in SOURCES if SRC in path.parents]
ORIGINS = [path.name for path in SOURCES if path.parts[0] == "origins"]
BINDINGS = [path for path in SOURCES if path.parts[0] not in ("core", "origins")]

# The rooms of core/src, folders and the two files next to them: each uses those before it. Pure
# files have no clock, no randomness, no mutable state.
ROOMS = ("bits", "text", "system", "crypto", "names", "state", "generate", "status")
PURE = [path for path in SOURCES if path.parent.name in ("bits", "text", "origins")
        or path.stem == "cycle_clock"]
ALL_USE = ("compiler.h", "processor.h", "wipe.h")
PLATFORM = re.compile(r"(core/src/system/(os|interfaces)|core/src/state/storage|"
                      r"cli/system)\w*\.[ch]$")  # files for one alone


def text(path):
    return (ROOT / path).read_text("utf-8", "replace")


def none(found):
    """Nothing breaks the rule."""
    found = sorted(found)
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def lines(pattern, paths):
    """Where a pattern is found: FILE:LINE: the line."""
    return [f"{path}:{number}: {line.strip()}" for path in paths
            for number, line in enumerate(text(path).splitlines(), 1) if re.search(pattern, line)]


@functools.lru_cache(maxsize=None)
def flags(folder):
    if folder.parts[:2] == ("bindings", "lua"):
        return run("pkg-config", "--cflags", os.environ.get("LUA_PC", "lua5.4")).stdout.split()
    if folder.parts[:2] == ("bindings", "python"):
        return ["-I" + run(PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('include'))"
                           ).stdout.strip()]
    return []


def words(path):
    """What compiles a file alone, after the compiler."""
    return "-std=c11", "-D_GNU_SOURCE", "-Icore/include", *flags(path.parent), path


@functools.lru_cache(maxsize=None)
def symbols(path):
    """The symbols of a file that is compiled alone: {kind: names}, with the letters of nm."""
    target = BUILD / "tests" / "alone.o"
    target.parent.mkdir(parents=True, exist_ok=True)
    run(*CC, *words(path), "-O0", "-fno-pic", "-fno-pie", "-c", "-o", target, cwd=ROOT)
    found = defaultdict(set)
    for line in run("nm", target).stdout.splitlines():
        *_, kind, name = line.split()
        found[kind].add(name)
    return found


# ---- files that stand alone

@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_parses_alone(path):
    compile_strictly(CC, *words(path), "-fsyntax-only", cwd=ROOT)


@pytest.mark.slow
def test_parses_in_an_editor():
    """clangd reads compile_flags.txt, for every C file but those of Windows and of Emscripten."""
    if not shutil.which("clang"):
        pytest.skip("clang is not installed")
    files = sorted(path for folder in (*FOLDERS, "tests", "bench", "examples")
                   for path in (ROOT / folder).rglob("*.[ch]")
                   if not {ROOT / "tests/on_demand/windows", ROOT / "examples/playground/engine"
                           }.intersection(path.parents))
    python = flags(Path("bindings/python/src"))  # compile_flags.txt names that of Debian 13
    none(run("clang", *text("compile_flags.txt").split(), *python, "-fsyntax-only", "-x", "c", *files,
             cwd=ROOT, check=False).stderr.splitlines())


def test_compiles_for_32_bits(tmp_path):
    """With the headers of x86-64, which lack one file for i386."""
    if run("gcc", "-print-multiarch", check=False).stdout.strip() != "x86_64-linux-gnu":
        pytest.skip("this is no gcc for x86-64")
    (tmp_path / "gnu").mkdir()
    (tmp_path / "gnu/stubs-32.h").touch()
    run("gcc", "-m32", "-std=c11", "-D_GNU_SOURCE", "-DUUID9562_LOAD_LIBCRYPTO", "-w", "-O1",
        "-fPIC", f"-I{tmp_path}", "-Icore/include", "-isystem", "/usr/include/x86_64-linux-gnu",
        "-S", "core/uuid9562.c", "-o", os.devnull, cwd=ROOT)


def test_lines_fit_into_100_columns():
    none(lines(r"^.{101}", SOURCES))


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_says_what_it_is_for(path):
    """Or the header of its name, which it includes first, says it."""
    header = path.with_suffix(".h")
    if header in SOURCES and text(path).startswith(f'#include "{header.name}"'):
        path = header
    assert text(path).startswith("/*"), path


# ---- dependencies

def test_pure():
    """Compiled alone, they have no variables, and call each other and these functions alone."""
    pure = {"memchr", "memcmp", "memcpy", "memmove", "memset", "snprintf", "strchr", "strcmp",
            "strlen", "__popcountdi2"}
    found = {path.name: symbols(path) for path in PURE if path.suffix == ".c"}
    for kinds in found.values():
        pure |= kinds["T"] | kinds["R"]
    pure |= {"hex_chosen"}  # which variant the processor means: the same each time
    none(f"{name}: {used}" for name, kinds in found.items()
         for used in set().union(*(kinds[kind] for kind in "UbBdDcC")) - pure
         if not (name in ORIGINS and used.startswith("uuid9562_")))


def included(path):
    """The files of the core that a file includes, from core/src on."""
    for name in re.findall(r'#include "([^"]+)"', text(path)):
        target = Path(os.path.normpath(path.parent / name))
        if SRC in target.parents:
            yield target.relative_to(SRC)


def room(path):
    """The place in ROOMS of a file of core/src."""
    return ROOMS.index(path.parts[0].partition(".")[0])


def test_rooms_include_what_is_below():
    none(f"{path} includes {used}" for path in CORE for used in included(path)
         if used.name not in ALL_USE and room(used) > room(path.relative_to(SRC)))


def test_rooms_call_what_is_below():
    """By whatever header: the symbols of each file, compiled alone."""
    files = [path for path in CORE if path.suffix == ".c"]
    assert {room(path.relative_to(SRC)) for path in files} == set(range(len(ROOMS)))
    defined = {name: room(path.relative_to(SRC)) for path in files
               for kind in "TDBRC" for name in symbols(path)[kind]}
    none(f"{path} uses {name} of {ROOMS[defined[name]]}" for path in files
         for name in symbols(path)["U"] & set(defined)
         if defined[name] > room(path.relative_to(SRC)))


def test_includes_point_downward():
    """No file of the core includes what comes after it in core/uuid9562.c: there is no circle."""
    order = re.findall(r'#include "src/([\w/]+)\.c"', text("core/uuid9562.c"))
    stems = {str(path.relative_to(SRC).with_suffix("")): path.suffix for path in reversed(CORE)}
    assert sorted(order) == sorted(str(path.relative_to(SRC).with_suffix(""))
                                   for path in CORE if path.suffix == ".c")
    place = {stem: -1 for stem in stems} | {stem: i for i, stem in enumerate(order)}
    none(f"{path} includes {used}" for path in CORE for used in included(path)
         if place[str(used.with_suffix(""))] > place[str(path.relative_to(SRC).with_suffix(""))])


def test_only_libcrypto_includes_openssl():
    none(lines("#include <openssl/", set(SOURCES) - {SRC / "crypto/libcrypto.h"}))
    none(lines(r'#include "(.*/)?libcrypto\.h"', [path for path in SOURCES
                                                    if path.parent != SRC / "crypto"]))


def test_openssl_is_called_through_the_table():
    """By no name of OpenSSL's, so that one build can load it and another link it."""
    table = re.findall(r"\bX\((\w+)\)", text("core/src/crypto/libcrypto.h"))
    assert len(table) > 10
    none(lines(rf"(?<!libcrypto\.)(?<!found->)\b({'|'.join(table)})\(", [SRC / "crypto/openssl.c"]))


def test_only_files_of_a_platform_include_system_headers():
    none(lines(r"#include <(sys/|net|linux/|time\.h|unistd\.h|pthread\.h|ifaddrs\.h|signal\.h|dlfcn"
               r"|link\.h|windows\.h|bcrypt\.h)",
               [path for path in SOURCES if not PLATFORM.match(str(path))]))


def test_one_file_asks_for_the_platform():
    asked = r"#.*\b(__linux__|__APPLE__|__MACH__|_WIN32|__MINGW\w*|__GLIBC__|__unix__|__ELF__)\b"
    none(lines(asked, [path for path in SOURCES if not PLATFORM.match(str(path))
                       and path not in (SRC / "system/os.h", Path("cli/system.h"))]))
    none(lines(r"#.*\bSYSTEM_(POSIX|WINDOWS)\b", [path for path in SOURCES if path != Path("cli/system.h")
                                                  and not PLATFORM.match(str(path))]))
    none(lines(r"#.*\bOS_(LINUX|MACOS|WASM|WINDOWS|POSIX|OTHER|FILES|INTERFACES)\b",
               [path for path in CORE if not PLATFORM.match(str(path))
                and path.parent not in (SRC / "crypto", SRC / "state")]))


def test_bindings_include_the_public_header_of_the_core_alone():
    none(lines(r'#include ".*(core|src)/', BINDINGS))


def test_bindings_hold_no_bits():
    none(lines(r">>|<<|& *(0x|~|[0-9])", BINDINGS))


# ---- what stands once, and what can be found

def files():
    """All of the project, also where there is no git, without what is built or cached."""
    paths = (str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file())
    return [path for path in paths if not re.match(r"build|\.git$|\.git/|.*(cache|\.pyc$)", path)]


def test_version_stands_once():
    version = re.search('#define UUID9562_VERSION "(.*)"', text("core/include/uuid9562.h"))[1]
    assert {path for path in files() if version.encode() in (ROOT / path).read_bytes()} == {
        "core/include/uuid9562.h", "CHANGELOG.md", "pack/debian/changelog"}


@pytest.mark.parametrize("unit", ("core/uuid9562.c", "sqlite/extension.c", "cli/main.c",
                                  "bindings/lua/module.c", "bindings/python/src/module.c"))
def test_functions_can_be_found(unit):
    """No name of a function is put together by a macro: each stands in the sources with its `(`. Of
    Lua, entry_f and method_f are found as f."""
    path = ROOT / unit
    sources = "".join(text(source) for folder in (path.parent, ROOT / "origins")
                      for source in folder.rglob("*.[ch]"))
    kinds = symbols(path.relative_to(ROOT))
    functions = {name for name in kinds["t"] | kinds["T"] if not re.search(r"\.|^_?Py|^__", name)}
    assert functions
    none(name for name in functions
         if not re.search(rf"\b{re.sub('^(entry|method)_', '', name)}\(", sources))


# What registers or defines a function, by host; SQL's names have uuid_ in front.
FUNCTIONS = {"sqlite": r'^    \{+"(?:uuid_)?(\w+?)(?:_blob)?", (?:[A-Z]+|DIRECT_ONLY), RESULT',
             "bindings/lua": r"^(?:FUNCTION\(|INTERNAL int )(\w+)\(lua_State \*L",
             "bindings/python/src": r'^        \{"(\w+)", METHOD'}


def test_hosts_name_files_alike():
    """A function stands in the file of the same name in each host, but SQL's state functions, which
    are table-valued like those of the process."""
    files = defaultdict(set)
    for host, pattern in FUNCTIONS.items():
        for path in (ROOT / host).glob("*.c"):
            for name in re.findall(pattern, path.read_text(encoding="utf-8"), re.M):
                if (host, name) != ("sqlite", "state"):
                    files[name].add(path.stem)
    assert len(files) > 50
    none(f"{name}: {sorted(stems)}" for name, stems in files.items() if len(stems) > 1)


def test_tests_weigh_no_more():
    """Lines of tests for a line of product. Each issue lowers the number, and none raises it."""
    lines = {folder: sum(path.read_bytes().count(b"\n") for path in (ROOT / folder).rglob("*")
                         if path.is_file() and "__pycache__" not in path.parts)
             for folder in (*FOLDERS, "tests")}
    assert lines.pop("tests") / sum(lines.values()) <= 1.75


def test_each_file_has_a_license():
    """REUSE.toml has one for all; a file with another's notice needs a table with its path."""
    ours, *others = re.findall(r'^path = "(.+)"', text("REUSE.toml"), re.M)
    assert ours == "**"
    none(lines(r"(?i)(copyright\W+(c\)|\d)|spdx-\w+-\w+:)(?!.*uuid9562 authors)",
               {*files()} - {*others}))
