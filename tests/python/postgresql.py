"""A PostgreSQL server for tests, in a temporary folder and on a socket in it."""

import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

# It refuses to run as root; then it runs as Debian's own user or one that every system has.
USERS = ("postgres", "nobody")
ROLE = "uuid9562"


def programs():
    """The folder of the newest server's programs, or the test is skipped."""
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    found.sort(key=lambda path: int(path.split("/")[4]))
    path = found[-1] if found else shutil.which("initdb")
    if path is None:
        raise unittest.SkipTest("PostgreSQL is not installed")
    return os.path.dirname(path)


def version():
    """The version of the server, or why there is none."""
    try:
        return subprocess.run([f"{programs()}/postgres", "--version"], stdout=subprocess.PIPE,
                              check=True, universal_newlines=True).stdout.strip()
    except unittest.SkipTest as skip:
        return str(skip)


def user():
    """The user to run it; None for the present one."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    for name in USERS:
        if name in known:
            return known[name]
    raise unittest.SkipTest("PostgreSQL: we are root, and there is no other user to run it")


class Server:
    def __init__(self, bin_folder=None, **environment):
        bin_folder, entry = bin_folder or programs(), user()
        self.folder = tempfile.mkdtemp(prefix="pg")  # short: a socket's path has 107 bytes
        self.process = None
        self.options = {"cwd": self.folder,
                        "env": {"PATH": os.defpath, "LC_ALL": "C.UTF-8", **environment}}
        if entry:
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self.options.update(user=entry.pw_uid, group=entry.pw_gid, extra_groups=[])
        try:
            self.start(bin_folder)
        except BaseException:
            self.stop()
            raise

    def start(self, bin_folder):
        data = os.path.join(self.folder, "data")
        made = subprocess.run(
            [f"{bin_folder}/initdb", "--no-sync", "-A", "trust", "-U", ROLE, "-E", "UTF8", data],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **self.options)
        if made.returncode != 0:
            raise AssertionError(f"initdb failed:\n{made.stdout.decode()}")
        log = os.path.join(self.folder, "log")
        with open(log, "wb") as said:
            self.process = subprocess.Popen(
                [f"{bin_folder}/postgres", "-D", data, "-k", self.folder,
                 "-c", "listen_addresses=", "-c", "fsync=off"],
                stdout=said, stderr=said, **self.options)
        deadline = time.monotonic() + 60
        while not self.ready(data):
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(log, encoding="utf-8") as said:
                    raise AssertionError(f"the server did not start:\n{said.read()}")
            time.sleep(0.05)

    def ready(self, data):
        """Whether the last line of the server's file says so, as pg_ctl checks it."""
        try:
            with open(os.path.join(data, "postmaster.pid"), encoding="utf-8") as file:
                return file.read().splitlines()[-1].strip() == "ready"
        except (OSError, IndexError):
            return False

    def stop(self):
        """Stops it at once; no data is kept."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
        shutil.rmtree(self.folder)
