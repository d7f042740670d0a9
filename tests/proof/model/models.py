"""The models of the generators, which spin checks exhaustively; and that it finds each mistake that
they can be built with (BROKEN_...). `./dev model` runs this file."""

import re
import shutil

import pytest
from harness import BUILD, CC, TESTS, run

MODELS = sorted((TESTS / "proof/model").glob("*.pml"))
MISTAKES = [(path, name) for path in MODELS
            for name in sorted(set(re.findall(r"\bBROKEN_[A-Z_]+", path.read_text())))]

pytestmark = pytest.mark.skipif(not shutil.which("spin"), reason="spin is not installed")


def check(model, *switches, level):
    """What the checker of a model says."""
    folder = BUILD / "model" / "-".join([model.stem, *switches])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("spin", *(f"-D{switch}" for switch in switches), "-a", model, cwd=folder)
    run(*CC, level, "-DSAFETY", "-DMEMLIM=4000", "-w", "-o", "pan", "pan.c", cwd=folder)
    return run("./pan", "-m1000000", cwd=folder, check=False, timeout=None).stdout


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_model(model):
    said = check(model, level="-O2")
    assert "errors: 0" in said and not re.search("not completed|too small", said), said


@pytest.mark.parametrize("model, mistake", MISTAKES,
                         ids=[f"{path.stem}-{name}" for path, name in MISTAKES])
def test_mistake_is_found(model, mistake):
    # It is found sooner than a program is optimized.
    assert re.search("errors: [1-9]", check(model, mistake, level="-O0"))
