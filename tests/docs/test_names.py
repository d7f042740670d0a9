"""tests/README.md: tests are found by parts of their names."""

import sys

import pytest
from harness import ROOT, run


@pytest.mark.parametrize("file", ("tests/cli/test_sort.py", "tests/docs/test_names.py"))
def test_a_folder_and_a_file_name_their_tests(file):
    for name in (file.rpartition("/")[0], file):
        found = run(sys.executable, "-B", "-m", "pytest", file, "--collect-only", "-qq", "-k", name,
                    cwd=ROOT, check=False).stdout
        assert found.startswith(f"{file}: ")
