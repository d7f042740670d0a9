"""Keys in a data frame of Polars, which takes Arrow's arrays and gives its columns. Needs polars."""

import polars
import uuid9562

frame = polars.DataFrame({"id": polars.Series(uuid9562.batch_arrow(7, 1000, "large_text")),
                          "amount": range(1000)})
print(frame["id"].is_sorted(), frame["id"].n_unique())  # => True 1000

packed = polars.Series(uuid9562.to_arrow(frame["id"], "binary"))  # 16 bytes each, not 36
frame = frame.with_columns(id=packed)
print(frame["id"].dtype, frame["id"].is_sorted())  # => Binary True

texts = polars.Series(uuid9562.to_arrow(frame["id"], "text"))
print(uuid9562.version(texts[0]), uuid9562.to_bytes(texts[0]) == frame["id"][0])  # => 7 True
