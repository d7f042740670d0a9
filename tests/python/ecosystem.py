"""The Python package among those that programs use it with; `make ecosystem` runs this program.

It makes a virtual environment in build/ecosystem, installs our source distribution in it as anyone
would, and each of PACKAGES from the package index, those that can be had. There it runs the tests
with other packages, the manual, and what mypy says of the types. PYTHON names the Python.
"""

import shutil
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]
from harness import BUILD, PYTHON, ROOT, run  # noqa: E402

PACKAGES = """orjson msgspec pydantic sqlalchemy django psycopg[binary] freezegun time-machine numpy
    pyarrow polars duckdb pandas uuid-utils fastuuid mypy pyspark datasette sqlite-utils apsw
    pysqlite3-binary sqlean.py""".split()
NO_WHEEL = {"pyspark"}
TESTS = """test_consumers or test_databases or test_arrays or test_arrow or test_mypy
    or test_engines or docs/python or docs/frameworks""".replace("\n", "")

VERSIONS = """
import importlib.metadata as metadata, platform, sqlite3, sys
import postgresql
print("with CPython " + platform.python_version(), "SQLite " + sqlite3.sqlite_version,
      postgresql.version(), *(f"{name} {metadata.version(name)}" for name in sys.argv[1:]),
      sep=", ")
"""


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
    environment = {"UUID9562_PACKAGE": site.strip(), "PYTHON": str(python)}
    print(run(python, "-B", "-c", VERSIONS, *names, cwd=ROOT / "tests/python").stdout.strip(),
          flush=True)
    done = run(python, "-B", "-m", "pytest", "tests/python", "tests/docs", "-k", TESTS, cwd=ROOT,
               env=environment, check=False, stdout=None, stderr=subprocess.STDOUT)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
