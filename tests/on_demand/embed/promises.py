"""What a program that contains the library may do: threads, signals, children, another malloc,
other locales, a second copy of the library, unloading; `make embed`."""

import shutil
import signal
import sysconfig
from pathlib import Path

import pytest
from harness import CC, PACKAGE, VECTORS, built, run, run_vectors
from sources import AMALGAMATION, HERE, example

EXPORT_PYTHON = "-Wl,--export-dynamic-symbol=Py*,--export-dynamic-symbol=_Py*"
EXPORT_ORDER = "-Wl,--export-dynamic-symbol=uuid9562_clock_state_v1"


@pytest.fixture(scope="module", name="folder")
def the_program(tmp_path_factory):
    """A copy of the example, in which make builds variants.c in place of main.c."""
    folder = example(tmp_path_factory.mktemp("promises"))
    build(folder)
    return folder


def build(folder, flags=""):
    sources = (HERE / "variants.c", "config.c", "frozen.c", *sorted(AMALGAMATION.glob("*.c")))
    run("make", "-B", f"CC={' '.join(CC)}", f"CFLAGS=-O1 {flags}",
        f"SOURCES={' '.join(map(str, sources))}", cwd=folder)
    return folder / "embed"


@pytest.fixture(params=("", "jemalloc"), ids=("glibc", "jemalloc"))
def malloc(request, monkeypatch):
    """The program's own malloc."""
    if request.param:
        library = next(Path(sysconfig.get_config_var("LIBDIR")).rglob("libjemalloc.so.2"), None)
        if library is None:
            pytest.skip("libjemalloc2 is not installed")
        monkeypatch.setenv("LD_PRELOAD", str(library))


@pytest.mark.parametrize("variant", ("threads", "signals", "children"))
def test_variant(variant, folder, malloc, tmp_path):
    run(folder / "embed", variant)
    run(folder / "embed", variant, env={"UUID9562_STATE": str(tmp_path / "state")})


@pytest.mark.parametrize("flags, orders", (("", "two orders\n"), (EXPORT_ORDER, "one order\n")),
                         ids=("hidden", "exported"))
def test_second_copy(flags, orders, folder):
    """The Python package's own module in C, beside the one that the program contains."""
    second, = PACKAGE.glob("uuid9562/_core.*.so")
    program = build(folder, f"{EXPORT_PYTHON} {flags}")
    assert run(program, "second", second).stdout == orders


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
