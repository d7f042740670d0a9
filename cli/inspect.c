/*
 * inspect: decodes UUIDs, by one table of fields, as text for people or as JSON for programs. A
 * field that the UUID lacks is omitted in text and null in JSON. On a terminal, a drawing comes
 * before the text.
 */
#include <inttypes.h>
#include <stdio.h>

#include "view/anatomy.h"
#include "commands.h"
#include "view/draw.h"
#include "output.h"
#include "reader.h"
#include "view/summary.h"
#include "view/terminal.h"

/* ---- fields ---- */

typedef struct shown {
    uint64_t fraction_bits; /* for unix_ns */
    int64_t number;
    const char *string;                       /* or NULL; constant or in `text` */
    char text[UUID9562_CANONICAL_LENGTH + 1]; /* long enough for a time, too */
} shown_t;

/* Each of these returns false if the UUID lacks the field. */

static bool field_uuid(const uuid9562_t *uuid, shown_t *value)
{
    uuid9562_format(value->text, uuid);
    value->text[UUID9562_CANONICAL_LENGTH] = '\0';
    value->string = value->text;
    return true;
}

static bool field_kind(const uuid9562_t *uuid, shown_t *value)
{
    value->string = kind_of(uuid);
    return true;
}

static bool field_variant(const uuid9562_t *uuid, shown_t *value)
{
    value->string = uuid9562_variant_name(uuid9562_get_variant(uuid));
    return true;
}

static bool field_version(const uuid9562_t *uuid, shown_t *value)
{
    value->number = uuid9562_get_version(uuid);
    return value->number >= 0;
}

static bool field_unix_ms(const uuid9562_t *uuid, shown_t *value)
{
    return uuid9562_get_timestamp_ms(&value->number, uuid);
}

/* A string in JSON, like the ticks. */
static bool field_unix_ns(const uuid9562_t *uuid, shown_t *value)
{
    bool present;

    require(uuid9562_get_timestamp_ns(&present, &value->number, uuid, value->fraction_bits));
    if (present)
        snprintf(value->text, sizeof value->text, "%" PRId64, value->number);
    value->string = value->text;
    return present;
}

static bool field_time(const uuid9562_t *uuid, shown_t *value)
{
    if (!uuid9562_get_timestamp_ms(&value->number, uuid))
        return false;
    write_time(value->text, value->number);
    value->string = value->text;
    return true;
}

/* A string in JSON: its numbers are exact below 2^53 only (RFC 8259 section 6). */
static bool field_ticks(const uuid9562_t *uuid, shown_t *value)
{
    uint64_t ticks;

    if (!uuid9562_get_timestamp_ticks(&ticks, uuid))
        return false;
    snprintf(value->text, sizeof value->text, "%" PRIu64, ticks);
    value->string = value->text;
    return true;
}

static bool field_node(const uuid9562_t *uuid, shown_t *value)
{
    uint64_t node;

    if (!uuid9562_get_node(&node, uuid))
        return false;
    value->number = (int64_t)node;
    return true;
}

static bool field_clock_seq(const uuid9562_t *uuid, shown_t *value)
{
    uint64_t clock_seq;

    if (!uuid9562_get_clock_seq(&clock_seq, uuid))
        return false;
    value->number = (int64_t)clock_seq;
    return true;
}

static const struct {
    const char *name;
    bool (*get)(const uuid9562_t *uuid, shown_t *value);
    bool hex; /* in text; JSON has no such numbers */
} field_table[] = {
    {"uuid", field_uuid, false},       {"kind", field_kind, false},
    {"variant", field_variant, false}, {"version", field_version, false},
    {"time", field_time, false},       {"unix_ms", field_unix_ms, false},
    {"unix_ns", field_unix_ns, false}, {"ticks", field_ticks, false},
    {"node", field_node, true},        {"clock_seq", field_clock_seq, false},
};
enum { FIELD_COUNT = sizeof field_table / sizeof *field_table };

typedef struct inspection inspection_t;

