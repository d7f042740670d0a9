"""Debian's source packages, for the tests that build a host; in build/sources."""

import shutil
import subprocess

import pytest
from archive import fetch_source
from harness import BUILD


def debian(package, suite="bookworm"):
    """The folder of a source package, or the test is skipped."""
    folder = BUILD / "sources" / f"{suite}-{package}"
    if not (folder / "source").exists():
        shutil.rmtree(folder, ignore_errors=True)
        try:
            fetch_source(folder, suite, package)
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"not to be had: {package}: {error}")
    return folder / "source"
