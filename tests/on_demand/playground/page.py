"""The page as a whole: its size, and that it reaches no network."""

import re
import shutil
import struct
import sys

import pytest
from chromium import PAGE, RFC, console, media, open_page, paste, press, texts, wait, wait_for_text
from harness import ROOT, run
from release import REPOSITORY, SITE
from selenium.webdriver.common.keys import Keys

SECRET = "hunter2"
FIELDS = """return Array.from(document.querySelectorAll("input, textarea, select"),
    (it) => it.value).join()"""


# ---- the file


def test_preview():
    """What other sites show of a link to the page."""
    assert f'<meta property="og:image" content="{SITE}preview.png">' in PAGE.read_text("utf-8")
    png = PAGE.with_name("preview.png").read_bytes()
    assert png[12:24] == b"IHDR" + struct.pack(">II", 1200, 630) and len(png) < 40960


def test_build_refuses_a_larger_page():
    done = run(sys.executable, "-B", "-c", "import build; build.MOST = 500000; build.main()",
               cwd=ROOT / "examples/playground", check=False)
    assert done.returncode == 1
    assert "more than 500,000 bytes" in done.stderr


def test_path_with_spaces(tab, tmp_path):
    copy = tmp_path / "a folder, ä #1 %41" / "see a UUID.html"
    copy.parent.mkdir()
    shutil.copy(PAGE, copy)
    open_page(tab, page=copy)
    wait_for_text(tab, "#versions", "uuid9562 ")


# ---- where it cannot run


@pytest.mark.parametrize("pattern, text", [('(id="engine">)[^<]{100}', r"\1"),
                                           ('(id="worker">)', r"\1}")], ids=("engine", "worker"))
def test_engine_that_fails(tab, tmp_path, pattern, text):
    broken = tmp_path / "broken.html"
    broken.write_text(re.sub(pattern, text, PAGE.read_text("utf-8")), "utf-8")
    open_page(tab, page=broken)
    wait(tab, "document.getElementById('state').checkVisibility()")
    assert texts(tab, "#state")[0].startswith("This browser cannot run the page: ")


def test_without_javascript(tab):
    tab.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    tab.refresh()
    assert "needs JavaScript" in tab.find_element("css selector", "noscript").text


@pytest.mark.parametrize("width", (320, 500, 1920))
def test_width(tab, width):
    """Nothing is wider, and at 320 pixels all that a finger presses is high enough."""
    tab.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": width == 320})
    tab.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    open_page(tab)
    wait(tab, "document.querySelector('#range-rows td')")
    assert tab.execute_script("return document.documentElement.scrollWidth") <= width
    assert max(tab.execute_script("return Array.from(document.querySelectorAll('nav *'),"
                                  " (it) => it.getBoundingClientRect().right)")) <= width
    assert width > 320 or min(tab.execute_script("""return Array.from(
        document.querySelectorAll("button, select, [type=text], [type=range], summary, nav a"))
        .filter((it) => it.checkVisibility()).map((it) => it.offsetHeight)""")) >= 44


# ---- the look


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_contrast(browser, scheme):
    """4.5 of text on both grounds, 3 of borders."""
    media(browser, scheme)
    paper, card, edge, *texts = (
        0.05 + sum(part * ((int(colour[i:i + 2], 16) / 255 + 0.055) / 1.055) ** 2.4
                   for i, part in ((1, 0.2126), (3, 0.7152), (5, 0.0722)))
        for colour in browser.execute_script("""
            const style = getComputedStyle(document.body);
            return "paper card edge ink soft accent bad time label sequence place free reserved v7"
                .concat(" v4").split(" ").map((it) => style.getPropertyValue(`--${it}`));"""))
    media(browser)
    for ground in (paper, card):
        assert all(max(it, ground) / min(it, ground) >= 4.5 for it in texts)
        assert max(edge, ground) / min(edge, ground) >= 3


def test_print(browser):
    """Digits have a colour of the light scheme, which paper shows without a ground; no buttons."""
    wait(browser, "document.querySelector('.digit') && document.querySelector('.chart i')")
    media(browser, "dark", "print")
    digit, bar, buttons = browser.execute_script("""
        const style = (it) => getComputedStyle(document.querySelector(it));
        return [style(".digit").fill, style(".chart i").printColorAdjust, Array.from(document
            .querySelectorAll("nav, button, [type=range]")).filter((b) => b.checkVisibility())]""")
    media(browser)
    assert (digit, bar, buttons) == ("rgb(31, 111, 192)", "exact", [])


def test_stops_of_the_tab_key(browser):
    """Few, since arrow keys go from chip to chip, in a circle."""
    assert browser.execute_script("""return Array.from(document.querySelectorAll(
        "a, button, input, select, textarea, summary, [tabindex]"))
        .filter((it) => it.tabIndex === 0 && it.checkVisibility()).length""") <= 50
    for key, chip in zip((Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_LEFT), (1, 0, -1)):
        press(browser, key, on="#sql-examples [tabindex='0']")
        assert browser.execute_script("return Array.from(document.querySelectorAll("
            f"'#sql-examples .chip')).at({chip}) === document.activeElement")


def test_links_out(browser):
    """Each manual that the page links is in the site."""
    links = browser.execute_script("return Array.from(document.querySelectorAll('a[href^=http]'),"
                                   " (it) => it.getAttribute('href'))")
    pages = {link.removeprefix(SITE) for link in links if link.startswith(SITE)} - {""}
    assert {f"https://github.com/{REPOSITORY}", SITE} < set(links) and "docs/install.html" in pages
    for page in pages:
        source = page.replace("index.html", "README.md").replace(".html", ".md")
        assert (ROOT / source).exists(), page


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


# ---- what is pasted


def test_secrets_stay_in_memory(tab, tmp_path):
    """Neither addresses, the history, storage, the title, requests nor the console have them, nor
    fields after a reload."""
    file = tmp_path / f"{SECRET}.csv"
    file.write_text(f"{SECRET},{RFC}\n", "utf-8")
    for log in ("browser", "performance"):
        tab.get_log(log)
    for text in (SECRET, f"{SECRET}\nand\n{RFC}", RFC[:-7] + SECRET, RFC + SECRET):
        paste(tab, text, "#inspect-text")
    for statement in (f"SELECT '{SECRET}'", f"SELECT {SECRET}"):
        paste(tab, statement, "#sql-text")
        press(tab, Keys.CONTROL, Keys.ENTER)
        wait_for_text(tab, "#sql-answer", SECRET)
    paste(tab, SECRET, "#derive-recipes input")
    tab.find_element("id", "data-file").send_keys(str(file))
    wait(tab, "/^(?!Reading).*hunter2/s.test(document.getElementById('data-answer').innerText)")
    kept = tab.execute_async_script("""
        const done = arguments[0];
        (async () => done(JSON.stringify([document.title, name, document.cookie, history.state,
            { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(),
            await caches.keys().catch(String), performance.getEntries()])))();""")
    seen = [kept, tab.execute_cdp_cmd("Page.getNavigationHistory", {}), console(tab),
            tab.get_log("performance")]
    assert SECRET not in str(seen)
    assert SECRET in tab.execute_script(FIELDS)
    for move in (tab.refresh, tab.back, tab.forward):
        move()
        wait(tab, "'playground' in globalThis")
        assert SECRET not in tab.execute_script(FIELDS)
    assert tab.execute_script("return document.querySelectorAll("
        "':is(input, textarea, select):not([autocomplete=off])').length") == 0
