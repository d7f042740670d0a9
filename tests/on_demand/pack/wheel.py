"""The wheels and the source distribution of `./dev pack wheel`.

What they hold and what they are made from; that each is installed and works in a Debian of its
processor that has Python and nothing else, on aarch64 by qemu-user, and for Windows by wine; that
the same comes out again. setuptools comes from the package index; without it, where a wheel was not
built or its Python is not to be had, tests are skipped.
"""

import email
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from archive import cpython, unpacked
from harness import BUILD, PYTHON, ROOT, TESTS, run
from installation import copy_tree, files
from release import VERSION, epoch

sys.path.insert(0, str(TESTS / "on_demand/windows"))
import hosts  # noqa: E402

PACKED = BUILD / "pack/wheel"
PROGRAMS = ROOT / "tests/on_demand/pack/wheel"
SETTINGS = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PACKAGE = "bindings/python/uuid9562"
WHEELS = sorted(PACKED.glob("*.whl"))
TAG = re.compile(r"uuid9562-(.+?)-(cp3\d+)-(\2t?)-"
                 r"(manylinux|musllinux|macosx|win)(?:_(\d+)_(\d+))?_(x86_64|aarch64|amd64|arm64)\.whl")
# By the system in a tag: how extensions end; what shows the libraries that a file needs, and the
# names that it exports, and how; which libraries these may be.
SYSTEMS = {
    "manylinux": (".so", ("readelf", "-d"), r"\(NEEDED\).*\[(.+)\]", ("nm", "-D"),
                  r"^[0-9a-f]+ \w (\w+)",
                  r"lib(c\.so\.6|pthread\.so\.0)|ld-linux-aarch64\.so\.1"),
    "musllinux": (".so", ("readelf", "-d"), r"\(NEEDED\).*\[(.+)\]", ("nm", "-D"),
                  r"^[0-9a-f]+ \w (\w+)", r"libc\.so"),
    "macosx": (".dylib", ("llvm-objdump", "--macho", "--dylibs-used"), r"^\t(/\S+) \(",
               ("llvm-objdump", "--macho", "--exports-trie"), r"^0x\w+ +(\w+)$",
               r"/usr/lib/libSystem\.B\.dylib"),
    "win": (".dll", ("llvm-objdump", "-p"), r"DLL Name: (\S+)", ("llvm-objdump", "-p"),
            r"^ +\d+ +0x\w+ +(\w+)$",
            r"(python3\d+t?|KERNEL32|bcrypt|IPHLPAPI|SHELL32|api-ms-win-crt-[a-z]+-l1-1-0)\.(dll|DLL)"),
}
FORMATS = {"x86_64": r"elf64-x86-64|mach-o 64-bit x86-64", "aarch64": "elf64-littleaarch64",
           "amd64": "coff-x86-64", "arm64": "coff-arm64|mach-o arm64"}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Where all of it happens, with a copy of the tree, and nothing else on Python's path."""
    place = tmp_path_factory.mktemp("wheel")
    copy_tree(place / "project")
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
    return build_sdist(newest, place / "project", place / "sdist")


@pytest.fixture(scope="module")
def plain(newest, sdist, place):
    """The wheel that loads libcrypto, built where nothing of the project is but the sdist."""
    (place / "plain").mkdir()
    return build_wheel(newest, sdist, place / "plain")


def packed(python, system, machine):
    """The wheel for a version of CPython and a system."""
    for path in WHEELS:
        tag = TAG.fullmatch(path.name)
        if (python, system, machine) == (tag[3], tag[4], tag[7]):
            return path
    pytest.skip(f"there is no {system} wheel for {python} on {machine}")


@pytest.fixture(scope="module")
def site(newest, place):
    """A folder in which the wheel for this Python is installed."""
    wheel = packed("cp%d%d" % sys.version_info[:2], "manylinux", os.uname().machine)
    run(newest, "-m", "pip", "-q", "install", "--no-deps", "--no-index", "--target", place / "site",
        wheel)
    return place / "site"


# ---- the source distribution

