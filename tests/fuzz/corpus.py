"""The first inputs of the fuzz targets: the shared vectors, and those that corpus.txt keeps, with a
line for each target, its name and a compressed list. (A line for each input takes six times that.)

    corpus.py pack TARGET FILE.zip     writes them and the shared vectors to an archive
    corpus.py keep TARGET FOLDER       takes those of a folder instead
    corpus.py library FILE.zip         writes Python's own library, and what python.c calls

The kept inputs reach all the code that the fuzzer has reached. A run starts from them and leaves its
finds in build/fuzz/corpus. To keep those of lua, let libFuzzer take the fewest that reach as much:

    mkdir build/fuzz/least
    build/fuzz/out/lua -set_cover_merge=1 -use_counters=0 build/fuzz/least build/fuzz/corpus/lua \\
        build/fuzz/seeds/lua
    python3 tests/fuzz/corpus.py keep lua build/fuzz/least
"""

import json
import struct
import sys
import sysconfig
from base64 import b85decode, b85encode
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile
from zlib import compress, decompress

HERE = Path(__file__).resolve().parent
KEPT = HERE / "corpus.txt"


def kept():
    return dict(line.split() for line in KEPT.read_text(encoding="ascii").splitlines())


def rows():
    """Those of the shared vectors: an operation, what is expected, and the arguments."""
    lines = (HERE.parent / "vectors.tsv").read_text(encoding="utf-8").split("\n")
    return [line.split("\t") for line in lines
            if line and line[0] != "#" and not line.startswith("uuid9562_")]


def all_texts():
    """All texts and bytes, to be tried in every way, and some in a row."""
    cells = {cell for _, *row in rows() for cell in row}
    found = {cell[2:].encode() for cell in cells if cell.startswith("s:")}
    found |= {bytes.fromhex(cell[2:]) for cell in cells if cell[:2] in ("x:", "b:")}
    some = sorted(text for text in found if len(text) == 36)[:3]
    found |= {separator.join([*some, b""]) for separator in (b"", b"\n", b"\0", b"\xff")}
    return [b"*" + text for text in sorted(found)]


def sized(content):
    return bytes([len(content)]) + content if len(content) < 128 else b"\0"


VALUES = {"n": lambda cell: b"\0", "i": lambda cell: b"\1\xff" + struct.pack("<q", int(cell)),
          "r": lambda cell: b"\2" + struct.pack("<d", float(cell)),
          "s": lambda cell: b"\3" + sized(cell.encode()),
          "x": lambda cell: b"\3" + sized(bytes.fromhex(cell)),
          "b": lambda cell: b"\4" + sized(bytes.fromhex(cell)),
          "t": lambda cell: b"\5" + bytes([int(cell)])}


def calls(prefix):
    """Each vector as a call: the function's name, twice the number of arguments, and these."""
    return [sized((name if name[:4] == "uuid" else prefix + name).encode())
            + bytes([2 * len(arguments)])
            + b"".join(VALUES[cell[0]](cell[2:]) for cell in arguments)
            for name, _, *arguments in rows()]


QUOTED = sized(b"entryuuid") + sized(b"a\"'b") + sized(b"c\"'d")  # a table and a column


def vectors(target):
    """As inputs of a target."""
    return {"text": all_texts, "sql": lambda: [QUOTED, *calls("uuid_")], "lua": lambda: calls(""),
            "python": lambda: calls("")}.get(target, list)()


def pack(target, archive):
    inputs = vectors(target)
    if target in kept():
        more = json.loads(decompress(b85decode(kept()[target])))
        inputs += [text.encode("latin-1") for text in more]
    with ZipFile(archive, "w", ZIP_DEFLATED) as out:
        for number, one in enumerate(inputs):
            out.writestr(str(number), one)


def keep(target, folder):
    inputs = {path.read_bytes() for path in Path(folder).iterdir()} - set(vectors(target))
    texts = json.dumps(sorted(one.decode("latin-1") for one in inputs))
    lines = {**kept(), target: b85encode(compress(texts.encode(), 9)).decode()}
    KEPT.write_text("".join(f"{name} {lines[name]}\n" for name in sorted(lines)), encoding="ascii")


def library(archive):
    own = Path(sysconfig.get_path("stdlib"))
    package = HERE.parents[1] / "bindings/python"
    patterns = [(own, "*.py"), (HERE, "python_calls.py"), (package, "*/*.py")]
    patterns += [(own, f"{name}/*.py") for name in ("collections", "encodings", "importlib", "re")]
    with ZipFile(archive, "w", ZIP_DEFLATED) as out:
        for folder, pattern in patterns:
            for path in folder.glob(pattern):
                out.write(path, path.relative_to(folder))


{"pack": pack, "keep": keep, "library": library}[sys.argv[1]](*sys.argv[2:])
