require "sqlite3"

def connect(path)
  db = SQLite3::Database.new(path)
  db.enable_load_extension(true)
  db.load_extension("/usr/local/lib/sqlite3/uuid9562")
  db.enable_load_extension(false)
  db
end

db = connect("event.db")
key = db.get_first_value("INSERT INTO event (what) VALUES ('began') RETURNING id")
puts "#{key.bytesize} " + db.get_first_value("SELECT what FROM event WHERE id = ?", key)
# => 16 began
recent = "SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)"
puts db.get_first_value(recent, (Time.now.to_f * 1000).to_i - 60_000)
# => 1
