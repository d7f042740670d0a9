"""The page as a whole: its size, and that it reaches no network."""

import gzip
import shutil
import sys

from chromium import PAGE, click, open_page, texts, wait
from harness import ROOT, run

MOST = 768 * 1024  # bytes of the file, compressed


# ---- the file


def test_size():
    assert len(gzip.compress(PAGE.read_bytes(), 9)) <= MOST


def test_build_refuses_a_larger_page():
    done = run(sys.executable, "-B", "-c", "import build; build.MOST = 500000; build.main()",
               cwd=ROOT / "examples/playground", check=False)
    assert done.returncode == 1
    assert "more than 500,000 bytes" in done.stderr


def test_path_with_spaces(chromium, tmp_path):
    copy = tmp_path / "a folder, ä #1 %41" / "see a UUID.html"
    copy.parent.mkdir()
    shutil.copy(PAGE, copy)
    open_page(chromium, page=copy)
    assert texts(chromium, "#versions")[0].startswith("uuid9562 ")
    open_page(chromium)


# ---- the network


def test_policy(browser):
    """Neither does the page ask for anything, nor could a script in it."""
    assert browser.execute_script("""
        return performance.getEntriesByType("resource").map(({ name }) => name)
            .filter((name) => !name.startsWith("blob:") && !name.startsWith("data:"))""") == []
    policy, = browser.execute_script(
        "return Array.from(document.querySelectorAll('meta[http-equiv]'), (it) => it.content)")
    assert policy.startswith("default-src 'none';")
    assert "unsafe-inline" not in policy and "http" not in policy and "*" not in policy


def test_nothing_is_said_in_the_console(chromium):
    chromium.get_log("browser")
    open_page(chromium)
    for chip in chromium.find_elements("css selector", ".chip"):
        click(chromium, chip)
    wait(chromium, "document.querySelector('#sql-answer .problem')")
    assert chromium.get_log("browser") == []
