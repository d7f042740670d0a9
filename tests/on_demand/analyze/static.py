"""clang-tidy, cppcheck and the analyzer of gcc find no fault in what is compiled, and find what is
planted in a copy. `./dev analyze` runs this file.

findings.tsv has the false findings, each with its reason; one that a tool no longer has, has to go.
.clang-tidy says which checks are on. The tools are those of Debian 13, on the PATH or in a tree in
build/debian, which takes root and debootstrap.
"""

import functools
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from harness import BUILD, ROOT, run, table
from installation import chroot, new_debian, suite

HERE = Path(__file__).resolve().parent
HEADERS = ("libc6-dev", "libssl-dev", "libsqlite3-dev", "liblua5.4-dev", "python3-dev")
PARTS = ("core", "origins", "sqlite", "bindings", "cli")
FILES = sorted(str(path.relative_to(ROOT)) for part in PARTS for path in (ROOT / part).rglob("*.c"))
LANGUAGE = ("-std=c11", "-D_GNU_SOURCE", "-Icore/include")
TOOLS = {
    "clang-tidy-19": lambda file, hosts: ("--quiet", file, "--", *LANGUAGE, *hosts),
    "cppcheck": lambda file, hosts: (  # which knows the hosts by its own tables
        "-q", "--template=gcc", "--std=c11", *LANGUAGE[1:], "-D__linux__", "-D__GNUC__=14",
        "-D__x86_64__", "--check-level=exhaustive", "--enable=warning,portability",
        "--library=python,lua,sqlite3,posix,gnu,openssl", file),
    "gcc-14": lambda file, hosts: ("-fanalyzer", "-O1", "-S", "-o", os.devnull, *LANGUAGE, *hosts,
                                   file),
}
FALSE = list(table(HERE / "findings.tsv"))
# What is planted: in a file, `old` (which is there once) becomes `new`; and what must be found.
MISTAKES = [
    ("clang-tidy-19", "core/src/state/storage_posix.c",
     "    created = created && sync_name(path, temporary);",
     "    free(temporary);\n    created = created && sync_name(path, temporary);",
     "clang-analyzer-unix.Malloc"),
    ("cppcheck", "cli/view/anatomy.c", "char digits[13];", "char digits[13];\n    digits[13] = 0;",
     "arrayIndexOutOfBounds"),
    ("gcc-14", "core/src/crypto/openssl.c", "            free(contexts);",
     "            free(contexts);\n            free(contexts);", "-Wanalyzer-double-free"),
]

os.environ.setdefault("SUITE", "trixie")


@pytest.fixture(scope="session", name="root")
def where_the_tools_are():
    """The root of the tree that holds the tools, or None where they are on the PATH."""
    if all(map(shutil.which, TOOLS)):
        return None
    root = BUILD / "debian" / f"{suite()}-analyze"
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        new_debian(root, *TOOLS, *HEADERS)
        (root / "made").touch()
    return root


def sources(root):
    """A copy of what is compiled."""
    folder = (root or BUILD) / "analyze"
    shutil.rmtree(folder, ignore_errors=True)
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / ".clang-tidy", folder)
    return folder


def findings(root, folder, tool, file):
    """What a tool finds in a file: {(check, file, line of code, message)}."""
    hosts = [f"-I/{path.relative_to(root or '/')}" for name in ("lua5.4", "python3.*[0-9]")
             for path in (root or Path("/")).glob(f"usr/include/{name}")]
    seen = Path("/") / folder.relative_to(root) if root else folder
    command = ("sh", "-c", f'cd {seen} && exec "$@"', "sh", tool, *TOOLS[tool](file, hosts))
    how = {"check": False, "timeout": None, "stderr": subprocess.STDOUT}
    said = (chroot(root, *command, **how) if root else run(*command, **how)).stdout
    found = set()
    for name, number, message, check in re.findall(
            r"^([^\s:]+):(\d+):\d+: (?:warning|error): (.*) \[([^]]+)\]$", said, re.M):
        path = os.path.normpath(seen / name)
        code = Path(f"{root or ''}{path}").read_text("utf-8").splitlines()[int(number) - 1]
        found.add((check, path.removeprefix(f"{seen}/"), code.strip(), message))
    assert found or not re.search(r"\b(error|warning): ", said), said
    return found


@functools.lru_cache(maxsize=None)
def all_found(root, tool):
    """Each file is analyzed alone: in a unit, the analyzers leave out what is included, or give up
    where calls are deep."""
    folder = sources(root)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return set().union(*pool.map(lambda file: findings(root, folder, tool, file), FILES))


def rows(check, path, code):
    """Of findings.tsv, those that explain this."""
    return {number for number, (a_check, a_path, part, _) in FALSE
            if check == a_check and path.startswith(a_path) and part in code}


@pytest.mark.parametrize("tool", TOOLS)
def test_findings(root, tool):
    unexplained = [finding for finding in all_found(root, tool) if not rows(*finding[:3])]
    assert not unexplained, "\n".join("\t".join(finding) for finding in sorted(unexplained))


def test_false_findings_are_still_found(root):
    found = set().union(*(all_found(root, tool) for tool in TOOLS))
    explained = set().union(*(rows(*finding[:3]) for finding in found))
    assert not [row for number, row in FALSE if number not in explained]


@pytest.mark.parametrize("tool, file, old, new, check", MISTAKES,
                         ids=[mistake[-1] for mistake in MISTAKES])
def test_mistake_is_found(root, tool, file, old, new, check):
    folder = sources(root)
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1, "the planted mistake does not fit the code any more"
    (folder / file).write_text(text.replace(old, new), "utf-8")
    assert check in {one[0] for one in findings(root, folder, tool, file) if one[1] == file}
