"""The examples in a new Debian that has nothing of this tree but what was installed; `make wheel`.

It needs root, debootstrap and the distribution's archive: see new_debian().
"""

import shutil

from harness import BUILD, ROOT
from installation import EXAMPLES, chroot, example_command, make, new_debian, promised

PACKAGES = ("gcc", "libc6-dev", "pkgconf", "libssl3", "sqlite3", "lua5.4", "python3-minimal",
            "libpython3-stdlib")


def test_examples_in_a_new_debian(tmp_path):
    root = tmp_path / "root"
    new_debian(root, *PACKAGES)
    make("install", f"DESTDIR={root}", "PREFIX=/usr/local")
    chroot(root, "ldconfig")
    site = chroot(root, "python3", "-c",
                  "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    shutil.copytree(BUILD / "python/uuid9562", f"{root}{site}/uuid9562")
    shutil.copytree(ROOT / "examples", root / "examples")
    for example in EXAMPLES:
        command = example_command("/" / example.relative_to(ROOT), sqlite3="sqlite3", lua="lua5.4",
                                  python="python3")
        done = chroot(root, "sh", "-c", f"cd /tmp && {command}")
        assert done.stdout + done.stderr == promised(example), example
