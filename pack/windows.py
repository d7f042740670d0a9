"""The zip for Windows on x64, into build/pack/windows, of what `make windows` has built."""

import os

from release import BUILD, HEADERS, ROOT, VERSION, epoch, folder, run, write_zip

BUILT = BUILD / "windows"
STRIP = "x86_64-w64-mingw32-strip"
PLACES = {"cli/*.exe": "bin", "lib/*.dll": "bin", "lib/*.dll.a": "lib", "lib/*.def": "lib",
          "lib/libuuid9562.a": "lib", "sqlite/*.dll": "sqlite", "lua/*.dll": "lua/5.4"}


def strip(path, into):
    """Writes a file without what only a debugger reads; returns the path of the new one."""
    into.mkdir(parents=True, exist_ok=True)
    run(STRIP, "--strip-debug", "--enable-deterministic-archives", path, "-o", into / path.name,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch())})
    return into / path.name


def main():
    into = folder("windows")
    files = {"LICENSE.txt": ROOT / "LICENSE", "README.txt": into / "README.txt",
             **{f"include/{path.name}": path for path in HEADERS}}
    library, = BUILT.glob("lib/*.dll")
    text = (ROOT / "pack/windows/README.txt").read_text(encoding="utf-8")
    files["README.txt"].write_text(text.replace("@ABI@", library.stem.partition("-")[2]),
                                   encoding="utf-8")
    for pattern, place in PLACES.items():
        for path in BUILT.glob(pattern):
            files[f"{place}/{path.name}"] = (path if path.suffix == ".def" else
                                             strip(path, into / place))
    write_zip(into / f"uuid9562-{VERSION}-windows-x64.zip", files)


if __name__ == "__main__":
    main()
