"""The files of a release on a machine of any kind, with nothing but a Python of 3.9 or later whose
sqlite3 loads extensions; .github/workflows/release.yml runs it on those that did not build them:

    python3 tests/on_demand/pack/release_smoke.py build/release/VERSION

Of each package that is for this machine (the wheel, the SQLite extension's archive, those of npm if
there is Node.js, the zip for Windows), what is in the file is asked for UUIDs. It is an error if one is
missing.
"""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import uuid
import venv
from pathlib import Path

SYSTEM = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
MACHINE = {"AMD64": "x86_64", "ARM64": "aarch64", "arm64": "aarch64"}.get(
    platform.machine(), platform.machine())
MUSL = "musl-" * ("musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or ""))
EXPECTED = {name: str(uuid.uuid5(uuid.NAMESPACE_DNS, name))
            for name in ("", "www.example.com", "\u00e4\U0001f511", "x" * 100)}
EXTENSION = f"""
import sqlite3, sys
connection = sqlite3.connect(":memory:")
connection.enable_load_extension(True)
connection.load_extension(sys.argv[1])
for name, expected in {EXPECTED!a}.items():
    assert connection.execute("SELECT uuid5('@dns', ?)", (name,)).fetchone() == (expected,), name
made = [connection.execute("SELECT uuid7()").fetchone()[0] for _ in range(1000)]
assert made == sorted(set(made)) and {{u[14] for u in made}} == {{"7"}}
connection.close()
"""


def run(*words, **options):
    """What a command prints. A program that has loaded a file ends before the file is removed, as
    Windows wants it."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                          universal_newlines=True, **options)
    if done.returncode:
        sys.exit(f"{done.stdout}{words[0]} ended with {done.returncode}")
    return done.stdout.strip()


def load(extension):
    run(sys.executable, "-I", "-B", "-W", "error", "-c", EXTENSION, extension)


def wheel(files, place):
    """Installed in an environment of its own, and tried as in each clean tree."""
    venv.create(place, with_pip=True)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "--disable-pip-version-check", "install", "--no-index",
        "--only-binary", ":all:", "--find-links", files / "pypi", "uuid9562")
    assert run(scripts / "python", "-I", "-B", Path(__file__).parent / "wheel/smoke.py",
               shutil.which("uuid9562", path=str(scripts))) == "as it should be"


def archive(files, place):
    """The SQLite extension for this system, and its variant."""
    path, = (files / "github").glob(f"uuid9562-*-loadable-{SYSTEM}-{MUSL}{MACHINE}.tar.gz")
    shutil.unpack_archive(path, place)
    load(place / "uuid9562")
    assert len([*place.glob("uuid9562_replicated.*")]) == 1


def npm(files, place):
    """The file that npm's package finds for this system."""
    path, = (files / "npm").glob("uuid9562-sqlite-*.tgz")
    shutil.unpack_archive(path, place)
    load(run("node", "-p", "require('./package').getLoadablePath()", cwd=place))


def wasm(files, place):
    """The core as WebAssembly."""
    path, = (files / "npm").glob("uuid9562-[0-9]*.tgz")
    shutil.unpack_archive(path, place)
    name = "www.example.com"
    assert run("node", "--input-type=module", "-e", "import { uuid5 } from './package/index.mjs';"
               f"console.log(uuid5('@dns', '{name}'))", cwd=place) == EXPECTED[name]


def windows(files, place):
    path, = (files / "github").glob("*-windows-x64.zip")
    shutil.unpack_archive(path, place)
    folder, = place.iterdir()
    assert uuid.UUID(run(folder / "bin/uuid9562.exe", "-u", "uuid7")).version == 7
    load(folder / "sqlite/uuid9562")


def main():
    files = Path(sys.argv[1]).resolve()
    for kind in (wheel, archive, *[npm, wasm] * bool(shutil.which("node")),
                 *[windows] * ((SYSTEM, MACHINE) == ("windows", "x86_64"))):
        with tempfile.TemporaryDirectory() as place:
            kind(files, Path(place))
        print(f"{kind.__name__}: as it should be", flush=True)


if __name__ == "__main__":
    main()
