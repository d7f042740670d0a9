package require Thread
set THREADS 4
set ROWS 2500

set store {
    connect db rows.db
    db timeout 60000
    db eval {PRAGMA synchronous = OFF}
    for {set n $first} {$n < $first + $ROWS} {incr n} {
        db eval {INSERT INTO event (what) VALUES (CAST($n AS TEXT))}
    }
    db close
}
for {set i 0} {$i < $THREADS} {incr i} {
    set first [expr {$i * $ROWS}]
    set body "package require sqlite3
        proc connect {[info args connect]} {[info body connect]}
        set first $first; set ROWS $ROWS; $store"
    lappend threads [thread::create -joinable $body]
}
foreach thread $threads {
    thread::join $thread
}

connect db rows.db
set found 0
db eval {SELECT id, what FROM event ORDER BY id} {
    set same [db onecolumn {SELECT what FROM event WHERE id = @id}]
    if {$same ne $what} {
        error "$what, $same"
    }
    incr found
    set key $id
}

set integer [expr {6 * 7}]
set bytes [binary format H* 00ff]
set text a
set ns 1645557742123456789
puts "version [info patchlevel], SQLite [sqlite3 -version]"
puts "binds [db eval {SELECT typeof($integer), typeof($bytes), typeof($text)}]"
puts "nanoseconds [db eval {SELECT uuid_timestamp_ns(uuid7_at_ns(CAST($ns AS INTEGER)))}]"
puts "key [lindex [::tcl::unsupported::representation $key] 3]"
puts "found $found"
catch {db eval {SELECT uuid_check('6ba7b810+')}} message
puts "error $message"
db close
