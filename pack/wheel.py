"""The Python package as it travels, into build/pack/wheel: the source distribution, and a wheel for
each Linux of toolchain.py and each version of CPython whose headers are found.

    python3 pack/wheel.py [cp313-aarch64-linux-musl...]

A wheel contains libcrypto (openssl.py), and runs wherever there is a C library of its kind. It is
built from the source distribution, by a compiler for its target, so it is never run here; the
headers of Python are those of Debian's packages, or of a Python that is found (by its name, or in
PYTHONS) and is for this processor.

Each version of CPython has wheels of its own, because the limited API would cost too much: a UUID
becomes a str by writing into it (PyUnicode_New, PyUnicode_1BYTE_DATA), which that API lacks, as it
lacks what UUIDs and integers are read by, _PyLong_AsByteArray and the offsets of slots.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from archive import sqlite_headers, unpacked
from openssl import openssl
from release import BUILD, ROOT, VERSION, epoch, folder, write_tar
from sbom import sbom
from toolchain import TARGETS, compiler, tools

# The suite of Debian that has the headers of a version.
SUITES = {"3.9": "bullseye", "3.11": "bookworm", "3.13": "trixie", "3.14": "unstable",
          "3.15": "unstable"}
MORE = {"3.9": ["libcrypt-dev"]}  # whose crypt.h Python.h includes, but zig's glibc has none
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# What wheels say they are for, glibc's until auditwheel has found the oldest that will do. It cannot
# do so for musl's: it takes this system's libc.so, a text for the linker, for theirs.
LINUX = {"gnu": "linux", "musl": "musllinux_1_2"}


def run(*command, **options):
    """What a command prints; if it fails, that is shown."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          **options)
    if done.returncode:
        sys.exit(done.stdout + f"{command[0]} ended with {done.returncode}")
    return done.stdout


# ---- the source distribution

def build_sdist(into):
    """The source distribution of the commit."""
    work = into / "work"
    (work / "project").mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", work / "project"], check=True,
                   input=subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], check=True,
                                        stdout=subprocess.PIPE).stdout)
    run(tools() / "python", "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')",
        cwd=work / "project")
    made, = work.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        write_tar(into / made.name, {member.name: archive.extractfile(member).read()
                                     for member in archive if member.isreg()})
    shutil.rmtree(work)
    return into / made.name


# ---- headers

def found():
    """The folders of the headers of Pythons for this processor, by version and machine."""
    ask = ("import os, platform, sys, sysconfig as s\n"
           "print('%d.%d' % sys.version_info[:2], platform.machine(), s.get_path('include'))\n"
           "os.stat(s.get_path('include') + '/Python.h')\n"
           "assert sys.implementation.name == 'cpython'\n"
           "assert not (s.get_config_var('Py_GIL_DISABLED') or s.get_config_var('Py_DEBUG'))\n")
    folders = {}
    for python in (*(f"python3.{minor}" for minor in range(9, 16)),
                   *os.environ.get("PYTHONS", "").split()):
        if shutil.which(python):
            told = subprocess.run([python, "-c", ask], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL)
            if told.returncode == 0:
                version, machine, path = told.stdout.split()
                folders[version, machine] = Path(path)
    return folders


def headers(version, machine, others):
    """The folders of the headers of a version."""
    if version not in SUITES:
        return [others[version, machine]]
    path = unpacked(SUITES[version], ARCHITECTURES[machine],
                    [f"libpython{version}-dev", *MORE.get(version, [])]) / "usr/include"
    return [path / f"python{version}", path]


# ---- wheels

def c_flags(cc):
    """With what a compiler is called, as the Makefile has it; Python's own headers expect NDEBUG."""
    return run("make", "-s", "-C", ROOT, "-f", "-", "flags", f"CC={cc}", f"B={BUILD}",
               input="include Makefile\nflags:\n\t@echo $(HARDENED_CC) $(CFLAGS) -DNDEBUG\n").strip()


def add_parts(wheel, target):
    """Adds the list of what a wheel contains of others (PEP 770)."""
    place = wheel.parent / "unpacked"
    run(tools() / "python", "-m", "wheel", "unpack", wheel, "-d", place)
    unpacked_wheel, = place.iterdir()
    info, = unpacked_wheel.glob("*.dist-info")
    (info / "sboms").mkdir()
    (info / "sboms/uuid9562.cdx.json").write_bytes(sbom(f"pkg:pypi/uuid9562@{VERSION}", target))
    run(tools() / "python", "-m", "wheel", "pack", unpacked_wheel, "-d", wheel.parent,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch())})
    shutil.rmtree(place)


def build_wheel(version, target, headers, sources, into):
    """Builds the wheel of a version for a target. `sources` is the source distribution, unpacked,
    in which wheels of other versions for that target may have been built."""
    machine, _, libc = target.split("-")
    cc, crypto = compiler(target), openssl(target)
    shutil.copy(crypto / "LICENSE", sources / "LICENSE.OpenSSL")
    for old in (*sources.glob("build/lib*/uuid9562/_core*"), *sources.glob("build/temp*/bindings"),
                sources / "dist"):
        run("rm", "-rf", old)
    # Pythons with musl disagree on what is between the name and .so, and take nothing as well.
    suffix = f".cpython-{version.replace('.', '')}-{target}" if libc == "gnu" else ""
    env = {name: value for name, value in os.environ.items() if name not in ("LDFLAGS", "CLOCK")}
    run(tools() / "python", "-c", "from setuptools.build_meta import build_wheel;"
        " build_wheel('dist')", cwd=sources, env={
            **env, "CC": str(cc), "CFLAGS": c_flags(cc),
            "LDSHARED": f"{cc} -shared -L{crypto}/lib",  # before this system's folders
            "CPPFLAGS": " ".join((f"-I{crypto}/include", f"-I{headers[0]}", *(
                f"-idirafter {path}" for path in (*headers[1:], sqlite_headers())))),
            "CRYPTO": "static", "PKG_CONFIG_LIBDIR": str(crypto / "lib/pkgconfig"),
            "SETUPTOOLS_EXT_SUFFIX": f"{suffix}.so", "SOURCE_DATE_EPOCH": str(epoch())},
        stderr=subprocess.STDOUT)
    wheel, = (sources / "dist").glob("*.whl")
    add_parts(wheel, target)
    python = "cp" + version.replace(".", "")
    env = {**os.environ, "PATH": f"{tools()}:{os.environ['PATH']}",
           "SOURCE_DATE_EPOCH": str(epoch())}
    run(tools() / "python", "-m", "wheel", "tags", "--remove", "--python-tag", python, "--abi-tag",
        python, "--platform-tag", f"{LINUX[libc]}_{machine}", wheel, env=env)
    wheel, = (sources / "dist").glob("*.whl")
    if libc == "gnu":
        run(tools() / "auditwheel", "repair", "-w", into, wheel, env=env, stderr=subprocess.STDOUT)
    else:
        shutil.move(wheel, into)


def main(wanted):
    os.umask(0o022)  # a wheel has the modes of the files that it is made of
    into = folder("wheel")
    sdist = build_sdist(into)
    others = found()
    for target in (name for name in TARGETS if "linux" in name):
        machine, work = target.split("-")[0], into / target
        for version in sorted({*SUITES, *(one for one, of in others if of == machine)}):
            name = f"cp{version.replace('.', '')}-{target}"
            if name in (wanted or [name]):
                if not work.exists():
                    with tarfile.open(sdist) as archive:
                        archive.extractall(work)
                print(name, flush=True)
                build_wheel(version, target, headers(version, machine, others),
                            work / f"uuid9562-{VERSION}", into)
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
