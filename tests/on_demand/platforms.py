"""The core's tests on other processors, with musl and with other versions of OpenSSL; `make
platforms`. Those on Windows are in tests/on_demand/windows.

What a platform needs comes from Debian's packages into a folder of build/platforms, not into the
system: the C library, OpenSSL, Check. With musl there is no OpenSSL, as in the packages for it, and
Check is built from Debian's source by zig's compilers, which come from the package index. The
programs are built by the Makefile with all its warnings, which are errors here, and run by an
emulator (qemu-user) or by that folder's dynamic linker. What is not installed is skipped by name.

UUID9562_ROUNDS says how many random texts. DEBIAN names an archive to take packages from.
"""

import os
import platform
import re
import shutil
from dataclasses import dataclass

import pytest
import toolchain
from archive import fetch, fetch_source
from harness import BUILD, MAKE, ROOT, run

FOLDER = BUILD / "platforms"
PROGRAMS = ["core", *(f"inside-{path.stem}" for path in sorted(ROOT.glob("tests/unit/inside/*.c")))]


@dataclass(frozen=True)
class Platform:
    name: str
    suite: str        # of Debian, whose packages it has
    debian: str       # its architecture
    gnu: str          # the prefix of the compiler
    emulator: str     # or "" where this processor runs it
    linker: str = ""  # which runs it then

    @property
    def is_musl(self):
        return self.gnu.endswith("-musl")

    @property
    def compiler(self):
        return toolchain.compiler(self.gnu) if self.is_musl else f"{self.gnu}-gcc"


PLATFORMS = {one.name: one for one in (
    Platform("i386", "bookworm", "i386", "i686-linux-gnu", "", "lib/ld-linux.so.2"),
    Platform("armhf", "bookworm", "armhf", "arm-linux-gnueabihf", "qemu-arm"),
    Platform("aarch64", "bookworm", "arm64", "aarch64-linux-gnu", "qemu-aarch64"),
    Platform("ppc64el", "bookworm", "ppc64el", "powerpc64le-linux-gnu", "qemu-ppc64le"),
    Platform("riscv64", "trixie", "riscv64", "riscv64-linux-gnu", "qemu-riscv64"),
    Platform("s390x", "bookworm", "s390x", "s390x-linux-gnu", "qemu-s390x"),
    *(Platform(f"x86_64-{suite}", suite, "amd64", "x86_64-linux-gnu", "",
               "lib64/ld-linux-x86-64.so.2")
      for suite in ("bookworm", "trixie", "unstable", "experimental")),
    Platform("x86_64-musl", "trixie", "amd64", "x86_64-linux-musl", "",
             "lib/ld-musl-x86_64.so.1"),
    Platform("aarch64-musl", "trixie", "arm64", "aarch64-linux-musl", "qemu-aarch64"),
)}
GLIBC = [name for name, of in PLATFORMS.items() if not of.is_musl]
# Tests that do not compile without its headers: no condition precedes the line.
OF_OPENSSL = [f"inside-{path.stem}" for path in ROOT.glob("tests/unit/inside/*.c")
              if re.search(r"[^)]\n#include .*openssl", path.read_text(encoding="utf-8"))]
# The package of libcrypto; a suite that has not all packages has the rest from another.
LIBSSL = {"bookworm": "libssl3", "trixie": "libssl3t64", "unstable": "libssl3t64",
          "experimental": "libssl4"}
REST = {"experimental": ["unstable"]}
PACKAGES = ("libc6", "libc6-dev", "linux-libc-dev", "libgcc-s1", "libatomic1", "libssl-dev",
            "zlib1g", "libzstd1", "check", "libsubunit-dev", "libsubunit0")
# Kinds of x86-64 that an emulator offers, and architectures of Debian, with the variants of the hex
# digits and of the stream cipher that run there; elsewhere it is the last of each.
KINDS = {"qemu64": ("portable", "chacha20"), "Nehalem": ("ssse3 portable", "chacha20"),
         "Westmere": ("ssse3 portable", "aes chacha20"),
         "Haswell": ("avx2 ssse3 portable", "aes chacha20")}
VARIANTS = {**KINDS, "arm64": ("neon portable", "aes chacha20"),
            "amd64": ("avx2 ssse3 portable", "(vaes )?aes chacha20")}
# zig links with a libc.so whose variables have no addresses: copies of stdout and stderr would be
# the same one.
IN_PLACE = "-fPIC"


