"""The proofs of this folder: CBMC proves each, and must find each mistake that proof.toml plants in
the core; and every claim of a harness is reached. `./dev prove` runs this file. SOUNDNESS.md says
what is proven and what is not.

A folder with a proof has harness.c and proof.toml:
  cases     values of CASE, for each of which the harness is proven (optional)
  options   for CBMC, beside the default ones
  [[mistakes]]  in `file` of the core, `old` (which is there once) becomes `new`; `case`: in which

CBMC, gcc and the solvers z3 and cvc5 are those on the PATH, or Debian 13's, in a tree in
build/debian, which takes root and debootstrap.
"""

import fcntl
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
TOOLS = ("cbmc", "gcc", "z3", "cvc5")
PROOFS = {path.parent.name: tomllib.loads(path.read_text("utf-8"))
          for path in sorted(HERE.glob("*/proof.toml"))}
CASES = [(name, case) for name, proof in PROOFS.items() for case in proof.get("cases", [None])]
MISTAKES = [(name, mistake) for name, proof in PROOFS.items() for mistake in proof["mistakes"]]
SOUND = "--unwinding-assertions --slice-formula"

os.environ.setdefault("SUITE", "trixie")  # the CBMC of the release before is too old


@pytest.fixture(scope="session", name="root")
def where_the_tools_are():
    """The root of the tree that holds the tools, or None where they are on the PATH."""
    if all(map(shutil.which, TOOLS)):
        return None
    root = BUILD / "debian" / f"{suite()}-prove"
    root.parent.mkdir(parents=True, exist_ok=True)
    with open(root.with_suffix(".lock"), "w") as lock:  # of several processes, one makes it
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "made").exists():
            shutil.rmtree(root, ignore_errors=True)
            new_debian(root, *TOOLS, "libc6-dev")
            (root / "made").touch()
    return root


@pytest.fixture(name="folder")
def sources(root):
    """A copy of the core and of the proofs, as CBMC sees it."""
    folder = (root / "prove" if root else BUILD / "prove") / str(os.getpid())
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("core", HERE.relative_to(ROOT)):
        shutil.copytree(ROOT / part, folder / part)
    return folder


def judge(root, folder, name, case, options, define=""):
    """What CBMC says of a harness."""
    tests = HERE.relative_to(ROOT)
    defines = define + (f" -DCASE={case}" if case else "")
    how = {"check": False, "timeout": None, "stderr": subprocess.STDOUT}
    steps = [f"cd {Path('/') / folder.relative_to(root) if root else folder}",
             f"PATH=$PWD/{tests}/solver:$PATH",
             f"goto-cc -D__CPROVER__ {defines} {tests}/{name}/harness.c -o proof",
             f"cbmc {options} proof"]
    words = ["sh", "-c", " && ".join(steps)]
    return (chroot(root, *words, **how) if root else run(*words, **how)).stdout


def options(name):
    return PROOFS[name].get("options", "")


def named(values):
    return ["-".join(str(part) for part in value if part) for value in values]


@pytest.mark.parametrize("name, case", CASES, ids=named(CASES))
def test_proof(root, folder, name, case):
    said = judge(root, folder, name, case, f"{SOUND} {options(name)}")
    assert "VERIFICATION SUCCESSFUL" in said, "\n".join(
        line for line in said.splitlines() if not line.endswith(": SUCCESS"))


@pytest.mark.parametrize("name, case", CASES, ids=named(CASES))
def test_every_claim_is_reached(root, folder, name, case):
    loops = options(name).replace("--cvc5", "")  # an example is for CBMC's own solver to find
    said = judge(root, folder, name, case, f"{loops} --no-standard-checks", "-DREACHED")
    assert set(re.findall(r"\.assertion\.\d+\] .*: (\w+)$", said, re.M)) == {"FAILURE"}, said


@pytest.mark.parametrize("name, mistake", MISTAKES,
                         ids=[f"{name}-{mistake['new']}" for name, mistake in MISTAKES])
def test_mistake_is_found(root, folder, name, mistake):
    file = folder / "core/src" / mistake["file"]
    text = file.read_text("utf-8")
    assert text.count(mistake["old"]) == 1, "the planted mistake does not fit the core any more"
    file.write_text(text.replace(mistake["old"], mistake["new"]), "utf-8")
    said = judge(root, folder, name, mistake.get("case"),
                 f"{SOUND} {options(name)} --stop-on-fail")
    assert "VERIFICATION FAILED" in said, said
