"""What `./dev release` refuses, in a checkout whose release is planted; what is in the folder."""

import re
import shutil
import textwrap
import time

import pytest
from harness import BUILD, PYTHON, ROOT, run
from installation import copy_tree
from release import VERSION

NEXT = re.sub(r"\d+$", lambda patch: str(int(patch[0]) + 1), VERSION)  # of the same ABI
DATED = f"## {VERSION} - {time.strftime('%Y-%m-%d', time.gmtime())}"
SENTENCE = "Nothing is published yet"
STEPS = (ROOT / "docs/CONTRIBUTING.md").read_text("utf-8")
GIT = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org")


@pytest.fixture
def clone(tmp_path):
    """A checkout that is ready to be the release of its version, by the steps for a person. After
    the first release, some have nothing to do."""
    root = tmp_path / "clone"
    copy_tree(root)
    run(*GIT, "init", "-q", "-b", "main", root)
    changes = root / "CHANGELOG.md"
    changes.write_text(re.sub(rf"^## {re.escape(VERSION)} - .+$", f"## {VERSION} - unreleased",
                              changes.read_text("utf-8"), flags=re.M), "utf-8")
    commit(root)
    is_first = (root / "pack/published.patch").exists()
    for steps in re.findall(r"assemble\.py does -->\n```sh\n(.+?)```", STEPS, re.S):
        run("sh", "-eu", "-c", steps, cwd=root, check=is_first)
    commit(root)
    return root


def commit(root):
    run(*GIT, "add", "-A", cwd=root)
    run(*GIT, "commit", "-q", "--allow-empty", "-m", "x", cwd=root)


def refused(root, version=VERSION):
    """Why, in lines; none if it is ready."""
    done = run(PYTHON, "-B", "pack/assemble.py", "--ready", version, cwd=root, check=False)
    assert done.returncode == (1 if done.stderr else 0)
    return done.stderr


def replace(path, old, new):
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_what_is_ready(clone):
    assert refused(clone) == ""


@pytest.mark.parametrize("file, old, new, why", (
    ("CHANGELOG.md", DATED, f"## {VERSION} - unreleased", f'begins with "{VERSION} - unreleased"'),
    ("core/include/uuid9562.h", f'_VERSION "{VERSION}"', f'_VERSION "{NEXT}"',
     f"uuid9562.h has version {NEXT}"),
    ("pack/debian/changelog", f"({VERSION}-", "(0.0.9-", "debian/changelog has version 0.0.9"),
    ("CHANGELOG.md", DATED, f"## {VERSION} - 1970-01-01", "another date than"),
    (".github/SECURITY.md", "# Security\n", "OWNER/uuid9562\n", "SECURITY.md:1:"),
    ("pyproject.toml", "[build-system]", "# uuid9562@example.org\n[build-system]", "toml:1:"),
    ("oss-fuzz/Dockerfile", "github.com", "example.invalid", "Dockerfile:4:"),
    ("docs/CONTRIBUTING.md", "# Contributing", "(never run yet)", "CONTRIBUTING.md:1:"),
    ("README.md", "## Get it", SENTENCE, "README.md:"),
    ("docs/install.md", "# Installing", SENTENCE, "docs/install.md:1:"),
    ("docs/internals/packages.md", "# Packages", SENTENCE, "packages.md:1:"),
), ids=("date", "header", "debian", "two dates", "owner", "address", "fuzzer", "workflow",
        *"123"))
def test_what_is_not(file, old, new, why, clone):
    replace(clone / file, old, new)
    assert "changes that are not committed" in refused(clone)
    commit(clone)
    assert refused(clone).count("not ready: ") == 1 and why in refused(clone)


