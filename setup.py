"""Builds the Python package: the C module of bindings/python, and the SQLite extension that load()
gives to a connection and its replicated variant, each with the core compiled in.

The package is described in pyproject.toml, its version is in uuid9562.h. setuptools honours CC,
CPPFLAGS, CFLAGS and LDFLAGS. Missing headers are reported before the compiler runs. Without
sqlite3ext.h the build warns, which pip shows only with -v, and continues; load() then registers
some functions from Python. As for make, CRYPTO in the environment says where OpenSSL's libcrypto
comes from, and CLOCK whether the processor's cycle counter may be read (docs/install.md).
"""

import os
import platform
import re
import subprocess
import sys
from glob import glob
from pathlib import Path

import setuptools

if int(setuptools.__version__.split(".")[0]) < 64:
    sys.exit("uuid9562: setuptools 64 or later is needed, since it reads pyproject.toml; "
             f"{sys.executable} has {setuptools.__version__}")

from setuptools import Extension, setup  # noqa: E402
from setuptools.command.build_ext import build_ext  # noqa: E402
from setuptools.errors import CompileError  # noqa: E402

header = Path("core/include/uuid9562.h").read_text(encoding="utf-8")
VERSION = re.search(r'#define UUID9562_VERSION "(.+)"', header)[1]
# The SQLite extension and its replicated variant.
SQLITE = {"uuid9562._sqlite.uuid9562": [],
          "uuid9562._sqlite.uuid9562_replicated": [("UUID9562_REPLICATED", None)]}
WITHOUT_SQLITE = """
uuid9562: the package is built without the SQLite extension, and load() returns False;
uuid9562: to have it, install what is missing, then uuid9562 again"""


def contained():
    """libcrypto.a and the archives that it needs, without their symbols."""
    found = subprocess.run(["pkg-config", "--static", "--libs-only-l", "libcrypto"],
                           stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [*(f"-l:lib{name[2:]}.a" for name in found if name != "-ldl"), "-ldl",
            "-Wl,--exclude-libs,ALL", "-Wl,--gc-sections"]


# Where OpenSSL's libcrypto comes from (docs/install.md).
MACROS, LIBRARIES = {
    "load": lambda: ([("UUID9562_LOAD_LIBCRYPTO", None)], ["-ldl"]),
    "shared": lambda: ([], ["-lcrypto"]),
    "static": lambda: ([], contained()),
}[os.environ.get("CRYPTO", "load")]()
if os.environ.get("CLOCK") == "system":
    MACROS.append(("UUID9562_CLOCK_SYSTEM", None))
# As in the Makefile, unless CFLAGS or LDFLAGS are set.
HARDENED_CC = [] if "CFLAGS" in os.environ else [
    "-fstack-protector", "-fstack-clash-protection", "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=2", *(["-fcf-protection"] if platform.machine() == "x86_64" else []),
    *(["-mbranch-protection=standard"] if platform.machine() == "aarch64" else [])]
# Without debug information, since nothing strips it later.
LINK = [] if "LDFLAGS" in os.environ else [
    "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack", "-Wl,--strip-debug"]
# A SQLite extension stays loaded: the order of its generators must outlive a connection.
STAYS = ["-Wl,-z,nodelete"]
FOLDER = [f"-ffile-prefix-map={os.getcwd()}=."]


class BuildModules(build_ext):
    """The file name of a SQLite extension is without that of a Python."""

    def get_ext_filename(self, fullname):
        if fullname.rpartition(".")[2] in {name.rpartition(".")[2] for name in SQLITE}:
            return os.path.join(*fullname.split(".")) + ".so"
        return super().get_ext_filename(fullname)

    def build_extension(self, ext):
        part = "sqlite" if ext.name in SQLITE else "python"
        folders = [f"-I{folder}" for folder in self.compiler.include_dirs]
        check = subprocess.run(["sh", "pack/install/needs.sh", part, "", *self.compiler.compiler, *folders],
                               stderr=subprocess.PIPE, text=True, check=False,
                               env={**os.environ, "PYTHON": sys.executable})
        if check.returncode:
            raise CompileError(check.stderr.strip() + (WITHOUT_SQLITE if ext.optional else ""))
        super().build_extension(ext)


def module(name, source, macros=(), link=(), **options):
    """A module that is compiled from a file, with those beside it, and the core."""
    folder = os.path.dirname(source)
    return Extension(
        name,
        sources=[source, "core/uuid9562.c"],
        depends=[path for place in (folder, "core")
                 for path in glob(f"{place}/**/*.[ch]", recursive=True)] + ["setup.py"],
        include_dirs=["core/include"],
        define_macros=[*MACROS, *macros],
        extra_compile_args=["-std=c11", "-pthread", "-fvisibility=hidden", *HARDENED_CC, *FOLDER],
        extra_link_args=["-pthread", *LINK, *link, *LIBRARIES],
        **options,
    )


def readme():
    """README.md, with links to the files of the release, which an index does not have."""
    source = re.search('^Source = "https://github.com/(.+)"',
                       Path("pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
    text = Path("README.md").read_text(encoding="utf-8")
    for picture, place in (("!", f"raw.githubusercontent.com/{source}/v{VERSION}"),
                           ("", f"github.com/{source}/blob/v{VERSION}")):
        text = re.sub(rf"({picture}\[[^]]*\]\()(?!https:)", rf"\1https://{place}/", text)
    return text


Path("build").mkdir(exist_ok=True)
setup(
    version=VERSION,
    license="MIT AND Apache-2.0" if os.environ.get("CRYPTO") == "static" else "MIT",
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_ext": BuildModules},
    options={"egg_info": {"egg_base": "build"}},  # a build leaves nothing elsewhere
    package_dir={"": "bindings/python"},
    packages=["uuid9562", "uuid9562.django"],
    include_package_data=False,
    package_data={"uuid9562": ["*.pyi", "py.typed"]},
    ext_modules=[
        module("uuid9562._core", "bindings/python/src/module.c",
               [("PyInit__uuid9562", "PyInit__core")]),
        *(module(name, "sqlite/extension.c", macros, optional=True, link=STAYS)
          for name, macros in SQLITE.items()),
    ],
)
