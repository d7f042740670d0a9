"""Keys of version 7 in Spark, by mapInArrow, into Parquet: spark.py FOLDER [ROWS]. Needs pyspark,
pyarrow and Java.

Two traps. Spark has no fixed-size binary, and refuses it: cast to pyarrow.binary(). And a data frame
is a recipe: each action generates its keys again, so write them once, and read what was written.
"""

import os
import sys

import pyarrow
import uuid9562
from pyspark.sql import SparkSession

PARTITIONS = 8


def add_keys(batches):
    """In each worker process, batch by batch."""
    for batch in batches:
        keys = pyarrow.array(uuid9562.batch_arrow(7, batch.num_rows, "binary"))
        yield pyarrow.RecordBatch.from_arrays([keys.cast(pyarrow.binary()), batch["id"]],
                                              ["key", "number"])


def main(folder, rows=100_000):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (SparkSession.builder.master("local[2]").appName("uuid9562")
             .config("spark.ui.enabled", "false").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    recipe = spark.range(0, int(rows), 1, PARTITIONS).mapInArrow(add_keys, "key binary, number long")
    print("the same keys in two actions:", recipe.first() == recipe.first())  # => ...: False

    recipe.write.mode("overwrite").parquet(folder)
    written = spark.read.parquet(folder)
    print("the same keys once written:", written.first() == written.first())  # => ...: True
    print(written.select("key").distinct().count(), "keys in",
          len([name for name in os.listdir(folder) if name.endswith(".parquet")]), "files")
    # => 100000 keys in 8 files
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
