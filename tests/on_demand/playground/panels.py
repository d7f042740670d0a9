"""Each panel of the page, by clicks and by keys: what it shows is what SQL answers."""

import re
import struct
from collections import defaultdict
from datetime import datetime, timezone
from uuid import UUID
from xml.etree import ElementTree

import pytest
from chromium import (RFC, V4, click, console, focused, media, open_page, paste, press, saved,
                      texts, wait, wait_for_text)
from harness import ROOT
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

OLD = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
# A statement for which the engine's stack is too small.
NESTED = "WITH t0 AS (SELECT 1 AS x), {} SELECT * FROM t4999".format(
    ", ".join(f"t{i} AS (SELECT x FROM t{i - 1} LIMIT 1)" for i in range(1, 5000)))


def chips(browser, group):
    return browser.find_elements(By.CSS_SELECTOR, f"#{group} .chip")


def lefts(browser, selector, *wanted):
    """Where each text begins, in pixels, at its first place in an element of a selector."""
    return browser.execute_script("""
        const [selector, ...wanted] = arguments, range = new Range();
        const leaves = (it) => (it.firstChild ? Array.from(it.childNodes).flatMap(leaves) : [it]);
        const nodes = leaves(document.querySelector(selector));
        return wanted.map((text) => {
            const node = nodes.find((it) => it.data?.includes(text));
            range.setStart(node, node.data.indexOf(text));
            range.setEnd(node, range.startOffset + text.length);
            return range.getBoundingClientRect().left;
        });
    """, selector, *wanted)


# ---- inspect


def type_text(browser, text):
    """As if it were pasted: chromedriver types no character beyond U+FFFF."""
    browser.execute_script("""
        const input = document.getElementById("inspect-text");
        input.value = arguments[0];
        input.dispatchEvent(new Event("input"));
    """, text)


def wait_for_uuid(browser, uuid):
    wait(browser, "document.getElementById('inspect-grid').checkVisibility() && Array.from(document"
         f".querySelectorAll('#inspect-grid .digit'), (b) => b.textContent).join('') === '{uuid}'")


def drawn(picture):
    """{name or class of elements of an SVG document: their texts}"""
    found = defaultdict(list)
    for element in ElementTree.fromstring(picture).iter():
        for name in (element.tag.split("}")[1], *element.get("class", "").split()):
            found[name].append(element.text)
    return found


def check_inspected(browser, sql, uuid, folder):
    """The digits, bits, fields and formats are those of a UUID, in its picture too."""
    bits = f"{UUID(uuid).int:0128b}"
    wait_for_uuid(browser, uuid)
    assert "".join(texts(browser, "#inspect-grid .bits")) == bits
    places = [tuple(map(int, text.split(" to ")))
              for text in texts(browser, "#inspect-fields tbody td:nth-child(2)")]
    assert [first for first, _ in places] + [128] == [0] + [last + 1 for _, last in places]
    assert [int(it, 16) for it in texts(browser, "#inspect-fields tbody td:nth-child(3)")] == \
        [int(bits[first:last + 1], 2) for first, last in places]
    names = texts(browser, "#inspect-fields tbody th")
    assert texts(browser, "#inspect-grid .name") == names
    summary, = texts(browser, "#inspect-summary")
    (version, variant, time), = sql.execute(
        "SELECT uuid_version(?1), uuid_variant(?1), uuid_timestamp(?1)", [uuid])
    label = f"Version {version}" if version is not None else f"Variant {variant}"
    if len(set(bits)) == 1:
        label = f"The {'Nil' if bits[0] == '0' else 'Max'} UUID: all 128 bits are {bits[0]}"
    assert time is None or f"{time} UTC" in summary
    picture = saved(browser, folder / f"{uuid}.svg", "#inspect-picture .chip")
    said = drawn(picture)
    assert said["title"][1].startswith(label) and f"{said['title'][1]}." in summary
    assert "".join(said["digit"]) == uuid and "".join(said["bits"]) == bits
    assert said["name"] == names and said["time"][0] == (f"{time} UTC" if time else None)
    assert said["ink"][-len(names):] == texts(browser, "#inspect-fields td:last-child")
    if uuid == RFC:
        assert picture == (ROOT / "docs/anatomy.svg").read_bytes()
    formats = "#inspect-more .formats li"
    shown = zip(texts(browser, f"{formats} b"), texts(browser, f"{formats} code"), strict=True)
    assert all(texts(browser, f"{formats} small"))
    assert dict(shown) == dict(sql.execute(
        "SELECT name, iif(binary, quote(uuid_format(?1, name)), uuid_format(?1, name))"
        " FROM uuid_formats WHERE writable", [uuid]))


