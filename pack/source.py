"""The sources of a release, into build/pack/source: all of them, and in one file each the C library
and the SQLite extension (`make amalgamation`).

All of them are what the commit has; a change that is not committed is not in the package.
"""

from release import BUILD, ROOT, VERSION, folder, git, write_zip

into = folder("source")
git("archive", "--format=tar.gz", f"--prefix=uuid9562-{VERSION}/", "-o",
    into / f"uuid9562-{VERSION}.tar.gz", "HEAD")
write_zip(into / f"uuid9562-amalgamation-{VERSION}.zip", {
    "LICENSE": ROOT / "LICENSE",
    **{path.name: path for path in (BUILD / "amalgamation").iterdir()}})
