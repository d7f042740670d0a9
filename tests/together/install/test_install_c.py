"""The C library as it is installed: its header, the shared and the static library, their names."""

import platform
import shutil

import pytest
from harness import CC, HEADERS, ROOT, SURFACE, compile_strictly, run, table
from installation import EXAMPLES, promised

PROGRAMS = [path for path in EXAMPLES if path.suffix == ".c"]
KEYS = ROOT / "examples/c/keys.c"


@pytest.fixture(params=PROGRAMS, ids=lambda path: path.stem)
def program(request):
    return request.param


def needs(compiler):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")


def compiles(text, tmp_path, *command):
    return run(*command, "-o", tmp_path / "probe", input=text, check=False).returncode == 0


def test_pkg_config(installed):
    shared = [f"-I{installed.prefix}/include", f"-L{installed.prefix}/lib", "-luuid9562"]
    assert installed.pkg_config("--cflags", "--libs") == shared
    crypto = run("pkg-config", "--static", "--libs-only-l", "libcrypto").stdout.split()
    assert installed.pkg_config("--static", "--cflags", "--libs") == [*shared, *crypto, "-pthread"]
    version, = installed.pkg_config("--modversion")
    assert f'#define UUID9562_VERSION "{version}"' in \
        (installed.prefix / "include/uuid9562.h").read_text()


# The last standard by the name that Debian 12's compilers know.
WARNINGS = "-Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef"
C = "c99 c11 c17 c2x", f"{WARNINGS} -Wstrict-prototypes -Wmissing-prototypes"
CPP = ("c++11 c++14 c++17 c++20 c++2b",
       f"{WARNINGS} -Wold-style-cast -Wzero-as-null-pointer-constant")
COMPILERS = {CC[0]: C, "clang": C, "g++": (CPP[0], f"{CPP[1]} -Wuseless-cast"), "clang++": CPP}
# Each initialiser, by a function that returns it.
EVERY_CONSTANT = """
#define CONSTANT(name)                                                                             \
    uuid9562_t constant_##name(void);                                                              \
    uuid9562_t constant_##name(void)                                                               \
    {                                                                                              \
        uuid9562_t uuid = UUID9562_INIT_##name;                                                    \
        return uuid;                                                                               \
    }
UUID9562_CONSTANTS(CONSTANT)
"""


@pytest.mark.parametrize("compiler, standard", [
    (compiler, standard) for compiler in COMPILERS for standard in COMPILERS[compiler][0].split()])
def test_header_alone(compiler, standard, installed, tmp_path):
    needs(compiler)
    if "++" in compiler and not compiles(
            "#include <cstddef>\nint main() { return 0; }\n", tmp_path, compiler, "-xc++", "-"):
        pytest.skip(f"{compiler} has no standard library")
    source = tmp_path / "header"
    source.write_text("".join(f"#include <{path.name}>\n" for path in HEADERS) + EVERY_CONSTANT)
    compile_strictly([compiler], "-x", "c++" if "++" in compiler else "c", f"-std={standard}",
                     *COMPILERS[compiler][1].split(), "-fsyntax-only",
                     f"-I{installed.prefix}/include", source)


def test_header_unit(installed, tmp_path):
    """In C++20 a program imports the header, and has its macros too."""
    needs("g++")
    modules = ("g++", "-std=c++20", "-fmodules-ts", f"-I{installed.prefix}/include")
    if run(*modules, "-xc++-system-header", "cstddef", cwd=tmp_path, check=False).returncode:
        pytest.skip("this g++ makes no header units")
    run(*modules, "-xc++-user-header", "uuid9562.h", cwd=tmp_path)
    source = tmp_path / "program.cpp"
    source.write_text('import "uuid9562.h";\n'
                      "constexpr uuid9562_t max = UUID9562_INIT_MAX;\n"
                      "static_assert(max.bytes[15] == 255 && UUID9562_STRING_SIZE == 37);\n"
                      "int main() { return uuid9562_get_variant(&max) != UUID9562_VARIANT_FUTURE; }\n")
    run(*modules, source, installed.archive, "-lcrypto", "-o", tmp_path / "program", cwd=tmp_path)
    run(tmp_path / "program")


def test_static_library(program, installed, tmp_path):
    compile_strictly(CC, "-std=c11", program, *installed.pkg_config("--cflags"), installed.archive,
                     "-lcrypto", "-pthread", "-o", tmp_path / "static")
    assert run(tmp_path / "static").stdout == promised(program)


def test_program_without_shared_libraries(installed, tmp_path):
    crypto = run("pkg-config", "--static", "--libs", "libcrypto").stdout.split()
    if not compiles("int main(void) { return 0; }\n", tmp_path, *CC, "-static", "-xc", "-",
                    *crypto):
        pytest.skip("there is no static libcrypto")
    run(*CC, "-static", KEYS, *installed.pkg_config("--static", "--cflags", "--libs"),
        "-o", tmp_path / "static")
    assert run(tmp_path / "static").stdout == promised(KEYS)


@pytest.mark.parametrize("program", [*PROGRAMS, ROOT / "examples/c/event.cpp"],
                         ids=lambda path: path.stem)
def test_program_in_cpp(program, installed, tmp_path):
    needs("g++")
    compile_strictly(["g++"], "-std=c++17", "-xc++", program,
                     *installed.pkg_config("--cflags", "--libs"), "-o", tmp_path / "program")
    assert run(tmp_path / "program", env=installed.env).stdout == promised(program)


def test_names_and_versions(installed, tmp_path):
    """Every function has a version; the clock state, which is found by its name, has none."""
    names = {line.split()[2]
             for line in run("nm", "-D", "--defined-only", installed.library).stdout.splitlines()}
    version, = installed.pkg_config("--modversion")
    abi = version.rpartition(".")[0]  # as test_abi has it
    expected = {f"{cells[0]}@@UUID9562_{abi}" for _, cells in table(SURFACE) if cells[0] != "-"}
    if platform.libc_ver()[0] == "glibc":
        expected.add("uuid9562_clock_state_v1")
    assert {name for name in names if not name.startswith("UUID9562_")} == expected
    assert f"[libuuid9562.so.{abi}]" in run("readelf", "-d", installed.library).stdout
    run(*CC, KEYS, *installed.pkg_config("--cflags", "--libs"), "-o", tmp_path / "keys")
    assert f"Name: UUID9562_{abi} " in run("readelf", "-V", tmp_path / "keys").stdout
