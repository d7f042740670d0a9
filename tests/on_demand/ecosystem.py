"""The Python package among those that programs use it with; `make ecosystem` runs this program.

It makes a virtual environment in build/ecosystem, and installs our source distribution there as anyone
would; and from the package index PACKAGES, and each of DJANGO beside them, where they can be had. The
tests are ours with other packages, the manual, and what mypy says of the stubs. PYTHON names the
Python.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]
from harness import BUILD, PYTHON, ROOT, run  # noqa: E402

PACKAGES = """orjson msgspec pydantic fastapi httpx sqlalchemy[asyncio] django
    freezegun time-machine numpy pyarrow polars duckdb pandas
    uuid-utils fastuuid mypy pyspark datasette sqlite-utils apsw pysqlite3-binary sqlean.py
    aiosqlite peewee sqlmodel tortoise-orm""".split()
TESTS = """test_consumers or test_databases or test_frameworks or test_arrays or test_arrow
    or test_mypy or test_engines or test_orms or docs/python or docs/columns
    or docs/frameworks""".replace("\n", "")

SCANNER = "duckdb-extension-sqlite-scanner"  # it takes a duckdb of its own version
DJANGO = "4.2", "5.2", "6.0", "6.1"
NO_WHEEL = {"pyspark"}

VERSIONS = """
import importlib.metadata as metadata, platform, sqlite3, sys
print("with CPython " + platform.python_version(), "SQLite " + sqlite3.sqlite_version,
      *(f"{name} {metadata.version(name)}" for name in sys.argv[1:]),
      sep=", ")
"""


def pip(python, *words):
    """Returns what it ended with, and on an error the last line that it wrote."""
    done = run(python, "-m", "pip", "-q", "--disable-pip-version-check", *words, check=False,
               env={"PYTHONPATH": ""})
    return done.returncode, done.stderr.strip().rpartition("\n")[2]


def new_environment(place, *needed):
    """The path of the Python of a virtual environment."""
    run(PYTHON, "-m", "venv", place)
    python = place / "bin/python"
    for package in needed:
        failed, why = pip(python, "install", package)
        if failed:
            sys.exit(print(f"ecosystem: skipped, {package} cannot be had: {why}"))
    return python


def install(python, packages):
    """Installs those that can be had, and returns their names."""
    names = []
    for package in packages:
        binary = () if package in NO_WHEEL else ("--only-binary", ":all:")
        failed, why = pip(python, "install", "--retries", "1", *binary, package)
        if failed:
            print(f"ecosystem: skipped: {package}: {why}")
        else:
            names.append(package.partition("[")[0])
    return names


def wheel(place, python):
    """Our source distribution, built."""
    shutil.copytree(ROOT, place / "copy", ignore=shutil.ignore_patterns(".git", "build"))
    run(python, "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')",
        cwd=place / "copy")
    shutil.rmtree(place / "copy")
    sdist, = place.glob("uuid9562-*.tar.gz")
    run(python, "-m", "pip", "-q", "wheel", "--no-deps", "-w", place, sdist, env={"PYTHONPATH": ""})
    made, = place.glob("uuid9562-*.whl")
    return made


def djangos(place, python):
    """What test_frameworks.py is told of DJANGO: the folders of those that this Python can have."""
    folders = []
    for version in DJANGO:
        folder = place / f"django-{version}"
        failed, _ = pip(python, "install", "--only-binary", ":all:", "--target", folder,
                        f"django=={version}.*")
        if failed:
            print(f"ecosystem: skipped: Django {version} cannot be had for this Python")
        else:
            folders.append(folder)
    return {"UUID9562_DJANGO": os.pathsep.join(map(str, folders))}


def run_tests(python, names, environment, tests=TESTS):
    """Says what is installed, then runs the tests."""
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").stdout
    print(run(python, "-B", "-c", VERSIONS, *names, cwd=ROOT / "tests/hosts/python").stdout.strip(),
          flush=True)
    return run(python, "-B", "-m", "pytest", "tests/hosts/python", "tests/together/docs", "-k", tests,
               cwd=ROOT,
               check=False,
               env={"UUID9562_PACKAGE": site.strip(), "PYTHON": str(python), **environment},
               stdout=None, stderr=subprocess.STDOUT, timeout=None).returncode


def main():
    version = run(PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").stdout.strip()
    place = BUILD / "ecosystem" / version
    shutil.rmtree(place, ignore_errors=True)

    python = new_environment(place / "venv", "setuptools", "pytest")
    ours = wheel(place, python)
    run(python, "-m", "pip", "-q", "install", ours, env={"PYTHONPATH": ""})
    names = install(python, PACKAGES)
    failed = run_tests(python, names, djangos(place, python))
    python = new_environment(place / "scanner", "pytest", ours)
    return failed or run_tests(python, install(python, [SCANNER]), {}, "duckdb_sqlite")


if __name__ == "__main__":
    sys.exit(main())
