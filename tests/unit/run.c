/*
 * The main part of a test program, which has its tests found by name:
 *
 *   PROGRAM                runs all of them
 *   PROGRAM FILE           those of a file: order
 *   PROGRAM [FILE.]TEST    one: order.a_clock_that_stands_still
 *   PROGRAM --list         prints the names of all, with their files
 *
 * CK_FORK=no keeps it in one process, for sanitizers and valgrind. A program that is one file
 * includes this one.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "suite.h"

static test_t *tests;

static bool is_before(const test_t *test, const test_t *other)
{
    const int order = strcmp(test->check.file, other->check.file);

    return order < 0 || (order == 0 && test->check.line < other->check.line);
}

void add_test(test_t *test)
{
    test_t **at = &tests;

    while (*at != NULL && is_before(*at, test))
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

static bool is_wanted(const char *wanted, const char *name, size_t file_length)
{
    return wanted == NULL || strcmp(wanted, name) == 0 ||
           strcmp(wanted, name + file_length + 1) == 0 ||
           (strlen(wanted) == file_length && strncmp(wanted, name, file_length) == 0);
}

uuid9562_t random_uuid(unsigned *seed)
{
    const int zeros = rand_r(seed) % 4 == 0 ? rand_r(seed) % 17 : 0;
    uuid9562_t uuid;

    for (int i = 0; i < 16; i++)
        uuid.bytes[i] = i < zeros ? 0 : (uint8_t)(rand_r(seed) >> 7);
    return uuid;
}

uint64_t random64(unsigned *seed)
{
    return (uint64_t)rand_r(seed) << 42 ^ (uint64_t)rand_r(seed) << 21 ^ (uint64_t)rand_r(seed);
}

static int by_all_bytes(const void *left, const void *right)
{
    return uuid9562_compare(left, right);
}

void assert_distinct(uuid9562_t *uuids, size_t count)
{
    qsort(uuids, count, sizeof *uuids, by_all_bytes);
    for (size_t i = 1; i < count; i++)
        assert_before(uuids[i - 1], uuids[i]);
}

void run_threads(int count, void *(*what)(void *), void *each, size_t size)
{
    pthread_t *threads = malloc((size_t)count * sizeof *threads);

    for (int t = 0; t < count; t++) {
        void *element = each == NULL ? NULL : (char *)each + (size_t)t * size;
        require_eq(pthread_create(&threads[t], NULL, what, element), 0);
    }
    for (int t = 0; t < count; t++) {
        void *failed;
        pthread_join(threads[t], &failed);
        require(failed == NULL);
    }
    free(threads);
}

int main(int argc, char **argv)
{
    const bool listing = argc > 1 && strcmp(argv[1], "--list") == 0;
    const char *wanted = argc > 1 && !listing ? argv[1] : NULL;
    Suite *suite = suite_create(argv[0]);
    SRunner *runner = srunner_create(suite);
    int chosen = 0, failed = 0;

    for (const test_t *test = tests; test != NULL; test = test->next) {
        const char *slash = strrchr(test->check.file, '/');
        const char *file = slash == NULL ? test->check.file : slash + 1;
        const size_t file_length = strcspn(file, ".");
        TCase *tcase;
        char name[256];

        snprintf(name, sizeof name, "%.*s.%s", (int)file_length, file, test->check.name);
        if (!is_wanted(wanted, name, file_length))
            continue;
        chosen++;
        if (listing)
            puts(name);
        tcase = tcase_create(test->check.name);
        tcase_set_timeout(tcase, 2 * HANG_SECONDS);
        tcase_add_checked_fixture(tcase, test->fixture->before, test->fixture->after);
        tcase_add_loop_test(tcase, &test->check, 0, test->times);
        suite_add_tcase(suite, tcase);
    }
    if (!listing) {
        srunner_run_all(runner, CK_NORMAL);
        failed = srunner_ntests_failed(runner);
    }
    if (chosen == 0) {
        fprintf(stderr, "%s: there is no test %s\n", argv[0], wanted);
        failed = 1;
    }
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
