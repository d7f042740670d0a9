/*
 * A host of the bindings. As a program it is linked with functions that have OpenSSL's names, and
 * exports them; as a module of Node.js it is in a process with Node's own OpenSSL.
 *
 * The environment says what is done: HOST (sqlite, c), LIBRARY (the host's), MODULE (ours), CODE
 * (what the host runs, a line at a time; for c, uuid7, uuid5, threads), FIRST (a library that the
 * program has loaded before, if any).
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uuid9562.h"

static void *open_library(const char *variable)
{
    void *library = dlopen(getenv(variable), RTLD_NOW | RTLD_GLOBAL);

    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    return library;
}

/* Declares a pointer to a function of the library. */
#define FUNCTION(result, name, ...) result (*name)(__VA_ARGS__) = dlsym(library, #name)

/* ---- SQLite ---- */

static void *sqlite;

static int print_first(void *context, int count, char **values, char **names)
{
    (void)context;
    (void)count;
    (void)names;
    puts(values[0]);
    return 0;
}

static void sqlite_begin(void)
{
    void *library = open_library("LIBRARY");
    FUNCTION(int, sqlite3_open, const char *, void **);
    FUNCTION(int, sqlite3_enable_load_extension, void *, int);
    FUNCTION(int, sqlite3_load_extension, void *, const char *, const char *, char **);
    char *message = NULL;

    sqlite3_open(":memory:", &sqlite);
    sqlite3_enable_load_extension(sqlite, 1);
    if (sqlite3_load_extension(sqlite, getenv("MODULE"), NULL, &message) != 0)
        puts(message);
}

static void sqlite_run(const char *line)
{
    void *library = open_library("LIBRARY");
    FUNCTION(int, sqlite3_exec, void *, const char *, int (*)(void *, int, char **, char **),
             void *, char **);
    char *message = NULL;

    if (sqlite3_exec(sqlite, line, print_first, NULL, &message) != 0)
        puts(message);
}

/* ---- C ---- */

static void c_begin(void)
{
}

static uuid9562_status_t (*make_uuid5)(uuid9562_t *, const uuid9562_t *, const void *, size_t);
static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
static pthread_barrier_t start;

static void *make_first(void *failed)
{
    uuid9562_t uuid;

    pthread_barrier_wait(&start);
    return make_uuid5(&uuid, &dns, "www.example.com", 15) == UUID9562_OK ? NULL : failed;
}

/* How many of a few threads, which all begin at once, have no digest. */
static int count_failures(void)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    int failures = 0;

    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, make_first, &failures);
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        failures += failed != NULL;
    }
    return failures;
}

static void c_run(const char *line)
{
    void *library = open_library("MODULE");
    FUNCTION(uuid9562_status_t, uuid9562_uuid7, uuid9562_generator_t *, uuid9562_t *);
    FUNCTION(uuid9562_status_t, uuid9562_uuid5, uuid9562_t *, const uuid9562_t *, const void *,
             size_t);
    FUNCTION(void, uuid9562_format, char *, const uuid9562_t *);
    FUNCTION(const char *, uuid9562_strerror, uuid9562_status_t);
    char text[UUID9562_CANONICAL_LENGTH];
    uuid9562_t uuid;
    uuid9562_status_t status = UUID9562_OK;

    make_uuid5 = uuid9562_uuid5;
    if (strcmp(line, "threads") == 0)
        printf("%d ", count_failures());
    if (strcmp(line, "uuid7") != 0)
        status = uuid9562_uuid5(&uuid, &dns, "www.example.com", 15);
    for (int i = 0; strcmp(line, "uuid7") == 0 && i < 5000; i++)
        status = uuid9562_uuid7(NULL, &uuid);
    uuid9562_format(text, &uuid);
    if (status != UUID9562_OK)
        puts(uuid9562_strerror(status));
    else
        printf("%.36s\n", text);
}

/* ---- the host ---- */

static const struct {
    const char *name;
    void (*begin)(void);
    void (*run)(const char *line);
} hosts[] = {{"sqlite", sqlite_begin, sqlite_run},
             {"c", c_begin, c_run}};

static int run_host(void)
{
    if (getenv("FIRST") != NULL && dlopen(getenv("FIRST"), RTLD_NOW | RTLD_LOCAL) == NULL)
        return 2;
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        if (strcmp(hosts[i].name, getenv("HOST")) != 0)
            continue;
        hosts[i].begin();
        for (char *line = strtok(getenv("CODE"), "\n"); line != NULL; line = strtok(NULL, "\n"))
            hosts[i].run(line);
        fflush(stdout);
        return 0;
    }
    return 2;
}

#ifdef NODE
void *napi_register_module_v1(void *environment, void *exports);

void *napi_register_module_v1(void *environment, void *exports)
{
    (void)environment;
    (void)exports;
    _Exit(run_host());
}
#else
int main(void)
{
    _Exit(run_host());
}
#endif
