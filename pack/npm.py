"""The package uuid9562 for npm, into build/pack/npm: the SQLite extension, built for each Linux of
toolchain.py with libcrypto inside (openssl.py), that of `make windows`, which needs none, and what
finds and loads it (pack/npm/).
"""

import json
import subprocess
from pathlib import Path

from archive import sqlite_headers
from openssl import openssl
from release import BUILD, ROOT, VERSION, folder, write_tar
from toolchain import compiler
from windows import BUILT, strip

# As index.js calls them.
PLATFORMS = {"linux-x64-glibc": "x86_64-linux-gnu", "linux-x64-musl": "x86_64-linux-musl",
             "linux-arm64-glibc": "aarch64-linux-gnu", "linux-arm64-musl": "aarch64-linux-musl"}


def extension(target):
    """The path of the extension for a target."""
    crypto, build = openssl(target), BUILD / "pack/extension" / target
    subprocess.run(
        ["make", "-s", "-C", ROOT, f"B={build}", f"CC={compiler(target)}", "CRYPTO=static",
         "STATIC_LIBS=-lcrypto", "WARNINGS=-Wall -Wextra", f"CPPFLAGS=-I{crypto}/include -idirafter {sqlite_headers()}",
         f"LDFLAGS=-L{crypto}/lib -Wl,--gc-sections -Wl,--strip-debug",
         build / "sqlite/uuid9562.so"], check=True)
    return build / "sqlite/uuid9562.so"


def main():
    into = folder("npm")
    about = json.loads((ROOT / "pack/npm/package.json").read_text(encoding="utf-8"))
    about["version"] = VERSION
    held = {path.name: path.read_bytes() for path in (ROOT / "pack/npm").iterdir()}
    held["package.json"] = json.dumps(about, indent=2).encode() + b"\n"
    held["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    for platform, target in PLATFORMS.items():
        held[f"lib/{platform}/uuid9562.so"] = extension(target).read_bytes()
        held["LICENSE.OpenSSL"] = Path(openssl(target), "LICENSE").read_bytes()
    held["lib/win32-x64/uuid9562.dll"] = strip(
        BUILT / "sqlite/uuid9562.dll", BUILD / "pack/extension/windows").read_bytes()
    write_tar(into / f"uuid9562-{VERSION}.tgz",
              {f"package/{name}": content for name, content in held.items()})


if __name__ == "__main__":
    main()
