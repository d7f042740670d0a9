# What ActiveRecord makes of a UUID: ruby naive.rb activerecord FILE UUID fills a table.
require "active_record"

ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ARGV[1])
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define { create_table(:event, id: :uuid, default: nil) }
Class.new(ActiveRecord::Base) { self.table_name = "event" }.create!(id: ARGV[2])
