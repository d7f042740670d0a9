"""Names: suites that run on demand run every week, docs/security.md names tests that exist, and
workflows name commands that do."""

import re
import shlex

import pytest
from harness import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def test_suites_on_demand_run_every_week():
    weekly = (ROOT / ".github/workflows/weekly.yml").read_text(encoding="utf-8")
    suites = set(re.findall(r"^\./dev ([\w-]+)", (ROOT / "dev").read_text(encoding="utf-8"), re.M))
    suites -= {"demo", "test", "bench", "build", "release", "help"}
    assert suites and not [one for one in suites if f"- ./dev {one}" not in weekly]


def test_evidence_of_security(missing_tests):
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    names = re.findall(r"`(?:[A-Z]\w+\.)?(test_\w+(?:\[.+?\])?|[a-z_]+\.[a-z_0-9]{8,})`", page)
    assert len(names) > 30 and not missing_tests(names)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_commands_of_workflows(path):
    text = re.sub(r"\$\{\{.+?\}\}", "1", path.read_text(encoding="utf-8"))
    dev, makefile = ((ROOT / name).read_text(encoding="utf-8") for name in ("dev", "Makefile"))
    for name, words in re.findall(r"(?:- |run: )(?:sudo )?\./dev (\S+)(.*)$", text, re.M):
        count = 1 + len(shlex.split(words))
        assert f'"{name} {count}"' in dev or f'"{name} "*)' in dev, f"./dev {name}{words}"
    for target in re.findall(r"run: make ([\w-]+)$", text, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), f"make {target}"
    named = re.findall(r"[\w/.-]+/[\w.-]+\.(?:py|sh)\b|\.ci/run", text)
    assert not [name for name in named if not (ROOT / name).is_file()]


def test_what_a_release_replaces():
    """docs/CONTRIBUTING.md applies this patch once."""
    for path in (ROOT / "pack").glob("published.patch"):
        for part in path.read_text(encoding="utf-8").split("--- a/")[1:]:
            for hunk in part.split("\n@@ -")[1:]:
                old = "\n".join(re.findall(r"^-(.+)", hunk, re.M))
                assert old in (ROOT / part.split()[0]).read_text(encoding="utf-8")
