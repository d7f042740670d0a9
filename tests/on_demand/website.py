"""The site of `./dev site` in a headless Chromium, from a disk and from a server below an address,
where it may reach no other host; and a copy of the project in which links are broken."""

import functools
import re
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from harness import BUILD, PYTHON, ROOT, run
from playground.chromium import start, texts, wait
from release import REPOSITORY

SITE = BUILD / "site"
PAGES = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))
REPOSITORY_FILE = f"https://github.com/{REPOSITORY}/blob/main/"
# The least contrast of colours in code, as WCAG defines it.
CONTRAST = """
    const light = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((it) => it / 255)
        .map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)
        .reduce((sum, it, at) => sum + it * [0.2126, 0.7152, 0.0722][at], 0.05);
    return Math.min(21, ...Array.from(document.querySelectorAll(".highlight pre span"), (it) => {
        const [a, b] = [getComputedStyle(it).color,
                        getComputedStyle(it.closest(".highlight")).backgroundColor].map(light);
        return Math.max(a, b) / Math.min(a, b);
    }));
"""


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "below").symlink_to(SITE)

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as it:
        threading.Thread(target=it.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{it.server_port}/below/"
        it.shutdown()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    driver = start(f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
                   "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    yield driver
    driver.quit()


@pytest.fixture(params=["disk", "server"])
def place(request, served):
    return {"disk": f"{SITE.as_uri()}/", "server": served}[request.param]


def show(driver, width=1280, theme="light"):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": theme}]})


def test_first_screen(chromium, place):
    """What it is, and how to have it."""
    show(chromium)
    chromium.get(f"{place}index.html")
    assert chromium.title == "uuid9562"
    assert "generates, parses and converts UUIDs" in chromium.find_element("css selector", "article").text
    command = chromium.find_element("css selector", "article pre")
    assert command.text.startswith("./dev demo")
    assert command.rect["y"] + command.rect["height"] < 900


def test_navigation(chromium, place):
    """It is the tables of docs/README.md, each below its heading; a link goes."""
    tables = re.split("^## ", (ROOT / "docs/README.md").read_text("utf-8"), flags=re.M)[1:]
    titles = [re.findall(r"(?<=\[)[^]]+(?=\]\((?!internals\)))|(?<=`)man .+?(?=`)", table)
              for table in tables]
    show(chromium)
    chromium.get(f"{place}docs/lua.html")
    assert texts(chromium, ".sidebar-tree .caption") == [table.split("\n")[0] for table in tables]
    links = [texts(chromium, f".sidebar-tree p:nth-of-type({at}) + ul > li > a") for at in range(1, 6)]
    assert links == [["Manuals"] * (at == 0) + titles[at] + ["Source"] * (at == 4) for at in range(5)]
    chromium.find_element("link text", "Hosts of SQLite").click()
    assert wait(chromium, "document.querySelector('h1')") and chromium.title.startswith("Hosts of")


def test_search(chromium, place):
    show(chromium)
    chromium.get(f"{place}docs/sqlite/start.html")
    field = chromium.find_element("css selector", ".sidebar-search")
    field.send_keys("outbox cursor")
    field.submit()
    wait(chromium, "/found \\d+ page/.test(document.body.innerText)")
    chromium.find_element("partial link text", "change feeds and cursors").click()
    wait(chromium, "location.pathname.endsWith('docs/sqlite/feeds.html')")
    field = chromium.find_element("css selector", ".sidebar-search")
    field.send_keys("uuid7_min_blob")
    field.submit()
    wait(chromium, "/found \\d+ page/.test(document.body.innerText)")
    assert "SQLite: keys and ranges" in texts(chromium, "#search-results a")


def test_playground(chromium, place):
    show(chromium)
    chromium.get(f"{place}index.html")
    chromium.find_element("css selector", "article a.button").click()
    wait(chromium, "document.querySelector('#versions')?.textContent.startsWith('uuid9562 ')")


@pytest.mark.parametrize("width", (320, 1280))
@pytest.mark.parametrize("theme", ("light", "dark"))
def test_every_page(chromium, served, width, theme):
    """None scrolls sideways, its code is readable, and it asks nothing of another host."""
    show(chromium, width, theme)
    chromium.get_log("browser")
    for page in PAGES:
        chromium.get(served + page)
        assert chromium.execute_script("return document.documentElement.scrollWidth") <= width, page
        assert chromium.execute_script(CONTRAST) >= 4.5, page
        assert not [name for name in chromium.execute_script(
            "return performance.getEntriesByType('resource').map(({ name }) => name)")
            if not name.startswith((served, "blob:", "data:"))], page
        ground = chromium.execute_script("return getComputedStyle(document.body).backgroundColor")
        assert (sum(map(float, re.findall(r"[\d.]+", ground)[:3])) < 300) == (theme == "dark"), page
    assert chromium.get_log("browser") == []


def test_links():
    """Each leads to a file of the site, and to a place in it, or of the project."""
    html = {page: (SITE / page).read_text("utf-8") for page in PAGES}
    places = {SITE / page: {"", *re.findall(r'id="([^"]+)"', text)} for page, text in html.items()}
    for page, text in html.items():
        if page == "uuid9562.html":
            continue
        assert "not run:" not in re.sub("<!--.*?-->", "", text, flags=re.S)
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            if link.startswith(REPOSITORY_FILE):
                assert (ROOT / link.removeprefix(REPOSITORY_FILE)).exists(), link
            elif not re.match(r"https?:|data:", link):
                name, _, fragment = re.sub(r"\?[^#]*", "", link).partition("#")
                target = ((SITE / page).parent / name).resolve() if name else SITE / page
                assert target.is_file() and fragment in places.get(target, {""}), (page, link)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The project in another folder, with what is built."""
    folder = tmp_path_factory.mktemp("a copy") / "project"
    shutil.copytree(ROOT, folder, symlinks=True, ignore=shutil.ignore_patterns(BUILD.name, ".git"))
    (folder / "build/pack").mkdir(parents=True)
    for name in ("playground", "pack/tools", "cli"):
        (folder / "build" / name).symlink_to(BUILD / name)
    return folder


def build(folder):
    return run(PYTHON, "-B", "pack/website.py", cwd=folder, check=False, stderr=subprocess.STDOUT,
               env={"B": "build", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "1"})


def test_the_same_bits_in_another_folder(copy):
    assert build(copy).returncode == 0
    made, ours = ({path.relative_to(site): path.read_bytes() for path in site.rglob("*")
                   if path.is_file()} for site in (copy / "build/site", SITE))
    assert made == ours


def test_a_broken_link_fails(copy):
    broken = ["nope.md", "#nope_1", "contract.md#nope_2", "../core/nope.c", "nope.svg"]
    with open(copy / "docs/lua.md", "a", encoding="utf-8") as page:
        page.writelines(f"\n{'!' * link.endswith('svg')}[a]({link})\n" for link in broken)
    built = build(copy)
    assert built.returncode
    assert not [link for link in broken if link.rpartition("#")[2] not in built.stdout]
