/*
 * Copies of the library in one process, each loaded for itself: what one of them gives out is after
 * what another has advanced to. Its arguments are the files.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "uuid9562.h"

typedef uuid9562_status_t generate_t(uuid9562_generator_t *, uuid9562_t *);
typedef uuid9562_status_t advance_t(uuid9562_generator_t *, const uuid9562_t *);
typedef uuid9562_status_t make_t(uuid9562_t *, int64_t, const uint8_t *, int64_t);
typedef bool get_ms_t(int64_t *, const uuid9562_t *);

static void *find(void *library, const char *name)
{
    void *function = dlsym(library, name);

    if (function == NULL)
        puts(dlerror());
    return function;
}

int main(int argc, char **argv)
{
    uuid9562_t last = UUID9562_INIT_NIL;
    const uint8_t zeros[10] = {0};

    for (int i = 1; i < argc; i++) {
        void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        generate_t *generate;
        advance_t *advance;
        make_t *make;
        get_ms_t *get_ms;
        uuid9562_t uuid;
        int64_t ms;

        if (library == NULL) {
            puts(dlerror());
            return 2;
        }
        *(void **)&generate = find(library, "uuid9562_uuid7");
        *(void **)&advance = find(library, "uuid9562_advance");
        *(void **)&make = find(library, "uuid9562_uuid7_make");
        *(void **)&get_ms = find(library, "uuid9562_get_timestamp_ms");
        if (generate(NULL, &uuid) != UUID9562_OK || memcmp(&uuid, &last, sizeof uuid) <= 0 ||
            !get_ms(&ms, &uuid) || make(&last, ms + 60000, zeros, 0) != UUID9562_OK ||
            advance(NULL, &last) != UUID9562_OK) {
            printf("copy %d has another order\n", i);
            return 1;
        }
    }
    puts("one order");
    return 0;
}