@pytest.mark.parametrize("setuptools", ("newest", "oldest"))
def test_sdist(setuptools, tmp_path, request):
    python = request.getfixturevalue(setuptools)
    copy_tree(tmp_path / "project")
    check_sdist(build_sdist(python, tmp_path / "project", tmp_path))


def test_packed_sdist():
    check_sdist(PACKED / f"uuid9562-{VERSION}.tar.gz")


def check_sdist(sdist):
    listed = (name.partition("/")[2] for name in run("tar", "-tf", sdist).stdout.splitlines())
    held = {name for name in listed if name and not name.endswith("/")
            and not re.search(r"\.egg-info/|^PKG-INFO$|^setup\.cfg$", name)}
    expected = {f"{folder}/{name}"
                for folder in ("cli", "core", "origins", "sqlite", "bindings/python")
                for name in files(ROOT / folder) if "__pycache__" not in name}
    assert held == expected | {"LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py",
                                "pack/install/needs.sh"}


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
           "Version": VERSION,
           "Summary": re.search(r'^description = "(.+)"$', SETTINGS, re.M)[1],
           "Description-Content-Type": "text/markdown", "License-File": "LICENSE"}
    assert {field: metadata[field] for field in one} == one
    name = "License" if metadata["Metadata-Version"] < "2.4" else "License-Expression"
    assert metadata[name] == "MIT"
    classifiers = re.search(r"^classifiers = \[(.+?)^\]", SETTINGS, re.M | re.S)[1]
    assert metadata.get_all("Classifier") == re.findall(r'"(.+)"', classifiers)
    assert len(metadata.get_all("Project-URL")) == 4 and "Requires-Dist" not in metadata
    readme = run(PYTHON, "setup.py", "-q", "--long-description", cwd=ROOT).stdout
    assert metadata.get_payload(decode=True).decode().strip() == readme.strip()
    license_file, = (name for name in wheel.namelist()
                     if re.fullmatch(rf"{info}/(.+/)?LICENSE", name))
    assert wheel.read(license_file) == (ROOT / "LICENSE").read_bytes()

    expected = {str(file.relative_to(Path(ROOT, PACKAGE).parent))
                for file in Path(ROOT, PACKAGE).glob("**/*")
                if file.suffix in (".py", ".pyi") or file.name == "py.typed"}
    held = {name for name in wheel.namelist()
            if not name.startswith(info) and not name.endswith("/")}
    # Such a file would run when Python starts.
    assert not [name for name in wheel.namelist() if name.endswith((".pth", ".start"))]
    assert held == expected | set(compiled(path))


def compiled(path):
    """The names of what is compiled in a wheel, with the name that each exports."""
    tag = TAG.fullmatch(path.name)
    ending = SYSTEMS[tag[4]][0] if tag else ".so"
    core, = (name for name in zipfile.ZipFile(path).namelist()
             if re.fullmatch(r"uuid9562/_core\.(.+\.)?(so|pyd)", name))
    return {core: "PyInit__core",
            f"uuid9562/_sqlite/uuid9562{ending}": "sqlite3_extension_init",
            f"uuid9562/_sqlite/uuid9562_replicated{ending}": "sqlite3_extension_init",
            f"uuid9562-{VERSION}.data/scripts/uuid9562{'.exe' if ending == '.dll' else ''}": None}


def test_wheel(plain):
    check_wheel(plain)


def test_wheel_of_a_checkout(newest, place, tmp_path):
    copy_tree(tmp_path / "project")
    (tmp_path / "wheel").mkdir()
    check_wheel(build_wheel(newest, tmp_path / "project", tmp_path / "wheel"))


def test_wheel_by_the_oldest_setuptools(oldest, sdist, tmp_path):
    (tmp_path / "wheel").mkdir()
    check_wheel(build_wheel(oldest, sdist, tmp_path / "wheel", "--no-build-isolation"))


