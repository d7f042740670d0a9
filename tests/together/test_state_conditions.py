"""The state file where something is in the way: a full disk, another architecture or container, more
rights than the caller has, names of one file. What cannot be had here (root, mounts, a compiler for
32 bits) skips the tests that need it. tests/together/torture has each call of the system fail.
"""

import functools
import os
import shutil
import signal
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest
from harness import BUILD, CC, COMMAND, PACKAGE, PYTHON, ROOT, run

SOURCE = ROOT / "tests/together/state_worker.c"
WORDS = 8192  # where the clock state is
OPEN = "the state file cannot be opened or created: "


@functools.lru_cache(maxsize=None)
def mounts():
    """Whether we may mount, and what nobody else sees."""
    return run("unshare", "-m", "true", check=False).returncode == 0


needs_mounts = pytest.mark.skipif("not mounts()", reason="no file system can be mounted here")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state"


@pytest.fixture
def shared():
    """A folder in which other users may write."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)


def compiled(name, *arguments):
    program = BUILD / "tests" / name
    run(*CC, "-std=c11", "-O1", "-Icore/include", "-pthread", SOURCE, *arguments, "-ldl", "-o",
        program, cwd=ROOT)
    return program


@pytest.fixture(scope="module")
def worker():
    return compiled("state-worker-here", BUILD / "lib/libuuid9562.a", "-lcrypto")


class Process:
    """A worker that stays, and generates when it is asked to."""

    def __init__(self, *command, **options):
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, universal_newlines=True, **options)

    def generate(self, version=7):
        self.process.stdin.write(f"{version} 1\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def end(self):
        self.process.stdin.close()
        said = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(), said.strip()


def exhaust(path):
    """The next time of all processes needs another record."""
    with open(path, "r+b") as file:
        file.seek(WORDS)
        last, = struct.unpack("=Q", file.read(8))
        file.seek(WORDS + 88)
        file.write(struct.pack("=QQ", last, last))


def command(path, version=7, before=(), check=True):
    """A UUID of the command; or without `check` what it says instead, and its exit code."""
    done = run(*before, COMMAND, f"-{version}", env={"UUID9562_STATE": str(path)}, check=check)
    return done.stdout.strip() if check else (done.returncode, done.stderr.strip())


# ---- disks


FILE_SYSTEMS = {
    "tmpfs": "mount -t tmpfs -o size=64k none disk",
    "btrfs": "truncate -s 120M image; mkfs.btrfs -q image >&2; mount -o loop image disk",
}


def on_disk(kind, script, tmp_path):
    """Runs it in a folder with a file system of its own, in `disk`."""
    if kind != "tmpfs" and not shutil.which(f"mkfs.{kind}"):
        pytest.skip(f"mkfs.{kind} is not installed")
    (tmp_path / "disk").mkdir()
    done = run("unshare", "-m", "sh", "-c", f"{FILE_SYSTEMS[kind]} || exit 99\n{script}",
               cwd=tmp_path, check=False,
               env={"COMMAND": str(COMMAND), "UUID9562_STATE": str(tmp_path / "disk/state"),
                    "PYTHON": PYTHON, "PYTHONPATH": str(PACKAGE), "PATH": os.environ["PATH"]})
    if done.returncode == 99:
        pytest.skip(f"{kind} cannot be mounted here")
    return [line for line in done.stdout.splitlines() if line], done.stderr


@needs_mounts
@pytest.mark.parametrize("kind", FILE_SYSTEMS)
def test_a_full_disk(kind, tmp_path):
    """There is no room for a file, and then there is. A later record needs none."""
    out, err = on_disk(kind, """
for size in 64k 4k 1k 1k; do
    dd if=/dev/zero of=disk/full bs=$size oflag=append conv=notrunc 2>/dev/null
    sync
done
"$COMMAND" -7 2>&1; echo $?
ls disk | grep state
rm disk/full*
sync
"$COMMAND" -7 >/dev/null && echo made
"$PYTHON" -c '
import os, struct, uuid9562
path = os.environ["UUID9562_STATE"]
last = uuid9562.uuid7()
with open(path, "r+b") as file, open("disk/full", "wb", buffering=0) as full:
    try:
        while True:
            full.write(bytes(65536))
    except OSError:
        os.sync()
    for _ in range(5):
        os.pwrite(file.fileno(), os.pread(file.fileno(), 8, 8192) * 2, 8192 + 88)
        until = uuid9562.state()["until_ns"]
        next = uuid9562.uuid7()
        assert last < next and uuid9562.state()["until_ns"] > until
        last = next
print("went on")' && echo ended
""", tmp_path)
    assert out == [f"uuid9562: {OPEN}No space left on device: {tmp_path}/disk/state (UUID9562_STATE)",
                   "3", "made", "went on", "ended"], err


@needs_mounts
def test_a_hole_on_a_full_disk(tmp_path):
    """A file that was copied with holes. In memory, one on a full disk would be a signal."""
    out, err = on_disk("tmpfs", """
