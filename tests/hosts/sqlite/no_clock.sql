-- Where the clock cannot be read, or stands outside what 64-bit nanoseconds since 1970 hold: errors.
SELECT uuid1() -- => error: uuid1: the clock
SELECT uuid1(1, 2) -- => error: uuid1: the clock
SELECT uuid6_blob() -- => error: uuid6_blob: the clock
SELECT uuid7() -- => error: uuid7: the clock
SELECT n FROM uuid_series(7, 1) -- => error: uuid_series: the clock
-- What needs no clock goes on working.
SELECT uuid_version(uuid4()), uuid_version(uuid7_at(0)), uuid_version(uuid8()) -- => 4|7|8
