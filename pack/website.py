"""The site: the manuals, searchable, and the playground, in one static folder, build/site.

    python3 pack/website.py

needs the page that examples/playground/build.py made, and fetches the generator on its first run.
The folder works from a disk and below any address: all links in it are relative, the search is an
index that a script loads, and nothing comes from another host. It is the same, bit for bit,
wherever it is built of the same files by the same versions.

The documents are those of GitHub, without a word for the generator: this program renames copies of
them, makes links to other files lead into the repository, and takes the navigation from the tables
of docs/README.md; pages that these leave out are below the page whose folder they are in. The
headers and the command's manual page are pages too. A link or an anchor that leads nowhere is an
error.

Sphinx with MyST and Furo, because its search works without a server, it checks links and anchors
itself, and the theme is light and dark and fits a telephone. They come from the package index, in
one version (site.txt), because Debian's Furo cannot run: its script imports a file as only
a module may, and in Debian 12 its style is in /javascript. The others: mdBook wants its own list of
pages, and checks no links; the search of MkDocs needs a server, and its theme Material, in which
development has ended, a plugin; Zensical, which succeeds that, is too young to rely on.
"""

import json
import os
import re
import shutil
from pathlib import Path

from release import BUILD, HEADERS, REPOSITORY, ROOT, folder, run
from toolchain import tools


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


SITE = BUILD / "site"
PLAYGROUND = BUILD / "playground/uuid9562.html"
MANUAL = BUILD / "cli/uuid9562.1"
# The documents, and their names in the site.
PAGES = {path: re.sub(r"README\.md$", "index.md", path.replace(".github/", "")) for path in [
    "README.md", "CHANGELOG.md", ".github/SECURITY.md", "examples/README.md",
    *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("docs/**/*.md")))]}
PAGES |= {f"core/include/{path.name}": f"core/include/{path.name}.md" for path in HEADERS}
PICTURES = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("docs/*.svg"))]
# Links to what is not in the repository.
MADE = {"`build/playground/uuid9562.html`":
            '<a href="{}uuid9562.html"><code>uuid9562.html</code></a>',
        "`man uuid9562`": "[`man uuid9562`]({}command.md)"}
# The command's manual page, as Markdown.
ROFF = {r"^\.TH.*": "# uuid9562, the command",
        r"^\.SH NAME\n.*?- (.)(.*)": lambda it: f"\n{it[1].upper()}{it[2]}.",
        r"^\.SH (.*)": lambda it: f"\n## {it[1].capitalize()}\n",
        r"^\.nf": "```text", r"^\.fi": "```", r"^\.TP\n\.B (.*)\n": r"\n`\1`\n: ",
        r"^\.PP": "", r"^\.BR (.*) ": r"\1", r"\\-": "-", r"\\e": r"\\\\"}
# Pages that no table lists, and the page below which they are.
BELOW = {"docs/internals/": "docs/CONTRIBUTING.md", "core/include/": "core/include/uuid9562.h.md"}
# Code, which is left as it is, or where a link leads to.
LINK = re.compile(r"^```.*?^```$|(`+).+?\1|(?<=\]\()(?!\w+:)([^)#\s]+)", re.M | re.S)
# Tables and the first screen have more room; a plot follows the theme that the reader chooses.
STYLE = """
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.2em }
.button { border: 1px solid; border-radius: 0.4em; padding: 0.4em 0.8em; text-decoration: none }
#uuid9562 img { max-width: min(100%, 39em) }
@media (min-width: 63em) {
    .sidebar-drawer { width: calc(50% - 32em) }
    .main, .content { min-width: 0 } .content { width: 58em } .toc-drawer { flex: none }
    .button { float: right; margin: -3.3em 5em 0 0 }
}
body[data-theme=light] { color-scheme: light } body[data-theme=dark] { color-scheme: dark }
"""
BUTTON = f'<a class="button" href="{PLAYGROUND.name}">Playground: paste a UUID, see its fields</a>'
NOT_FOUND = """# No such page

This address leads nowhere. [Manuals](docs/index.md) lists all pages.
"""
SETTINGS = {
    "project": "uuid9562",
    "html_title": "uuid9562",
    "extensions": ["myst_parser"],
    "myst_enable_extensions": ["deflist"],
    "myst_heading_anchors": 6,
    "suppress_warnings": ["misc.highlighting_failure"],
    "smartquotes": False,
    "html_theme": "furo",
    "pygments_dark_style": "a11y-dark",
    "html_favicon": re.search('rel="icon" href="(.+?)"',
                              text("examples/playground/page/index.html"))[1],
    "html_static_path": ["_static"],
    "html_css_files": ["site.css"],
    "html_copy_source": False,
    "html_search_scorer": "search.js",
    "html_show_copyright": False,
    "html_use_index": False,
}