def test_examples(browser, sql, tmp_path):
    seen = set()
    for chip in chips(browser, "inspect-examples"):
        before, = texts(browser, "#inspect-summary")
        click(browser, chip)
        if chip.text == "a mistake":
            wait_for_text(browser, "#inspect-problem:not([hidden])", "malformed")
            continue
        if chip.text != "version 7":
            wait(browser, f"document.getElementById('inspect-summary').textContent !== {before!r}")
        text = browser.find_element(By.ID, "inspect-text").get_property("value")
        read = re.match(r"Read as (\S+): (\S+)\.", texts(browser, "#inspect-summary")[0])
        (uuid,), = sql.execute("SELECT uuid_parse(?, ?)", [text, read[1] if read else "any"])
        assert read is None or read[2] == uuid
        check_inspected(browser, sql, uuid, tmp_path)
        seen.add(uuid)
    assert len(seen) >= 11


@pytest.mark.parametrize("text, wrong", [
    ("017f22e2-79b0-7cc3-98c4-dc0c0co7398f", "o"),
    ("017f22e279b07cc398c4dc0c0c07398\u00e4", "\u00e4"),
    ("{017f22e2-79b0-7cc3-98c4-dc0c0c07398\U0001f600}", "\U0001f600"),
    ("urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398\u65e5", "\u65e5"),
    ("017f22e2\t-79b0-7cc3-98c4-dc0c0c07398f", "\t"),
    ("017f22e2-79b0-7cc3-98c4-dc0c0c07398", " "),
])
def test_malformed(browser, sql, text, wrong):
    """The caret stands below the character at which the library says that it goes wrong."""
    type_text(browser, text)
    wait(browser, f"document.querySelector('#inspect-problem mark')?.textContent === {wrong!r}")
    with pytest.raises(Exception, match="malformed") as error:
        sql.execute("SELECT uuid_check(?)", [text])
    assert str(error.value).removeprefix("uuid_check: ") in texts(browser, "#inspect-problem")[0]
    assert texts(browser, "#inspect-problem mark") == [wrong]
    offset = int(re.search(r"at offset (\d+)", str(error.value))[1])
    assert (text.encode()[offset:].decode() or " ").startswith(wrong)
    place, caret = lefts(browser, "#inspect-problem", wrong, "^")
    assert place == pytest.approx(caret, abs=1)
    assert browser.find_element(By.ID, "inspect-text").get_attribute("aria-invalid") == "true"
    assert not browser.find_element(By.ID, "inspect-answer").is_displayed()


@pytest.mark.parametrize("fragment, uuid", [
    (f"#{V4}", V4), (f"#%7B{V4}%7D", V4), (f"#%zz+%26&{V4}", V4), ("#sql", RFC), ("#", RFC),
    ("#why?rows=1", RFC)])
def test_address(tab, fragment, uuid):
    wait_for_uuid(open_page(tab, fragment), uuid)


@pytest.mark.parametrize("text, count", [
    (f'{{"id": "{RFC.upper()}", "other": "{V4}", "n": 12}}', 2),
    ("a" * 5_000_000 + f" {RFC} " + "internationalization-of-words " * 10000, 1),
    (f"{RFC} once\n" * 2000, 1),
], ids=("JSON", "5 MB", "the same again"))
def test_text_with_uuids(browser, text, count):
    """The first is shown, each other is one click away, and the text is not in the address."""
    browser.execute_script("document.getElementById('inspect-found').replaceChildren()")
    paste(browser, text, "#inspect-text")
    wait(browser, "location.hash === '#inspect'")
    wait_for_uuid(browser, RFC)
    wait(browser, f"document.querySelectorAll('#inspect-found .chip').length === {count}")
    assert len(browser.find_element(By.ID, "inspect-text").get_property("value")) <= 200
    last = chips(browser, "inspect-found")[-1]
    click(browser, last)
    wait_for_uuid(browser, last.text)
    assert len(chips(browser, "inspect-found")) == count


