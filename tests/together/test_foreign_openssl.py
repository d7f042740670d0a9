"""In a process whose program has functions of OpenSSL's names, a library in every build uses the
system's OpenSSL or its own digests, and so do the bindings, which have its core
(docs/install.md, "OpenSSL")."""

import functools
import json
import os
import platform
import re
import struct

import pytest
from harness import BUILD, CC, MAKE, PYTHON, ROOT, TESTS, run

SOURCE = TESTS / "together/foreign_openssl.c"
OUT = BUILD / "tests/openssl"

UUID5 = "2ed6657d-e927-568b-95e1-2665a8aea6a2"
UUID7 = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
# Where this is OpenSSL's configuration, it refuses a digest: our own do not.
REFUSING = {"OPENSSL_CONF": str(TESTS / "no-crypto.cnf")}
REFUSED = "this digest is not available"

# The host, its library, our file, and two lines for it to run: the last of so many version 7 that
# the cipher is needed, and a digest.
HOSTS = {
    "sqlite": ("libsqlite3.so.0", "sqlite/uuid9562.so",
               "SELECT max(uuid) FROM uuid_series(7, 5000)\n"
               "SELECT uuid5('@dns', 'www.example.com')"),
    "c": ("libc.so.6", "lib/libuuid9562.so", "uuid7\nuuid5"),
}


CRYPTO = ("load", pytest.param("shared", marks=pytest.mark.slow))  # another build


@functools.lru_cache(maxsize=None)
def build(crypto):
    """The folder of a build."""
    if crypto == os.environ.get("CRYPTO", "load"):
        return BUILD
    folder = OUT / crypto
    run(*MAKE, "-s", "-C", ROOT, f"B={folder}", f"CRYPTO={crypto}", "CFLAGS=-O1", "lib", "sqlite",
        "lua", "python")
    return folder


@functools.lru_cache(maxsize=None)
def openssl_functions():
    library = run(*CC, "-print-file-name=libcrypto.so").stdout.strip()
    return re.findall(r" T (\w+)", run("nm", "-D", "--defined-only", library).stdout)


@functools.lru_cache(maxsize=None)
def libcrypto():
    """The name by which the library is found."""
    library = run(*CC, "-print-file-name=libcrypto.so").stdout.strip()
    return re.search(r"\(SONAME\).*\[(.+)\]", run("readelf", "-d", library).stdout)[1]


@functools.lru_cache(maxsize=None)
def program(names, *flags):
    """The host, with no function of OpenSSL's names, one or all. To call one is its end."""
    OUT.mkdir(parents=True, exist_ok=True)
    target = OUT / "-".join([names, *flags])
    traps = OUT / f"{names}.c"
    defined = {"none": [], "all": openssl_functions()}.get(names, [names])
    traps.write_text("".join(
        "int OPENSSL_version_major(void) { return 1; }\n" if name == "OPENSSL_version_major" else
        f"void {name}(void) {{ __builtin_trap(); }}\n" for name in defined))
    run(*CC, "-std=c11", "-D_GNU_SOURCE", f"-I{ROOT / 'core/include'}", "-fno-builtin", "-w",
        "-rdynamic", "-pthread", *flags, SOURCE, traps, "-ldl", "-o", target)
    return [target]


def answers(host, crypto, *command, **env):
    """The two lines that a host prints: a version 7, and UUID5."""
    library, module, code = HOSTS[host]
    done = run(*command, timeout=60, env={"HOST": host, "LIBRARY": library, "CODE": code,
                                          "MODULE": str(build(crypto) / module), **env})
    return done.stdout.splitlines()


@pytest.mark.parametrize("names", ("EVP_DigestUpdate", "all"))
@pytest.mark.parametrize("crypto", CRYPTO)
@pytest.mark.parametrize("host", HOSTS)
def test_program(host, crypto, names):
    uuid7, uuid5 = answers(host, crypto, *program(names))
    assert re.fullmatch(UUID7, uuid7) and uuid5 == UUID5
    _, uuid5 = answers(host, crypto, *program(names), **REFUSING)
    assert uuid5 == UUID5 if crypto == "shared" else REFUSED in uuid5  # its names are the program's


