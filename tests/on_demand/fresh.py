"""A new Debian: the examples, where nothing of this tree is but what was installed; each line of
docs/install.md, where nothing is installed but the packages that it names; `make fresh`.

It needs root, debootstrap and the distribution's archive: see new_debian().
"""

import re
import shutil
import subprocess

import pytest
from harness import BUILD, ROOT, make, run
from installation import (EXAMPLES, chroot, copy_tree, example_command, mounted_proc,
                          new_debian, promised, suite)

PACKAGES = ("gcc", "libc6-dev", "pkgconf", "libssl3", "sqlite3", "lua5.4", "python3-minimal",
            "libpython3-stdlib")
PAGE = (ROOT / "docs/install.md").read_text(encoding="utf-8")
UUID5 = "2ed6657d-e927-568b-95e1-2665a8aea6a2\n"


def test_examples_in_a_new_debian(tmp_path):
    root = tmp_path / "root"
    new_debian(root, *PACKAGES)
    make("install", f"DESTDIR={root}", "PREFIX=/usr/local")
    chroot(root, "ldconfig")
    site = chroot(root, "python3", "-c",
                  "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    shutil.copytree(BUILD / "python/uuid9562", f"{root}{site}/uuid9562")
    shutil.copytree(ROOT / "examples", root / "examples")
    for example in EXAMPLES:
        command = example_command("/" / example.relative_to(ROOT), sqlite3="sqlite3", lua="lua5.4",
                                  python="python3")
        done = chroot(root, "sh", "-c", f"cd /tmp && {command}")
        assert done.stdout + done.stderr == promised(example), example


# ---- building there, with what the page names

EVERYTHING = "all parts, and Python's package"
# For each host, packages to use it with, and a command that uses what was installed as the page says.
USES = {
    "C, the command": ((), "cc /src/examples/c/keys.c -luuid9562 -o /tmp/keys && /tmp/keys >&2; "
                           "uuid9562 -u uuid5 -n @dns -N www.example.com"),
    "SQLite": (("sqlite3",), "printf '.load /usr/local/lib/sqlite3/uuid9562\n"
                             "SELECT uuid5(\"@dns\", \"www.example.com\");\n' | sqlite3"),
    "Lua 5.4": (("lua5.4",), "lua5.4 -e \"print(require'uuid9562'.uuid5('@dns', "
                             "'www.example.com'))\""),
    "Lua 5.4, by LuaRocks": (("lua5.4",), "lua5.4 -e \"print(require'uuid9562'.uuid5('@dns', "
                                          "'www.example.com'))\""),
    "Python": ((), "env/bin/python -c \"import sqlite3, uuid9562\n"
                   "c = sqlite3.connect(':memory:')\n"
                   "assert uuid9562.load(c)\n"
                   "print(*c.execute('SELECT uuid5(?, ?)', ('@dns', 'www.example.com'))"
                   ".fetchone())\""),
    "the [amalgamation](#amalgamation)": (
        ("gcc", "libc6-dev", "libssl-dev"),
        "cd build/amalgamation && cc -I. /src/examples/c/keys.c uuid9562.c -lcrypto -pthread -o keys "
        "&& ./keys >&2; printf '2ed6657d-e927-568b-95e1-2665a8aea6a2\n'"),
    EVERYTHING: ((), "build/cli/uuid9562 -u uuid5 -n @dns -N www.example.com"),
}
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| `(.+?)` \|$",
                  PAGE.partition("| for | packages")[2].partition("\n\n")[0], re.M)


@pytest.fixture(scope="module", name="bare")
def a_bare_debian(tmp_path_factory):
    root = tmp_path_factory.mktemp("bare") / "root"
    new_debian(root)
    return root


@pytest.fixture(name="debian")
def a_copy_of_it(bare, tmp_path):
    """A new Debian with the tree in /src."""
    run("cp", "-a", bare, tmp_path / "root")
    copy_tree(tmp_path / "root/src")
    return tmp_path / "root"