def sysroot(of):
    """The folder root with what a platform's programs are linked with."""
    folder = FOLDER / of.name
    if (folder / "root").exists():
        return folder / "root"
    shutil.rmtree(folder, ignore_errors=True)
    if of.is_musl:
        fetch(folder / "musl", [of.suite], of.debian, ["musl"])
        build_check(of, folder / "musl/root/usr")
        (folder / "musl/packages").rename(folder / "packages")
        (folder / "musl/root").rename(folder / "root")
    else:
        fips = () if of.suite == "bookworm" else ("openssl", "openssl-provider-fips")
        fetch(folder, [of.suite, *REST.get(of.suite, ())], of.debian,
              (*PACKAGES, LIBSSL[of.suite], *fips))
    return folder / "root"


def build_check(of, usr):
    """Puts the headers and libraries of Check into a tree."""
    work = FOLDER / of.name / "check"
    fetch_source(work, of.suite, "check")
    source = work / "source"
    run("./configure", f"--host={of.gnu}", f"CC={of.compiler}", "--disable-subunit",
        "--disable-shared", "--disable-build-docs", "--disable-dependency-tracking",
        f"CFLAGS=-O2 -w {IN_PLACE}",
        cwd=source)
    run(*MAKE, "-C", "lib", cwd=source)
    run(*MAKE, "-C", "src", "libcheck.la", cwd=source)
    (usr / "include").mkdir()
    for header in ("check_stdint.h", "src/check.h"):
        shutil.copy(source / header, usr / "include")
    for library in ("src/.libs/libcheck.a", "lib/.libs/libcompat.a"):
        shutil.copy(source / library, usr / "lib" / of.gnu)
    shutil.rmtree(work)


def zig(name):
    """The compiler of a target, if zig is here or can be had."""
    try:
        return toolchain.compiler(name)
    except SystemExit as reason:
        pytest.skip(f"zig cannot be had: {reason}")


def clang(target):
    """zig's clang as it is, without what toolchain.compiler() changes for packages."""
    zig("x86_64-linux-musl")
    return (toolchain.tools() / "python", "-m", "ziglang", "cc", "-target", target, "-O2",
            "-Icore/include", f"-I{sysroot(PLATFORMS['x86_64-musl'])}/usr/include")


@pytest.fixture(scope="module", params=PLATFORMS)
def target(request):
    """A platform, if its programs can be built and run here."""
    of = PLATFORMS[request.param]
    if of.is_musl:
        zig(of.gnu)
    for program in filter(None, (of.compiler, of.emulator)):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    if not of.emulator and platform.machine() != "x86_64":
        pytest.skip("this is not x86-64")
    return of


def build(of, name):
    """A file of the Makefile's, built with all its warnings as errors."""
    folder, root = FOLDER / of.name / "build", sysroot(of)
    if of.is_musl:
        words = (f"CC={of.compiler} -isystem {root}/usr/include", "CRYPTO=own",
                 f"CFLAGS=-O2 -Werror {IN_PLACE}", "TEST_LIBS=-lcheck -lcompat",
                 "LDFLAGS=" + " ".join(f"-L{path}" for path in libraries(of)))
    else:
        words = (f"CC={of.compiler} --sysroot={root}", "CFLAGS=-O2 -Werror -Wno-psabi -Wno-maybe-uninitialized",
                 "CHECK_LIBS=-lcheck -lsubunit -lrt -lm",
                 "LDFLAGS=" + " ".join(f"-B{path} -L{path}" for path in libraries(of)))
    run(*MAKE, "-s", "-C", ROOT, f"B={folder}", "TEST_CFLAGS=", *words, folder / name, timeout=3600)
    return folder / name


def command(of, *words):
    """Runs a platform's program here."""
    root = sysroot(of)
    if of.emulator:
        return [of.emulator, "-L", root, *words]
    return [root / of.linker, "--library-path", ":".join(map(str, libraries(of))), *words]


def libraries(of):
    """The folders of libraries."""
    multiarch = of.gnu.replace("i686", "i386")
    return [sysroot(of) / folder / multiarch for folder in ("usr/lib", "lib")]


def check(*words, env=None):
    """Runs a test program; returns what it wrote. Its state files are in memory: of many processes
    that synchronise one on a busy disk, some would wait for longer than the 5 seconds allowed."""
    return run(*words, timeout=7200, cwd=ROOT,
               env={"CK_TIMEOUT_MULTIPLIER": "20",
                    **({"TMPDIR": "/dev/shm"} if os.path.isdir("/dev/shm") else {}),
                    "UUID9562_ROUNDS": os.environ.get("UUID9562_ROUNDS", "100000"),
                    **(env or {})}).stdout


def require_variants(kind, name, output):
    hex_digits, stream = VARIANTS.get(kind, KINDS["qemu64"])
    wanted = {"inside-hex": f"hex: variants {hex_digits}\n",
              "inside-stream": f"stream: variants {stream}\n"}
    assert re.search(wanted.get(name, "Checks: [1-9]"), output)


