"""The SQLite extension in Node.js, as docs/install.md has it; `make hosts` (package index of npm)."""

import re

from harness import ROOT, run
from node import node

EXAMPLE = re.search(r"^```js\n(.+?)^```", (ROOT / "docs/install.md").read_text(encoding="utf-8"),
                    re.M | re.S)[1]


def test_node_sqlite(installed):
    program, *_ = node("22")
    script = EXAMPLE.replace("/usr/local", str(installed.prefix))
    assert script != EXAMPLE
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-.+\n",
                        run(program, "-e", script).stdout)
