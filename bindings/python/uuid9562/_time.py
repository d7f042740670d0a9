"""A date or a datetime as text or a number, for the functions of _core that take a time."""

from datetime import date, datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def plain(time):
    """The text of a date, or the microseconds of a datetime since 1970, by the methods of date and
    datetime themselves: those of a subclass may return anything."""
    if not isinstance(time, datetime):
        return date.isoformat(time)
    if time.utcoffset() is None:
        raise ValueError("a naive datetime has no time zone; make it aware, with "
                         ".replace(tzinfo=timezone.utc) if it is UTC, or with .astimezone() if it "
                         "is local time")
    return datetime.__sub__(time, EPOCH) // timedelta(microseconds=1)