@pytest.mark.parametrize("name", PROGRAMS)
def test_core(name, target):
    if target.is_musl and name in OF_OPENSSL:
        pytest.skip("it calls OpenSSL")
    require_variants(target.debian, name,
                     check(*command(target, build(target, f"tests/{name}"))))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="this is not x86-64")
@pytest.mark.parametrize("name", ("inside-hex", "inside-stream"))
@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_x86_64(kind, name):
    program = BUILD / "tests" / name
    run(*MAKE, "-s", "-C", ROOT, f"B={BUILD}", program)
    require_variants(kind, name, check("qemu-x86_64", "-cpu", kind, program))


@pytest.mark.parametrize("name", ("lib/libuuid9562.so", "cli/uuid9562"))
def test_builds(name, target):
    build(target, name)


def test_older_glibc():
    """Built for 2.28, which has no __libc_single_threaded, and run with 2.31, which has none, and
    with this system's."""
    folder = FOLDER / "glibc-2.31"
    uuid9562 = folder / "build/cli/uuid9562"
    compiler = zig("x86_64-linux-gnu")
    if not (folder / "root").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch(folder, ["bullseye"], "amd64", ["libc6"])
    run(*MAKE, "-s", "-C", ROOT, f"B={folder}/build", f"CC={compiler}", "CRYPTO=own",
        "CFLAGS=-O2 -Werror", uuid9562)
    old = (folder / "root/lib64/ld-linux-x86-64.so.2", "--library-path",
           folder / "root/lib/x86_64-linux-gnu")
    for loader in ((), old):
        texts = run(*loader, uuid9562, "-7", "--count", "100000").stdout.split()
        assert sorted(set(texts)) == texts and len(texts) == 100000


@pytest.mark.parametrize("processor", ("x86_64", "aarch64"))
def test_macos(processor, tmp_path):
    """The library and the command are compiled and linked, and nothing is run."""
    compiler = (*clang(f"{processor}-macos"), "-std=c11", "-Wall", "-Wextra", "-Wpedantic",
                "-Wshadow", "-Wconversion", "-Werror")
    load = "-DUUID9562_LOAD_LIBCRYPTO"
    run(*compiler, load, "-DUUID9562_SHARED", "-shared", "core/uuid9562.c", "-o",
        tmp_path / "libuuid9562.dylib", cwd=ROOT)
    run(*compiler, load, "cli/main.c", "core/uuid9562.c", "-o", tmp_path / "uuid9562", cwd=ROOT)
    run(*compiler, "-c", "core/uuid9562.c", "-o", tmp_path / "linked.o", cwd=ROOT)
    for name in ("libuuid9562.dylib", "uuid9562", "linked.o"):
        assert (tmp_path / name).read_bytes()[:4] == b"\xcf\xfa\xed\xfe"  # Mach-O of 64 bits


FIPS = """
openssl_conf = conf
.include {provider}
[conf]
alg_section = policy
providers = providers
[policy]
default_properties = fips=yes
[providers]
fips = fips_sect
base = base
[base]
activate = 1
"""


@pytest.mark.parametrize("name", (name for name in GLIBC if PLATFORMS[name].debian == "amd64"
                                  and PLATFORMS[name].suite != "bookworm"))
def test_fips(name, tmp_path):
    """What the policy forbids is an error that says so; all else is as without it."""
    of = PLATFORMS[name]
    if not shutil.which(of.compiler):
        pytest.skip(f"{of.compiler} is not installed")
    uuid9562 = command(of, build(of, "cli/uuid9562"))
    modules = libraries(of)[0] / "ossl-modules"
    run(*command(of, sysroot(of) / "usr/bin/openssl"), "fipsinstall", "-quiet",
        "-module", modules / "fips.so", "-out", tmp_path / "provider.cnf")
    (tmp_path / "fips.cnf").write_text(FIPS.format(provider=tmp_path / "provider.cnf"))
    policy = {"OPENSSL_CONF": str(tmp_path / "fips.cnf"), "OPENSSL_MODULES": str(modules)}

    def answer(*options, **env):
        done = run(*uuid9562, *options, check=False, env=env)
        return done.stdout or done.stderr

    def named(version, *options, **env):
        return answer(version, "--namespace", "@dns", "--name", "www.example.com", *options, **env)

    digests = named("-8", "--digest", "?").partition("one of: ")[2].split()
    assert {"md5", "sha1", "sha256"} < set(digests)
    refused = named("-3", **policy)
    assert refused.startswith("uuid9562: this digest is not available (for ")
    expected = {digest: refused if digest == "md5"
                else named("-8", "--digest", digest) for digest in digests}
    assert {digest: named("-8", "--digest", digest, **policy) for digest in digests} == expected
    assert named("-5", **policy) == named("-5")
    for version in "1467":
        assert len(set(answer(f"-{version}", "--count", "100000", **policy).split())) == 100000
