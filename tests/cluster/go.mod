module cluster

go 1.23

require github.com/rqlite/rqlite/v8 v8.36.0

replace (
	github.com/armon/go-metrics => github.com/hashicorp/go-metrics v0.5.1
	golang.org/x/text => golang.org/x/text v0.3.8
)
