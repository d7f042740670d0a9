# ActiveRecord over sqlite3: a key by the database's default, found by itself and by its time.
# UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 ruby activerecord.rb FILE, with the table event.
require "active_record"

class Event < ActiveRecord::Base
  self.table_name = "event"
end
Event.establish_connection(adapter: "sqlite3", database: ARGV[0])
Event.connection.raw_connection.tap do |db|
  db.enable_load_extension(true)
  db.load_extension(ENV.fetch("UUID9562_EXTENSION"))
  db.enable_load_extension(false)
end

# After create the id would be the text of the default, "uuid7_blob()".
insert = "INSERT INTO event (what) VALUES (?) RETURNING *"
event, = Event.find_by_sql([insert, "activerecord"])
recent = Event.where("id >= uuid7_min_blob(?)", (Time.now.to_f * 1000).to_i - 3_600_000)
found = recent.count { |row| Event.find(row.id).what == row.what }
puts "activerecord #{event.id.unpack1("H*")} #{found}" # => activerecord 01... 1
