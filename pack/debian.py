"""Debian's packages, into build/pack/debian/SUITE: the binary packages of pack/debian/control, and
the source package, which is the release's tarball and pack/debian as its debian/ (recipes.py).

They are built in a new Debian that has their Build-Depends, by root and with debootstrap; it stays
in build/debian/SUITE-packages for the next time. SUITE, TREE and DEBIAN are as for the tests
(tests/together/install/installation.py). Then they are built a second time, a year later in another
folder with another umask and time zone, and must be the same bit for bit.
"""

import os
import shutil
import sys

from recipes import FACTS, fill
from release import BUILD, ROOT, VERSION, folder, write_tarball

sys.path[:0] = [str(ROOT / "tests" / name) for name in ("", "together/docs", "together/install")]

from installation import chroot, mounted_proc, new_debian, suite  # noqa: E402

# Files of dpkg-buildpackage that record when and where it ran.
RECORDS = (".buildinfo", ".changes")


def builder():
    """The Debian in which packages are built and checked."""
    root = BUILD / "debian" / f"{suite()}-packages"
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        new_debian(root, "build-essential", "faketime", "lintian")
        (root / "made").touch()
    shutil.rmtree(root / "build", ignore_errors=True)
    return root


def source(root):
    """Puts the tarball and the unpacked source package into /build/source of the Debian."""
    there = root / "build/source"
    there.mkdir(parents=True)
    tarball = there / f"uuid9562_{VERSION}.orig.tar.gz"
    write_tarball(tarball)
    shutil.unpack_archive(tarball, there)
    top = there / f"uuid9562-{VERSION}"
    fill(top / "pack/debian", top / "debian", FACTS)
    chroot(root, "apt-get", "update")
    chroot(root, "apt-get", "build-dep", "-y", "--no-install-recommends",
           f"/build/source/{top.name}")


def built(root, place, *prefix, umask="022", **env):
    """Builds the packages in a folder of the Debian; returns their files by name."""
    shutil.copytree(root / "build/source", root / place, symlinks=True)
    with mounted_proc(root):
        chroot(root, *(f"{name}={value}" for name, value in env.items()), "sh", "-c",
               f"umask {umask} && cd /{place}/uuid9562-{VERSION} && {' '.join(prefix)} "
               "dpkg-buildpackage -us -uc", timeout=None)
    return {path.name: path for path in (root / place).iterdir() if path.is_file()}


if os.geteuid() != 0 or not (os.environ.get("TREE") or shutil.which("debootstrap")):
    sys.exit(print("skipped: Debian's packages: they need root, and debootstrap"))
root = builder()
source(root)
first = built(root, "build/first")
second = built(root, "build/the-second", "faketime -f '+400d'", umask="002", TZ="Asia/Kathmandu",
               LC_ALL="C.UTF-8", DEB_BUILD_OPTIONS="nocheck parallel=2")
different = [name for name, path in first.items() if path.suffix not in RECORDS
             and path.read_bytes() != second[name].read_bytes()]
if different:
    sys.exit(f"not the same when built again, in {root}/build: {' '.join(sorted(different))}")
into = folder(f"debian/{suite()}")
for path in first.values():
    shutil.copy(path, into)
