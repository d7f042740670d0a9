"""Where the tests of examples/embed get its hosts from: Debian's source packages and npm, built in
build/embed."""

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from debian_source import debian
from harness import BUILD, CC, ROOT, TESTS, make, run
from node import modules
from openssl import openssl

HERE = TESTS / "on_demand/embed"
PLACE = BUILD / "embed"
EXAMPLE = ROOT / "examples/embed"
AMALGAMATION = BUILD / "amalgamation"

# Those of CPython's modules in C that it starts without.
MODULES = """*static*
_bisect _bisectmodule.c
_contextvars _contextvarsmodule.c
_datetime _datetimemodule.c
_heapq _heapqmodule.c
_json _json.c
_random _randommodule.c
_struct _struct.c
array arraymodule.c
binascii binascii.c
math mathmodule.c
select selectmodule.c
"""


def sqlite():
    """The folder of SQLite's amalgamation."""
    folder = modules(PLACE / "npm/better-sqlite3", "better-sqlite3@12.11.1")
    return folder / "better-sqlite3/deps/sqlite3"


@functools.lru_cache(maxsize=None)
def musl_gcc():
    """Debian's compiler for musl, with the kernel's headers, which it lacks. CPython's configure
    asks it for the name of its libraries' folder."""
    if not shutil.which("musl-gcc"):
        pytest.skip("musl-tools is not installed")
    headers = PLACE / "musl/headers"
    headers.mkdir(parents=True, exist_ok=True)
    multiarch = run(*CC, "-print-multiarch").stdout.strip()
    for name, folder in (("linux", ""), ("asm-generic", ""), ("asm", multiarch)):
        if not (headers / name).exists():
            (headers / name).symlink_to(Path("/usr/include") / folder / name)
    (headers / "lua5.4-deb-multiarch.h").write_text('#define DEB_HOST_MULTIARCH "."\n')
    compiler = PLACE / "musl/cc"
    compiler.write_text(f"""#!/bin/sh
[ "$1" != --print-multiarch ] || exec echo {os.uname().machine}-linux-musl
exec musl-gcc -idirafter {headers} "$@"
""")
    compiler.chmod(0o755)
    return compiler


def musl_python():
    """CPython's folder of sources, and that of its static library and program for musl."""
    source, folder = debian("python3.11"), PLACE / "musl/python3.11"
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "Modules").mkdir(parents=True)
        (folder / "Modules/Setup.local").write_text(MODULES)
        run(source / "configure", f"CC={musl_gcc()}", "CFLAGS=-O2 -g0", "LDFLAGS=-static",
            "LINKFORSHARED= ", "PKG_CONFIG=false", "--prefix=/usr", "--disable-test-modules",
            "--without-ensurepip", cwd=folder)
        run("make", f"-j{os.cpu_count()}", "libpython3.11.a", "python", cwd=folder)
        (folder / "done").touch()
    return source, folder


def musl_openssl():
    """The folder of OpenSSL for musl."""
    try:
        return openssl(f"{os.uname().machine}-linux-musl")
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"not to be had: OpenSSL: {error}")


def amalgamation():
    """The folder of the amalgamation."""
    make("amalgamation")
    return AMALGAMATION


def example(folder):
    """A copy of examples/embed with the amalgamation where it looks for it."""
    amalgamation()
    shutil.copytree(EXAMPLE, folder / "examples/embed")
    (folder / "build").mkdir()
    (folder / "build/amalgamation").symlink_to(AMALGAMATION)
    (folder / "bindings").symlink_to(ROOT / "bindings")
    return folder / "examples/embed"
