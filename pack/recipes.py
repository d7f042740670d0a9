"""Recipes by which others package a release, into build/pack/recipes: those of pack/recipes, with
what they say of the release in place of @WORDS@. The hashes are of the tarball in build/pack/source.

    python3 pack/recipes.py debian

makes the folder debian, for dpkg-buildpackage, of pack/debian in the same way, without hashes.
"""

import base64
import hashlib
import shutil
import sys
from pathlib import Path

from release import BUILD, MAINTAINER, REPOSITORY, ROOT, SITE, VERSION, folder

TARBALL = f"uuid9562-{VERSION}.tar.gz"
FACTS = {
    "VERSION": VERSION,
    "MAINTAINER": MAINTAINER,
    "REPOSITORY": REPOSITORY,
    "SITE": SITE,
    "OWNER": REPOSITORY.partition("/")[0],
    "ARCHIVE": f"https://github.com/{REPOSITORY}/releases/download/v{VERSION}/{TARBALL}",
}


def hashes(tarball):
    content = tarball.read_bytes()
    sha256 = hashlib.sha256(content)
    return {"SHA256": sha256.hexdigest(), "SHA512": hashlib.sha512(content).hexdigest(),
            "SHA256_BASE64": base64.b64encode(sha256.digest()).decode()}


def fill(source, into, facts):
    """Copies a folder, with the facts in all its files."""
    shutil.copytree(source, into, dirs_exist_ok=True)
    for path in into.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for word, fact in facts.items():
                text = text.replace(f"@{word}@", fact)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["debian"]:
        fill(ROOT / "pack/debian", Path("debian"), FACTS)
    else:
        fill(ROOT / "pack/recipes", folder("recipes"),
             {**FACTS, **hashes(BUILD / "pack/source" / TARBALL)})
