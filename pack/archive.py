"""Packages and sources of Debian, and jars of Maven Central, unpacked into a folder and not into
this system.

DEBIAN names an archive; otherwise it is where this system's packages are from. Security updates are
from the folder debian-security next to it.
"""

import hashlib
import os
import re
import shutil
import sys
import zipfile

from release import BUILD, get, run

# Of the jars of Maven Central that packages are built with, the SHA-256.
JARS = {
    "3.10.8-1.5.8-linux-x86_64": "2f101b1aa06effdbda3c318c1728b13f22b571707c7b7704abaf5d19a33aa981",
    "3.12.1-1.5.10-linux-x86_64": "a135fcf4dc01adebf7ea439252276fc3196db80f7e0dd3da0b61f1ec489b68bd",
    "3.13.5-1.5.12-windows-x86_64": "cfe5502ffa7ea369be707b6d88bf68344732a7800450665080fb4267c01bfeae",
}
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
UNSTABLE = ("unstable", "experimental")  # which have no security updates of their own


def archive():
    """Where packages are from."""
    return os.environ.get("DEBIAN") or get(
        "an archive of Debian", "this system", "DEBIAN=URL names one", "apt-get", "indextargets",
        "--format", "$(REPO_URI)", "Created-By: Packages").partition("\n")[0]


def _apt(folder, suites, architecture, kind, packages, *words):
    """Lets apt-get, which knows these suites and nothing of this system, fetch packages into the new
    folder packages of `folder`, and returns that."""
    for name in ("state/lists/partial", "cache/archives/partial", "packages"):
        (folder / name).mkdir(parents=True)
    (folder / "state/status").write_text("")
    where = archive()
    options = [word for setting in (
        f"APT::Architecture={architecture}", f"APT::Architectures={architecture}",
        "APT::Sandbox::User=root", f"APT::Default-Release=/^{suites[0]}(-security)?$/",
        "APT::Update::Error-Mode=any",
        *["Acquire::Check-Valid-Until=false"] * ("snapshot.debian.org" in where),
        f"Dir::Etc::SourceList={folder}/sources", "Dir::Etc::SourceParts=/nonexistent",
        f"Dir::State={folder}/state", f"Dir::State::status={folder}/state/status",
        f"Dir::Cache={folder}/cache") for word in ("-o", setting)]
    source = f"{kind} [signed-by={KEYS}] {{}} {{}} main\n".format
    sources = "".join(source(where, suite) for suite in suites)
    secure = re.sub("/debian(?=/|$)", "/debian-security", where)
    security = "".join(source(secure, f"{suite}-security") for suite in suites
                       if suite not in UNSTABLE)
    apt = (f"{' '.join(packages)} of {' '.join(suites)}", where, "DEBIAN=URL names another archive",
           "apt-get", *options)
    (folder / "sources").write_text(sources + security)
    try:
        get(*apt, "update")
    except SystemExit as error:
        if "-security Release' does not have" not in str(error):
            raise
        print(f"{where} has no security updates of {' '.join(suites)}", flush=True)
        (folder / "sources").write_text(sources)
        get(*apt, "update")
    get(*apt, *words, *packages, cwd=folder / "packages")
    return folder / "packages"


def fetch(folder, suites, architecture, packages):
    """Unpacks packages, in whatever version the first of the suites has that has them, into the new
    folder root of `folder`; the files of the packages stay in its folder packages."""
    new = folder / "new"
    for package in _apt(folder, suites, architecture, "deb", packages, "download").iterdir():
        run("dpkg-deb", "-x", package, new)
    for name in ("lib", "lib64"):
        if not (new / name).exists() and (new / "usr" / name).exists():
            (new / name).symlink_to(f"usr/{name}")
    for path in new.rglob("*"):
        if path.is_symlink() and os.readlink(path).startswith("/"):
            inside = os.path.relpath(f"{new}{os.readlink(path)}", path.parent)
            path.unlink()
            path.symlink_to(inside)
    new.rename(folder / "root")


def fetch_source(folder, suite, package):
    """Unpacks a source package, with Debian's patches, into the new folder source of `folder`."""
    description, = _apt(folder, [suite], "amd64", "deb-src", [package], "source",
                        "--download-only").glob("*.dsc")
    run("dpkg-source", "--no-check", "-x", description, folder / "new")
    (folder / "new").rename(folder / "source")


def unpacked(suite, architecture, packages):
    """The root of a tree with these packages alone, under the name of the first."""
    folder = BUILD / "pack/unpacked" / f"{suite}-{architecture}-{packages[0]}"
    if not (folder / "root").exists():
        shutil.rmtree(folder, ignore_errors=True)
        fetch(folder, [suite], architecture, packages)
    return folder / "root"


def cpython(version, system):
    """The folder of a CPython of Maven Central: its headers, its programs, and on Windows its import
    library."""
    folder = BUILD / "pack/unpacked" / f"cpython-{version}-{system}"
    if not folder.exists():
        new = BUILD / "pack/unpacked/new"
        shutil.rmtree(new, ignore_errors=True)
        get(f"CPython {version} for {system}", "Maven Central", "~/.m2/settings.xml names a mirror",
            "mvn", "-q", "-B", "dependency:copy", f"-DoutputDirectory={new}",
            f"-Dartifact=org.bytedeco:cpython:{version}:jar:{system}")
        jar, = new.glob("*.jar")
        digest = hashlib.sha256(jar.read_bytes()).hexdigest()
        if JARS.get(f"{version}-{system}", digest) != digest:
            sys.exit(f"{jar} is another file: its SHA-256 is {digest}")
        with zipfile.ZipFile(jar) as packed:
            packed.extractall(new)
        new.rename(folder)
    return folder / "org/bytedeco/cpython" / system


def sqlite_headers():
    """The folder of SQLite's headers, in which no processor is named."""
    return unpacked("bookworm", "amd64", ["libsqlite3-dev"]) / "usr/include"
