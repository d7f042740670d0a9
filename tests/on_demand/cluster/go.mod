module cluster

go 1.24.0

require github.com/rqlite/rqlite/v8 v8.43.4

replace (
	github.com/armon/go-metrics => github.com/hashicorp/go-metrics v0.5.1
	github.com/mattn/go-sqlite3 => github.com/rqlite/go-sqlite3 v1.40.0
)
