"""docs/state.md: the unit for systemd, and the folder that a container mounts."""

import re
import shlex
import shutil

import pytest
from harness import ROOT, run

PAGE = (ROOT / "docs/state.md").read_text(encoding="utf-8")


def test_unit(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    unit = re.search(r"^```ini\n(.+?)^```", PAGE, re.M | re.S)[1]
    (tmp_path / "app.service").write_text(unit.replace("/usr/local/bin/app", shutil.which("true")))
    assert run("systemd-analyze", "verify", tmp_path / "app.service").stderr == ""


def test_container():
    words = shlex.split(re.search(r"^docker run .+$", PAGE, re.M)[0])
    options = dict(zip(words[2:-1:2], words[3::2]))
    assert options.keys() == {"--volume", "--env"}
    variable, _, path = options["--env"].partition("=")
    assert variable == "UUID9562_STATE"
    assert path.rpartition("/")[0] == options["--volume"].partition(":")[2]
