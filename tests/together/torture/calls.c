/*
 * A C program under fail.c, linked with the shared library. Each line that it writes has an
 * operation, and the result, or after "!" the message of the error.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "uuid9562.h"
#include "uuid9562_bindings.h"
#include "uuid9562_generator.h"
#include "uuid9562_state.h"

int torture_cases(void), torture_on(void), torture_off(void);

static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
static const char example[] = "www.example.com";
static const uint64_t node = 1;

static bool succeeds(const char *name, uuid9562_status_t status, const char *path)
{
    char message[UUID9562_DESCRIPTION_MAX];

    if (status == UUID9562_OK)
        return true;
    uuid9562_describe(message, status, 0, path, path != NULL ? strlen(path) : 0);
    printf("%s\t!%s\n", name, message);
    return false;
}

static void show(const char *name, uuid9562_status_t status, const uuid9562_t *uuid)
{
    char text[UUID9562_STRING_SIZE];

    if (succeeds(name, status, NULL))
        printf("%s\t%s\n", name, uuid9562_to_string(text, uuid));
}

static int by_bytes(const void *left, const void *right)
{
    return uuid9562_compare(left, right);
}

/* How many there are that differ, the smallest and the largest. */
static void show_batch(const char *name, int version, size_t count)
{
    uuid9562_t *all = malloc(count * sizeof *all);
    char first[UUID9562_STRING_SIZE], last[UUID9562_STRING_SIZE];
    size_t different = 1;

    if (succeeds(name, uuid9562_batch(NULL, all, version, count), NULL)) {
        qsort(all, count, sizeof *all, by_bytes);
        for (size_t i = 1; i < count; i++)
            different += uuid9562_compare(&all[i - 1], &all[i]) != 0;
        printf("%s\t%zu %s %s\n", name, different, uuid9562_to_string(first, &all[0]),
               uuid9562_to_string(last, &all[count - 1]));
    }
    free(all);
}

static void *in_thread(void *unused)
{
    uuid9562_t uuid;

    show("uuid4", uuid9562_uuid4(NULL, &uuid), &uuid);
    show("uuid5", uuid9562_uuid5(&uuid, &dns, example, sizeof example - 1), &uuid);
    return unused;
}

static void work(void)
{
    uuid9562_t uuid, given;
    uuid9562_status_t status;
    uuid9562_generator_t *generator;
    size_t offset;
    uint64_t host;
    pthread_t thread;
    pid_t child;

    show("uuid4", uuid9562_uuid4(NULL, &uuid), &uuid);
    show("uuid7", uuid9562_uuid7(NULL, &uuid), &uuid);
    show("uuid1", uuid9562_uuid1(NULL, &uuid, NULL, NULL), &uuid);
    show("uuid6", uuid9562_uuid6(NULL, &uuid, &node, NULL), &uuid);
    for (int i = 0; i < 64; i++)
        show("uuid7", uuid9562_uuid7(NULL, &uuid), &uuid);
    show_batch("batch4", 4, 600);
    show_batch("batch7", 7, 300);
    show("uuid5", uuid9562_uuid5(&uuid, &dns, example, sizeof example - 1), &uuid);
    show("uuid8_name",
         uuid9562_uuid8_name(&uuid, &dns, example, sizeof example - 1, UUID9562_SHA512), &uuid);
    status = uuid9562_parse(&given, &offset, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", 36);
    show("parse", status, &given);
    status = uuid9562_parse_node(&host, "@host", 5);
    if (succeeds("host", status, NULL))
        show("host", uuid9562_uuid1(NULL, &uuid, &host, NULL), &uuid);
    status = uuid9562_generator_new(&generator, NULL, &node, NULL);
    if (succeeds("generator", status, NULL)) {
        show("generator", uuid9562_uuid7(generator, &uuid), &uuid);
        uuid9562_generator_free(generator);
    }
    if (succeeds("state_create", uuid9562_state_create("other", NULL, 0600, true), "other"))
        printf("state_create\tdone\n");
    remove("other");
    if (succeeds("state_open", uuid9562_state_open("state", NULL), "state"))
        printf("state_open\tstate\n");
    show("uuid7", uuid9562_uuid7(NULL, &uuid), &uuid);
    if (uuid9562_uuid7_max(&given, (int64_t)time(NULL) * 1000 + 20000) != UUID9562_OK)
        abort();
    if (succeeds("advance", uuid9562_advance(NULL, &given), NULL))
        printf("advance\tdone\n");
    show("uuid7", uuid9562_uuid7(NULL, &uuid), &uuid);
    if (succeeds("resync", uuid9562_resync(NULL), NULL))
        printf("resync\tdone\n");
    if (succeeds("reseed", uuid9562_reseed(), NULL))
        printf("reseed\tdone\n");
    fflush(stdout);
    child = fork();
    if (child == 0) {
        show("child4", uuid9562_uuid4(NULL, &uuid), &uuid);
        show("child7", uuid9562_uuid7(NULL, &uuid), &uuid);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
    show("uuid7", uuid9562_uuid7(NULL, &uuid), &uuid);
}

int main(void)
{
    torture_cases();
    for (int pass = 0; pass < 5; pass++) {
        torture_on();
        work();
        torture_off();
    }
    work();
    return 0;
}
