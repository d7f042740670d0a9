"""The SQLite extension for each system of toolchain.py, into build/pack/extension: archives without
folders, as tools that install extensions expect, and what names them to one, sqlpkg.json.
"""

import json

from archive import sqlite_headers
from release import BUILD, REPOSITORY, ROOT, SITE, VERSION, folder, run, write_tar
from toolchain import PLATFORMS, compiler


def built(target):
    """The paths of the extension and its replicated variant, built if need be."""
    build = BUILD / "pack/built" / target
    run("make", "-s", "-C", ROOT, f"B={build}", f"CC={compiler(target)}", "CRYPTO=own",
        "WARNINGS=-Wall -Wextra -Wno-unused-function", "SQLITE_CFLAGS=",
        f"CPPFLAGS=-idirafter {sqlite_headers()}", "LDFLAGS=-Wl,--strip-debug", "sqlite")
    return [path for ending in ("so", "dylib", "dll") for path in build.glob(f"sqlite/*.{ending}")]


def archive(platform):
    return f"uuid9562-{VERSION}-loadable-{platform}.tar.gz"


def main():
    into = folder("extension")
    for target, (platform, _, _) in PLATFORMS.items():
        write_tar(into / archive(platform), {path.name: path.read_bytes()
                                             for path in (ROOT / "LICENSE", *built(target))})
    (into / "sqlpkg.json").write_text(json.dumps({
        "owner": REPOSITORY.partition("/")[0],
        "name": "uuid9562",
        "version": VERSION,
        "homepage": SITE,
        "repository": f"https://github.com/{REPOSITORY}",
        "license": "MIT",
        "description": "UUIDs as RFC 9562 defines them, as functions of SQLite",
        "keywords": ["uuid", "uuidv7", "rfc9562"],
        "assets": {"path": "{repository}/releases/download/v{version}",
                   "files": {known: archive(platform).replace(VERSION, "{version}")
                             for platform, _, known in PLATFORMS.values() if known}},
    }, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
