"""The Python package as it travels, into build/pack/wheel: the source distribution, and a wheel for
each system of toolchain.py and each CPython, with its lock and without.

    python3 pack/wheel.py [cp313-aarch64-linux-musl cp314t-x86_64-w64-mingw32...]

A wheel runs wherever there is a C library of its kind. It is built from the source distribution, by
a compiler for its target, so it is never run here.

Each version of CPython has wheels of its own, because the limited API has neither the offsets of a
UUID's slots nor, before 3.14, integers of 128 bits. With it, uuid7() and parse() took 1.7 times as
long on 3.11, and 1.3 times on 3.15, as abi3 and as abi3t (uuid7_str(): 0.8 and 1.1 times), in a
prototype that does not even check its arguments.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile

from archive import cpython, sqlite_headers, unpacked
from release import BUILD, ROOT, VERSION, epoch, folder, run, write_tar, write_tarball
from toolchain import TARGETS, compiler, tools, zig

# Who has the headers of a version: a suite of Debian, or Maven Central in this version. A "t" is a
# Python without its lock, whose headers are the same.
HEADERS = {"3.9": "bullseye", "3.10": "3.10.8-1.5.8", "3.11": "bookworm", "3.12": "3.12.1-1.5.10",
           "3.13": "trixie", "3.14": "unstable", "3.15": "unstable"}
VERSIONS = [*HEADERS, "3.13t", "3.14t", "3.15t"]
# Whose pyconfig.h for Windows knows this compiler; what headers read in it holds for all versions.
WINDOWS = "3.13.5-1.5.12"
# By the last word of a target, what a wheel says it is for, and how the name of a module ends. Pythons
# with musl disagree on what is between a module's name and .so, and take nothing as well.
NAMES = {
    "gnu": ("manylinux_2_25_{machine}", ".cpython-{abi}-{machine}-linux-gnu.so"),
    "musl": ("musllinux_1_2_{machine}", ".so"),
    "darwin": ("macosx_11_0_{machine}", ".cpython-{abi}-darwin.so"),
    "mingw32": ("win_{machine}", ".cp{abi}-win_{machine}.pyd"),
}
# An intrinsic of Microsoft's compiler, which this one lacks; its register leads to the thread.
GET_REGISTER = """
static inline unsigned long long __getReg(int number)
{
    unsigned long long value;
    (void)number;
    __asm__("mov %0, x18" : "=r"(value));
    return value;
}
"""
# (the version, the target) of each wheel. Windows on arm64 has Pythons from 3.11 on.
WHEELS = [(version, target) for target in TARGETS for version in VERSIONS
          if target != "aarch64-w64-mingw32" or version not in ("3.9", "3.10")]
MACHINES = {"darwin": {"aarch64": "arm64"}, "mingw32": {"x86_64": "amd64", "aarch64": "arm64"}}


# ---- the source distribution

def build_sdist(into):
    """The source distribution of the commit."""
    work = into / "work"
    work.mkdir()
    write_tarball(work / "commit.tar.gz")
    shutil.unpack_archive(work / "commit.tar.gz", work)
    run(tools() / "python", "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')",
        cwd=work / f"uuid9562-{VERSION}")
    made, = work.glob("uuid9562-*.tar.gz")
    with tarfile.open(made) as archive:
        write_tar(into / made.name, {member.name: archive.extractfile(member).read()
                                     for member in archive if member.isreg()})
    shutil.rmtree(work)
    return into / made.name


# ---- headers

def headers(version, target):
    """The folder of the headers of a CPython for a system. They are the same for all, except
    pyconfig.h, and what they read in that of Linux on x86-64 holds for macOS and on arm64, too."""
    source = HEADERS[version]
    if "-" in source:
        found = cpython(source, "linux-x86_64") / f"include/python{version}"
        config = found / "pyconfig.h"
    else:
        include = unpacked(source, "amd64", [f"libpython{version}-dev"]) / "usr/include"
        found = include / f"python{version}"
        config = include / f"x86_64-linux-gnu/python{version}/pyconfig.h"
    if "mingw" in target:
        config = cpython(WINDOWS, "windows-x86_64") / "include/pyconfig.h"
    into = BUILD / "pack/headers"
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(found, into, ignore=shutil.ignore_patterns("internal"))
    # crypt.h is not everywhere, and 3.9 includes it for its own modules.
    text = config.read_text(encoding="utf-8").replace("#define HAVE_CRYPT_H 1", "")
    if target == "aarch64-w64-mingw32":
        text = text.replace("#define Py_CONFIG_H\n", "#define Py_CONFIG_H\n" + GET_REGISTER)
    (into / "pyconfig.h").write_text(text, encoding="utf-8")
    return into


def import_library(abi, target, include):
    """The path of what a module is linked with, to find in Python's DLL what the headers name."""
    definition, library = include / "python.def", include / "libpython.a"
    names = {name for header in include.rglob("*.h")
             for name in re.findall(r"\b_?Py\w+", header.read_text(encoding="utf-8"))}
    definition.write_text("\n".join(["EXPORTS", *sorted(names)]), encoding="utf-8")
    run(zig(), "dlltool", "-m", "i386:x86-64" if target.startswith("x86_64") else "arm64", "-D",
        f"python{abi}.dll", "-d", definition, "-l", library)
    return library


