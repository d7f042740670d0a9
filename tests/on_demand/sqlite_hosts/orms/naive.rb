# What ActiveRecord makes of a UUID: ruby naive.rb activerecord FILE UUID fills a table; further
# arguments are as for naive.cjs.
require "active_record"

ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ARGV[1])
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define { create_table(:event, id: :uuid, default: nil) }
event = Class.new(ActiveRecord::Base) { self.table_name = "event" }
event.create!(id: ARGV[2])
ARGV.drop(3).each do |key|
  event.connection.execute("UPDATE event SET id = #{key}")
  puts key if event.exists?(id: ARGV[2])
end
