load='.load /usr/local/lib/sqlite3/uuid9562'
sqlite3 -cmd "$load" event.db "
    INSERT INTO event (what) VALUES ('began');
    SELECT what, length(id) FROM event WHERE id >= uuid7_min_blob(datetime('now', '-1 minute'))"
# => began|16
