"""The site: the manuals, searchable, and the playground, in one static folder, build/site.

    python3 pack/website.py

needs the page that examples/playground/build.py made, and fetches the generator on its first run.
The folder works from a disk and below any address: all links in it are relative, the search is an
index that a script loads, and nothing comes from another host. It is the same, bit for bit,
wherever it is built of the same files by the same versions.

The documents are those of GitHub, without a word for the generator: this program renames copies of
them, makes links to other files lead into the repository, and makes the navigation: of the table in
docs/README.md, and of what that leaves out. A link or an anchor that leads nowhere is an error.

Sphinx with MyST and Furo, because its search works without a server, it checks links and anchors
itself, and the theme is light and dark and fits a telephone. They come from the package index, in
one version (requirements.txt), because Debian's Furo cannot run: its script imports a file as only
a module may, and in Debian 12 its style is in /javascript. The others: mdBook wants its own list of
pages, and checks no links; the search of MkDocs needs a server, and its theme Material, in which
development has ended, a plugin; Zensical, which succeeds that, is too young to rely on.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from release import BUILD, REPOSITORY, ROOT, folder
from toolchain import tools


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


SITE = BUILD / "site"
PLAYGROUND = BUILD / "playground/uuid9562.html"
# The documents, and their names in the site.
PAGES = {path: re.sub(r"README\.md$", "index.md", path.replace(".github/", "")) for path in [
    "README.md", "CHANGELOG.md", ".github/SECURITY.md", "examples/README.md",
    *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("docs/**/*.md")))]}
PICTURES = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("docs/*.svg"))]
# Code, which is left as it is, or where a link leads to.
LINK = re.compile(r"^```.*?^```$|(`+).+?\1|(?<=\]\()(?!\w+:)([^)#\s]+)", re.M | re.S)
# Tables and the first screen have more room; a plot follows the theme that the reader chooses.
STYLE = """
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.2em }
#uuid9562 img { max-width: min(100%, 36em) }
@media (min-width: 63em) {
    .sidebar-drawer { width: calc(50% - 32em) }
    .main, .content { min-width: 0 } .content { width: 58em } .toc-drawer { flex: none }
}
body[data-theme=light] { color-scheme: light } body[data-theme=dark] { color-scheme: dark }
"""
SETTINGS = {
    "project": "uuid9562",
    "html_title": "uuid9562",
    "extensions": ["myst_parser"],
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
    "html_show_copyright": False,
    "html_use_index": False,
}


def page(path):
    """What the site's copy of a document says."""
    here = os.path.dirname(PAGES[path])

    def lead(link):
        if not link[2]:
            return link[0]
        target = os.path.normpath(os.path.join(os.path.dirname(path), link[2]))
        if target in PAGES or target in PICTURES:
            return os.path.relpath(PAGES.get(target, target), here)
        if (ROOT / target).exists():
            return f"https://github.com/{REPOSITORY}/blob/main/{target}"
        return link[2]  # Sphinx says that there is none

    name = PLAYGROUND.name
    return LINK.sub(lead, text(path)).replace(
        f"`build/playground/{name}`",
        f'<a href="{os.path.relpath(name, here)}"><code>{name}</code></a>')


def navigation():
    """The lists of pages beside each: those of the table, by the names that it gives them, and
    the others."""
    table = "".join(re.findall(r"^\|.*\n", text("docs/README.md"), re.M))
    manuals = {f"docs/{name}": f"{title[0].upper()}{title[1:]}"
               for title, name in re.findall(r"\[([^]]+)\]\(([^)#]+)\)", table)}
    others = [name for path, name in PAGES.items() if path not in manuals and path != "README.md"]
    for caption, entries in (
            ("Manuals", [f"{title} <{PAGES[path]}>" for path, title in manuals.items()]),
            ("Project", [f"Source <https://github.com/{REPOSITORY}>", *others])):
        yield "\n".join(["\n```{toctree}", ":hidden:", f":caption: {caption}", "",
                         *entries, "```\n"])


def main():
    work = folder("site")
    shutil.rmtree(SITE, ignore_errors=True)
    for name, content in {
            **{path: text(path) for path in PICTURES},
            **{name: page(path) for path, name in PAGES.items()},
            "index.md": page("README.md") + "".join(navigation()),
            "_static/site.css": STYLE,
            "conf.py": f"globals().update({SETTINGS})\n"}.items():
        copy = work / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(content, encoding="utf-8")
    subprocess.run([tools() / "python", "-m", "sphinx", "-q", "-W", "--keep-going",
                    "-d", work / "doctrees", work / "source", SITE], check=True)
    shutil.copy(PLAYGROUND, SITE)


if __name__ == "__main__":
    main()
