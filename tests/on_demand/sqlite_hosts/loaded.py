"""The extension in every host of docs/hosts.md that is here or can be had; `make sqlite-hosts`.

A host's program is its example in examples/hosts and, below it or beside it, a file of this folder.
That makes the same trial in each host: threads store 10,000 rows in rows.db, with numbers as text,
and each row is found by its key; check_rows() then sees that those of a thread are in order. The
trial prints lines of a name and a value: `version`; `binds`, what an integer, bytes and text become
by default; `nanoseconds`, an integer above 2^53, there and back; `key`, the type of a key that is
returned; `returned`, whether 2^53 + 1 is exact, where it is not always, and `whole`, what it is
with what the page's table of numbers has against that, which the trial finds in the environment's
WHOLE; `found`, the number of rows; `error`, the text of one. The page's table of hosts says the
same.
"""

import functools
import os
import re
import shlex
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import pytest
from archive import unpacked
from examples import blocks, compare, expected
from harness import BUILD, PYTHON, ROOT, SQLITE3, TESTS, run
from node import modules, node

HERE = TESTS / "on_demand/sqlite_hosts"
PLACE = BUILD / "hosts"
PAGE = ROOT / "docs/hosts.md"
EXAMPLES = ROOT / "examples/hosts"
SCHEMA = next("\n".join(block.lines) for block in blocks(PAGE))
TABLE = {cells[0]: cells[2:] for cells in re.findall(
    r"^\| \[(.+?)\]\(.*?\) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$",
    PAGE.read_text(encoding="utf-8"), re.M)}
WHOLE = {name: whole for names, whole in re.findall(
    r"^\| ([^|`]+) \| [^|]+ \| [^|]+ \| `(.+)` \|$", PAGE.read_text(encoding="utf-8"), re.M)
    for name in names.split(", ")}
ROWS = 10000
SAME = {"found": str(ROWS), "nanoseconds": "1645557742123456789"}
ERROR = "uuid_check: malformed UUID at offset 8: expected '-'"


# ---- where the hosts come from: each returns the environment of its programs, or skips the test


def package(name, check):
    """A package of the distribution; it is there where this command succeeds."""
    def get():
        words = shlex.split(check)
        if not shutil.which(words[0]) or run(*words, check=False).returncode:
            pytest.skip(f"{name} is not installed")
        return {}
    return get


def path(folder):
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def npm(spec):
    """A package of npm, its commands and modules."""
    def get():
        folder = modules(PLACE / "npm" / spec, spec)
        return {"NODE_PATH": str(folder), **path(folder / ".bin")}
    return get


def toolchain(*commands, **environment):
    """A compiler, which has a package from its own registry by the files of this folder."""
    def get():
        for command in commands:
            if not shutil.which(command):
                pytest.skip(f"{command} is not installed")
        return environment
    return get


def maven(artifact):
    """A jar of Maven's, with the current folder in the class path."""
    def get():
        toolchain("java", "javac")()
        _, name, version = artifact.split(":")
        jar = PLACE / "maven" / f"{name}-{version}.jar"
        if not jar.exists():
            toolchain("mvn")()
            got = run("mvn", "-q", "-B", "dependency:copy", f"-Dartifact={artifact}",
                      f"-DoutputDirectory={jar.parent}", check=False)
            if got.returncode:
                pytest.skip(f"not to be had: {got.stdout.strip()[-200:]}")
        return {"CLASSPATH": f"{jar}:."}
    return get


@functools.lru_cache(maxsize=None)
def pdo():
    """PHP from 8.4 on; where this system's is older, or not there, Debian 13's with its libraries."""
    recent = "exit((int)!(PHP_VERSION_ID >= 80400 && class_exists('Pdo\\Sqlite')));"
    if shutil.which("php") and run("php", "-r", recent, check=False).returncode == 0:
        return {}
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(os.uname().machine)
    if not architecture or not shutil.which("apt-get"):
        pytest.skip("PHP 8.4 is not installed")
    try:
        root = unpacked("trixie", architecture, PHP)
    except SystemExit as error:
        pytest.skip(f"not to be had: {error}")
    linker, = root.glob("lib*/ld-linux-*.so.?")
    modules, = root.glob("usr/lib/php/20*")
    program = PLACE / "php/php"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"""#!/bin/sh
exec {linker} --library-path {root}/usr/lib/{os.uname().machine}-linux-gnu {root}/usr/bin/php8.4 -n \\
    -d extension_dir={modules} -d extension=pdo -d extension=pdo_sqlite "$@"
""")
    program.chmod(0o755)
    return path(program.parent)


PHP = """php8.4-cli php8.4-common php8.4-sqlite3 libargon2-1 libbsd0 libc6 libcrypt1 libedit2 libgcc-s1
    liblzma5 libmagic1t64 libmd0 libpcre2-8-0 libsodium23 libsqlite3-0 libssl3t64 libtinfo6 libxml2
    libzstd1 zlib1g""".split()


