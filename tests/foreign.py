"""The core's tests on other processors, under an emulator (qemu-user); `make foreign`.

aarch64 has hex digits of its own; s390x is big-endian; and kinds of x86-64 pick other variants of
the hex digits. What the tests are linked with comes from Debian's packages into build/foreign, not
into the system. UUID9562_ROUNDS says how many random texts.
"""

import os
import platform
import shutil

import pytest

from harness import BUILD, MAKE, ROOT, run

PROGRAMS = {"core": ["tests/core/*.c", "core/uuid9562.c"],
            **{path.stem: [f"tests/inside/{path.name}"] for path in ROOT.glob("tests/inside/*.c")}}
PROCESSORS = {"aarch64": "arm64", "s390x": "s390x"}  # Debian's names
VARIANTS = {"aarch64": "neon portable", "s390x": "portable", "qemu64": "portable",
            "Nehalem": "ssse3 portable", "Haswell": "avx2 ssse3 portable"}
PACKAGES = ("libc6-dev", "linux-libc-dev", "libssl-dev", "check", "libsubunit-dev")


@pytest.fixture(scope="module", params=PROCESSORS)
def processor(request):
    if not shutil.which(f"qemu-{request.param}"):
        pytest.skip(f"qemu-{request.param} is not installed")
    return request.param


@pytest.fixture(scope="module")
def sysroot(processor):
    """Debian's libraries for that processor."""
    folder = BUILD / "foreign" / processor
    if not (folder / "root").exists():
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("state/lists/partial", "cache/archives/partial", "packages", "new"):
            (folder / name).mkdir(parents=True)
        (folder / "state/status").write_text("")
        name = PROCESSORS[processor]
        options = [word for setting in (
            f"APT::Architecture={name}", f"APT::Architectures={name}", "APT::Sandbox::User=root",
            f"Dir::State={folder}/state", f"Dir::State::status={folder}/state/status",
            f"Dir::Cache={folder}/cache") for word in ("-o", setting)]
        run("apt-get", *options, "update")
        run("apt-get", *options, "download", *PACKAGES, cwd=folder / "packages")
        for package in (folder / "packages").iterdir():
            run("dpkg-deb", "-x", package, folder / "new")
        (folder / "new").rename(folder / "root")
    return folder / "root"


def check(name, variants, *command):
    """Runs a test program; that of the hex digits must run these variants."""
    done = run(*command, timeout=3600,
               env={"CK_TIMEOUT_MULTIPLIER": "20",
                    "UUID9562_ROUNDS": os.environ.get("UUID9562_ROUNDS", "100000")})
    if name == "hex":
        assert f"hex: variants {variants}\n" in done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_processor(name, processor, sysroot):
    program = sysroot.parent / "programs" / name
    program.parent.mkdir(exist_ok=True)
    sources = [path for pattern in PROGRAMS[name] for path in sorted(ROOT.glob(pattern))]
    # Static, so that the emulator needs nothing else.
    run(f"{processor}-linux-gnu-gcc", f"--sysroot={sysroot}", "-static", "-std=c11", "-O1", "-w",
        "-D_GNU_SOURCE", "-Icore/include", *sources, "-o", program, "-lcheck", "-lsubunit",
        "-lcrypto", "-lrt", "-lm", "-pthread", cwd=ROOT)
    check(name, VARIANTS[processor], f"qemu-{processor}", program)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="this is no x86-64")
@pytest.mark.parametrize("kind", ("qemu64", "Nehalem", "Haswell"))
def test_x86_64(kind):
    program = BUILD / "tests/inside-hex"
    run(*MAKE, "-s", "-C", ROOT, f"B={BUILD}", program)
    check("hex", VARIANTS[kind], "qemu-x86_64", "-cpu", kind, program)
