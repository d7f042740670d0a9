"""Builds the playground: one HTML file that holds the engine and SQLite as WebAssembly.

    python3 examples/playground/build.py

writes build/playground/uuid9562.html and prints the size of its parts. It needs Debian's emscripten,
esbuild and tclsh, and the source of Debian's package sqlite3, which it fetches. The
results stay in build/playground until their sources change.
"""

import base64
import gzip
import hashlib
import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "pack"))
from archive import fetch_source  # noqa: E402
from release import BUILD, REPOSITORY, SITE, run  # noqa: E402

HERE = ROOT / "examples/playground"
PLACE = BUILD / "playground"
PAGE = PLACE / "uuid9562.html"
MOST = 768 * 1024  # bytes of the page, compressed by gzip

# One thread, only the files of engine/files.c, and limits for queries.
SQLITE = """
    -DSQLITE_CORE -DSQLITE_OS_OTHER=1 -DSQLITE_EXTRA_INIT=engine_start -DSQLITE_THREADSAFE=0
    -DSQLITE_TEMP_STORE=3 -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_ENABLE_DBSTAT_VTAB
    -DSQLITE_ENABLE_FTS3 -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE
    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_OMIT_DEPRECATED -DSQLITE_OMIT_LOAD_EXTENSION
    -DSQLITE_OMIT_LOCALTIME -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_OMIT_WAL
    -DSQLITE_MAX_LENGTH=100000000 -DSQLITE_MAX_SQL_LENGTH=100000000
    -DSQLITE_MAX_LIKE_PATTERN_LENGTH=4000""".split()
# The stack is below everything else, so that an overflow is an error.
LINK = """
    -O2 --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH
    -Wl,--stack-first -sTOTAL_STACK=4194304""".split()
# The functions that JavaScript calls; functions of our own are marked in the source.
CALLED = re.compile(r"\bcall\.((?:sqlite3|uuid9562)_\w+)")


def is_old(path, sources):
    return not path.exists() or any(it.stat().st_mtime > path.stat().st_mtime
                                    for it in (*sources, Path(__file__)))


def sqlite():
    """The folder with SQLite's amalgamation and its source, of the Debian that this is."""
    folder = PLACE / "sqlite"
    if not (folder / "sqlite3.c").exists():
        print("fetching SQLite's source", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        release = Path("/etc/os-release").read_text(encoding="utf-8")
        suite = re.search(r"VERSION_CODENAME=(\w+)", release)[1]
        fetch_source(folder, suite, "sqlite3")
        run(folder / "source/configure", cwd=folder)
        run("make", "sqlite3.c", cwd=folder)
    return folder


def data_after_stack():
    """Where data begin if the stack comes first: Emscripten 3.1.6 needs this option, and 3.1.69
    refuses it."""
    version = tuple(map(int, re.search(r"(\d+)\.(\d+)\.(\d+)", run("emcc", "--version")).groups()))
    return ["-sGLOBAL_BASE=4194304"] if version < (3, 1, 69) else []


def engine():
    """The path of the WebAssembly module."""
    module, new = PLACE / "engine.wasm", PLACE / "new.wasm"
    scripts = sorted((HERE / "worker").glob("*.js"))
    sources = {
        HERE / "engine/engine.c": "-O2", HERE / "engine/files.c": "-O2",
        ROOT / "cli/view/anatomy.c": "-O2", ROOT / "cli/view/histogram.c": "-O2",
        ROOT / "core/uuid9562.c": "-O3", HERE / "engine/extension.c": "-O3",
        sqlite() / "sqlite3.c": "-O2",
    }
    ours = [path for folder in ("core", "sqlite", "origins", "cli", "examples/playground/engine")
            for path in (ROOT / folder).rglob("*.[ch]")]
    headers = [f"-I{path}" for path in (sqlite(), ROOT / "core/include")]
    objects = []
    for source, optimize in sources.items():
        made = PLACE / "objects" / f"{source.parent.name}-{source.stem}.o"
        if is_old(made, [source] if PLACE in source.parents else ours):
            made.parent.mkdir(exist_ok=True)
            print(f"compiling {source.name}", flush=True)
            warnings = [] if PLACE in source.parents else ["-Wall", "-Wextra", "-Werror"]
            run("emcc", optimize, *warnings, *SQLITE, *headers, "-c", source, "-o", made)
        objects.append(made)
    if is_old(module, [*objects, *scripts]):
        called = sorted({name for script in scripts
                         for name in CALLED.findall(script.read_text(encoding="utf-8"))})
        exported = ",".join(f'"_{name}"' for name in called)
        print("linking", flush=True)
        run("emcc", *LINK, *data_after_stack(), f"-sEXPORTED_FUNCTIONS=[{exported}]", *objects,
            "-o", new)
        new.rename(module)
    return module


def bundle(entry, *options):
    """A script with all that it imports, or a style sheet, in one."""
    return run("esbuild", "--bundle", "--minify", "--log-level=warning", *options,
               HERE / entry).strip().replace("</", "<\\/")


def fill(html, parts):
    """The page: each {{part}} is that part, and {{part hash}} its name in the security policy."""
    for name, part in parts.items():
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        html = html.replace(f"{{{{{name}}}}}", part).replace(f"{{{{{name} hash}}}}", f"sha256-{digest}")
    return html


def main():
    PLACE.mkdir(parents=True, exist_ok=True)
    packed = base64.b64encode(gzip.compress(engine().read_bytes(), 9, mtime=0)).decode()
    parts = {
        "style": bundle("page/style.css"),
        "page": bundle("page/main.js", "--format=iife", "--target=es2022"),
        "worker": bundle("worker/worker.js", "--format=iife", "--target=es2022"),
        "engine": packed,
        "repository": REPOSITORY,
        "site": SITE,
    }
    html = (HERE / "page/index.html").read_text(encoding="utf-8")
    PAGE.write_text(fill(html, parts), encoding="utf-8")
    shutil.copy(HERE / "page/preview.png", PLACE)
    parts["html"] = html
    for name, part in parts.items():
        print(f"{name:8}{len(gzip.compress(part.encode(), 9)):9,} bytes, compressed")
    size = len(gzip.compress(PAGE.read_bytes(), 9))
    print(f"{'whole':8}{size:9,} bytes, compressed: {os.path.relpath(PAGE)}")
    if size > MOST:
        sys.exit(f"playground: more than {MOST:,} bytes")


if __name__ == "__main__":
    main()
