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
#include <stdbool.h>
#include <stdio.h>

#include "suite.h"

static bool listing;
static const char *wanted; /* NULL: all */
static int chosen;         /* so far */

static bool is_wanted(const char *name, size_t file_length)
{
    return wanted == NULL || strcmp(wanted, name) == 0 ||
           strcmp(wanted, name + file_length + 1) == 0 ||
           (strlen(wanted) == file_length && strncmp(wanted, name, file_length) == 0);
}

void add_loop_test(TCase *tcase, const TTest *test, int first, int past)
{
    const char *slash = strrchr(test->file, '/');
    const char *file = slash == NULL ? test->file : slash + 1;
    const size_t file_length = strcspn(file, ".");
    char name[256];

    snprintf(name, sizeof name, "%.*s.%s", (int)file_length, file, test->name);
    if (listing) {
        puts(name);
    } else if (is_wanted(name, file_length)) {
        chosen++;
        tcase_add_loop_test(tcase, test, first, past);
    }
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

void add_test(TCase *tcase, const TTest *test)
{
    add_loop_test(tcase, test, 0, 1);
}

int run_tests(int argc, char **argv, TCase *(*const cases[])(void), size_t count)
{
    Suite *suite = suite_create(argv[0]);
    SRunner *runner = srunner_create(suite);
    int failed = 0;

    listing = argc > 1 && strcmp(argv[1], "--list") == 0;
    wanted = argc > 1 ? argv[1] : NULL;
    for (size_t i = 0; i < count; i++) {
        TCase *tcase = cases[i]();
        tcase_set_timeout(tcase, 2 * HANG_SECONDS);
        suite_add_tcase(suite, tcase);
    }
    if (!listing) {
        srunner_run_all(runner, CK_NORMAL);
        failed = srunner_ntests_failed(runner);
        if (chosen == 0) {
            fprintf(stderr, "%s: there is no test %s\n", argv[0], wanted);
            failed = 1;
        }
    }
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
