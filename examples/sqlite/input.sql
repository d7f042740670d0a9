-- Parse UUIDs from elsewhere: canonical text, or NULL.

SELECT uuid_str('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}');
-- => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
SELECT uuid_parse('01FWHE4YDGFK1SHH6W1G60EECF', 'ulid'); -- => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
SELECT uuid_parse('user_01fwhe4ydgfk1shh6w1g60eecf', 'typeid');
-- => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
SELECT uuid_str('017f22e2+79b0-7cc3-98c4-dc0c0c07398f') IS NULL; -- => 1
SELECT hex(uuid_blob('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'));
-- => 017F22E279B07CC398C4DC0C0C07398F
