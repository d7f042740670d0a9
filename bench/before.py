"""Before and after a change: before.py OLD NEW prints a table in Markdown.

Both are build folders of a checkout. The programs of this one are run with the libraries and
modules of either, in turn, ROUNDS times. A row has the median of each, and their ratio.
"""

import os
import re
import statistics
import subprocess
import sys

ROUNDS = 3
BENCH = ["{new}/bench/generate", "{new}/bench/sqlite_functions {build}/sqlite/uuid9562",
         f"{sys.executable} bench/python.py"]
ROW = re.compile(r"\| ([^|]+) \| ([\d.]+) \|")


def rows(command, build, new):
    environment = {"LD_LIBRARY_PATH": f"{build}/lib", "PYTHONPATH": f"{build}/python"}
    done = subprocess.run(command.format(build=build, new=new).split(), check=True, text=True,
                          stdout=subprocess.PIPE, env={**os.environ, **environment})
    return {name: float(ns) for name, ns in ROW.findall(done.stdout)}


def main(old, new):
    print("| operation | before, ns | after, ns | ratio |\n|---|---|---|---|")
    for command in BENCH:
        found = [(rows(command, old, new), rows(command, new, new)) for _ in range(ROUNDS)]
        for name in found[0][0]:
            before, after = (statistics.median(pair[i][name] for pair in found) for i in (0, 1))
            print(f"| {name} | {before:.2f} | {after:.2f} | {after / before:.3g} |", flush=True)


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
