"""The zip for Windows, unpacked in an empty folder, and its C library used there under wine; `./dev pack
windows`. ../windows/windows.py runs the other parts, which are the same files.
"""

import re
import sys
import zipfile

import pytest
from harness import BUILD, MAKE, PYTHON, ROOT, TESTS, run
from installation import copy_tree, promised
from release import epoch

sys.path.insert(0, str(TESTS / "on_demand/windows"))
import hosts  # noqa: E402

PACKED = BUILD / "pack/windows"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What is in the zip."""
    hosts.need("wine")
    path, = PACKED.glob("*.zip")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path_factory.mktemp("windows"))
        root, = {name.partition("/")[0] for name in archive.namelist()}
    assert f"{root}.zip" == path.name
    return tmp_path_factory.getbasetemp() / "windows0" / root


def test_readme_names_every_file(folder):
    named = {"LICENSE.txt", "README.txt", *(name.replace("\\", "/") for name in re.findall(
        r"^  (\S+\\\S+)  ", (folder / "README.txt").read_text(), flags=re.MULTILINE))}
    held = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert {name for name in named if not any(path.match(name) for path in held)} == set()
    assert {path for path in held if not any(path.match(name) for name in named)} == set()


def test_needs_windows_alone(folder):
    """No DLL but those of Windows, and Lua's."""
    known = {"advapi32.dll", "bcrypt.dll", "iphlpapi.dll", "kernel32.dll", "msvcrt.dll", "shell32.dll"}
    for path in [*folder.rglob("*.dll"), *folder.rglob("*.exe")]:
        needed = re.findall(r"DLL Name: (\S+)", run("x86_64-w64-mingw32-objdump", "-p", path).stdout)
        more = {"lua54.dll"} if path.parent.name == "5.4" else set()
        assert {name.lower() for name in needed} <= known | more, path


@pytest.mark.parametrize("name", ("frozen", "input"))
@pytest.mark.parametrize("words", (("-Llib", "-luuid9562"),
                                   ("lib/libuuid9562.a", "-lbcrypt", "-liphlpapi")))
def test_c(words, name, folder, tmp_path):
    example = ROOT / f"examples/c/{name}.c"
    run(hosts.COMPILER, example, "-Iinclude", *words, "-o", tmp_path / "program.exe", cwd=folder)
    path = str(folder / "bin") if "-luuid9562" in words else ""
    assert hosts.wine(tmp_path / "program.exe", env={"WINEPATH": f"Z:{path}"}
                      ).stdout.replace("\r\n", "\n") == promised(example)


def test_the_same_bits_elsewhere(tmp_path):
    """Another time, in another folder."""
    before, = PACKED.glob("*.zip")
    copy_tree(tmp_path / "copy")
    run(*MAKE, "-s", "-C", tmp_path / "copy", "B=build", "windows", timeout=3600)
    run(PYTHON, "-B", tmp_path / "copy/pack/windows.py", env={
        "B": "build", "TZ": "Asia/Kathmandu", "SOURCE_DATE_EPOCH": str(epoch())})
    after, = (tmp_path / "copy/build/pack/windows").glob("*.zip")
    assert after.read_bytes() == before.read_bytes()
