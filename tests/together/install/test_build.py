"""What a build is: hardened, the same in every folder, and another where its settings are."""

import re

import harness
import pytest
from harness import BUILD, COMMAND, CC, EXTENSION, MAKE, PYTHON, ROOT, compile_strictly, run
from installation import copy_tree, files

PARTS = ("lib", "sqlite", "lua", "cli", "python")


@pytest.mark.parametrize("file", (BUILD / "lib/libuuid9562.so", EXTENSION, COMMAND,
                                  BUILD / "lua/uuid9562.so",
                                  *(BUILD / "python").rglob("*.so")), ids=lambda path: path.name)
def test_hardened(file):
    dynamic = run("readelf", "-dW", file).stdout
    segments = run("readelf", "-lW", file).stdout
    symbols = run("nm", "-D", file).stdout
    assert "GNU_RELRO" in segments and re.search(r"\bNOW\b|BIND_NOW", dynamic)
    assert re.search(r"GNU_STACK .* RW ", segments) and "TEXTREL" not in dynamic
    if run(*CC, "-dM", "-E", "-xc", "-include", "features.h", "/dev/null").stdout.find(
            "__GLIBC__") >= 0:
        assert "__stack_chk_fail" in symbols and "__snprintf_chk" in symbols
    if "x86-64" in run("readelf", "-hW", file).stdout.replace("X86-64", "x86-64"):
        code = run("objdump", "-d", "--no-show-raw-insn", file).stdout
        assert "endbr64" in code


@pytest.mark.slow
def test_the_same_in_every_folder(tmp_path):
    built = []
    for name in ("a", "another folder, whose name is longer"):
        copy_tree(tmp_path / name)
        run(*MAKE, "-s", "B=build", "CFLAGS=-O1 -g", *PARTS, cwd=tmp_path / name)
        built.append(tmp_path / name / "build")
    one, other = built
    compared = [name for name in files(one) if re.search(r"\.(so[.0-9]*|a)$|/cli/", f"/{name}")
                and not name.startswith("python-temp")]
    assert len(compared) >= 8
    for name in compared:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def build(folder, name, *words):
    """Builds a file, and returns when it was written."""
    run(*MAKE, "-s", "-C", ROOT, f"B={folder}", "CFLAGS=-O0", *words, folder / name)
    return (folder / name).stat().st_mtime_ns


def test_a_change_of_the_core_is_another_build_of_python():
    """Of any of its files, in any folder."""
    shown = run(PYTHON, "-c", "import runpy, setuptools\n"
                "setuptools.setup = lambda ext_modules, **_: [\n"
                "    print(*module.depends) for module in ext_modules]\n"
                "runpy.run_path('setup.py', run_name='__main__')", cwd=ROOT).stdout
    core = {str(path.relative_to(ROOT)) for path in (ROOT / "core").rglob("*.[ch]")}
    for module in shown.splitlines() or [""]:
        assert core <= set(module.split())


def test_other_settings_are_another_build(tmp_path):
    """All is built of a file that holds them, which is written where they change."""
    module = "lua/uuid9562.so"
    first = build(tmp_path, module)
    assert first == build(tmp_path, module) < build(tmp_path, module, "CLOCK=system")
    words = ()
    for file, setting in (("settings", "CFLAGS=-O0 -DOTHER"), ("settings", "CRYPTO=shared"),
                          ("settings", "CC=env cc"), ("lua/settings", "LUA_PC=luajit")):
        first = build(tmp_path, file, *words)
        words += (setting,)
        second = build(tmp_path, file, *words)
        assert first < second == build(tmp_path, file, *words), setting


def test_a_warning_is_a_failure(monkeypatch):
    """Or, of a compiler newer than those of Debian 13, shown."""
    def warned():
        compile_strictly(CC, "-xc", "-fsyntax-only", "-", input="void f(int unused) {}")

    if not harness.is_newer(*CC):
        with pytest.raises(AssertionError, match="-Werror=unused-parameter"):
            warned()
    monkeypatch.setattr(harness, "is_newer", lambda *_: True)
    with pytest.warns(UserWarning, match="-Wunused-parameter"):
        warned()
