"""The proofs of this folder: CBMC proves each, and must find each mistake that proof.toml plants in
the core; and every claim of a harness is reached. `./dev prove` runs this file. SOUNDNESS.md says
what is proven and what is not.

A folder with a proof has harness.c and proof.toml:
  cases     values of CASE, for each of which the harness is proven (optional)
  options   for CBMC, beside the default ones
  [[mistakes]]  in `file` of the core, `old` (which is there once) becomes `new`; `case`: in which

CBMC, gcc and the solver z3 are those on the PATH, or Debian 13's, in a tree in build/debian,
which takes root and debootstrap.
"""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from harness import BUILD, ROOT, run
from installation import chroot, new_debian, suite

HERE = Path(__file__).resolve().parent
TOOLS = ("cbmc", "gcc", "z3")
PROOFS = {path.parent.name: tomllib.loads(path.read_text("utf-8"))
          for path in sorted(HERE.glob("*/proof.toml"))}
CASES = [(name, case) for name, proof in PROOFS.items() for case in proof.get("cases", [None])]
MISTAKES = [(name, mistake) for name, proof in PROOFS.items() for mistake in proof["mistakes"]]
SOUND = ("--unwinding-assertions", "--slice-formula")

os.environ.setdefault("SUITE", "trixie")  # the CBMC of the release before is too old


@pytest.fixture(scope="session", name="root")
def where_the_tools_are():
    """The root of the tree that holds the tools, or None where they are on the PATH."""
    if all(map(shutil.which, TOOLS)):
        return None
    root = BUILD / "debian" / f"{suite()}-prove"
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        new_debian(root, *TOOLS, "libc6-dev")
        (root / "made").touch()
    return root


def sources(root, name):
    """A copy of the core and of the proofs, as CBMC sees it."""
    folder = (root / "prove" if root else BUILD / "prove") / name
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("core", HERE.relative_to(ROOT)):
        shutil.copytree(ROOT / part, folder / part)
    return folder


def cbmc(root, folder, name, case, *options):
    """What CBMC says of a harness."""
    seen = Path("/") / folder.relative_to(root) if root else folder
    words = ["cbmc", *options, *PROOFS[name].get("options", []),
             *([f"-DCASE={case}"] if case else []),
             seen / HERE.relative_to(ROOT) / name / "harness.c"]
    how = {"check": False, "timeout": None, "stderr": subprocess.STDOUT}
    return (chroot(root, *words, **how) if root else run(*words, **how)).stdout


def named(values):
    return ["-".join(str(part) for part in value if part) for value in values]


@pytest.mark.parametrize("name, case", CASES, ids=named(CASES))
def test_proof(root, name, case):
    said = cbmc(root, sources(root, name), name, case, *SOUND)
    assert "VERIFICATION SUCCESSFUL" in said, "\n".join(
        line for line in said.splitlines() if not line.endswith(": SUCCESS"))


@pytest.mark.parametrize("name, case", CASES, ids=named(CASES))
def test_every_claim_is_reached(root, name, case):
    said = cbmc(root, sources(root, name), name, case, "-DREACHED", "--cover", "cover",
                "--no-standard-checks")
    assert re.search(r"^\*\* ([1-9]\d*) of \1 covered", said, re.M), said


@pytest.mark.parametrize("name, mistake", MISTAKES,
                         ids=[f"{name}-{mistake['new']}" for name, mistake in MISTAKES])
def test_mistake_is_found(root, name, mistake):
    folder = sources(root, name)
    file = folder / "core/src" / mistake["file"]
    text = file.read_text("utf-8")
    assert text.count(mistake["old"]) == 1, "the planted mistake does not fit the core any more"
    file.write_text(text.replace(mistake["old"], mistake["new"]), "utf-8")
    said = cbmc(root, folder, name, mistake.get("case"), *SOUND, "--stop-on-fail")
    assert "VERIFICATION FAILED" in said, said
