-- Where OpenSSL has neither a cipher nor digests (tests/no-crypto.cnf): digests are errors.
SELECT uuid3('@dns', '') -- => error: uuid3: the system does not offer this digest
SELECT uuid5('@dns', '') -- => error: uuid5: the system does not offer this digest
SELECT uuid8_name('@dns', '') -- => error: uuid8_name: the system does not offer this digest
-- Random bytes are the system's.
SELECT uuid_version(uuid4()), uuid_version(uuid7_blob()), uuid_version(uuid1()), uuid_version(uuid6()) -- => 4|7|1|6
SELECT count(DISTINCT uuid) FROM uuid_series(4, 100000) -- => 100000
