package require sqlite3

proc connect {db path} {
    sqlite3 $db $path
    $db enable_load_extension 1
    $db eval {SELECT load_extension('/usr/local/lib/sqlite3/uuid9562')}
    $db enable_load_extension 0
}

connect db event.db
set key [db onecolumn {INSERT INTO event (what) VALUES ('began') RETURNING id}]
puts "[string length $key] [db onecolumn {SELECT what FROM event WHERE id = @key}]"
# => 16 began
set since [expr {[clock milliseconds] - 60000}]
puts [db onecolumn {SELECT count(*) FROM event WHERE id >= uuid7_min_blob($since)}]
# => 1
