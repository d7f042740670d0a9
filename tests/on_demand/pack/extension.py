"""The archives of `./dev pack extension`: each holds what its name says, for the system that it
names, and nothing of OpenSSL. npm.py next to this runs the same files in Node.js, Bun and Deno, and
release_smoke.py in Python.
"""

import json
import re
import tarfile

import pytest
from harness import BUILD
from release import VERSION
from toolchain import PLATFORMS

PACKED = BUILD / "pack/extension"
NAMES = {platform: target for target, (platform, _, _) in PLATFORMS.items()}
ENDINGS = {"linux": "so", "macos": "dylib", "windows": "dll"}
# How a file for each system and processor begins: ELF (the machine is at 18), Mach-O, PE (after MZ).
MAGIC = {
    "linux-x86_64": rb"\x7fELF\x02\x01.{12}\x3e\0",
    "linux-aarch64": rb"\x7fELF\x02\x01.{12}\xb7\0",
    "macos-x86_64": rb"\xcf\xfa\xed\xfe\x07\0\0\x01",
    "macos-aarch64": rb"\xcf\xfa\xed\xfe\x0c\0\0\x01",
    "windows-x86_64": rb"MZ.*PE\0\0\x64\x86",
    "windows-aarch64": rb"MZ.*PE\0\0\x64\xaa",
}


def archive(platform):
    return f"uuid9562-{VERSION}-loadable-{platform}.tar.gz"


def held(platform):
    """The files of an archive, which has no folders."""
    with tarfile.open(PACKED / archive(platform)) as opened:
        return {member.name: opened.extractfile(member).read() for member in opened}


@pytest.mark.parametrize("platform", NAMES)
def test_what_it_holds(platform):
    files, system = held(platform), platform.partition("-")[0]
    extensions = {f"uuid9562{variant}.{ENDINGS[system]}" for variant in ("", "_replicated")}
    assert set(files) == {*extensions, "LICENSE"}
    for name in extensions:
        assert re.match(MAGIC[platform.replace("-musl", "")], files[name], re.S), name
        assert not re.search(rb"/(work|home|root|tmp|build)/", files[name]), "a path of the builder"
        assert b"EVP_" not in files[name], "a function of OpenSSL"


def test_what_names_them():
    """sqlpkg finds a file for each of its systems, and all files are there."""
    named = json.loads((PACKED / "sqlpkg.json").read_text("utf-8"))
    files = {name.replace("{version}", VERSION) for name in named["assets"]["files"].values()}
    assert set(named["assets"]["files"]) == {
        f"{system}-{processor}" for system in ("linux", "darwin", "windows")
        for processor in ("amd64", "arm64")}
    assert files | {archive("linux-musl-x86_64"), archive("linux-musl-aarch64")} == {
        path.name for path in PACKED.glob("*.tar.gz")}