@pytest.mark.parametrize("how", ("it is loaded already", "a sanitizer watches"))
@pytest.mark.parametrize("names", ("none", "EVP_DigestUpdate"))
def test_libcrypto_that_could_call_the_program(how, names):
    """What is loaded cannot be bound anew, and the sanitizers end a program that asks for it. So
    libcrypto is used as it is, but not where the program has one of the names."""
    if how == "a sanitizer watches":
        command, env = program(names, "-fsanitize=address"), {}
    else:
        command, env = program(names), {"FIRST": libcrypto()}
    _, uuid5 = answers("sqlite", "load", *command, **env)
    assert uuid5 == UUID5
    _, uuid5 = answers("sqlite", "load", *command, **env, **REFUSING)
    assert REFUSED in uuid5 if names == "none" else uuid5 == UUID5


def test_no_libcrypto(tmp_path):
    """Digests are our own; a file that is something else does not fit."""
    for content in (b"", (BUILD / "tests/clock.so").read_bytes()):
        (tmp_path / libcrypto()).write_bytes(content)
        uuid7, uuid5 = answers("sqlite", "load", *program("none"), LD_LIBRARY_PATH=str(tmp_path))
        assert re.fullmatch(UUID7, uuid7) and uuid5 == UUID5


@pytest.mark.parametrize("folder", ("sqlite", "lua", "python", "lib"))
def test_no_name_of_openssl_is_imported_or_exported(folder, tmp_path):
    for file in sorted((build("load") / folder).rglob("*.so")):
        names = {line.split()[-1].partition("@")[0]
                 for line in run("nm", "-D", file).stdout.splitlines()}
        assert not names & {*openssl_functions()}
        needed = run("readelf", "-d", file).stdout
        assert "libcrypto" not in needed and "TEXTREL" not in needed
        if "replicated" not in file.name:  # which has its own digests alone
            check_note(file, tmp_path / "note")


def check_note(file, copy):
    """As https://uapi-group.org/specifications/specs/elf_dlopen_metadata wants it."""
    run("objcopy", "-O", "binary", "--only-section=.note.dlopen", file, copy)
    header, text = copy.read_bytes()[:16], copy.read_bytes()[16:].rstrip(b"\0")
    assert header == struct.pack("=III4s", 4, len(text) + 1, 0x407c0c0a, b"FDO")
    needed, = json.loads(text)
    assert needed["soname"] == [libcrypto()] and needed["feature"] == "crypto"


def test_libcrypto_that_could_not_be_loaded_at_first():
    """It is looked for once: digests of a process do not change."""
    run(PYTHON, "-c", "import resource, uuid9562\n"
        "limits = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))\n"
        "first = uuid9562.uuid5('@dns', 'www.example.com')\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, limits)\n"
        f"assert str(first) == {UUID5!r}\n"
        "assert uuid9562.uuid5('@dns', 'www.example.com') == first\n",
        env={"PYTHONPATH": str(build("load") / "python"), **REFUSING})


def test_threads_that_look_up_at_once():
    """What one of them has loaded, so that it binds to itself, is not foreign to another."""
    for _ in range(20):
        line, = answers("c", "load", *program("EVP_DigestUpdate"), CODE="threads", **REFUSING)
        assert line.startswith(f"8 {REFUSED}")


@pytest.mark.parametrize("does", ("digest", "random", "fork"))
def test_constructor_while_another_thread_looks_up(does):
    """Nothing waits for the dynamic linker while it keeps fork() or another first use waiting."""
    OUT.mkdir(parents=True, exist_ok=True)
    library = build("load") / "lib"
    source = TESTS / "together/constructors.c"
    command = (*CC, "-std=c11", "-D_GNU_SOURCE", f"-I{ROOT / 'core/include'}", "-pthread", source)
    link = (f"-L{library}", "-luuid9562", f"-Wl,-rpath,{library}", "-ldl")
    run(*command, "-DPLUGIN", "-fPIC", "-shared", *link, "-o", OUT / "constructor.so")
    run(*command, *link, "-o", OUT / "constructors")
    run(OUT / "constructors", env={"DOES": does, "PLUGIN": str(OUT / "constructor.so")})


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="each copy has its own order")
@pytest.mark.parametrize("crypto", CRYPTO)
def test_copies_share_one_order(crypto):
    code = ("import ctypes, uuid9562\n"
            "library = ctypes.CDLL({!r})\n"
            "def other():\n"
            "    out = ctypes.create_string_buffer(16)\n"
            "    assert library.uuid9562_uuid7(None, out) == 0\n"
            "    return out.raw\n"
            "made = [f() for _ in range(10000) for f in (uuid9562.uuid7_bytes, other)]\n"
            "assert all(a < b for a, b in zip(made, made[1:]))\n")
    run(PYTHON, "-c", code.format(str(build(crypto) / "lib/libuuid9562.so")),
        env={"PYTHONPATH": str(build(crypto) / "python")})
