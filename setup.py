"""Builds the Python package: the C module of bindings/python, the SQLite extension that load()
gives to a connection and its replicated variant, and the command of cli/, each with the core
compiled in.

The package is described in pyproject.toml, its version is in uuid9562.h. setuptools honours CC,
CPPFLAGS, CFLAGS and LDFLAGS. Missing headers are reported before the compiler runs. Without
sqlite3ext.h the build warns, which pip shows only with -v, and continues; load() then registers
some functions from Python. As for make, CRYPTO in the environment says whose digests there are, and
CLOCK whether the processor's cycle counter may be read (docs/install.md). The system is the one that
CC compiles for, be it another one than this.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from glob import glob
from pathlib import Path

import setuptools

SETUPTOOLS = int(setuptools.__version__.split(".")[0])
if SETUPTOOLS < 64:
    sys.exit("uuid9562: setuptools 64 or later is needed, since it reads pyproject.toml; "
             f"{sys.executable} has {setuptools.__version__}")

from setuptools import Command, Extension, setup  # noqa: E402
from setuptools.command.build_ext import build_ext  # noqa: E402
from setuptools.errors import CompileError  # noqa: E402

header = Path("core/include/uuid9562.h").read_text(encoding="utf-8")
VERSION = re.search(r'#define UUID9562_VERSION "(.+)"', header)[1]
# The SQLite extension and its replicated variant.
SQLITE = {"uuid9562._sqlite.uuid9562": [],
          "uuid9562._sqlite.uuid9562_replicated": [("UUID9562_REPLICATED", None),
                                                   ("UUID9562_OMIT_OPENSSL", None)]}
WITHOUT_SQLITE = """
uuid9562: the package is built without the SQLite extension, and load() returns False;
uuid9562: to have it, install what is missing, then uuid9562 again"""


def compiled_for():
    """What the compiler makes. If there is none, the build says so."""
    cc = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "gcc")
    return subprocess.run([*cc, "-dumpmachine"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False).stdout if shutil.which(cc[0]) else ""


# As in the Makefile.
MACHINE = compiled_for()
SYSTEM = "windows" if "mingw" in MACHINE else "macos" if "darwin" in MACHINE else "elf"
ENDING = {"elf": ".so", "macos": ".dylib", "windows": ".dll"}[SYSTEM]


# Whose digests there are (docs/install.md). Windows has no OpenSSL.
MACROS, LIBRARIES = ([], ["-lbcrypt", "-liphlpapi"]) if SYSTEM == "windows" else {
    "load": ([("UUID9562_LOAD_LIBCRYPTO", None)], ["-ldl"]),
    "shared": ([], ["-lcrypto"]),
    "own": ([("UUID9562_OMIT_OPENSSL", None)], []),
}[os.environ.get("CRYPTO", "load")]
if os.environ.get("CLOCK") == "system":
    MACROS.append(("UUID9562_CLOCK_SYSTEM", None))
# As in the Makefile, unless CFLAGS or LDFLAGS are set.
HARDENED_CC = [] if "CFLAGS" in os.environ else [
    "-fstack-protector", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", *([] if SYSTEM != "elf" else [
        "-fstack-clash-protection", *(["-fcf-protection"] if MACHINE.startswith("x86_64") else []),
        *(["-mbranch-protection=standard"] if MACHINE.startswith("aarch64") else [])])]
# Without debug information, since nothing strips it later.
LINK = [] if "LDFLAGS" in os.environ else {
    "elf": ["-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack", "-Wl,--strip-debug"],
    "macos": ["-Wl,-x"],
    "windows": ["-static", "-Wl,--no-insert-timestamp", "-Wl,--strip-debug"],
}[SYSTEM]
# A SQLite extension stays loaded, as the order of its generators must outlive a connection; and a
# DLL exports what a list says.
EXTENSION = {"elf": ["-Wl,-z,nodelete"], "macos": [], "windows": ["build/exports.def"]}[SYSTEM]
COMPILE = ["-std=c11", "-pthread", "-fvisibility=hidden", *HARDENED_CC,
           f"-ffile-prefix-map={os.getcwd()}=."]


class BuildModules(build_ext):
    """The file name of a SQLite extension is without that of a Python."""

    def get_ext_filename(self, fullname):
        if fullname.rpartition(".")[2] in {name.rpartition(".")[2] for name in SQLITE}:
            return os.path.join(*fullname.split(".")) + ENDING
        return super().get_ext_filename(fullname)

    def build_extension(self, ext):
        part = "sqlite" if ext.name in SQLITE else "python"
        folders = [f"-I{folder}" for folder in self.compiler.include_dirs]
        check = subprocess.run(
            ["sh", "pack/install/needs.sh", part, "", *self.compiler.compiler, *folders],
            stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, "PYTHON": sys.executable})
        if check.returncode:
            raise CompileError(check.stderr.strip() + (WITHOUT_SQLITE if ext.optional else ""))
        super().build_extension(ext)


class BuildCommand(Command):
    """The command uuid9562 takes the place of a script, but is a program."""

    user_options = []

    def initialize_options(self):
        self.build_dir = None

    def finalize_options(self):
        self.set_undefined_options("build", ("build_scripts", "build_dir"))

    def get_source_files(self):
        return []

    def run(self):
        self.run_command("build_ext")  # whose compiler it takes
        modules = self.get_finalized_command("build_ext")
        objects = modules.compiler.compile(
            ["cli/main.c", "core/uuid9562.c"], f"{modules.build_temp}/command", MACROS,
            ["core/include"], extra_postargs=COMPILE)
        modules.compiler.link_executable(
            objects, "uuid9562.exe" if SYSTEM == "windows" else "uuid9562", self.build_dir,
            extra_postargs=["-pthread", *LINK, *LIBRARIES])


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
        extra_compile_args=COMPILE,
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
if SYSTEM == "windows":
    Path("build/exports.def").write_text("EXPORTS\nsqlite3_extension_init\n", encoding="utf-8")
setup(
    version=VERSION,
    **{"license_expression" if SETUPTOOLS >= 77 else "license": "MIT"},
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_ext": BuildModules, "build_scripts": BuildCommand},
    options={"egg_info": {"egg_base": "build"}},  # a build leaves nothing elsewhere
    package_dir={"": "bindings/python"},
    packages=["uuid9562", "uuid9562.django"],
    include_package_data=False,
    package_data={"uuid9562": ["*.pyi", "py.typed"]},
    scripts=["cli/main.c"],
    ext_modules=[
        module("uuid9562._core", "bindings/python/src/module.c",
               [("PyInit__uuid9562", "PyInit__core")]),
        *(module(name, "sqlite/extension.c", macros, optional=True, link=EXTENSION)
          for name, macros in SQLITE.items()),
    ],
)
