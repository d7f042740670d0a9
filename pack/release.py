"""What every kind of package shares: the version, the time that its files carry, archives that are
the same bit for bit wherever and whenever they are made.

A package is made from a commit: the time in it is the commit's, unless SOURCE_DATE_EPOCH says
another. B names the build folder, as for make.
"""

import gzip
import io
import os
import re
import stat
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = (ROOT / os.environ.get("B", "build")).resolve()
HEADERS = sorted((ROOT / "core/include").glob("*.h"))
# Where the project is, as OWNER/NAME on GitHub, where its site, and who answers for its packages:
# placeholders, until the first release.
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
REPOSITORY = re.search('^Source = "https://github.com/(.+)"', PROJECT, re.M)[1]
SITE = re.search('^Documentation = "(.+)"', PROJECT, re.M)[1]
MAINTAINER = "{} <{}>".format(*re.search('^authors = .*name = "(.+)", email = "(.+)"', PROJECT,
                                         re.M).groups())
VERSION = re.search(r'#define UUID9562_VERSION "(.+)"', HEADERS[0].read_text(encoding="utf-8"))[1]


def run(*command, **options):
    """What a command prints; if it fails, that is shown."""
    done = subprocess.run([str(word) for word in command], check=False, text=True,
                          stdout=subprocess.PIPE, **options)
    if done.returncode:
        sys.exit(done.stdout + f"{command[0]} ended with {done.returncode}")
    return done.stdout


def git(*words):
    """What git prints of this checkout."""
    return run("git", "-C", ROOT, *words)


def epoch():
    """The time of the release, in seconds of Unix time."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))


def get(what, where, cure, *command, **options):
    """What a command prints that fetches something. If it cannot, one sentence ends the program."""
    try:
        return run(*command, stderr=subprocess.STDOUT, **options)
    except (OSError, SystemExit) as error:
        said = str(error).splitlines()
        why = next((line for line in said if re.match(r"E: |\[?ERROR[]:]+ \S", line)), said[-2:][0])
        sys.exit(f"{what} is not to be had from {where}: {why}; {cure}")


def folder(kind):
    """The empty folder of a kind of package."""
    path = BUILD / "pack" / kind
    run("rm", "-rf", path)
    path.mkdir(parents=True)
    return path


def write_tarball(path):
    """Writes all of the commit, below one folder."""
    git("archive", "--format=tar.gz", f"--prefix=uuid9562-{VERSION}/", "-o", path, "HEAD")


def write_zip(path, files, below=None):
    """Writes {name in the archive: file} below one folder, which has the archive's name unless
    another path is given, such as "foo/" or ""."""
    when = time.gmtime(epoch())[:6]
    below = f"{path.stem}/" if below is None else below
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, source in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{below}{name}", when)
            entry.create_system = 3  # Unix: the mode below
            entry.external_attr = (stat.S_IFREG | (0o755 if os.access(source, os.X_OK) else 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, Path(source).read_bytes())


def write_tar(path, files):
    """Writes {name in the archive: bytes}, compressed by gzip."""
    with open(path, "wb") as file, \
            gzip.GzipFile("", "wb", mtime=epoch(), fileobj=file) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.size = epoch(), len(content)
            archive.addfile(entry, io.BytesIO(content))
