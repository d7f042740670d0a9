"""A cluster of rqlite (SQLite behind Raft) on loopback: builds the server, starts, stops and asks
its nodes. Nothing here knows of UUIDs."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from harness import BUILD, run

HERE = Path(__file__).parent
PLACE = BUILD / "cluster"
MODULE, VERSION = re.search(r"require (\S+) (\S+)", (HERE / "go.mod").read_text()).groups()
SERVER = PLACE / f"rqlited-{VERSION}"


class Unavailable(Exception):
    """Why there is no server here."""


def build():
    """Builds the server from its module, once. Raises Unavailable. go.mod fixes every version, and
    Go's checksum database vouches for what is downloaded."""
    if SERVER.exists():
        return
    if not shutil.which("go"):
        raise Unavailable("go is not installed")
    PLACE.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "go.mod", PLACE)
    done = run("go", "build", "-mod=mod", "-o", SERVER, f"{MODULE}/cmd/rqlited",
               cwd=PLACE, env={"GOWORK": "off", "CGO_ENABLED": "1"}, check=False)
    if done.returncode != 0:
        raise Unavailable(f"rqlited cannot be built: {done.stderr.strip().splitlines()[-1]}")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Node:
    """One server. `extension` is a folder of which it loads every file."""

    def __init__(self, number, folder, ports, extension):
        self.number, self.folder = number, folder / f"node{number}"
        self.port, self.raft = ports
        self.extension = extension
        self.process = None

    def start(self, everyone, env=None):
        self.folder.mkdir(exist_ok=True)
        with open(self.folder.with_suffix(".log"), "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [SERVER, "-node-id", str(self.number), "-http-addr", f"127.0.0.1:{self.port}",
                 "-raft-addr", f"127.0.0.1:{self.raft}", "-extensions-path", self.extension,
                 "-bootstrap-expect", str(len(everyone)),
                 "-join", ",".join(f"127.0.0.1:{node.raft}" for node in everyone), self.folder],
                stdout=log, stderr=log, env={**os.environ, "TZ": "UTC", **(env or {})})

    def signal(self, number):
        self.process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait(60)
            self.process = None

    def post(self, path, *statements, timeout=20):
        """The results of statements, each an SQL text or a list of one and its arguments. Raises
        OSError where the node did not answer for them; they may have been run all the same."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("POST", path, json.dumps(statements),
                               {"Content-Type": "application/json"})
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        if response.status != 200:
            raise OSError(f"status {response.status}: {text.strip()}")
        answer = json.loads(text)
        if "error" in answer:
            raise OSError(answer["error"])
        return answer["results"]

    def execute(self, *statements):
        """Runs statements that change something; raises RuntimeError with the first message."""
        results = self.post("/db/execute", *statements)
        for result in results:
            if "error" in result:
                raise RuntimeError(result["error"])
        return results

    def rows(self, query):
        """What this node itself has, whatever the others have."""
        result, = self.post("/db/query?level=none", query)
        if "error" in result:
            raise RuntimeError(result["error"])
        return result.get("values", [])

    def is_ready(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False

    def is_leader(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/nodes?nonvoters")
            nodes = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        return nodes.get(str(self.number), {}).get("leader", False)


class Cluster:
    """Nodes that share one database; a context manager."""

    def __init__(self, folder, extensions, count=3):
        """extensions: the files that each node loads."""
        folder.mkdir(parents=True)
        (folder / "extensions").mkdir()
        for extension in extensions:
            shutil.copy(extension, folder / "extensions")
        ports = free_ports(2 * count)
        self.nodes = [Node(i + 1, folder, (ports[2 * i], ports[2 * i + 1]), folder / "extensions")
                      for i in range(count)]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            if node.process is not None:
                node.signal(signal.SIGCONT)
                node.signal(signal.SIGKILL)

    def start(self):
        for node in self.nodes:
            if node.process is None:
                node.start(self.nodes)
        wait_until("every node is ready", lambda: all(node.is_ready() for node in self.nodes))

    def stop(self):
        for node in self.nodes:
            node.signal(signal.SIGTERM)

    def leader(self):
        return wait_until("there is a leader", lambda: next(
            (node for node in self.nodes if node.process is not None and node.is_leader()), None))

    def settle(self):
        """Waits until each node has applied everything."""
        def applied():
            done = [node.rows("SELECT count(*) FROM settled")[0][0] for node in self.nodes]
            return len(set(done)) == 1
        self.leader().execute("CREATE TABLE IF NOT EXISTS settled (x)",
                              "INSERT INTO settled VALUES (1)")
        wait_until("all nodes have applied everything", applied)

    def contents(self, query):
        """The rows of each node."""
        return [node.rows(query) for node in self.nodes]


def wait_until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = condition()
        except (OSError, http.client.HTTPException, RuntimeError):
            found = None
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"after {seconds} seconds it is not so that {what}")
