"""The core's tests on other processors and with other versions of OpenSSL; `make platforms`. Those
on Windows are in tests/windows.

What a platform needs comes from Debian's packages into a folder of build/platforms, not into the
system: the C library, OpenSSL, Check. The programs are built by the Makefile with all its warnings,
which are errors here, and run by an emulator (qemu-user) or by that folder's dynamic linker. At the
end stands the table of docs/platforms.md. What is not installed is skipped by name.

UUID9562_ROUNDS says how many random texts. DEBIAN names an archive to take packages from.
"""

import os
import platform
import re
import shutil
from dataclasses import dataclass

import pytest

from archive import fetch
from harness import BUILD, MAKE, ROOT, run

FOLDER = BUILD / "platforms"
PROGRAMS = ["core", *(f"inside-{path.stem}" for path in sorted(ROOT.glob("tests/inside/*.c")))]


@dataclass(frozen=True)
class Platform:
    name: str
    suite: str        # of Debian, whose packages it has
    debian: str       # its architecture
    gnu: str          # the prefix of the compiler
    emulator: str     # or "" where this processor runs it
    variants: str     # of the hex digits
    linker: str = ""  # which runs it then

    @property
    def compiler(self):
        return f"{self.gnu}-gcc"


PLATFORMS = {one.name: one for one in (
    Platform("i386", "bookworm", "i386", "i686-linux-gnu", "", "portable",
             "lib/ld-linux.so.2"),
    Platform("armhf", "bookworm", "armhf", "arm-linux-gnueabihf", "qemu-arm", "portable"),
    Platform("aarch64", "bookworm", "arm64", "aarch64-linux-gnu", "qemu-aarch64", "neon portable"),
    Platform("ppc64el", "bookworm", "ppc64el", "powerpc64le-linux-gnu", "qemu-ppc64le",
             "portable"),
    Platform("riscv64", "trixie", "riscv64", "riscv64-linux-gnu", "qemu-riscv64", "portable"),
    Platform("s390x", "bookworm", "s390x", "s390x-linux-gnu", "qemu-s390x", "portable"),
    *(Platform(f"x86_64-{suite}", suite, "amd64", "x86_64-linux-gnu", "", "avx2 ssse3 portable",
               "lib64/ld-linux-x86-64.so.2")
      for suite in ("bookworm", "trixie", "unstable", "experimental")),
)}
# The package of libcrypto; a suite that has not all packages has the rest from another.
LIBSSL = {"bookworm": "libssl3", "trixie": "libssl3t64", "unstable": "libssl3t64",
          "experimental": "libssl4"}
REST = {"experimental": ["unstable"]}
PACKAGES = ("libc6", "libc6-dev", "linux-libc-dev", "libgcc-s1", "libatomic1", "libssl-dev",
            "zlib1g", "libzstd1", "check", "libsubunit-dev", "libsubunit0")
VARIANTS = {"qemu64": "portable", "Nehalem": "ssse3 portable", "Haswell": "avx2 ssse3 portable"}

table = {}  # what the last lines of the output show: {platform: {column: text}}


def sysroot(of):
    """The folder root with what a platform's programs are linked with."""
    folder = FOLDER / of.name
    if not (folder / "root").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fips = () if of.suite == "bookworm" else ("openssl", "openssl-provider-fips")
        fetch(folder, [of.suite, *REST.get(of.suite, ())], of.debian,
              (*PACKAGES, LIBSSL[of.suite], *fips))
    return folder / "root"


@pytest.fixture(scope="module", params=PLATFORMS)
def target(request):
    """A platform, if its programs can be built and run here."""
    of = PLATFORMS[request.param]
    row = table.setdefault(of.name, {})
    for program in filter(None, (of.compiler, of.emulator)):
        if not shutil.which(program):
            row["tests"] = f"skipped: {program} is not installed"
            pytest.skip(f"{program} is not installed")
    if not of.emulator and platform.machine() != "x86_64":
        pytest.skip("this is no x86_64")
    root = sysroot(of)
    row["libc"] = version(root, "libc6")
    row["openssl"] = version(root, "libssl-dev")
    row["compiler"] = of.compiler + " " + run(of.compiler, "-dumpversion").stdout.strip()
    return of


def build(of, name):
    """A file of the Makefile's, built with all its warnings as errors."""
    folder = FOLDER / of.name / "build"
    run(*MAKE, "-s", "-C", ROOT, f"B={folder}", f"CC={of.compiler} --sysroot={sysroot(of)}",
        "CFLAGS=-O2 -Werror -Wno-psabi", "CHECK_LIBS=-lcheck -lsubunit -lrt -lm",
        "LDFLAGS=" + " ".join(f"-B{path} -L{path}" for path in libraries(of)),
        folder / name, timeout=3600)
    return folder / name


def version(root, package):
    """The upstream version of what is in a folder."""
    found = sorted((root.parent / "packages").glob(f"{package}_*.deb"))
    return re.match(r"[^_]*_(?:\d+%3a)?([\d.]+)", found[0].name)[1].rstrip(".")


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
    """Runs a test program; returns what it wrote."""
    return run(*words, timeout=3600, cwd=ROOT,
               env={"CK_TIMEOUT_MULTIPLIER": "20",
                    "UUID9562_ROUNDS": os.environ.get("UUID9562_ROUNDS", "100000"),
                    **(env or {})}).stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_core(name, target):
    """The core's tests; that of the hex digits must run these variants."""
    row = table[target.name]
    row.setdefault("failed", []).append(name)
    output = check(*command(target, build(target, f"tests/{name}")))
    if name == "inside-hex":
        assert f"hex: variants {target.variants}\n" in output
    row["checks"] = row.get("checks", 0) + int(re.search(r"Checks: (\d+)", output)[1])
    row["failed"].remove(name)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="this is no x86-64")
@pytest.mark.parametrize("kind", VARIANTS)
def test_kinds_of_x86_64(kind):
    program = BUILD / "tests/inside-hex"
    run(*MAKE, "-s", "-C", ROOT, f"B={BUILD}", program)
    output = check("qemu-x86_64", "-cpu", kind, program)
    assert f"hex: variants {VARIANTS[kind]}\n" in output


@pytest.mark.parametrize("name", ("lib/libuuid9562.so", "cli/uuid9562"))
def test_builds(name, target):
    build(target, name)


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


@pytest.mark.parametrize("name", (name for name, of in PLATFORMS.items()
                                  if of.debian == "amd64" and of.suite != "bookworm"))
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
    refused = "uuid9562: the system does not offer this digest; a FIPS policy forbids md5, " \
              "for instance\n"
    expected = {digest: refused if digest in ("md5", "blake2b", "blake2s")
                else named("-8", "--digest", digest) for digest in digests}
    assert {digest: named("-8", "--digest", digest, **policy) for digest in digests} == expected
    assert named("-3", **policy) == refused
    assert named("-5", **policy) == named("-5")
    for version in "1467":
        assert len(set(answer(f"-{version}", "--count", "100000", **policy).split())) == 100000


def test_last_the_table():
    """Not a test: prints what ran, as docs/platforms.md shows it."""
    lines = ["", "| platform | C library | OpenSSL | compiler | checks of the core's tests |",
             "|---|---|---|---|---|"]
    for name, row in table.items():
        failed = ", ".join(row.get("failed", ()))
        outcome = f"failed: {failed}" if failed else "all passed"
        result = row.get("tests") or f"{row.get('checks', 0)}, {outcome}"
        lines.append(f"| {name} | {row.get('libc', '')} | {row.get('openssl', '')} "
                     f"| {row.get('compiler', '')} | {result} |")
    print("\n".join(lines))
