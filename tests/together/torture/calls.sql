.load LIBRARY
SELECT 'uuid4' || char(9) || uuid4();
SELECT 'uuid7' || char(9) || uuid7();
SELECT 'uuid1' || char(9) || uuid1();
SELECT 'uuid6' || char(9) || uuid6(1);
WITH many AS MATERIALIZED (SELECT uuid7() AS u FROM uuid_series(4, 64)) SELECT 'many7' || char(9) || printf('%d %s %s', count(DISTINCT u), min(u), max(u)) FROM many;
SELECT 'batch4' || char(9) || printf('%d %s %s', count(DISTINCT uuid), min(uuid), max(uuid)) FROM uuid_series(4, 600);
SELECT 'batch7' || char(9) || printf('%d %s %s', count(DISTINCT uuid), min(uuid), max(uuid)) FROM uuid_series(7, 300);
SELECT 'uuid5' || char(9) || uuid5('@dns', 'www.example.com');
SELECT 'uuid8_name' || char(9) || uuid8_name('@dns', 'www.example.com', 'sha512');
SELECT 'parse' || char(9) || uuid_parse('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}');
SELECT 'host' || char(9) || uuid1('@host');
SELECT 'state_open' || char(9) || substr(value, -5) FROM uuid_state_open('state');
SELECT 'uuid7' || char(9) || uuid7();
SELECT 'advance' || char(9) || iif(value > 0, 'done', value) FROM uuid_advance(uuid7_max((strftime('%s', 'now') + 20) * 1000));
SELECT 'uuid7' || char(9) || uuid7();
SELECT 'resync' || char(9) || iif(value < 1e9, 'done', value) FROM uuid_resync();
SELECT 'reseed' || char(9) || iif(value >= 0, 'done', value) FROM uuid_reseed();
SELECT 'uuid7' || char(9) || uuid7();
