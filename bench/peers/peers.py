"""A generator that Python can call, for peers_table.py: a function of a module, or of a shared
library, which then has run_NAME(calls) and, if it generates, one_NAME(its 16 bytes).

    peers.py NAME [LIBRARY]

Answers each line of its input, as all programs of this folder do; an empty line means that the
language cannot do this:

    run N      generates N UUIDs, and answers "done"
    take N     generates N UUIDs, and writes each in a line
    turns N    the same, by two threads in turn
    fork N     the same in a child process, and then what its parent generates meanwhile
"""

import ctypes
import importlib
import os
import sys
from concurrent.futures import ThreadPoolExecutor


def of_module(name):
    module, function = name.rsplit(".", 1)
    generate = getattr(importlib.import_module(module), function)

    def run(n):
        for _ in range(n):
            generate()
    return run, generate


def of_library(name, path):
    library = ctypes.CDLL(path)

    def generate():
        uuid = ctypes.create_string_buffer(16)
        library["one_" + name](uuid)
        return uuid.raw.hex()
    return library["run_" + name], generate


def main(name, *library):
    run, generate = of_library(name, *library) if library else of_module(name)
    other = ThreadPoolExecutor(1)
    for line in sys.stdin:
        question, n = line.split()[0], int(line.split()[1])
        child = None
        if question == "run":
            run(n)
            print("done", flush=True)
            continue
        if question == "fork":
            generate()  # what a process does once comes before the fork
            child = os.fork()
        uuids = [other.submit(generate).result() if question == "turns" and i % 2 else generate()
                 for i in range(n)]
        if child:
            os.waitpid(child, 0)
        print(*uuids, sep="\n", flush=True)
        if child == 0:
            os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
