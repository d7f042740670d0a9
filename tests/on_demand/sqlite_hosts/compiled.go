package main

import (
	"database/sql"
	"fmt"
	"log"

	_ "github.com/mattn/go-sqlite3"
)

func main() {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		log.Fatal(err)
	}
	var version int
	var name string
	query := "SELECT uuid_version(uuid7()), uuid5('@dns', 'www.example.com')"
	if err := db.QueryRow(query).Scan(&version, &name); err != nil {
		log.Fatal(err)
	}
	fmt.Println(version, name)
}
