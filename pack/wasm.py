"""The package uuid9562 for npm, into build/pack/wasm: the core as WebAssembly, in an ES module
(pack/wasm/).
"""

import base64
import gzip
import os
import re

from npm import write_package
from release import ROOT, folder, run
from toolchain import TOOLS, zig

HERE = ROOT / "pack/wasm"
# Small, not fast: of a call from JavaScript, the core's part is the lesser.
COMPILE = """cc -target wasm32-wasi -mexec-model=reactor -Oz -g0 -s -DUUID9562_OS_BARE
    -Icore/include core/uuid9562.c cli/view/anatomy.c pack/wasm/glue.c
    -Wl,--export=__heap_base""".split()


def main():
    into = folder("wasm")
    script = (HERE / "index.mjs").read_text(encoding="utf-8")
    module = into / "uuid9562.wasm"
    cache = str(TOOLS / "cache")
    called = sorted(set(re.findall(r"\bcore\.(uuid9562_\w+|kind_of)", script)))
    run(zig(), *COMPILE, *(f"-Wl,--export={name}" for name in called), "-o", module, cwd=ROOT,
        env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache})
    packed = base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode()
    musl = zig().parent / "lib/libc/wasi/libc-top-half/musl/COPYRIGHT"
    write_package(into, HERE, {"index.mjs": script.replace("{{module}}", packed).encode(),
                               "LICENSE.musl": musl.read_bytes()})


if __name__ == "__main__":
    main()
