"""Identifiers that sort by time, and stable ones from names."""

from datetime import datetime, timedelta, timezone

import uuid9562 as uuid

first, second = uuid.uuid7(), uuid.uuid7()
print(first < second)  # => True
print(first.version)  # => 7
print(uuid.to_datetime(first).tzname())  # => UTC
print(uuid.uuid7_min(datetime.now(timezone.utc) - timedelta(minutes=1)) < first)  # => True
print(uuid.uuid5("@url", "https://www.example.com/"))  # => 3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559
