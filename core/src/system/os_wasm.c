/*
 * The system in WebAssembly, by Emscripten (os.h): one process, without fork(), no libraries, and
 * files that no other process shares.
 */
#include "os.h"

#ifdef OS_WASM
#include <stdlib.h>
#include <sys/mman.h>

/* No child inherits memory. */
INTERNAL void *os_map(size_t size, bool *is_wiped)
{
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    *is_wiped = true;
    return pages != MAP_FAILED ? pages : NULL;
}

INTERNAL const char *os_environment(const char *name)
{
    return getenv(name);
}

#endif
