// What GORM makes of a UUID: go run naive.go gorm FILE UUID fills a table; further
// arguments are as for naive.cjs.
package main

import (
	"fmt"
	"os"

	"github.com/google/uuid"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

type Event struct{ ID uuid.UUID }

func (Event) TableName() string { return "event" }

func main() {
	db, err := gorm.Open(sqlite.Open(os.Args[2]), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		panic(err)
	}
	if err := db.AutoMigrate(&Event{}); err != nil {
		panic(err)
	}
	id := uuid.MustParse(os.Args[3])
	if err := db.Create(&Event{id}).Error; err != nil {
		panic(err)
	}
	for _, key := range os.Args[4:] {
		db.Exec("UPDATE event SET id = " + key)
		if db.First(&Event{}, "id = ?", id).RowsAffected == 1 {
			fmt.Println(key)
		}
	}
}
