"""The Python package among those that programs use it with; `make ecosystem` runs this program.

It makes a virtual environment in build/ecosystem, installs our source distribution in it as anyone
would, and each of PACKAGES from the package index, those that can be had; beside it each of DJANGO,
and the tests of the newest, from its source distribution. There it runs the tests with other
packages, the manual, and what mypy says of the types. PYTHON names the Python.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]
from harness import BUILD, PYTHON, ROOT, run  # noqa: E402

PACKAGES = """orjson msgspec pydantic sqlalchemy[asyncio] django psycopg[binary] freezegun time-machine numpy
    pyarrow polars duckdb pandas uuid-utils langchain-core langsmith
    fastuuid mypy pyspark datasette sqlite-utils apsw
    pysqlite3-binary sqlean.py aiosqlite""".split()
DJANGO = "4.2", "5.2", "6.0", "6.1"
NO_WHEEL = {"pyspark"}
TESTS = """test_consumers or test_databases or test_frameworks or test_arrays or test_arrow
    or test_mypy or test_engines or docs/python or docs/frameworks""".replace("\n", "")

VERSIONS = """
import importlib.metadata as metadata, platform, sqlite3, sys
import postgresql
print("with CPython " + platform.python_version(), "SQLite " + sqlite3.sqlite_version,
      postgresql.version(), *(f"{name} {metadata.version(name)}" for name in sys.argv[1:]),
      sep=", ")
"""


def djangos(place, install):
    """What test_frameworks.py is told of DJANGO: the folders of those that this Python can have,
    and that of the newest one's source distribution."""
    folders, sources = [], ""
    for version in DJANGO:
        folder = place / f"django-{version}"
        if install("--only-binary", ":all:", "--target", folder, f"django=={version}.*").returncode:
            print(f"ecosystem: skipped: Django {version} cannot be had for this Python")
        else:
            folders.append(folder)
    if folders and folders[-1].name == f"django-{DJANGO[-1]}":
        info, = folders[-1].glob("django-*.dist-info")
        version = info.name.split("-")[1].removesuffix(".dist")
        done = run(place / "venv/bin/python", "-m", "pip", "-q", "download", "--no-deps",
                   "--no-build-isolation", "--no-binary", ":all:", "-d", place,
                   f"django=={version}", check=False, env={"PYTHONPATH": ""})
        if done.returncode:
            print(f"ecosystem: skipped: Django's own tests: {done.stderr.strip().splitlines()[-1]}")
        for archive in place.glob(f"[dD]jango-{version}.tar.gz"):
            with tarfile.open(archive) as opened:
                opened.extractall(place)
            sources = archive.with_name(archive.name.removesuffix(".tar.gz"))
    return {"UUID9562_DJANGO": os.pathsep.join(map(str, folders)),
            "UUID9562_DJANGO_TESTS": str(sources)}


def main():
    version = run(PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").stdout.strip()
    place = BUILD / "ecosystem" / version
    shutil.rmtree(place, ignore_errors=True)
    python = place / "venv/bin/python"
    run(PYTHON, "-m", "venv", place / "venv")

    def install(*words):
        return run(python, "-m", "pip", "-q", "--disable-pip-version-check", "install", *words,
                   check=False, env={"PYTHONPATH": ""})

    for needed in ("setuptools", "pytest"):
        done = install(needed)
        if done.returncode != 0:
            sys.exit(print(f"ecosystem: skipped, {needed} cannot be had: {done.stderr}"))

    shutil.copytree(ROOT, place / "copy", ignore=shutil.ignore_patterns(".git", "build"))
    run(python, "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')",
        cwd=place / "copy")
    shutil.rmtree(place / "copy")
    sdist, = place.glob("uuid9562-*.tar.gz")
    run(python, "-m", "pip", "-q", "install", sdist, env={"PYTHONPATH": ""})
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").stdout

    names = []
    for package in PACKAGES:
        binary = () if package in NO_WHEEL else ("--only-binary", ":all:")
        done = install("--retries", "1", *binary, package)
        if done.returncode == 0:
            names.append(package.partition("[")[0])
        else:
            print(f"ecosystem: skipped: {package}: {done.stderr.strip().splitlines()[-1]}")
    environment = {"UUID9562_PACKAGE": site.strip(), "PYTHON": str(python),
                   **djangos(place, install)}
    print(run(python, "-B", "-c", VERSIONS, *names, cwd=ROOT / "tests/python").stdout.strip(),
          flush=True)
    done = run(python, "-B", "-m", "pytest", "tests/python", "tests/docs", "-k", TESTS, cwd=ROOT,
               env=environment, check=False, stdout=None, stderr=subprocess.STDOUT)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
