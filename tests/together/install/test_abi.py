"""What keeps two versions of the shared library apart, or lets one take the other's place
(docs/install.md): built of this checkout, in which only the header has another version.
"""

import platform
import re
import shutil

import pytest
from assemble import abi, changed_abi, not_the_abi_of
from harness import CC, MAKE, ROOT, make, run
from installation import copy_tree, promised
from release import VERSION

KEYS = ROOT / "examples/c/keys.c"
ABI = {"0.2.0": "0.2", "1.0.0": "1", "1.1.0": "1", "2.0.0": "2"}


@pytest.mark.parametrize("version, expected", (
    *ABI.items(), ("0.1.9", "0.1"), ("0.9.0", "0.9"), ("0.12.3", "0.12"), ("12.0.1", "12")))
def test_names(version, expected):
    """The soname, the link that the dynamic linker follows, the version of the symbols."""
    assert abi(version) == expected
    commands = make("-n", "-B", "lib", "install-c", f"VERSION={version}", "DESTDIR=/nowhere").stdout
    assert f" -Wl,-soname,libuuid9562.so.{expected} " in commands
    assert f'"UUID9562_{expected} {{ "' in commands
    assert f'"/nowhere/usr/local/lib/libuuid9562.so.{expected}" &&' in commands
    assert f" libuuid9562.so.{version} " in commands


class Checkout:
    """A checkout and the libraries that are built of it, by version."""

    def __init__(self, root):
        self.root, self.header = root, root / "core/include/uuid9562.h"
        copy_tree(root)
        self.libraries = {version: self.build(version) for version in ABI}

    def replace(self, old, new, name="uuid9562.h"):
        header = self.header.with_name(name)
        text, count = re.subn(old, new, header.read_text("utf-8"))
        assert count == 1
        header.write_text(text, "utf-8")

    def build(self, version, folder=None):
        self.replace(r'(#define UUID9562_VERSION) ".+"', rf'\1 "{version}"')
        folder = self.root / (folder or version)
        run(*MAKE, "-s", "-C", self.root, f"B={folder}", "CFLAGS=-O0 -g",
            folder / "lib/libuuid9562.so")
        return folder / "lib/libuuid9562.so"

    def program(self, version):
        """A program that was linked with a version."""
        library = self.libraries[version]
        program = library.parent / "program"
        run(*CC, f"-I{self.header.parent}", KEYS, library, "-o", program)
        return program


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    if platform.system() != "Linux":
        pytest.skip("this is not Linux")
    return Checkout(tmp_path_factory.mktemp("abi") / "checkout")


@pytest.mark.parametrize("linked, found, runs", (
    ("0.2.0", "0.2.0", True), ("0.2.0", "1.0.0", False), ("1.0.0", "1.1.0", True),
    ("1.1.0", "1.0.0", True), ("1.0.0", "2.0.0", False)))
def test_program(linked, found, runs, checkout):
    """It runs with a library of the ABI that it was linked with, and finds no other."""
    program = checkout.program(linked)
    done = run(program, check=False,
               env={"LD_LIBRARY_PATH": str(checkout.libraries[found].parent)})
    if runs:
        assert (done.returncode, done.stdout) == (0, promised(KEYS))
    else:
        assert f"libuuid9562.so.{ABI[linked]}: cannot open shared object" in done.stderr


def test_program_with_a_library_of_a_wrong_name(checkout, tmp_path):
    """What the soname does not keep apart, the version of the symbols does."""
    shutil.copy(checkout.libraries["2.0.0"], tmp_path / "libuuid9562.so.1")
    done = run(checkout.program("1.0.0"), check=False, env={"LD_LIBRARY_PATH": str(tmp_path)})
    assert "version `UUID9562_1' not found" in done.stderr


# ---- comparing

@pytest.fixture
def abidiff():
    if not shutil.which("abidiff"):
        pytest.skip("abigail-tools is not installed")


def test_the_same_abi(checkout, abidiff):
    assert not not_the_abi_of(checkout.libraries["1.0.0"], checkout.libraries["1.1.0"])


def test_a_field_that_is_new(checkout, abidiff):
    checkout.replace("(uint8_t first_bit;)", r"\1 uint8_t planted;", "uuid9562_bindings.h")
    told = not_the_abi_of(checkout.libraries["1.0.0"], checkout.build("1.1.0", "planted"))
    assert "'uint8_t planted'" in told


def test_the_abi_of_the_last_tag(abidiff):
    """Of a release with the names of this checkout, if there is one."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    assert [*changed_abi(VERSION)] == []
