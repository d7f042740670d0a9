"""The packages of sources, unpacked in an empty folder and built there; `./dev pack source`."""

import tarfile
import zipfile

import pytest
from harness import BUILD, CC, MAKE, PYTHON, ROOT, SQLITE3, run
from installation import promised

PACKED = BUILD / "pack/source"


def one(pattern):
    """The one package of this name."""
    path, = PACKED.glob(pattern)
    return path


@pytest.fixture
def sources(tmp_path):
    with tarfile.open(one("*.tar.gz")) as archive:
        archive.extractall(tmp_path)
    folder, = tmp_path.iterdir()
    assert f"{folder.name}.tar.gz" == one("*.tar.gz").name
    return folder


@pytest.fixture
def amalgamation(tmp_path):
    with zipfile.ZipFile(one("*.zip")) as archive:
        archive.extractall(tmp_path)
    folder, = tmp_path.iterdir()
    assert f"{folder.name}.zip" == one("*.zip").name
    return folder


def test_sources_are_the_commit(sources):
    held = {str(path.relative_to(sources)) for path in sources.rglob("*") if not path.is_dir()}
    assert held == set(run("git", "-C", ROOT, "ls-tree", "-r", "--name-only", "HEAD").stdout.split())


def test_sources_build(sources):
    run(*MAKE, "-s", "-C", sources, "B=build", "sqlite", "cli")
    example = ROOT / "examples/sqlite/input.sql"
    assert run(SQLITE3, "-batch", "-cmd", f".load {sources}/build/sqlite/uuid9562", ":memory:",
               input=example.read_text(encoding="utf-8")).stdout == promised(example)
    assert run(sources / "build/cli/uuid9562", "-7").stdout[14] == "7"


def test_amalgamation_builds(amalgamation):
    assert sorted(path.name for path in amalgamation.iterdir()) == [
        "LICENSE", "uuid9562.c", "uuid9562.h", "uuid9562_sqlite.c"]
    example = ROOT / "examples/c/keys.c"
    run(*CC, "-I.", example, "uuid9562.c", "-lcrypto", "-pthread", "-o", "keys", cwd=amalgamation)
    assert run(amalgamation / "keys").stdout == promised(example)


def test_the_same_bits_another_time(tmp_path):
    before = {path.name: path.read_bytes() for path in PACKED.iterdir()}
    run(*MAKE, "-s", "-C", ROOT, f"B={tmp_path}", "amalgamation")
    run(PYTHON, "-B", ROOT / "pack/source.py", env={"B": str(tmp_path), "TZ": "Asia/Kathmandu"})
    after = {path.name: path.read_bytes() for path in (tmp_path / "pack/source").iterdir()}
    assert after == before
