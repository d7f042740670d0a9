/*
 * A program that loads a plug-in, whose constructor uses the library or forks, while another thread
 * of the program uses OpenSSL for the first time. The environment says what the constructor does
 * (DOES: digest, random, fork), and where the plug-in is (PLUGIN). Compiled with -DPLUGIN, this
 * file is the plug-in.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uuid9562.h"

/* Returns 0 where it works. Not the first random bytes of a thread need the cipher. */
static int digest(void)
{
    static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t out;
    return uuid9562_uuid5(&out, &dns, "a", 1) != UUID9562_OK;
}

static int draw(void)
{
    uuid9562_t out;
    for (int i = 0; i < 1000; i++)
        if (uuid9562_uuid4(NULL, &out) != UUID9562_OK)
            return 1;
    return 0;
}

#ifdef PLUGIN
static int fork_and_digest(void)
{
    const pid_t child = fork();
    int status;

    if (child == 0) {
        alarm(300);
        _exit(digest());
    }
    return waitpid(child, &status, 0) != child || status != 0;
}

/* The dynamic linker holds its lock meanwhile. */
static void __attribute__((constructor)) construct(void)
{
    const char *does = getenv("DOES");

    usleep(300000); /* the other thread has begun */
    if (does[0] == 'f' ? fork_and_digest() : does[0] == 'd' ? digest() : draw())
        _exit(3);
}
#else
static void *use_first(void *random)
{
    usleep(100000); /* the constructor runs */
    return (random != NULL ? draw() : digest()) ? &use_first : NULL;
}

int main(void)
{
    pthread_t thread;
    void *failed;

    alarm(300);
    pthread_create(&thread, NULL, use_first, strcmp(getenv("DOES"), "random") == 0 ? &thread : NULL);
    if (dlopen(getenv("PLUGIN"), RTLD_NOW | RTLD_LOCAL) == NULL)
        return 2;
    pthread_join(thread, &failed);
    return failed != NULL;
}
#endif
