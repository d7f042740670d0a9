"""The CMake of docs/install.md, each block built and run: the installed library, a copy of the tree,
the amalgamation. What find_package finds, by version, and after the installation has been moved."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from harness import BUILD, CC, HEADERS, ROOT, make, run
from installation import copy_tree, promised

pytestmark = pytest.mark.skipif(not shutil.which("cmake"), reason="cmake is not installed")

KEYS = ROOT / "examples/c/keys.c"
BLOCKS = re.findall(r"^```cmake\n(.+?)^```", (ROOT / "docs/install.md").read_text(encoding="utf-8"),
                    re.M | re.S)
INSTALLED, COPY, LINKED = BLOCKS
LOADED = LINKED.replace("OpenSSL::Crypto", "${CMAKE_DL_LIBS}").replace(
    "PRIVATE .)", "PRIVATE . ${OPENSSL_INCLUDE_DIR})") + \
    "target_compile_definitions(app PRIVATE UUID9562_LOAD_LIBCRYPTO)\n"
DEBUG = "-DCMAKE_BUILD_TYPE=Debug"  # which is compiled sooner


@pytest.fixture
def project(tmp_path):
    """Configures a project of a block, away from the tree."""
    folder = tmp_path / "a project"
    folder.mkdir()
    shutil.copy(KEYS, folder / "app.c")

    def project(block, *options, check=True):
        (folder / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.13)\nproject(app C)\n{block}")
        return run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_C_COMPILER={CC[0]}",
                   *options, check=check, stderr=subprocess.STDOUT)

    project.folder = folder
    return project


@pytest.fixture(scope="module")
def moved(tmp_path_factory):
    """An installation that is not where it was installed; its LIBDIR is of this architecture."""
    folder = tmp_path_factory.mktemp("moved")
    libdir = f"/opt/here/lib/{run(*CC, '-print-multiarch', check=False).stdout.strip()}"
    make("install", "PARTS=c", f"DESTDIR={folder}", "PREFIX=/opt/here",
         f"LIBDIR={libdir.rstrip('/')}")
    return (folder / "opt/here").rename(folder / "and there")


def needed(project):
    """Builds, runs, and returns the libraries that the program names."""
    run("cmake", "--build", project.folder / "build")
    app = project.folder / "build/app"
    assert run(app).stdout == promised(KEYS)
    return re.findall(r"\(NEEDED\).*\[(\w+)\.so", run("readelf", "-d", app).stdout)


def test_installed_and_moved(project, moved):
    project(INSTALLED, f"-DCMAKE_PREFIX_PATH={moved}")
    assert needed(project) == ["libuuid9562", "libc"]


def test_static(project, moved):
    block = INSTALLED.replace("REQUIRED", "REQUIRED COMPONENTS static")
    project(block.replace("uuid9562::uuid9562", "uuid9562::static"), f"-DCMAKE_PREFIX_PATH={moved}")
    assert needed(project) == ["libcrypto", "libc"]


def test_what_is_found(project, moved):
    version = re.search(r'VERSION "(.+)"', (moved / "include/uuid9562.h").read_text())[1]
    major, minor, patch = map(int, version.split("."))
    abi = version.rpartition(".")[0]  # as test_abi has it
    found = ["", abi, version, f"{version} EXACT", f"{abi}...{major}.{minor + 1}",
             f"0...<{major + 1}", f"0...{version}", "COMPONENTS static", "OPTIONAL_COMPONENTS other"]
    not_found = ["0.0", f"{abi}0", f"{abi}.{patch + 1}", f"{major}.{minor + 1}", f"{major + 1}",
                 f"0...<{version}", f"{abi}.{patch + 1}...{major + 1}", "COMPONENTS other"]
    told = project("".join(f"find_package(uuid9562 {words} QUIET)\n"
                           f"if(uuid9562_FOUND)\n"
                           f'    message("found: {words}.")\n'
                           f"endif()\n" for words in found + not_found),
                   f"-DCMAKE_PREFIX_PATH={moved}").stdout
    assert re.findall(r"^found: (.*)\.$", told, re.M) == found


def test_copy_of_the_tree(project):
    copy_tree(project.folder / "uuid9562")
    project(COPY, DEBUG)
    assert needed(project) == ["libcrypto", "libc"]


@pytest.mark.parametrize("options, optimised", (
    ([], True), ([DEBUG], False), (["-DCMAKE_C_FLAGS=-Og"], False)))
def test_copy_of_the_tree_is_optimised(options, optimised, project):
    """Where the project does not say how; the project itself is left alone."""
    copy_tree(project.folder / "uuid9562")
    project(COPY, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options)
    commands = {Path(entry["file"]).name: entry["command"].split() for entry in json.loads(
        (project.folder / "build/compile_commands.json").read_text())}
    assert ("-O2" in commands["uuid9562.c"]) == optimised and "-O2" not in commands["app.c"]


def test_the_tree_itself(project, tmp_path):
    """As package managers that build by CMake install it: the archive, by the same name."""
    run("cmake", "-S", ROOT, "-B", tmp_path / "built", f"-DCMAKE_C_COMPILER={CC[0]}", DEBUG)
    run("cmake", "--build", tmp_path / "built")
    run("cmake", "--install", tmp_path / "built", "--prefix", tmp_path / "usr")
    (tmp_path / "usr").rename(tmp_path / "moved")
    project(INSTALLED, f"-DCMAKE_PREFIX_PATH={tmp_path}/moved")
    assert needed(project) == ["libcrypto", "libc"]
    assert {path.name for path in (tmp_path / "moved/include").iterdir()} == {
        path.name for path in HEADERS}


def test_static_program_that_would_load_openssl(project):
    """It has the core's digests, since libcrypto's keys for threads would be those of the program."""
    copy_tree(project.folder / "uuid9562")
    project(COPY, "-DUUID9562_CRYPTO=load", "-DCMAKE_EXE_LINKER_FLAGS=-static")
    assert needed(project) == []


def test_copy_of_the_tree_without_openssl(project):
    copy_tree(project.folder / "uuid9562")
    without = "-DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON"
    for option, told in ((without, "apt-get install libssl-dev"),
                         ("-DUUID9562_CRYPTO=Own", "is shared, load or own")):
        done = project(COPY, option, check=False)
        assert done.returncode and told in done.stdout
    project(COPY, without, "-DUUID9562_CRYPTO=own")
    assert needed(project) == ["libc"]


@pytest.mark.parametrize("block, crypto", ((LINKED, ["libcrypto"]), (LOADED, [])),
                         ids=("linked", "loaded"))
def test_amalgamation(block, crypto, project):
    make("amalgamation")
    for name in ("uuid9562.c", *(path.name for path in HEADERS)):
        shutil.copy(BUILD / "amalgamation" / name, project.folder)
    shutil.copy(KEYS, project.folder / "app.c")
    project(block, DEBUG)
    assert needed(project) == [*crypto, "libc"]
