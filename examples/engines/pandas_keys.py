"""Keys in a data frame of pandas 3, which takes Arrow's arrays and gives its columns. Needs pandas,
and pyarrow, with which it does so."""

import pandas
import uuid9562

frame = pandas.DataFrame({
    "id": pandas.Series.from_arrow(uuid9562.batch_arrow(7, 1000, "large_text")),
    "amount": range(1000)})
print(frame["id"].is_monotonic_increasing, frame["id"].nunique())  # => True 1000

keys = uuid9562.to_arrow(frame["id"], "binary")  # 16 bytes each, not 36
print(len(keys), uuid9562.to_str(bytes(keys)[:16]) == frame["id"][0])  # => 1000 True
