/*
 * The kinds of UUIDs, and the roles and meanings of their fields, by tables of names.
 */
#include "anatomy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- kinds ---- */

/* RFC 9562 sections 5.9, 5.10 and 6.6. */
static const struct {
    uuid9562_t uuid;
    const char *name;
} constant_table[] = {
    {UUID9562_INIT_NIL, "Nil UUID"},
    {UUID9562_INIT_MAX, "Max UUID"},
    {UUID9562_INIT_NAMESPACE_DNS, "NAMESPACE_DNS"},
    {UUID9562_INIT_NAMESPACE_URL, "NAMESPACE_URL"},
    {UUID9562_INIT_NAMESPACE_OID, "NAMESPACE_OID"},
    {UUID9562_INIT_NAMESPACE_X500, "NAMESPACE_X500"},
};

/* RFC 9562 section 4.2, table 2; NULL if unused or reserved. */
static const char *const version_kinds[16] = {
    [1] = "Gregorian time-based", [2] = "DCE Security",
    [3] = "name-based (MD5)",     [4] = "random",
    [5] = "name-based (SHA-1)",   [6] = "reordered Gregorian time-based",
    [7] = "Unix time-based",      [8] = "custom",
};

const char *kind_of(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    for (size_t i = 0; i < sizeof constant_table / sizeof *constant_table; i++)
        if (uuid9562_compare(uuid, &constant_table[i].uuid) == 0)
            return constant_table[i].name;
    if (version < 0)
        return "not defined by RFC 9562";
    return version_kinds[version] != NULL ? version_kinds[version] : "undefined version";
}

/* ---- times ---- */

void write_time(char out[UUID9562_UTC_MAX + 2], int64_t unix_ms)
{
    const size_t length = uuid9562_format_utc(out, unix_ms);

    *(char *)memchr(out, ' ', length) = 'T';
    memcpy(out + length, "Z", sizeof "Z");
}

/* ---- meanings of fields ---- */

#define MEANING_MAX sizeof((part_t *)NULL)->meaning

/* Each writes the meaning of a part that has no constant text. */

static void mean_time(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    write_time(out, (int64_t)part->value);
}

static void mean_version(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    snprintf(out, MEANING_MAX, "version %" PRIu64, part->value);
}

/* The four bits of a hex digit as text. */
static const char *bits_of(char digit)
{
    static const char digits[] = "0123456789abcdef";
    static const char bits[][DIGIT_BITS + 1] = {
        "0000", "0001", "0010", "0011", "0100", "0101", "0110", "0111",
        "1000", "1001", "1010", "1011", "1100", "1101", "1110", "1111",
    };

    return bits[strchr(digits, digit) - digits];
}

/* With the digit in bits, divided where the field ends. */
static void mean_variant(char *out, const uuid9562_t *uuid, const part_t *part)
{
    char text[UUID9562_STRING_SIZE];
    const char *bits;

    uuid9562_to_string(text, uuid);
    bits = bits_of(text[digit_column(part_first_digit(part))]);
    snprintf(out, MEANING_MAX, "variant %s, %.*s|%s",
             uuid9562_variant_name(uuid9562_get_variant(uuid)), (int)part->width, bits,
             bits + part->width);
}

static void mean_number(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    snprintf(out, MEANING_MAX, "%" PRIu64, part->value);
}

/* As hardware addresses usually are. */
static void mean_node(char *out, const uuid9562_t *uuid, const part_t *part)
{
    char digits[13];

    (void)uuid;
    snprintf(digits, sizeof digits, "%012" PRIx64, part->value);
    for (int i = 0; i < 6; i++)
        out += snprintf(out, 4, "%s%.2s", i > 0 ? ":" : "", digits + 2 * i);
}

/* The Open Group's C311. */
static void mean_domain(char *out, const uuid9562_t *uuid, const part_t *part)
{
    static const char *const domains[] = {"person", "group", "org"};

    (void)uuid;
    if (part->value < sizeof domains / sizeof *domains)
        strcpy(out, domains[part->value]);
    else
        snprintf(out, MEANING_MAX, "%" PRIu64, part->value);
}

