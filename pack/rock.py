"""Rocks, into build/pack/rock: the source rock, which is the release's tarball and a rockspec of
its version; and in a folder for each Lua a binary rock, built by luarocks from the source rock.

Binary rocks are of this machine's processor and C library, and contain no OpenSSL. A Lua that is not
installed with its headers is left out. LuaJIT takes the rock of Lua 5.1.
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from recipes import FACTS, TARBALL
from release import (MAINTAINER, REPOSITORY, ROOT, SITE, VERSION, folder, run, write_tarball,
                     write_zip)

LUAS = ("5.1", "5.2", "5.3", "5.4", "5.5")
NAME = f"uuid9562-{VERSION}-1"


def rockspec():
    """That of the checkout, with a version, and with the release's tarball, which is in the source
    rock, as its source."""
    text = (ROOT / "uuid9562-scm-1.rockspec").read_text(encoding="utf-8")
    text, versions = re.subn(r'^version = ".+"$', f'version = "{VERSION}-1"', text, flags=re.M)
    text, sources = re.subn(r"^   url = .+$", f'   url = "{FACTS["ARCHIVE"]}",\n'
                            f'   dir = "uuid9562-{VERSION}",', text, flags=re.M)
    text, licenses = re.subn(r"^   license = .+$", rf"""\g<0>
   homepage = "{SITE}",
   issues_url = "https://github.com/{REPOSITORY}/issues",
   maintainer = "{MAINTAINER}",""", text, flags=re.M)
    assert versions == sources == licenses == 1
    return text


def has(lua):
    return shutil.which(lua) and not subprocess.run(["pkg-config", "--exists", lua]).returncode


def binary_rock(version, source, place, into):
    """Builds the rock of a Lua in an empty folder."""
    (place / "config.lua").write_text("rocks_servers = {}\n")
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(("LUA_PATH", "LUA_CPATH"))}
    env.update(HOME=str(place), LUAROCKS_CONFIG=str(place / "config.lua"), CRYPTO="own")
    for words in (["install", source], ["pack", "uuid9562"]):
        run("luarocks", "--lua-version", version, "--tree", place / "tree", *words, cwd=place,
            env=env, stderr=subprocess.STDOUT)
    rock, = place.glob("*.rock")
    shutil.unpack_archive(rock, place / "held", "zip")
    into.mkdir()
    write_zip(into / rock.name, {path.relative_to(place / "held"): path
                                 for path in (place / "held").rglob("*") if path.is_file()}, "")


into = folder("rock")
source = into / f"{NAME}.src.rock"
with tempfile.TemporaryDirectory() as place:
    place = Path(place)
    (place / f"{NAME}.rockspec").write_text(rockspec(), encoding="utf-8")
    write_tarball(place / TARBALL)
    write_zip(source, {path.name: path for path in place.iterdir()}, "")
for version in LUAS:
    if shutil.which("luarocks") and has(f"lua{version}"):
        with tempfile.TemporaryDirectory() as place:
            binary_rock(version, source, Path(place), into / version)
    else:
        print(f"skipped: the rock for Lua {version}: it, its headers or luarocks is not installed")
