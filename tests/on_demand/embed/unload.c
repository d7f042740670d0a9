/*
 * Loads the library plugin.c, generates in a thread, unloads the library while the thread lives,
 * and says whether it stays or goes. Then the thread ends.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "uuid9562.h"

static int (*uuid7)(uuid9562_t *out);
static pthread_barrier_t barrier;

static void *generate(void *unused)
{
    uuid9562_t uuid;

    uuid7(&uuid);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier); /* meanwhile the library is unloaded */
    return unused;
}

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    pthread_t thread;

    if (library == NULL)
        return 2;
    *(void **)&uuid7 = dlsym(library, "plugin_uuid7");
    pthread_barrier_init(&barrier, NULL, 2);
    if (uuid7 == NULL || pthread_create(&thread, NULL, generate, NULL) != 0)
        return 3;
    pthread_barrier_wait(&barrier);
    dlclose(library);
    puts(dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) != NULL ? "stays" : "goes");
    fflush(stdout);
    pthread_barrier_wait(&barrier);
    return pthread_join(thread, NULL);
}
