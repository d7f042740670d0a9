-- Where OpenSSL has neither a cipher nor digests (tests/no-crypto.cnf): digests are errors.
SELECT uuid3('@dns', '') -- => error: uuid3: this digest is not available
SELECT uuid5('@dns', '') -- => error: uuid5: this digest is not available
SELECT uuid8_name('@dns', '') -- => error: uuid8_name: this digest is not available
-- Random bytes are the system's.
SELECT uuid_version(uuid4()), uuid_version(uuid7_blob()), uuid_version(uuid1()), uuid_version(uuid6()) -- => 4|7|1|6
SELECT count(DISTINCT uuid) FROM uuid_series(4, 100000) -- => 100000
