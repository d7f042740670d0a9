/*
 * The shared vectors (tests/vectors.tsv), as C answers them. Rows that C has no type for (an error
 * of a host's types, a number instead of a UUID) are skipped and counted.
 */
#include <stdio.h>

#include "vectors.h"

static value_t expected;

/* ---- reading ---- */

static bool unhex(value_t *value, const char *hex)
{
    unsigned byte;

    for (value->length = 0; hex[0] != '\0'; hex += 2) {
        if (sscanf(hex, "%2x", &byte) != 1 || hex[1] == '\0')
            return false;
        value->bytes[value->length++] = (char)byte;
    }
    return true;
}

static bool read_value(value_t *value, const char *field)
{
    if (field[0] == '\0' || field[1] != ':')
        return false;
    value->type = field[0];
    field += 2;
    switch (value->type) {
    case 'x':
    case 'b':
        return unhex(value, field);
    case 'i':
        value->integer = strtoll(field, NULL, 10);
        return true;
    case 's':
    case 'r':
    case 'n':
    case 't':
    case 'e':
        value->length = strlen(field);
        memcpy(value->bytes, field, value->length + 1);
        return true;
    default:
        return false;
    }
}

/* ---- comparing ---- */

static bool expects_error(const char *class)
{
    return expected.type == 'e' && strncmp(expected.bytes, class, strlen(class)) == 0;
}

/* Whether a range error is expected, with this message if one is given. */
static bool expects_range(const char *message)
{
    const char *begins = expected.bytes + strlen("range ");

    return strcmp(expected.bytes, "range") == 0 ||
           (expects_error("range ") && strncmp(message, begins, strlen(begins)) == 0);
}

static bool as_expected(const answer_t *answer)
{
    char canonical[UUID9562_CANONICAL_LENGTH];

    if (uuid9562_status_class(answer->status) == UUID9562_CLASS_MALFORMED)
        return expects_error(answer->status == UUID9562_ERR_TIME           ? "time@"
                             : answer->status == UUID9562_ERR_NAMESPACE_ID ? "namespace@"
                                                                           : "malformed@") &&
               answer->offset == strtoull(strchr(expected.bytes, '@') + 1, NULL, 10);
    if (uuid9562_status_class(answer->status) == UUID9562_CLASS_RANGE)
        return expected.type == 'e' && expects_range(uuid9562_strerror(answer->status));
    if (answer->status != UUID9562_OK)
        return false;

    switch (answer->kind) {
    case ANSWER_UUID:
        uuid9562_format(canonical, &answer->uuid);
        return expected.type == 's' && expected.length == sizeof canonical &&
               memcmp(expected.bytes, canonical, sizeof canonical) == 0;
    case ANSWER_TEXT:
        return expected.type == 's' && expected.length == answer->length &&
               memcmp(expected.bytes, answer->text, answer->length) == 0;
    case ANSWER_BYTES:
        return expected.type == 'b' && expected.length == answer->length &&
               memcmp(expected.bytes, answer->text, answer->length) == 0;
    case ANSWER_INTEGER:
        return expected.type == 'i' && expected.integer == answer->integer;
    case ANSWER_TRUTH:
        return expected.type == 't' && (expected.bytes[0] == '1') == (answer->integer != 0);
    case ANSWER_ABSENT:
        return expected.type == 'n';
    }
    return false;
}

/* ---- the run ---- */

static verdict_t run_line(char *line)
{
    char *fields[MOST_FIELDS + 2] = {0};
    answer_t answer = {0};
    int count = 0;
    verdict_t verdict;

    for (char *rest = line; rest != NULL && count < MOST_FIELDS + 2; count++)
        fields[count] = strsep(&rest, "\t");
    argument_count = count - 2;
    memset(arguments, 0, sizeof arguments);
    if (argument_count < 1 || !read_value(&expected, fields[1]))
        return FAILED;
    for (int i = 0; i < argument_count; i++)
        if (!read_value(&arguments[i], fields[i + 2]))
            return FAILED;

    verdict = run_operation(&answer, fields[0]);
    return verdict != PASSED || as_expected(&answer) ? verdict : FAILED;
}

TEST(shared_vectors)
{
    const char *path = getenv("UUID9562_VECTORS");
    FILE *file = fopen(path != NULL ? path : "tests/vectors.tsv", "r");
    char line[LONGEST_LINE], copy[LONGEST_LINE];
    int number_of_line = 0, counts[3] = {0};

    require_msg(file != NULL, "the vectors cannot be read");
    while (fgets(line, sizeof line, file) != NULL) {
        verdict_t verdict;

        number_of_line++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        strcpy(copy, line);
        verdict = run_line(copy);
        counts[verdict]++;
        if (verdict == FAILED)
            fprintf(stderr, "vectors.tsv:%d: %s\n", number_of_line, line);
    }
    fclose(file);
    printf("vectors: %d passed, %d failed, %d skipped\n", counts[PASSED], counts[FAILED],
           counts[SKIPPED]);
    fflush(stdout);
    require_eq(counts[FAILED], 0);
    require_gt(counts[PASSED], 0);
}
