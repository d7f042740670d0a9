"""The models of tests/on_demand/model name the functions of the core that they stand for."""

import re

import pytest
from harness import ROOT

MODELS = sorted(ROOT.glob("tests/on_demand/model/*.pml"))


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_a_model_names_functions_of_the_core(model):
    head = re.search(r"\* Stands for(.*?)\* Proves", model.read_text(encoding="utf-8"), re.S)[1]
    named = re.findall(r"(core/\S+): (\w+(?:,\s+\w+)*)", head.replace("\n *", "\n"))
    assert named
    for path, names in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        for name in names.replace(",", " ").split():
            assert re.search(rf"^\w.*\b{name}\(.*[^;]$", source, re.M), (path, name)
