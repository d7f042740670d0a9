/*
 * check: reports invalid UUIDs and, with --uuid and --sorted, UUIDs of another version or out of
 * order; on request, it writes a summary of the others.
 */
#include <stdio.h>

#include "commands.h"
#include "output.h"
#include "reader.h"
#include "view/summary.h"

typedef struct expectation {
    int version; /* -1 for any */
    char version_problem[40];
    bool sorted;
    bool has_previous;
    uuid9562_t previous;
    summary_t *summary; /* or NULL */
} expectation_t;

static const char *find_problem(const expectation_t *expected, const uuid9562_t *uuid)
{
    if (expected->version >= 0 && uuid9562_get_version(uuid) != expected->version)
        return expected->version_problem;
    if (expected->sorted && expected->has_previous &&
        uuid9562_compare(&expected->previous, uuid) >= 0)
        return "the UUID is not greater than the one before it";
    return NULL;
}

/* Returns: the number of expected UUIDs before the first unexpected one */
static size_t count_expected(expectation_t *expected, const uuid9562_t *uuids, size_t n,
                             const char **problem)
{
    if (expected->version < 0 && !expected->sorted)
        return n;
    for (size_t i = 0; i < n; i++) {
        *problem = find_problem(expected, &uuids[i]);
        if (*problem != NULL)
            return i;
        expected->previous = uuids[i];
        expected->has_previous = true;
    }
    return n;
}

static size_t check_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    expectation_t *expected = context;
    const size_t valid = count_expected(expected, uuids, n, problem);

    if (expected->summary != NULL)
        summary_add(expected->summary, uuids, valid);
    return valid;
}

void check(const options_t *options)
{
    static summary_t summary;
    expectation_t expected = {.version = -1, .sorted = option_given(options, OPTION_SORTED)};
    const bool json = option_given(options, OPTION_JSON);
    uint64_t invalid;

    if (option_given(options, OPTION_SUMMARY))
        expected.summary = &summary;
    else if (json)
        USAGE_ERROR("--json requires --summary");
    if (option_given(options, OPTION_UUID)) {
        const uint64_t version = option_version(options, OPTION_UUID);

        if (version > 15)
            USAGE_ERROR("version is out of range: 0 to 15");
        expected.version = (int)version;
        snprintf(expected.version_problem, sizeof expected.version_problem,
                 "the UUID is not of version %d", expected.version);
    }
    invalid = read_uuids(options, check_some, &expected, &summary.values);
    if (expected.summary != NULL)
        summary_print(&summary, invalid, reader_format(options), json);
    if (invalid > 0)
        finish(EXIT_INVALID);
}
