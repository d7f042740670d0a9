"""The compilers of packages for any Linux: zig's, which has the C libraries of all of them, and
with it the other tools of requirements.txt, from the package index into build/pack/tools.

    python3 pack/toolchain.py TARGET

prints the path of the compiler for a target.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from release import BUILD

HERE = Path(__file__).resolve().parent
TOOLS = BUILD / "pack/tools"
# By the name of the system, with the oldest glibc that will do: the first with getrandom() is 2.25,
# and 2.28 has a name that installers of wheels have long known.
TARGETS = {
    "x86_64-linux-gnu": "x86_64-linux-gnu.2.28",
    "aarch64-linux-gnu": "aarch64-linux-gnu.2.28",
    "x86_64-linux-musl": "x86_64-linux-musl",
    "aarch64-linux-musl": "aarch64-linux-musl",
}
# zig asks clang for its version in words that clang does not know, and its linker cannot leave out
# the names of archives: instead, a list says what a module exports.
COMPILER = """#!/bin/sh
case $* in
--version) exec {zig} cc --version ;;
-dumpmachine) echo {name}; exit ;;
esac
for word do
    shift
    case $word in
    -Wl,--exclude-libs,ALL) ;;
    -shared) set -- "$@" -shared -Wl,--version-script={exported} ;;
    *) set -- "$@" "$word" ;;
    esac
done
export ZIG_GLOBAL_CACHE_DIR={cache} ZIG_LOCAL_CACHE_DIR={cache}
exec {zig} cc -target {target} -g0 "$@"
"""


def tools():
    """The folder of the tools' commands."""
    wanted = (HERE / "requirements.txt").read_text(encoding="utf-8")
    done = TOOLS / "requirements.txt"
    if not done.exists() or done.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(TOOLS, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", TOOLS / "env"], check=True)
        subprocess.run([TOOLS / "env/bin/python", "-m", "pip", "-q", "--disable-pip-version-check",
                        "install", "--only-binary", ":all:", "-r", HERE / "requirements.txt"],
                       check=True)
        done.write_text(wanted, encoding="utf-8")
    return TOOLS / "env/bin"


def compiler(name):
    """The path of the compiler for a target, which is called like cc."""
    path = TOOLS / f"{name}-cc"
    zig, = (tools().parent / "lib").glob("python*/site-packages/ziglang/zig")
    words = {"zig": zig, "exported": HERE / "exported.map", "cache": TOOLS / "cache"}
    path.write_text(COMPILER.format(name=name, target=TARGETS[name],
                                    **{word: shlex.quote(str(to)) for word, to in words.items()}))
    path.chmod(0o755)
    return path


if __name__ == "__main__":
    print(compiler(sys.argv[1]))
