// GORM over go-sqlite3: a key by the database's default, found by itself and by its time.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 go run gorm.go FILE, with the table event.
package main

import (
	"database/sql"
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

type Event struct {
	ID   []byte `gorm:"type:blob;primaryKey;default:(uuid7_blob())"`
	What string
}

func (Event) TableName() string { return "event" }

func main() {
	sql.Register("sqlite3_uuid9562", &sqlite3.SQLiteDriver{
		Extensions: []string{os.Getenv("UUID9562_EXTENSION")},
	})
	db, err := gorm.Open(sqlite.New(sqlite.Config{
		DriverName: "sqlite3_uuid9562", DSN: os.Args[1]}), &gorm.Config{})
	if err != nil {
		panic(err)
	}
	event := Event{What: "gorm"}
	if err := db.Create(&event).Error; err != nil {
		panic(err)
	}
	var recent []Event
	db.Find(&recent, "id >= uuid7_min_blob(?)", time.Now().Add(-time.Hour).UnixMilli())
	found := 0
	for _, row := range recent {
		var same Event
		if db.First(&same, "id = ?", row.ID).Error == nil && same.What == row.What {
			found++
		}
	}
	fmt.Printf("gorm %x %d\n", event.ID, found) // => gorm 01... 1
}
