// main.go
package main

/*
#cgo CFLAGS: -DUUID9562_LOAD_LIBCRYPTO
#include "uuid9562.h"
*/
import "C"

import (
	"fmt"
	"log"
)

func main() {
	var id C.uuid9562_t
	var text [C.UUID9562_STRING_SIZE]C.char
	if status := C.uuid9562_uuid7(nil, &id); status != C.UUID9562_OK {
		log.Fatal(C.GoString(C.uuid9562_strerror(status)))
	}
	fmt.Println(C.GoString(C.uuid9562_to_string(&text[0], &id)))
}
