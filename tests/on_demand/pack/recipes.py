"""The recipes of `./dev pack recipes`: what each has in place of @WORDS@; and each read or linted,
and where that can be, built, by its own tool, from the tarball on this machine and with its OpenSSL.

conan and rattler-build come from the package index (pack/tests.txt). A recipe whose tool is missing
is skipped.
"""

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from archive import sqlite_headers
from harness import BUILD, MAKE, PYTHON, ROOT, SQLITE3, run
from installation import files
from release import VERSION
from toolchain import compiler
from toolchain import tools as fetched

PACKED = BUILD / "pack/recipes"
SOURCE = BUILD / f"pack/source/uuid9562-{VERSION}.tar.gz"
FILES = [path for path in PACKED.rglob("*") if path.is_file()]

# Builds the first package of the recipe, with a compiler and libraries of no channel.
CONDA = """
import sys
import rattler_build
recipe = rattler_build.Stage0Recipe.from_file(sys.argv[1])
assert len(recipe.render(rattler_build.VariantConfig.from_yaml(
    "c_compiler: [gcc]\\nc_stdlib: [sysroot]\\npython: [3.12.*]"))) == 2
text = recipe.to_dict()
text["source"][0]["url"] = sys.argv[2]
del text["outputs"][1:], text["outputs"][0]["requirements"], text["outputs"][0]["tests"]
for built in rattler_build.Stage0Recipe.from_dict(text).run_build(
        channels=[], output_dir=sys.argv[3], package_format="tar.bz2"):
    print(*built.packages)
"""
CONAN = """
from conan import ConanFile

class System(ConanFile):
    name = "openssl"
    version = "3.0"

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.set_property("cmake_file_name", "OpenSSL")
        self.cpp_info.components["crypto"].set_property("cmake_target_name", "OpenSSL::Crypto")
"""


def need(command):
    if not shutil.which(command):
        pytest.skip(f"{command} is not installed")


@pytest.fixture(scope="module")
def tools():
    """The folder of the commands of pack/tests.txt."""
    try:
        return fetched("tests")
    except SystemExit as reason:
        pytest.skip(str(reason))


@pytest.fixture
def place():
    """A folder that other users can enter."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


def check(prefix):
    """The command, the SQLite extension and the C library work where a package has put them."""
    assert run(prefix / "bin/uuid9562", "-7").stdout[14] == "7"
    assert run(SQLITE3, "-cmd", f".load {prefix}/lib/sqlite3/uuid9562", ":memory:",
               "SELECT uuid_version(uuid7())").stdout == "7\n"
    assert run("pkg-config", "--modversion", "uuid9562", env={
        "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig"}).stdout == f"{VERSION}\n"
    assert (prefix / "lib/libuuid9562.so").exists() and (prefix / "include/uuid9562.h").exists()


def test_what_is_filled_in():
    """Every file is there, no word is left, and each recipe has the hash of the tarball."""
    assert {path.relative_to(PACKED) for path in FILES} == {
        path.relative_to(ROOT / "pack/recipes")
        for path in (ROOT / "pack/recipes").rglob("*") if path.is_file()}
    text = {path: path.read_text(encoding="utf-8") for path in FILES}
    assert not [path for path in FILES if re.search("@[A-Z0-9_]+@", text[path])]
    content = SOURCE.read_bytes()
    hashes = (hashlib.sha256(content).hexdigest(), hashlib.sha512(content).hexdigest(), "sha256-")
    assert ({path.relative_to(PACKED).parts[0] for path in FILES
             if any(known in text[path] for known in hashes)}
            == {path.name for path in PACKED.iterdir()})


def test_alpine(place):
    """Its functions, with this machine's C library."""
    recipe = PACKED / "alpine/APKBUILD"
    shutil.unpack_archive(SOURCE, place)
    shutil.copy(SOURCE, place)
    sums = re.search(r'sha512sums="\n(.+)"', recipe.read_text(encoding="utf-8"), re.S)[1]
    run("sha512sum", "-c", input=sums, cwd=place)
    run("sh", "-ec", f". {recipe}; pkgdir={place}/pkg; build; check; package",
        cwd=place / f"uuid9562-{VERSION}")
    check(place / "pkg/usr")
    need("shellcheck")
    run("shellcheck", "-s", "sh", "-e", "SC2034,SC2154", recipe)


def test_arch(place):
    need("makepkg")
    for path in (PACKED / "arch/PKGBUILD", SOURCE):
        shutil.copy(path, place)
    user = []
    if os.geteuid() == 0:
        run("chown", "-R", "nobody", place)
        user = ["runuser", "-u", "nobody", "--"]
    run(*user, "env", f"HOME={place}", f"PKGDEST={place}", "makepkg", "--nodeps", cwd=place)
    package, = place.glob("*.pkg.tar.*")
    run("tar", "-xf", package, cwd=place)
    check(place / "usr")
    assert re.search(r"^provides = libuuid9562\.so=[\d.]+-64$", (place / ".PKGINFO").read_text(),
                     re.M)


def test_conan(tools, place):
    """Its package, and the program of its test; OpenSSL is the system's."""
    shutil.copytree(PACKED / "conan", place / "conan")
    sources = place / "conan/all/conandata.yml"
    sources.write_text(re.sub("https://.+(?=\")", SOURCE.as_uri(), sources.read_text()))
    (place / "conanfile.py").write_text(CONAN)
    env = {"CONAN_HOME": str(place / "home"), "PATH": f"{tools}:{os.environ['PATH']}"}
    run("conan", "profile", "detect", env=env)
    run("conan", "create", place, "--no-remote", env=env)
    made = run("conan", "create", place / "conan/all", "--version", VERSION, "--no-remote", env=env)
    assert re.search(r"^[0-9a-f-]{14}7[0-9a-f-]{21}$", made.stdout + made.stderr, re.M)


def test_conda(tools, place):
    built = run(tools / "python", "-c", CONDA, PACKED / "conda/recipe.yaml", SOURCE.as_uri(),
                place / "out").stdout.split()[-1]
    shutil.unpack_archive(built, place)
    check(place)


def test_homebrew():
    recipe = PACKED / "homebrew/uuid9562.rb"
    if shutil.which("brew"):
        run("brew", "style", recipe)
    else:
        need("ruby")
        run("ruby", "-wc", recipe)


def test_nix():
    need("nix-instantiate")
    run("nix-instantiate", "--parse", PACKED / "nix/package.nix")


def test_macos(place):
    """What Homebrew and conda-forge call, by zig's compiler: nothing of it runs."""
    target = "aarch64-apple-darwin"
    run(*MAKE, "-s", "-C", ROOT, f"B={place}/built", f"CC={compiler(target)}", "STRIP=:",
        f"CPPFLAGS=-idirafter {sqlite_headers()}", "SQLITE_CFLAGS=", "CRYPTO=own",
        "PARTS=c sqlite", f"PREFIX={place}/usr", "install")
    lib = place / "usr/lib"
    assert os.readlink(lib / "libuuid9562.dylib") in files(lib)
    assert {"sqlite3/uuid9562.dylib", "sqlite3/uuid9562_replicated.dylib"} < {*files(lib)}
    assert not [name for name in files(lib) if ".so" in name]
    described = (lib / "cmake/uuid9562/uuid9562-config.cmake").read_text(encoding="utf-8")
    assert f"/{os.readlink(lib / 'libuuid9562.dylib')}\"" in described
    run(*MAKE, "-s", "-C", ROOT, f"B={place}/built", f"CC={compiler(target)}",
        "PARTS=c sqlite", f"PREFIX={place}/usr", "uninstall")
    assert files(place / "usr") == []
