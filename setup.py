"""Builds the Python package: the C module is the binding in bindings/python plus the core, and the
SQLite extension that load() gives to a connection is the one in sqlite plus the core.

The name and requirements of the package are in pyproject.toml, its version in uuid9562.h. Without
sqlite3ext.h the build reports that the SQLite extension failed and continues; load() then registers
the functions from Python.
"""

import os
import re
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

header = Path("core/include/uuid9562.h").read_text(encoding="utf-8")
SQLITE = "uuid9562._sqlite.uuid9562"


class Build(build_ext):
    """The SQLite extension has nothing of Python in it, so its name has no tag of Python either."""

    def get_ext_filename(self, fullname):
        if fullname.endswith(SQLITE.rpartition(".")[2]):
            return os.path.join(*fullname.split(".")) + ".so"
        return super().get_ext_filename(fullname)


def binding(name, folder, **options):
    """A shared object that is compiled from a binding and the core, one file of each."""
    source = f"{folder}/{name.rpartition('.')[2]}.c"
    return Extension(
        name,
        sources=[source, "core/uuid9562.c"],
        depends=[*glob(f"{folder}/**/*.[ch]", recursive=True), *glob("core/*/*"), "setup.py"],
        include_dirs=["core/include"],
        libraries=["crypto"],
        extra_compile_args=["-std=c11", "-fvisibility=hidden"],
        **options,
    )


Path("build").mkdir(exist_ok=True)
setup(
    version=re.search(r'#define UUID9562_VERSION "(.+)"', header)[1],
    license="MIT",
    cmdclass={"build_ext": Build},
    options={"egg_info": {"egg_base": "build"}},  # a build leaves files in one folder
    package_dir={"": "bindings/python"},
    packages=["uuid9562"],
    include_package_data=False,
    package_data={"uuid9562": ["*.pyi", "py.typed"]},
    ext_modules=[
        binding("uuid9562._core", "bindings/python/uuid9562"),
        # It stays loaded, because the order of its generators must outlive a connection.
        binding(SQLITE, "sqlite", optional=True, extra_link_args=["-Wl,-z,nodelete"]),
    ],
)
