"""The page as a whole: it reaches no network, is there at once, and can be read by everyone."""

import gzip
import http.server
import shutil
import sys
import threading

import pytest
from chromium import PAGE, click, open_page, press, texts, wait
from harness import ROOT, run
from selenium.webdriver.common.keys import Keys

MOST = 1536 * 1024  # bytes of the file, compressed
WIDTHS = (320, 390, 768, 1280)


def media(browser, **features):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-" + name.replace("_", "-"), "value": value}
        for name, value in features.items()]})


@pytest.fixture(scope="module")
def full(browser):
    """The page with something in each panel."""
    open_page(browser)
    press(browser, Keys.HOME, on="#generate-count")
    press(browser, Keys.HOME, on="#insert-count")
    browser.execute_script("""
        for (const button of ["generate-start", "insert-start", "sql-run", "audit-sample"])
            document.getElementById(button).click();
    """)
    wait(browser, "document.querySelectorAll('#generate-answer .card').length === 2"
         " && document.getElementById('insert-summary').textContent !== ''"
         " && document.querySelector('#sql-answer table') && document.querySelector('#audit-answer table')",
         40)
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    media(browser)


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


def test_first_paint(browser):
    paints = browser.execute_script(
        "return performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime])")
    ready, = texts(browser, "#state")
    print("".join(f"\n    {name} after {round(ms)} ms" for name, ms in paints), f"\n    {ready}")
    assert dict(paints)["first-contentful-paint"] < 5000  # a second, where it is quiet


# ---- the network


@pytest.fixture
def server():
    """(its address, the paths that it was asked for)"""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}", asked
        listening.shutdown()


REACH = """
    const [address, done] = arguments;
    const failed = (promise) => promise.then(() => "reached", () => "refused");
    const add = (tag, properties) => new Promise((resolve, reject) => {
        const made = Object.assign(document.createElement(tag), properties);
        made.onload = resolve;
        made.onerror = reject;
        document.head.append(made);
        setTimeout(reject, 3000);
    });
    const inside = `fetch("${address}/worker").then(() => postMessage(1), () => postMessage(0))`;
    Promise.all([
        failed(fetch(`${address}/fetch`, { mode: "no-cors" })),
        failed(add("img", { src: `${address}/image` })),
        failed(add("script", { src: `${address}/script` })),
        failed(add("link", { rel: "stylesheet", href: `${address}/style` })),
        failed(add("iframe", { src: `${address}/frame` })),
        failed(new Promise((resolve, reject) => {
            const worker = new Worker(URL.createObjectURL(new Blob([inside])));
            worker.onmessage = ({ data }) => (data ? resolve() : reject());
            worker.onerror = reject;
        })),
    ]).then(done);
"""


def test_no_network(chromium, server, tmp_path):
    """Neither does the page ask for anything, nor could a script in it."""
    address, asked = server
    open_page(chromium)
    assert chromium.execute_script("""
        return performance.getEntriesByType("resource").map(({ name }) => name)
            .filter((name) => !name.startsWith("blob:") && !name.startsWith("data:"))""") == []
    chromium.execute_async_script(REACH, address)
    assert asked == []
    (tmp_path / "plain.html").write_text("<!DOCTYPE html><title>x</title>", encoding="utf-8")
    chromium.get((tmp_path / "plain.html").as_uri())
    chromium.execute_async_script(REACH, address)
    assert "/fetch" in asked and "/image" in asked  # where nothing forbids it
    chromium.get_log("browser")
    open_page(chromium)


def test_policy(browser):
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


# ---- for everyone

READ = """
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) =>
        [r, g, b].map((part, i) => part * a + below[i] * (1 - a)).concat(1);
    const behind = (element) => {
        if (element === null)
            return rgba("Canvas");
        const colour = rgba(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour : over(colour, behind(element.parentElement));
    };
    const luminance = (colour) => {
        const [r, g, b] = colour.slice(0, 3).map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    };
    const found = {};
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const style = getComputedStyle(element);
        if (walker.currentNode.data.trim() === "" || style.backgroundClip === "text"
            || !element.checkVisibility({ checkVisibilityCSS: true })
            || element.closest('[aria-disabled="true"]'))
            continue;
        const below = behind(element);
        const name = `${element.closest("[id]")?.id} ${element.localName}.${element.className}`;
        const of = found[name] ??= [99, 99];
        of[0] = Math.min(of[0], contrast(over(rgba(style.color), below), below));
        of[1] = Math.min(of[1], parseFloat(style.fontSize));
    }
    return found;
"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_look(full, scheme, width):
    """Nothing is wider than the window, and all text is large and stands out."""
    media(full, color_scheme=scheme)
    full.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 700})
    wide, paper = full.execute_script("""
        return [document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]""")
    assert wide <= width
    assert (sum(map(int, paper[4:-1].split(","))) > 384) == (scheme == "light")
    found = full.execute_script(READ)
    assert len(found) > 40
    assert {name: of[0] for name, of in found.items() if of[0] < 4.5} == {}
    assert {name: of[1] for name, of in found.items() if of[1] < 12} == {}


def test_names(full):
    """What one can use has a name that a screen reader says."""
    nodes = full.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    used = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
            if not node["ignored"] and node["role"]["value"] in (
                "button", "link", "textbox", "combobox", "slider", "progressbar", "img", "image",
                "region", "navigation", "group", "table", "canvas", "Canvas")]
    assert {"button", "link", "textbox", "combobox", "slider", "region"} <= {role for role, _ in used}
    assert [role for role, name in used if name == "" and role not in ("table", "group")] == []
    assert full.execute_script("return document.documentElement.lang") == "en"


def test_headings(full):
    levels = full.execute_script("""
        return Array.from(document.querySelectorAll("h1, h2, h3, h4"), (it) => Number(it.localName[1]))""")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def test_what_changes_is_told(full):
    """Each place that changes by itself is a live region, or has one beside it."""
    live = full.execute_script("""
        return Array.from(document.querySelectorAll("[aria-live], [role=status], [role=alert]"),
            (it) => it.id)""")
    assert {"state", "inspect-summary", "inspect-problem", "generate-answer", "insert-summary",
            "range-summary", "sql-answer", "audit-answer"} <= set(live)


def test_motion(full):
    behaviour = "return getComputedStyle(document.documentElement).scrollBehavior"
    media(full, reduced_motion="no-preference")
    assert full.execute_script(behaviour) == "smooth"
    media(full, reduced_motion="reduce")
    assert full.execute_script(behaviour) == "auto"
    assert full.execute_script("""
        return document.getAnimations().length + Array.from(document.querySelectorAll("*")).filter(
            (it) => !["0s", ""].includes(getComputedStyle(it).transitionDuration)).length""") == 0
