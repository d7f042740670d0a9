"""Names of tests: a part of one finds it; what tests/README.md lists as run on demand is run; and
docs/security.md names tests that exist."""

import re
import sys

import pytest
from harness import ROOT, run


@pytest.mark.parametrize("file", ("tests/cli/test_sort.py", "tests/docs/test_names.py"))
def test_a_folder_and_a_file_name_their_tests(file):
    for name in (file.rpartition("/")[0], file):
        found = run(sys.executable, "-B", "-m", "pytest", file, "--collect-only", "-qq", "-k", name,
                    cwd=ROOT, check=False).stdout
        assert found.startswith(f"{file}: ")


def test_suites_on_demand_run_every_week():
    page = (ROOT / "tests/README.md").read_text(encoding="utf-8")
    weekly = (ROOT / ".github/workflows/weekly.yml").read_text(encoding="utf-8")
    table = page.partition("`on_demand/`")[2].partition("##")[0]
    suites = re.findall(r"\| `([^`]+)`[^|`]* \|$", table, re.M)
    assert suites and not [one for one in suites if f"- {one}" not in weekly]


def test_evidence_of_security(missing_tests):
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    names = re.findall(r"`(?:[A-Z]\w+\.)?(test_\w+(?:\[.+?\])?|[a-z_]+\.[a-z_0-9]{8,})`", page)
    assert len(names) > 30 and not missing_tests(names)
