INSERT INTO package (stable, name, version, purl)
SELECT uuid5_blob('@url', purl), name, version, purl FROM input WHERE rowid % 2 = :half;
SELECT printf('   %d packages, the first of them %s at %s (%s)',
              count(*), name, uuid_timestamp(min(id)), uuid_str(id))
FROM package WHERE stable IN (SELECT uuid5_blob('@url', purl) FROM input WHERE rowid % 2 = :half);
