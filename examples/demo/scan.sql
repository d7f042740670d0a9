.mode list
.parameter init
INSERT INTO temp.sqlite_parameters SELECT ':start', uuid_timestamp_ms(min(id)) FROM package;
SELECT printf('   %d of %d packages were stored in the second from %s on',
              count(*), (SELECT count(*) FROM package), uuid_timestamp(uuid7_min(:start)))
FROM package WHERE id >= uuid7_min_blob(:start) AND id < uuid7_min_blob(:start + 1000);
EXPLAIN QUERY PLAN
SELECT * FROM package WHERE id >= uuid7_min_blob(:start) AND id < uuid7_min_blob(:start + 1000);
