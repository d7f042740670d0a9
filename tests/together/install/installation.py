"""What the tests of installation share: an installation, used as its users do, and the examples."""

import contextlib
import os
import platform
import shutil

import pytest
from examples import expected
from harness import LUA, PACKAGE, PYTHON, ROOT, SQLITE3, make, run

# The commands of examples/README.md. They find what is installed by the names and the paths that
# every program uses; {} is the path of an example.
COMMANDS = {
    ".c": "{cc} {path} $(pkg-config --cflags --libs uuid9562) -o ./example && ./example",
    ".sh": "sh {path}",
    ".sql": '{sqlite3} -batch -cmd ".load $(pkg-config --variable=sqlite_extension uuid9562)" '
            ":memory: <{path}",
    ".lua": "{lua} {path}",
    ".py": "{python} -B {path}",
}

# Others run the rest: test_web.py, test_engines.py and test_orms.py of tests/together/docs, test_embed.py
# here, tests/on_demand/embed and sqlite_hosts, test_rekey.py and test_migration.py of tests/hosts.
OTHERS = ("demo", "embed", "engines", "hosts", "migration", "orms", "playground", "web")
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*/*")
                  if path.suffix in COMMANDS and path.parent.name not in OTHERS)


def example_command(path, cc="cc", sqlite3=SQLITE3, lua=LUA, python=PYTHON):
    """The shell's command that runs an example."""
    return COMMANDS[path.suffix].format(path=path, cc=cc, sqlite3=sqlite3, lua=lua, python=python)


def promised(path):
    """What an example prints, as the comments in it say behind `=>`."""
    lines = expected(path.read_text(encoding="utf-8").splitlines())
    assert lines, f"{path} promises nothing"
    return "".join(f"{line}\n" for line in lines)


def files(folder):
    """The files and links below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*")
                  if path.is_symlink() or not path.is_dir())


class Installed:
    """An installation below `prefix`, and the environment in which it is found."""

    def __init__(self, prefix):
        make("install", f"PREFIX={prefix}", "DESTDIR=")
        lua, = (path.parent for path in prefix.glob("lib/lua/*/uuid9562.so"))
        self.prefix = prefix
        self.library = prefix / "lib/libuuid9562.so"
        self.archive = prefix / "lib/libuuid9562.a"
        self.env = {
            "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}",
            "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"),
            "LD_LIBRARY_PATH": str(prefix / "lib"),
            "LUA_CPATH": f"{lua}/?.so",
            "PYTHONPATH": str(PACKAGE),  # which pip installs, not make
        }

    def pkg_config(self, *words):
        return run("pkg-config", *words, "uuid9562", env=self.env).stdout.split()


def copy_tree(folder):
    """Copies what a checkout has."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", "build", "__pycache__"))


def suite():
    """The release of Debian that new_debian() makes: SUITE, or this machine's."""
    return os.environ.get("SUITE") or platform.freedesktop_os_release()["VERSION_CODENAME"]


def new_debian(folder, *packages):
    """Makes a new Debian with these packages and nothing else. TREE names one to copy instead,
    DEBIAN an archive."""
    if os.geteuid() != 0:
        pytest.skip("a new Debian: this is not root")
    tree = os.environ.get("TREE")
    if tree:
        run("cp", "-a", tree, folder)
    elif not shutil.which("debootstrap"):
        pytest.skip("a new Debian: debootstrap is not installed")
    else:
        archive = os.environ.get("DEBIAN")
        run("debootstrap", "--variant=minbase", suite(), folder, *([archive] if archive else []))
        # Where the archive is a copy, its date may have passed.
        (folder / "etc/apt/apt.conf.d/dated").write_text('Acquire::Check-Valid-Until "false";\n')
    chroot(folder, "apt-get", "update")
    chroot(folder, "apt-get", "install", "-y", "--no-install-recommends", *packages)


def chroot(root, *words, options=(), **how):
    """Runs a command in another root, with nothing of this environment."""
    return run("chroot", *options, root, "env", "-i", "DEBIAN_FRONTEND=noninteractive",
               "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", *words, **how)


@contextlib.contextmanager
def mounted_proc(root):
    """/proc, in another root."""
    run("mount", "-t", "proc", "proc", root / "proc")
    try:
        yield
    finally:
        run("umount", "-l", root / "proc")
