"""A program that contains the library, with a second copy of it, in other locales, and one that
unloads it; `make embed`."""

import shutil
import signal

import pytest
from harness import BUILD, CC, PACKAGE, ROOT, TESTS, VECTORS, built, make, run, run_vectors

HERE = TESTS / "on_demand/embed"
AMALGAMATION = BUILD / "amalgamation"

EXPORT_PYTHON = "-Wl,--export-dynamic-symbol=Py*,--export-dynamic-symbol=_Py*"
EXPORT_ORDER = "-Wl,--export-dynamic-symbol=uuid9562_clock_state_v1"


@pytest.mark.parametrize("flags, orders", (("", "two orders\n"), (EXPORT_ORDER, "one order\n")),
                         ids=("hidden", "exported"))
def test_second_copy(flags, orders, tmp_path):
    """The Python package's own module in C, beside the one that the program contains."""
    make("amalgamation")
    folder = shutil.copytree(ROOT / "examples/embed", tmp_path / "examples/embed")
    (tmp_path / "build").mkdir()
    (tmp_path / "build/amalgamation").symlink_to(AMALGAMATION)
    (tmp_path / "bindings").symlink_to(ROOT / "bindings")
    sources = (HERE / "second.c", "config.c", "frozen.c", *sorted(AMALGAMATION.glob("*.c")))
    run("make", f"CC={' '.join(CC)}", f"CFLAGS=-O1 {EXPORT_PYTHON} {flags}",
        f"SOURCES={' '.join(map(str, sources))}", cwd=folder)
    module, = PACKAGE.glob("uuid9562/_core.*.so")
    assert run(folder / "embed", module).stdout == orders


# ---- unloading

HIDDEN = "-Wl,--version-script=plugin.map"
UNLOADING = {"as it is": ((), "stays", 0),
             "hidden": ((HIDDEN,), "goes", -signal.SIGSEGV),
             "hidden, nodelete": ((HIDDEN, "-Wl,-z,nodelete"), "stays", 0)}


@pytest.mark.parametrize("flags, loaded, code", UNLOADING.values(), ids=UNLOADING)
def test_dlclose(flags, loaded, code, tmp_path):
    """A library that contains the core stays loaded, because its clock state is one object in the
    process (os_linux.c), unless the linker hides that name: then a thread that generated ends by a
    call into what is gone."""
    make("amalgamation")
    (tmp_path / "plugin.map").write_text("{ global: plugin_uuid7; local: *; };\n")
    for source, options in (("plugin.c", ("-shared", "-fPIC", AMALGAMATION / "uuid9562.c", *flags)),
                            ("unload.c", ())):
        run(*CC, "-O1", f"-I{AMALGAMATION}", "-DUUID9562_LOAD_LIBCRYPTO", HERE / source, *options,
            "-ldl", "-pthread", "-o", source[:-2], cwd=tmp_path)
    done = run(tmp_path / "unload", tmp_path / "plugin", check=False)
    assert (done.stdout, done.returncode) == (f"{loaded}\n", code)


# ---- locales

SET_LOCALE = """#include <locale.h>
#include <stdlib.h>
__attribute__((constructor)) static void set(void)
{
    if (setlocale(LC_ALL, getenv("TEST_LOCALE")) == NULL)
        abort();
}
"""


@pytest.mark.parametrize("suite", ("C", "SQL", "Lua", "Python"))
@pytest.mark.parametrize("language", ("de_DE", "tr_TR"))
def test_locale(language, suite, tmp_path, monkeypatch):
    """With a decimal comma, and with an i whose capital is another letter."""
    if not shutil.which("localedef"):
        pytest.skip("localedef is not installed")
    run("localedef", "--no-archive", "-i", language, "-f", "UTF-8", tmp_path / f"{language}.UTF-8")
    (tmp_path / "set.c").write_text(SET_LOCALE)
    run(*CC, "-shared", "-fPIC", "set.c", "-o", "set.so", cwd=tmp_path)
    built("core")
    for name, value in (("LOCPATH", tmp_path), ("TEST_LOCALE", f"{language}.UTF-8"),
                        ("LD_PRELOAD", tmp_path / "set.so")):
        monkeypatch.setenv(name, str(value))
    done = run_vectors(suite, VECTORS)
    assert done.returncode == 0 and " 0 failed" in done.stdout, done.stdout
