package main

import (
	"database/sql"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/mattn/go-sqlite3"
)

const threads, rows = 4, 2500

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func store(first int) {
	db, err := connect("file:rows.db?_busy_timeout=60000&_synchronous=OFF")
	check(err)
	for number := first; number < first+rows; number++ {
		_, err = db.Exec("INSERT INTO event (what) VALUES (?)", strconv.Itoa(number))
		check(err)
	}
	check(db.Close())
}

func TestHost(t *testing.T) {
	var group sync.WaitGroup
	for i := range threads {
		group.Go(func() { store(i * rows) })
	}
	group.Wait()

	db, err := connect("rows.db")
	check(err)
	found, err := db.Query("SELECT id, what FROM event ORDER BY id")
	check(err)
	count := 0
	var key any
	for found.Next() {
		var number, same int
		check(found.Scan(&key, &number))
		check(db.QueryRow("SELECT what FROM event WHERE id = ?", key).Scan(&same))
		if same != number {
			t.Fatal(number, same)
		}
		count++
	}
	check(found.Err())

	var integer, bytes, text string
	check(db.QueryRow("SELECT typeof(?), typeof(?), typeof(?)", 42, []byte{0, 255}, "a").
		Scan(&integer, &bytes, &text))
	var ns int64
	check(db.QueryRow("SELECT uuid_timestamp_ns(uuid7_at_ns(?))", int64(1645557742123456789)).Scan(&ns))
	version, _, _ := sqlite3.Version()
	fmt.Printf("version %s, SQLite %s\n", runtime.Version(), version)
	fmt.Println("binds", integer, bytes, text)
	fmt.Println("nanoseconds", ns)
	fmt.Printf("key %T\n", key)
	fmt.Println("found", count)
	err = db.QueryRow("SELECT uuid_check('6ba7b810+')").Scan(new(sql.NullString))
	fmt.Println("error", err)
	check(db.Close())
}
