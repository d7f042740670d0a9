/*
 * The summary of a stream, as text with a histogram for people, or as JSON.
 */
#include "summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "anatomy.h"
#include "../output.h"
#include "findings.h"
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

enum { NAME_COLUMNS = 10 };

/* The counts above 0, on one line if they fit. */
static void print_counts(const char *name, const uint64_t *counts, size_t size,
                         const char *(*name_of)(size_t i), const look_t *look)
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
        if (column + length >= (int)look->width) { /* with a comma behind it */
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

    snprintf(name, sizeof name, "%u", (unsigned)i % VERSION_COUNT);
    return name;
}

/* A bar, in eighths of a character if the terminal shows them. A count above 0 is visible. */
static void print_bar(uint64_t count, uint64_t most, int width, bool utf8)
{
    static const char *const eighths[] = {"",       "\u258f", "\u258e", "\u258d",
                                          "\u258c", "\u258b", "\u258a", "\u2589"};
    const int parts = utf8 ? 8 : 1;
    int length = (int)((double)count / (double)most * width * parts);

    if (count > 0 && width > 0 && length == 0)
        length = 1;
    for (int i = 0; i < length / parts; i++)
        output_text(utf8 ? "\u2588" : "#");
    output_text(eighths[length % parts]);
}

/* "5 s" */
static void print_row_width(int64_t ms)
{
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {{86400000, "d"}, {3600000, "h"}, {60000, "min"}, {1000, "s"}, {1, "ms"}};
    size_t i = 0;

    while (ms % units[i].ms != 0)
        i++;
    output_print("row        %" PRId64 " %s\n\n", ms / units[i].ms, units[i].name);
}

static void print_histogram(const rows_t *rows, const look_t *look)
{
    uint64_t most = 0;
    int digits;

    for (size_t i = 0; i < rows->count; i++)
        if (rows->counts[i] > most)
            most = rows->counts[i];
    digits = snprintf(NULL, 0, "%" PRIu64, most);
    print_row_width(rows->width);
    for (size_t i = 0; i < rows->count; i++) {
        char time[UUID9562_UTC_MAX + 2];
        int room;

        write_time(time, rows->begins[i]);
        room = (int)look->width - (int)strlen(time) - 4 - digits;
        output_print("%s  %*" PRIu64 "%s", time, digits, rows->counts[i],
                     rows->counts[i] > 0 && room > 0 ? "  " : "");
        print_bar(rows->counts[i], most, room > 0 ? room : 0, look->utf8);
        output_text("\n");
    }
}

static void print_text_summary(const summary_t *summary, uint64_t invalid, const char *from)
{
    const look_t look = look_of_output();
    const rows_t rows = histogram_rows(&summary->histogram);
    char time[UUID9562_UTC_MAX + 2];

    output_print("count      %" PRIu64 "\n", summary->count);
    output_print("invalid    %" PRIu64 "\n", invalid);
    if (summary->count > 0)
        print_counts("variants", summary->variants, VARIANT_COUNT, variant_of, &look);
    if (summary->variants[UUID9562_VARIANT_RFC9562] > 0)
        print_counts("versions", summary->versions, VERSION_COUNT, version_of, &look);
    if (rows.count > 0) {
        write_time(time, summary->histogram.first);
        output_print("first      %s\n", time);
        write_time(time, summary->histogram.last);
        output_print("last       %s\n", time);
    }
    output_print("ascending  %s\n", is_ascending(summary) ? "yes" : "no");
    output_print("descents   %" PRIu64 "\n", summary->descents);
    output_print("repeats    %" PRIu64 "\n", summary->repeats);
    findings_print(&summary->values, from, &look);
    if (rows.count > 0)
        print_histogram(&rows, &look);
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

void summary_print_json(const summary_t *summary, uint64_t invalid, const char *from)
{
    const histogram_t *histogram = &summary->histogram;
    const rows_t rows = histogram_rows(histogram);

    output_print("{\"count\":%" PRIu64 ",\"invalid\":%" PRIu64, summary->count, invalid);
    print_json_counts("variants", summary->variants, VARIANT_COUNT, variant_of);
    print_json_counts("versions", summary->versions, VERSION_COUNT, version_of);
    print_json_time(",", "first", rows.count > 0, histogram->first);
    print_json_time(",", "last", rows.count > 0, histogram->last);
    output_print(",\"ascending\":%s,\"descents\":%" PRIu64 ",\"repeats\":%" PRIu64,
                 is_ascending(summary) ? "true" : "false", summary->descents, summary->repeats);
    if (rows.count > 0)
        output_print(",\"row_ms\":%" PRId64 ",\"rows\":[", rows.width);
    else
        output_text(",\"row_ms\":null,\"rows\":[");
    for (size_t i = 0; i < rows.count; i++) {
        print_json_time(i == 0 ? "{" : ",{", "from", true, rows.begins[i]);
        output_print(",\"count\":%" PRIu64 "}", rows.counts[i]);
    }
    output_text("],\"findings\":");
    findings_print_json(&summary->values, from);
    output_text("}\n");
}

void summary_print(summary_t *summary, uint64_t invalid, const char *from, bool json)
{
    origins_settle(&summary->values);
    (json ? summary_print_json : print_text_summary)(summary, invalid, from);
}
