"""Programs in other languages that compile uuid9562.c, with the build files of examples/embed.

Zig's debug build stops at undefined behaviour of C.
"""

import os
import re
import shutil
import subprocess

import pytest
import toolchain
from harness import BUILD, HEADERS, ROOT, make, run

# What builds and runs each.
COMMANDS = {
    "go": "go run .",
    "rust": "cargo run -q",
    "zig": "zig build && zig-out/bin/app",
}
PLACE = BUILD / "embed"


@pytest.fixture
def environment():
    """With the zig of the package index, unless there is another."""
    env = {"CARGO_TARGET_DIR": str(PLACE / "cargo"), "ZIG_GLOBAL_CACHE_DIR": str(PLACE / "zig")}
    if not shutil.which("zig"):
        try:
            folder, = toolchain.tools().parent.glob("lib/python*/site-packages/ziglang")
        except SystemExit:
            return env
        env["PATH"] = f"{os.environ['PATH']}:{folder}"
    return env


@pytest.mark.parametrize("language", COMMANDS)
def test_program(language, environment, tmp_path):
    command = COMMANDS[language]
    if not shutil.which(command.split()[0], path=environment.get("PATH")):
        pytest.skip(f"{command.split()[0]} is not installed")
    make("amalgamation")
    shutil.copytree(ROOT / "examples/embed" / language, tmp_path, dirs_exist_ok=True)
    for name in ("uuid9562.c", *(path.name for path in HEADERS)):
        shutil.copy(BUILD / "amalgamation" / name, tmp_path)
    done = run("sh", "-ec", command, cwd=tmp_path, env=environment, stderr=subprocess.STDOUT)
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n",
                        done.stdout)