@pytest.mark.parametrize("path", WHEELS, ids=lambda path: path.stem)
def test_packed_wheel(path, tmp_path):
    """What is compiled in it needs libraries of the system alone, and exports nothing but its entry
    point and the clock state; its tags say for which system."""
    tag = TAG.fullmatch(path.name)
    _, needs, needed, exports, exported, allowed = SYSTEMS[tag[4]]
    check_wheel(path)
    wheel = zipfile.ZipFile(path)
    said, = (wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/WHEEL"))
    assert "\nRoot-Is-Purelib: false\n" in said
    assert re.findall("^Tag: (.+)$", said, re.M) == [path.stem.split("-", 2)[2]]
    for name, entry in compiled(path).items():
        file = wheel.extract(name, tmp_path)
        told = run("llvm-objdump", "-f", file, check=False).stdout  # it says no more of Mach-O
        assert re.search(rf"file format ({FORMATS[tag[7]]})$", told, re.M), told
        for library in re.findall(needed, run(*needs, file).stdout, re.M):
            assert re.fullmatch(allowed, library), (name, library)
        if tag[4] == "manylinux":
            assert int(tag[6]) == max(int(minor) for minor in re.findall(
                r"\bGLIBC_2\.(\d+)", run("readelf", "-V", file).stdout))
        found = {*re.findall(exported, run(*exports, file).stdout, re.M)} if entry else set()
        if tag[4] == "macosx":
            headers = run("llvm-objdump", "--macho", "--private-headers", file).stdout
            assert "minos 11.0" in headers
            assert "LC_CODE_SIGNATURE" in headers or tag[7] == "x86_64"  # which needs none
            found = {name[1:] for name in found} - {"_mh_dylib_header", "__dso_handle"}
        assert found - {"uuid9562_clock_state_v1"} == ({entry} if entry else set()), name
        assert not re.search(rb"/(?:home|root|work|build|tmp)/|EVP_", Path(file).read_bytes())


def test_suite_of_the_package(site, newest):
    run(newest, "-B", "-m", "unittest", "test_surface", "test_vectors", "test_load",
        "test_processes", "test_interpreters", cwd=ROOT / "tests/hosts/python",
        env={"PYTHONPATH": str(site)})


# ---- a Debian that has Python and nothing else

# The suite of each, and what else its pip needs.
DEBIAN = {"cp39": "bullseye", "cp311": "bookworm", "cp313": "trixie", "cp314": "unstable",
          "cp315": "unstable"}
MORE = {"cp39": ["python3-distutils", "python3-lib2to3"]}
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
LIBRARIES_OF_PYTHON = ("libc6", "libgcc-s1", "zlib1g", "libexpat1", "libsqlite3-0",
                       "libzstd1")
PIP = {"cp315": "unstable"}  # the suite of the pip that installs, or else trixie
GOOD = dict.fromkeys(("cp39", "cp310"), "as it should be, without the extension\n")  # old SQLite


class Tree:
    """A Debian without a compiler and OpenSSL, in which programs run."""

    def __init__(self, python, machine):
        version = f"{python[2]}.{python[3:]}"
        names = (f"python{version}-minimal", f"libpython{version}-minimal",
                 f"libpython{version}-stdlib")
        self.root = unpacked(DEBIAN[python], ARCHITECTURES[machine],
                             [*names, *LIBRARIES_OF_PYTHON, *MORE.get(python, [])])
        for pattern in ("libssl.so*", "libcrypto.so*", "bin/*cc", "bin/openssl"):
            assert not [*self.root.rglob(pattern)], pattern
        self.emulator = []
        if machine != run("uname", "-m").stdout.strip():
            program = shutil.which(f"qemu-{machine}")
            if not program:
                pytest.skip(f"qemu-{machine} is not installed")
            self.emulator = [program, "-L", str(self.root)]
        elif os.geteuid() != 0:
            pytest.skip("this is not root")
        self.name, self.python = python, f"/usr/bin/python{version}"
        self.folder = self.root / "opt"

    def there(self, path):
        """How a program in the tree calls a file below it."""
        return path if self.emulator else f"/{path.relative_to(self.root)}"

    def run(self, *words, path, options=(), **how):
        path = ":".join(str(self.there(one)) for one in path)
        return run("env", "-i", "PATH=/usr/sbin:/usr/bin", f"PYTHONPATH={path}",
                   *(self.emulator or ["chroot", *options, self.root]),
                   f"{self.root if self.emulator else ''}{self.python}", "-B", *words, **how)


@pytest.fixture(params=[(python, machine) for machine in ARCHITECTURES for python in DEBIAN],
                ids="-".join)
def tree(request):
    tree = Tree(*request.param)
    tree.wheel = packed(request.param[0], "manylinux", request.param[1])
    return tree


def told(wheel):
    """What a pip is told that installs a wheel for another Python."""
    _, python, abi, platform = wheel.stem.rsplit("-", 3)
    return ("--only-binary", ":all:", "--implementation", "cp", "--python-version", python[2:],
            "--abi", abi, "--platform", platform)


def installed(tree, wheel):
    """The folder into which the tree's Python installed the wheel. Where it is emulated, this one's
    pip did, which is told for whom: the other's would take minutes."""
    shutil.rmtree(tree.folder, ignore_errors=True)
    for name in ("tmp", "opt"):
        (tree.root / name).mkdir(exist_ok=True)
    (tree.root / "tmp").chmod(0o1777)
    pip, = unpacked(PIP.get(tree.name, "trixie"), "amd64", ["python3-pip-whl"]).glob(
        "usr/share/python-wheels/pip-*.whl")
    for file in (pip, wheel, PROGRAMS / "smoke.py"):
        shutil.copy(file, tree.folder)
    site = tree.folder / "site"
    install = ("-m", "pip", "-q", "--disable-pip-version-check", "install", "--no-index", "--no-deps",
               "--no-cache-dir", "--target", tree.there(site), tree.there(tree.folder / wheel.name))
    if tree.emulator:
        run(PYTHON, *install, *told(wheel), env={"PYTHONPATH": str(pip)})
    else:
        tree.run(*install, path=[tree.folder / pip.name])
    return site


def smoke(tree, site, **how):
    done = tree.run(tree.there(tree.folder / "smoke.py"), tree.there(site / "bin/uuid9562"),
                    *tree.emulator, path=[site], check=False, **how)
    return done.stdout + done.stderr


def test_clean_tree(tree):
    site = installed(tree, tree.wheel)
    good = GOOD.get(tree.name, "as it should be\n")
    assert smoke(tree, site) == good
    if not tree.emulator:
        assert smoke(tree, site, options=["--userspec=65534:65534"]) == good


# ---- other systems

WINDOWS = {"cp39": "3.9.6-1.5.6", "cp310": "3.10.8-1.5.8", "cp311": "3.11.3-1.5.9",
           "cp312": "3.12.1-1.5.10", "cp313": "3.13.5-1.5.12", "cp314": "3.14.3-1.5.13"}


def check_smoke(done, good="as it should be(, without the extension)?\n"):
    assert re.fullmatch(good, done.stdout), done.stderr


def site_of(wheel, newest, into):
    """A folder in which a wheel for another Python is installed."""
    run(newest, "-m", "pip", "-q", "--disable-pip-version-check", "install", "--no-index",
        "--no-deps", "--target", into, *told(wheel), wheel)
    return into


@pytest.mark.parametrize("python", WINDOWS)
def test_windows(python, newest, tmp_path):
    hosts.need("mvn", "wine")
    site = site_of(packed(python, "win", "amd64"), newest, tmp_path / "site")
    folder = cpython(WINDOWS[python], "windows-x86_64")
    check_smoke(hosts.wine(
        folder / "python.exe", "-B", PROGRAMS / "smoke.py", site / "bin/uuid9562.exe", input="",
        check=False, env={"PYTHONPATH": str(site)}), GOOD.get(python, "as it should be\n"))


# ---- again

def test_the_same_bits_another_time(tmp_path):
    """Built again in another folder, with tools that were fetched again and with another umask."""
    names = ("cp311-x86_64-linux-gnu", "cp311-x86_64-apple-darwin", "cp311-x86_64-w64-mingw32")
    run(PYTHON, "-B", ROOT / "pack/wheel.py", *names, timeout=3600, umask=0o002,
        env={"B": str(tmp_path), "TZ": "Asia/Kathmandu", "SOURCE_DATE_EPOCH": str(epoch())})
    again = {path.name: path.read_bytes() for path in (tmp_path / "pack/wheel").iterdir()}
    assert len(again) == len(names) + 1
    assert again == {name: (PACKED / name).read_bytes() for name in again}