@pytest.mark.parametrize("text, place, said", [
    ("".join(f"{i:08x}-79b0-4cc3-98c4-dc0c0c07398f done, " for i in range(1, 5001)), "found",
     "5,000 UUIDs in it:"),
    ("hello", "problem", "There is no UUID in it: "),
    ("X'00'", "problem", "malformed UUID at offset 1: a binary UUID is exactly 16 bytes"),
    ("\u65e5\u672c", "problem", "There is no UUID in it: "),
    ("017f22e2-79b0-7cc3-98c4-dc0c0co7398f" + " word" * 10000, "problem",
     "\u20269b0-7cc3-98c4-dc0c0co7398f word word word\u2026\n"),
], ids=("log", "word", "BLOB", "other letters", "long"))
def test_said_of_a_text(browser, text, place, said):
    """All UUIDs are counted; of a long text the part around the first wrong character is shown."""
    type_text(browser, text)
    wait_for_text(browser, f"#inspect-{place}", said)


def test_picture_of_hostile_words(tab, tmp_path):
    hostile = """</text><script>&amp;"'<!--]]>"""
    tab.execute_script("""
        const { call } = playground.inspect;
        playground.inspect.call = (...args) => call.apply(playground.inspect, args).then((it) =>
            (it.kind = it.fields[0].name = it.fields[0].meaning = arguments[0]) && it);""", hostile)
    type_text(tab, RFC)
    wait_for_text(tab, "#inspect-summary", "script")
    said = drawn(saved(tab, tmp_path / f"{RFC}.svg", "#inspect-picture .chip"))
    assert "script" not in said and said["title"][1] == f"Version 7: {hostile}"
    assert said["name"][0] == said["ink"][-5] == hostile