@dataclass
class Host:
    """Its name in the table, the file of the trial, the command that runs a program, what gets the
    host, and the files of the example, where it is not the one with the name of the trial. The trial
    begins with the first of them; but if the example is `own`, the trial is beside it, and `command`
    runs first the one and then the other."""
    name: str
    trial: str
    command: str
    get: Callable
    files: tuple = ()
    own: str = ""

    def programs(self):
        """The example, and the trial: (name of the file, lines, the command that runs it)."""
        files = self.files or (self.own or self.trial,)
        first, *rest = ((EXAMPLES / file).read_text(encoding="utf-8").splitlines() for file in files)
        example = [*first, *(line for lines in rest for line in ["", *lines])]
        trial = (HERE / self.trial).read_text(encoding="utf-8").splitlines()
        if self.own:
            one, other = self.command.split("; ")
            return (self.own, example, one), (self.trial, trial, other)
        name = "example" + Path(self.trial).suffix
        return ((name, example, f"{self.command} {name}"),
                (self.trial, [*first, "", *trial], f"{self.command} {self.trial}"))


HOSTS = (
    Host("Shell", "shell.sh", "sh -e", package("sqlite3", f"{SQLITE3} --version")),
    Host("Python", "python_sqlite3.py", f"{PYTHON} -B", package(
        "a sqlite3 that loads extensions",
        f"{PYTHON} -c 'import sqlite3; sqlite3.Connection.enable_load_extension'")),
    Host("apsw", "python_apsw.py", f"{PYTHON} -B",
         package("python3-apsw", f"{PYTHON} -c 'import apsw'")),
    Host("better-sqlite3", "javascript.cjs", "node", npm("better-sqlite3@12.11.1"),
         ("better_sqlite3.cjs", "javascript.cjs")),
    Host("node:sqlite", "javascript.cjs", "node --disable-warning=ExperimentalWarning",
         lambda: path(node("24")[0].parent), ("node_sqlite.cjs", "javascript.cjs")),
    Host("Bun", "javascript.cjs", "bun", npm("bun@1.4.5"), ("bun.cjs", "javascript.cjs")),
    Host("Deno", "javascript.cjs", "deno run -A", npm("deno@2.9.6"),
         ("node_sqlite.cjs", "javascript.cjs")),
    Host("sqlite3", "node_sqlite3.cjs", "node", npm("sqlite3@6.0.1")),
    Host("Go", "host_test.go", "go run .; go test -count=1 -v", toolchain("go", "gcc"),
         own="main.go"),
    Host("Rust", "trial.rs", "cargo run -q --bin event; cargo run -q --bin trial",
         toolchain("cargo", CARGO_TARGET_DIR=str(PLACE / "cargo")), own="example.rs"),
    Host("Java", "Trial.java", "java Event.java; sh -c 'javac *.java && java Trial'",
         maven("org.xerial:sqlite-jdbc:3.50.3.0"), own="Event.java"),
    Host("PHP", "php.php", "php -d sqlite3.extension_dir=/usr/local/lib/sqlite3",
         package("php-sqlite3", "php -r 'new SQLite3(\":memory:\");'")),
    Host("PDO", "pdo.php", "php", pdo),
    Host("Ruby", "ruby.rb", "ruby", package("ruby-sqlite3", "ruby -e 'require \"sqlite3\"'")),
    Host("Perl", "perl.pl", "perl",
         package("libdbd-sqlite3-perl", "perl -e 'use DBD::SQLite; use threads'")),
    Host("Tcl", "tcl.tcl", "tclsh", package(
        "libsqlite3-tcl or tcl-thread",
        "sh -c 'printf \"package require sqlite3\npackage require Thread\" | tclsh'")),
    Host("R", "r.R", "Rscript", package("r-cran-rsqlite", "Rscript -e 'library(RSQLite)'")),
)


# ---- the trial


def database(file):
    """A new file with the table of docs/hosts.md."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; {SCHEMA}")


def check_rows(file):
    """What a host leaves is whole, in the order in which each thread stored it."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        numbers = [int(what) for what, in connection.execute("SELECT what FROM event ORDER BY id")]
    assert sorted(numbers) == list(range(ROWS))
    for first in range(0, ROWS, ROWS // 4):
        of_one = [number for number in numbers if first <= number < first + ROWS // 4]
        assert of_one == sorted(of_one)


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_host(host, installed, tmp_path):
    environment = {**host.get(), "WHOLE": WHOLE.get(host.name, "")}

    def here(text):
        return text.replace("/usr/local", str(installed.prefix))

    def runs(command):
        """What a program prints; nothing else but that Go downloads, and it ends well."""
        done = run(*shlex.split(here(command)), cwd=tmp_path, env=environment)
        assert re.sub("^go: downloading .*\n", "", done.stderr, flags=re.M) == ""
        return done.stdout.splitlines()

    for name in ("go.mod", "go.sum", "Cargo.toml"):
        shutil.copy(HERE / name, tmp_path)
    for name in ("event.db", "rows.db"):
        database(tmp_path / name)
    example, trial = host.programs()
    for name, lines, _ in (example, trial):
        (tmp_path / name).write_text(here("\n".join(lines)), encoding="utf-8")
    compare(host.name, expected(example[1]), runs(example[2]))
    said = dict(line.split(" ", 1) for line in runs(trial[2]) if " " in line)
    row = *said["binds"].split(), said["key"], said.get("returned", "exact")
    print("\n|", " | ".join([f"[{host.name}]()", said["version"], *row]), "|")
    assert {name: said[name] for name in SAME} == SAME
    assert said.get("whole", "") == ("9007199254740993" if host.name in WHOLE else "")
    assert ERROR in said["error"]
    check_rows(tmp_path / "rows.db")
    assert row == TABLE[host.name]
