// What GORM makes of a UUID: go run naive.go gorm FILE UUID fills a table.
package main

import (
	"os"

	"github.com/google/uuid"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

type Event struct{ ID uuid.UUID }

func (Event) TableName() string { return "event" }

func main() {
	db, err := gorm.Open(sqlite.Open(os.Args[2]), &gorm.Config{})
	if err != nil {
		panic(err)
	}
	if err := db.AutoMigrate(&Event{}); err != nil {
		panic(err)
	}
	if err := db.Create(&Event{uuid.MustParse(os.Args[3])}).Error; err != nil {
		panic(err)
	}
}
