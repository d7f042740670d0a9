-- A database whose text is UTF-16: what goes in is turned into UTF-8 first, whatever is in it.
PRAGMA encoding = 'UTF-16le'
CREATE TABLE t (id TEXT PRIMARY KEY, format TEXT)
INSERT INTO t VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'any'), ('3BMYW117DD278R1D00R17X8C68', 'ulid'), ('user_01h455vb4pex5vsknk084sn02q', 'typeid'), ('6ba7b810-9dad-11d1-80b4-00c04fd430c' || char(0), 'hex'), ('nöt', 'urn'), ('', 'int')
SELECT quote(uuid_parse(id, format)) FROM t ORDER BY rowid -- => '6ba7b810-9dad-11d1-80b4-00c04fd430c8'|'6ba7b810-9dad-11d1-80b4-00c04fd430c8'|'01890a5d-ac96-774b-bcce-b302099a8057'|NULL|NULL|NULL
SELECT uuid_check(id) FROM t WHERE format = 'urn' -- => error: uuid_check: malformed UUID at offset 0: expected
SELECT uuid_typeid_prefix(id), uuid_typeid(uuid_typeid_prefix(id), uuid_parse(id, format)) = id FROM t WHERE format = 'typeid' -- => user|1
SELECT uuid_typeid(id, '00000000-0000-0000-0000-000000000000') FROM t WHERE format = 'urn' -- => error: uuid_typeid: invalid prefix
SELECT uuid5('@dns', id) = uuid5('@dns', X'6EC3B674') FROM t WHERE format = 'urn' -- => 1
SELECT quote(uuid_format(id, 'guid')), uuid_format(id, 'ulid') FROM t WHERE format = 'any' -- => X'10B8A76BAD9DD11180B400C04FD430C8'|3BMYW117DD278R1D00R17X8C68
SELECT finding, count, example FROM uuid_audit('t', 'id') WHERE finding GLOB 'text*' -- => text canonical|1|'6ba7b810-9dad-11d1-80b4-00c04fd430c8'|text malformed|1|''|text malformed|4|'3BMYW117DD278R1D00R17X8C68'
SELECT uuid_parse(X'36626137623831302D396461642D313164312D383062342D303063303466643433306338'), uuid_parse(X'3342', 'base36'), uuid_parse(CAST(id AS BLOB)) FROM t WHERE format = 'any' -- => 6ba7b810-9dad-11d1-80b4-00c04fd430c8|00000000-0000-0000-0000-000000000077|
DELETE FROM t WHERE format <> 'urn'
SELECT example, advice FROM uuid_audit('t', 'id') WHERE finding = 'text malformed' -- => CAST(X'6E00F6007400' AS TEXT)|malformed UUID at offset 0: expected a hex digit
SELECT a.count FROM t, uuid_audit('t', 'format', 'main') AS a WHERE a.finding = 'text malformed' -- => 1
