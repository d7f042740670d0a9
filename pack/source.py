"""The sources of a release, into build/pack/source: all of them, and in one file each the C library,
the SQLite extension, the Lua module and the C of the Python module (`make amalgamation`).

All of them are what the commit has; a change that is not committed is not in the package.
"""

from release import BUILD, ROOT, VERSION, folder, write_tarball, write_zip

into = folder("source")
write_tarball(into / f"uuid9562-{VERSION}.tar.gz")
write_zip(into / f"uuid9562-amalgamation-{VERSION}.zip", {
    "LICENSE": ROOT / "LICENSE",
    **{path.name: path for path in (BUILD / "amalgamation").iterdir()}})