struct inspection {
    void (*print)(inspection_t *inspection, const uuid9562_t *uuid);
    uint64_t count; /* of UUIDs before this one */
    bool draws;
    look_t look;
    bool has_ns; /* --fraction-bits is given */
    uint64_t fraction_bits;
};

static bool is_shown(const inspection_t *inspection, size_t field)
{
    return inspection->has_ns || field_table[field].get != field_unix_ns;
}

/* ---- output ---- */

static void print_text(inspection_t *inspection, const uuid9562_t *uuid)
{
    if (inspection->count > 0)
        output_text("\n");
    if (inspection->draws) {
        anatomy_t anatomy;

        anatomy_of(&anatomy, uuid);
        draw(&anatomy, &inspection->look);
        output_text("\n");
    }
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        shown_t value = {.fraction_bits = inspection->fraction_bits};

        if (!is_shown(inspection, i) || !field_table[i].get(uuid, &value))
            continue;
        output_print("%-10s ", field_table[i].name);
        if (value.string != NULL)
            output_print("%s\n", value.string);
        else if (field_table[i].hex)
            output_print("0x%012" PRIx64 "\n", (uint64_t)value.number);
        else
            output_print("%" PRId64 "\n", value.number);
    }
}

/* No string contains a character that JSON escapes. */
static void print_json(inspection_t *inspection, const uuid9562_t *uuid)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        shown_t value = {.fraction_bits = inspection->fraction_bits};
        bool present;

        if (!is_shown(inspection, i))
            continue;
        present = field_table[i].get(uuid, &value);
        output_print("%s\"%s\":", i == 0 ? "{" : ",", field_table[i].name);
        if (!present)
            output_text("null");
        else if (value.string != NULL)
            output_print("\"%s\"", value.string);
        else
            output_print("%" PRId64, value.number);
    }
    output_text("}\n");
}

static size_t inspect_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    inspection_t *inspection = context;

    (void)problem;
    for (size_t i = 0; i < n; i++, inspection->count++)
        inspection->print(inspection, &uuids[i]);
    return n;
}

static size_t summarise_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    (void)problem;
    summary_add(context, uuids, n);
    return n;
}

/* ---- the command ---- */

static const option_id_t exclusions[][2] = {
    {OPTION_DRAW, OPTION_JSON},
    {OPTION_SUMMARY, OPTION_DRAW},
    {OPTION_SUMMARY, OPTION_FRACTION_BITS},
};

static void check_exclusions(const options_t *options)
{
    for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++)
        if (option_given(options, exclusions[i][0]) && option_given(options, exclusions[i][1]))
            USAGE_ERROR("--%s cannot be used with --%s", option_table[exclusions[i][0]].name,
                        option_table[exclusions[i][1]].name);
}

static uint64_t summarise(const options_t *options)
{
    static summary_t summary;
    const uint64_t invalid = read_uuids(options, summarise_some, &summary, &summary.values);

    summary_print(&summary, invalid, reader_format(options), option_given(options, OPTION_JSON));
    return invalid;
}

static uint64_t inspect_each(const options_t *options)
{
    inspection_t inspection = {
        .print = option_given(options, OPTION_JSON) ? print_json : print_text,
        .look = look_of_output(),
        .has_ns = option_given(options, OPTION_FRACTION_BITS),
    };

    inspection.draws = inspection.look.terminal || option_given(options, OPTION_DRAW);
    if (inspection.has_ns) {
        const uuid9562_t nil = UUID9562_INIT_NIL;
        shown_t checked = {.fraction_bits = option_number(options, OPTION_FRACTION_BITS)};

        field_unix_ns(&nil, &checked);
        inspection.fraction_bits = checked.fraction_bits;
    }
    return read_uuids(options, inspect_some, &inspection, NULL);
}

void inspect(const options_t *options)
{
    check_exclusions(options);
    if ((option_given(options, OPTION_SUMMARY) ? summarise : inspect_each)(options) > 0)
        finish(EXIT_INVALID);
}
