"""examples/web, with the server of the distribution: gunicorn and four worker processes."""

import http.client
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
import uuid

import pytest
from harness import PACKAGE, PYTHON, ROOT, run

WORKERS, CLIENTS, EACH = 4, 8, 40

pytestmark = pytest.mark.skipif(
    run(PYTHON, "-c", "import gunicorn", check=False).returncode != 0,
    reason="gunicorn is not installed")


class Connection(http.client.HTTPConnection):
    """To a socket in the file system."""

    def connect(self):
        import socket
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.host)


@pytest.fixture(name="server")
def a_server(tmp_path):
    address = tmp_path / "socket"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "APP_DB": str(tmp_path / "app.db"),
                   "UUID9562_STATE": str(tmp_path / "app.state")}
    with subprocess.Popen([PYTHON, "-m", "gunicorn", "--workers", str(WORKERS), "--bind",
                           f"unix:{address}", "--chdir", ROOT / "examples/web", "app:app"],
                          env=environment, stderr=subprocess.DEVNULL) as server:
        for _ in range(200):
            if address.exists():
                break
            time.sleep(0.05)
        yield server, str(address)
        server.send_signal(signal.SIGTERM)
    shutil.rmtree(ROOT / "examples/web/__pycache__", ignore_errors=True)


def post(address, what):
    connection = Connection(address)
    connection.request("POST", "/", what)
    answer = connection.getresponse().read().decode()
    connection.close()
    return uuid.UUID(answer)


def test_keys_of_all_workers_are_in_one_order(server, tmp_path):
    _, address = server
    given = []

    def client(number):
        mine = [post(address, f"{number}.{i}") for i in range(EACH)]
        assert mine == sorted(mine)  # each is asked for after the one before has been answered
        given.extend(mine)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(given)) == CLIENTS * EACH
    with sqlite3.connect(tmp_path / "app.db") as database:
        stored = [uuid.UUID(bytes=row[0]) for row in database.execute("SELECT id FROM event")]
    assert sorted(given) == stored
    assert (tmp_path / "app.state").stat().st_mode & 0o777 == 0o600