def packages_of(host):
    """Those of its row."""
    named, = (row[1] for row in ROWS if row[0] == host)
    first = packages_of("C, the command") if "those of C and" in named else []
    return first + " ".join(re.findall(r"`(.+?)`", named)).split()


def install(debian, *packages):
    chroot(debian, "apt-get", "install", "-y", "--no-install-recommends", *packages)


@pytest.mark.parametrize("host, command", [(host, command) for host, _, command in ROWS],
                         ids=[row[0] for row in ROWS])
def test_line(host, command, debian):
    install(debian, *packages_of(host))
    if "pip" in command:
        command += " --no-build-isolation --no-index"
        command = command.replace("venv env", "venv --system-site-packages env")
        install(debian, "python3-setuptools", "python3-wheel")  # which pip fetches
    told = chroot(debian, "sh", "-c", f"cd /src && {command}", check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    more, use = USES[host]
    install(debian, "libssl3", *more)
    assert chroot(debian, "sh", "-c", f"cd /src && {use}").stdout == UUID5


def lines_that_begin(words):
    """The shell's lines of the page in the block that begins so."""
    return re.search(rf"^```sh\n({words}(?:.|\n)+?)```", PAGE, re.M)[1]


RELEASE = "12" if suite() == "bookworm" else "13"
STATIC = {"12": [], "13": re.search(r"static linking .+ needs `(.+)`", PAGE)[1].split()}[RELEASE]


def test_lines_of_make(debian):
    install(debian, *packages_of(EVERYTHING), *STATIC, "sqlite3")
    build, rest = lines_that_begin("make && make install").split("\n", 1)
    chroot(debian, "sh", "-ec", f"cd /src\ncp examples/c/keys.c program.c\n{build}\n"
           f"cp -a /tmp/package/. /\n{rest}", stdin=subprocess.DEVNULL)
    assert chroot(debian, "/src/a.out").stdout == promised(ROOT / "examples/c/keys.c")


def test_lines_of_openssl(debian):
    """OpenSSL's headers are not needed, and no libcrypto afterwards."""
    install(debian, *{*packages_of(EVERYTHING)} - {"libssl-dev"}, "lua5.4", "luarocks",
            "python3-venv", "python3-wheel")
    lines = lines_that_begin("make CRYPTO=own").replace(
        "pip install .", "env/bin/pip install . --no-build-isolation --no-index")
    chroot(debian, "sh", "-ec", f"cd /src\npython3 -m venv --system-site-packages env\n{lines}\n"
           "rm -f /usr/lib/*/libcrypto.so*")
    for host in ("Lua 5.4, by LuaRocks", EVERYTHING):
        assert chroot(debian, "sh", "-c", f"cd /src && {USES[host][1]}").stdout == UUID5


def test_nginx(debian):
    """The lines of the page, and a request of each worker."""
    policy = debian / "usr/sbin/policy-rc.d"  # no server is started
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    commands = lines_that_begin("apt-get install .*nginx").replace(
        "apt-get install", "apt-get install -y --no-install-recommends")
    commands = re.sub(rf".*# Debian (?!{RELEASE}).*\n", "", commands)
    install(debian, "nginx-light", "curl")
    chroot(debian, "sh", "-ec", f"cd /src && {commands}")
    server = re.search(r"^```nginx\n(.+?)^```", PAGE, re.M | re.S)[1]
    (debian / "tmp/nginx.conf").write_text(
        "include /etc/nginx/modules-enabled/*.conf;\nuser www-data;\nworker_processes 2;\n"
        f"pid /tmp/pid;\nerror_log /tmp/log;\nevents {{}}\nhttp {{\n{server}\n}}\n")
    with mounted_proc(debian), subprocess.Popen(
            ["chroot", debian, "nginx", "-c", "/tmp/nginx.conf", "-g", "daemon off;"]) as server:
        try:
            told = chroot(debian, "sh", "-c",
                          "for i in $(seq 200); do curl -s --retry 9 --retry-connrefused "
                          "http://127.0.0.1:8118/; done").stdout
        finally:
            server.terminate()
    keys = told.splitlines()
    assert len(keys) == 200 and keys == sorted(set(keys)), (debian / "tmp/log").read_text()
