"""The compilers of packages for all systems: zig's, which has the C libraries of all of them, and
with it the other tools of requirements.txt, from the package index into build/pack/tools.

    python3 pack/toolchain.py TARGET

prints the path of the compiler for a target.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path

from release import BUILD, get

HERE = Path(__file__).resolve().parent
TOOLS = BUILD / "pack/tools"
# By the name of the system, with the oldest version that will do: of glibc, the first with
# getrandom() is 2.25, and 2.28 has a name that installers of wheels have long known; macOS 11 is
# the first on both processors. zig's programs would contain musl.
TARGETS = {
    "x86_64-linux-gnu": "x86_64-linux-gnu.2.28",
    "aarch64-linux-gnu": "aarch64-linux-gnu.2.28",
    "x86_64-linux-musl": "x86_64-linux-musl -dynamic",
    "aarch64-linux-musl": "aarch64-linux-musl -dynamic",
    "x86_64-apple-darwin": "x86_64-macos.11.0",
    "aarch64-apple-darwin": "aarch64-macos.11.0",
    "x86_64-w64-mingw32": "x86_64-windows-gnu",
    "aarch64-w64-mingw32": "aarch64-windows-gnu",
}
# What archives call a system; what npm does; what sqlpkg does, which does not know musl.
PLATFORMS = {
    "x86_64-linux-gnu": ("linux-x86_64", "linux-x64-glibc", "linux-amd64"),
    "aarch64-linux-gnu": ("linux-aarch64", "linux-arm64-glibc", "linux-arm64"),
    "x86_64-linux-musl": ("linux-musl-x86_64", "linux-x64-musl", None),
    "aarch64-linux-musl": ("linux-musl-aarch64", "linux-arm64-musl", None),
    "x86_64-apple-darwin": ("macos-x86_64", "darwin-x64", "darwin-amd64"),
    "aarch64-apple-darwin": ("macos-aarch64", "darwin-arm64", "darwin-arm64"),
    "x86_64-w64-mingw32": ("windows-x86_64", "win32-x64", "windows-amd64"),
    "aarch64-w64-mingw32": ("windows-aarch64", "win32-arm64", "windows-arm64"),
}
COMPILER = """#!/bin/sh
[ "$*" != -dumpmachine ] || exec echo {name}
for word do
    shift
    case $word in
    {words}
    *) set -- "$@" "$word" ;;
    esac
done
export ZIG_GLOBAL_CACHE_DIR={cache} ZIG_LOCAL_CACHE_DIR={cache}
exec {zig} cc -target {target} -g0 "$@"
"""
# What the linkers of a system call otherwise.
WORDS = {
    "linux": '-Wl,--strip-debug) set -- "$@" -s ;;',
    "apple": '-Wl,--strip-debug) set -- "$@" -Wl,-x ;;',
    "w64": '-fPIC | -static | -Wl,--no-insert-timestamp | -Wl,--disable-auto-image-base) ;;\n'
           '    -Wl,--strip-debug) set -- "$@" -s ;;',
}


def tools(name="requirements"):
    """The folder of the commands of NAME.txt."""
    wanted = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    env = TOOLS / name
    done = env / "done.txt"
    if not done.exists() or done.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(env, ignore_errors=True)
        what = f"what {name}.txt names", "the package index", "PIP_INDEX_URL=URL names another one"
        get(*what, sys.executable, "-m", "venv", env)
        get(*what, env / "bin/python", "-m", "pip", "-q", "--disable-pip-version-check", "install",
            "--only-binary", ":all:", "--require-hashes", "-r", HERE / f"{name}.txt")
        done.write_text(wanted, encoding="utf-8")
    return env / "bin"


def zig():
    """The path of zig."""
    path, = (tools().parent / "lib").glob("python*/site-packages/ziglang/zig")
    return path


def compiler(name):
    """The path of the compiler for a target, which is called like cc."""
    path = TOOLS / f"{name}-cc"
    path.write_text(COMPILER.format(name=name, target=TARGETS[name], zig=shlex.quote(str(zig())),
                                    words=WORDS[name.split("-")[1]],
                                    cache=shlex.quote(str(TOOLS / "cache"))))
    path.chmod(0o755)
    return path


if __name__ == "__main__":
    print(compiler(sys.argv[1]))
