"""The package uuid9562-sqlite for npm, into build/pack/npm: the SQLite extension (extension.py) for
each system, and what finds and loads it (pack/npm/).
"""

import json

from extension import built
from release import MAINTAINER, REPOSITORY, ROOT, SITE, VERSION, folder, write_tar
from toolchain import PLATFORMS


def write_package(into, source, files):
    """A package of npm, of the files of a folder, without sources of C, and {name: bytes}."""
    about = json.loads((source / "package.json").read_text(encoding="utf-8"))
    about["version"] = VERSION
    about["author"] = MAINTAINER
    about["homepage"] = SITE
    about["bugs"] = f"https://github.com/{REPOSITORY}/issues"
    about["repository"] = {"type": "git", "url": f"git+https://github.com/{REPOSITORY}.git"}
    held = {path.name: path.read_bytes() for path in source.iterdir() if path.suffix != ".c"}
    held["package.json"] = json.dumps(about, indent=2).encode() + b"\n"
    held["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    held.update(files)
    write_tar(into / f"{about['name']}-{VERSION}.tgz",
              {f"package/{name}": content for name, content in held.items()})


def main():
    files = {f"lib/{platform}/{path.name}": path.read_bytes()
             for target, (_, platform, _) in PLATFORMS.items() for path in built(target)}
    write_package(folder("npm"), ROOT / "pack/npm", files)


if __name__ == "__main__":
    main()
