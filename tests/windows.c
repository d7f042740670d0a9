/*
 * The core on Windows, without Check: tests/platforms.py runs it under wine and compares what it
 * prints. Threads share one order, digests are the system's, and there is no state file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "uuid9562.h"

enum { THREADS = 4, COUNT = 100000 };
static uuid9562_t made[THREADS][COUNT];

static int compare(const void *a, const void *b)
{
    return uuid9562_compare(a, b);
}

/* Returns 1 where one is not after the one before it. */
static DWORD WINAPI generate(void *array)
{
    uuid9562_t *own = array;

    for (int i = 0; i < COUNT; i++)
        if (uuid9562_uuid7(NULL, &own[i]) != UUID9562_OK ||
            (i > 0 && uuid9562_compare(&own[i - 1], &own[i]) >= 0))
            return 1;
    return 0;
}

static void run_threads(void)
{
    HANDLE threads[THREADS];
    DWORD failed = 0, code;

    for (int i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, generate, made[i], 0, NULL);
    for (int i = 0; i < THREADS; i++) {
        WaitForSingleObject(threads[i], INFINITE);
        GetExitCodeThread(threads[i], &code);
        failed |= code;
    }
    qsort(made, THREADS * COUNT, sizeof **made, compare);
    for (int i = 1; i < THREADS * COUNT; i++)
        failed |= uuid9562_compare(&made[0][i - 1], &made[0][i]) == 0;
    puts(failed ? "threads: not in order, or twice" : "threads: in order");
}

static void print(const char *what, uuid9562_status_t status, const uuid9562_t *uuid)
{
    char text[UUID9562_STRING_SIZE], error[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe_error(error, status, 0);
    printf("%s: %s\n", what,
           status == UUID9562_OK ? uuid9562_to_string(text, uuid) : error);
}

int main(void)
{
    static const char *const digests[] = {"sha256", "sha384", "sha512", "sha224"};
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;

    run_threads();
    print("md5", uuid9562_uuid3(&uuid, &dns, "www.example.com", 15), &uuid);
    print("sha1", uuid9562_uuid5(&uuid, &dns, "www.example.com", 15), &uuid);
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++)
        print(digests[i],
              uuid9562_uuid8_name(&uuid, &dns, "www.example.com", 15, digests[i],
                                  strlen(digests[i])),
              &uuid);
    print("state", uuid9562_state_open("state", NULL), &uuid);
    return 0;
}
