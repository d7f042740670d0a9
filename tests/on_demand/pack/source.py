"""The packages of sources, unpacked in an empty folder and built there; `./dev pack source`."""

import re
import shutil

import pytest
from harness import BUILD, CC, HEADERS, MAKE, PYTHON, ROOT, SQLITE3, run
from installation import promised

PACKED = BUILD / "pack/source"


def unpacked(ending, into):
    """The folder that the one package of this ending holds, which has the package's name."""
    package, = PACKED.glob(f"*{ending}")
    shutil.unpack_archive(package, into)
    folder, = into.iterdir()
    assert folder.name + ending == package.name
    return folder


@pytest.fixture
def sources(tmp_path):
    return unpacked(".tar.gz", tmp_path)


@pytest.fixture
def amalgamation(tmp_path):
    return unpacked(".zip", tmp_path)


def test_sources_are_the_commit(sources):
    held = {str(path.relative_to(sources)) for path in sources.rglob("*") if not path.is_dir()}
    assert held == set(run("git", "-C", ROOT, "ls-tree", "-r", "--name-only", "HEAD").stdout.split())


def test_licenses(sources):
    """By reuse, of the version that knows REUSE.toml."""
    if not shutil.which("reuse") or int(re.search(r"\d+", run("reuse", "--version").stdout)[0]) < 4:
        pytest.skip("reuse 4 or later is not installed")
    run("reuse", "--root", sources, "lint")


def test_sources_build(sources):
    run(*MAKE, "-s", "-C", sources, "B=build", "sqlite", "cli")
    example = ROOT / "examples/sqlite/input.sql"
    assert run(SQLITE3, "-batch", "-cmd", f".load {sources}/build/sqlite/uuid9562", ":memory:",
               input=example.read_text(encoding="utf-8")).stdout == promised(example)
    assert run(sources / "build/cli/uuid9562", "-7").stdout[14] == "7"


def test_amalgamation_builds(amalgamation):
    assert sorted(path.name for path in amalgamation.iterdir()) == [
        "LICENSE", *sorted(["uuid9562.c", "uuid9562_lua.c", "uuid9562_python.c", "uuid9562_sqlite.c",
                            *(path.name for path in HEADERS)])]
    example = ROOT / "examples/c/keys.c"
    run(*CC, "-I.", example, "uuid9562.c", "-lcrypto", "-pthread", "-o", "keys", cwd=amalgamation)
    assert run(amalgamation / "keys").stdout == promised(example)


def test_the_same_bits_another_time(tmp_path):
    before = {path.name: path.read_bytes() for path in PACKED.iterdir()}
    run(*MAKE, "-s", "-C", ROOT, f"B={tmp_path}", "amalgamation")
    run(PYTHON, "-B", ROOT / "pack/source.py", env={"B": str(tmp_path), "TZ": "Asia/Kathmandu"})
    after = {path.name: path.read_bytes() for path in (tmp_path / "pack/source").iterdir()}
    assert after == before
