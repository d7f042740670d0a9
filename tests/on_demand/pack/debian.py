"""Debian's packages: lintian has no complaint; and each in a new Debian that has what it depends on
and neither a compiler nor headers, where debian/tests use it as autopkgtest would, and which is as
it was when it is removed; `./dev pack debian`.

SUITE and TREE are as for new_debian().
"""

import re
import shutil

import pytest
from harness import BUILD, ROOT, run
from installation import chroot, files, mounted_proc, new_debian, suite

PACKED = BUILD / "pack/debian" / suite()
BUILDER = BUILD / "debian" / f"{suite()}-packages"
DESCRIBED = (ROOT / "pack/debian/control").read_text(encoding="utf-8")
PACKAGES = re.findall(r"^Package: (.+)$", DESCRIBED, re.M)
PAGE, BUILDING = ((ROOT / page).read_text(encoding="utf-8")
                  for page in ("docs/install.md", "docs/internals/packages.md"))
# (the name of a test, what it depends on)
TESTS = re.findall(r"^Tests: (.+)\nDepends: (.+)$",
                   (ROOT / "pack/debian/tests/control").read_text(encoding="utf-8"), re.M)

if not PACKED.exists():
    pytest.skip("the packages have not been built", allow_module_level=True)


def test_every_package_is_tried():
    tried = {name for _, depends in TESTS for name in depends.split(", ")}
    by_others = {"libuuid9562-0.1", "uuid9562-doc"}  # of libuuid9562-dev; nothing runs
    assert {name for name in tried if "uuid9562" in name} == {*PACKAGES} - by_others


def test_lintian():
    shutil.rmtree(BUILDER / "packed", ignore_errors=True)
    shutil.copytree(PACKED, BUILDER / "packed")
    changes, = PACKED.glob("*.changes")
    with mounted_proc(BUILDER):
        done = chroot(BUILDER, "lintian", "--allow-root", "--fail-on", "error,warning",
                      f"/packed/{changes.name}", check=False)
    assert done.returncode == 0 and not re.search("^[EW]:", done.stdout, re.M), \
        done.stdout + done.stderr


@pytest.fixture(scope="module", name="bare")
def a_bare_debian(tmp_path_factory):
    root = tmp_path_factory.mktemp("debian") / "root"
    new_debian(root)
    return root


@pytest.fixture(name="debian")
def a_copy_of_it(bare, tmp_path):
    """A new Debian with the packages in /packed, and the unpacked source package in /source."""
    root = tmp_path / "root"
    run("cp", "-a", bare, root)
    shutil.copytree(PACKED, root / "packed")
    (root / "source").mkdir()
    tarball, = PACKED.glob("*.orig.tar.gz")
    run("tar", "-C", root / "source", "--strip-components=1", "-xf", tarball)
    shutil.copytree(root / "source/pack/debian", root / "source/debian")
    return root


def file_of(package):
    path, = PACKED.glob(f"{package}_*.deb")
    return path


def depends_of(package):
    return run("dpkg", "-f", file_of(package), "Depends").stdout


def install(debian, *packages):
    """Installs packages, ours by their files: those of ours that they depend on, too."""
    needed = {name for package in packages if package in PACKAGES
              for name in re.findall(r"([\w.-]+) \(= ", depends_of(package))}
    chroot(debian, "apt-get", "install", "-y", "--no-install-recommends",
           *(f"/packed/{file_of(name).name}" if name in PACKAGES else name
             for name in {*packages, *needed}))


def left(root):
    """What the tree has of ours, but the sources and what caches and logs remember."""
    return [name for folder in ("etc", "opt", "usr", "var/lib") for name in files(root / folder)
            if "uuid9562" in name]


@pytest.mark.parametrize("name, depends", TESTS, ids=[name for name, _ in TESTS])
def test_use(name, depends, debian):
    packages = depends.split(", ")
    install(debian, *packages)
    if "gcc" not in packages:
        found = chroot(debian, "sh", "-c", "ls /usr/bin/*gcc* /usr/bin/cc /usr/include/*.h "
                       "/usr/include/openssl", check=False)
        assert found.stdout == "", found.stdout
    (debian / "scratch").mkdir()
    with mounted_proc(debian):
        done = chroot(debian, "AUTOPKGTEST_TMP=/scratch", "sh", "-c",
                      f"cd /source && debian/tests/{name}", check=False, timeout=3600)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    there = chroot(debian, "dpkg-query", "-W", "-f", "${Package}\n").stdout.split()
    installed = {*PACKAGES} & {*there}
    assert installed >= {*PACKAGES} & {*packages}
    chroot(debian, "apt-get", "purge", "-y", *installed)
    assert left(debian) == []


def test_lines_that_build(debian):
    """Those of docs/internals/packages.md, in an unpacked source tarball."""
    lines = re.search(r"^```sh\n(apt install build-essential.+?)^```", BUILDING, re.M | re.S)[1]
    shutil.rmtree(debian / "source/debian")
    with mounted_proc(debian):
        chroot(debian, "DEB_BUILD_OPTIONS=nocheck", "sh", "-ec", "cd /source\n" + lines.replace(
            "apt ", "apt-get -y --no-install-recommends "), timeout=None)
    assert ({path.name for path in debian.glob("*.deb")}
            == {path.name for path in PACKED.glob("*.deb")})


def test_lines_that_install(debian):
    """Those of docs/install.md install all packages, and nothing is left of them."""
    lines = re.search(r"^```sh\ncd build/pack/debian/\w+\n(.+?)^```", PAGE, re.M | re.S)[1]
    chroot(debian, "sh", "-ec", "cd /packed\n" + lines.replace("apt ", "apt-get -y "))
    versions = chroot(debian, "dpkg-query", "-W", "-f", "${Version}\n", *PACKAGES).stdout.split()
    assert len(versions) == len(PACKAGES) and len({*versions}) == 1
    assert chroot(debian, "dpkg", "--verify", *PACKAGES).stdout == ""
    chroot(debian, "apt-get", "purge", "-y", *PACKAGES)
    assert left(debian) == []
