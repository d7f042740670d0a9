"""examples/embed as one static file of musl, with SQLite, Lua, CPython and OpenSSL from their
sources, in a root folder with nothing but itself and CPython's library in a zip; `make embed`."""

import os
import shutil
import zipfile

import pytest
from debian_source import debian
from harness import run
from installation import mounted_proc, promised
from sources import (AMALGAMATION, EXAMPLE, example, musl_gcc, musl_openssl, musl_python,
                     sqlite)

# What the example does not import.
LEFT_OUT = ("distutils", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "test", "tkinter",
            "turtledemo")


@pytest.fixture(scope="module", name="program", params=("openssl", "omit_openssl"))
def the_program(request, tmp_path_factory):
    folder = example(tmp_path_factory.mktemp("musl"))
    lua, (source, python) = debian("lua5.4") / "src", musl_python()
    crypto = ["-DUUID9562_OMIT_OPENSSL"]
    if request.param == "openssl":
        crypto = [f"-I{musl_openssl()}/include", musl_openssl() / "lib/libcrypto.a"]
    frozen = run(python / "python", "-S", "freeze.py", "../../bindings/python/uuid9562", cwd=folder,
                 env={"PYTHONPATH": str(source / "Lib")})
    (folder / "frozen.c").write_text(frozen.stdout)
    run(musl_gcc(), "-static", "-O2", "-DSQLITE_CORE", "-DUUID9562_OMIT_CORE",
        "-DSQLITE_OMIT_LOAD_EXTENSION", "-DLUA_USE_POSIX",
        *(f"-I{path}" for path in (AMALGAMATION, source / "Include", python, lua, sqlite())),
        "main.c", "frozen.c", *sorted(AMALGAMATION.glob("*.c")), sqlite() / "sqlite3.c",
        *(path for path in lua.glob("l*.c") if path.name not in ("lua.c", "luac.c")),
        python / "libpython3.11.a", *crypto, "-lm", "-s", "-o", "embed", cwd=folder)
    return folder / "embed"


@pytest.fixture(name="root")
def a_root(program, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("chroot: this is not root")
    root = tmp_path / "root"
    (root / "usr/lib").mkdir(parents=True)
    shutil.copy(program, root)
    library = musl_python()[0] / "Lib"
    with zipfile.ZipFile(root / "usr/lib/python311.zip", "w") as archive:
        for path in sorted(library.rglob("*.py")):
            name = path.relative_to(library)
            if name.parts[0] not in LEFT_OUT:
                archive.write(path, name)
    return root


def test_is_one_file(program):
    assert "INTERP" not in run("readelf", "-lW", program).stdout
    assert "NEEDED" not in run("readelf", "-dW", program).stdout


def test_empty_root(root):
    assert run("chroot", root, "/embed").stdout == promised(EXAMPLE / "main.c")
    (root / "usr/lib/python311.zip").unlink()
    alone = run("chroot", root, "/embed", check=False)
    assert alone.returncode == 1 and "embed: Python: cannot start" in alone.stderr


def test_state_file_needs_proc(root):
    state = {"UUID9562_STATE": "/state"}
    without = run("chroot", root, "/embed", check=False, env=state)
    assert without.returncode == 1 and "the boot ID of the machine cannot be" in without.stderr
    (root / "proc").mkdir()
    with mounted_proc(root):
        done = run("chroot", root, "/embed", env=state)
    assert done.stdout == promised(EXAMPLE / "main.c") and (root / "state").stat().st_size > 0
