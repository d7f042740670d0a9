"""The SQLite extension and sqlean's functions of the same names, each in a connection of its own
in the SQLite that sqlean brings along: net time of a call in CPU nanoseconds, as rows of a table.

    sqlite_peers.py EXTENSION        # without the suffix
"""

import statistics
import sys
import time

# Passes over a table that is small enough for the cache.
ROUNDS, PASSES, TABLE_ROWS = 15, 64, 1 << 12
TABLE = f"""CREATE TEMP TABLE c AS WITH RECURSIVE c(i, t, b) AS (
    SELECT 1, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', X'017f22e279b07cc398c4dc0c0c07398f'
    UNION ALL SELECT i + 1, t, b FROM c WHERE i < {TABLE_ROWS}) SELECT * FROM c"""

# Ours, theirs, the loop without a call.
ROWS = [
    ("uuid7_blob()", "uuid_blob(uuid7())", "1"),
    ("uuid7()", "uuid7()", "1"),
    ("uuid4()", "uuid4()", "1"),
    ("uuid_blob(t)", "uuid_blob(t)", "t"),
    ("uuid_str(b)", "uuid_str(b)", "b"),
]


def take(connection, expression):
    begin = time.thread_time_ns()
    for _ in range(PASSES):
        connection.execute(f"SELECT count({expression}) FROM c").fetchall()
    return (time.thread_time_ns() - begin) / (PASSES * TABLE_ROWS)


def net(connection, expression, bare):
    return take(connection, expression) - take(connection, bare)


def main(extension):
    try:
        import sqlean
    except ImportError:
        print("\nsqlean (the package sqlean.py): not installed, left out")
        return
    ours = sqlean.connect(":memory:")
    ours.enable_load_extension(True)
    ours.load_extension(extension)
    sqlean.extensions.enable("uuid")
    theirs = sqlean.connect(":memory:")
    for connection in (ours, theirs):
        connection.execute(TABLE)
    print(f"\nIn sqlean's SQLite {sqlean.sqlite_version}:\n")
    print("| call | ns | compared with | ratio |\n|---|---|---|---|")
    for our, their, bare in ROWS:
        pairs = [(net(ours, our, bare), net(theirs, their, bare)) for _ in range(ROUNDS + 1)][1:]
        mine, other = (statistics.median(column) for column in zip(*pairs))
        print(f"| {our} | {mine:.2f} | sqlean {their} {other:.2f} | {mine / other:.3g} |")


main(sys.argv[1])