static const struct field_meaning {
    const char *name;
    role_t role;
    const char *meaning; /* or NULL, and `mean` writes it */
    void (*mean)(char *out, const uuid9562_t *uuid, const part_t *part);
} meaning_table[] = {
    {"unix_ts_ms", ROLE_TIME, NULL, mean_time},
    {"time_low", ROLE_TIME, "low bits of the time", NULL},
    {"time_mid", ROLE_TIME, "middle bits of the time", NULL},
    {"time_high", ROLE_TIME, "high bits of the time", NULL},
    {"ver", ROLE_LABEL, NULL, mean_version},
    {"var", ROLE_LABEL, NULL, mean_variant},
    {"clock_seq", ROLE_SEQUENCE, NULL, mean_number},
    {"node", ROLE_PLACE, NULL, mean_node},
    {"local_id", ROLE_PLACE, NULL, mean_number},
    {"local_domain", ROLE_PLACE, NULL, mean_domain},
    {"random_a", ROLE_FREE, "random", NULL},
    {"random_b", ROLE_FREE, "random", NULL},
    {"random_c", ROLE_FREE, "random", NULL},
    {"rand_a", ROLE_FREE, "random, counter or fraction", NULL},
    {"rand_b", ROLE_FREE, "random, or a counter first", NULL},
    {"md5_high", ROLE_FREE, "MD5 of the name", NULL},
    {"md5_mid", ROLE_FREE, "MD5 of the name", NULL},
    {"md5_low", ROLE_FREE, "MD5 of the name", NULL},
    {"sha1_high", ROLE_FREE, "SHA-1 of the name", NULL},
    {"sha1_mid", ROLE_FREE, "SHA-1 of the name", NULL},
    {"sha1_low", ROLE_FREE, "SHA-1 of the name", NULL},
    {"custom_a", ROLE_FREE, "up to the application", NULL},
    {"custom_b", ROLE_FREE, "up to the application", NULL},
    {"custom_c", ROLE_FREE, "up to the application", NULL},
    {"reserved", ROLE_RESERVED, "", NULL},
};

/* A field that the table lacks is like its last row. */
static void explain(part_t *part, const uuid9562_t *uuid)
{
    const struct field_meaning *row = meaning_table;
    const struct field_meaning *last = row + sizeof meaning_table / sizeof *meaning_table - 1;

    while (row < last && strcmp(row->name, part->name) != 0)
        row++;
    part->role = row->role;
    if (row->meaning != NULL)
        strcpy(part->meaning, row->meaning);
    else
        row->mean(part->meaning, uuid, part);
}

void anatomy_of(anatomy_t *anatomy, const uuid9562_t *uuid)
{
    const uuid9562_field_t *field;
    uint64_t value;
    int64_t unix_ms;

    *anatomy = (anatomy_t){.kind = kind_of(uuid), .version = uuid9562_get_version(uuid)};
    uuid9562_to_string(anatomy->text, uuid);
    if (uuid9562_get_timestamp_ms(&unix_ms, uuid))
        write_time(anatomy->time, unix_ms);
    for (size_t i = 0; i < PARTS_MAX && (field = uuid9562_field_at(&value, uuid, i)) != NULL; i++) {
        part_t *part = &anatomy->parts[anatomy->count++];

        *part = (part_t){.name = field->name,
                         .first_bit = field->first_bit,
                         .width = field->width,
                         .value = value};
        explain(part, uuid);
    }
}

/* ---- digits ---- */

size_t part_first_digit(const part_t *part)
{
    return part->first_bit / DIGIT_BITS;
}

size_t part_last_digit(const part_t *part)
{
    return (part->first_bit + part->width - 1) / DIGIT_BITS;
}

size_t digit_column(size_t digit)
{
    return digit + (digit >= 8) + (digit >= 12) + (digit >= 16) + (digit >= 20);
}
