-- The rows of the contract's table of errors, as SQL gives them.
-- Malformed text and wrong lengths: NULL, and an error with the offset from uuid_check.
SELECT uuid_blob('6ba7b810-9dad-11d1-80b4-00c04fd430cx') IS NULL -- => 1
SELECT uuid_str(X'00') IS NULL, uuid_str(X'') IS NULL, uuid_str(zeroblob(17)) IS NULL -- => 1|1|1
SELECT uuid_check('6ba7b810-9dad-11d1-80b4-00c04fd430cx') -- => error: uuid_check: malformed UUID at offset 35: expected a hex digit
SELECT uuid_check('01FWHE4YDGFK1SHH6W1G60EECF') -- => error: uuid_check: malformed UUID at offset 3: expected a hex digit; it looks like ulid: pass that format
SELECT uuid_check('91910f44-4f1f-4e5b-9b3a-3c6a55a8a4d1' || char(160)) -- => error: uuid_check: malformed UUID at offset 36: expected the end of the UUID; found white space
SELECT uuid7_at('1795362046000') -- => error: uuid7_at: malformed time at offset 5: a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 or 2024-02-29T12:30:00.25+01:00; pass a number as an integer, not as text
SELECT * FROM uuid_advance('user_01fwhe4ydgfk1shh6w1g60eecf') -- => error: uuid_advance: malformed UUID at offset 1: expected 'urn:uuid:'; it looks like typeid: pass that format
SELECT uuid7_at('2024-02-29 ') -- => error: uuid7_at: malformed time at offset 11: a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 or 2024-02-29T12:30:00.25+01:00
SELECT uuid7_at('2024-02-29' || char(160)) -- => error: uuid7_at: malformed time at offset 10: a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 or 2024-02-29T12:30:00.25+01:00; found white space
SELECT uuid7_at(' 2024-02-29') -- => error: uuid7_at: malformed time at offset 0: a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 or 2024-02-29T12:30:00.25+01:00; found white space
SELECT uuid_check(CAST('6ba7b8109dad11d180b400c04fd430c8' AS BLOB)) -- => error: uuid_check: malformed UUID at offset 16: a binary UUID is exactly 16 bytes; it is text
-- NULL and types that can be no UUID: NULL, but an error from uuid_check.
SELECT uuid_check(NULL) IS NULL -- => 1
SELECT uuid_check(42) -- => error: uuid_check: X must be a UUID, as TEXT or as a BLOB, not an INTEGER
SELECT uuid_check(1.5) -- => error: uuid_check: X must be a UUID, as TEXT or as a BLOB, not a REAL
SELECT uuid_version(42) IS NULL, uuid_version(1.5) IS NULL, uuid_version(NULL) IS NULL -- => 1|1|1
SELECT uuid_valid(NULL) IS NULL, uuid_valid(42), uuid_valid(1.5), uuid_valid(''), uuid_valid(X'') -- => 1|0|0|0|0
SELECT quote(uuid_check('{6BA7B810-9dad-11d1-80b4-00c04fd430c8}')) -- => '{6BA7B810-9dad-11d1-80b4-00c04fd430c8}'
SELECT quote(uuid_check(zeroblob(16))) -- => X'00000000000000000000000000000000'
-- A string or a real where an integer belongs; a name that is neither TEXT nor BLOB.
SELECT uuid7_at('0') -- => error: uuid7_at: malformed time at offset 1: a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 or 2024-02-29T12:30:00.25+01:00
SELECT uuid7_at(0.5) -- => error: uuid7_at: unix_ms must be an INTEGER, or a time as TEXT, not the REAL 0.5
SELECT uuid7_at(X'00') -- => error: uuid7_at: unix_ms must be an INTEGER, or a time as TEXT, not a BLOB
SELECT uuid7_at_ns(0.5) -- => error: uuid7_at_ns: unix_ns must be an INTEGER, or a time as TEXT, not the REAL 0.5
SELECT uuid7_min_blob(date('not a date')) IS NULL, uuid_timestamp_ns(uuid7(), NULL) IS NULL -- => 1|1
SELECT uuid7_make('2023-02-29', X'00') -- => error: uuid7_make: malformed time at offset 9: a time
SELECT uuid_timestamp_ns(uuid7(), '12') -- => error: uuid_timestamp_ns: fraction_bits must be an INTEGER, not TEXT; bind a number, or write CAST(? AS INTEGER)
SELECT uuid_timestamp_ns('no UUID') IS NULL, uuid_timestamp_ns('no UUID', 21) IS NULL, uuid_timestamp_ns(uuid4()) IS NULL -- => 1|1|1
SELECT uuid8(1, '2', 3) -- => error: uuid8: b must be an INTEGER, not TEXT
SELECT uuid1('0') -- => error: uuid1: unknown node; expected a number or @host
SELECT uuid1(0.5) -- => error: uuid1: node must be an INTEGER or '@host', not the REAL 0.5
SELECT uuid1(0, 0.5) -- => error: uuid1: clock_seq must be an INTEGER, not the REAL 0.5
SELECT uuid5('@dns', 42) -- => error: uuid5: name must be TEXT or a BLOB, not an INTEGER
SELECT uuid5(42, 'name') IS NULL, uuid5('@dns', NULL) IS NULL, uuid5(NULL, 'name') IS NULL -- => 1|1|1
SELECT uuid7_make(0, 'ten bytes') -- => error: uuid7_make: random must be a BLOB, not TEXT
SELECT uuid_format('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 1) -- => error: uuid_format: format must be TEXT
SELECT uuid_parse(X'00', 1) -- => error: uuid_parse: format must be TEXT
SELECT uuid_parse(42, 1) IS NULL, uuid_parse(X'00', NULL) IS NULL -- => 1|1
SELECT uuid_typeid(1, '00000000-0000-0000-0000-000000000000') -- => error: uuid_typeid: prefix must be TEXT
SELECT uuid_typeid(X'61', 42) -- => error: uuid_typeid: prefix must be TEXT
SELECT uuid_typeid('A', 42) IS NULL, uuid_typeid('A', NULL) IS NULL, uuid_typeid(1, NULL) IS NULL, uuid_typeid(NULL, '00000000-0000-0000-0000-000000000000') IS NULL, uuid_typeid('a', X'00') IS NULL -- => 1|1|1|1|1
SELECT n FROM uuid_series('7', 1) -- => error: uuid_series: version must be an INTEGER, not TEXT; bind a number, or write CAST(? AS INTEGER)
SELECT n FROM uuid_series(7, 1.5) -- => error: uuid_series: count must be an INTEGER, not the REAL 1.5
SELECT n FROM uuid_series(7, X'01') -- => error: uuid_series: count must be an INTEGER, not a BLOB
-- A REAL that stands for an integer is one, in each place that takes one; from 2^53 on it may stand for another.
SELECT uuid7_min(1645557742000.0) = uuid7_min(1645557742000), uuid7_min(-0.0) = uuid7_min(0) -- => 1|1
SELECT uuid_timestamp_ms(uuid7_at(1645557742000.0)), uuid_timestamp_ns(uuid7_at_ns(1645557742.0), 20.0) -- => 1645557742000|1645557742
SELECT uuid7_make_blob(5.0, zeroblob(10), 1.0) = uuid7_make_blob(5, zeroblob(10), 1), uuid7_name(5.0, '@dns', 'x') = uuid7_name(5, '@dns', 'x') -- => 1|1
SELECT uuid8(1.0, 2.0, 3.0) = uuid8(1, 2, 3), uuid_node(uuid1(281474976710655.0, 7.0)) -- => 1|281474976710655
SELECT group_concat(n) FROM uuid_series(7.0, 3.0) -- => 1,2,3
SELECT uuid7_at_ns(1645557742123456789.0) -- => error: uuid7_at_ns: unix_ns must be an INTEGER, or a time as TEXT, not the REAL 1.645557742123457e+18; from 2^53 on bind a 64-bit integer
SELECT uuid7_min(9e999) -- => error: uuid7_min: unix_ms must be an INTEGER, or a time as TEXT, not the REAL Inf; from 2^53
SELECT uuid7_min(9e999 - 9e999) IS NULL -- => 1
SELECT uuid_valid(5.0), uuid_version(5.0) IS NULL -- => 0|1
-- What makes a key never returns NULL; what asks for one does: it is of nothing.
SELECT uuid7_at(NULL) -- => error: uuid7_at: unix_ms must be an INTEGER, or a time as TEXT, not NULL
SELECT uuid7_at_blob(unixepoch('not a date') * 1000) -- => error: uuid7_at_blob: unix_ms must be an INTEGER, or a time as TEXT, not NULL
SELECT uuid7_make_blob(0, substr(uuid_blob('no UUID'), 7)) -- => error: uuid7_make_blob: random must be a BLOB, not NULL
SELECT uuid7_name(0, NULL, 'x') -- => error: uuid7_name: namespace must be a UUID, as TEXT or as a BLOB, not NULL
SELECT uuid7_name(0, '@dns', NULL) -- => error: uuid7_name: name must be TEXT or a BLOB, not NULL
SELECT uuid1(NULL) -- => error: uuid1: node must be an INTEGER or '@host', not NULL
SELECT uuid3('@dns', NULL) IS NULL, uuid8_name('@dns', 'x', NULL) IS NULL, uuid7_min(NULL) IS NULL, uuid7_max_blob(NULL) IS NULL, uuid_timestamp_ticks(NULL) IS NULL -- => 1|1|1|1|1
-- Out of range: which argument, and what is allowed.
SELECT uuid4_make('0123456789abcdef') -- => error: uuid4_make: random must be a BLOB
SELECT uuid_format(X'00', 'nosuch') IS NULL, uuid_format(42, 'nosuch') IS NULL, uuid_parse(42, 'nosuch') IS NULL -- => 1|1|1
SELECT n FROM uuid_series(5, 1) -- => error: uuid_series: unknown version; expected one of: 1 4 6 7
SELECT n FROM uuid_series(7, -1) -- => error: uuid_series: count is out of range: 0 to 2147483647
SELECT n FROM uuid_series(7) -- => error: uuid_series: needs two arguments, version and count
