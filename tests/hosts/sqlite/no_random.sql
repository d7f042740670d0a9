-- Where the system gives no random bytes: errors.
SELECT uuid4() -- => error: uuid4: the random generator failed; UUID9562_RANDOM, if set, must be system
SELECT uuid7_blob() -- => error: uuid7_blob: the random generator failed; UUID9562_RANDOM, if set, must be system
SELECT uuid1() -- => error: uuid1: the random generator failed; UUID9562_RANDOM, if set, must be system
SELECT uuid6() -- => error: uuid6: the random generator failed; UUID9562_RANDOM, if set, must be system
SELECT uuid7_at(0) -- => error: uuid7_at: the random generator failed; UUID9562_RANDOM, if set, must be system
SELECT uuid8(0, 0) -- => error: uuid8: the random generator failed; UUID9562_RANDOM, if set, must be system
SELECT uuid FROM uuid_series(4, 1) -- => error: uuid_series: the random generator failed; UUID9562_RANDOM, if set, must be system
-- What needs none goes on working.
SELECT uuid8(0, 0, 0), uuid7_min(0) -- => 00000000-0000-8000-8000-000000000000|00000000-0000-7000-8000-000000000000
SELECT uuid_node(uuid1(1, 2)), uuid_clock_seq(uuid6(1, 2)) -- => 1|2