def test_pictures_and_digits_are_copied(browser, tmp_path):
    browser.execute_cdp_cmd("Browser.grantPermissions", {
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    type_text(browser, RFC)
    wait_for_uuid(browser, RFC)
    png = saved(browser, tmp_path / f"{RFC}.png", "#inspect-picture .chip:nth-child(2)")
    assert png[12:24] == b"IHDR" + struct.pack(">II", 1920, 1008) and len(png) > 99999  # not empty
    for keys, place, text in (
            (Keys.ENTER, 3, (ROOT / "docs/anatomy.svg").read_text("utf-8")), (Keys.ENTER, 4, ""),
            (Keys.CONTROL + "c", 4, RFC)):
        browser.execute_script(
            "getSelection().selectAllChildren(document.getElementById('inspect-grid'))")
        press(browser, keys, on=f"#inspect-picture .chip:nth-child({place})")
        wait_for_text(browser, "#inspect-picture [role=status]", "Copied.")
        assert text == browser.execute_async_script(
            "navigator.clipboard.readText().then(arguments[0])")
    browser.execute_script("delete globalThis.ClipboardItem")
    press(browser, Keys.ENTER)
    wait_for_text(browser, "#inspect-picture [role=status]", "save it instead.")


@pytest.mark.parametrize("zone, uuid, time", [
    ("Europe/Berlin", RFC, " UTC (20:22:22 in Europe/Berlin), "), ("Europe/London", RFC, " UTC, "),
    ("Asia/Tokyo", RFC, " UTC (2022-02-23 04:22:22 in Asia/Tokyo), "),
    ("Asia/Tokyo", "00000000-0000-1000-8000-000000000001", "1582-10-15 00:00:00.000 UTC, "),
    ("Asia/Tokyo", "ffffffff-ffff-7000-8000-000000000001", "10889-08-02 05:31:50.655 UTC (14:31"),
])
def test_time_of_the_reader(browser, zone, uuid, time):
    browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
    type_text(browser, uuid)
    wait_for_text(browser, "#inspect-summary", time)
    browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


# ---- the address


def test_back(tab):
    """Through what was pasted, typed at once, clicked and run; the address has UUIDs alone."""
    tab.execute_script(f"location.hash = '{V4}'")
    paste(tab, "no UUID", "#inspect-text")
    press(tab, "a", "b")
    click(tab, chips(tab, "inspect-examples")[0])
    for query in ("SELECT 1", "SELECT 2"):
        run_sql(tab, query)
    press(tab, "x", "y", on="#derive-recipes input")
    for hash, field, value in (
            ("derive", "derive-recipes input", "www.example.comxy"),
            ("sql", "sql-text", "SELECT 2"), ("sql", "sql-text", "SELECT 1"),
            (OLD, "inspect-text", OLD), ("inspect", "inspect-text", "no UUIDab"),
            ("inspect", "inspect-text", "no UUID"), (V4, "inspect-text", V4),
            ("", "inspect-text", RFC)):
        wait(tab, f"location.hash.slice(1) === '{hash}'"
             f" && document.querySelector('#{field}').value === '{value}'")
        assert value != "SELECT 1" or texts(tab, "#sql-answer") == [""]  # not of another query
        tab.back()
    tab.forward()
    tab.forward()
    tab.refresh()
    wait_for_uuid(tab, V4)


@pytest.mark.parametrize("panel", ("sql", "derive"))
def test_link_to_a_panel(tab, panel):
    """It is at the top at last, since "why" is passed by, and has what was typed."""
    wait(tab, "document.querySelector('#range-rows td')")
    press(tab, "x", on="#derive-recipes .card:first-child input")
    tab.execute_script("scrollTo({ top: 0, behavior: 'instant' })")
    tab.find_element(By.CSS_SELECTOR, f"nav a[href='#{panel}']").click()
    wait(tab, f"Math.abs(document.getElementById('{panel}').getBoundingClientRect().top) < 100")
    # "Why" would begin by a timer of 500 ms, which is over before this one, as slow as they are.
    tab.execute_async_script("setTimeout(arguments[0], 1000)")
    assert tab.find_element(By.ID, "why-stop").get_attribute("aria-disabled") == "true"
    assert tab.find_element(By.CSS_SELECTOR, "#derive-recipes input").get_property("value") == \
        "www.example.comx"


@pytest.mark.parametrize("query", ("SELECT count(*) FROM uuid_series(4, 1000000000)",
                                   "DROP VIEW event_text; DROP TABLE event"))
def test_link_to_a_query_has_all_other_panels(tab, query):
    """It is seen while it runs, which is after the rows of Range were found."""
    open_page(tab, "#sql?q=" + query.replace(" ", "+"))
    wait(tab, "document.getElementById('sql-answer').textContent !== ''"
         " && document.getElementById('sql').getBoundingClientRect().top < 100", 10)
    assert len(texts(tab, "#range-rows tbody tr")) == 8
    assert focused(tab) == ""


@pytest.mark.parametrize("panel, text, hash", [
    ("inspect", "user=1%&+", "inspect?text=user%3D1%25%26%2B"),
    ("sql", "SELECT 6*7 -- \u00e4", "sql?q=SELECT+6*7+--+%C3%A4"),
    ("derive", "a&b", "derive?namespace=%40dns&name=a%26b&digest=sha256&time=2024-02-29+12%3A30%3A"
     f"00.250&uuid={OLD}"), ("sql", "x" * 9000, None)], ids=("inspect", "sql", "derive", "long"))
def test_copied_link(tab, panel, text, hash):
    """It shows again what the panel shows, in a page that is open, too; SQL runs. To copy it
    without a clipboard does not move the focus."""
    paste(tab, text, f"#{panel} .digits.wide")
    tab.execute_script("""
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.addEventListener("copy", () => { globalThis.copied = String(getSelection()); });
    """)
    press(tab, Keys.ENTER, on=f"#{panel} [aria-label^='Copy a link with ']")
    wait(tab, f"document.activeElement.textContent === {'Copied' if hash else 'Too long'!r}")
    assert tab.execute_script("return globalThis.copied?.split('html#')[1]") == hash
    open_page(tab)
    if hash:
        tab.execute_script(f"location.hash = '{hash}'")
        wait(tab, f"document.querySelector('#{panel} .digits.wide').value === {text!r}")
        if panel == "sql":
            wait_for_text(tab, "#sql-answer td", "42")


# ---- why version 7


def test_why(chromium):
    """It runs by itself when it is seen."""
    browser = open_page(chromium, "#why")
    wait(browser, "document.getElementById('why-numbers').childElementCount === 3", 120)
    (order, written, _), (random_order, random_written, _) = (
        [float(re.match(r"[\d,.]+", text)[0].replace(",", ""))
         for text in texts(browser, f"#why-numbers dd.v{version}")] for version in (7, 4))
    assert order == 0 and 24000 < random_order < 26000
    assert random_written > 8 * written
    assert [text[:10] for text in texts(browser, "#why-cards dl")] == ["rows50,000"] * 2
    assert browser.execute_script("""
        return Array.from(document.querySelectorAll("#why-cards canvas.pages"), (canvas) => new Set(
            new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
                .data.buffer)).size > 3)""") == [True, True]


def test_why_as_a_picture(chromium, tmp_path):
    """It is drawn again for another scheme, and saved."""
    colour = """const canvas = document.querySelector("#why-cards .v7 canvas");
        return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data
            .reduce((sum, value) => sum + value, 0)"""
    light = chromium.execute_script(colour)
    media(chromium, "dark")
    wait(chromium, f"(() => {{ {colour} }})() !== {light}")
    media(chromium)
    assert saved(chromium, tmp_path / "why-version-7.png", "#why-share").startswith(b"\x89PNG")


def test_why_that_is_stopped_at_once(chromium):
    """Stop is heard before the tables begin to fill, and another run draws on no tree of this one.
    Its pictures have names from the start."""
    console(chromium)
    names = chromium.execute_script("""
        const [start, stop] = ["why-start", "why-stop"].map((id) => document.getElementById(id));
        document.getElementById("why-count").value = "1000000";
        start.click();
        stop.click();
        return Array.from(document.querySelectorAll("#why-cards canvas"), (it) => it.ariaLabel);
    """)
    assert len(names) == 4 and all(names)
    ready = "document.getElementById('why-start').getAttribute('aria-disabled') === 'false'"
    wait(chromium, ready, 10)
    assert texts(chromium, "#why-numbers dd") == []
    chromium.execute_script("""
        const start = document.getElementById("why-start");
        document.getElementById("why-count").value = "50000";
        start.click();
        new MutationObserver((_, observer) => {
            observer.disconnect();
            start.click();
        }).observe(start, { attributeFilter: ["aria-disabled"] });
    """)
    wait(chromium, f"document.querySelectorAll('#why-numbers dd').length === 6 && {ready}", 60)
    assert console(chromium) == []


# ---- range


def times(browser):
    """The milliseconds at which the two sliders stand, the lesser first."""
    at = [browser.find_element(By.ID, f"range-{end}").get_attribute("aria-valuetext")
          for end in ("from", "to")]
    return sorted(int(datetime.strptime(text, "%Y-%m-%d %H:%M UTC").replace(tzinfo=timezone.utc)
                      .timestamp() * 1000) for text in at)


@pytest.mark.parametrize("end, keys", [
    ("from", [Keys.ARROW_LEFT] * 5), ("from", [Keys.HOME]), ("to", [Keys.END]),
    ("to", [Keys.ARROW_RIGHT, Keys.PAGE_DOWN, Keys.ARROW_LEFT]), ("to", [Keys.HOME]),
    ("from", [Keys.END])])
def test_range(browser, sql, end, keys):
    before = times(browser)
    press(browser, *keys, on=f"#range-{end}")
    first, after = times(browser)
    assert [first, after] != before
    (count, least), = sql.execute(
        "SELECT count(*), min(uuid_timestamp(id)) FROM event"
        " WHERE uuid_timestamp_ms(id) >= ? AND uuid_timestamp_ms(id) < ?", [first, after])
    wait_for_text(browser, "#range-summary", f"{count:,} events")
    summary, = texts(browser, "#range-summary")
    assert "SEARCH event USING PRIMARY KEY (id>? AND id<?)" in summary
    assert "SCAN" not in summary
    assert texts(browser, "#range-rows tbody tr:first-child td:nth-child(2)") == \
        ([least] if count else [])
    (low, high), = sql.execute("SELECT uuid7_min(?), uuid7_max(?)", [first, after - 1])
    shown, = texts(browser, "#range-sql")
    assert low in shown and high in shown
    assert len(texts(browser, "#range-chart .in")) >= (after - first) // 86400000


# ---- SQL


def wait_for_answer(browser):
    wait(browser, "document.getElementById('sql-answer').childElementCount > 0"
         " && document.getElementById('sql-run').getAttribute('aria-disabled') === 'false'", 120)


def run_sql(browser, text):
    browser.execute_script("""
        document.getElementById("sql-answer").replaceChildren();
        document.getElementById("sql-text").value = arguments[0];
    """, text)
    press(browser, Keys.CONTROL, Keys.ENTER, on="#sql-text")
    wait_for_answer(browser)


def test_sql_examples(browser):
    console(browser)
    for chip in chips(browser, "sql-examples"):
        browser.execute_script("document.getElementById('sql-answer').replaceChildren()")
        click(browser, chip)
        wait_for_answer(browser)
        problems = texts(browser, "#sql-answer .problem")
        assert (len(problems) > 0) == (chip.text == "an error"), problems
    assert console(browser) == []


@pytest.mark.parametrize("text, shown", [
    ("SELECT 1 AS one, NULL AS none, 'a\u00e4' AS text, X'0aff' AS bytes, 9007199254740993 AS big",
     ["one", "none", "text", "bytes", "big", "1", "NULL", "a\u00e4", "X'0AFF'", "9007199254740993",
      "1 row."]),
    ("SELECT 0.5 AS real WHERE 0", ["real", "0 rows."]), ("SELECT 0.5", ["0.5", "0.5", "1 row."]),
    ("", ["There is no statement to run."]), (" -- none\n;", ["There is no statement to run."])])
def test_sql(browser, text, shown):
    run_sql(browser, text)
    assert texts(browser, "#sql-answer :is(th, td, p)") == shown
    assert focused(browser) == "sql-text"


def test_sql_by_tab_and_enter(browser):
    press(browser, Keys.TAB, on="#sql-text")
    assert focused(browser) == "sql-run"
    press(browser, Keys.ENTER)
    wait_for_answer(browser)
    assert focused(browser) == "sql-run"


def test_sql_errors(browser):
    run_sql(browser, "SELECT 1;\n\tSELECT '\u65e5', nope;")
    problem, = texts(browser, "#sql-answer .problem")
    assert problem.startswith("\tSELECT '\u65e5', nope;\n")
    assert problem.endswith("no such column: nope")
    place, caret = lefts(browser, "#sql-answer .problem", "nope", "^")
    assert place == pytest.approx(caret, abs=1)


def test_sql_that_is_stopped(browser):
    """Neither Inspect nor Stop waits for it."""
    endless = "CREATE TABLE IF NOT EXISTS kept (a); SELECT count(*) FROM uuid_series(4, 1000000000)"
    browser.execute_script("document.getElementById('sql-text').value = arguments[0]", endless)
    click(browser, "#sql-run")
    type_text(browser, V4)
    wait_for_uuid(browser, V4)
    click(browser, "#sql-examples .chip")
    assert texts(browser, "#sql-answer") == ["Running\u2026"]
    assert browser.find_element(By.ID, "sql-text").get_property("value") == endless
    off = [chip.get_attribute("aria-disabled") for chip in chips(browser, "sql-examples")]
    click(browser, "#sql-stop")
    wait_for_text(browser, "#sql-answer .problem",
                  "Stopped. The tables are as before these statements")
    wait(browser, "document.querySelector('#range-rows td')")
    on = [chip.get_attribute("aria-disabled") for chip in chips(browser, "sql-examples")]
    assert (set(off), set(on)) == ({"true"}, {"false"})
    run_sql(browser, "SELECT count(*) FROM event")
    assert texts(browser, "#sql-answer td") == ["20000"]


def test_tables_survive(browser):
    """A crash, and Stop before the engine has begun with the statements."""
    run_sql(browser, "CREATE TABLE mine (a); INSERT INTO mine VALUES (7)")
    run_sql(browser, NESTED)
    assert "started again, with the tables as before." in texts(browser, "#sql-answer .problem")[0]
    browser.execute_script("""
        playground.sql.call("query", "SELECT count(*) FROM uuid_series(4, 1000000000)", [])
            .catch(() => {});
        document.getElementById("sql-run").click();
    """)
    click(browser, "#sql-stop")
    wait_for_text(browser, "#sql-answer .problem", "Stopped.")
    run_sql(browser, "SELECT a, uuid5('@dns', 'www.example.com') FROM mine")
    assert texts(browser, "#sql-answer td") == ["7", "2ed6657d-e927-568b-95e1-2665a8aea6a2"]


@pytest.mark.parametrize("link", ["#sql-answer td a", "#derive-recipes dd a"])
def test_link_that_opens_inspect(browser, link):
    """Of a UUID in a result, also in 16 bytes, and of one that is derived."""
    run_sql(browser, f"SELECT uuid_blob('{V4}')")
    shown = texts(browser, link)[0]
    press(browser, Keys.ENTER, on=link)
    wait_for_uuid(browser, str(UUID(shown.strip("X'"))))
    assert focused(browser) == "inspect-text"


# ---- derive


def check_derived(browser, sql):
    """What is shown of each statement is what it gives. Returns: [(statement, what is shown)]"""
    wait(browser, "Array.from(document.querySelectorAll('#derive-recipes dd')).every("
         "(it) => it.textContent !== '')")
    found = list(zip(texts(browser, "#derive-recipes dt code"),
                     texts(browser, "#derive-recipes dd div > :first-child"), strict=True))
    for expression, shown in found:
        if re.match(r"uuid\w+: ", shown):
            with pytest.raises(Exception) as error:
                sql.execute(f"SELECT {expression}")
            assert str(error.value) == shown
        elif "uuid7_at(" in expression:
            assert sql.execute(f"SELECT uuid7_min({expression[9:-1]}) <= ?1"
                               f" AND ?1 <= uuid7_max({expression[9:-1]})", [shown]) == [(1,)]
        else:
            assert sql.execute(f"SELECT coalesce({expression}, 'NULL')") == [(shown,)]
    return found


def test_derive(browser, sql):
    """The statements of a card run in turn, so that the last changes when all have."""
    name = "document.querySelector('#derive-recipes dd:last-of-type').textContent"
    before = check_derived(browser, sql)
    assert len(before) == 9
    for keys in (Keys.END + "'", "\u00e4"):
        shown = browser.execute_script(f"return {name}")
        press(browser, keys, on="#derive-recipes .card:first-child input")
        wait(browser, f"{name} !== {shown!r}")
    after = check_derived(browser, sql)
    assert [a[1] == b[1] for a, b in zip(before, after)][:3] == [False] * 3
    press(browser, Keys.ARROW_DOWN, on="#derive-recipes .card:first-child select")
    press(browser, "x", on="#derive-recipes .card:nth-child(2) input")
    press(browser, "no", on="#derive-recipes .card:last-child input")
    wait(browser, f"!{name}.startsWith('{after[2][1]}')")
    wait_for_text(browser, "#derive-recipes .card:nth-child(2) dd:last-of-type", "malformed time")
    wait_for_text(browser, "#derive-recipes .card:last-child dd:last-of-type", "NULL")
    check_derived(browser, sql)


# ---- an engine that fails


@pytest.mark.parametrize("place, key, answer, others", [
    ("why-start", Keys.ENTER, "why-cards", "why-numbers"),
    ("sql-run", Keys.ENTER, "sql-answer", ""),
    ("inspect-text", "x", "inspect-problem", "inspect-answer"),
    ("range-from", Keys.ARROW_LEFT, "range-summary", "range-rows")])
def test_engine_that_fails(browser, place, key, answer, others):
    """Its reason is shown, and no other answer; a button is on again. Nothing works after it."""
    browser.execute_script("""
        for (const engine of Object.values(playground))
            engine.call = engine.listen = () => Promise.reject(new Error("it is broken"));
    """)
    press(browser, key, on=f"#{place}")
    wait(browser, f"document.getElementById('{answer}').textContent === 'it is broken'"
         f" && document.getElementById('{place}').ariaDisabled !== 'true'")
    assert not others or not browser.find_element(By.ID, others).text
