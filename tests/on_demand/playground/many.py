"""Many UUIDs in a text: their table, the command's summary over them, and the list of them."""

import random
import subprocess
import uuid

import pytest
from chromium import (RFC, V4, Connection, click, focused, paste, press, saved, texts, wait,
                      wait_for_text)
from files import choose
from harness import COMMAND
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

NOW = 1767225600000
random.seed(55)


def find(browser, content):
    """What the page says of it, and the rows of its table: (line, nth, text, UUID)."""
    found = browser.execute_async_script("""
        const [bytes, done] = arguments;
        playground.sql.call("many", new Blob([Uint8Array.from(bytes)]))
            .then(() => playground.sql.call("summary", 0)).then(done, (it) => done(it.message));
    """, list(content))
    return found, Connection(browser).execute(
        "SELECT line, nth, text, uuid_str(uuid) FROM opened.pasted")


def seven(ms):
    value = ms << 80 | random.getrandbits(80)
    return str(uuid.UUID(int=value & ~(15 << 76) & ~(3 << 62) | 7 << 76 | 2 << 62))


@pytest.mark.parametrize("text", [
    RFC, RFC.upper(), f"{{{RFC}}}", f"urn:uuid:{RFC}", RFC.replace("-", ""),
    "01FWHE4YDGFK1SHH6W1G60EECF", "user_01fwhe4ydgfk1shh6w1g60eecf", "BihbxwwQ4NZZpKRH9JDCz",
    "AX8i4nmwfMOYxNwMDAc5jw==", f"2.25.{uuid.UUID(RFC).int}"])
def test_format(browser, text):
    assert find(browser, f"first\n \t{text}\r\n".encode())[1][1:] == [(2, 1, text, RFC)]


@pytest.mark.parametrize("content, rows", [
    (f"a,b\r\n{RFC},{V4}\r\n{V4},-".encode(), [(1, 1, None), (2, 1, RFC), (2, 2, V4), (3, 1, V4)]),
    (f'[{{"id": "{RFC}"}},\n\n{{"id":"{V4}"}}]'.encode(), [(1, 1, RFC), (3, 1, V4)]),
    (f"\ufeff{RFC}\n2026 INFO /a/{V4}?x done".encode(), [(1, 1, RFC), (2, 1, V4)]),
    (f"\ufeff{RFC}\n\u20ac{V4}\n".encode("utf-16"), [(1, 1, RFC), (2, 1, V4)]),
    (f"\0\0{RFC}\0\n{V4}a\n".encode(), [(1, 1, RFC), (2, 1, None)]),
    ((RFC + ";").encode() * 60000, [(1, nth, RFC) for nth in range(1, 60001)]),
], ids=("CSV", "JSON", "log", "UTF-16", "NUL", "a line of 2 MB"))
def test_text(browser, content, rows):
    assert [(line, nth, one) for line, nth, _, one in find(browser, content)[1]] == rows


