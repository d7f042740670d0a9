/*
 * inspect: decodes UUIDs, by one table of fields, as text for people or as JSON for programs. A
 * field that the UUID lacks is left out of the text and is null in JSON.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "reader.h"

/* ---- kinds ---- */

#define CONSTANT_ROW(name) {UUID9562_INIT_##name, #name},
static const struct {
    uuid9562_t uuid;
    const char *name;
} constant_table[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};
#undef CONSTANT_ROW

/* RFC 9562 section 4.2, table 2; NULL for what is unused or reserved. */
static const char *const version_kinds[16] = {
    [1] = "Gregorian time-based", [2] = "DCE Security",
    [3] = "name-based (MD5)",     [4] = "random",
    [5] = "name-based (SHA-1)",   [6] = "reordered Gregorian time-based",
    [7] = "Unix time-based",      [8] = "custom",
};

static const char *kind_of(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    for (size_t i = 0; i < sizeof constant_table / sizeof *constant_table; i++)
        if (uuid9562_compare(uuid, &constant_table[i].uuid) == 0)
            return constant_table[i].name;
    if (version < 0)
        return "not defined by RFC 9562";
    return version_kinds[version] != NULL ? version_kinds[version] : "undefined version";
}

/* ---- fields ---- */

typedef struct value {
    uint64_t fraction_bits; /* for unix_ns */
    int64_t number;
    const char *string;                       /* or NULL; constant or in `text` */
    char text[UUID9562_CANONICAL_LENGTH + 1]; /* long enough for a time, too */
} value_t;

/* Each of these returns false if the UUID lacks the field. */

static bool field_uuid(const uuid9562_t *uuid, value_t *value)
{
    uuid9562_format(value->text, uuid);
    value->text[UUID9562_CANONICAL_LENGTH] = '\0';
    value->string = value->text;
    return true;
}

static bool field_kind(const uuid9562_t *uuid, value_t *value)
{
    value->string = kind_of(uuid);
    return true;
}

static bool field_variant(const uuid9562_t *uuid, value_t *value)
{
    value->string = uuid9562_variant_name(uuid9562_get_variant(uuid));
    return true;
}

static bool field_version(const uuid9562_t *uuid, value_t *value)
{
    value->number = uuid9562_get_version(uuid);
    return value->number >= 0;
}

static bool field_unix_ms(const uuid9562_t *uuid, value_t *value)
{
    return uuid9562_get_timestamp_ms(&value->number, uuid);
}

/* As a string in JSON, as the ticks are. */
static bool field_unix_ns(const uuid9562_t *uuid, value_t *value)
{
    bool present;

    require(uuid9562_get_timestamp_ns(&present, &value->number, uuid, value->fraction_bits));
    if (present)
        snprintf(value->text, sizeof value->text, "%" PRId64, value->number);
    value->string = value->text;
    return present;
}

/* ISO 8601. */
static bool field_time(const uuid9562_t *uuid, value_t *value)
{
    size_t length;

    if (!uuid9562_get_timestamp_ms(&value->number, uuid))
        return false;
    length = uuid9562_format_utc(value->text, value->number);
    *(char *)memchr(value->text, ' ', length) = 'T';
    memcpy(value->text + length, "Z", sizeof "Z");
    value->string = value->text;
    return true;
}

/* As a string in JSON, too: its numbers are exact below 2^53 only (RFC 8259 section 6). */
static bool field_ticks(const uuid9562_t *uuid, value_t *value)
{
    const int64_t ticks = uuid9562_get_timestamp_ticks(uuid);

    snprintf(value->text, sizeof value->text, "%" PRId64, ticks);
    value->string = value->text;
    return ticks >= 0;
}

static bool field_node(const uuid9562_t *uuid, value_t *value)
{
    value->number = uuid9562_get_node(uuid);
    return value->number >= 0;
}

static bool field_clock_seq(const uuid9562_t *uuid, value_t *value)
{
    value->number = uuid9562_get_clock_seq(uuid);
    return value->number >= 0;
}

static const struct {
    const char *name;
    bool (*get)(const uuid9562_t *uuid, value_t *value);
    bool hex; /* in text, as nodes usually are; JSON has no such numbers */
} field_table[] = {
    {"uuid", field_uuid, false},       {"kind", field_kind, false},
    {"variant", field_variant, false}, {"version", field_version, false},
    {"time", field_time, false},       {"unix_ms", field_unix_ms, false},
    {"unix_ns", field_unix_ns, false}, {"ticks", field_ticks, false},
    {"node", field_node, true},        {"clock_seq", field_clock_seq, false},
};
enum { FIELD_COUNT = sizeof field_table / sizeof *field_table };

typedef struct inspection {
    bool json;
    bool begun;
    bool has_ns; /* the user said what fraction version 7 has */
    uint64_t fraction_bits;
} inspection_t;

static bool is_shown(const inspection_t *inspection, size_t field)
{
    return inspection->has_ns || field_table[field].get != field_unix_ns;
}

/* ---- output ---- */

static void print_text(const inspection_t *inspection, const uuid9562_t *uuid)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        value_t value = {.fraction_bits = inspection->fraction_bits};

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
static void print_json(const inspection_t *inspection, const uuid9562_t *uuid)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        value_t value = {.fraction_bits = inspection->fraction_bits};
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
    for (size_t i = 0; i < n; i++) {
        if (inspection->json) {
            print_json(inspection, &uuids[i]);
            continue;
        }
        if (inspection->begun)
            output_text("\n");
        inspection->begun = true;
        print_text(inspection, &uuids[i]);
    }
    return n;
}

void inspect(const options_t *options)
{
    inspection_t inspection = {
        .json = option_given(options, OPTION_JSON),
        .has_ns = option_given(options, OPTION_FRACTION_BITS),
    };

    if (inspection.has_ns) {
        const uuid9562_t nil = UUID9562_INIT_NIL;
        value_t checked = {.fraction_bits = option_number(options, OPTION_FRACTION_BITS)};

        field_unix_ns(&nil, &checked);
        inspection.fraction_bits = checked.fraction_bits;
    }
    if (!read_uuids(options, inspect_some, &inspection))
        finish(EXIT_INVALID);
}
