// Libraries of Go, for peers_table.py: go-peers NAME, and lines as peers.py says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
	_ "unsafe" // for go:linkname

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
)

// Go reads the clock by no function that could be preloaded, so these libraries get the time of
// tests/clock/fake.c by means of their own.
//
//go:linkname googleNow github.com/google/uuid.timeNow
var googleNow func() time.Time

func stepped() time.Time {
	file, err := os.Stat(os.Getenv("TEST_CLOCK_FILE"))
	if err != nil {
		panic(err)
	}
	set := file.ModTime()
	step := time.Duration(set.Unix()-1000000000) * time.Second
	return time.Now().Add(step).Truncate(time.Duration(set.Nanosecond()))
}

var kept [16]byte

func generator(name string) func() [16]byte {
	generate := gofrs.DefaultGenerator
	if os.Getenv("TEST_CLOCK_FILE") != "" {
		googleNow = stepped
		generate = gofrs.NewGenWithOptions(gofrs.WithEpochFunc(stepped))
	}
	if strings.Contains(name, "rand pool") {
		google.EnableRandPool()
	}
	return map[string]func() [16]byte{
		"google/uuid, NewV7":                func() [16]byte { return google.Must(google.NewV7()) },
		"google/uuid, NewV7, rand pool":     func() [16]byte { return google.Must(google.NewV7()) },
		"google/uuid, NewRandom":            func() [16]byte { return google.New() },
		"google/uuid, NewRandom, rand pool": func() [16]byte { return google.New() },
		"gofrs/uuid, NewV7":                 func() [16]byte { return gofrs.Must(generate.NewV7()) },
		"gofrs/uuid, NewV4":                 func() [16]byte { return gofrs.Must(generate.NewV4()) },
	}[name]
}

func main() {
	one := generator(os.Args[1])
	turn, taken := make(chan bool), make(chan [16]byte)
	go func() {
		runtime.LockOSThread() // so that main is in another thread
		for range turn {
			taken <- one()
		}
	}()
	out := bufio.NewWriter(os.Stdout)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); out.Flush() {
		question, n := "", 0
		fmt.Sscan(in.Text(), &question, &n)
		switch question {
		case "run":
			for range n {
				kept = one()
			}
			fmt.Fprintln(out, "done")
		case "fork": // Go has no fork
			fmt.Fprintln(out)
		default:
			for i := range n {
				uuid := kept
				if question == "turns" && i%2 != 0 {
					turn <- true
					uuid = <-taken
				} else {
					uuid = one()
				}
				fmt.Fprintf(out, "%x\n", uuid)
			}
		}
	}
}