def document(path):
    """The page of the site that a document is, with its links."""
    here = os.path.dirname(PAGES[path])

    def lead(link):
        if link[0] in MADE:
            return MADE[link[0]].format("../" * PAGES[path].count("/"))
        if not link[2]:
            return link[0]
        target = os.path.normpath(os.path.join(os.path.dirname(path), link[2]))
        if target in PAGES or target in PICTURES:
            return os.path.relpath(PAGES.get(target, target), here)
        if (ROOT / target).exists():
            return f"https://github.com/{REPOSITORY}/blob/main/{target}"
        return link[2]  # Sphinx says that there is none

    return LINK.sub(lead, text(path))


def header(path):
    """A header, below the first paragraph of its first comment."""
    content = text(path)
    purpose = re.search(r" - (.+?)\n \*\n", content, re.S)[1].replace("\n *", "")
    return (f"# {os.path.basename(path)}\n\n{purpose[0].upper()}{purpose[1:]}\n\n"
            f"```c\n{content}```\n")


def manual():
    content = MANUAL.read_text(encoding="utf-8")
    for pattern, instead in ROFF.items():
        content = re.sub(pattern, instead, content, flags=re.M)
    return content


def plain(markdown):
    return re.sub(r"\[([^]]*)\]\([^)]*\)|[`*|]", r"\1", " ".join(markdown.split()))


def tree(entries, *options):
    """A list of pages for the navigation."""
    return "\n".join(["\n```{toctree}", ":hidden:", *options, "", *entries, "```\n"])


def pages():
    """All pages, with what they say of themselves to search engines and to links elsewhere, and the
    search. Those of the tables are in the navigation by the names that these give them."""
    made = {name: header(path) if path.endswith(".h") else document(path)
            for path, name in PAGES.items()} | {"command.md": manual(), "404.md": NOT_FOUND}
    others, rows = set(made) - {"index.md", "docs/index.md", "404.md"}, {}
    groups = re.split(r"^## (.+)\n", made["docs/index.md"], flags=re.M)[1:]
    for caption, table in zip(groups[::2], groups[1::2], strict=True):
        listed = {os.path.normpath(f"docs/{name}"): (title.strip("`"), row)
                  for row in table.splitlines()
                  for title, name in re.findall(r"\[([^]]+)\]\((?!\w+:)([^)#]+)\)", row)}
        rows |= {name: plain(row) for name, (_, row) in listed.items()}
        made["index.md"] += tree([
            *["Manuals <docs/index.md>"] * (caption == "Start"),
            *[f"{title} <{name}>" for name, (title, _) in listed.items()],
            *[f"Source <https://github.com/{REPOSITORY}>"] * (caption == "Project")],
            f":caption: {caption}")
    for start, parent in BELOW.items():
        made[parent] += tree(f"/{name}" for name in sorted(others - set(rows))
                             if name.startswith(start))
    purposes = {}
    rows["docs/errors.md"] += plain(" ".join(  # the messages: all cells but the last
        line.rsplit("|", 2)[0] for line in made["docs/errors.md"].splitlines() if line[:1] == "|"))
    for name, content in made.items():
        title, purpose = map(plain, re.search(r"^# (.+)\n\n((?:.+\n)+)", content, re.M).groups())
        sentence = re.match(r".+?\.(?= |$)|.+", purpose)[0]
        purposes[name.removesuffix(".md")] = f"{purpose} {rows.get(name, '')}"
        front = {"myst": {"html_meta": {"description": sentence, "property=og:title": title,
                                        "property=og:description": sentence}}}
        if name == "404.md":
            front |= {"orphan": True}
        made[name] = f"---\n{json.dumps(front)}\n---\n{content}"
    made["index.md"] = made["index.md"].replace("# uuid9562\n", f"# uuid9562\n\n{BUTTON}\n", 1)
    made["search.js"] = f"const INTRO = {json.dumps(purposes)};\n{text('pack/search.js')}"
    return made


def main():
    work = folder("site")
    shutil.rmtree(SITE, ignore_errors=True)
    for name, content in {
            **pages(),
            **{path: text(path) for path in PICTURES},
            "_static/site.css": STYLE,
            "conf.py": f"globals().update({SETTINGS})\n"}.items():
        copy = work / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(content, encoding="utf-8")
    run(tools("site") / "python", "-m", "sphinx", "-q", "-W", "--keep-going", "-d",
        work / "doctrees", ".", SITE, cwd=work / "source")
    for path in PLAYGROUND, PLAYGROUND.with_name("preview.png"):
        shutil.copy(path, SITE)
    missing = SITE / "404.html"  # which a server shows at any address
    base = f'<head><base href="/{REPOSITORY.split("/")[1]}/">'
    missing.write_text(missing.read_text("utf-8").replace("<head>", base, 1), encoding="utf-8")


if __name__ == "__main__":
    main()
