"""The site of `./dev site` in a headless Chromium, from a disk and from a server below an address,
where it may reach no other host; and a copy of the project in which links are broken."""

import functools
import re
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import pytest
from harness import BUILD, PYTHON, ROOT, run
from playground.chromium import start, texts, wait
from release import REPOSITORY

SITE = BUILD / "site"
PAGES = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))
BELOW = REPOSITORY.split("/")[1]  # as GitHub Pages has it
REPOSITORY_FILE = f"https://github.com/{REPOSITORY}/blob/main/"
# As people type them, and the pages that answer.
QUESTIONS = {
    "how do I store UUIDv7 in SQLite": "docs/sqlite/keys-and-ranges docs/sqlite/start",
    "Lua": "docs/lua",
    "malformed at offset 8": "docs/errors",
    "no such function uuid7": "docs/errors",
    "install": "docs/install",
    "windows": "docs/install",
    "getting started": "docs/sqlite/start",
    "ulid": "docs/sqlite/formats docs/sqlite/keys-and-ranges",
    "primary key": "docs/sqlite/keys-and-ranges",
    "fork": "docs/security docs/c",
    "node.js": "docs/hosts",
    "docker": "docs/state",
    "postgres": "docs/other-systems docs/times",
    "nameUUIDFromBytes": "docs/other-systems",
    "libuuid": "docs/c",
    "neovim": "docs/lua docs/embedding",
    "clickhouse": "docs/other-systems",
    "golang": "docs/hosts",
    "typescript": "docs/orms",
    "autoincrement": "docs/sqlite/keys-and-ranges",
    "hyphens": "docs/sqlite/formats docs/choosing docs/errors",
    "mac address privacy": "docs/choosing",
    "virtual machine snapshot": "docs/security",
    "collision probability": "docs/choosing",
    "cursor skips rows": "docs/sqlite/feeds",
    "rqlite": "docs/sqlite/replication",
    "litestream": "docs/sqlite/replication",
    "objectGUID": "docs/ldap",
    "uuid7 python": "docs/python",
    "unixepoch seconds": "docs/sqlite/pitfalls docs/times",
    "full text search": "docs/sqlite/recipes",
    "django": "docs/frameworks",
    "prisma": "docs/orms",
    "pandas": "docs/columns",
    "convert text to blob": "docs/sqlite/migration",
    "uuid v4 to uuid v7": "docs/sqlite/migration",
    "is a uuid secret": "docs/choosing docs/security",
    "time range query": "docs/sqlite/keys-and-ranges",
    "short id": "docs/sqlite/recipes",
    "command line options": "command",
    "uuid9562_compare": "core/include/uuid9562.h",
    "uuid7_min_blob": "docs/sqlite/functions",
    "rust": "docs/hosts docs/embedding",
    "arduino firmware": "docs/embedding",
    "report a vulnerability": "SECURITY",
    "playground": "docs/anatomy",
    "benchmark": "docs/internals/benchmarks",
    "performance": "docs/internals/benchmarks",
}
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
    (folder / BELOW).symlink_to(SITE)

    class Handler(SimpleHTTPRequestHandler):
        error_message_format = (SITE / "404.html").read_text("utf-8").replace("%", "%%")

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as it:
        threading.Thread(target=it.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{it.server_port}/{BELOW}/"
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
    """What it is, its limits, and where one gets it."""
    show(chromium)
    chromium.get(f"{place}index.html")
    assert chromium.title == "uuid9562"
    purpose = chromium.find_element("css selector", "p + p").text
    assert "generates, parses and converts UUIDs" in purpose
    title = chromium.find_element("css selector", "#get-it h2")
    assert title.text.startswith("Get it") and title.rect["y"] + title.rect["height"] < 900


def test_navigation(chromium, place):
    """It is the tables of docs/README.md, each below its heading; a link goes."""
    tables = re.split("^## ", (ROOT / "docs/README.md").read_text("utf-8"), flags=re.M)[1:]
    name = re.compile(r"(?<=\[)[^]]+(?=\]\((?!internals\)))|(?<=`)man .+?(?=`)")
    titles = [name.findall(table) for table in tables]
    show(chromium)
    chromium.get(f"{place}docs/lua.html")
    assert texts(chromium, ".sidebar-tree .caption") == [table.split("\n")[0] for table in tables]
    links = [texts(chromium, f".sidebar-tree p:nth-of-type({at + 1}) + ul > li > a")
             for at in range(5)]
    assert links == [["Manuals"] * (at == 0) + titles[at] + ["Source"] * (at == 4)
                     for at in range(5)]
    chromium.find_element("link text", "Hosts of SQLite").click()
    assert wait(chromium, "document.querySelector('h1')") and chromium.title.startswith("Hosts of")


def test_search(chromium, place):
    """As people type: a right page is among the first two, and the console is empty."""
    chromium.get_log("browser")
    wrong = {}
    errors = (ROOT / "docs/errors.md").read_text("utf-8")
    messages = {message[:60]: "docs/errors docs/state"
                for message in re.findall(r"^\| \d+ [^|]+ \| `(.+?)` \|", errors, re.M)}
    assert len(messages) > 50
    for question, right in {**QUESTIONS, **messages}.items():
        chromium.get(f"{place}search.html?q={quote(question)}")
        wait(chromium, "/found (one|\\d+) page|not match any/.test(document.body.innerText)")
        got = [link.get_attribute("href").partition("#")[0].removeprefix(place)
               for link in chromium.find_elements("css selector", "#search-results a")]
        if not {f"{page}.html" for page in right.split()} & set(got[:2]):
            wrong[question] = got[:4]
    assert not wrong and chromium.get_log("browser") == []


def test_playground(chromium, place):
    show(chromium)
    chromium.get(f"{place}index.html")
    chromium.find_element("css selector", "article a.button").click()
    wait(chromium, "document.querySelector('#versions')?.textContent.startsWith('uuid9562 ')")
    assert (SITE / "preview.png").exists()


def test_a_page_that_is_missing(chromium, served):
    show(chromium)
    chromium.get(f"{served}docs/nope/nope.html")
    assert chromium.title.startswith("No such page")
    chromium.find_element("partial link text", "Manuals").click()
    wait(chromium, "location.pathname.endsWith('/docs/index.html')")
    assert [it["message"].split()[0] for it in chromium.get_log("browser")] == [
        f"{served}docs/nope/nope.html"]


def test_what_links_elsewhere_show():
    """Each page has its first sentence."""
    for page in set(PAGES) - {"search.html", "uuid9562.html"}:
        html = (SITE / page).read_text("utf-8")
        found = [re.search(f'<meta content="(.{{2,}}?)" {name}" />', html) for name in (
            'name="description', 'property="og:description', 'property="og:title')]
        assert all(found) and found[0][1] == found[1][1], page


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
        assert "&lt;!-- not run:" not in text
        for link in re.findall(r'(?<!<base )(?:href|src)="([^"]+)"', text):
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