LINES = {
    "none": ["nothing"],
    "in order": [seven(NOW + i * 90000000) for i in range(2000)],
    "of seconds": [seven(NOW // 1000 + i) for i in range(2000)],
    "GUIDs": [str(uuid.UUID(bytes=uuid.UUID(seven(NOW + i)).bytes_le)) for i in range(500)],
    "mixed": [V4.upper(), f"{{{RFC}}}", RFC, RFC, V4, "n/a", "0" * 32, RFC.replace("-", "")] * 9,
}


@pytest.mark.parametrize("name", LINES)
def test_summary(browser, name):
    """It is the command's, for the same lines."""
    text = "\n".join(LINES[name]) + "\n"
    told = subprocess.run([COMMAND, "inspect", "--summary", "--json", "--keep-going"], input=text,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    found, rows = find(browser, text.encode())
    assert found["json"] == told.stdout
    uuids = [row[3] for row in rows if row[3]]
    assert found["duplicates"] == len(uuids) - len(set(uuids))


@pytest.fixture(scope="module")
def shown(browser, tmp_path_factory):
    """100,000 lines in the page."""
    lines = [seven(NOW + i * 1000) for i in range(100000)]
    lines[17], lines[400], lines[500], lines[99999] = "n/a", lines[5], lines[501], V4.upper()
    lines[600:602] = lines[601], lines[600]
    path = tmp_path_factory.mktemp("many") / "many.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    browser.execute_script("globalThis.ticks = 0; setInterval(() => ticks++, 5)")
    choose(browser, path)
    wait(browser, "document.querySelector('.list a')", 60)
    return lines


def test_list(browser, shown):
    """The document has the rows in sight, and each key goes to another."""
    assert browser.execute_script("return ticks") > 5
    assert texts(browser, "#data-answer .summary") == [
        "many.txt: 99,999 UUIDs in 100,000 lines: 99,998 of version 7 and 1 of version 4, from "
        "2026-01-01 to 2026-01-02; not in order at 2 places; 2 duplicates; 1 line without a UUID, "
        "first line 18."]
    for keys, line in ((Keys.ARROW_DOWN, 2), (Keys.END, 100000), (Keys.ARROW_UP, 99999),
                       (Keys.HOME, 1), (Keys.PAGE_DOWN, 10), (Keys.PAGE_UP * 3, 1),
                       (Keys.ARROW_DOWN * 5, 6)):
        press(browser, keys, on=".list")
        wait(browser, f"""document.querySelector(
            `[id="${{document.querySelector(".list").getAttribute("aria-activedescendant")}}"]`)
            ?.firstChild?.textContent === '{line:,}'""")
        assert len(texts(browser, ".list [id]")) < 40
    press(browser, Keys.ENTER)
    wait(browser, f"document.getElementById('inspect-text').value === '{shown[5]}'")
    assert focused(browser) == "inspect-text"


@pytest.mark.parametrize("name, lines", [
    ("duplicates", [6, 401, 501, 502]), ("descents", [401, 602]), ("wrong", [18]), ("4", [100000]),
    ("all", list(range(1, 100001)))])
def test_filter(browser, shown, tmp_path, name, lines):
    """And those rows are saved."""
    rows = browser.find_element(By.XPATH, "//label[contains(., 'Rows')]/select")
    Select(rows).select_by_value(name)
    wait(browser, f"document.querySelector('.list').ariaRowCount === '{len(lines) + 1}'")
    wait(browser, f"document.querySelector('.list [id] > *')?.textContent === '{lines[0]:,}'")
    button = browser.find_element(By.XPATH, "//button[. = 'Save as CSV']")
    assert saved(browser, tmp_path / "uuids.csv", button).decode() == "line,uuid\n" + "".join(
        f"{line},{shown[line - 1].lower()}\n" for line in lines if shown[line - 1] != "n/a")


@pytest.mark.parametrize("on", ["#inspect-text", "#sql-run"])
def test_paste(browser, on):
    """It is no field's value; of two columns the first is shown; no link changes it."""
    before = browser.find_element(By.ID, "inspect-text").get_property("value")
    paste(browser, "".join(f"{seven(NOW + i)},{V4}\n" for i in range(len(on))), on)
    wait_for_text(browser, "#data-answer .summary", f"The pasted text: the 1st of each line, "
                  f"{len(on)} of {2 * len(on)} UUIDs in {len(on)} lines: {len(on)} of version 7, ")
    assert browser.find_element(By.ID, "inspect-text").get_property("value") == before
    assert browser.current_url.endswith("#data")
    browser.execute_script("location.hash = '#sql?q=DROP TABLE opened.pasted'")
    wait(browser, "document.getElementById('sql-answer').textContent.includes('those of a link')")
    assert Connection(browser).execute("SELECT count(*) FROM opened.pasted") == [(2 * len(on),)]


def test_cancel(browser, tmp_path):
    path = tmp_path / "large.txt"
    path.write_text(f"{RFC}\n" * 2000000, encoding="utf-8")
    choose(browser, path)
    wait(browser, "document.querySelector('#data-answer progress')?.value > 0")
    click(browser, "#data-answer .chip")
    wait_for_text(browser, "#data-answer .problem", "large.txt: Cancelled.")
    assert Connection(browser).execute("SELECT count(*) FROM event") == [(20000,)]
