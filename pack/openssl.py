"""libcrypto.a with the functions that the core calls and little else, for packages that contain it.

    python3 pack/openssl.py TARGET

prints its folder, build/pack/openssl/TARGET: include, lib/libcrypto.a, lib/pkgconfig, LICENSE. The
source is that of Debian's package, or in the folder that OPENSSL_SOURCE names. Nothing in it is to
be found by a program: its names are hidden, it reads no configuration (a path of the machine that
built it, or of whoever sets OPENSSL_CONF), it loads no provider, and it leaves nothing to do when
the process exits.

It is built anew if this file or that name has changed, or there is none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from archive import fetch_source
from release import BUILD
from toolchain import compiler, zig

SUITE = "trixie"  # whose OpenSSL 3.5 has long-term support
FOLDER = BUILD / "pack/openssl"
# The name of each target for Configure.
TARGETS = {
    "x86_64-linux-gnu": "linux-x86_64",
    "aarch64-linux-gnu": "linux-aarch64",
    "x86_64-linux-musl": "linux-x86_64",
    "aarch64-linux-musl": "linux-aarch64",
    "x86_64-apple-darwin": "darwin64-x86_64-cc",
    "aarch64-apple-darwin": "darwin64-arm64-cc",
}
WITHOUT = """
    apps argon2 aria async atexit autoload-config bf camellia cast chacha cmac cmp cms comp ct des
    dgram dh docs dsa dso dtls ec engine filenames gost http idea legacy makedepend md4 mdc2 ml-dsa
    ml-kem module multiblock ocb ocsp poly1305 psk quic rc2 rc4 rfc3779 rmd160 scrypt
    secure-memory seed shared siphash siv slh-dsa sm2 sm3 sm4 sock srp srtp ssl tests thread-pool
    tls ts ui-console whirlpool""".split()
NOWHERE = "/nonexistent"  # in place of folders that it would remember
FLAGS = ["-O2", "-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"]


def source():
    """The folder with OpenSSL's source."""
    if os.environ.get("OPENSSL_SOURCE"):
        return Path(os.environ["OPENSSL_SOURCE"]).resolve()
    folder = FOLDER / "source"
    if not (folder / "source").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch_source(folder, SUITE, "openssl")
    return folder / "source"


def openssl(target):
    """The folder of a target, built if need be."""
    folder = FOLDER / target
    recipe = Path(__file__).read_text(encoding="utf-8") + os.environ.get("OPENSSL_SOURCE", "")
    if (folder / "recipe").exists() and (folder / "recipe").read_text(encoding="utf-8") == recipe:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    work = folder / "work"
    work.mkdir(parents=True)
    with open(folder / "log", "w", encoding="utf-8") as log:
        def run(*command):
            told = subprocess.run(command, cwd=work, stdout=log, stderr=log,
                                  env={
                **os.environ, "CC": str(compiler(target)), "AR": f"{zig()} ar",
                "RANLIB": f"{zig()} ranlib", "SOURCE_DATE_EPOCH": "0"})
            if told.returncode:
                sys.exit(f"OpenSSL for {target}: {folder}/log")

        run("perl", source() / "Configure", TARGETS[target], *(f"no-{one}" for one in WITHOUT),
            f"--prefix={NOWHERE}", "--libdir=lib", f"--openssldir={NOWHERE}", *FLAGS)
        run("make", "build_generated")
        run("make", f"-j{os.cpu_count()}", "libcrypto.a", "exporters/libcrypto.pc")
    (folder / "lib/pkgconfig").mkdir(parents=True)
    shutil.copytree(source() / "include/openssl", folder / "include/openssl",
                    ignore=shutil.ignore_patterns("*.in"))
    shutil.copytree(work / "include/openssl", folder / "include/openssl", dirs_exist_ok=True)
    shutil.copy(work / "libcrypto.a", folder / "lib")
    described = (work / "exporters/libcrypto.pc").read_text(encoding="utf-8")
    (folder / "lib/pkgconfig/libcrypto.pc").write_text(
        described.replace(f"prefix={NOWHERE}\n", f"prefix={folder}\n"), encoding="utf-8")
    shutil.copy(source() / "LICENSE.txt", folder / "LICENSE")
    shutil.rmtree(work)
    (folder / "recipe").write_text(recipe, encoding="utf-8")
    return folder


if __name__ == "__main__":
    print(openssl(sys.argv[1]))