def test_a_tag_that_is_there(clone):
    """It may be that of this commit alone, as where the tag has started the release."""
    run("git", "tag", f"v{VERSION}", cwd=clone)
    assert refused(clone) == ""
    run("git", "checkout", "-q", "-b", "other", cwd=clone)
    commit(clone)
    assert f"the tag v{VERSION} is that of another commit" in refused(clone)
    assert "this commit is not on main" in refused(clone)
    run("git", "update-ref", "refs/remotes/origin/main", "main", cwd=clone)
    assert "this commit is not on refs/remotes/origin/main" in refused(clone)
    replace(clone / "CHANGELOG.md", DATED, DATED.replace(VERSION, NEXT))
    run("git", "tag", "-f", f"v{VERSION}", cwd=clone)
    assert f"CHANGELOG.md has lost v{VERSION}" in refused(clone)


def test_names_of_another_abi(clone):
    assert "pack/debian names another ABI than 9" in refused(clone, "9.0.0")


def test_an_abi_that_breaks(clone):
    """A function may come, and none may change."""
    run("git", "tag", f"v{VERSION}", cwd=clone)
    run("sh", "-eu", "-c", re.search(r"after a release -->\n```sh\nnext=\S+\n(.+?)```", STEPS, re.S)[1],
        cwd=clone, env={"next": NEXT})
    commit(clone)
    assert f"CHANGELOG.md says nothing of {NEXT}" in refused(clone, NEXT)
    replace(clone / "CHANGELOG.md", f"## {NEXT} - unreleased", DATED.replace(VERSION, NEXT) + "\n\nx")
    commit(clone)
    assert refused(clone, NEXT) == ""
    for path in (clone / "core/include/uuid9562.h", clone / "core/src/bits/layout.c"):
        text = path.read_text("utf-8")
        path.write_text(text.replace("int uuid9562_get_version(const",
                                     "long uuid9562_get_version(const"), "utf-8")
    commit(clone)
    run("git", "tag", f"v{NEXT}", cwd=clone)
    assert f"the ABI is not that of v{VERSION}" in refused(clone, NEXT)


def test_what_was_not_built(clone):
    """A release is refused, and a rehearsal says the same."""
    wheel, other = (f"there is no uuid9562-{VERSION}-cp313-{abi}-win_arm64.whl\n"
                    for abi in ("cp313", "cp313t"))
    (clone / "build/pack/wheel").mkdir(parents=True)
    (clone / "build/pack/wheel" / wheel.split()[3]).touch()
    (clone / "build/pack/recipes").mkdir()
    for words, status in (([VERSION], 1), ([], 0)):
        done = run(PYTHON, "-B", "pack/assemble.py", *words, cwd=clone, env={"B": "build"},
                   check=False)
        assert done.returncode == status and wheel not in done.stderr
        assert other in done.stderr and "no package of this kind: debian\n" in done.stderr


@pytest.fixture(name="released")
def in_the_workflow(tmp_path):
    """The folder release of another job, and what the step of the workflow says of it."""
    workflow = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    said = re.search(r'echo "sha256=.+', workflow)[0]
    lines = textwrap.dedent(re.search(r"&same\n.+?run: \|\n(.+?)\n +env:", workflow, re.S)[1])
    folder, = (path.parent for path in (BUILD / "release").glob("*/SHA256SUMS"))
    shutil.copytree(folder, tmp_path / "release")
    run("sh", "-ec", said, cwd=tmp_path, env={"GITHUB_OUTPUT": "output"})
    _, _, sums = (tmp_path / "output").read_text("utf-8").strip().partition("=")
    return tmp_path / "release", lambda: run(PYTHON, "-c", lines, cwd=tmp_path, check=False,
                                             env={"SUMS": sums}).stderr


def test_the_folder(released):
    folder, said = released
    assert said() == ""
    run(PYTHON, "-B", ROOT / "tests/on_demand/pack/release_smoke.py", folder)


@pytest.mark.parametrize("name", ("npm/added.tgz", "NOTES.md"))
def test_an_artifact_that_was_replaced(name, released):
    folder, said = released
    (folder / name).write_text("planted")
    assert f"[{f'release/{name}'!r}]" in said()
    run("sh", "-c", "rm SHA256SUMS && find * -type f -exec sha256sum {} + >../sums"
        " && mv ../sums SHA256SUMS", cwd=folder)
    assert "['release/SHA256SUMS']" in said()
