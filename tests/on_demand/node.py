"""Node.js has an OpenSSL in it, and exports its names: version 16 an OpenSSL 1.1, version 20 an
OpenSSL 3. Our libraries work in both; `make hosts` (package index of npm)."""

import functools
import re
import shutil

import pytest
from harness import BUILD, CC, ROOT, run
from test_foreign_openssl import HOSTS, SOURCE, UUID5, UUID7, answers

OUT = BUILD / "tests/node"
PACKAGE = {"x86_64": "x64", "aarch64": "arm64"}


def modules(folder, *specs):
    """The folder of modules with these packages of npm, which are installed once; or the test is
    skipped."""
    if not (folder / "done").exists():
        if not shutil.which("npm"):
            pytest.skip("npm is not installed")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        got = run("npm", "install", "--prefix", folder, "--no-audit", "--no-fund", *specs,
                  check=False, timeout=3600)
        if got.returncode:
            pytest.skip(f"not to be had: {', '.join(specs)}: {got.stderr.strip()[-200:]}")
        (folder / "done").touch()
    return folder / "node_modules"


@functools.lru_cache(maxsize=None)
def node(version):
    """The command that has Node.js load the host as a module."""
    machine = PACKAGE.get(run("uname", "-m").stdout.strip())
    if not machine:
        pytest.skip("npm has no Node.js for this processor")
    package = f"node-linux-{machine}"
    program = modules(OUT / version, f"{package}@{version}") / package / "bin/node"
    module = OUT / "host.node"
    run(*CC, "-std=c11", "-D_GNU_SOURCE", f"-I{ROOT / 'core/include'}", "-DNODE", "-fPIC",
        "-shared", SOURCE, "-ldl", "-o", module)
    return [program, "-e", f"process.dlopen({{exports: {{}}}}, '{module}')"]


@pytest.mark.parametrize("crypto", ("load", "shared"))
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", ("16", "20"))
def test_node(version, host, crypto):
    uuid7, uuid5 = answers(host, crypto, *node(version))
    assert re.fullmatch(UUID7, uuid7) and uuid5 == UUID5
