/*
 * The words of the command for findings; and the commands that convert.
 */
#include "findings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../output.h"
#include "../reader.h"

/* ---- which ---- */

/* A text that the format `any` does not read. */
static bool is_of_refused(const column_t *values, const finding_t *finding)
{
    if (finding->origin == ORIGIN_FORMAT || finding->origin == ORIGIN_FORMAT_OTHER_CASE)
        return !is_implied(values->formats[finding->detail]);
    return finding->origin >= ORIGIN_NSUNIQUEID && finding->origin <= ORIGIN_INSIDE;
}

/* Versions and variants are in the summary; malformed texts have messages of their own. */
static bool is_reported(const column_t *values, const finding_t *finding)
{
    switch (finding->origin) {
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        return is_of_refused(values, finding) || may_repeat(values);
    case ORIGIN_MALFORMED:
    case ORIGIN_VERSION:
    case ORIGIN_VARIANT:
        return finding->maybe != ORIGIN_COUNT;
    default:
        return finding->origin >= ORIGIN_TEXT_BYTES;
    }
}

/* ---- commands ---- */

enum { MAX_COMMAND = 120, MAX_ADVICE = 2 * MAX_SENTENCE + sizeof "; " };

/* Reads the bytes of UUIDs as a binary format. */
static void write_reordering(char out[MAX_COMMAND], const char *from, const char *order)
{
    const bool is_any = strcmp(from, "any") == 0;

    if (strcmp(from, FORMAT_BYTES) == 0)
        snprintf(out, MAX_COMMAND, "uuid9562 convert --from %s", order);
    else
        snprintf(out, MAX_COMMAND, "uuid9562 convert%s%s --to bytes | uuid9562 convert --from %s",
                 is_any ? "" : " --from ", is_any ? "" : from, order);
}

/* Writes a pipe from such lines to canonical text; nothing if there is none, or if it would spoil
 * other lines of the stream. */
static void write_command(char out[MAX_COMMAND], const column_t *values, const finding_t *finding,
                          const char *from)
{
    const bool is_all = finding->count == values->number;
    const char *order = order_format(finding->origin);

    out[0] = '\0';
    switch (finding->origin) {
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        if (!is_of_refused(values, finding))
            snprintf(out, MAX_COMMAND, "uuid9562 convert");
        else if (is_all)
            snprintf(out, MAX_COMMAND, "uuid9562 convert --from %s",
                     uuid9562_format_info(values->formats[finding->detail])->name);
        break;
    case ORIGIN_NSUNIQUEID:
        snprintf(out, MAX_COMMAND, "tr -d - | uuid9562 convert");
        break;
    case ORIGIN_WHITE_SPACE:
        snprintf(out, MAX_COMMAND, "tr -d ' \\t\\v\\f\\r' | uuid9562 convert");
        break;
    case ORIGIN_QUOTED:
        snprintf(out, MAX_COMMAND, "tr -d \\\"\\' | uuid9562 convert");
        break;
    case ORIGIN_PREFIX:
        if (is_all && values->prefix_count == 1)
            snprintf(out, MAX_COMMAND, "cut -b %zu- | uuid9562 convert",
                     strlen(values->prefixes[0]) + 1);
        break;
    default:
        if (order != NULL && is_all)
            write_reordering(out, finding->subject == SUBJECT_BASE64 ? "base64" : from, order);
    }
}

/* ---- words ---- */

/* What is said of a finding; empty strings for nothing. */
typedef struct words {
    char name[MAX_NAME], advice[MAX_ADVICE], command[MAX_COMMAND];
    const char *level;
    int64_t first; /* the number of the first value, from 1 */
} words_t;

static void find_words(words_t *words, const column_t *values, const finding_t *finding,
                       const char *from)
{
    char sentence[MAX_SENTENCE], maybe[MAX_SENTENCE];

    origins_name(words->name, values, finding);
    origins_sentence(sentence, values, finding);
    origins_maybe(maybe, values, finding);
    snprintf(words->advice, sizeof words->advice, "%s%s%s", sentence,
             *sentence != '\0' && *maybe != '\0' ? "; " : "", maybe);
    write_command(words->command, values, finding, from);
    words->level = level_name(hypothesis(finding->origin)->level);
    words->first = values->cells[finding->slot].first + 1;
}

void findings_print(const column_t *values, const char *from, const look_t *look)
{
    enum { INDENTED = 11 };

    for (int i = 0; i < values->finding_count; i++) {
        const finding_t *finding = &values->findings[i];
        words_t words;

        if (!is_reported(values, finding))
            continue;
        find_words(&words, values, finding, from);
        output_print("%-*s%s: %" PRId64 ", first: %" PRId64 "\n", INDENTED, words.level, words.name,
                     finding->count, words.first);
        if (*words.advice != '\0')
            output_words(words.advice, 0, INDENTED, (int)look->width);
        if (*words.command != '\0')
            output_print("%*s$ %s\n", INDENTED, "", words.command);
    }
}

/* A string, or null if it is empty. */
static void print_json_string(const char *name, const char *text)
{
    output_print(",\"%s\":%s", name, *text != '\0' ? "\"" : "null");
    for (const char *c = text; *c != '\0'; c++)
        output_print(strchr("\"\\", *c) != NULL ? "\\%c" : "%c", *c);
    output_text(*text != '\0' ? "\"" : "");
}

void findings_print_json(const column_t *values, const char *from)
{
    const char *before = "[";

    for (int i = 0; i < values->finding_count; i++) {
        const finding_t *finding = &values->findings[i];
        words_t words;

        if (!is_reported(values, finding))
            continue;
        find_words(&words, values, finding, from);
        output_print("%s{\"finding\":\"%s\",\"level\":\"%s\",\"count\":%" PRId64
                     ",\"first\":%" PRId64,
                     before, words.name, words.level, finding->count, words.first);
        print_json_string("advice", words.advice);
        print_json_string("command", words.command);
        output_text("}");
        before = ",";
    }
    output_text(*before == '[' ? "[]" : "]");
}

void findings_complain(column_t *values)
{
    origins_settle(values);
    for (int i = 0; i < values->finding_count; i++) {
        const finding_t *finding = &values->findings[i];
        char name[MAX_NAME], sentence[MAX_SENTENCE];

        if (!is_of_refused(values, finding))
            continue;
        origins_name(name, values, finding);
        origins_sentence(sentence, values, finding);
        complain("%s: %" PRId64 "%s%s", name, finding->count, *sentence != '\0' ? "; " : "",
                 sentence);
    }
}
