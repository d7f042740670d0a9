"""Node.js has an OpenSSL in it, and exports its names: version 16 an OpenSSL 1.1, version 20 an
OpenSSL 3. Every binding works in both; `make hosts` (package index of npm)."""

import functools
import re
import shutil

import pytest
from harness import BUILD, CC, ROOT, run
from test_foreign_openssl import HOSTS, NO_DIGEST, SOURCE, UUID5, UUID7, answers

OUT = BUILD / "tests/node"
PACKAGE = {"x86_64": "x64", "aarch64": "arm64"}


@functools.lru_cache(maxsize=None)
def node(version):
    """The command that has Node.js load the host as a module."""
    folder = OUT / version
    machine = PACKAGE.get(run("uname", "-m").stdout.strip())
    program = folder / f"node_modules/node-linux-{machine}/bin/node"
    if not program.exists():
        if not machine or not shutil.which("npm"):
            pytest.skip("npm is not installed")
        folder.mkdir(parents=True, exist_ok=True)
        got = run("npm", "install", "--prefix", folder, "--no-audit", "--no-fund",
                  f"node-linux-{machine}@{version}", check=False)
        if got.returncode:
            pytest.skip(f"not to be had: {got.stderr.strip()[-200:]}")
    module = OUT / "host.node"
    run(*CC, "-std=c11", "-D_GNU_SOURCE", f"-I{ROOT / 'core/include'}", "-DNODE", "-fPIC",
        "-shared", SOURCE, "-ldl", "-o", module)
    return [program, "-e", f"process.dlopen({{exports: {{}}}}, '{module}')"]


@pytest.mark.parametrize("crypto", ("load", "static", "shared"))
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", ("16", "20"))
def test_node(version, host, crypto):
    uuid7, uuid5 = answers(host, crypto, *node(version))
    assert re.fullmatch(UUID7, uuid7)
    if version == "16" and crypto == "shared":
        assert uuid5.endswith(NO_DIGEST)
    else:
        assert uuid5 == UUID5
