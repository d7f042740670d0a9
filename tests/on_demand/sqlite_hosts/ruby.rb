THREADS = 4
ROWS = 2500

# They leave their connections to the garbage collector, as it may still have statements of them,
# with which sqlite3 1.4 refuses to close one.
threads = THREADS.times.map do |i|
  Thread.new do
    db = connect("rows.db")
    db.busy_timeout = 60_000
    db.execute("PRAGMA synchronous = OFF")
    ROWS.times { |n| db.execute("INSERT INTO event (what) VALUES (?)", (i * ROWS + n).to_s) }
  end
end
threads.each(&:join)

db = connect("rows.db")
found, key = 0, nil
db.execute("SELECT id, what FROM event ORDER BY id") do |id, what|
  found, key = found + 1, id
  same = db.get_first_value("SELECT what FROM event WHERE id = ?", id)
  abort "#{what}, #{same}" unless same == what
end

puts "version #{RUBY_VERSION}, sqlite3 #{SQLite3::VERSION}, SQLite #{SQLite3::SQLITE_VERSION}"
puts "binds " + db.get_first_row("SELECT typeof(?), typeof(?), typeof(?)", 42, "\0\xff".b, "a").join(" ")
puts "nanoseconds #{db.get_first_value('SELECT uuid_timestamp_ns(uuid7_at_ns(?))', 1645557742123456789)}"
puts "key #{key.class} #{key.encoding}"
puts "found #{found}"
begin
  db.execute("SELECT uuid_check('6ba7b810+')")
rescue SQLite3::Exception => error
  puts "error #{error.message}"
end