"$COMMAND" state --create disk/state
fallocate -p -o 8192 -l 4096 disk/state
cat /dev/zero >disk/full 2>/dev/null
"$COMMAND" -7 2>&1; echo $?
rm disk/full
"$COMMAND" -7 >/dev/null; echo $?
""", tmp_path)
    assert out == ["uuid9562: the state file cannot be written or synchronised: No space left on "
                   f"device: {tmp_path}/disk/state (UUID9562_STATE)", "3", "0"], err


# ---- rights


@needs_root
def test_a_program_with_more_rights_than_its_caller(shared, worker):
    """Then the environment names no file, which the program would make or change."""
    path = shared / "state"
    program = BUILD / "tests/state-worker-setuid"
    for bits in (0o755, 0o4755):
        shutil.copy(worker, program)
        os.chown(program, 65534, 65534)
        program.chmod(bits)
        done = run(program, input="7 1\n", env={"UUID9562_STATE": str(path)})
        assert len(done.stdout) == 37
        assert path.exists() == (bits == 0o755)
        if bits == 0o755:
            assert path.stat().st_uid == os.geteuid()
        path.unlink(missing_ok=True)
    program.unlink()


# ---- files that change


def test_a_file_that_shrinks(path, worker):
    """Whoever may write it can end a process; the others get an error, or a new file."""
    process = Process(worker, path)
    assert len(process.generate()) == 36
    os.truncate(path, 100)
    assert process.generate() == ""
    assert process.end() == (-signal.SIGBUS, "")
    assert command(path, check=False)[0] == 3
    run(COMMAND, "state", "--replace", path)
    command(path)


# ---- names


def test_names_of_one_file(tmp_path, worker):
    """A hard link, a symbolic link on the way, a path from here, and names that need quotes."""
    folder = tmp_path / "\u00fc \u4e2d\n'\"$(x)"
    folder.mkdir()
    path = folder / " a state"
    command(path)
    os.link(path, tmp_path / "hard")
    os.symlink(folder, tmp_path / "symbolic")
    names = (path, tmp_path / "hard", tmp_path / "symbolic" / path.name, path.name)
    processes = [Process(worker, name, cwd=folder) for name in names]
    last, nodes = "", set()
    for process in processes * 5:
        last, before = process.generate(), last
        assert before < last
        nodes.add(process.generate(1)[19:])
        exhaust(path)
    assert len(nodes) == 1
    assert [process.end() for process in processes] == [(0, "")] * len(names)


# ---- processes of other kinds


def test_32_and_64_bits(path, worker):
    probe = run(*CC, "-m32", "-xc", "-", "-o", "/dev/null", check=False,
                input="#include <stdio.h>\nint main(void) { return puts(\"\"); }")
    if probe.returncode != 0:
        pytest.skip("the compiler makes no programs of 32 bits")
    include = run(*CC, "-print-multiarch").stdout.strip()
    of_32_bits = compiled("state-worker-32", "-m32", f"-I/usr/include/{include}", "-Wno-psabi",
                          "-DUUID9562_LOAD_LIBCRYPTO", "core/uuid9562.c")
    first = run(of_32_bits, path, input="1 1\n").stdout.strip()
    processes = [Process(of_32_bits, path), Process(worker, path)]
    last, clock_seqs = "", set()
    for turn in range(200):
        process = processes[turn % 2]
        last, before = process.generate(), last
        assert before < last
        clock_seqs.add(process.generate(1)[19:])
        if turn % 5 == 0:
            exhaust(path)
    assert clock_seqs == {first[19:]}
    assert [process.end() for process in processes] == [(0, "")] * 2


@needs_mounts
@pytest.mark.parametrize("way", ("-m", "-p -f", "-T --boottime 1000000"))
def test_containers(path, way):
    """Of one machine; the first kind has a boot ID of its own."""
    own = path.with_name("boot_id")
    own.write_text("9f6bdece-d846-4c8e-a0b7-33f1b71c8a55\n")
    mount = f"mount --bind {own} /proc/sys/kernel/random/boot_id; " if way == "-m" else ""
    before = ["unshare", *way.split(), "sh", "-c", f"{mount}exec \"$@\"", "sh"]
    if run(*before, "true", check=False).returncode != 0:
        pytest.skip(f"unshare {way} cannot be done here")
    last, ids = "", set()
    for turn in range(20):
        last, old = command(path, before=before if turn % 2 else ()), last
        assert old < last
        if turn > 1:
            ids.add(command(path, 1, before=before if turn % 2 else ())[19:])
    assert len(ids) == 1
    shown = run(COMMAND, "state", path).stdout
    lead, = (float(line.split()[1]) for line in shown.splitlines() if line.startswith("lead"))
    assert lead < 15
