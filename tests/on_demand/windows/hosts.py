"""What the tests on Windows run: wine, and programs that are built for it from Debian's packages of
sources, once, in build/platforms. Where something is not installed, the test is skipped by name.
"""

import functools
import shutil
import tarfile

import pytest
from archive import cpython, fetch_source
from harness import BUILD, MAKE, ROOT, run

FOLDER = BUILD / "platforms"
BUILT = FOLDER / "windows"  # by `make windows`
HOSTS = FOLDER / "windows-hosts"
COMPILER = "x86_64-w64-mingw32-gcc-win32"
WITH_PTHREADS = "x86_64-w64-mingw32-gcc-posix"
WINE = {"WINEPREFIX": str(FOLDER / "wine"), "WINEDEBUG": "-all"}


def wine(program, *words, env=None, **options):
    FOLDER.mkdir(parents=True, exist_ok=True)  # wine makes its own alone
    return run("wine", program, *words, env={**WINE, **(env or {})}, **options)


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")


def wrapper(program):
    """A script beside a program that runs it as if it were one of this system."""
    script = program.with_suffix("")
    settings = " ".join(f"{name}='{value}'" for name, value in WINE.items())
    script.write_text(f'#!/bin/sh\n{settings} exec wine "{program}" "$@"\n')
    script.chmod(0o755)
    return script


@functools.lru_cache(maxsize=None)
def built():
    """The folder of what `make windows` makes; a warning is an error."""
    need(COMPILER, "wine")
    run(*MAKE, "-s", "-C", ROOT, f"B={FOLDER}", f"WINDOWS_CC={COMPILER}", "CFLAGS=-O2 -Werror",
        "windows", timeout=3600)
    return BUILT


def source(package):
    """The folder of a package's sources, as its authors publish them."""
    folder = HOSTS / "sources" / package
    if not (folder / "original").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch_source(folder, "bookworm", package)
        packed, = (folder / "packages").glob(f"{package}_*.orig.tar.*")
        with tarfile.open(packed) as archive:
            archive.extractall(folder / "unpacked")
        inside, = (folder / "unpacked").iterdir()
        inside.rename(folder / "original")
    return folder / "original"


def host(name, build):
    """The folder of a host, which `build` fills the first time."""
    need(COMPILER, WITH_PTHREADS, "wine")
    folder = HOSTS / name
    if not folder.exists():
        new = folder.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        build(new)
        new.rename(folder)
    return folder


def sqlite():
    """SQLite's shell, sqlite3.exe, and sqlite3.c with its headers."""
    def build(into):
        need("tclsh")
        folder = source("sqlite3")
        run("./configure", "--disable-readline", cwd=folder)
        run(*MAKE, "sqlite3.c", "shell.c", cwd=folder)
        for name in ("sqlite3.c", "sqlite3.h", "sqlite3ext.h", "shell.c"):
            shutil.copy(folder / name, into)
        run(COMPILER, "-O1", "-w", "-DSQLITE_ENABLE_FTS5", "-DSQLITE_ENABLE_RTREE", "sqlite3.c",
            "shell.c", "-o", "sqlite3.exe", "-static", cwd=into, timeout=3600)
    return host("sqlite", build)


def lua():
    """lua.exe and lua54.dll."""
    def build(into):
        sources = source("lua5.4") / "src"
        files = sorted(sources.glob("*.c"))
        flags = ("-std=gnu99", "-O2", "-w", "-DLUA_BUILD_AS_DLL")
        run(COMPILER, *flags, "-shared", *(path for path in files if path.stem not in ("lua", "luac")),
            "-o", into / "lua54.dll")
        run(COMPILER, *flags, sources / "lua.c", into / "lua54.dll", "-o", into / "lua.exe")
    return host("lua", build)


def check():
    """check.h and the libraries of Check, which runs its tests in one process there."""
    def build(into):
        folder = source("check")
        run("./configure", "--host=x86_64-w64-mingw32", f"CC={WITH_PTHREADS}", "--disable-subunit",
            "CFLAGS=-O2 -w -D__USE_MINGW_ANSI_STDIO=1", "--disable-shared", "--disable-build-docs",
            "--disable-dependency-tracking", cwd=folder)
        run(*MAKE, "-C", "lib", cwd=folder)
        run(*MAKE, "-C", "src", "libcheck.la", cwd=folder)
        for name in ("check_stdint.h", "src/check.h", "src/.libs/libcheck.a",
                     "lib/.libs/libcompat.a"):
            shutil.copy(folder / name, into)
    return host("check", build)


def python():
    """CPython for Windows with its headers and import library, which Debian does not have."""
    need("mvn", "wine")
    return cpython("3.13.5-1.5.12", "windows-x86_64")
