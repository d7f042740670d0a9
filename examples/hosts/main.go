package main

import (
	"database/sql"
	"fmt"
	"log"
	"time"

	"github.com/mattn/go-sqlite3"
)

func init() {
	sql.Register("sqlite3_uuid9562", &sqlite3.SQLiteDriver{
		Extensions: []string{"/usr/local/lib/sqlite3/uuid9562"},
	})
}

func connect(path string) (*sql.DB, error) {
	return sql.Open("sqlite3_uuid9562", path)
}

func main() {
	db, err := connect("event.db")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	var key []byte
	insert := "INSERT INTO event (what) VALUES ('began') RETURNING id"
	if err := db.QueryRow(insert).Scan(&key); err != nil {
		log.Fatal(err)
	}
	var what string
	err = db.QueryRow("SELECT what FROM event WHERE id = ?", key).Scan(&what)
	fmt.Println(len(key), what, err) // => 16 began <nil>
	var n int
	recent := "SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)"
	err = db.QueryRow(recent, time.Now().UnixMilli()-60000).Scan(&n)
	fmt.Println(n, err) // => 1 <nil>
}
