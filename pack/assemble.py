"""The folder of a release, build/release/VERSION: each file of it, their checksums, its notes.

    python3 pack/assemble.py [--ready] [VERSION]

It refuses a commit that is not ready to be this release. Without a version it is a rehearsal: what
is not ready is said, and no reason to stop. With --ready, that is all. The packages are those that
`make pack` has built.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from email.utils import parsedate_to_datetime

import wheel
from release import BUILD, REPOSITORY, ROOT, VERSION, git, run

# Of each kind of package, where it goes, and the files that do.
FILES = (("source", "github", "*"), ("debian", "github", "*/*.deb"), ("windows", "github", "*.zip"),
         ("extension", "github", "*"), ("rock", "luarocks", "*.src.rock"),
         ("wheel", "pypi", "uuid9562-*"), ("npm", "npm", "*.tgz"),
         ("wasm", "npm", "*.tgz"))


def changes():
    """The heading and the text of the newest version in CHANGELOG.md."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heading, body = re.search(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.M | re.S).groups()
    return heading, body.strip()


def not_ready(version):
    """What keeps this commit from being that release."""
    heading, body = changes()
    if not body:
        yield f"CHANGELOG.md says nothing of {heading}"
    if git("status", "--porcelain"):
        yield "the checkout has changes that are not committed"
    debian, dated = re.match(r"\S+ \((.+?)-.+?\n -- [^\n]+?  ([^\n]+)",
                             (ROOT / "pack/debian/changelog").read_text("utf-8"), re.S).groups()
    if not re.fullmatch(rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d", heading):
        yield f"CHANGELOG.md begins with \"{heading}\", not with {version} and a date"
    elif str(parsedate_to_datetime(dated).date()) not in heading:
        yield f"CHANGELOG.md has another date than pack/debian/changelog: {dated}"
    for file, found in (("core/include/uuid9562.h", VERSION), ("pack/debian/changelog", debian)):
        if found != version:
            yield f"{file} has version {found}"
    if not (ROOT / f"pack/debian/libuuid9562-{abi(version)}.symbols").exists():
        yield f"pack/debian names another ABI than {abi(version)}"
    if git("tag", "--list", f"v{version}", "--no-contains", "HEAD"):
        yield f"the tag v{version} is that of another commit"
    main = git("for-each-ref", "refs/remotes/origin/main") and "refs/remotes/origin/main"
    if not git("for-each-ref", "--contains=HEAD", main or "refs/heads/main"):
        yield f"this commit is not on {main or 'main'}"
    for tag in git("tag", "--list", "--merged", "HEAD", "v*").split():
        for file, begin in ("CHANGELOG.md", "## {} - "), ("pack/debian/changelog", "uuid9562 ({}-"):
            if begin.format(tag[1:]) not in (ROOT / file).read_text("utf-8"):
                yield f"{file} has lost {tag}"
    for line in placeholders():
        yield f"a placeholder is left: {line}"
    yield from changed_abi(version)


def missing():
    """What has not been built, or was skipped."""
    for kind, _, pattern in FILES:
        if not any((BUILD / "pack" / kind).glob(pattern)):
            yield f"there is no package of this kind: {kind}"
    for name in (wheel.file_name(*one) for one in wheel.WHEELS):
        if not (BUILD / "pack/wheel" / name).exists():
            yield f"there is no {name}"


def placeholders():
    """The lines with a text that the first release replaces (docs/CONTRIBUTING.md)."""
    return subprocess.run(["git", "-C", ROOT, "grep", "-nFf", "pack/placeholders.txt", "--", ".",
                           ":!pack/placeholders.txt", ":!tests"], check=False, text=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


def abi(version):
    """What the names of its shared library carry, as the Makefile has it."""
    return ".".join(version.split(".")[:2 if version.startswith("0.") else 1])


def not_the_abi_of(old, new):
    """What abidiff finds in two shared libraries that breaks programs linked with the old one."""
    done = subprocess.run(["abidiff", "--no-added-syms", old, new], stdout=subprocess.PIPE,
                          text=True)
    return done.stdout if done.returncode else ""


def changed_abi(version):
    """How the ABI differs from that of the last release that has the same names."""
    tags = git("tag", "--list", "--merged", "HEAD", "--sort=-version:refname", "v*").split()
    old = next((tag for tag in tags if abi(tag[1:]) == abi(version) and tag != f"v{version}"), None)
    if old is None:
        return
    if not shutil.which("abidiff"):
        yield f"the ABI is not compared with that of {old}: abigail-tools is not installed"
        return
    place = BUILD / "release" / old
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    git("archive", "-o", place / "old.tar", old)
    shutil.unpack_archive(place / "old.tar", place)
    for top in (place, ROOT):
        run("make", "-s", "-C", top, f"B={place}/built/{top.name}", "lib")
    different = not_the_abi_of(*(f"{place}/built/{top.name}/lib/libuuid9562.so"
                                 for top in (place, ROOT)))
    if different:
        yield f"the ABI is not that of {old}:\n{different}"


def main(words):
    only_ready = "--ready" in words
    version, = [word for word in words if word != "--ready"] or [None]
    problems = [*not_ready(version or VERSION), *(() if only_ready else missing())]
    for problem in problems:
        print(f"not ready: {problem}", file=sys.stderr)
    if only_ready or (version and problems):
        return 1 if version and problems else 0
    into = BUILD / "release" / VERSION
    shutil.rmtree(into, ignore_errors=True)
    for kind, place, pattern in FILES:
        (into / place).mkdir(parents=True, exist_ok=True)
        for path in (BUILD / "pack" / kind).glob(pattern):
            if (into / place / path.name).exists():  # of another Debian, say
                sys.exit(f"build/pack/{kind} has {path.name} twice: remove one")
            if path.is_file():
                shutil.copy(path, into / place)
    shutil.copytree(BUILD / "pack/recipes", into / "recipes")
    (into / "NOTES.md").write_text(re.sub(
        r"\]\((?!https?:)", f"](https://github.com/{REPOSITORY}/blob/v{VERSION}/", changes()[1])
        + "\n", encoding="utf-8")
    for folder in (into / "github", into):  # what is downloaded there, then all
        (folder / "SHA256SUMS").write_text("".join(
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
            for path in sorted(folder.rglob("*")) if path.is_file()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
