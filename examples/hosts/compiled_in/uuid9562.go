// uuid9562.go
package main

/*
#cgo CFLAGS: -O2 -DSQLITE_CORE -DUUID9562_LOAD_LIBCRYPTO
#cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-in-object-files -ldl -pthread
int sqlite3_auto_extension(void (*)(void));
void sqlite3_uuid9562_init(void);
static int uuid9562(void) { return sqlite3_auto_extension(sqlite3_uuid9562_init); }
*/
import "C"

func init() {
	if C.uuid9562() != 0 {
		panic("uuid9562: sqlite3_auto_extension failed")
	}
}
