"""The models of tests/proof/model follow the core: the functions that they stand for exist, and
so do the variables and inner functions that their heads list as named alike."""

import re

import pytest
from harness import ROOT

MODELS = sorted(ROOT.glob("tests/proof/model/*.pml"))
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def read(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_a_model_names_functions_of_the_core(model):
    head = re.search(r"\* Stands for(.*?)\* Proves", read(model), re.S)[1]
    named = re.findall(r"(core/\S+): (\w+(?:,\s+\w+)*)", head.replace("\n *", "\n"))
    assert named
    for path, names in named:
        source = read(ROOT / path)
        for name in names.replace(",", " ").split():
            assert re.search(rf"^\w.*\b{name}\(.*[^;]$", source, re.M), (path, name)
    sources = " ".join(COMMENT.sub("", read(ROOT / path)) for path, _ in named)
    code = COMMENT.sub("", read(model))
    shared = re.search(r"Named as there: ([^.]*)\.", head.replace("\n *", "\n"))
    for name in re.findall(r"\w+", shared[1]) if shared else ():
        assert all(re.search(rf"\b{name}\b", text) for text in (sources, code)), name
