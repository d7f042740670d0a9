"""A datetime as a number, for the functions of _core that take a time."""

from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def unix_us(time):
    """The microseconds since 1970, subtracted by datetime itself: a subclass may return anything."""
    if time.utcoffset() is None:
        raise ValueError("a naive datetime has no time zone; make it aware, with "
                         ".replace(tzinfo=timezone.utc) if it is UTC, or with .astimezone() if it "
                         "is local time")
    return datetime.__sub__(time, EPOCH) // timedelta(microseconds=1)
