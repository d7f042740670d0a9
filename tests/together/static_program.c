/*
 * A program that has the core in itself and loads the shared library beside: two copies, which
 * share one order as long as the program exports the clock state (docs/embedding.md).
 */
#include <dlfcn.h>
#include <stdio.h>

#include "uuid9562.h"

int main(int count, char **arguments)
{
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    uuid9562_status_t (*other)(uuid9562_generator_t *, uuid9562_t *);
    uuid9562_t before = UUID9562_INIT_NIL, now;

    if (library == NULL)
        return 2;
    *(void **)&other = dlsym(library, "uuid9562_uuid7");
    if (other == NULL || other == uuid9562_uuid7)
        return 3;
    for (int i = 0; i < 100000; i++) {
        if ((i % 2 ? other : uuid9562_uuid7)(NULL, &now) != UUID9562_OK)
            return 4;
        if (uuid9562_compare(&before, &now) >= 0) {
            puts("static program: its order and that of the library beside it are two");
            return 1;
        }
        before = now;
    }
    puts("static program: one order with the library beside it");
    return 0;
}
