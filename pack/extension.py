"""The SQLite extension for each system of toolchain.py, into build/pack/extension: archives without
folders, as tools that install extensions expect, and what names them to one, sqlpkg.json. On Linux
and macOS it has libcrypto inside (openssl.py); Windows has digests of its own.
"""

import json
import subprocess
from pathlib import Path

from archive import sqlite_headers
from openssl import openssl
from release import BUILD, REPOSITORY, ROOT, VERSION, folder, write_tar
from sbom import sbom
from toolchain import PLATFORMS, compiler


def built(target):
    """The paths of the extension and its replicated variant, built if need be, and of the license
    of what they contain, by name."""
    build, settings = BUILD / "pack/built" / target, [f"-idirafter {sqlite_headers()}"]
    words, held, link = ["SQLITE_CFLAGS="], {}, "-Wl,--gc-sections -Wl,--strip-debug"
    if "mingw" not in target:
        crypto = openssl(target)
        settings.insert(0, f"-I{crypto}/include")
        words, link = ["CRYPTO=static", "STATIC_LIBS=-lcrypto"], f"-L{crypto}/lib {link}"
        held["LICENSE.OpenSSL"] = crypto / "LICENSE"
    subprocess.run(["make", "-s", "-C", ROOT, f"B={build}", f"CC={compiler(target)}",
                    "WARNINGS=-Wall -Wextra -Wno-unused-function",
                    f"CPPFLAGS={' '.join(settings)}", f"LDFLAGS={link}", *words, "sqlite"],
                   check=True)
    return {**{path.name: path for ending in ("so", "dylib", "dll")
               for path in build.glob(f"sqlite/*.{ending}")}, **held}


def archive(platform):
    return f"uuid9562-{VERSION}-loadable-{platform}.tar.gz"


def main():
    into = folder("extension")
    for target, (platform, _, _) in PLATFORMS.items():
        held = {name: Path(path).read_bytes() for name, path in built(target).items()}
        held["LICENSE"] = (ROOT / "LICENSE").read_bytes()
        held["sbom.cdx.json"] = sbom(f"pkg:github/{REPOSITORY}@{VERSION}", target)
        write_tar(into / archive(platform), held)
    (into / "sqlpkg.json").write_text(json.dumps({
        "owner": REPOSITORY.partition("/")[0],
        "name": "uuid9562",
        "version": VERSION,
        "homepage": f"https://github.com/{REPOSITORY}",
        "repository": f"https://github.com/{REPOSITORY}",
        "license": "MIT AND Apache-2.0",
        "description": "UUIDs as RFC 9562 defines them, as functions of SQLite",
        "keywords": ["uuid", "uuid7", "rfc9562"],
        "assets": {"path": "{repository}/releases/download/v{version}",
                   "files": {known: archive(platform).replace(VERSION, "{version}")
                             for platform, _, known in PLATFORMS.values() if known}},
    }, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
