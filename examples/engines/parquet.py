"""Fills Parquet files with keys of version 7, one file for each process of a pool, and checks them.

    parquet.py FOLDER [KEYS [PROCESSES]]

Without a number, 100 million keys (1.6 GB) by as many processes as the machine has processors. The
keys of a file are in order, those of all files are unique. Needs pyarrow and numpy.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet
import uuid9562

ROW_GROUP = 1_000_000


def sortable(keys):
    """The bytes of keys as an array that NumPy compares as RFC 9562 does."""
    return numpy.frombuffer(keys, "S16")


def write(path, count):
    """One process: a row group is a batch, and each batch follows those before."""
    schema = pyarrow.schema({"id": pyarrow.uuid()})
    with pyarrow.parquet.ParquetWriter(path, schema, compression="none",
                                       use_dictionary=False) as writer:
        for done in range(0, count, ROW_GROUP):
            keys = uuid9562.batch_arrow(7, min(ROW_GROUP, count - done))
            writer.write_table(pyarrow.table({"id": pyarrow.array(keys)}, schema))
    return path, count


def read(path):
    """The bytes of all keys of a file."""
    column = pyarrow.parquet.read_table(path)["id"]
    return bytes(uuid9562.to_arrow(column))


def check(paths):
    keys = []
    for path in paths:
        part = sortable(read(path))
        if not (part[:-1] < part[1:]).all():
            sys.exit(f"{path}: the keys are not in order")
        keys.append(part)
    merged = numpy.sort(numpy.concatenate(keys))
    if not (merged[:-1] < merged[1:]).all():
        sys.exit("a key is there twice")
    return len(merged)


def main(folder, keys=100_000_000, processes=os.cpu_count()):
    keys, processes = int(keys), int(processes)
    Path(folder).mkdir(parents=True, exist_ok=True)
    parts = [(Path(folder, f"part-{number:04}.parquet"), keys * (number + 1) // processes
              - keys * number // processes) for number in range(processes)]
    done = 0
    with ProcessPoolExecutor(processes) as pool:
        for task in as_completed([pool.submit(write, *part) for part in parts]):
            path, count = task.result()
            done += count
            print(f"{path.name}: {done} of {keys} keys", file=sys.stderr, flush=True)
    print(f"{check(path for path, _ in parts)} keys in {processes} files: in order, unique")
    # => 200001 keys in 4 files: in order, unique


if __name__ == "__main__":
    main(*sys.argv[1:])