# ---- wheels

def c_flags(cc):
    """With what a compiler is called, as the Makefile has it; Python's own headers expect NDEBUG."""
    return run("make", "-s", "-C", ROOT, "-f", "-", "flags", f"CC={cc}", f"B={BUILD}",
               input="include Makefile\nflags:\n\t@echo $(HARDENED_CC) $(CFLAGS) -DNDEBUG\n").strip()


def tags(version, target):
    """Those of a wheel: of the Python, its ABI, the platform; and how the name of a module ends."""
    machine, _, system = target.split("-")
    machine, abi = MACHINES.get(system, {}).get(machine, machine), version.replace(".", "")
    return (f"cp{abi.rstrip('t')}", f"cp{abi}",
            *(name.format(abi=abi, machine=machine) for name in NAMES[system]))


def file_name(version, target):
    return f"uuid9562-{VERSION}-{'-'.join(tags(version, target)[:3])}.whl"


def build_wheel(version, target, include, sources, into):
    """Builds the wheel of a version for a target, with the headers in `include`. `sources` is the
    source distribution, unpacked, in which wheels of other versions for that target may have been
    built."""
    python, abi, platform, suffix = tags(version, target)
    cc, system = compiler(target), target.split("-")[2]
    for old in (*sources.glob("build/lib*/uuid9562/_core*"), *sources.glob("build/temp*/bindings"),
                sources / "dist"):
        run("rm", "-rf", old)
    flags, link = [f"-I{include}", f"-idirafter {sqlite_headers()}"], f"{cc} -shared"
    if "t" in version:
        flags.append("-DPy_GIL_DISABLED=1")
    if system == "mingw32":
        link += (f" {import_library(abi[2:], target, include)}"
                 f" -Wl,--out-implib={include}/unused.lib")  # and not in the package
    if system == "darwin":
        link += " -install_name @rpath/uuid9562 -Wl,-undefined,dynamic_lookup"
    env = {**{name: value for name, value in os.environ.items()
              if name not in ("LDFLAGS", "CLOCK")},
           "CRYPTO": "own", "SOURCE_DATE_EPOCH": str(epoch())}
    run(tools() / "python", "-c", "from setuptools.build_meta import build_wheel;"
        " build_wheel('dist')", cwd=sources, env={
            **env, "CC": str(cc), "CFLAGS": c_flags(cc), "CPPFLAGS": " ".join(flags),
            "LDSHARED": link, "SETUPTOOLS_EXT_SUFFIX": suffix}, stderr=subprocess.STDOUT)
    wheel, = (sources / "dist").glob("*.whl")
    run(tools() / "python", "-m", "wheel", "tags", "--remove", "--python-tag", python, "--abi-tag",
        abi, "--platform-tag", platform, wheel, env=env)
    shutil.move(sources / "dist" / file_name(version, target), into)


def main(wanted):
    os.umask(0o022)  # a wheel has the modes of the files that it is made of
    into = folder("wheel")
    sdist = build_sdist(into)
    for version, target in WHEELS:
        name, work = f"cp{version.replace('.', '')}-{target}", into / target
        if name not in (wanted or [name]):
            continue
        try:
            include = headers(version.rstrip("t"), target)
        except SystemExit as reason:
            print(f"skipped: {name}: {reason}", flush=True)
            continue
        if not work.exists():
            with tarfile.open(sdist) as archive:
                archive.extractall(work)
        print(name, flush=True)
        build_wheel(version, target, include, work / f"uuid9562-{VERSION}", into)
    for target in TARGETS:
        shutil.rmtree(into / target, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
