"""Keys in DuckDB: a function of SQL over whole columns, and Parquet's type UUID. Needs duckdb and
pyarrow: duckdb_keys.py FOLDER"""

import sys
from pathlib import Path

import duckdb
import pyarrow
import uuid9562


def canonical(column):
    """Strings in any usual format as canonical ones, a vector of rows at a time."""
    return pyarrow.array(uuid9562.to_arrow(column, "text"))


def main(folder):
    connection = duckdb.connect()
    connection.execute("SET arrow_lossless_conversion = true")
    connection.create_function("canonical", canonical, ["VARCHAR"], "VARCHAR", type="arrow")
    rows = connection.execute("""
        SELECT canonical(id) FROM (VALUES ('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}'),
                                          ('urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) t(id)
    """).fetchall()
    print(len(rows), "rows,", len(set(rows)), "key")  # => 2 rows, 1 key

    keys = uuid9562.batch_arrow(7, 100_000)  # DuckDB finds it by its name
    path = Path(folder, "keys.parquet")
    connection.execute(f"COPY (SELECT value AS id FROM keys) TO '{path}'")
    (kind,), = connection.execute(
        f"SELECT logical_type FROM parquet_schema('{path}') WHERE name = 'id'").fetchall()
    print("Parquet's type:", kind)  # => Parquet's type: UUIDType()
    read = connection.sql(f"SELECT id FROM '{path}' ORDER BY id")
    print("the same keys in order:", bytes(uuid9562.to_arrow(read)) == bytes(keys))
    # => the same keys in order: True


if __name__ == "__main__":
    main(*sys.argv[1:])
