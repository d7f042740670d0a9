ask() {
    sqlite3 -cmd "$load" rows.db "$@"
}

ask "INSERT INTO event (what) SELECT value FROM generate_series(0, 9999)"
echo "version $(sqlite3 --version | cut -d ' ' -f 1)"
ask -cmd '.parameter set @integer 42' -cmd ".parameter set @bytes x'00ff'" \
    -cmd '.parameter set @text text' -cmd '.parameter set @ns 1645557742123456789' "
    SELECT 'binds ' || typeof(@integer) || ' ' || typeof(@bytes) || ' ' || typeof(@text);
    SELECT 'nanoseconds ' || uuid_timestamp_ns(uuid7_at_ns(@ns));
    SELECT 'key ' || typeof(id) FROM event LIMIT 1;
    SELECT 'found ' || sum(what = number) FROM (
        SELECT CAST(what AS INTEGER) AS what, row_number() OVER (ORDER BY id) - 1 AS number
        FROM event)"
echo "error $(ask "SELECT uuid_check('6ba7b810+')" 2>&1)"
