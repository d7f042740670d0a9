/*
 * The summary of a stream, as text with a histogram for people, or as JSON.
 */
#include "summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "anatomy.h"
#include "../output.h"
#include "terminal.h"

void summary_add(summary_t *summary, const uuid9562_t *uuids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uuid9562_t *uuid = &uuids[i];
        const int version = uuid9562_get_version(uuid);
        int64_t unix_ms;

        if (summary->count++ > 0) {
            const int order = uuid9562_compare(uuid, &summary->previous);

            summary->descents += order < 0;
            summary->repeats += order == 0;
        }
        summary->previous = *uuid;
        summary->variants[uuid9562_get_variant(uuid)]++;
        if (version >= 0)
            summary->versions[version]++;
        if (uuid9562_get_timestamp_ms(&unix_ms, uuid))
            histogram_add(&summary->histogram, unix_ms);
    }
}

static bool is_ascending(const summary_t *summary)
{
    return summary->descents == 0 && summary->repeats == 0;
}

/* ---- text ---- */

enum { TEXT_WIDTH = 79, NAME_COLUMNS = 10 };

/* The counts above 0, on one line if they fit. */
static void print_counts(const char *name, const uint64_t *counts, size_t size,
                         const char *(*name_of)(size_t i))
{
    const char *before = "";
    int column = NAME_COLUMNS;

    output_print("%-*s", NAME_COLUMNS, name);
    for (size_t i = 0; i < size; i++) {
        char text[48];
        const int length = snprintf(text, sizeof text, " %s: %" PRIu64, name_of(i), counts[i]);

        if (counts[i] == 0)
            continue;
        output_text(before);
        if (column + length >= TEXT_WIDTH) { /* with a comma behind it */
            output_print("\n%*s", NAME_COLUMNS, "");
            column = NAME_COLUMNS;
        }
        output_text(text);
        column += length + 1;
        before = ",";
    }
    output_text("\n");
}

static const char *variant_of(size_t i)
{
    return uuid9562_variant_name((uuid9562_variant_t)i);
}

static const char *version_of(size_t i)
{
    static char name[4];

    snprintf(name, sizeof name, "%u", (unsigned)i % VERSIONS);
    return name;
}

/* A bar, in eighths of a character if the terminal shows them. A count above 0 is visible. */
static void print_bar(uint64_t count, uint64_t most, int width, bool utf8)
{
    static const char *const eighths[] = {"",       "\u258f", "\u258e", "\u258d",
                                          "\u258c", "\u258b", "\u258a", "\u2589"};
    const int parts = utf8 ? 8 : 1;
    int length = (int)((double)count / (double)most * width * parts);

    if (count > 0 && length == 0)
        length = 1;
    for (int i = 0; i < length / parts; i++)
        output_text(utf8 ? "\u2588" : "#");
    output_text(eighths[length % parts]);
}

static void print_histogram(const histogram_t *histogram)
{
    const look_t look = look_of_output();
    const size_t count = histogram_rows(histogram);
    uint64_t most = 0;
    int digits;

    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        if (histogram->counts[i] > most)
            most = histogram->counts[i];
    digits = snprintf(NULL, 0, "%" PRIu64, most);
    output_print("row        %" PRId64 " ms\n\n", histogram->width);
    for (size_t i = 0; i < count; i++) {
        char time[UUID9562_UTC_MAX + 2];

        write_time(time, histogram_row_begin(histogram, i));
        output_print("%s  %*" PRIu64 "%s", time, digits, histogram->counts[i],
                     histogram->counts[i] > 0 ? "  " : "");
        print_bar(histogram->counts[i], most, TEXT_WIDTH - (int)strlen(time) - 4 - digits,
                  look.utf8);
        output_text("\n");
    }
}

static void print_text_summary(const summary_t *summary, uint64_t invalid)
{
    const histogram_t *histogram = &summary->histogram;
    char time[UUID9562_UTC_MAX + 2];

    output_print("count      %" PRIu64 "\n", summary->count);
    output_print("invalid    %" PRIu64 "\n", invalid);
    if (summary->count > 0)
        print_counts("variants", summary->variants, VARIANTS, variant_of);
    if (summary->variants[UUID9562_VARIANT_RFC9562] > 0)
        print_counts("versions", summary->versions, VERSIONS, version_of);
    if (histogram->width > 0) {
        write_time(time, histogram->first);
        output_print("first      %s\n", time);
        write_time(time, histogram->last);
        output_print("last       %s\n", time);
    }
    output_print("ascending  %s\n", is_ascending(summary) ? "yes" : "no");
    output_print("descents   %" PRIu64 "\n", summary->descents);
    output_print("repeats    %" PRIu64 "\n", summary->repeats);
    print_histogram(histogram);
}

/* ---- JSON ---- */

static void print_json_counts(const char *name, const uint64_t *counts, size_t size,
                              const char *(*name_of)(size_t i))
{
    const char *before = "";

    output_print(",\"%s\":{", name);
    for (size_t i = 0; i < size; i++)
        if (counts[i] > 0) {
            output_print("%s\"%s\":%" PRIu64, before, name_of(i), counts[i]);
            before = ",";
        }
    output_text("}");
}

static void print_json_time(const char *before, const char *name, bool present, int64_t unix_ms)
{
    char time[UUID9562_UTC_MAX + 2];

    output_print("%s\"%s\":", before, name);
    if (!present) {
        output_text("null");
        return;
    }
    write_time(time, unix_ms);
    output_print("\"%s\"", time);
}

static void print_json_summary(const summary_t *summary, uint64_t invalid)
{
    const histogram_t *histogram = &summary->histogram;
    const size_t count = histogram_rows(histogram);

    output_print("{\"count\":%" PRIu64 ",\"invalid\":%" PRIu64, summary->count, invalid);
    print_json_counts("variants", summary->variants, VARIANTS, variant_of);
    print_json_counts("versions", summary->versions, VERSIONS, version_of);
    print_json_time(",", "first", count > 0, histogram->first);
    print_json_time(",", "last", count > 0, histogram->last);
    output_print(",\"ascending\":%s,\"descents\":%" PRIu64 ",\"repeats\":%" PRIu64,
                 is_ascending(summary) ? "true" : "false", summary->descents, summary->repeats);
    if (count > 0)
        output_print(",\"row_ms\":%" PRId64 ",\"rows\":[", histogram->width);
    else
        output_text(",\"row_ms\":null,\"rows\":[");
    for (size_t i = 0; i < count; i++) {
        print_json_time(i == 0 ? "{" : ",{", "from", true, histogram_row_begin(histogram, i));
        output_print(",\"count\":%" PRIu64 "}", histogram->counts[i]);
    }
    output_text("]}\n");
}

void summary_print(const summary_t *summary, uint64_t invalid, bool json)
{
    (json ? print_json_summary : print_text_summary)(summary, invalid);
}
