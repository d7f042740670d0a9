module orms

go 1.24.0

require (
	github.com/google/uuid v1.6.0
	github.com/mattn/go-sqlite3 v1.14.53
	gorm.io/driver/sqlite v1.6.0
	gorm.io/gorm v1.31.2
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.20.0 // indirect
)
